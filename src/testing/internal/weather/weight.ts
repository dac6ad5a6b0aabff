/**
 * What the service charges for a call, by its published pricing: ten variables over two weeks are one call. Nothing here
 * comes from the client, so that a client that counts otherwise is found out.
 */

/** A call for one place. */
export interface Charged {
  readonly blocks: Readonly<Record<string, ReadonlyArray<string> | undefined>>
  readonly models: ReadonlyArray<string>
  /** Whole days from the first to the last, both included. */
  readonly days: number
  /** How many runs a model has, where each run is charged. */
  readonly members?: ((model: string) => number) | undefined
  /** How many columns count as one. */
  readonly divisor: number
}

/** A call that weighs more is refused. */
export const heaviest = 5_000

/** What an address may spend in each window. */
export const allowed = { minutely: 600, hourly: 5_000, daily: 10_000 } as const

/** Blocks that hold the mean of all runs. */
const means: ReadonlySet<string> = /* @__PURE__ */ new Set(["weekly", "monthly"])

export const weightOf = ({ blocks, days, divisor, members, models }: Charged): number => {
  const runs = (models.length === 0 ? [""] : models).map((model) => members?.(model) ?? 1)
  const allRuns = runs.reduce((sum, count) => sum + count, 0)
  const columns = Object.entries(blocks).reduce(
    (sum, [block, names = []]) => sum + names.length * (means.has(block) ? runs.length : allRuns),
    0
  )
  const tens = Math.floor(columns / divisor) / 10
  return Math.max(1, tens, (tens * days) / 14)
}
