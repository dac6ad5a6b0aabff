/** The instants of rows. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import type { Zone } from "../world/zones.ts"
import type { Moments, Query, Wanted } from "./query.ts"

const quarter = 900_000
const hour = 3_600_000

const steps = (from: number, to: number, step: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step)

const around = ({ ahead, initial, past = 0, usual }: Moments, unit: number, now: number, { cut, offset }: Zone) => {
  const present =
    initial === undefined ? Math.floor((now + cut) / unit) * unit : Math.floor((now + cut) / day) * day + initial * unit
  return [present - past * unit - offset, present + (ahead ?? usual) * unit - offset] as const
}

/** From the hour of the run on, by the clock of the place. */
const ofRun = ({ hours, quarters, run = 0 }: Query, { days, zone }: Wanted, unit: number) => {
  const start = days[0] - zone.offset + new Date(run).getUTCHours() * hour
  const ahead = hours.ahead === undefined ? days[1] + day - days[0] : hours.ahead * hour
  const most = unit === quarter && quarters.ahead !== undefined ? quarters.ahead * quarter : ahead
  return [start, start + most] as const
}

/** The instants of rows within days. */
export const momentTimes = (
  query: Query,
  wanted: Wanted,
  block: "hourly" | "minutely_15",
  now: number
): ReadonlyArray<number> => {
  const { days, zone } = wanted
  const [kind, unit] = block === "hourly" ? (["hours", hour] as const) : (["quarters", quarter] as const)
  const step = block === "hourly" ? query.step * 1_000 : quarter
  if (query.run !== undefined) return steps(...ofRun(query, wanted, unit), step)
  const span = wanted[kind]
  if (span !== undefined) return steps(span[0] - zone.offset, span[1] + unit - zone.offset, step)
  // Quarters of an hour follow the hours.
  if (wanted.hours !== undefined)
    return steps(wanted.hours[0] - zone.offset, wanted.hours[1] + hour - zone.offset, step)
  const moments = query[kind]
  if (moments.past !== undefined || moments.ahead !== undefined) {
    return steps(...around(moments, unit, now, zone), step)
  }
  const [first, last] = block === "hourly" ? days : wanted.quarterDays
  return steps(first - zone.offset, last + day - zone.offset, step)
}

const month = (instant: number, more: number): number => {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more)
}

/** A Monday, 00:00 UTC. */
export const monday = Date.UTC(1970, 0, 5)

/**
 * The start of each period that overlaps the span, and the end of the last one. Days begin in the zone, weeks and months
 * in UTC.
 */
export const edgesOf = (block: SeriesBlock, { days, zone }: Wanted): ReadonlyArray<number> => {
  if (block === "daily") return steps(days[0] - zone.offset, days[1] + 2 * day - zone.offset, day)
  const [first, end] = [days[0] - zone.cut, days[1] + day - zone.cut]
  if (block === "weekly")
    return steps(monday + Math.floor((first - monday) / (7 * day)) * 7 * day, end + 7 * day, 7 * day)
  const months = Math.ceil((end - first) / (28 * day))
  const edges = Array.from({ length: months + 2 }, (_, more) => month(first, more))
  return edges.slice(0, edges.findIndex((edge) => edge >= end) + 1)
}
