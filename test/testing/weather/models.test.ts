/**
 * A series says what the simulator meant, for any service, zone, units, format and set of models.
 *
 * What it meant is what it answers to the same request for a single model, whose columns need no suffix.
 */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import type { RequestError } from "../../../src/rest/RestError.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import { seriesBlocks } from "../../../src/weather/Answer.ts"
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
import * as Series from "../../../src/weather/Series.ts"
import type { Weather } from "../../../src/weather/Weather.ts"
import { anyModels, place } from "../../weather/tables/arbitraries.ts"
import { runs } from "../../depth.ts"

interface Asked {
  readonly latitude: number
  readonly longitude: number
  readonly timezone: string
  readonly timeformat: "iso8601" | "unixtime"
  readonly models: ReadonlyArray<string>
}

/** The blocks of any result. */
interface Blocks extends Partial<Readonly<Record<(typeof seriesBlocks)[number], Series.Series<string> | undefined>>> {
  readonly current?: { readonly values: Readonly<Record<string, unknown>> }
}

type Call = (asked: Asked) => Effect.Effect<Blocks, RequestError, Weather>

const days = { start_date: "2025-03-29", end_date: "2025-03-31" }

const temperature: ReadonlyArray<string> = ["temperature_2m"]
const warmest: ReadonlyArray<string> = ["temperature_2m_max", "sunrise", "sunset"]

const services: ReadonlyArray<readonly [string, Call]> = [
  [
    "forecast",
    (asked) =>
      Forecast.get({
        ...asked,
        current: temperature,
        minutely_15: temperature,
        hourly: temperature,
        daily: warmest,
        forecast_days: 2,
        temperature_unit: "fahrenheit"
      })
  ],
  ["archive", (asked) => Archive.get({ ...asked, ...days, hourly: temperature, daily: warmest })],
  [
    "historical forecast",
    (asked) => HistoricalForecast.get({ ...asked, ...days, hourly: temperature, daily: warmest })
  ],
  [
    "previous runs",
    (asked) =>
      PreviousRuns.get({ ...asked, hourly: ["temperature_2m", "temperature_2m_previous_day2"], forecast_days: 1 })
  ],
  [
    "ensemble",
    (asked) => Ensemble.get({ ...asked, hourly: ["rain"], current: ["rain"], daily: ["rain_sum"], forecast_days: 1 })
  ],
  [
    "seasonal",
    (asked) =>
      Seasonal.get({
        ...asked,
        hourly: ["rain"],
        weekly: ["precipitation_mean", "sunshine_duration_mean"],
        monthly: ["precipitation_mean"],
        forecast_days: 2
      })
  ],
  ["marine", (asked) => Marine.get({ ...asked, hourly: ["wave_height"], forecast_days: 1 })],
  ["climate", (asked) => Climate.get({ ...asked, ...days, daily: ["temperature_2m_max"] })],
  ["flood", (asked) => Flood.get({ ...asked, daily: ["river_discharge"], forecast_days: 2 })],
  ["satellite radiation", (asked) => SatelliteRadiation.get({ ...asked, ...days, hourly: ["shortwave_radiation"] })]
]

const zones = [
  "GMT",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Pacific/Pago_Pago"
]

const instants = fc.date({ min: new Date("2026-01-05"), max: new Date("2026-12-30"), noInvalidDate: true })

/** The columns of a result by block and name. */
const columnsOf = (blocks: Blocks): Map<string, ReadonlyArray<unknown>> => {
  const found = new Map<string, ReadonlyArray<unknown>>()
  for (const block of seriesBlocks) {
    const series = blocks[block]
    for (const name of series?.columns ?? []) {
      const { unit, values } = Option.getOrThrow(Series.find(series ?? assert.fail(), name))
      found.set(`${block}.${name}`, [unit, ...values])
    }
  }
  for (const [name, value] of Object.entries(blocks.current?.values ?? {})) found.set(`current.${name}`, [value])
  return found
}

const withModel = (name: string, model: string): string => `${name}_${model}`

describe.each(services)("the columns of the %s", (_, call) => {
  const request = fc.record({
    place,
    timezone: fc.constantFrom(...zones),
    timeformat: fc.constantFrom("iso8601" as const, "unixtime" as const),
    models: anyModels.filter((models) => models.length > 1),
    now: instants
  })

  const property = (numRuns: number, test: (asked: Asked) => Effect.Effect<void, RequestError, Weather>) =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Weather>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(request, ({ now, place: at, ...asked }) =>
            TestClock.setTime(now.getTime()).pipe(
              Effect.andThen(test({ ...at, ...asked })),
              Effect.provideContext(context),
              Effect.runPromise
            )
          ),
          { numRuns: runs(numRuns) }
        )
      )
    }).pipe(Effect.provide(Simulator.layer({ limits: "none" })))

  it.effect(
    "of several models are those of each of them",
    () =>
      property(15, (asked) =>
        Effect.gen(function* () {
          const alone = yield* Effect.forEach(asked.models, (model) =>
            Effect.map(Effect.result(call({ ...asked, models: [model] })), (result) => ({ model, result }))
          )
          const covering = alone.filter(({ result }) => Result.isSuccess(result))
          const together = yield* Effect.result(call(asked))
          if (covering.length === 0) return assert.isTrue(Result.isFailure(together))
          const answer = Result.getOrThrow(together)
          const found = columnsOf(answer)
          const meant = covering.flatMap(({ model, result }) =>
            Array.from(
              columnsOf(Result.getOrThrow(result)),
              ([name, values]) => [withModel(name, model), values, name] as const
            )
          )
          assert.strictEqual(found.size, meant.length)
          const absent = asked.models.filter((model) => covering.every((it) => it.model !== model))
          // If only one model covers the place, its columns may have no suffix.
          const isBare = covering.length === 1 && meant.every(([name]) => !found.has(name))
          for (const [name, values, bare] of meant)
            assert.deepStrictEqual(found.get(isBare ? bare : name), values, name)
          for (const block of seriesBlocks) {
            const names = new Set(
              [...found.keys()].flatMap((key) => (key.startsWith(`${block}.`) ? [key.slice(block.length + 1)] : []))
            )
            const missing = answer[block]?.absent ?? []
            for (const name of missing) assert.isFalse(names.has(name))
            // What is missing has the name that was asked for.
            const alone = Result.getOrThrow(covering[0]?.result ?? assert.fail())[block]?.columns ?? []
            for (const name of isBare ? [] : alone.filter((column) => !/_member\d+$/.test(column))) {
              for (const model of absent) assert.include(missing, withModel(name, model))
            }
          }
        })
      ),
    60_000
  )

  it.effect(
    "and the rows are the same in both time formats, and each row is found until it ends",
    () =>
      property(15, (asked) =>
        Effect.gen(function* () {
          const [iso, unix] = yield* Effect.forEach(["iso8601", "unixtime"] as const, (timeformat) =>
            Effect.result(call({ ...asked, timeformat }))
          )
          if (iso === undefined || Result.isFailure(iso)) return
          for (const block of seriesBlocks) {
            const series = iso.success[block]
            const same = Result.getOrThrow(unix ?? assert.fail())[block]
            assert.deepStrictEqual(series && Array.from(series.time), same && Array.from(same.time))
            if (series === undefined || same === undefined) continue
            assert.deepStrictEqual([series.period, series.absent], [same.period, same.absent])
            assert.deepStrictEqual(Series.toCsv(series).split("\n").slice(1), Series.toCsv(same).split("\n").slice(1))
            for (const [i, start] of series.time.entries()) {
              const next = series.time[i + 1] ?? start + 1
              for (const instant of [start, next - 1]) {
                const row = Option.getOrThrow(Series.during(series, new Date(instant)))
                assert.strictEqual(DateTime.toEpochMillis(row.time), start)
              }
            }
          }
        })
      ),
    60_000
  )
})
