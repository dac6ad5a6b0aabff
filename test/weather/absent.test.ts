/** Columns and blocks that the service leaves out, because no model has them there. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Ensemble from "../../src/weather/Ensemble.ts"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Seasonal from "../../src/weather/Seasonal.ts"
import * as Series from "../../src/weather/Series.ts"
import { run } from "./support/service.ts"

const place = { latitude: 40.7, longitude: -74, utc_offset_seconds: 0, timezone: "GMT" }
const time = ["2026-01-01T00:00", "2026-01-01T01:00"]

const issueOf = (result: Result.Result<unknown, { readonly path: string; readonly found: string }>) =>
  Result.isFailure(result) ? [result.failure.path, result.failure.found] : undefined

describe("columns of several models", () => {
  const models = ["icon_d2", "gfs025", "ecmwf_ifs025"] as const
  const text = JSON.stringify({
    ...place,
    hourly_units: { time: "iso8601", temperature_2m_ecmwf_ifs025: "°C", temperature_2m_ncep_gefs025: "°C" },
    hourly: {
      time,
      temperature_2m_ecmwf_ifs025: [1, 2],
      temperature_2m_ncep_gefs025: [3, null],
      temperature_2m_member01_ncep_gefs025: [5, 6]
    }
  })

  it.effect("have the values of the models that cover the place, and the others are absent", () =>
    Effect.gen(function* () {
      const { hourly } = yield* run(
        Ensemble.get({ latitude: 40.7, longitude: -74, models, hourly: ["temperature_2m"] }),
        () => ({ text })
      )
      assert.deepStrictEqual(hourly.temperature_2m_gfs025, new Float64Array([3, Number.NaN]))
      assert.deepStrictEqual(hourly.temperature_2m_member01_gfs025, new Float64Array([5, 6]))
      assert.deepStrictEqual(hourly.temperature_2m_ecmwf_ifs025, new Float64Array([1, 2]))
      assert.strictEqual(hourly.units.temperature_2m_gfs025, "°C")
      assert.isUndefined(hourly.temperature_2m_icon_d2)
      assert.isFalse("temperature_2m_icon_d2" in hourly)
      assert.deepStrictEqual(hourly.absent, ["temperature_2m_icon_d2"])
      assert.strictEqual(hourly.units.temperature_2m_icon_d2, "undefined")
    })
  )

  it("are null in rows, and have no statistics", () => {
    const { hourly } = Result.getOrThrow(Decode.one(text, { models, hourly: ["temperature_2m"] }))
    const row = Option.getOrThrow(Series.row(hourly, 0))
    assert.deepInclude(row, { temperature_2m_icon_d2: null, temperature_2m_gfs025: 3, temperature_2m_ecmwf_ifs025: 1 })
    assert.isNaN(Series.mean(hourly, "temperature_2m_icon_d2"))
    assert.isTrue(Option.isNone(Series.highest(hourly, "temperature_2m_icon_d2")))
    assert.isTrue(Option.isNone(Series.find(hourly, "temperature_2m_icon_d2")))
    assert.notInclude(Series.toCsv(hourly), "icon_d2")
    const chosen = Series.select(hourly, ["temperature_2m_icon_d2"])
    assert.deepStrictEqual(chosen.temperature_2m_icon_d2, new Float64Array([Number.NaN, Number.NaN]))
    assert.deepStrictEqual([chosen.absent, chosen.units], [[], { temperature_2m_icon_d2: "undefined" }])
  })

  it("stay absent in slices, joined parts and JSON", () => {
    const { hourly } = Result.getOrThrow(Decode.one(text, { models, hourly: ["temperature_2m"] }))
    const second = new Date("2026-01-01T01:00Z")
    const parts = [Series.slice(hourly, { to: second }), Series.slice(hourly, { from: second })] as const
    assert.deepStrictEqual(Result.getOrThrow(Series.join(parts)), hourly)
    const codec = Schema.toCodecJson(Series.schema())
    const json = JSON.stringify(Schema.encodeSync(codec)(hourly))
    assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(codec)(JSON.parse(json)), hourly)
  })

  it("without a suffix belong to the ensemble that has as many runs, in all blocks", () => {
    const runs = Array.from(
      { length: 31 },
      (_, i) => [i === 0 ? "rain" : `rain_member${String(i).padStart(2, "0")}`, [i]] as const
    )
    const request = { models: ["icon_d2", "gfs025"], hourly: ["rain"], current: ["rain"] } as const
    const blocks = (columns: ReadonlyArray<readonly [string, ReadonlyArray<number>]>) =>
      JSON.stringify({
        ...place,
        current: { time: time[0], interval: 900, rain: 7 },
        hourly: { time: time.slice(1), ...Object.fromEntries(columns) }
      })
    const runsOf = (model: string) => ({ icon_d2: 20, gfs025: 31 })[model]
    const { current, hourly } = Result.getOrThrow(Decode.one(blocks(runs), { ...request, runsOf }))
    assert.deepStrictEqual(hourly.rain_gfs025, new Float64Array([0]))
    assert.strictEqual(Series.members(hourly, "rain_gfs025").length, 31)
    assert.strictEqual(current.rain_gfs025, 7)
    assert.deepStrictEqual([hourly.absent, hourly.rain, current.rain], [["rain_icon_d2"], undefined, undefined])
    // With one run less, it is neither.
    const unknown = Result.getOrThrow(Decode.one(blocks(runs.slice(1)), { ...request, runsOf })).hourly
    assert.deepStrictEqual(unknown.absent, ["rain_icon_d2", "rain_gfs025"])
  })

  it("without a suffix and without members may be of any model", () => {
    const answer = JSON.stringify({ ...place, hourly: { time, rain: [1, 2] } })
    const runsOf = (model: string) => ({ icon_d2: 20, gfs025_ensemble_mean: 1 })[model]
    const request = { models: ["icon_d2", "gfs025_ensemble_mean"], hourly: ["rain"], runsOf }
    const { hourly } = Result.getOrThrow(Decode.one(answer, request))
    assert.deepStrictEqual(hourly.absent, ["rain_icon_d2", "rain_gfs025_ensemble_mean"])
    assert.deepStrictEqual(hourly.columns, ["rain"])
  })

  it("are found by a longer name that contains the requested one", () => {
    const hourly = { time, rain_best_match_archive: [1, 2], rain_x_era5: [3, 4] }
    const request = { models: ["era5", "best_match", "cerra"], hourly: ["rain"] } as const
    const found = Result.getOrThrow(Decode.one(JSON.stringify({ ...place, hourly }), request)).hourly
    assert.deepStrictEqual(
      [found.rain_era5, found.rain_best_match],
      [new Float64Array([3, 4]), new Float64Array([1, 2])]
    )
    assert.deepStrictEqual(found.absent, ["rain_cerra"])
  })

  it("without a name that was requested keep their name", () => {
    const answer = JSON.stringify({ ...place, hourly: { time, rain_x: [1, 2], rain_y: [3, 4] } })
    const { hourly } = Result.getOrThrow(Decode.one(answer, { models: ["a", "b"], hourly: ["rain"] }))
    assert.deepStrictEqual(hourly.absent, ["rain_a", "rain_b"])
    assert.deepStrictEqual(hourly.columns, ["rain_x", "rain_y"])
  })
})

describe("columns of one model", () => {
  it("that are not there fail the decoding", () => {
    const answerOf = (hourly: object) => Decode.one(JSON.stringify({ ...place, hourly }), { hourly: ["rain"] })
    assert.deepStrictEqual(issueOf(answerOf({ time })), ["hourly.rain", "nothing"])
    assert.deepStrictEqual(issueOf(answerOf({ time, rain_a: [1, 2], rain_b: [3, 4] })), [
      "hourly.rain",
      "rain_a, rain_b"
    ])
    assert.isUndefined(issueOf(answerOf({ time, rain_a: [1, 2] })))
  })

  it("of an ensemble may lack the control run", () => {
    const text = JSON.stringify({ ...place, hourly: { time, rain_member01: [1, 2] } })
    const { hourly } = Result.getOrThrow(Decode.one(text, { hourly: ["rain"], models: ["a"] }))
    assert.deepStrictEqual(hourly.absent, ["rain"])
    assert.strictEqual(Series.members(hourly, "rain").length, 1)
  })
})

describe("weeks and months", () => {
  const request = {
    latitude: 40.7,
    longitude: -74,
    hourly: ["rain"],
    weekly: ["precipitation_mean", "snowfall_mean"],
    monthly: ["precipitation_mean"]
  } as const

  it.effect("are absent if the model has none", () =>
    Effect.gen(function* () {
      const json = { ...place, hourly: { time, rain: [1, 2] } }
      const answer = yield* run(Seasonal.get({ ...request, models: ["ecmwf_seas5"] }), () => ({ json }))
      assert.deepStrictEqual([answer.weekly, answer.monthly], [undefined, undefined])
      assert.isFalse("weekly" in answer || "monthly" in answer)
      assert.deepStrictEqual(answer.hourly.rain, new Float64Array([1, 2]))
    })
  )

  it.effect("may lack single columns", () =>
    Effect.gen(function* () {
      const json = {
        ...place,
        hourly: { time, rain: [1, 2] },
        weekly: { time: ["2026-01-05"], snowfall_mean: [3] },
        monthly: { time: ["2026-01-01"] }
      }
      const { monthly, weekly } = yield* run(Seasonal.get(request), () => ({ json }))
      assert.deepStrictEqual(weekly?.snowfall_mean, new Float64Array([3]))
      assert.isUndefined(weekly?.precipitation_mean)
      assert.deepStrictEqual(weekly?.absent, ["precipitation_mean"])
      assert.deepStrictEqual([monthly?.length, monthly?.absent], [1, ["precipitation_mean"]])
    })
  )

  it.effect("are not replaced by anything else, and no other block may be missing", () =>
    Effect.gen(function* () {
      const json = { ...place, weekly: { time: [], precipitation_mean: [], snowfall_mean: [] } }
      const error = yield* Effect.flip(run(Seasonal.get(request), () => ({ json })))
      assert.strictEqual(error._tag === "DecodeFailed" && error.path, "hourly")
      const wrong = { ...place, hourly: { time, rain: [1, 2] }, weekly: null }
      const second = yield* Effect.flip(run(Seasonal.get(request), () => ({ json: wrong })))
      assert.strictEqual(second._tag === "DecodeFailed" && second.path, "weekly")
    })
  )
})

it.effect("hourly data of an old seasonal server are in a block of their own", () =>
  Effect.gen(function* () {
    const json = {
      ...place,
      six_hourly_units: { time: "iso8601", rain: "mm" },
      six_hourly: { time: ["2026-01-01T00:00", "2026-01-01T06:00"], rain: [1, 2] }
    }
    const { hourly } = yield* run(Seasonal.get({ latitude: 40.7, longitude: -74, hourly: ["rain"] }), () => ({ json }))
    assert.deepStrictEqual(
      [hourly.rain, hourly.units.rain, hourly.period],
      [new Float64Array([1, 2]), "mm", 21_600_000]
    )
  })
)

it.effect("a single hourly row of the seasonal forecast lasts six hours", () =>
  Effect.gen(function* () {
    const json = { ...place, hourly: { time: time.slice(1), rain: [1] } }
    const { hourly } = yield* run(Seasonal.get({ latitude: 40.7, longitude: -74, hourly: ["rain"] }), () => ({ json }))
    assert.strictEqual(hourly.period, 21_600_000)
  })
)
