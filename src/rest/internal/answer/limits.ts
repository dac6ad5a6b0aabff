/** Recognises rate limits in answers. */
import * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import * as ErrorBody from "./errorBody.ts"

/** What is left of a budget, as an answer's headers tell. */
export interface Budget {
  readonly resource: string
  readonly limit: number | null
  readonly remaining: number
  readonly used: number | null
  /** End of the window in milliseconds, by this machine's clock. */
  readonly resetAt: number
}

/** An answer that is a limit. */
export interface LimitAnswer {
  readonly kind: "primary" | "secondary"
  /** When the service allows the next request, in milliseconds by this machine's clock; undefined when it does not say. */
  readonly retryAt: number | undefined
  /** Which of the service's limits it is, where the answer names one. */
  readonly resource?: string | undefined
}

/** Recognises limits in the answers of a service. */
export interface LimitOf {
  (
    answer: { readonly status: number; readonly headers: Headers.Headers; readonly body: string },
    now: number
  ): LimitAnswer | undefined
}

const number = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === "") return undefined
  const value = Number(header)
  return Number.isFinite(value) ? value : undefined
}

/** The latest time that a date can hold: what lies beyond is as good as never. */
const latest = 8.64e15

/** Reads an HTTP-date: it begins with the name of a day. `Date.parse` by itself takes nearly anything for a date. */
export const httpDate = (text: string): number | undefined => {
  const millis = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}

/** Milliseconds to add to a time of the server to have it by this machine's clock. */
export const skew = (headers: Headers.Headers, now: number): number => {
  const date = httpDate(headers["date"] ?? "")
  return date === undefined ? 0 : now - date
}

/** Reads `x-ratelimit-*`. The reset is against the server's clock: its `Date` corrects it. */
export const budget = (headers: Headers.Headers, resource: string, now: number): Budget | undefined => {
  const remaining = number(headers["x-ratelimit-remaining"])
  const reset = number(headers["x-ratelimit-reset"])
  if (remaining === undefined || reset === undefined) return undefined
  return {
    resource: headers["x-ratelimit-resource"] ?? resource,
    limit: number(headers["x-ratelimit-limit"]) ?? null,
    remaining,
    used: number(headers["x-ratelimit-used"]) ?? null,
    resetAt: Math.max(0, Math.min(reset * 1_000 + skew(headers, now), latest))
  }
}

/** Reads `Retry-After`: seconds, or a date against the server's clock. */
export const retryAfter = (headers: Headers.Headers, now: number): Duration.Duration | undefined => {
  const header = headers["retry-after"]
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Duration.seconds(Math.min(Number(header), latest / 1_000))
  const date = httpDate(header)
  return date === undefined ? undefined : Duration.millis(Math.max(0, date + skew(headers, now) - now))
}

const speaksOfSecondary = /secondary rate limit|abuse (?:detection|rate|limit)/i
const linksToSecondary = /secondary-rate-limit|abuse-rate-limit/i
// A message may quote a name, such as `rate-limit-io` or `anti-abuse`: only whole phrases count there.
const speaksOfLimit = /\brate limit/i
const linksToLimit = /rate-?limit/i

/**
 * Whether an answer is a rate limit, and which. 429 always is. 403 is one with `Retry-After`, with nothing remaining,
 * or when its message or documentation link speaks of one: secondary limits often come without any header.
 */
export const limitOf: LimitOf = (answer, now) => {
  if (answer.status !== 403 && answer.status !== 429) return undefined
  const after = retryAfter(answer.headers, now)
  const spent = number(answer.headers["x-ratelimit-remaining"]) === 0
  const { link, message } = wordsOf(answer.body)
  const secondary = speaksOfSecondary.test(message) || linksToSecondary.test(link)
  const speaks = secondary || speaksOfLimit.test(message) || linksToLimit.test(link)
  if (answer.status === 403 && after === undefined && !spent && !speaks) return undefined
  const kind = spent && !secondary ? "primary" : "secondary"
  if (after !== undefined) return { kind, retryAt: Math.min(now + Duration.toMillis(after), latest) }
  // A reset that is over names no time: asking again at once would meet the same limit.
  const resetAt = spent && !secondary ? budget(answer.headers, "", now)?.resetAt : undefined
  return { kind, retryAt: resetAt !== undefined && resetAt > now ? resetAt : undefined }
}

/** Message and link: what else is in an error may quote what users wrote. Of what is no JSON, all. */
const wordsOf = (body: string): { readonly message: string; readonly link: string } => {
  const { documentationUrl, message } = ErrorBody.parse(body)
  return message === undefined && documentationUrl === undefined
    ? { message: body, link: "" }
    : { message: message ?? "", link: documentationUrl ?? "" }
}
