/** What the type of an answer knows: its blocks, its columns, and the rows of its series. None of this runs. */
import type * as DateTime from "effect/DateTime"
import type { Answer, EnsembleAnswer } from "../../../src/weather/Answer.ts"
import type * as Series from "../../../src/weather/Series.ts"
import type { Names, PressureLevelVariable } from "../../../src/weather/Variables.ts"
import type { All, Extends, Same } from "../../forge/support/types.ts"

interface Input {
  readonly hourly?: ReadonlyArray<Names["forecast"]["hourly"]>
  readonly daily?: ReadonlyArray<Names["forecast"]["daily"]>
  readonly current?: ReadonlyArray<Names["forecast"]["current"]>
  readonly models?: ReadonlyArray<Names["forecast"]["models"]>
}

/** Stand for operations: only their types are looked at. */
declare const get: <const Request extends Input>(request: Request) => Answer<Request>
declare const ensemble: <const Request extends Input>(request: Request) => EnsembleAnswer<Request>

const columns = get({ hourly: ["temperature_2m", "wind_speed_850hPa", "brand_new_variable"] }).hourly
const blocks = get({ daily: ["sunrise", "temperature_2m_max"], hourly: [] })
const models = get({ hourly: ["rain", "showers"], current: ["rain"], models: ["icon_eu", "gfs_seamless"] })
const single = get({ hourly: ["rain"], models: ["icon_eu"] })
const runs = ensemble({ hourly: ["rain"], models: ["gfs025"] })
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
    // A block that may not have been asked for may be absent.
    Same<typeof maybe.daily, Series.Series<"rain_sum">>,
    Same<typeof maybe.hourly, Series.Series<"rain"> | undefined>,
    // With several models, a column for each variable and model.
    Same<typeof models.hourly.rain_icon_eu, Float64Array>,
    Same<typeof models.hourly.showers_gfs_seamless, Float64Array>,
    Same<typeof models.current.rain, number | null>,
    Same<typeof single.hourly.rain, Float64Array>,
    Same<typeof runs.hourly.rain, Float64Array>,
    Same<typeof runs.hourly.rain_member07, Float64Array | undefined>,
    // Names that are not known at compile time are found, not read.
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
    // A series with more columns fits where fewer are needed, not the other way round.
    Extends<Series.Series<"rain" | "showers">, Series.Series<"rain">>,
    Extends<Series.Series<"rain">, Series.Series>,
    Extends<Series.Series<string>, Series.Series>,
    Same<Extends<Series.Series<"rain">, Series.Series<"rain" | "showers">>, false>,
    Same<Extends<Series.Series<string>, Series.Series<"rain">>, false>
  ]
>

/** Known names complete, others pass. */
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
  // @ts-expect-error it wasn't asked for
  columns.rain,
  // @ts-expect-error nor its unit
  columns.units.rain,
  // @ts-expect-error nor the block
  blocks.current,
  // @ts-expect-error no variable of it was asked for
  blocks.hourly,
  // @ts-expect-error of which model?
  models.hourly.rain,
  // @ts-expect-error it wasn't asked for
  runs.hourly.snowfall,
  // @ts-expect-error nobody knows
  unknown.rain,
  // @ts-expect-error perhaps it was asked for, perhaps not
  get({ hourly: some }).hourly.rain,
  // @ts-expect-error it wasn't asked for
  now.rain
]

export const views = (module: typeof Series) => {
  const series = get({ hourly: ["rain", "showers"] }).hourly
  const selected: Series.Series<"rain"> = module.select(series, ["rain"])
  const sliced: typeof series = module.slice(series, {})
  return [
    selected,
    sliced,
    module.max(series, "rain"),
    // @ts-expect-error it wasn't asked for
    module.max(series, "snowfall"),
    // @ts-expect-error it wasn't asked for
    module.select(series, ["snowfall"])
  ]
}
