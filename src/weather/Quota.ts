/**
 * How much a call weighs, and how much the service gives for nothing.
 *
 * The service counts no requests but weights: two weeks of ten variables for a place are one call, more of anything is
 * more calls.
 */
import type * as RateLimit from "../rest/RateLimit.ts"
import { type Selection, seriesBlocks } from "./Answer.ts"

/** Calls that the free service allows in each window; windows begin anew on the clock, days at 00:00 UTC. */
export const freeLimits = { minutely: 600, hourly: 5_000, daily: 10_000 } as const

/** A single call above this weight is refused. */
export const maxWeight = 5_000

/** What the free service allows an address: the gate sends one call at a time, and none that is bound to be refused. */
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

/** A call as far as its weight goes. */
export interface Load extends Selection {
  /** How many places; one when left out. */
  readonly places?: number | undefined
  /** Whole days from the first to the last, both included. */
  readonly days: number
  /** For services whose models run in members: how many runs each of the models has. */
  readonly members?: ((model: string) => number) | undefined
  /** What the count of columns is divided by: `seasonalDivisor` for the seasonal forecast, whose runs are many. */
  readonly divisor?: number | undefined
}

/** The seasonal forecast counts its six-hourly and daily columns, in 51 members, at a 120th. */
export const seasonalDivisor = 120

/** Blocks that give the mean of an ensemble alone, whatever its members. */
const meansOnly: ReadonlyArray<string> = ["weekly", "monthly"]

/** How many columns a call has the service compute, for a place. */
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
 * What a call weighs: for each place one at the least, a tenth for each column, and that as many times as two weeks go
 * into its days.
 */
export const weight = (load: Load): number => (load.places ?? 1) * weightOfColumns(columns(load), load.days)

/** What so many columns of so many days weigh for a place. */
export const weightOfColumns = (count: number, days: number): number => {
  const tenths = count / 10
  return Math.max(1, tenths, (tenths * Math.floor(days)) / 14)
}

/** The most whole days that so many columns of so many places may have without weighing more than `limit`; 0 for none. */
export const daysWithin = (count: number, places: number, limit: number): number => {
  if (weightOfColumns(count, 1) * places > limit) return 0
  return count === 0 ? Number.POSITIVE_INFINITY : Math.floor((limit / places / (count / 10)) * 14 + 1e-9)
}

/** The most places that may be asked for at once without weighing more than `limit`; 0 when one is too many. */
export const placesWithin = (count: number, days: number, limit: number): number =>
  Math.floor(limit / weightOfColumns(count, days) + 1e-9)
