/**
 * The weight of a call by the service's published pricing: ten variables over two weeks are one call. Nothing here
 * comes from the client, so that tests detect a client that counts differently.
 */

/** A call for one place. */
export interface Charged {
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
export const allowed = { minutely: 600, hourly: 5_000, daily: 10_000 } as const

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
