/** An answer with what came beside its value. */
import type * as DateTime from "effect/DateTime"
import type { Validators } from "./HttpCache.ts"

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
