/**
 * Columns of weather over a time axis.
 *
 * **What**
 *
 * The columns of a `Series` are its properties: `hourly.temperature_2m` is a `Float64Array` with one value for each
 * row, and NaN where the service has no value. `hourly.time` has the instants of the rows (milliseconds since 1970,
 * UTC), and `hourly.units` has the units. The type knows the columns: a column that was not requested does not compile.
 *
 * **Functions**
 *
 * A series is iterable: `for (const row of hourly)`. The functions of this module take the series first, or last in a
 * pipe: `Series.max(hourly, "rain")` and `pipe(hourly, Series.max("rain"))` are the same. They do not change a series.
 * Results with the same rows or columns share memory with it.
 *
 * Larger subjects are separate modules, such as `forgecast/weather/series/Rolling` for moving windows: `Gaps`, `Spells`,
 * `Climatology`, `DegreeDays`, `Distribution`, `Correlation`, `Verify`, and `FromArrow`.
 *
 * **Gotchas**
 *
 * The service applies one offset from UTC, that of the time of the request, to a whole series, across daylight-saving
 * changes and back to 1940. The labels of hours and the start of days use that offset. The instants of a `Series` are
 * correct; `zone.offset` is the service's offset. For the civil time of a place, set the time zone of the instant:
 * `DateTime.setZoneNamedUnsafe(row.time, series.zone.name)`. A day is its date, that of `Series.label` and of
 * `row.time` unchanged: in the zone, it may begin at 23:00 of the date before.
 *
 * In a zone whose offset has a part of an hour, the service reads hourly and daily values at the offset cut to whole
 * hours. The row of 12:00 in India has the values of 12:30.
 */
import * as Held from "./internal/series/held.ts"
import type { Series } from "./series/Model.ts"

export {
  type Aggregate,
  type AggregateName,
  type Measure,
  measure,
  percentile,
  shareAbove,
  shareBelow
} from "./series/Aggregate.ts"
export { answerSchema, ensembleAnswerSchema } from "./series/AnswerJson.ts"
export { type Accumulation, cumulative, difference, filter, shift } from "./series/Change.ts"
export { merge, MergeFailed, type MergeOptions, type Numbers, rename, withColumn } from "./series/Columns.ts"
export { convert, ConvertFailed, type Unit } from "./series/Convert.ts"
export { CsvFailed, type CsvOptions, fromCsv, fromCsvStream } from "./series/Csv.ts"
export { join, JoinFailed } from "./series/Join.ts"
export { partialSchema, schema } from "./series/Json.ts"
export { fromRows, make, MakeFailed, type MakeOptions, type OwnRow, type Time, type Value } from "./series/Make.ts"
export type {
  AnySeries,
  Cell,
  Civil,
  CivilUnit,
  Column,
  Instant,
  PartialSeries,
  Period,
  Row,
  Series,
  Zone
} from "./series/Model.ts"
export { mergeNearest, type NearestOptions } from "./series/Nearest.ts"
export { type CalendarOptions, type Group, groupBy, resample } from "./series/Resample.ts"
export {
  at,
  dateTime,
  during,
  find,
  label,
  nearest,
  nearestToNow,
  type Range,
  row,
  rows,
  select,
  slice
} from "./series/Rows.ts"
export {
  count,
  highest,
  lowest,
  max,
  mean,
  median,
  min,
  quantile,
  standardDeviation,
  sum
} from "./series/Statistics.ts"
export { csvLines, table, type TableOptions, toCsv } from "./series/Text.ts"
export { fromTransferable, type Message, pairs, toTransferable, type Transferable } from "./series/Transfer.ts"

/** Whether a value is a series. Use `find` for its columns. */
export const isSeries: (value: unknown) => value is Series<string> = Held.isSeries

export { members, overMembers } from "./series/Ensemble.ts"
