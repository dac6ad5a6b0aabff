/** Secondary rate limits: too many requests at once, too many in a minute, too much that is created. */
import * as Duration from "effect/Duration"
import type { SecondaryLimits } from "../../../../ForgeSeed.ts"
import type { Payer } from "./primary.ts"

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
  readonly isExceeded: (payer: Payer, cost: Cost, now: number) => boolean
  readonly spend: (payer: Payer, cost: Cost, now: number) => void
  /** Counts a request that takes time, until it leaves. Returns false if there are too many at once. */
  readonly enter: (payer: Payer) => boolean
  readonly leave: (payer: Payer) => void
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

  const useOf = ({ key }: Payer, now: number): Use => {
    const use = uses.get(key)
    return { minute: current(use?.minute, minute, now), hour: current(use?.hour, hour, now) }
  }

  return {
    retryAfter: retryAfter === "none" ? undefined : Math.ceil(Duration.toMillis(retryAfter) / 1000),
    isExceeded: (payer, cost, now) => {
      const use = useOf(payer, now)
      const isFull = use.minute.creations >= creations || use.hour.creations >= hourlyCreations
      return (cost.points > 0 && use.minute.points + cost.points > points) || (cost.creates && isFull)
    },
    spend: (payer, cost, now) => {
      const use = useOf(payer, now)
      uses.set(payer.key, { minute: grown(use.minute, cost), hour: grown(use.hour, cost) })
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
