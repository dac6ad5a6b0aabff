/**
 * Failures on purpose: what goes wrong, for which requests, and how often.
 *
 * **When to use**
 *
 * To see how a program copes with lost connections, rate limits, outages and malformed responses. Every run fails in the
 * same way: even `random` depends on its seed alone. Add faults to a simulator with `faults.add` of its handle.
 *
 * **Details**
 *
 * A fault selects requests by `operation`, `method`, `path`, `requestBody` and `matching`; without any of these, it
 * selects all requests. It hits the `nth` selected request (the first by default) and those after it, `times` in all (once by
 * default).
 *
 * Most faults replace or damage a response. At most one of them hits a request: the one that was added first. Several of
 * them form a script, played one after another. `delayed`, `skewedClock` and `foreignLink` combine with any other fault.
 *
 * With `event`, a fault hits deliveries to hooks, and without it none: `Faults.unavailable({ event: "issues" })` is a
 * receiver that answers 503, and `Faults.silence({ event: "*" })` one that never answers. `undelivered`,
 * `deliveredTwice`, `deliveredLate` and `wrongSignature` are for deliveries alone, and hit any event by default.
 *
 * `operation` must be one that the simulator serves; select other requests by `method` and `path`. `Archive.stream` and
 * the weather's `getMany` operations send the same requests as the `get` of their module, so a fault for one of them
 * hits the others too. A download of a release's asset is two requests of `Releases.downloadAsset`: the service answers
 * the first one with a redirect, and its storage the second one with the bytes. Select the second one alone by its path:
 * `path: /^\/github-production-release-asset\//`.
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
import type { Acted, Fault, Keep, When } from "./FaultTypes.ts"
import type { Window } from "./WeatherSeed.ts"
import { response, bytesOf, httpDate, json, lost, textOf } from "./internal/exchange.ts"
import { inPlace, part, spoiling, whenOf } from "./internal/fault.ts"
import { limitReached, secondaryLimitDocumentation, secondaryLimitMessage } from "./internal/forge/http/refusals.ts"
import { limitReasons, refusal } from "./internal/weather/parameters.ts"

export type { Acted, Chance, Fault, Hit, Keep, Seen, When } from "./FaultTypes.ts"

/** Loses the connection before the service acts. */
export const requestLost = (options: When = {}): Fault =>
  inPlace("requestLost", options, false, () => lost("connection reset before the request was handled"))

/** Lets the service act, then loses the connection before the response arrives. */
export const answerLost = (options: When = {}): Fault =>
  inPlace("answerLost", options, true, () => lost("connection reset before the answer was sent"))

/** Sends bytes that are not HTTP. The service does not act, unless `acted` is true. */
export const garbage = (options: When & Acted = {}): Fault =>
  inPlace("garbage", options, options.acted ?? false, () =>
    lost("the answer is not HTTP", "\u0016\u0003\u0001 no HTTP\r\n\r\n")
  )

/** Never answers. The service does not act. */
export const silence = (options: When = {}): Fault => ({
  name: "silence",
  when: whenOf(options),
  delay: Duration.infinity,
  instead: () => lost("no answer")
})

/** When the client may retry: a duration from now, sent as seconds or as an HTTP-date. */
export interface RetryAfter {
  /** Sent as `Retry-After`; not sent by default. */
  readonly retryAfter?: Duration.Input
  /** How `Retry-After` states it; `seconds` by default. */
  readonly retryAfterAs?: "seconds" | "date"
}

const retryAfterHeader = ({ retryAfter, retryAfterAs }: RetryAfter, now: number): Record<string, string> => {
  if (retryAfter === undefined) return {}
  const millis = Duration.toMillis(retryAfter)
  const value =
    retryAfterAs === "date" ? httpDate(Math.ceil((now + millis) / 1000) * 1000) : String(Math.ceil(millis / 1000))
  return { "retry-after": value }
}

/** Which requests are answered, and with what. */
export interface AnswerOptions extends When, Acted, RetryAfter {
  /** Status of the response. */
  readonly status: number
  /** A string is sent as is, anything else as JSON. */
  readonly body?: unknown
  /** Headers in addition to the usual ones; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>
}

/**
 * Sends this response in place of the service's own. Also answers for operations that the simulator does not serve:
 * select them by `method` and `path`.
 */
export const answered = (options: AnswerOptions): Fault =>
  inPlace("answered", options, options.acted ?? false, ({ now }) => {
    const headers = { ...retryAfterHeader(options, now), ...options.headers }
    const { body = "", status } = options
    return typeof body === "string" ? response(status, body, headers) : json(status, body, headers)
  })

/** Simulates an outage: 503, or another status, with the service's own error body. */
export const unavailable = (options: When & Acted & RetryAfter & { readonly status?: number } = {}): Fault =>
  inPlace("unavailable", options, options.acted ?? false, ({ now, unavailable: words }) => {
    const refused = words(options.status ?? 503)
    return { ...refused, headers: { ...refused.headers, ...retryAfterHeader(options, now) } }
  })

const page =
  "<!DOCTYPE html>\n<html>\n<head><title>Unicorn!</title></head>\n<body><h1>We had issues producing the response to your request.</h1></body>\n</html>\n"

/** Sends an HTML page, as a proxy in front of the service does: 502, or another status. */
export const html = (options: When & Acted & { readonly status?: number } = {}): Fault =>
  inPlace("html", options, options.acted ?? false, () => ({
    ...response(options.status ?? 502, page, { "content-type": "text/html; charset=utf-8" }),
    foreign: true
  }))

/** Sends the service's response without its body. */
export const emptyBody = (options: When = {}): Fault =>
  spoiling("emptyBody", options, (self) => ({ ...self, body: "" }))

/** Sends a complete response whose body ends too early, so that its JSON does not parse. */
export const truncated = (options: When & Keep = {}): Fault =>
  spoiling("truncated", options, (self) => ({
    ...self,
    body: bytesOf(self.body).slice(0, part(self, options.keep ?? 0.5))
  }))

/** Loses the connection in the middle of the body. */
export const cutOff = (options: When & Keep = {}): Fault =>
  spoiling("cutOff", options, (self) => ({
    ...self,
    interrupted: { after: part(self, options.keep ?? 0.5), by: "loss" }
  }))

/** Stops sending in the middle of the body, and keeps the connection open. */
export const stalled = (options: When & Keep = {}): Fault =>
  spoiling("stalled", options, (self) => ({
    ...self,
    interrupted: { after: part(self, options.keep ?? 0.5), by: "silence" }
  }))

/** Sends the service's response with another JSON body, of the wrong shape for example. */
export const rewritten = (options: When & { readonly rewrite: (body: unknown) => unknown }): Fault =>
  spoiling("rewritten", options, (self) => {
    const value: unknown = JSON.parse(textOf(self.body))
    return { ...self, body: JSON.stringify(options.rewrite(value)) }
  })

/** Which requests are limited, and how the service says so. */
export interface LimitOptions extends When, RetryAfter {
  /** 403 by default; the service also uses 429. */
  readonly status?: 403 | 429
  /** False leaves the rate-limit headers out of the response. */
  readonly headers?: boolean
}

const noLimitHeaders: Readonly<Record<string, null>> = {
  "x-ratelimit-limit": null,
  "x-ratelimit-remaining": null,
  "x-ratelimit-used": null,
  "x-ratelimit-reset": null,
  "x-ratelimit-resource": null
}

/**
 * Refuses as if GitHub's primary rate limit were used up. By the response, it resets after `resetIn`, a minute by default;
 * the simulator's own count does not change.
 */
export const primaryLimit = (options: LimitOptions & { readonly resetIn?: Duration.Input } = {}): Fault =>
  inPlace("primaryLimit", options, false, ({ login, now }) => {
    const refused = limitReached(login, options.status)
    const reset = Math.ceil((now + Duration.toMillis(options.resetIn ?? "1 minute")) / 1000)
    const limitHeaders = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) }
    const headers = {
      ...(options.headers === false ? noLimitHeaders : limitHeaders),
      ...retryAfterHeader(options, now)
    }
    return { ...refused, headers: { ...refused.headers, ...headers } }
  })

/**
 * Refuses with GitHub's secondary rate limit. The service marks it with `Retry-After`, with the message alone, or with
 * the documentation URL alone.
 */
export const secondaryLimit = (
  options: LimitOptions & {
    /** Another message, such as the older "abuse detection mechanism". */
    readonly message?: string
    /** Another documentation URL; null for none. */
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

/** Redirects with 302, or another status. The service does not act. */
export const redirected = (
  options: When & { readonly to: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
): Fault => inPlace("redirected", options, false, () => response(options.status ?? 302, "", { location: options.to }))

/**
 * Delays the response. The service acts at once, so a client that gives up before the response has come loses nothing but
 * that: a write has been carried out. Combines with other faults.
 */
export const delayed = (options: When & { readonly by: Duration.Input }): Fault => ({
  name: "delayed",
  when: whenOf(options),
  delay: Duration.fromInputUnsafe(options.by)
})

/**
 * Sets the service's clock ahead, or behind with a negative duration: in `Date`, in rate-limit resets and in
 * `Retry-After` dates. Hits every request by default, and combines with other faults.
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

/** Replaces the response's `Link` header: the next page is at this URL. Combines with other faults. */
export const foreignLink = (options: When & { readonly to: string }): Fault => ({
  name: "foreignLink",
  when: whenOf(options),
  alter: (self) => ({ ...self, headers: { ...self.headers, link: `<${options.to}>; rel="next"` } })
})

const ofDelivery =
  (name: string, delivery: NonNullable<Fault["delivery"]>) =>
  (options: When = {}): Fault => ({ name, when: { event: "*", ...whenOf(options) }, delivery })

/** Never sends a delivery to its hook, whose log does not have it: all that is left is to look for what was missed. */
export const undelivered: (options?: When) => Fault = ofDelivery("undelivered", "lost")

/** Sends a delivery twice, under the same GUID. */
export const deliveredTwice: (options?: When) => Fault = ofDelivery("deliveredTwice", "twice")

/** Holds a delivery back until a later one has ended, for a minute at most. */
export const deliveredLate: (options?: When) => Fault = ofDelivery("deliveredLate", "held")

/** Signs a delivery with a key that is not the hook's. */
export const wrongSignature: (options?: When) => Fault = ofDelivery("wrongSignature", "forged")

/** Options of `random`. */
export interface RandomOptions extends When {
  /**
   * What may happen, each as likely as the others; `nth` and `times` of these do not count. By default a lost request or
   * answer, 502, 503 with `Retry-After`, a proxy's page, a body that is cut off, or a delay of a second: what a client
   * that retries can survive.
   */
  readonly among?: ReadonlyArray<Fault>
}

/**
 * Hits a share of the selected requests, from 0 to 1, with a fault that is drawn for each of them. The same seed and the
 * same sequence of requests get the same faults. In the log, the requests have the names of the drawn faults.
 *
 * `Faults.random(7, 0.2)` hits a fifth of all requests. Combine it with `operation` or `among` to narrow it down:
 * `Faults.random(7, 0.5, { method: "POST", among: [Faults.answerLost()] })`.
 */
export const random = (seed: number, rate: number, options: RandomOptions = {}): Fault => ({
  name: "random",
  when: { times: Infinity, ...whenOf(options) },
  chance: { seed, rate, among: options.among ?? survivable }
})

const survivable: ReadonlyArray<Fault> = [
  requestLost(),
  answerLost(),
  unavailable({ status: 502 }),
  unavailable({ status: 503, retryAfter: "1 second" }),
  html(),
  cutOff(),
  delayed({ by: "1 second" })
]

/** Options of `quotaSpent`. */
export interface QuotaSpent extends When {
  /** The window that is used up, or `concurrent` for too many requests at a time; `minutely` by default. */
  readonly window?: Window | "concurrent"
}

/** Refuses as if a limit of the weather were used up: with 429, whose message names the limit but not when it ends. */
export const quotaSpent = (options: QuotaSpent = {}): Fault =>
  inPlace("quotaSpent", options, false, () => refusal(429, limitReasons[options.window ?? "minutely"]))

/** Breaks off the weather's response with the service's error text, under a status of success. `keep` is 0 by default. */
export const streamFailed = (options: When & Keep = {}): Fault =>
  spoiling("streamFailed", options, (self) => ({
    ...self,
    body: `${textOf(bytesOf(self.body).slice(0, part(self, options.keep ?? 0)))}Unexpected error while streaming data: timeoutReached`
  }))

/** Writes a coordinate of the weather's response as a bare `nan`, which is not JSON. */
export const bareNan = (options: When = {}): Fault =>
  spoiling("bareNan", options, (self) => ({
    ...self,
    body: textOf(self.body).replace(/"latitude":[-\d.e]+/, '"latitude":nan')
  }))
