/** The calendar of a time zone, by its rules; where rows end, and which rows belong to which units. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { AnySeries, CivilUnit } from "../../series/Model.ts"
import { isCivil, type Parts } from "./held.ts"

const day = 86_400_000

/** The zone of the calendar. If the runtime does not know its name, its offset is all that is known. */
export const zoneOf = ({ period, zone }: Pick<Parts, "period" | "zone">): DateTime.TimeZone =>
  isCivil(period)
    ? period.zone
    : Option.getOrElse(DateTime.zoneMakeNamed(zone.name), () => DateTime.zoneMakeOffset(zone.offset))

/** A span of time. `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the first day of the unit that contains a date. Dates are midnights in UTC. */
const firstOf = (unit: CivilUnit, date: number): number => {
  const calendar = new Date(date)
  switch (unit) {
    case "day":
      return date
    case "week":
      return date - ((calendar.getUTCDay() + 6) % 7) * day
    case "month":
      return calendar.setUTCDate(1)
    case "year":
      return calendar.setUTCMonth(0, 1)
  }
}

/** Returns the first day of the unit after that of a first day. */
const nextOf = (unit: CivilUnit, first: number): number => {
  const calendar = new Date(first)
  switch (unit) {
    case "day":
      return first + day
    case "week":
      return first + 7 * day
    case "month":
      return calendar.setUTCMonth(calendar.getUTCMonth() + 1)
    case "year":
      return calendar.setUTCFullYear(calendar.getUTCFullYear() + 1)
  }
}

const offsetAt = (instant: number, timeZone: DateTime.TimeZone): number =>
  DateTime.zonedOffset(DateTime.makeZonedUnsafe(instant, { timeZone }))

/**
 * Returns the first instant of a date. It is later than midnight if the clocks skip midnight, and the earlier of two
 * midnights if the clocks are set back then.
 */
export const beginOf = (date: number, timeZone: DateTime.TimeZone): number =>
  DateTime.toEpochMillis(DateTime.makeZonedUnsafe(date, { timeZone, adjustForTimeZone: true }))

/**
 * Makes a function that returns the unit that contains an instant. Units follow each other without gaps, also where the
 * clocks are set back from shortly after midnight to the evening before: that hour belongs to the new day.
 *
 * The function remembers the last unit, so it is fast for instants in order.
 */
const calendar = (unit: CivilUnit, zone: DateTime.TimeZone): ((instant: number) => Span) => {
  let next = Number.NaN
  let start = Number.NaN
  let end = Number.NaN
  let offset = Number.NaN
  /** Goes on to the next unit. */
  const advance = (): void => {
    start = end
    next = nextOf(unit, next)
    // In most cases, the offset is that of the unit before.
    const expected = next - offset
    if (offsetAt(expected, zone) === offset) end = expected
    else {
      end = beginOf(next, zone)
      offset = offsetAt(end, zone)
    }
  }
  return (instant) => {
    if (instant >= end && next - offset === end) advance()
    if (!(instant >= start && instant < end)) {
      offset = offsetAt(instant, zone)
      const first = firstOf(unit, Math.floor((instant + offset) / day) * day)
      next = nextOf(unit, first)
      start = beginOf(first, zone)
      end = beginOf(next, zone)
      offset = offsetAt(end, zone)
      while (end <= instant) advance()
    }
    return { start, end }
  }
}

/**
 * Makes a function that returns the instant at which a row ends. If the rows differ in length, a row lasts no longer than
 * either distance to its neighbours, and a row without neighbours no longer than its first millisecond.
 */
export const endsOf = ({ period, time }: Pick<Parts, "period" | "time">): ((index: number) => number) => {
  const startOf = (index: number): number => time[index] ?? Number.NaN
  if (isCivil(period) && period.unit !== null) {
    const unitOf = calendar(period.unit, period.zone)
    return (index) => (index in time ? unitOf(startOf(index)).end : Number.NaN)
  }
  if (period === "month") {
    return (index) => {
      const date = new Date(startOf(index))
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
    }
  }
  if (typeof period === "number") return (index) => startOf(index) + period
  return (index) => {
    const start = startOf(index)
    const least = Math.min(start - (time[index - 1] ?? -Infinity), (time[index + 1] ?? Infinity) - start)
    return start + (least === Infinity ? 1 : least)
  }
}

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
  const spanOf = unit === "hour" ? hours(series.zone.offset) : calendar(unit, zone)
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
