/** What requests cost, and who has to wait: the primary and the secondary rate limits together. */
import type { Response } from "../../../Exchange.ts"
import type { LimitsSeed } from "../../../ForgeSeed.ts"
import type { Resource } from "../../../ForgeState.ts"
import { limitReached, pointsSpent, secondaryLimitReached } from "../http/refusals.ts"
import type { Match } from "../http/router.ts"
import { type Cost, type Limits, makeLimits, makeSecondary, type Principal, type Secondary } from "../state/limits.ts"

/** A request, as the limits see it. */
export interface Charge {
  readonly principal: Principal
  /** Null if the request is free. */
  readonly resource: Resource | null
  readonly cost: Cost
  /** What it takes of the primary limit; 1 by default. */
  readonly points?: number | undefined
}

/** What ends the paths of writes that create nothing: they add what is there already, or only answer. */
const additions: ReadonlySet<string> = new Set(["assignees", "generate-notes", "labels", "requested_reviewers"])

/** Whether an endpoint creates content: an issue, a comment, a commit, a release and the like. */
const creates = (match: Match | undefined): boolean => {
  if (match === undefined || typeof match.route.access !== "object") return false
  const { method, template } = match.route
  const last = template.at(-1) ?? ""
  // Files are written with PUT and DELETE, and so are merges: they make commits.
  if (template[3] === "contents" || last === "merge") return method !== "GET"
  // A label of a repository is created, and a label of an issue is added.
  return method === "POST" && (template.length === 4 || !additions.has(last))
}

/** Reads take no points, so that a program can read any number of pages while a test's clock stands still. */
export const chargeOf = (principal: Principal, isRead: boolean, match: Match | undefined): Charge => ({
  principal,
  resource: match === undefined ? "core" : match.route.resource,
  cost: { points: isRead ? 0 : 5, creates: !isRead && creates(match) }
})

export interface Charges {
  /** Null if the service has no limits, the default of self-hosted ones. */
  readonly limits: Limits | null
  readonly secondary: Secondary | null
  /** Why the service does not take the request now. */
  readonly refusal: (charge: Charge, now: number) => Response | undefined
  /** Counts a request that was answered. */
  readonly spend: (charge: Charge, response: Response, now: number) => void
}

export const makeCharges = (seed: LimitsSeed | "none" = {}): Charges => {
  const limits = seed === "none" ? null : makeLimits(seed)
  const secondary = seed === "none" || seed.secondary === "none" ? null : makeSecondary(seed.secondary ?? {})
  return {
    limits,
    secondary,
    refusal: ({ cost, principal, resource }, now) => {
      if (resource === null) return undefined
      if (limits?.status(principal, resource, now).remaining === 0) {
        if (resource !== "graphql") return limitReached(principal.login)
        // Its endpoint refuses whoever is not signed in.
        return principal.login === null ? undefined : pointsSpent(principal.login)
      }
      return secondary?.isExceeded(principal, cost, now) === true
        ? secondaryLimitReached(secondary.retryAfter)
        : undefined
    },
    spend: ({ cost, points, principal, resource }, { status }, now) => {
      if (resource === null) return
      const isDone = status >= 200 && status < 300
      secondary?.spend(principal, { ...cost, creates: cost.creates && isDone }, now)
      // A 304 does not count against the limits of signed-in users.
      if (status !== 304 || principal.login === null) limits?.spend(principal, resource, now, points)
    }
  }
}
