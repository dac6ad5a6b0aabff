/** How long the rows of a block last. */
import type { SeriesBlock } from "../../Answer.ts"
import type { Period } from "../../series/Model.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const blocks: Readonly<Record<SeriesBlock, Period>> = {
  minutely_15: 15 * minute,
  hourly: hour,
  daily: day,
  weekly: 7 * day,
  monthly: "month"
}

/** The rows of `hourly` by the value of `temporal_resolution`. Those of `native` are the model's. */
const resolutions: Readonly<Record<string, Period>> = {
  minutely_15: 15 * minute,
  minutely_30: 30 * minute,
  hourly_1: hour,
  hourly_3: 3 * hour,
  hourly_6: 6 * hour,
  native: null
}

/** Returns the shortest distance between two rows; null if there are fewer. */
const shortest = (time: Float64Array): number | null => {
  let least = Number.POSITIVE_INFINITY
  for (let i = 1; i < time.length; i++) {
    const step = (time[i] ?? Number.NaN) - (time[i - 1] ?? Number.NaN)
    if (step < least) least = step
  }
  return least === Number.POSITIVE_INFINITY ? null : least
}

/** The rows of `hourly` have any resolution: that of their times. The other blocks are what their name says. */
export const periodOf = (block: SeriesBlock, resolution: string | undefined, time: Float64Array): Period => {
  if (block !== "hourly") return blocks[block]
  const requested = resolution === undefined ? undefined : resolutions[resolution]
  return shortest(time) ?? (requested === undefined ? hour : requested)
}
