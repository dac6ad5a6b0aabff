/** GitHub's dialect: how it states limits and errors, how it pages, and what its tokens look like. */
import * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import type { Dialect, Response } from "../rest/Dialect.ts"
import { clockSkew, latestTime, retryAfter } from "../rest/internal/answer/serverTime.ts"
import type { Budget, LimitSignal } from "../rest/Limit.ts"
import * as ErrorBody from "./internal/errorBody.ts"

/** Reads `x-ratelimit-*`. The reset is by the server's clock; the `Date` header corrects the difference. */
const budget = (headers: Headers.Headers, resource: string, now: number): Budget | undefined => {
  const remaining = number(headers["x-ratelimit-remaining"])
  const reset = number(headers["x-ratelimit-reset"])
  if (remaining === undefined || reset === undefined) return undefined
  return {
    resource: headers["x-ratelimit-resource"] ?? resource,
    limit: number(headers["x-ratelimit-limit"]) ?? null,
    remaining,
    used: number(headers["x-ratelimit-used"]) ?? null,
    resetAt: Math.max(0, Math.min(reset * 1_000 + clockSkew(headers, now), latestTime))
  }
}

const number = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === "") return undefined
  const value = Number(header)
  return Number.isFinite(value) ? value : undefined
}

const speaksOfSecondary = /secondary rate limit|abuse (?:detection|rate|limit)/i
const linksToSecondary = /secondary-rate-limit|abuse-rate-limit/i
// A message may quote a name, such as `rate-limit-io` or `anti-abuse`, so only whole phrases count.
const speaksOfLimit = /\brate limit/i
const linksToLimit = /rate-?limit/i

/**
 * Returns the rate limit that a response signals, if any. A 429 always is one. A 403 is one if it has `Retry-After`, if
 * nothing remains, or if its message or documentation link mentions one: secondary limits often have no headers.
 */
const limit = (response: Response, now: number): LimitSignal | undefined => {
  if (response.status !== 403 && response.status !== 429) return undefined
  const after = retryAfter(response.headers, now)
  const spent = number(response.headers["x-ratelimit-remaining"]) === 0
  const { link, message } = wordsOf(response.body)
  const secondary = speaksOfSecondary.test(message) || linksToSecondary.test(link)
  const speaks = secondary || speaksOfLimit.test(message) || linksToLimit.test(link)
  if (response.status === 403 && after === undefined && !spent && !speaks) return undefined
  const kind = spent && !secondary ? "primary" : "secondary"
  if (after !== undefined) return { kind, retryAt: Math.min(now + Duration.toMillis(after), latestTime) }
  // A reset in the past is useless: an immediate retry would hit the same limit.
  const resetAt = spent && !secondary ? budget(response.headers, "", now)?.resetAt : undefined
  return { kind, retryAt: resetAt !== undefined && resetAt > now ? resetAt : undefined }
}

/** The message and link of an error. Other fields may quote user content. A body that is not JSON is all message. */
const wordsOf = (body: string): { readonly message: string; readonly link: string } => {
  const { documentationUrl, message } = ErrorBody.parse(body)
  return message === undefined && documentationUrl === undefined
    ? { message: body, link: "" }
    : { message: message ?? "", link: documentationUrl ?? "" }
}

export const dialect: Dialect = {
  resource: "core",
  pageSize: { usual: 30, most: 100 },
  requestId: ["x-github-request-id", "x-request-id"],
  tokens: /\b(?:gh[pousr]_|github_pat_)\w+/g,
  errorBody: ErrorBody.parse,
  budget,
  limit,
  forbidden: (headers) => ({
    acceptedPermissions: ErrorBody.acceptedPermissions(headers["x-accepted-github-permissions"]),
    ssoUrl: ErrorBody.ssoUrl(headers["x-github-sso"])
  })
}
