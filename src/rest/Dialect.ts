/**
 * The conventions of a service: how its responses state limits and errors, and how its listings are paged.
 *
 * The rest of the client only knows HTTP. `Transport.make` and the declaring functions (`Operation.operation` and the
 * others) take the dialect of their service.
 */
import * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import * as ServerTime from "./internal/response/serverTime.ts"
import type { Budget, LimitSignal } from "./Limit.ts"
import type { RefusesInPath } from "./PathTemplate.ts"
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
  /**
   * Why a parameter of a path cannot have a value, such as "contains a slash"; undefined if it can. It is asked about values
   * that have to be encoded. Default: any text is sent, as one segment.
   */
  readonly refusesInPath?: RefusesInPath | undefined
  /**
   * Ends the message of an error: why it may be, or what to do. It is asked about what a status of 400 or more means, unless
   * it is a limit, and about `null`: a limit holds the request back, and nothing was sent. `hasToken` tells whether the
   * call has a token. Default: of a 401, "no token was sent" or "the token is wrong or expired".
   */
  readonly advice?: ((status: number | null, hasToken: boolean) => string | undefined) | undefined
  /** Reads the headers and the body of a 403 or a 451. */
  readonly forbidden?:
    | ((headers: Headers.Headers, body: string) => Partial<Pick<Forbidden, "acceptedPermissions" | "ssoUrl" | "block">>)
    | undefined
}

/**
 * Makes a dialect from what a service states, with defaults for the rest.
 *
 * **Details**
 *
 * By default, listings have 100 items per page; the request id is in `X-Request-Id`; the message of an error is the field
 * `detail` or `title` of a problem (RFC 9457), `message` or `error`; and no response states a budget. A 429 is a limit, up
 * to the time that `Retry-After` or the budget states.
 *
 * **Example** (A service that counts requests by the hour)
 *
 * ```ts
 * import * as Dialect from "forgecast/rest/Dialect"
 *
 * const dialect = Dialect.make({
 *   pageSize: { usual: 20, most: 50 },
 *   budget: Dialect.budgetFrom({
 *     limit: "x-quota-limit",
 *     remaining: "x-quota-left",
 *     reset: "x-quota-reset",
 *     resetAs: "seconds",
 *     window: () => 3_600_000
 *   })
 * })
 * ```
 */
export const make = (own: Partial<Dialect> = {}): Dialect => {
  const resource = own.resource ?? "requests"
  const budget = own.budget ?? (() => undefined)
  return {
    resource,
    pageSize: { usual: 100, most: 100 },
    requestId: ["x-request-id"],
    errorBody: messageFrom(["detail", "message", "title", "error"]),
    budget,
    limit: ({ headers, retryAfter, status }, now) => {
      if (status !== 429) return undefined
      const left = budget(headers, resource, now)
      const isSpent = left?.remaining === 0
      // A reset that has passed says nothing: asking again at once would meet the same limit.
      const resetAt = isSpent && left.resetAt > now ? left.resetAt : undefined
      return {
        kind: isSpent ? "primary" : "secondary",
        retryAt: retryAfter === undefined ? resetAt : now + Duration.toMillis(retryAfter)
      }
    },
    ...own
  }
}

/** The headers that state a budget, in lower case, and what they mean. */
export interface BudgetHeaders {
  /** States how many requests are left in the window. */
  readonly remaining: string
  /** States when the window ends. Without one of these two headers, a response states no budget. */
  readonly reset: string
  /** What the reset is: a time since 1970 by the server's clock, or a time from now on. */
  readonly resetAs: "epoch-seconds" | "epoch-milliseconds" | "seconds" | "milliseconds"
  /** States how many requests a window has. Default: not stated. */
  readonly limit?: string | undefined
  /** States how many requests were made in the window. Default: not stated. */
  readonly used?: string | undefined
  /** Names the resource. Default: that of the request. */
  readonly resource?: string | undefined
  /** The longest that a window of a resource lasts, in milliseconds. A reset that is further away is not believed. */
  readonly window: (resource: string) => number
}

/**
 * Reads the budget of a response from its headers. Corrects times of the server by its `Date`, unless that leads out of
 * the window: then `Date` is wrong, or the reset itself.
 */
export const budgetFrom = (names: BudgetHeaders): Dialect["budget"] => {
  const isTime = names.resetAs.startsWith("epoch")
  const unit = names.resetAs.endsWith("milliseconds") ? 1 : 1_000
  // No header has an empty name.
  const { limit = "", resource: name = "", used = "" } = names
  return (headers, requested, now) => {
    const remaining = numberIn(headers, names.remaining)
    const reset = numberIn(headers, names.reset)
    if (remaining === undefined || reset === undefined) return undefined
    // A name, not a text of any length.
    const resource = (headers[name] ?? requested).slice(0, 100)
    const stated = isTime ? reset * unit : now + reset * unit
    const skew = isTime ? clockSkew(headers, now) : 0
    return {
      resource,
      limit: numberIn(headers, limit) ?? null,
      remaining,
      used: numberIn(headers, used) ?? null,
      resetAt: plausibleReset(stated, skew, now, now + names.window(resource))
    }
  }
}

const plausibleReset = (reset: number, skew: number, now: number, latest: number): number => {
  const corrected = reset + skew
  if (corrected <= latest) return Math.max(0, corrected)
  return reset > now && reset <= latest ? reset : latest
}

/** The finite number that a header states; undefined if it is absent, empty or something else. */
export const numberIn = (headers: Headers.Headers, name: string): number | undefined => {
  const header = headers[name]
  if (header === undefined || header.trim() === "") return undefined
  const value = Number(header)
  return Number.isFinite(value) ? value : undefined
}

/**
 * Reads the message of an error body: the first of these fields that is a text. A body that is only a text in JSON is the
 * message itself. There is none in any other body.
 */
export const messageFrom =
  (fields: ReadonlyArray<string>): Dialect["errorBody"] =>
  (body) => ({ message: messageIn(body, fields), documentationUrl: undefined, issues: [] })

const messageIn = (body: string, fields: ReadonlyArray<string>): string | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof parsed === "string") return parsed || undefined
  if (typeof parsed !== "object" || parsed === null) return undefined
  for (const name of fields) {
    const text: unknown = Reflect.get(parsed, name)
    if (typeof text === "string" && text !== "") return text
  }
  return undefined
}

/**
 * How far the clock of this machine is ahead of the server's, in milliseconds, by the `Date` header; 0 without one. Add it
 * to a time that the server states. `now` is in milliseconds.
 */
export const clockSkew: (headers: Headers.Headers, now: number) => number = ServerTime.clockSkew
