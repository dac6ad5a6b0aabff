/**
 * The weight of calls, and the quota of the free service.
 *
 * The service counts weights, not requests. Two weeks of ten variables for one place weigh one call; more of anything
 * weighs more.
 */
import type * as RateLimit from "../rest/RateLimit.ts"
import { type Selection, seriesBlocks } from "./Answer.ts"

/** Calls that the free service allows in each window. Windows restart by the clock, days at 00:00 UTC. */
export const freeLimits = { minutely: 600, hourly: 5_000, daily: 10_000 } as const

/** The service refuses a single call above this weight. */
export const maxWeight = 5_000

/** The free quota of an IP address. The gate sends one call at a time, and none that the service would refuse. */
export const free: RateLimit.Quota = {
  name: "open-meteo.com",
  concurrency: 1,
  windows: [
    { name: "minutely", length: 60_000, limit: freeLimits.minutely },
    { name: "hourly", length: 3_600_000, limit: freeLimits.hourly },
    { name: "daily", length: 86_400_000, limit: freeLimits.daily }
  ],
  heaviest: maxWeight
}

/** From this weight on, a response is large: 33,600 hourly values. See the `format` of `Weather.layer`. */
export const largeFrom = 10

/** The properties of a call that determine its weight. */
export interface Load extends Selection {
  /** Number of places. Default: 1. */
  readonly places?: number | undefined
  /** Number of days, including the first and the last. */
  readonly days: number
  /** Number of runs of a model; 1 by default. `weighedRunsOf`, `membersOf` and `seasonalMembersOf` of `Variables` know it. */
  readonly members?: ((model: string) => number) | undefined
  /** Divides the number of columns. For the seasonal forecast, which has many runs: `seasonalDivisor`. */
  readonly divisor?: number | undefined
}

/** The seasonal forecast counts its six-hourly and daily columns, with 51 members each, at a 120th. */
export const seasonalDivisor = 120

/** Blocks that have the mean of an ensemble only, not its members. */
const meansOnly: ReadonlyArray<string> = ["weekly", "monthly"]

/** The number of columns that the service computes for each place of a call. */
export const columns = (load: Load): number => {
  const models: ReadonlyArray<string> = load.models === undefined || load.models.length === 0 ? [""] : load.models
  const runs = models.reduce((sum, model) => sum + (load.members?.(model) ?? 1), 0)
  let count = (load.current?.length ?? 0) * runs
  for (const block of seriesBlocks) {
    count += (load[block]?.length ?? 0) * (meansOnly.includes(block) ? models.length : runs)
  }
  return Math.floor(count / (load.divisor ?? 1))
}

/**
 * The weight of a call. Each place weighs a tenth for each column, times the number of days divided by 14 if there are
 * more than 14 days, and at least 1.
 */
export const weight = (load: Load): number => (load.places ?? 1) * weightOfColumns(columns(load), load.days)

/** The weight of `count` columns over `days` days for one place. */
export const weightOfColumns = (count: number, days: number): number => {
  const tenths = count / 10
  return Math.max(1, tenths, (tenths * Math.floor(days)) / 14)
}

/** The most days that `count` columns for `places` places may have without weighing more than `limit`. 0 if none. */
export const daysWithin = (count: number, places: number, limit: number): number => {
  if (weightOfColumns(count, 1) * places > limit) return 0
  return count === 0 ? Number.POSITIVE_INFINITY : Math.floor((limit / places / (count / 10)) * 14 + 1e-9)
}

/** The most places that one request may have without weighing more than `limit`. 0 if a single place is too heavy. */
export const placesWithin = (count: number, days: number, limit: number): number =>
  Math.floor(limit / weightOfColumns(count, days) + 1e-9)
