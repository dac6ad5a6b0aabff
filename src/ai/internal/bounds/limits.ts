/** How much of it all: calls, quota and time. */
import type { Bound, Options } from "../../BoundsTypes.ts"
import { isOperation } from "./patterns.ts"

/** What a session has used. */
export interface Used {
  calls: number
  /** By the patterns of the bounds. */
  readonly each: Map<string, number>
  quota: number
  /** When its first call was, in epoch milliseconds. */
  begun: number | undefined
}

export const nothingUsed = (): Used => ({ calls: 0, each: new Map(), quota: 0, begun: undefined })

export interface LimitRefusal {
  readonly bound: Bound
  readonly reason: string
}

/** Why nothing more is sent, as the quota is spent; undefined if it is not. */
export const quotaRefusal = (
  { quota }: { readonly quota?: number | undefined },
  used: Pick<Used, "quota">
): LimitRefusal | undefined =>
  quota !== undefined && used.quota >= quota
    ? { bound: "quota", reason: `the session may draw ${quota} requests from rate limits, and has` }
    : undefined

/** Why one more call of an operation is refused; undefined if it is not, and then it counts. */
export const countCall = (
  { calls, quota, seconds }: Pick<Options, "calls" | "quota" | "seconds">,
  used: Used,
  operation: string,
  now: number
): LimitRefusal | undefined => {
  const begun = (used.begun ??= now)
  if (seconds !== undefined && now - begun >= seconds * 1000) {
    return { bound: "seconds", reason: `the session lasts ${seconds} seconds, which are over` }
  }
  const spent = quotaRefusal({ quota }, used)
  if (spent !== undefined) return spent
  if (calls?.all !== undefined && used.calls >= calls.all) {
    return { bound: "calls", reason: `the session may make ${calls.all} calls, and has` }
  }
  const counted = Object.entries(calls?.each ?? {}).filter(([pattern]) => isOperation(pattern, operation))
  for (const [pattern, most] of counted) {
    if ((used.each.get(pattern) ?? 0) >= most) {
      return { bound: "calls", reason: `the session may make ${most} calls of ${pattern}, and has` }
    }
  }
  used.calls++
  for (const [pattern] of counted) used.each.set(pattern, (used.each.get(pattern) ?? 0) + 1)
  return undefined
}
