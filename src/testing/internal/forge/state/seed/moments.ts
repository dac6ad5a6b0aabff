/** Reads the instants of a seed. */
import * as Duration from "effect/Duration"
import type { Moment } from "../../../../ForgeContentSeed.ts"

const minute = 60_000

const wholeSecond = (millis: number): number => Math.floor(millis / 1000) * 1000

/** The start of an instant's day in UTC. A milestone is due on a day. */
export const dayOf = (millis: number): number => Math.floor(millis / 86_400_000) * 86_400_000

/** The usual times of a seed's records, in epoch milliseconds: a minute apart, the last one now. */
export const usualTime = (now: number, index: number, count: number): number =>
  wholeSecond(now) - (count - 1 - index) * minute

/** Returns epoch milliseconds, at a whole second. */
export const millisOf = (moment: Moment, now: number): number => {
  const millis =
    typeof moment === "object" && "ago" in moment ? now - Duration.toMillis(moment.ago) : new Date(moment).getTime()
  if (Number.isNaN(millis)) throw new Error(`The seed has an invalid date: ${JSON.stringify(moment)}`)
  return wholeSecond(millis)
}
