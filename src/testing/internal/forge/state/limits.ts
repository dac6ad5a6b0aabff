/** Rate limits: the primary ones, one budget per principal and resource in windows of fixed length, and the secondary ones, for too
 * many requests at once, too many in a minute, and too much that is created. */
import * as Duration from "effect/Duration"
import type { Allowance, LimitsSeed, SecondaryLimits } from "../../../ForgeSeed.ts"
import type { LimitStatus, Resource } from "../../../ForgeState.ts"

const defaults: Record<Resource, Required<Allowance>> = {
  core: { anonymous: 60, authenticated: 5000, window: "1 hour" },
  search: { anonymous: 10, authenticated: 30, window: "1 minute" },
  code_search: { anonymous: 10, authenticated: 10, window: "1 minute" },
  graphql: { anonymous: 0, authenticated: 5000, window: "1 hour" }
}

interface Budget {
  readonly used: number
  /** Epoch milliseconds, at a whole second. */
  readonly resetAt: number
}

/** A principal: whose limits a request counts against. */
export interface Principal {
  /** A login, or another name for an app and each of its installations; empty for clients that are not signed in. */
  readonly key: string
  readonly login: string | null
}

export interface Limits {
  readonly status: (principal: Principal, resource: Resource, now: number) => LimitStatus
  readonly spend: (principal: Principal, resource: Resource, now: number, points?: number) => void
  /** Sets what is left, as if the rest were used up. */
  readonly setRemaining: (principal: Principal, resource: Resource, remaining: number, now: number) => void
  /** The budgets that something was used of, in windows that are still open. */
  readonly all: (now: number) => ReadonlyArray<LimitStatus>
}

export const makeLimits = (seed: LimitsSeed): Limits => {
  const budgets = new Map<string, readonly [principal: Principal, resource: Resource, budget: Budget]>()
  const keyOf = (principal: Principal, resource: Resource) => `${resource} ${principal.key}`
  const allowance = (resource: Resource): Required<Allowance> => ({ ...defaults[resource], ...seed[resource] })

  const current = (principal: Principal, resource: Resource, now: number): Budget => {
    const budget = budgets.get(keyOf(principal, resource))?.[2]
    if (budget !== undefined && budget.resetAt > now) return budget
    const end = now + Duration.toMillis(allowance(resource).window)
    return { used: 0, resetAt: Math.ceil(end / 1000) * 1000 }
  }

  const status = (principal: Principal, resource: Resource, now: number): LimitStatus => {
    const { anonymous, authenticated } = allowance(resource)
    const { login } = principal
    const limit = login === null ? anonymous : authenticated
    const { used, resetAt } = current(principal, resource, now)
    return { login, resource, limit, used, remaining: Math.max(0, limit - used), resetAt }
  }

  const keep = (principal: Principal, resource: Resource, budget: Budget) =>
    void budgets.set(keyOf(principal, resource), [principal, resource, budget])

  return {
    status,
    spend: (principal, resource, now, points = 1) => {
      const budget = current(principal, resource, now)
      keep(principal, resource, { ...budget, used: budget.used + points })
    },
    setRemaining: (principal, resource, remaining, now) => {
      const { limit, resetAt } = status(principal, resource, now)
      keep(principal, resource, { resetAt, used: limit - remaining })
    },
    all: (now) =>
      [...budgets.values()].flatMap(([principal, resource, budget]) =>
        budget.resetAt > now ? [status(principal, resource, now)] : []
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

/** What a request takes of the limits. */
export interface Cost {
  readonly points: number
  /** Whether it creates content if it succeeds. */
  readonly creates: boolean
}

interface Window {
  readonly resetAt: number
  readonly points: number
  readonly creations: number
}

interface Use {
  readonly minute: Window
  readonly hour: Window
}

export interface Secondary {
  /** What `Retry-After` states, in seconds; undefined if a refusal has none. */
  readonly retryAfter: number | undefined
  readonly isExceeded: (principal: Principal, cost: Cost, now: number) => boolean
  readonly spend: (principal: Principal, cost: Cost, now: number) => void
  /** Counts a request that takes time, until it leaves. Returns false if there are too many at once. */
  readonly enter: (principal: Principal) => boolean
  readonly leave: (principal: Principal) => void
}

const minute = 60_000
const hour = 60 * minute

const current = (window: Window | undefined, length: number, now: number): Window =>
  window !== undefined && window.resetAt > now ? window : { resetAt: now + length, points: 0, creations: 0 }

const grown = (window: Window, { creates, points }: Cost): Window => ({
  ...window,
  points: window.points + points,
  creations: window.creations + (creates ? 1 : 0)
})

export const makeSecondary = (seed: SecondaryLimits): Secondary => {
  const { concurrent = 100, creations = 80, hourlyCreations = 500, points = 900, retryAfter = minute } = seed
  const uses = new Map<string, Use>()
  const waiting = new Map<string, number>()

  const useOf = ({ key }: Principal, now: number): Use => {
    const use = uses.get(key)
    return { minute: current(use?.minute, minute, now), hour: current(use?.hour, hour, now) }
  }

  return {
    retryAfter: retryAfter === "none" ? undefined : Math.ceil(Duration.toMillis(retryAfter) / 1000),
    isExceeded: (principal, cost, now) => {
      const use = useOf(principal, now)
      const isFull = use.minute.creations >= creations || use.hour.creations >= hourlyCreations
      return (cost.points > 0 && use.minute.points + cost.points > points) || (cost.creates && isFull)
    },
    spend: (principal, cost, now) => {
      const use = useOf(principal, now)
      uses.set(principal.key, { minute: grown(use.minute, cost), hour: grown(use.hour, cost) })
    },
    enter: ({ key }) => {
      const count = (waiting.get(key) ?? 0) + 1
      waiting.set(key, count)
      return count <= concurrent
    },
    leave: ({ key }) => {
      waiting.set(key, (waiting.get(key) ?? 1) - 1)
    }
  }
}
