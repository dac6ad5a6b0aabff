/**
 * What is particular to a service: how its responses state limits and errors, and how its listings are paged.
 *
 * Everything else of the client knows HTTP alone. `Transport.make` and the declarations (`Operation.operation` and the
 * others) take the dialect of their service.
 */
import type * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import type { Budget, LimitSignal } from "./Limit.ts"
import type { ErrorBody, Forbidden } from "./RestError.ts"

/** A response as the dialect looks at it. */
export interface Response {
  readonly status: number
  readonly headers: Headers.Headers
  /** The body as text, cut at `ErrorBodyLimit`. Empty while only the head is known. */
  readonly body: string
  /** From `Retry-After`, no longer than `RateLimit.MaxRetryAfter`. */
  readonly retryAfter: Duration.Duration | undefined
}

export interface Dialect {
  /** The rate-limit resource of declarations that name none. */
  readonly resource: string
  /** Items of a page when the request does not say how many, and the most that a page may have. */
  readonly pageSize: { readonly usual: number; readonly most: number }
  /** The response headers that hold the request id. The first one that is present counts. */
  readonly requestId: ReadonlyArray<string>
  /** Matches what looks like one of the service's tokens; global. Matches are redacted wherever text is shown. */
  readonly tokens?: RegExp | undefined
  /** What the body of an error says. It must not throw: a body can be HTML, empty, or cut off. */
  readonly errorBody: (body: string) => ErrorBody
  /** The budget that the headers of a response state, with a plausible reset. `now` is in milliseconds. */
  readonly budget: (headers: Headers.Headers, resource: string, now: number) => Budget | undefined
  /**
   * Whether a response is a rate limit, and which. `now` is in milliseconds. It is asked twice: for the head alone, so
   * that nothing is sent while the body is on its way, and for the whole response.
   */
  readonly limit: (response: Response, now: number) => LimitSignal | undefined
  /** The status that an error response means, where it differs from the one that it has. Default: its own. */
  readonly meaning?: ((response: Response) => number) | undefined
  /** What the headers of a 403 say. */
  readonly forbidden?: ((headers: Headers.Headers) => Pick<Forbidden, "acceptedPermissions" | "ssoUrl">) | undefined
}
