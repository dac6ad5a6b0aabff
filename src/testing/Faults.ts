/**
 * Scripted trouble: what goes wrong, with which requests, how often.
 *
 * **When to use**
 *
 * To see how a program bears lost connections, limits, outages and nonsense, always in the same way: nothing here is
 * random. Add faults to a simulator with its handle's `faults.add`.
 *
 * **Details**
 *
 * Each fault says which requests it means (`operation`, `method`, `path`, `matching`; none of these: all of them), from
 * the how-manieth on (`nth`) and how often (`times`, once when left out). Of the faults that take the place of an
 * answer or spoil it, one hits a request, the first that was added; so several make a script, played one after
 * another. `delayed`, `skewedClock` and `foreignLink` go along with any other.
 *
 * `operation` is one that the simulator serves; other requests are meant by `method` and `path`. `Archive.stream` and the
 * `getMany` of the weather mean the `get` beside them: what they send is the same.
 *
 * **Example**
 *
 * ```ts
 * yield* simulator.faults.add(
 *   Faults.unavailable({ operation: "Issues.list", times: 2, retryAfter: "2 seconds" }),
 *   Faults.answerLost({ operation: "Issues.createComment" })
 * )
 * ```
 */
import * as Duration from "effect/Duration"
import { answer, bytesOf, httpDate, json, lost, textOf } from "./internal/exchange.ts"
import { type Acted, type Fault, inPlace, type Keep, part, spoiling, type When, whenOf } from "./internal/fault.ts"
import { limitReached, secondaryLimitDocumentation, secondaryLimitMessage } from "./internal/forge/http/refusals.ts"

export type { Acted, Fault, Keep, Seen, When } from "./internal/fault.ts"
export { bareNan, quotaSpent, type QuotaSpent, streamFailed } from "./internal/weather/faults.ts"

/** The connection is lost before the service has acted. */
export const requestLost = (options: When = {}): Fault =>
  inPlace("requestLost", options, false, () => lost("connection reset before the request was handled"))

/** The service acts, and the connection is lost before its answer has arrived. */
export const answerLost = (options: When = {}): Fault =>
  inPlace("answerLost", options, true, () => lost("connection reset before the answer was sent"))

/** Something that is not HTTP comes back; the service has not acted. */
export const garbage = (options: When & Acted = {}): Fault =>
  inPlace("garbage", options, options.acted ?? false, () =>
    lost("the answer is not HTTP", "\u0016\u0003\u0001 no HTTP\r\n\r\n")
  )

/** No answer ever comes. The service has not acted. */
export const silence = (options: When = {}): Fault => ({
  name: "silence",
  when: whenOf(options),
  delay: Duration.infinity,
  instead: () => lost("no answer")
})

/** When to come back: a duration from now, told in seconds or as an HTTP-date. */
export interface RetryAfter {
  readonly retryAfter?: Duration.Input
  readonly retryAfterAs?: "seconds" | "date"
}

const retryAfterHeader = ({ retryAfter, retryAfterAs }: RetryAfter, now: number): Record<string, string> => {
  if (retryAfter === undefined) return {}
  const millis = Duration.toMillis(retryAfter)
  const value =
    retryAfterAs === "date" ? httpDate(Math.ceil((now + millis) / 1000) * 1000) : String(Math.ceil(millis / 1000))
  return { "retry-after": value }
}

export interface AnswerOptions extends When, Acted, RetryAfter {
  readonly status: number
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | null>>
}

/**
 * Any other answer in place of the service's own; or the answer of an operation that the simulator doesn't serve, meant
 * by `method` and `path`.
 */
export const answered = (options: AnswerOptions): Fault =>
  inPlace("answered", options, options.acted ?? false, ({ now }) => {
    const headers = { ...retryAfterHeader(options, now), ...options.headers }
    const { body = "", status } = options
    return typeof body === "string" ? answer(status, body, headers) : json(status, body, headers)
  })

/** An outage: 503, or another status, in the service's own words. */
export const unavailable = (options: When & Acted & RetryAfter & { readonly status?: number } = {}): Fault =>
  inPlace("unavailable", options, options.acted ?? false, ({ now, unavailable: words }) => {
    const refused = words(options.status ?? 503)
    return { ...refused, headers: { ...refused.headers, ...retryAfterHeader(options, now) } }
  })

const page =
  "<!DOCTYPE html>\n<html>\n<head><title>Unicorn!</title></head>\n<body><h1>We had issues producing the response to your request.</h1></body>\n</html>\n"

/** A page of HTML from something before the service: 502, or another status. */
export const html = (options: When & Acted & { readonly status?: number } = {}): Fault =>
  inPlace("html", options, options.acted ?? false, () => ({
    ...answer(options.status ?? 502, page, { "content-type": "text/html; charset=utf-8" }),
    foreign: true
  }))

/** The service's answer without its body. */
export const emptyBody = (options: When = {}): Fault =>
  spoiling("emptyBody", options, (self) => ({ ...self, body: "" }))

/** A whole answer whose body ends too early: JSON that does not parse. */
export const truncated = (options: When & Keep = {}): Fault =>
  spoiling("truncated", options, (self) => ({
    ...self,
    body: bytesOf(self.body).slice(0, part(self, options.keep ?? 0.5))
  }))

/** The connection is lost in the middle of the body. */
export const cutOff = (options: When & Keep = {}): Fault =>
  spoiling("cutOff", options, (self) => ({
    ...self,
    interrupted: { after: part(self, options.keep ?? 0.5), by: "loss" }
  }))

/** The body stops coming in the middle, and the connection stays open. */
export const stalled = (options: When & Keep = {}): Fault =>
  spoiling("stalled", options, (self) => ({
    ...self,
    interrupted: { after: part(self, options.keep ?? 0.5), by: "silence" }
  }))

/** The service's answer with another JSON value for its body: the wrong shape, say. */
export const rewritten = (options: When & { readonly rewrite: (body: unknown) => unknown }): Fault =>
  spoiling("rewritten", options, (self) => {
    const value: unknown = JSON.parse(textOf(self.body))
    return { ...self, body: JSON.stringify(options.rewrite(value)) }
  })

export interface LimitOptions extends When, RetryAfter {
  /** 403 when left out; 429 is the other that the service uses. */
  readonly status?: 403 | 429
  /** False: the answer says nothing of limits in its headers. */
  readonly headers?: boolean
}

const noLimitHeaders: Readonly<Record<string, null>> = {
  "x-ratelimit-limit": null,
  "x-ratelimit-remaining": null,
  "x-ratelimit-used": null,
  "x-ratelimit-reset": null,
  "x-ratelimit-resource": null
}

/** GitHub's primary rate limit is spent, for once: until `resetIn` from now, a minute when left out. */
export const primaryLimit = (options: LimitOptions & { readonly resetIn?: Duration.Input } = {}): Fault =>
  inPlace("primaryLimit", options, false, ({ login, now }) => {
    const refused = limitReached(login, options.status)
    const reset = Math.ceil((now + Duration.toMillis(options.resetIn ?? "1 minute")) / 1000)
    const told = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) }
    const headers = { ...(options.headers === false ? noLimitHeaders : told), ...retryAfterHeader(options, now) }
    return { ...refused, headers: { ...refused.headers, ...headers } }
  })

/**
 * GitHub's secondary rate limit. Real ones come with `Retry-After`, or with nothing but their message, or with nothing but the
 * documentation's address.
 */
export const secondaryLimit = (
  options: LimitOptions & {
    /** Other words, such as the older "abuse detection mechanism". */
    readonly message?: string
    /** Another page; null for none. */
    readonly documentation?: string | null
  } = {}
): Fault =>
  inPlace("secondaryLimit", options, false, ({ now }) => {
    const { documentation = secondaryLimitDocumentation, message = secondaryLimitMessage, status = 403 } = options
    return json(
      status,
      { message, ...(documentation === null ? {} : { documentation_url: documentation }) },
      { ...(options.headers === false ? noLimitHeaders : {}), ...retryAfterHeader(options, now) }
    )
  })

/** A redirect, as 302 or another status. The service does not act. */
export const redirected = (
  options: When & { readonly to: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
): Fault => inPlace("redirected", options, false, () => answer(options.status ?? 302, "", { location: options.to }))

/** Each answer takes so much longer. Goes along with other faults. */
export const delayed = (options: When & { readonly by: Duration.Input }): Fault => ({
  name: "delayed",
  when: whenOf(options),
  delay: Duration.fromInputUnsafe(options.by)
})

/**
 * The service's clock is ahead by so much, or behind (negative): in `Date`, in the resets of limits and in
 * `Retry-After` dates. Hits every request unless told otherwise, and goes along with other faults.
 */
export const skewedClock = (options: When & { readonly by: Duration.Input }): Fault => {
  const by = Duration.toMillis(options.by)
  const later = (date: string) => httpDate(Date.parse(date) + by)
  return {
    name: "skewedClock",
    when: { times: Infinity, ...whenOf(options) },
    alter: (self) => {
      const { date, "retry-after": retryAfter, "x-ratelimit-reset": reset } = self.headers
      const headers: Record<string, string> = {}
      if (typeof date === "string") headers["date"] = later(date)
      if (typeof reset === "string") headers["x-ratelimit-reset"] = String(Number(reset) + Math.round(by / 1000))
      if (typeof retryAfter === "string" && retryAfter.endsWith("GMT")) {
        headers["retry-after"] = later(retryAfter)
      }
      return { ...self, headers: { ...self.headers, ...headers } }
    }
  }
}

/** The answer's `Link` leads elsewhere: its next page is at this URL. Goes along with other faults. */
export const foreignLink = (options: When & { readonly to: string }): Fault => ({
  name: "foreignLink",
  when: whenOf(options),
  alter: (self) => ({ ...self, headers: { ...self.headers, link: `<${options.to}>; rel="next"` } })
})
