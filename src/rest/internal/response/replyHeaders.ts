/** Reads the headers that a `Reply` reports. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import type { Dialect } from "../../Dialect.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Deprecation } from "../../Reply.ts"
import { httpDate, sentAt } from "./serverTime.ts"

const lasting = ["etag", "last-modified", "link", "deprecation", "sunset", "x-poll-interval"]

/** The other headers that the pipeline reads. */
const read = [
  "cache-control",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "date",
  "location",
  "retry-after"
]

/** The headers that matter of a response that is not a download; undefined for all. */
export const readOf = ({ headers, requestId }: Dialect): ReadonlyArray<string> | undefined =>
  headers && [...lasting, ...read, ...requestId, ...headers]

/** The headers that a `Reply` reports. A cached response stores no others. */
export const notable = (headers: Readonly<Record<string, string>>, { requestId }: Dialect): Record<string, string> => {
  const few: Record<string, string> = {}
  for (const names of [lasting, requestId]) {
    for (const name of names) {
      const value = headers[name]
      if (value !== undefined) few[name] = value
    }
  }
  return few
}

/** Whether the headers of a 304 add nothing to those of the cached response. */
export const saysNothingNew = (
  confirmation: Readonly<Record<string, string>>,
  kept: Readonly<Record<string, string>>
): boolean => {
  for (const name of lasting) {
    const value = confirmation[name]
    if (value !== undefined && value !== kept[name]) return false
  }
  return true
}

export const validatorsOf = ({ etag, "last-modified": lastModified }: Headers.Headers): Validators => ({
  ...(etag === undefined ? undefined : { etag }),
  ...(lastModified === undefined ? undefined : { lastModified })
})

/** The id that the service, or a proxy in front of it, gave the request. */
export const requestIdOf = (headers: Headers.Headers, { requestId }: Dialect): string | null => {
  for (const name of requestId) {
    const id = headers[name]
    if (id !== undefined) return id
  }
  return null
}

/** Reads `Deprecation` (a date, `@` and epoch seconds as in RFC 9745, or `true`) and `Sunset` (RFC 8594). */
export const deprecationOf = ({ deprecation, sunset }: Headers.Headers): Deprecation | null =>
  deprecation === undefined && sunset === undefined ? null : { since: dateIn(deprecation), sunset: dateIn(sunset) }

const dateIn = (header: string | undefined): DateTime.Utc | null => {
  if (header === undefined) return null
  const seconds = /^@(-?\d+)$/.exec(header)?.[1]
  const millis = seconds === undefined ? httpDate(header) : Number(seconds) * 1_000
  const date = new Date(millis ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : DateTime.fromDateUnsafe(date)
}

/** Reads `Date`: when the service sent a response, by its own clock. */
export const dateOf = (headers: Headers.Headers): DateTime.Utc | null => {
  const millis = sentAt(headers)
  return millis === undefined ? null : DateTime.fromDateUnsafe(new Date(millis))
}

/** The longest plausible interval, in seconds: a day. A longer one would stop a poll for good. */
const longestInterval = 86_400

/** Reads `X-Poll-Interval`: the seconds between two reads of the same resource. */
export const pollIntervalOf = (headers: Headers.Headers): Duration.Duration | null => {
  const seconds = Number(headers["x-poll-interval"])
  return seconds > 0 && seconds <= longestInterval ? Duration.seconds(seconds) : null
}
