/**
 * The conventions of a service: how its responses state limits and errors, and how its listings are paged.
 *
 * The rest of the client only knows HTTP. `Transport.make` and the declaring functions (`Operation.operation` and the
 * others) take the dialect of their service.
 */
import type * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import * as ServerTime from "./internal/answer/serverTime.ts"
import type { Budget, LimitSignal } from "./Limit.ts"
import type { ErrorBody, Forbidden } from "./RestError.ts"

/** A response as the dialect looks at it. */
export interface Response {
  /** Status of the response. */
  readonly status: number
  /** Headers of the response. */
  readonly headers: Headers.Headers
  /** The body as text, cut at `ErrorBodyLimit`. Empty while only the head is known. */
  readonly body: string
  /** From `Retry-After`, no longer than `RateLimit.MaxRetryAfter`. */
  readonly retryAfter: Duration.Duration | undefined
}

/** What is particular to a service: how it pages, limits, and says what is wrong. */
export interface Dialect {
  /** The rate-limit resource of declarations that do not name one. */
  readonly resource: string
  /** Items per page: `usual` when the request does not specify it, and `most` as the largest value allowed. */
  readonly pageSize: { readonly usual: number; readonly most: number }
  /**
   * Other forms of the beginnings of paths, which the service's links have: `links` is that of `path`, with numbers in
   * place of its parameters. A cursor may lead to them. Default: none.
   */
  readonly aliases?: ReadonlyArray<{ readonly path: string; readonly links: string }> | undefined
  /** The response headers that hold the request id. The first one present is used. */
  readonly requestId: ReadonlyArray<string>
  /**
   * The other response headers that it reads, in lower case. With fetch, to read all of them takes a tenth of a small
   * request. Default: all.
   */
  readonly headers?: ReadonlyArray<string> | undefined
  /** A global pattern that matches the service's tokens. Matches are redacted wherever text is shown. */
  readonly tokens?: RegExp | undefined
  /** Parses the body of an error. It must not throw: a body can be HTML, empty or cut off. */
  readonly errorBody: (body: string) => ErrorBody
  /** The budget that the headers of a response state, with a plausible reset. `now` is in milliseconds. */
  readonly budget: (headers: Headers.Headers, resource: string, now: number) => Budget | undefined
  /**
   * Whether a response is a rate limit, and which. `now` is in milliseconds. It is asked twice: for the head alone, so
   * that nothing is sent while the body is on its way, and for the whole response.
   */
  readonly limit: (response: Response, now: number) => LimitSignal | undefined
  /** The status that an error response means, if it differs from the one that it has. Default: its own. */
  readonly meaning?: ((response: Response) => number) | undefined
  /** Reads the headers of a 403. */
  readonly forbidden?: ((headers: Headers.Headers) => Pick<Forbidden, "acceptedPermissions" | "ssoUrl">) | undefined
}

/**
 * How far the clock of this machine is ahead of the server's, in milliseconds, by the `Date` header; 0 without one. Add it
 * to a time that the server states. `now` is in milliseconds.
 */
export const clockSkew: (headers: Headers.Headers, now: number) => number = ServerTime.clockSkew
