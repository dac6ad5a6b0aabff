/** Time zones: the service knows one offset for each request, that of now. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { nearest, type Point } from "./terrain.ts"

export interface Zone {
  readonly name: string
  /** `GMT+5:30` */
  readonly abbreviation: string
  /** Milliseconds. */
  readonly offset: number
}

const abbreviationOf = (offset: number): string => {
  if (offset === 0) return "GMT"
  const minutes = Math.abs(offset) / 60_000
  const rest = minutes % 60
  return `GMT${offset < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`
}

/** A zone as it is at an instant; undefined when there is no such zone. */
export const zoneAt = (name: string, now: number): Zone | undefined =>
  Option.getOrUndefined(
    Option.map(DateTime.makeZoned(now, { timeZone: name }), (zoned) => {
      const offset = DateTime.zonedOffset(zoned)
      return { name, abbreviation: abbreviationOf(offset), offset }
    })
  )

/** The zone of a point: that of a known place in the region, or else of the meridian. */
export const zoneNameOf = (
  point: Point,
  known: Iterable<Point & { readonly timezone?: string | undefined }>
): string => {
  const zone = nearest(known, point, 800)?.timezone
  if (zone !== undefined) return zone
  const hours = Math.round(point.longitude / 15)
  // The names of these count westwards.
  return hours === 0 ? "GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`
}
