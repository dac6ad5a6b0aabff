/** Whatever the simulated services answer is the same as JSON and as flatbuffers. */
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Climate from "../../../src/weather/Climate.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Flood from "../../../src/weather/Flood.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import * as Marine from "../../../src/weather/Marine.ts"
import * as PreviousRuns from "../../../src/weather/PreviousRuns.ts"
import * as SatelliteRadiation from "../../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import * as Variables from "../../../src/weather/Variables.ts"
import type { RequestError } from "../../../src/rest/RestError.ts"
import type { Weather } from "../../../src/weather/Weather.ts"
import { assertSame } from "./support.ts"
import { runs } from "../../depth.ts"

const now = Date.UTC(2026, 2, 10, 9, 40)

const some = <A>(names: ReadonlyArray<A>, most = 5) =>
  fc.subarray([...names], { minLength: 1, maxLength: Math.min(most, names.length) })

const place = fc.record({
  latitude: fc.oneof(fc.integer({ min: -90, max: 90 }), fc.constantFrom(52.52, 78.22, -77.85, 40.71)),
  longitude: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.constantFrom(13.41, 15.65, 166.67, -74.01)),
  timezone: fc.constantFrom("GMT", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Asia/Kathmandu", "auto"),
  timeformat: fc.constantFrom("iso8601" as const, "unixtime" as const)
})

const units = fc.record(
  {
    temperature_unit: fc.constantFrom(...Variables.temperatureUnits),
    wind_speed_unit: fc.constantFrom(...Variables.windSpeedUnits),
    precipitation_unit: fc.constantFrom(...Variables.precipitationUnits)
  },
  { requiredKeys: [] }
)

const span = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 9 })).map(([back, days]) => {
  const last = now - (back + 10) * 86_400_000
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
  return { start_date: dateOf(last - days * 86_400_000), end_date: dateOf(last) }
})

/** The fields of some of these arbitraries in one object. */
const all = <A extends object, B extends object, C extends object = object>(
  a: fc.Arbitrary<A>,
  b: fc.Arbitrary<B>,
  c: fc.Arbitrary<C> = fc.constant({} as C)
): fc.Arbitrary<A & B & C> => fc.tuple(a, b, c).map(([a, b, c]) => ({ ...a, ...b, ...c }))

const forecast = fc.record(
  {
    hourly: some(Variables.forecastHourly),
    daily: some(Variables.forecastDaily),
    current: some(Variables.forecastSurface),
    minutely_15: some(Variables.native15Minutely),
    models: some(Variables.forecastModels, 3),
    past_days: fc.integer({ min: 0, max: 2 })
  },
  { requiredKeys: ["hourly"] }
)

const archive = fc.record(
  {
    hourly: some(Variables.archiveHourly),
    daily: some(Variables.archiveDaily),
    models: some(Variables.archiveModels, 3)
  },
  { requiredKeys: ["daily"] }
)

const ensemble = fc.record(
  {
    hourly: some(Variables.forecastSurface, 2),
    daily: some(Variables.forecastDaily, 2),
    models: some(["icon_d2", "gfs025", "gfs05", "gfs_seamless", "ecmwf_ifs025", "gem_global_ensemble"] as const, 3),
    forecast_days: fc.constantFrom(1, 2)
  },
  { requiredKeys: ["hourly", "models", "forecast_days"] }
)

const seasonal = fc.record(
  {
    hourly: some(Variables.seasonalHourly, 2),
    daily: some(Variables.seasonalDaily, 3),
    weekly: some(Variables.seasonalWeekly),
    monthly: some(Variables.seasonalMonthly),
    models: some(Variables.seasonalModels, 3),
    forecast_days: fc.constantFrom(3, 20, 50)
  },
  { requiredKeys: ["weekly", "forecast_days"] }
)

const marine = fc.record(
  {
    hourly: some(Variables.marineHourly),
    daily: some(Variables.marineDaily),
    minutely_15: some(Variables.marine15Minutely),
    models: some(Variables.marineModels, 3)
  },
  { requiredKeys: ["hourly"] }
)

/** A call returns the same in both formats, for any input. */
const agree = <Input>(
  inputs: fc.Arbitrary<Input>,
  call: (input: Input) => Effect.Effect<unknown, RequestError, Weather>
): Effect.Effect<void> =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(inputs, (input) =>
        Effect.runPromise(
          Effect.gen(function* () {
            yield* TestClock.setTime(now)
            yield* assertSame(call(input))
          }).pipe(Effect.provide(TestClock.layer()))
        )
      ),
      { numRuns: runs(25) }
    )
  )

describe("JSON and flatbuffers agree on", () => {
  it.effect("a forecast", () => agree(all(place, units, forecast), Forecast.get))
  it.effect("an archive", () => agree(all(place, span, archive), Archive.get))
  it.effect("a historical forecast", () =>
    agree(all(place, span, fc.record({ hourly: some(Variables.forecastHourly) })), HistoricalForecast.get)
  )
  it.effect("previous runs", () =>
    agree(
      all(place, fc.record({ hourly: some(["temperature_2m", "temperature_2m_previous_day1", "rain_previous_day7"]) })),
      PreviousRuns.get
    )
  )
  it.effect("a single run", () =>
    agree(
      all(place, fc.record({ hourly: some(Variables.forecastHourly), run: fc.constant("2026-03-01T00:00") })),
      SingleRuns.get
    )
  )
  it.effect("satellite radiation", () =>
    agree(
      all(place, span, fc.record({ hourly: some(Variables.satelliteHourly), daily: some(Variables.satelliteDaily) })),
      SatelliteRadiation.get
    )
  )
  it.effect("air quality", () =>
    agree(
      all(place, fc.record({ hourly: some(Variables.airQualityHourly), current: some(Variables.airQualityHourly) })),
      AirQuality.get
    )
  )
  it.effect("marine weather", () => agree(all(place, marine), Marine.get))
  it.effect("an ensemble", () => agree(all(place, units, ensemble), Ensemble.get))
  it.effect("a seasonal forecast", () => agree(all(place, seasonal), Seasonal.get))
  it.effect("a climate", () =>
    agree(
      all(
        place,
        span,
        fc.record(
          { daily: some(Variables.climateDaily), models: some(Variables.climateModels, 3) },
          { requiredKeys: ["daily"] }
        )
      ),
      Climate.get
    )
  )
  it.effect("a flood", () =>
    agree(
      all(place, fc.record({ daily: some(Variables.floodDaily), forecast_days: fc.integer({ min: 1, max: 9 }) })),
      Flood.get
    )
  )
})
