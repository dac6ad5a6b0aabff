/**
 * The pauses of one resource, or of all that a principal asks of a service. What a head has set, its body may take back:
 * so all pauses are kept, not the longest alone. Times are in milliseconds.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Limited, LimitSignal, Notice } from "../../Limit.ts"

/** A time in which no request is let in. */
export interface Pause {
  readonly until: number
  readonly kind: Limited["kind"]
  readonly resource: string
}

interface Noted extends Pause {
  /** The notice that caused it. */
  readonly by: Notice
  /** Whether it counts as a strike. */
  readonly isStrike: boolean
}

/** What can be paused. */
export interface Pausable {
  /** The pause that lasts longest, or has. */
  pause: Pause
  /** Pauses in a row that named no time. Those of requests under way together are one. */
  strikes: number
  /** Done when it may open sooner than those who wait know. */
  sooner: Deferred.Deferred<void>
  /** The pauses since the last success, which can be withdrawn. */
  noted: Array<Noted>
  /** The longest before them. */
  before: Pause
}

export const make = (resource: string): Pausable => {
  const none: Pause = { until: 0, kind: "primary", resource }
  return { pause: none, strikes: 0, sooner: Deferred.makeUnsafe(), noted: [], before: none }
}

const longestPause = 3_600_000

/** The latest time that a date can hold. */
const latestTime = 8.64e15

/** More than requests that are under way together. */
const mostNoted = 1_000

const longer = (one: Pause, other: Pause): Pause => (other.until >= one.until ? other : one)

/** Pauses for a response that is a limit. */
export const pause = (
  pausable: Pausable,
  { kind, retryAt }: LimitSignal,
  by: Notice,
  /** What was withdrawn for it. It is the same limit, not the next one. */
  earlier: Noted | undefined,
  resource: string,
  firstPause: number,
  now: number
): void => {
  const { noted } = pausable
  const isStrike = retryAt === undefined && (earlier?.isStrike === true || by.sentAt >= pausable.pause.until)
  if (isStrike) pausable.strikes++
  const told = retryAt ?? now + Math.min(firstPause * 2 ** Math.max(0, pausable.strikes - 1), longestPause)
  const one: Noted = { until: Math.min(told, latestTime), kind, resource, by, isStrike }
  pausable.pause = longer(pausable.pause, one)
  if (noted.push(one) > mostNoted) pausable.before = longer(pausable.before, noted.shift() ?? one)
}

/** Takes back the pause for the head of a response, now that its body has been read too. */
export const withdraw = (pausable: Pausable, head: Notice | undefined): Noted | undefined => {
  const found = head && pausable.noted.find(({ by }) => by === head)
  if (found === undefined) return undefined
  if (found.isStrike) pausable.strikes--
  pausable.noted = pausable.noted.filter((one) => one !== found)
  pausable.pause = pausable.noted.reduce(longer, pausable.before)
  return found
}

/** A request that was sent after the last pause has succeeded: the next limit is the first again. */
export const succeed = (pausable: Pausable, sentAt: number): void => {
  if (sentAt < pausable.pause.until) return
  pausable.strikes = 0
  if (pausable.noted.length === 0) return
  pausable.noted = []
  pausable.before = pausable.pause
}

/** Has those who wait look again. */
export const wake = (pausable: Pausable): void => {
  const { sooner } = pausable
  // A new one first: those who wake may wait again at once.
  pausable.sooner = Deferred.makeUnsafe()
  Deferred.doneUnsafe(sooner, Effect.void)
}
