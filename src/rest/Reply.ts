/** An answer with what came beside its value. */
import * as DateTime from "effect/DateTime"
import type * as Headers from "effect/http/Headers"
import * as Option from "effect/Option"
import type { Validators } from "./HttpCache.ts"
import { httpDate } from "./internal/limits.ts"

/** What is left of a budget. */
export interface RateLimitStatus {
  readonly resource: string
  readonly limit: number | null
  readonly remaining: number
  readonly used: number | null
  /** End of the window, by this machine's clock. */
  readonly resetAt: DateTime.Utc
}

/** The announced end of what was asked. */
export interface Deprecation {
  /** Since when it is deprecated; null when the service gives no date. */
  readonly since: DateTime.Utc | null
  /** When it stops to answer. */
  readonly sunset: DateTime.Utc | null
}

export interface Reply<out A> {
  readonly value: A
  /** Status of the answer; for one from the cache, of the answer that was kept. */
  readonly status: number
  /** Pass them to `.ifChanged`. */
  readonly validators: Validators
  /** Where the answer told. */
  readonly rateLimit: RateLimitStatus | null
  /** The service's id of the request. */
  readonly requestId: string | null
  readonly deprecation: Deprecation | null
  /** Whether the value came from the cache: confirmed by a 304, or still fresh. */
  readonly cached: boolean
}

const lasting = ["etag", "last-modified", "link", "deprecation", "sunset"]
const notableNames = [...lasting, "x-github-request-id", "x-request-id"]

/** The headers that a reply tells of: all that is kept with an answer. */
export const notable = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const few: Record<string, string> = {}
  for (const name of notableNames) {
    const value = headers[name]
    if (value !== undefined) few[name] = value
  }
  return few
}

/** Whether a 304 says nothing that the kept answer does not say. */
export const saysNothingNew = (
  confirmation: Readonly<Record<string, string>>,
  kept: Readonly<Record<string, string>>
): boolean => lasting.every((name) => confirmation[name] === undefined || confirmation[name] === kept[name])

export const validatorsOf = (headers: Headers.Headers): Validators => ({
  ...(headers["etag"] === undefined ? undefined : { etag: headers["etag"] }),
  ...(headers["last-modified"] === undefined ? undefined : { lastModified: headers["last-modified"] })
})

/** Reads `Deprecation` (a date, `@` and epoch seconds by RFC 9745, or `true`) and `Sunset` (RFC 8594). */
export const deprecationOf = (headers: Headers.Headers): Deprecation | null => {
  const deprecation = headers["deprecation"]
  const sunset = headers["sunset"]
  if (deprecation === undefined && sunset === undefined) return null
  return { since: date(deprecation), sunset: date(sunset) }
}

const date = (header: string | undefined): DateTime.Utc | null => {
  if (header === undefined) return null
  const seconds = /^@(-?\d+)$/.exec(header)?.[1]
  const millis = seconds === undefined ? httpDate(header) : Number(seconds) * 1_000
  return millis === undefined ? null : Option.getOrNull(DateTime.make(millis))
}
