/** Which rows belong to which hours, days, weeks, months or years. */
import type * as DateTime from "effect/DateTime"
import type { AnySeries, CivilUnit } from "../../series/Model.ts"
import { calendar, type Span } from "./calendar.ts"
import { endsOf } from "./end.ts"

const hour = 3_600_000

/** A span of time, and the indices of its rows. */
export interface Rows extends Span {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Whether rows cover all of the span, of which the first and the last may belong to other spans. */
  readonly complete: boolean
}

const hours =
  (offset: number) =>
  (instant: number): Span => {
    const start = Math.floor((instant + offset) / hour) * hour - offset
    return { start, end: start + hour }
  }

/**
 * Divides the rows into spans. A row belongs to the span that contains its middle: the service's days begin at the
 * midnight of one offset, an hour before or after the civil day in the other half of the year. Such a day covers that of
 * its date. Of other rows, each instant of the span must lie in one.
 */
export const spansOf = (series: AnySeries, unit: CivilUnit | "hour", zone: DateTime.TimeZone): ReadonlyArray<Rows> => {
  const { dates, length, time } = series
  const spanOf = unit === "hour" ? hours(series.zone.offset) : calendar({ unit, zone })
  const endOf = endsOf(series)
  const spans: Array<Rows> = []
  for (let from = 0; from < length;) {
    const begin = time[from] ?? Number.NaN
    const { end, start } = spanOf((begin + endOf(from)) / 2)
    // A date before the first one would belong to the span before.
    let complete = dates
      ? begin - (endOf(from) - begin) / 2 < start
      : begin <= start || (from > 0 && endOf(from - 1) >= begin)
    let to = from
    let last = begin
    while (to < length) {
      const next = time[to] ?? Number.NaN
      const nextEnd = endOf(to)
      if (to > from && (next + nextEnd) / 2 >= end) break
      if (to > from && next > last) complete = false
      last = nextEnd
      to++
    }
    // A date after the last one would belong to the span after.
    const isEnd = dates
      ? last + (last - (time[to - 1] ?? Number.NaN)) / 2 >= end
      : last >= end || (to < length && (time[to] ?? Number.NaN) <= last)
    spans.push({ start, end, from, to, complete: complete && isEnd })
    from = to
  }
  return spans
}
