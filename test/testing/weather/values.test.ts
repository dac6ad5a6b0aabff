/** Compares the exact values of the simulated weather with those that our operations return. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Climate from "../../../src/weather/Climate.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Flood from "../../../src/weather/Flood.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Geocoding from "../../../src/weather/Geocoding.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import * as Marine from "../../../src/weather/Marine.ts"
import * as PreviousRuns from "../../../src/weather/PreviousRuns.ts"
import * as SatelliteRadiation from "../../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import * as Series from "../../../src/weather/Series.ts"
import type * as Weather from "../../../src/weather/Weather.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import { WeatherSimulator } from "../../../src/testing/WeatherSimulator.ts"
import { testOn } from "../../testOn.ts"
import { runs } from "../../depth.ts"

const free = Simulator.layer({ limits: "none" })

const zones = [
  "GMT",
  "auto",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Marquesas"
] as const

const request = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  elevation: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
  timezone: fc.constantFrom(...zones),
  timeformat: fc.constantFrom("iso8601" as const, "unixtime" as const),
  temperature_unit: fc.constantFrom("celsius" as const, "fahrenheit" as const),
  wind_speed_unit: fc.constantFrom("kmh" as const, "ms" as const, "mph" as const, "kn" as const),
  precipitation_unit: fc.constantFrom("mm" as const, "inch" as const)
})

type Asked = typeof request extends fc.Arbitrary<infer A> ? A : never

const day = 86_400_000

/** Any days of an archive, with changes of the clocks among them. */
const span = fc
  .record({
    first: fc.oneof(
      fc.integer({ min: Date.UTC(1940, 0, 1) / day, max: Date.UTC(2025, 11, 20) / day }),
      fc.constantFrom(Date.UTC(2025, 2, 29) / day, Date.UTC(2025, 9, 25) / day, Date.UTC(1953, 0, 31) / day)
    ),
    days: fc.integer({ min: 1, max: 4 })
  })
  .map(({ days, first }) => ({
    start_date: new Date(first * day).toISOString().slice(0, 10),
    end_date: new Date((first + days - 1) * day).toISOString().slice(0, 10),
    days
  }))

/** Converts from the service's default units, independently of the simulator's code. */
const converted = (name: string, value: number, asked: Asked) => {
  if (name.startsWith("temperature") && asked.temperature_unit === "fahrenheit") return value * 1.8 + 32
  if (name.startsWith("wind_speed")) {
    return value / { kmh: 1, ms: 3.6, mph: 1.609344, kn: 1.852 }[asked.wind_speed_unit]
  }
  if (name === "precipitation" && asked.precipitation_unit === "inch") return value / 25.4
  return value
}

/** Half of the last digit in an answer. */
const tolerance = (name: string, asked: Asked): number => {
  if (name === "precipitation") return asked.precipitation_unit === "inch" ? 0.00051 : 0.0051
  return name.startsWith("wind_speed") && asked.wind_speed_unit === "ms" ? 0.0051 : 0.051
}

/** The instant at which a row was read: at the offset cut to whole hours. */
const readAt = (time: DateTime.Zoned, { utc_offset_seconds }: { readonly utc_offset_seconds: number }) =>
  DateTime.add(time, { seconds: utc_offset_seconds % 3_600 })

const isSame = (found: number, meant: number | null, within: number): boolean =>
  meant === null ? Number.isNaN(found) : Math.abs(found - meant) <= within

describe("operations return the simulated values", () => {
  it.effect(
    "for any place, zone, span and units, hour by hour and day by day",
    () =>
      Effect.gen(function* () {
        const { sun, value } = yield* WeatherSimulator
        const context = yield* Effect.context<Simulator.WeatherSimulator | Weather.Weather>()
        const hourly = [
          "temperature_2m",
          "precipitation",
          "wind_speed_10m",
          "weather_code",
          "temperature_850hPa"
        ] as const
        const property = fc.asyncProperty(
          request,
          span,
          fc.date({ min: new Date("2026-01-05"), max: new Date("2026-12-30"), noInvalidDate: true }),
          (place, { days, ...dates }, now) =>
            Effect.gen(function* () {
              yield* TestClock.setTime(now.getTime())
              const asked = { ...place, ...dates, hourly, daily: ["temperature_2m_max", "sunrise", "sunset"] } as const
              const answer = yield* Archive.get(asked)
              assert.strictEqual(answer.hourly.length, 24 * days)
              for (const row of Series.rows(answer.hourly)) {
                for (const name of hourly) {
                  const meant = yield* value(name, place, readAt(row.time, answer))
                  const found = row[name] ?? Number.NaN
                  assert.isTrue(
                    isSame(found, meant === null ? null : converted(name, meant, place), tolerance(name, place)),
                    `${name} at ${DateTime.formatIso(row.time)}: ${found}, expected ${meant}`
                  )
                }
              }
              // Days begin at midnight in the request's offset, and their maximum is that of their hours.
              assert.strictEqual(answer.daily.length, days)
              for (const row of Series.rows(answer.daily)) {
                const start = DateTime.toEpochMillis(row.time)
                assert.strictEqual((start + answer.utc_offset_seconds * 1_000) % day, 0)
                const hours = Series.slice(answer.hourly, { from: new Date(start), to: new Date(start + day) })
                assert.strictEqual(hours.length, 24)
                assert.closeTo(row.temperature_2m_max ?? Number.NaN, Series.max(hours, "temperature_2m"), 1e-9)
                const meant = yield* sun(place, new Date(start))
                assert.deepStrictEqual(
                  [row.sunrise, row.sunset].map((at) => (at === null ? null : DateTime.toEpochMillis(at))),
                  meant === null ? [null, null] : [meant.rise, meant.set].map(DateTime.toEpochMillis)
                )
              }
            }).pipe(Effect.provideContext(context), Effect.runPromise)
        )
        yield* Effect.promise(() => fc.assert(property, { numRuns: runs(60) }))
      }).pipe(Effect.provide(free)),
    30_000
  )

  testOn(free)("for the hours around now, and for now itself", function* () {
    const { value } = yield* WeatherSimulator
    yield* TestClock.setTime(Date.parse("2026-03-28T23:50:00Z"))
    const [place] = yield* Geocoding.search({ name: "Kathmandu" })
    assert.isDefined(place)
    const { current, hourly, minutely_15 } = yield* Forecast.get({
      ...place,
      current: ["temperature_2m", "precipitation"],
      hourly: ["temperature_2m"],
      minutely_15: ["wind_gusts_10m"],
      past_hours: 3,
      forecast_hours: 6
    })
    assert.strictEqual(DateTime.formatIso(current.time), "2026-03-28T23:45:00.000Z")
    assert.strictEqual(current.temperature_2m, yield* value("temperature_2m", place, current.time, { interval: 900 }))
    assert.strictEqual(hourly.length, 9)
    for (const row of Series.rows(hourly)) {
      // Nepal is 5:45 ahead. The service reads the hours as if it were five hours.
      const read = DateTime.add(row.time, { minutes: 45 })
      assert.strictEqual(row.temperature_2m, yield* value("temperature_2m", place, read))
    }
    for (const row of Series.rows(minutely_15)) {
      assert.strictEqual(row.wind_gusts_10m, yield* value("wind_gusts_10m", place, row.time, { interval: 900 }))
    }
  })

  testOn(free)("for all other services", function* () {
    const { requests, value } = yield* WeatherSimulator
    yield* TestClock.setTime(Date.parse("2026-11-21T10:00:00Z"))
    const land = { latitude: 52.22, longitude: 6.9 }
    const sea = { latitude: 45, longitude: -30 }
    const dates = { start_date: "2025-06-01", end_date: "2025-06-03" }

    const air = yield* AirQuality.get({ ...land, hourly: ["pm2_5", "european_aqi"], current: ["us_aqi"] })
    for (const row of Series.rows(air.hourly)) {
      assert.strictEqual(row.pm2_5, yield* value("pm2_5", land, row.time, { service: "airQuality" }))
    }
    const waves = yield* Marine.get({ ...sea, hourly: ["wave_height"], daily: ["wave_height_max"], forecast_days: 2 })
    for (const row of Series.rows(waves.hourly)) {
      assert.strictEqual(row.wave_height, yield* value("wave_height", sea, row.time, { service: "marine" }))
    }
    const inland = yield* Marine.get({ ...land, hourly: ["wave_height"], forecast_days: 1 })
    assert.isNaN(Series.max(inland.hourly, "wave_height"))
    assert.strictEqual(inland.hourly.units.wave_height, "m")

    const ensemble = yield* Ensemble.get({
      ...land,
      hourly: ["temperature_2m"],
      models: ["icon_seamless"],
      forecast_days: 1
    })
    const members = Series.members(ensemble.hourly, "temperature_2m")
    assert.lengthOf(members, 40)
    assert.isAbove(new Set(members.map((member) => member[12])).size, 10)

    const seasonal = yield* Seasonal.get({
      ...land,
      hourly: ["temperature_2m"],
      daily: ["temperature_2m_max"],
      weekly: ["temperature_2m_mean"],
      monthly: ["precipitation_anomaly"],
      forecast_days: 40
    })
    assert.deepStrictEqual(
      [seasonal.hourly.length, seasonal.daily.length, seasonal.weekly?.length, seasonal.monthly?.length],
      [160, 40, 7, 2]
    )
    assert.lengthOf(Series.members(seasonal.daily, "temperature_2m_max"), 51)

    const climate = yield* Climate.get({
      ...land,
      start_date: "2049-12-01",
      end_date: "2049-12-03",
      daily: ["temperature_2m_max"],
      models: ["MRI_AGCM3_2_S", "NICAM16_8S"]
    })
    assert.strictEqual(climate.daily.temperature_2m_max_NICAM16_8S?.length, 3)
    const river = yield* Flood.get({ ...land, daily: ["river_discharge", "river_discharge_max"], forecast_days: 3 })
    assert.isAbove(Series.min(river.daily, "river_discharge_max"), Series.max(river.daily, "river_discharge"))
    assert.strictEqual(yield* Elevation.getMany({ places: [land, sea] }).pipe(Effect.map((all) => all.length)), 2)

    const light = yield* SatelliteRadiation.get({ ...land, ...dates, hourly: ["shortwave_radiation"] })
    assert.isAbove(Series.max(light.hourly, "shortwave_radiation"), 100)
    const past = yield* HistoricalForecast.get({ ...land, ...dates, hourly: ["temperature_2m"] })
    for (const row of Series.rows(past.hourly)) {
      assert.strictEqual(row.temperature_2m, yield* value("temperature_2m", land, row.time))
    }
    const runs = yield* PreviousRuns.get({
      ...land,
      hourly: ["temperature_2m", "temperature_2m_previous_day3"],
      forecast_days: 2
    })
    assert.notDeepEqual(runs.hourly.temperature_2m, runs.hourly.temperature_2m_previous_day3)

    assert.deepStrictEqual(new Set((yield* requests).map(({ operation }) => operation)).size, 10)
  })
})

describe("geocoding", () => {
  it.effect("ranks by population, omits zeros, and translates", () =>
    Effect.gen(function* () {
      const found = yield* Geocoding.search({ name: "par" })
      assert.deepStrictEqual(
        found.map(({ admin1, name }) => [name, admin1]),
        [
          ["Paris", "Île-de-France"],
          ["Paris", "Texas"]
        ]
      )
      assert.deepStrictEqual(yield* Geocoding.search({ name: "pa" }), [])
      assert.strictEqual((yield* Geocoding.search({ name: "8001" }))[0]?.name, "Zurich")
      assert.strictEqual((yield* Geocoding.search({ name: "munchen", language: "de" }))[0]?.name, "München")
      assert.strictEqual((yield* Geocoding.search({ name: "Brelin" })).length, 0)
      assert.strictEqual((yield* Geocoding.search({ name: "Berlim" }))[0]?.name, "Berlin")
      assert.strictEqual((yield* Geocoding.search({ name: "London", countryCode: "CA" }))[0]?.admin1, "Ontario")
      const [equator] = yield* Geocoding.search({ name: "Null Island" })
      assert.deepStrictEqual([equator?.latitude, equator?.longitude, equator?.population], [0, 0, null])
      const berlin = yield* Geocoding.get({ id: 2950159 })
      assert.strictEqual(berlin.timezone, "Europe/Berlin")
      const missing = yield* Effect.flip(Geocoding.get({ id: 42 }))
      assert.strictEqual(missing._tag, "NotFound")
    }).pipe(
      Effect.provide(Simulator.layer({ places: [{ name: "Null Island", latitude: 0, longitude: 0, elevation: 0 }] }))
    )
  )
})
