/** The calendar of a time zone, by its rules. */
import * as DateTime from "effect/DateTime"
import type { Civil, CivilUnit } from "../../series/Model.ts"

const day = 86_400_000

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
const beginOf = (date: number, timeZone: DateTime.TimeZone): number =>
  DateTime.toEpochMillis(DateTime.makeZonedUnsafe(date, { timeZone, adjustForTimeZone: true }))

/**
 * Makes a function that returns the unit that contains an instant. Units follow each other without gaps, also where the
 * clocks are set back from shortly after midnight to the evening before: that hour belongs to the new day.
 *
 * The function remembers the last unit, so it is fast for instants in order.
 */
export const calendar = ({ unit, zone }: Civil): ((instant: number) => Span) => {
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
