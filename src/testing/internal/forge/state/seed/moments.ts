/** Reads the instants of a seed. */
import * as Duration from "effect/Duration"
import type { Moment } from "../../../../ForgeContentSeed.ts"

/** Returns epoch milliseconds, at a whole second. */
export const millisOf = (moment: Moment, now: number): number => {
  const millis =
    typeof moment === "object" && "ago" in moment ? now - Duration.toMillis(moment.ago) : new Date(moment).getTime()
  if (Number.isNaN(millis)) throw new Error(`The seed has an invalid date: ${JSON.stringify(moment)}`)
  return Math.floor(millis / 1000) * 1000
}
