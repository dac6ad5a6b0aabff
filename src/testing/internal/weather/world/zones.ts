/** Time zones. The service uses one offset for a whole request: the current one. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { nearest, type Point } from "./terrain.ts"

export interface Zone {
  readonly name: string
  /** Such as `GMT+5:30`. */
  readonly abbreviation: string
  /** Milliseconds. */
  readonly offset: number
  /** The offset cut to whole hours. The service finds the current hour and day by it, and reads data at it. */
  readonly cut: number
}

const abbreviationOf = (offset: number): string => {
  if (offset === 0) return "GMT"
  const minutes = Math.abs(offset) / 60_000
  const rest = minutes % 60
  return `GMT${offset < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`
}

/** Returns a zone with its offset at an instant; undefined if there is no such zone. */
export const zoneAt = (name: string, now: number): Zone | undefined =>
  Option.getOrUndefined(
    Option.map(DateTime.makeZoned(now, { timeZone: name }), (zoned) => {
      const offset = DateTime.zonedOffset(zoned)
      return { name, abbreviation: abbreviationOf(offset), offset, cut: Math.trunc(offset / 3_600_000) * 3_600_000 }
    })
  )

/** Returns the name of a point's zone: that of a known place within 800 km, otherwise that of the meridian. */
export const zoneNameOf = (
  point: Point,
  known: Iterable<Point & { readonly timezone?: string | undefined }>
): string => {
  const zone = nearest(known, point, 800)?.timezone
  if (zone !== undefined) return zone
  const hours = Math.round(point.longitude / 15)
  // Names of these zones count westwards.
  return hours === 0 ? "GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`
}
