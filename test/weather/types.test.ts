/** What compiles and what doesn't. */
import { describe, expectTypeOf, it } from "vitest"
import type * as DateTime from "effect/DateTime"
import { constVoid } from "effect/Function"
import type { Answer, EnsembleAnswer } from "../../src/weather/Answer.ts"
import type * as Series from "../../src/weather/Series.ts"
import type { Names, PressureLevelVariable } from "../../src/weather/Variables.ts"

interface Input {
  readonly hourly?: ReadonlyArray<Names["forecast"]["hourly"]>
  readonly daily?: ReadonlyArray<Names["forecast"]["daily"]>
  readonly current?: ReadonlyArray<Names["forecast"]["current"]>
  readonly minutely_15?: ReadonlyArray<Names["forecast"]["minutely_15"]>
  readonly models?: ReadonlyArray<Names["forecast"]["models"]>
}

/** Stands for an operation: only its type is looked at. */
declare const get: <const Request extends Input>(request: Request) => Answer<Request>
declare const ensemble: <const Request extends Input>(request: Request) => EnsembleAnswer<Request>

/** Checked by the compiler; nothing in it runs. */
const compiled: (body: () => void) => void = constVoid

describe("the type of an answer", () => {
  it("has the columns asked for", () => {
    compiled(() => {
      const { hourly } = get({ hourly: ["temperature_2m", "wind_speed_850hPa", "brand_new_variable"] })
      expectTypeOf(hourly.temperature_2m).toEqualTypeOf<Float64Array>()
      expectTypeOf(hourly.wind_speed_850hPa).toEqualTypeOf<Float64Array>()
      expectTypeOf(hourly.brand_new_variable).toEqualTypeOf<Float64Array>()
      expectTypeOf(hourly.units.temperature_2m).toEqualTypeOf<string>()
      // @ts-expect-error it wasn't asked for
      void hourly.rain
      // @ts-expect-error nor its unit
      void hourly.units.rain
    })
    expectTypeOf<"temperature_850hPa">().toExtend<PressureLevelVariable>()
    expectTypeOf<"temperature_851hPa">().not.toExtend<PressureLevelVariable>()
  })

  it("has the blocks asked for", () => {
    compiled(() => {
      const answer = get({ daily: ["sunrise", "temperature_2m_max"], hourly: [] })
      expectTypeOf(answer.daily).toEqualTypeOf<Series.Series<"sunrise" | "temperature_2m_max">>()
      expectTypeOf(answer.latitude).toEqualTypeOf<number>()
      // @ts-expect-error it wasn't asked for
      void answer.current
      // @ts-expect-error no variable of it was asked for
      void answer.hourly
    })
  })

  it("a block that may not have been asked for may be absent", () => {
    compiled(() => {
      const request: { readonly hourly?: readonly ["rain"]; readonly daily: readonly ["rain_sum"] } = {
        daily: ["rain_sum"]
      }
      const answer = get(request)
      expectTypeOf(answer.daily).toEqualTypeOf<Series.Series<"rain_sum">>()
      expectTypeOf(answer.hourly).toEqualTypeOf<Series.Series<"rain"> | undefined>()
    })
  })

  it("a column for each variable and model, when there are several", () => {
    compiled(() => {
      const { current, hourly } = get({
        hourly: ["rain", "showers"],
        current: ["rain"],
        models: ["icon_eu", "gfs_seamless"]
      })
      expectTypeOf(hourly.rain_icon_eu).toEqualTypeOf<Float64Array>()
      expectTypeOf(hourly.showers_gfs_seamless).toEqualTypeOf<Float64Array>()
      expectTypeOf(current.rain).toEqualTypeOf<number | null>()
      // @ts-expect-error of which model?
      void hourly.rain
      const single = get({ hourly: ["rain"], models: ["icon_eu"] })
      expectTypeOf(single.hourly.rain).toEqualTypeOf<Float64Array>()
    })
  })

  it("the members of an ensemble", () => {
    compiled(() => {
      const { hourly } = ensemble({ hourly: ["rain"], models: ["gfs025"] })
      expectTypeOf(hourly.rain).toEqualTypeOf<Float64Array>()
      expectTypeOf(hourly.rain_member07).toEqualTypeOf<Float64Array | undefined>()
      // @ts-expect-error it wasn't asked for
      void hourly.snowfall
    })
  })

  it("names that aren't known are found, not read", () => {
    compiled(() => {
      const names: ReadonlyArray<string> = []
      const { hourly } = get({ hourly: names })
      expectTypeOf(hourly).toEqualTypeOf<Series.Series<string>>()
      // @ts-expect-error nobody knows
      void hourly.rain
      const some: ReadonlyArray<"rain" | "showers"> = []
      // @ts-expect-error perhaps it was asked for, perhaps not
      void get({ hourly: some }).hourly.rain
    })
  })

  it("current conditions", () => {
    compiled(() => {
      const { current } = get({ current: ["temperature_2m"] })
      expectTypeOf(current.temperature_2m).toEqualTypeOf<number | null>()
      expectTypeOf(current.time).toEqualTypeOf<DateTime.Zoned>()
      // @ts-expect-error it wasn't asked for
      void current.rain
    })
  })
})

describe("the type of a series", () => {
  it("rows have instants for times of day, numbers else", () => {
    type Row = Series.Row<"sunrise" | "sunset_gfs" | "rain" | "sunshine_duration">
    expectTypeOf<Row["sunrise"]>().toEqualTypeOf<DateTime.Zoned | null>()
    expectTypeOf<Row["sunset_gfs"]>().toEqualTypeOf<DateTime.Zoned | null>()
    expectTypeOf<Row["rain"]>().toEqualTypeOf<number | null>()
    expectTypeOf<Row["sunshine_duration"]>().toEqualTypeOf<number | null>()
    expectTypeOf<Row["time"]>().toEqualTypeOf<DateTime.Zoned>()
  })

  it("one with more columns fits where fewer are needed, not the other way round", () => {
    expectTypeOf<Series.Series<"rain" | "showers">>().toExtend<Series.Series<"rain">>()
    expectTypeOf<Series.Series<"rain">>().toExtend<Series.Series>()
    expectTypeOf<Series.Series<string>>().toExtend<Series.Series>()
    expectTypeOf<Series.Series<"rain">>().not.toExtend<Series.Series<"rain" | "showers">>()
    expectTypeOf<Series.Series<string>>().not.toExtend<Series.Series<"rain">>()
  })

  it("views know the columns", () => {
    compiled(() => {
      const series = get({ hourly: ["rain", "showers"] }).hourly
      const views = (module: typeof Series) => {
        expectTypeOf(module.select(series, ["rain"])).toEqualTypeOf<Series.Series<"rain">>()
        expectTypeOf(module.slice(series, {})).toEqualTypeOf<typeof series>()
        void module.max(series, "rain")
        // @ts-expect-error it wasn't asked for
        void module.max(series, "snowfall")
        // @ts-expect-error it wasn't asked for
        void module.select(series, ["snowfall"])
      }
      void views
    })
  })

  it("known names complete, others pass", () => {
    expectTypeOf<"temperature_2m">().toExtend<Names["forecast"]["hourly"]>()
    expectTypeOf<"temperature_2m_previous_day3">().toExtend<Names["previousRuns"]["hourly"]>()
    expectTypeOf<"of tomorrow">().toExtend<Names["archive"]["models"]>()
    expectTypeOf<number>().not.toExtend<Names["archive"]["models"]>()
  })
})
