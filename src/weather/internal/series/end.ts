/** Where rows end. */
import { calendar } from "./calendar.ts"
import { isCivil, type Parts } from "./held.ts"

/**
 * Makes a function that returns the instant at which a row ends. If the rows differ in length, a row lasts no longer than
 * either distance to its neighbours, and a row without neighbours no longer than its first millisecond.
 */
export const endsOf = ({ period, time }: Pick<Parts, "period" | "time">): ((index: number) => number) => {
  const startOf = (index: number): number => time[index] ?? Number.NaN
  if (isCivil(period)) {
    const unitOf = calendar(period)
    return (index) => (index in time ? unitOf(startOf(index)).end : Number.NaN)
  }
  if (period === "month") {
    return (index) => {
      const date = new Date(startOf(index))
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
    }
  }
  if (period !== null) return (index) => startOf(index) + period
  return (index) => {
    const start = startOf(index)
    const least = Math.min(start - (time[index - 1] ?? -Infinity), (time[index + 1] ?? Infinity) - start)
    return start + (least === Infinity ? 1 : least)
  }
}
