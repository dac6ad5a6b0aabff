/** The quota of an IP address. Windows restart by the clock. */
import type { QuotaStatus } from "../../WeatherHandle.ts"
import type { LimitsSeed, Window } from "../../WeatherSeed.ts"
import { limitReasons } from "./refusals.ts"
import { allowed } from "./weight.ts"

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
