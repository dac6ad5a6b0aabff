/** The civil time of many instants. */
import * as DateTime from "effect/DateTime"
import type { Cycle } from "../../series/Model.ts"

const week = 7 * 86_400_000

const offsetAt = (instant: number, timeZone: DateTime.TimeZone): number =>
  DateTime.zonedOffset(DateTime.makeZonedUnsafe(instant, { timeZone }))

/**
 * Makes a function that returns the offset of a zone. It asks for those of weeks, and halves a week in which the clocks
 * change. No zone has changed its clocks there and back within a week.
 */
export const offsetsIn = (zone: DateTime.TimeZone): ((instant: number) => number) => {
  if (zone._tag === "Offset") return () => zone.offset
  let start = Number.NaN
  let end = Number.NaN
  let offset = Number.NaN
  return (instant) => {
    if (instant >= start && instant < end) return offset
    let low = Math.floor(instant / week) * week
    let high = low + week
    offset = offsetAt(low, zone)
    if (offset !== offsetAt(high, zone)) {
      let change = high
      let before = low
      while (change - before > 1) {
        const middle = Math.floor((before + change) / 2)
        if (offsetAt(middle, zone) === offset) before = middle
        else change = middle
      }
      if (instant < change) high = change
      else {
        low = change
        offset = offsetAt(low, zone)
      }
    }
    start = low
    end = high
    return offset
  }
}

const two = (n: number): string => String(n).padStart(2, "0")

const leapYear = 2_000

const dayMillis = 86_400_000

/** The months of a leap year before each one have so many days. */
const daysBefore = Array.from(
  { length: 12 },
  (_, month) => (Date.UTC(leapYear, month, 1) - Date.UTC(leapYear, 0, 1)) / dayMillis
)

/** The names of the places of a cycle, in order: `02-29`, `12`, `DJF`, `23`. */
export const placesOf: { readonly [Name in Cycle]: ReadonlyArray<string> } = {
  hour: Array.from({ length: 24 }, (_, hour) => two(hour)),
  dayOfYear: Array.from({ length: 366 }, (_, day) =>
    new Date(Date.UTC(leapYear, 0, 1 + day)).toISOString().slice(5, 10)
  ),
  month: Array.from({ length: 12 }, (_, month) => two(month + 1)),
  season: ["DJF", "MAM", "JJA", "SON"]
}

/** Makes a function that returns the place of an instant in a cycle, by the calendar of a zone. */
export const placeIn = (cycle: Cycle, zone: DateTime.TimeZone): ((instant: number) => number) => {
  const offset = offsetsIn(zone)
  if (cycle === "hour") {
    return (instant) => {
      const local = instant + offset(instant)
      return Math.floor((local - Math.floor(local / dayMillis) * dayMillis) / 3_600_000)
    }
  }
  // Many rows are of the same day.
  let day = Number.NaN
  let place = 0
  return (instant) => {
    const now = Math.floor((instant + offset(instant)) / dayMillis)
    if (now === day) return place
    day = now
    const date = new Date(day * dayMillis)
    const month = date.getUTCMonth()
    if (cycle === "month") place = month
    else if (cycle === "season") place = Math.floor(((month + 1) % 12) / 3)
    else place = (daysBefore[month] ?? 0) + date.getUTCDate() - 1
    return place
  }
}
