/** GitHub's dialect: how it states limits and errors, how it pages, and what its tokens look like. */
import * as Duration from "effect/Duration"
import { budgetFrom, type Dialect, numberIn, type Response } from "../rest/Dialect.ts"
import type { LimitSignal } from "../rest/Limit.ts"
import * as ErrorBody from "./internal/errorBody.ts"

/** Searches are counted by the minute, everything else by the hour. In milliseconds, with room for rounded seconds. */
const windowOf = (resource: string): number => (/search/.test(resource) ? 60_000 : 3_600_000) + 2_000

const remaining = "x-ratelimit-remaining"

const budget = budgetFrom({
  limit: "x-ratelimit-limit",
  remaining,
  used: "x-ratelimit-used",
  resource: "x-ratelimit-resource",
  reset: "x-ratelimit-reset",
  resetAs: "epoch-seconds",
  window: windowOf
})

const speaksOfSecondary = /secondary rate limit|abuse (?:detection|rate|limit)/i
const linksToSecondary = /secondary-rate-limit|abuse-rate-limit/i
// A message may quote a name, such as `rate-limit-io` or `anti-abuse`, so only whole phrases count.
const speaksOfLimit = /\brate limit/i
const linksToLimit = /rate-?limit/i

/**
 * Returns the rate limit that a response signals, if any. A 429 always is one. A 403 is one if it has `Retry-After`, or if
 * its message or documentation link mentions one: secondary limits often have no headers. If nothing remains, a 403 is one
 * unless it has a message about something else, as the last request of a window may lack a permission.
 */
const limit = (response: Response, now: number): LimitSignal | undefined => {
  if (response.status !== 403 && response.status !== 429) return undefined
  const after = response.retryAfter
  const spent = numberIn(response.headers, remaining) === 0
  const { isOwn, link, message } = wordsOf(response.body)
  const secondary = speaksOfSecondary.test(message) || linksToSecondary.test(link)
  const speaks = secondary || speaksOfLimit.test(message) || linksToLimit.test(link)
  if (response.status === 403 && after === undefined && !speaks && (isOwn || !spent)) return undefined
  const kind = spent && !secondary ? "primary" : "secondary"
  if (after !== undefined) return { kind, retryAt: now + Duration.toMillis(after) }
  // A reset that has passed says nothing: asking again at once would meet the same limit.
  const resetAt = spent && !secondary ? budget(response.headers, "", now)?.resetAt : undefined
  return { kind, retryAt: resetAt !== undefined && resetAt > now ? resetAt : undefined }
}

/**
 * The message and link of an error, and whether they are the service's own. Other fields may quote user content. A body that
 * is not JSON is all message.
 */
const wordsOf = (body: string): { readonly message: string; readonly link: string; readonly isOwn: boolean } => {
  const { documentationUrl, message } = ErrorBody.parse(body)
  return message === undefined && documentationUrl === undefined
    ? { message: body, link: "", isOwn: false }
    : { message: message ?? "", link: documentationUrl ?? "", isOwn: true }
}

/** Parameters that are one name. Refs, labels, environments and packages may have slashes in theirs. */
const isName = /^(?:(?:template_)?(?:owner|repo)|org|enterprise|username|(?:team|app)_slug|gist_id|secret_name|sha)$/

/** Sent as `%2F`, a slash in a name would only be a 404. */
const refusesInPath = (parameter: string, value: string): string | undefined => {
  if (!isName.test(parameter) || !value.includes("/")) return undefined
  return /owner|repo/.test(parameter)
    ? 'contains a "/": pass the owner and the repository separately'
    : 'contains a "/", which no name of this kind has'
}

/** The service does not say whether something is missing or hidden, so the message says both. */
const advice = (status: number | null, hasToken: boolean): string | undefined => {
  if (status === 404) {
    return hasToken
      ? "it does not exist, or the token may not see it"
      : "it does not exist, or it is private: no token was sent"
  }
  if (hasToken) return undefined
  if (status === null) return "set GITHUB_TOKEN for a higher limit"
  return status === 401 ? "no token was sent: set GITHUB_TOKEN" : undefined
}

export const dialect: Dialect = {
  resource: "core",
  pageSize: { usual: 30, most: 100 },
  requestId: ["x-github-request-id", "x-request-id"],
  headers: [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-ratelimit-resource",
    "x-ratelimit-used",
    "x-accepted-github-permissions",
    "x-github-sso"
  ],
  // Before one in a URL may be an encoded character, such as %22, which ends with a letter or a digit.
  tokens: /(?:\b|%[\dA-Fa-f]{2})(?:gh[pousr]_|github_pat_)\w+/g,
  errorBody: ErrorBody.parse,
  budget,
  limit,
  refusesInPath,
  advice,
  forbidden: (headers, body) => ({
    acceptedPermissions: ErrorBody.acceptedPermissions(headers["x-accepted-github-permissions"]),
    ssoUrl: ErrorBody.ssoUrl(headers["x-github-sso"]),
    block: ErrorBody.block(body)
  })
}

const withAliases = (own: Dialect): Dialect => ({
  ...own,
  aliases: [
    { path: "/repos/{owner}/{repo}", links: "/repositories/{id}" },
    { path: "/orgs/{org}", links: "/organizations/{id}" },
    { path: "/orgs/{org}/teams/{team_slug}", links: "/organizations/{id}/team/{team_id}" },
    { path: "/users/{username}", links: "/user/{id}" }
  ]
})

/** The same for listings, whose links have other forms of paths. Other operations do not carry them. */
export const listingDialect = withAliases(dialect)
