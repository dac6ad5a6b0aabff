/** Where rows end. */
import { calendar } from "./calendar.ts"
import { isCivil, type Parts } from "./held.ts"

/**
 * Returns the instant at which a row ends. If the rows differ in length, a row lasts no longer than either distance to
 * its neighbours, and a row without neighbours no longer than its first millisecond.
 */
export const endOf = ({ period, time }: Pick<Parts, "period" | "time">, index: number): number => {
  const start = time[index] ?? Number.NaN
  if (period === "month") {
    const date = new Date(start)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
  }
  if (isCivil(period)) return Number.isNaN(start) ? start : calendar(period)(start).end
  if (period !== null) return start + period
  const least = Math.min(start - (time[index - 1] ?? -Infinity), (time[index + 1] ?? Infinity) - start)
  return start + (least === Infinity ? 1 : least)
}
