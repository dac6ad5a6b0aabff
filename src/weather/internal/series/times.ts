/** Times that programs write, as instants. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { type Civil, type CivilUnit, civilUnits, type Zone } from "../../series/Model.ts"
import { beginOf } from "./calendar.ts"
import { offsetsIn } from "./clock.ts"
import { zoned } from "./held.ts"

const pattern =
  /^(\d{4}-(\d\d)-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/

const dayMillis = 86_400_000

/** A time that was read. */
export interface ReadTime {
  /** NaN if it is not a time, or one that the clocks skip. */
  readonly instant: number
  /** Whether it is a date alone. */
  readonly isDate: boolean
}

const nothing: ReadTime = { instant: Number.NaN, isDate: false }

const offsetOf = (text: string): number => {
  if (text === "Z") return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(":", "") || 0)]
  return (text.startsWith("-") ? -60_000 : 60_000) * (60 * hours + minutes)
}

/**
 * Makes a function that reads times one after the other. A time without an offset is that of the zone. Of two instants
 * with the same time, it is the first one that is later than the time before.
 */
export const timesIn = (zone: DateTime.TimeZone): ((text: string) => ReadTime) => {
  // One for each place in time, because each remembers its week.
  const [before, after, there] = [offsetsIn(zone), offsetsIn(zone), offsetsIn(zone)]
  let last = Number.NEGATIVE_INFINITY
  const local = (clock: number): number => {
    const [one, other] = [before(clock - dayMillis), after(clock + dayMillis)]
    const first = clock - Math.max(one, other)
    const second = clock - Math.min(one, other)
    const isFirst = first + there(first) === clock
    if (isFirst && (first > last || first === second)) return first
    return second + there(second) === clock ? second : isFirst ? first : Number.NaN
  }
  return (text) => {
    const match = pattern.exec(text)
    if (match === null) return nothing
    const [, day = "", month, hours, minutes, seconds = "0", fraction = "0", suffix] = match
    const date = Date.parse(day)
    // A month without this day becomes the next one.
    if (new Date(date).getUTCMonth() !== Number(month) - 1) return nothing
    if (hours === undefined) {
      const instant = beginOf(date, zone)
      last = instant
      return { instant, isDate: true }
    }
    const clock =
      date +
      Number(hours) * 3_600_000 +
      Number(minutes) * 60_000 +
      Number(seconds) * 1_000 +
      Math.floor(Number(`0.${fraction}`) * 1_000)
    const instant = suffix === undefined ? local(clock) : clock - offsetOf(suffix)
    last = instant
    return { instant, isDate: false }
  }
}

/** The years that a label has: from 0 to 9999. */
const [firstInstant, lastInstant] = [Date.parse("0000-01-01"), Date.parse("9999-12-31T23:59:59.999Z")]

/** Whether this is an instant of the years that labels have. */
export const isInstant = (millis: number): boolean => millis >= firstInstant && millis <= lastInstant

const isCivilUnit = (period: unknown): period is CivilUnit => civilUnits.some((unit) => unit === period)

/** Returns how long rows last; undefined if none lasts so long: it is not above 0, or longer than all years that there are. */
export const lengthOf = (period: CivilUnit | Duration.Input, zone: DateTime.TimeZone): number | Civil | undefined => {
  if (isCivilUnit(period)) return { unit: period, zone }
  const millis = Option.match(Duration.fromInput(period), { onNone: () => 0, onSome: Duration.toMillis })
  return millis > 0 && millis <= lastInstant - firstInstant ? millis : undefined
}

/** Returns the zone of this name, or undefined if the runtime does not know it. */
export const zoneNamed = (zone: string | DateTime.TimeZone): DateTime.TimeZone | undefined =>
  typeof zone === "string" ? Option.getOrUndefined(DateTime.zoneFromString(zone)) : zone

/** Describes a zone by the offset that it has at an instant. It keeps its name: the runtime calls `GMT` `UTC`. */
export const describe = (zone: DateTime.TimeZone, instant: number, name = DateTime.zoneToString(zone)): Zone => ({
  name,
  abbreviation: name,
  offset: DateTime.zonedOffset(zoned(instant, zone))
})

/** Returns the smallest distance between rows, if at least half of all have it. */
export const periodOf = (time: Float64Array): number | null => {
  let least = Infinity
  let count = 0
  for (let i = 1; i < time.length; i++) {
    const distance = (time[i] ?? 0) - (time[i - 1] ?? 0)
    if (distance < least) {
      least = distance
      count = 0
    }
    if (distance === least) count++
  }
  return time.length > 1 && 2 * count >= time.length - 1 ? least : null
}
