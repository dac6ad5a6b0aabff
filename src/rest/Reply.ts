/** A value with the metadata of its response. */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type { Validators } from "./HttpCache.ts"

/** What is left of a budget. */
export interface RateLimitStatus {
  /** The rate-limit resource that the request drew on. */
  readonly resource: string
  /** Requests per window; null when not stated. */
  readonly limit: number | null
  /** Requests that are left in the window. */
  readonly remaining: number
  /** Requests that were made in the window; null when not stated. */
  readonly used: number | null
  /** End of the window, by this machine's clock. */
  readonly resetAt: DateTime.Utc
}

/** The announced end of an endpoint. */
export interface Deprecation {
  /** When it became deprecated; null when the service states no date. */
  readonly since: DateTime.Utc | null
  /** When it stops working; null when the service states no date. */
  readonly sunset: DateTime.Utc | null
}

/** A value with the metadata of its response. */
export interface Reply<out A> {
  /** What the operation itself returns. */
  readonly value: A
  /** Status of the response; for a cached response, its original status. */
  readonly status: number
  /** Pass them to `.ifChanged`. */
  readonly validators: Validators
  /** Null when the response does not state it. */
  readonly rateLimit: RateLimitStatus | null
  /** When the service sent the response, by its own clock; null when it does not say, or when a cache answered. */
  readonly date: DateTime.Utc | null
  /** The id that the service gave the request. */
  readonly requestId: string | null
  /** Null unless the service announces that the endpoint will go. */
  readonly deprecation: Deprecation | null
  /** How long the service asks clients to wait before they read it again; null when it does not say. */
  readonly pollInterval: Duration.Duration | null
  /** Whether the value came from the cache: confirmed by a 304, or still fresh. */
  readonly cached: boolean
}
