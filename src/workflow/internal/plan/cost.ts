/** What it costs to carry out a plan. */
import type { Cost, Plan } from "../../PlanTypes.ts"

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
