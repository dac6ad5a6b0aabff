/**
 * The quota of an IP address, whose windows restart by the clock, and the weight of a call by the service's published
 * pricing: ten variables over two weeks are one call. Nothing here comes from the client, so that tests detect a client
 * that counts differently.
 */
import type { QuotaStatus } from "../../WeatherHandle.ts"
import type { LimitsSeed, Window } from "../../WeatherSeed.ts"
import { limitReasons } from "./parameters.ts"

/** A call for one place. */
interface Charged {
  readonly blocks: Readonly<Record<string, ReadonlyArray<string> | undefined>>
  readonly models: ReadonlyArray<string>
  /** Number of days, including the first and the last. */
  readonly days: number
  /** Number of runs of a model. */
  readonly members: (model: string) => number
  /** Number of columns that count as one. */
  readonly divisor: number
}

/** The service refuses a call that weighs more. */
export const heaviest = 5_000

/** The quota of an IP address in each window. */
const allowed = { minutely: 600, hourly: 5_000, daily: 10_000 } as const

/** Blocks that have the mean of all runs only. */
const means: ReadonlySet<string> = new Set(["weekly", "monthly"])

export const weightOf = ({ blocks, days, divisor, members, models }: Charged): number => {
  const runs = (models.length === 0 ? [""] : models).map((model) => members(model))
  const allRuns = runs.reduce((sum, count) => sum + count, 0)
  const columns = Object.entries(blocks).reduce(
    (sum, [block, names = []]) => sum + names.length * (means.has(block) ? runs.length : allRuns),
    0
  )
  const tens = Math.floor(columns / divisor) / 10
  return Math.max(1, tens, (tens * days) / 14)
}

export interface Quota {
  readonly all: (now: number) => ReadonlyArray<QuotaStatus>
  /** Why a call is refused now; undefined if it is accepted. */
  readonly refusal: (now: number) => string | undefined
  readonly spend: (weight: number, now: number) => void
}

const lengths: Readonly<Record<Window, number>> = { minutely: 60_000, hourly: 3_600_000, daily: 86_400_000 }

const windows = ["minutely", "hourly", "daily"] as const

export const makeQuota = (seed: LimitsSeed): Quota => {
  const used = new Map<Window, { readonly window: number; readonly weight: number }>()

  const status = (window: Window, now: number): QuotaStatus => {
    const current = Math.floor(now / lengths[window])
    const spent = used.get(window)
    return {
      window,
      limit: seed[window] ?? allowed[window],
      used: spent?.window === current ? spent.weight : 0,
      resetAt: (current + 1) * lengths[window]
    }
  }
  const all = (now: number) => windows.map((window) => status(window, now))

  return {
    all,
    // A call that weighs more than the rest of the window passes, unless the window is used up.
    refusal: (now) => {
      const full = all(now).find((each) => each.used >= each.limit)
      return full === undefined ? undefined : limitReasons[full.window]
    },
    spend: (weight, now) => {
      for (const window of windows) {
        const current = Math.floor(now / lengths[window])
        used.set(window, { window: current, weight: status(window, now).used + weight })
      }
    }
  }
}
