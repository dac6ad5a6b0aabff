/** Primary rate limits: one budget per principal and resource, in windows of fixed length. */
import * as Duration from "effect/Duration"
import type { Allowance, LimitsSeed } from "../../../ForgeSeed.ts"
import type { LimitStatus, Resource } from "../../../ForgeState.ts"

const defaults: Record<Resource, Allowance> = {
  core: { anonymous: 60, authenticated: 5000, window: "1 hour" },
  search: { anonymous: 10, authenticated: 30, window: "1 minute" }
}

interface Budget {
  readonly used: number
  /** Epoch milliseconds, at a whole second. */
  readonly resetAt: number
}

export interface Limits {
  readonly status: (login: string | null, resource: Resource, now: number) => LimitStatus
  readonly spend: (login: string | null, resource: Resource, now: number) => void
  /** Sets what is left, as if the rest were used up. */
  readonly setRemaining: (login: string | null, resource: Resource, remaining: number, now: number) => void
  /** The budgets that something was used of, in windows that are still open. */
  readonly all: (now: number) => ReadonlyArray<LimitStatus>
}

export const makeLimits = (seed: LimitsSeed): Limits => {
  const budgets = new Map<string, readonly [login: string | null, resource: Resource, budget: Budget]>()
  const keyOf = (login: string | null, resource: Resource) => `${resource} ${login ?? ""}`
  const allowance = (resource: Resource): Allowance => ({ ...defaults[resource], ...seed[resource] })

  const current = (login: string | null, resource: Resource, now: number): Budget => {
    const budget = budgets.get(keyOf(login, resource))?.[2]
    if (budget !== undefined && budget.resetAt > now) return budget
    const end = now + Duration.toMillis(allowance(resource).window)
    return { used: 0, resetAt: Math.ceil(end / 1000) * 1000 }
  }

  const status = (login: string | null, resource: Resource, now: number): LimitStatus => {
    const { anonymous, authenticated } = allowance(resource)
    const limit = login === null ? anonymous : authenticated
    const { used, resetAt } = current(login, resource, now)
    return { login, resource, limit, used, remaining: Math.max(0, limit - used), resetAt }
  }

  const keep = (login: string | null, resource: Resource, budget: Budget) =>
    void budgets.set(keyOf(login, resource), [login, resource, budget])

  return {
    status,
    spend: (login, resource, now) => {
      const budget = current(login, resource, now)
      keep(login, resource, { ...budget, used: budget.used + 1 })
    },
    setRemaining: (login, resource, remaining, now) => {
      const { limit, resetAt } = status(login, resource, now)
      keep(login, resource, { resetAt, used: limit - remaining })
    },
    all: (now) =>
      [...budgets.values()].flatMap(([login, resource, budget]) =>
        budget.resetAt > now ? [status(login, resource, now)] : []
      )
  }
}

export const limitHeaders = (status: LimitStatus): Record<string, string> => ({
  "x-ratelimit-limit": String(status.limit),
  "x-ratelimit-remaining": String(status.remaining),
  "x-ratelimit-used": String(status.used),
  "x-ratelimit-reset": String(status.resetAt / 1000),
  "x-ratelimit-resource": status.resource
})
