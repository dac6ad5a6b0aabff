/**
 * Parses the requested days and hours, which become the instants of rows, and refuses them in the words of the service.
 */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import { invalidValue, refuse } from "../parameters.ts"
import type { Edge, Service } from "../services.ts"
import type { Zone } from "../world/terrain.ts"
import type { Moments, Query, Span, PlaceQuery } from "./query.ts"

const day = 86_400_000

export const one = (query: URLSearchParams, name: string): string | undefined => query.get(name) ?? undefined

/** The start and the end of a span for one place. */
type Ends = readonly [start: string | undefined, end: string | undefined]

/** A count; `words` are those of the refusal, which names the most where it says what was given. */
const countOf = (query: URLSearchParams, name: string, most: number, words: string): number | undefined => {
  const text = one(query, name)
  if (text === undefined) return undefined
  const value = /^-?\d+$/.test(text) ? Number(text) : invalidValue("Int", text, name)
  return value < 0 || value > most
    ? refuse(`${words} is invalid. Allowed range 0 to ${most}. Given ${words === "Past days" ? value : most}.`)
    : value
}

/** The largest number of days before today. */
const mostPast = ({ pastDays, since }: Service, today: number): number =>
  pastDays ?? (today - edgeOf(since, today)) / day

const quarterDaysOf = ({ quarterDays = 3 }: Service): number => quarterDays

/** The numbers of hours, or of quarters of an hour, around now. */
export const momentsOf = (
  query: URLSearchParams,
  service: Service,
  unit: "hours" | "minutely_15",
  today: number
): Moments => {
  const units = unit === "hours" ? 24 : 96
  return {
    past: countOf(query, `past_${unit}`, mostPast(service, today) * units, "Past days"),
    ahead: countOf(query, `forecast_${unit}`, service.maxForecastDays * units, "Forecast days"),
    initial: countOf(query, `initial_${unit}`, Number.MAX_SAFE_INTEGER, "Initial step"),
    usual: (unit === "hours" ? service.maxForecastDays : quarterDaysOf(service)) * units
  }
}

const isoDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const dayOf = (text: string): number => {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) || isoDay(instant) !== text
    ? refuse("Invalid date format. Make sure to use 'YYYY-MM-DD'")
    : instant
}

export const timeOf = (text: string): number => {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(instant) ? refuse("Invalid date format. Make sure to use 'YYYY-MM-DD'") : instant
}

const edgeOf = (edge: Edge, today: number): number => (typeof edge === "string" ? Date.parse(edge) : today + edge * day)

/** Checks that a span lies within the data of the service; `today` is that of UTC. */
const allowed = (span: Span, unit: string, { maxForecastDays, since, until }: Service, today: number): Span => {
  const [from, to] = [edgeOf(since, today), edgeOf(until ?? maxForecastDays - 1, today)]
  for (const [name, given] of [
    [`start_${unit}`, span[0]],
    [`end_${unit}`, span[1]]
  ] as const) {
    if (given < from || given >= to + day) {
      return refuse(`Parameter '${name}' is out of allowed range from ${isoDay(from)} to ${isoDay(to)}`)
    }
  }
  return span
}

const inOrder = ([first, last]: Span): Span =>
  last < first ? refuse("End-date must be larger or equals than start-date") : [first, last]

const uneven = "Parameter 'start_date' and 'end_date' must have the same number of elements"

/** Parses a span of hours or quarters of an hour; undefined if there is none. */
export const spanOf = (
  [start, end]: Ends,
  unit: "hourly" | "minutely_15",
  service: Service,
  today: number
): Span | undefined => {
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined) {
    return refuse(uneven)
  }
  return allowed(inOrder([timeOf(start), timeOf(end)]), unit, service, today)
}

const excluded = [
  "past_days",
  "forecast_days",
  "past_hours",
  "forecast_hours",
  "past_minutely_15",
  "forecast_minutely_15"
]

/** Refuses numbers of rows around now beside a span. */
export const checkSpans = (query: URLSearchParams): void => {
  const spans = ["start_date", "end_date", "start_hour", "end_hour", "start_minutely_15", "end_minutely_15"]
  const given = spans.find((name) => query.has(name))
  if (given === undefined) return
  if (query.has("run")) refuse(`Parameter '${given}' must not be set`)
  const name = excluded.find((name) => Number(query.get(name) ?? 0) !== 0)
  if (name !== undefined) refuse(`Parameter '${name}' is mutually exclusive with 'start_date' and 'end_date'`)
}

/** The current day at the place, and in UTC, each as a midnight in UTC. */
interface Today {
  readonly local: number
  readonly utc: number
}

/** The requested days, and those of quarters of an hour; all are midnights in UTC. There are none beside hours alone. */
export const daysOf = (
  query: URLSearchParams,
  service: Service,
  [start, end]: Ends,
  today: Today,
  hasHours: boolean
): { readonly days: Span; readonly quarterDays: Span } => {
  // A run begins where it begins, and may be as long as it is.
  const ofRun = query.has("run")
  const past = ofRun ? 0 : countOf(query, "past_days", mostPast(service, today.utc), "Past days")
  const most = ofRun ? Number.MAX_SAFE_INTEGER : service.maxForecastDays
  const ahead = countOf(query, "forecast_days", most, "Forecast days")
  if (start === undefined && end === undefined) {
    const within = (usual: number): Span => [
      today.local - (past ?? 0) * day,
      today.local + ((ahead ?? usual) - 1) * day
    ]
    const none: Span = [today.local, today.local - day]
    return hasHours
      ? { days: none, quarterDays: none }
      : { days: within(service.forecastDays), quarterDays: within(quarterDaysOf(service)) }
  }
  if (start === undefined || end === undefined) return refuse(uneven)
  const days = allowed(inOrder([dayOf(start), dayOf(end)]), "date", service, today.utc)
  return { days, quarterDays: days }
}

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
const ofRun = ({ hours, quarters, run = 0 }: Query, { days, zone }: PlaceQuery, unit: number) => {
  const start = days[0] - zone.offset + new Date(run).getUTCHours() * hour
  const ahead = hours.ahead === undefined ? days[1] + day - days[0] : hours.ahead * hour
  const most = unit === quarter && quarters.ahead !== undefined ? quarters.ahead * quarter : ahead
  return [start, start + most] as const
}

/** The instants of rows within days. */
export const momentTimes = (
  query: Query,
  wanted: PlaceQuery,
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
export const edgesOf = (block: SeriesBlock, { days, zone }: PlaceQuery): ReadonlyArray<number> => {
  if (block === "daily") return steps(days[0] - zone.offset, days[1] + 2 * day - zone.offset, day)
  const [first, end] = [days[0] - zone.cut, days[1] + day - zone.cut]
  if (block === "weekly")
    return steps(monday + Math.floor((first - monday) / (7 * day)) * 7 * day, end + 7 * day, 7 * day)
  const months = Math.ceil((end - first) / (28 * day))
  const edges = Array.from({ length: months + 2 }, (_, more) => month(first, more))
  return edges.slice(0, edges.findIndex((edge) => edge >= end) + 1)
}
