/**
 * What the simulator means is what a series says, and what messages say: for any service, place, zone, units, span and
 * time format.
 */
import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import type { RequestError } from "../../../src/rest/RestError.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import * as Marine from "../../../src/weather/Marine.ts"
import * as PreviousRuns from "../../../src/weather/PreviousRuns.ts"
import * as SatelliteRadiation from "../../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import type * as Series from "../../../src/weather/Series.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { blockOf, read } from "./messages.ts"
import type { Values } from "./support.ts"
import { testOn } from "../../testOn.ts"

const hour = 3_600_000
const day = 24 * hour

/** The options that all services have. */
interface Asked {
  readonly latitude: number
  readonly longitude: number
  readonly timezone: string
  readonly timeformat: "iso8601" | "unixtime"
  readonly temperature_unit: "celsius" | "fahrenheit"
  readonly wind_speed_unit: "kmh" | "ms" | "mph" | "kn"
  readonly precipitation_unit: "mm" | "inch"
}

interface Spanned extends Asked {
  readonly start_date: string
  readonly end_date: string
  readonly hourly: ReadonlyArray<string>
}

/** These services have no parameters of units. */
const withoutUnits = (input: Spanned) =>
  Struct.omit(input, ["precipitation_unit", "temperature_unit", "wind_speed_unit"])

interface Answered {
  readonly utc_offset_seconds: number
  readonly hourly: Series.Series<string>
}

interface Served {
  readonly service: Weather.Service
  readonly url: string
  readonly columns: ReadonlyArray<string>
  /** How far from now the span may begin, in days. */
  readonly from: readonly [first: number, last: number]
  readonly get: (input: Spanned) => Effect.Effect<Answered, RequestError, Weather.Weather>
}

const weather = ["temperature_2m", "precipitation", "wind_speed_10m", "relative_humidity_2m", "soil_temperature_6cm"]

const services: ReadonlyArray<Served> = [
  { service: "forecast", url: "api|forecast", columns: weather, from: [-93, 12], get: Forecast.get },
  {
    service: "historicalForecast",
    url: "historical-forecast-api|forecast",
    columns: weather,
    from: [-3_000, 12],
    get: HistoricalForecast.get
  },
  {
    service: "previousRuns",
    url: "previous-runs-api|forecast",
    columns: weather,
    from: [-3_000, 12],
    get: PreviousRuns.get
  },
  { service: "archive", url: "archive-api|archive", columns: weather, from: [-30_000, -8], get: Archive.get },
  {
    service: "satelliteRadiation",
    url: "satellite-api|archive",
    columns: ["shortwave_radiation", "direct_normal_irradiance_instant"],
    from: [-3_000, -4],
    get: (input) => SatelliteRadiation.get(withoutUnits(input))
  },
  {
    service: "airQuality",
    url: "air-quality-api|air-quality",
    columns: ["pm2_5", "ozone", "european_aqi", "birch_pollen", "uv_index"],
    from: [-3_000, 3],
    get: (input) => AirQuality.get(withoutUnits(input))
  },
  {
    service: "marine",
    url: "marine-api|marine",
    columns: ["wave_height", "swell_wave_period", "ocean_current_velocity", "sea_level_height_msl"],
    from: [-3_000, 12],
    get: Marine.get
  },
  {
    service: "seasonal",
    url: "seasonal-api|seasonal",
    columns: weather.slice(0, 4),
    from: [-90, 200],
    get: Seasonal.get
  }
]

const zones = [
  "GMT",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago"
]

const asked: fc.Arbitrary<Asked> = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  timezone: fc.constantFrom(...zones),
  timeformat: fc.constantFrom("iso8601", "unixtime"),
  temperature_unit: fc.constantFrom("celsius", "fahrenheit"),
  wind_speed_unit: fc.constantFrom("kmh", "ms", "mph", "kn"),
  precipitation_unit: fc.constantFrom("mm", "inch")
})

/** Converts from the service's default units, and says how exact an answer is. */
const expected = (name: string, value: number, of: Asked): readonly [value: number, within: number] => {
  if (/temperature/.test(name)) return [of.temperature_unit === "celsius" ? value : value * 1.8 + 32, 0.051]
  if (/^(?:wind_speed|ocean_current_velocity)/.test(name)) {
    const speed = value / { kmh: 1, ms: 3.6, mph: 1.609344, kn: 1.852 }[of.wind_speed_unit]
    return [speed, of.wind_speed_unit === "ms" ? 0.0051 : 0.051]
  }
  if (name === "precipitation") return of.precipitation_unit === "inch" ? [value / 25.4, 0.00051] : [value, 0.0051]
  return [value, 0.0051]
}

const isoDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const simulated = Simulator.layerHttpClient({ limits: "none" })

const client = Weather.layer({ quota: null }).pipe(
  Layer.provideMerge([simulated, HttpCache.layerNone, RateLimit.layerMemory()])
)

type Provided = Weather.Weather | Simulator.WeatherSimulator | HttpClient.HttpClient

describe.each(services)("the hours of $service", ({ columns, from: [first, last], get, service, url }) => {
  const span = fc.record({
    now: fc.date({ min: new Date("2026-01-05"), max: new Date("2026-12-30"), noInvalidDate: true }),
    start: fc.integer({ min: first, max: last }),
    days: fc.integer({ min: 1, max: 2 })
  })

  const check = Effect.fnUntraced(function* (of: Asked, now: number, start: number, days: number) {
    yield* TestClock.setTime(now)
    const { value } = yield* Simulator.WeatherSimulator
    const begin = Math.floor(now / day) * day + start * day
    const dates = { start_date: isoDay(begin), end_date: isoDay(begin + (days - 1) * day) }
    const input = { ...of, ...dates, hourly: columns }
    const { hourly, utc_offset_seconds } = yield* get(input)
    const step = service === "seasonal" ? 6 * hour : hour
    assert.deepStrictEqual(
      Array.from(hourly.time),
      Array.from({ length: (days * day) / step }, (_, i) => begin + i * step - utc_offset_seconds * 1_000)
    )
    for (const name of columns) {
      const values = hourly[name as keyof typeof hourly] as unknown as Float64Array
      for (const [row, found] of values.entries()) {
        // Data are read at the offset cut to whole hours.
        const at = DateTime.makeUnsafe((hourly.time[row] ?? 0) + (utc_offset_seconds % 3_600) * 1_000)
        const meant = yield* value(name, of, at, { service, interval: step / 1_000 })
        if (meant === null) assert.isNaN(found)
        else assert.closeTo(found, ...expected(name, meant, of))
      }
    }
    const [host = "", path = ""] = url.split("|")
    const query: Values = input
    const { messages } = yield* read(`https://${host}.open-meteo.com/v1/${path}`, query)
    const said = blockOf(messages, "hourly")
    assert.deepStrictEqual(
      said.times,
      Array.from(hourly.time, (time) => time / 1_000)
    )
    // Without members, which follow the control run.
    const single = said.columns.filter(({ member }) => member === 0)
    for (const [i, name] of columns.entries()) {
      const values = hourly[name as keyof typeof hourly] as unknown as Float64Array
      assert.deepStrictEqual(single[i]?.values, Array.from(values, Math.fround))
    }
  })

  testOn(client)("in any zone, units, span and format", function* () {
    const context = yield* Effect.context<Provided>()
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(asked, span, (of, { days, now, start }) =>
          check(of, now.getTime(), start, days).pipe(Effect.provideContext(context), Effect.runPromise)
        ),
        { numRuns: 20 }
      )
    )
  })
})
