/** Any variables of any models at any places are the same as JSON and as flatbuffers, with the labels of the server. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import type { RequestError } from "../../../src/rest/RestError.ts"
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
import type { Weather } from "../../../src/weather/Weather.ts"
import { anyModels, anyOf, hourlyNames, places } from "../tables/arbitraries.ts"
import { metas } from "../../../.build/weather/metas.ts"
import { assertSame } from "./support.ts"
import { runs } from "../../depth.ts"

const names = (block: "daily" | "weekly" | "monthly") => anyOf(Object.keys(metas.variables[block]))

const asked = fc.record({
  places,
  timezone: fc.constantFrom("GMT", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"),
  timeformat: fc.constantFrom("iso8601" as const, "unixtime" as const),
  models: anyModels,
  hourly: hourlyNames,
  daily: names("daily"),
  weekly: names("weekly"),
  monthly: names("monthly"),
  /** Whether the request names its days. */
  isDated: fc.boolean(),
  /** Whether days tell when the weeks begin. */
  hasDays: fc.boolean(),
  now: fc.date({ min: new Date("2026-01-05"), max: new Date("2026-12-30"), noInvalidDate: true })
})

type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never

const dateOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const services: Readonly<Record<string, (asked: Asked) => Effect.Effect<unknown, RequestError, Weather>>> = {
  forecast: ({ daily, hourly, models, places, timeformat, timezone }) =>
    Forecast.getMany({
      places,
      timezone,
      timeformat,
      models,
      hourly,
      daily,
      current: hourly,
      minutely_15: hourly.slice(0, 1),
      forecast_days: 1
    }),
  archive: ({ daily, hourly, models, now, places, timezone }) =>
    Archive.getMany({
      places,
      timezone,
      models,
      hourly,
      daily,
      start_date: dateOf(now, -9),
      end_date: dateOf(now, -8)
    }),
  "historical forecast": ({ daily, hourly, models, places, timeformat }) =>
    HistoricalForecast.getMany({ places, timeformat, models, hourly, daily }),
  "previous runs": ({ hourly, models, places }) =>
    PreviousRuns.getMany({
      places,
      models,
      hourly: hourly.map((name) => (/(?:hPa|_\d+m|_day\d)$/.test(name) ? name : `${name}_previous_day2`)),
      forecast_days: 1
    }),
  satellite: ({ daily, hourly, models, now, places }) =>
    SatelliteRadiation.getMany({
      places,
      models,
      hourly,
      daily,
      start_date: dateOf(now, -2),
      end_date: dateOf(now, -1)
    }),
  marine: ({ daily, hourly, models, places, timezone }) =>
    Marine.getMany({ places, timezone, models, hourly, daily, forecast_days: 1 }),
  ensemble: ({ daily, hourly, models, places, timezone }) =>
    Ensemble.getMany({ places, timezone, models, hourly, daily, current: hourly, forecast_days: 1 }),
  seasonal: ({ daily, hasDays, isDated, monthly, now, weekly, hourly, ...rest }) => {
    const span = isDated ? { start_date: dateOf(now, -12), end_date: dateOf(now, 9) } : { forecast_days: 9 }
    return Seasonal.getMany({ ...rest, ...span, weekly, monthly, ...(hasDays ? { daily, hourly } : {}) })
  },
  climate: ({ daily, models, now, places, timezone }) =>
    Climate.getMany({ places, timezone, models, daily, start_date: dateOf(now, 9), end_date: dateOf(now, 12) }),
  flood: ({ daily, models, places, timezone }) => Flood.getMany({ places, timezone, models, daily, forecast_days: 3 })
}

describe("JSON and flatbuffers agree on anything of", () => {
  it.effect.each(Object.entries(services))("%s", ([, call]) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(asked, (input) =>
          TestClock.setTime(input.now.getTime()).pipe(
            Effect.andThen(assertSame(call(input))),
            // The service refuses nothing but places that no model covers.
            Effect.map((result) => {
              if (typeof result === "object" && result !== null && "_tag" in result) {
                assert.include(String(Reflect.get(result, "reason")), "No data is available")
              }
            }),
            Effect.provide(TestClock.layer()),
            Effect.runPromise
          )
        ),
        { numRuns: runs(30) }
      )
    )
  )
})
