/** The types of functions of series. The compiler checks them; nothing runs. */
import { pipe } from "effect/Function"
import * as Series from "../../../src/weather/Series.ts"

declare const hourly: Series.Series<"temperature_2m" | "rain">
declare const partial: Series.PartialSeries<"rain_gfs" | "rain_icon">

export const days = Series.resample(hourly, "day", { rain: "sum", low: ["temperature_2m", "min"] })
export const cells: Float64Array = days.low
export const last: Series.Series<"rain"> = pipe(hourly, Series.resample("day", { rain: "sum" }))
export const months: Series.Series<"rain_gfs"> = Series.resample(partial, "month", { rain_gfs: "mean" })

// @ts-expect-error The result has no column that was not aggregated.
void days.temperature_2m
// @ts-expect-error There is no column of this name.
export const unknown = Series.resample(hourly, "day", { snow: "sum" })
// @ts-expect-error There is no column of this name.
export const unknownSource = Series.resample(hourly, "day", { low: ["snow", "min"] })
// @ts-expect-error There is no column of this name.
export const unknownLast = pipe(hourly, Series.resample("day", { snow: "sum" }))
// @ts-expect-error There is no such statistic.
export const statistic = Series.resample(hourly, "day", { rain: "total" })
// @ts-expect-error There is no column of this name.
export const sum = pipe(hourly, Series.sum("snow"))
// @ts-expect-error There is no column of this name.
export const chosen = pipe(hourly, Series.select(["snow"]))

for (const row of hourly) {
  const value: number | null = row.rain
  // @ts-expect-error The row has no such cell.
  const other: unknown = row.snow
  void [value, other]
}
