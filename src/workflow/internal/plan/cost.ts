/** What it costs to carry out a plan. */
import type { Plan } from "../../PlanTypes.ts"

/** What a plan costs. */
export interface Cost {
  /** Writes that are sent. */
  readonly writes: number
  /** Reads that are sent: before the first write, to see whether the plan holds, and between the writes. */
  readonly reads: number
  /** Requests by the rate-limit resource that they draw on. What has not changed and is cached costs none. */
  readonly quota: Readonly<Record<string, number>>
  /**
   * For how many minutes the service holds it back at least, by its secondary limits: 900 points a minute, of which a write
   * costs 5 and a read 1, and 80 writes a minute, 500 an hour. 0 if all of it fits into the first window.
   */
  readonly minutes: number
}

const pointsPerMinute = 900
const writesPerMinute = 80
const writesPerHour = 500

/** How many full windows go before the last request. */
const before = (count: number, most: number): number => (count === 0 ? 0 : Math.floor((count - 1) / most))

export const cost = <E>({ reads, writes }: Plan<E>): Cost => {
  const quota: Record<string, number> = {}
  for (const { resource } of [...writes, ...reads]) quota[resource] = (quota[resource] ?? 0) + 1
  const minutes = Math.max(
    before(5 * writes.length + reads.length, pointsPerMinute),
    before(writes.length, writesPerMinute),
    before(writes.length, writesPerHour) * 60
  )
  return { writes: writes.length, reads: reads.length, quota, minutes }
}
