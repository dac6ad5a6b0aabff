/** The type of a result: its blocks, its columns, and the rows of its series. None of this runs. */
import type * as DateTime from "effect/DateTime"
import type { Answer, EnsembleAnswer } from "../../../src/weather/Answer.ts"
import type * as Series from "../../../src/weather/Series.ts"
import type { Names, PressureLevelVariable } from "../../../src/weather/Variables.ts"
import type { All, Extends, Same } from "../../forge/support/types.ts"

interface Input {
  readonly hourly?: ReadonlyArray<Names["forecast"]["hourly"]>
  readonly daily?: ReadonlyArray<Names["forecast"]["daily"]>
  readonly current?: ReadonlyArray<Names["forecast"]["current"]>
  readonly weekly?: ReadonlyArray<string>
  readonly monthly?: ReadonlyArray<string>
  readonly models?: ReadonlyArray<Names["forecast"]["models"]>
}

/** Stand-ins for operations: only their types matter. */
declare const get: <const Request extends Input>(request: Request) => Answer<Request>
declare const ensemble: <const Request extends Input>(request: Request) => EnsembleAnswer<Request>

const columns = get({ hourly: ["temperature_2m", "wind_speed_850hPa", "brand_new_variable"] }).hourly
const blocks = get({ daily: ["sunrise", "temperature_2m_max"], hourly: [] })
const models = get({ hourly: ["rain", "showers"], current: ["rain"], models: ["icon_eu", "gfs_seamless"] })
const single = get({ hourly: ["rain"], models: ["icon_eu"] })
const runs = ensemble({ hourly: ["rain"], current: ["rain"], models: ["gfs025"] })
const means = ensemble({ weekly: ["temperature_2m_mean"], monthly: ["rain_anomaly"] })
const now = get({ current: ["temperature_2m"] }).current

declare const perhaps: { readonly hourly?: readonly ["rain"]; readonly daily: readonly ["rain_sum"] }
const maybe = get(perhaps)

declare const names: ReadonlyArray<string>
const unknown = get({ hourly: names }).hourly

declare const some: ReadonlyArray<"rain" | "showers">

export type Answers = All<
  [
    Same<typeof columns.temperature_2m, Float64Array>,
    Same<typeof columns.wind_speed_850hPa, Float64Array>,
    Same<typeof columns.brand_new_variable, Float64Array>,
    Same<typeof columns.units.temperature_2m, string>,
    Same<typeof blocks.daily, Series.Series<"sunrise" | "temperature_2m_max">>,
    Same<typeof blocks.latitude, number>,
    // A block is optional if it may not have been requested.
    Same<typeof maybe.daily, Series.Series<"rain_sum">>,
    Same<typeof maybe.hourly, Series.Series<"rain"> | undefined>,
    // With several models, there is a column for each variable and model.
    // It is absent if the model does not cover the place. If only one model does, the column may have no suffix.
    Same<typeof models.hourly.rain_icon_eu, Float64Array | undefined>,
    Same<typeof models.hourly.showers_gfs_seamless, Float64Array | undefined>,
    Same<typeof models.hourly.rain, Float64Array | undefined>,
    Same<typeof models.hourly.units.rain_icon_eu, string>,
    Same<typeof models.current.rain_icon_eu, number | null | undefined>,
    Same<typeof models.current.rain, number | null | undefined>,
    Same<typeof models.current.time, DateTime.Zoned>,
    Same<typeof single.hourly.rain, Float64Array>,
    // Any run of an ensemble may be absent.
    Same<typeof runs.hourly.rain, Float64Array | undefined>,
    Same<typeof runs.hourly.rain_member07, Float64Array | undefined>,
    Same<typeof runs.current.rain, number | null>,
    // Models may lack columns of weeks and months, or all of them.
    Same<typeof means.weekly, Series.PartialSeries<"temperature_2m_mean"> | undefined>,
    Same<NonNullable<typeof means.monthly>["rain_anomaly"], Float64Array | undefined>,
    // Columns whose names are not known at compile time are not properties.
    Same<typeof unknown, Series.Series<string>>,
    Same<typeof now.temperature_2m, number | null>,
    Same<typeof now.time, DateTime.Zoned>
  ]
>

type Row = Series.Row<"sunrise" | "sunset_gfs" | "rain" | "sunshine_duration">

export type Rows = All<
  [
    Same<Row["sunrise"], DateTime.Zoned | null>,
    Same<Row["sunset_gfs"], DateTime.Zoned | null>,
    Same<Row["rain"], number | null>,
    Same<Row["sunshine_duration"], number | null>,
    Same<Row["time"], DateTime.Zoned>,
    // A series is assignable to a type with fewer columns, not the other way round.
    Extends<Series.Series<"rain" | "showers">, Series.Series<"rain">>,
    Extends<Series.Series<"rain">, Series.Series>,
    Extends<Series.Series<string>, Series.Series>,
    Extends<Series.Series<"rain">, Series.PartialSeries<"rain">>,
    Extends<Series.PartialSeries<"rain">, Series.Series>,
    Same<Extends<Series.PartialSeries<"rain">, Series.Series<"rain">>, false>,
    Same<Extends<Series.Series<"rain">, Series.Series<"rain" | "showers">>, false>,
    Same<Extends<Series.Series<string>, Series.Series<"rain">>, false>
  ]
>

/** Known names are literals, and other names are accepted. */
export type Open = All<
  [
    Extends<"temperature_2m", Names["forecast"]["hourly"]>,
    Extends<"temperature_2m_previous_day3", Names["previousRuns"]["hourly"]>,
    Extends<"of tomorrow", Names["archive"]["models"]>,
    Same<Extends<number, Names["archive"]["models"]>, false>,
    Extends<"temperature_850hPa", PressureLevelVariable>,
    Same<Extends<"temperature_851hPa", PressureLevelVariable>, false>
  ]
>

export const refused = [
  // @ts-expect-error it was not requested
  columns.rain,
  // @ts-expect-error its unit was not requested either
  columns.units.rain,
  // @ts-expect-error the block was not requested
  blocks.current,
  // @ts-expect-error no variable of the block was requested
  blocks.hourly,
  // @ts-expect-error it was not requested
  models.hourly.snowfall_icon_eu,
  // @ts-expect-error it may be absent
  models.hourly.rain_icon_eu.length,
  // @ts-expect-error a single model has no suffix
  single.hourly.rain_icon_eu,
  // @ts-expect-error it was not requested
  runs.hourly.snowfall,
  // @ts-expect-error the columns are not known at compile time
  unknown.rain,
  // @ts-expect-error the block may be undefined
  get({ hourly: some }).hourly.rain,
  // @ts-expect-error it was not requested
  now.rain
]

/** The functions take columns that may be absent, by name. */
export const partial = (module: typeof Series) => {
  const series = get({ hourly: ["rain"], models: ["icon_eu", "gfs_seamless"] }).hourly
  const [row] = module.rows(series)
  const cell: number | null | undefined = row?.rain_icon_eu
  const sliced: typeof series = module.slice(series, {})
  const selected: Series.Series<"rain_icon_eu"> = module.select(series, ["rain_icon_eu"])
  return [
    cell,
    sliced,
    selected,
    module.max(series, "rain_icon_eu"),
    // @ts-expect-error it was not requested
    module.max(series, "rain_icon_d2")
  ]
}

export const views = (module: typeof Series) => {
  const series = get({ hourly: ["rain", "showers"] }).hourly
  const selected: Series.Series<"rain"> = module.select(series, ["rain"])
  const sliced: typeof series = module.slice(series, {})
  return [
    selected,
    sliced,
    module.max(series, "rain"),
    // @ts-expect-error it was not requested
    module.max(series, "snowfall"),
    // @ts-expect-error it was not requested
    module.select(series, ["snowfall"])
  ]
}
