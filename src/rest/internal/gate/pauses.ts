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
  readonly strike: 0 | 1
}

/** What can be paused. */
export interface Pausable {
  /** The pause that lasts longest, or has. */
  pause: Pause
  /** Pauses in a row that named no time. Those of requests under way together are one. */
  strikes: number
  /** Done when it may open sooner than those who wait know. */
  sooner: Deferred.Deferred<void>
  /** The pauses that can be withdrawn: those since the last one ended before another began. */
  noted: Array<Noted>
  /** The longest before them. */
  before: Pause
}

export const make = (resource: string): Pausable => {
  const none: Pause = { until: 0, kind: "primary", resource }
  return { pause: none, strikes: 0, sooner: Deferred.makeUnsafe(), noted: [], before: none }
}

/** Whether a success changes nothing: there is no pause to end, and none to withdraw. */
export const isCalm = ({ noted, strikes }: Pausable): boolean => strikes === 0 && noted.length === 0

const longestPause = 3_600_000

/** The latest time that a date can hold. */
const latestTime = 8.64e15

const longer = (one: Pause, other: Pause): Pause => (other.until >= one.until ? other : one)

/** No pause can be revealed by a withdrawal any more. */
const forget = (pausable: Pausable): void => {
  pausable.noted.length = 0
  pausable.before = pausable.pause
}

/**
 * Takes back the pause for the head of a response, now that its body has been read too. Pauses, if there is a limit.
 * Returns what was taken back.
 */
export const note = (
  pausable: Pausable,
  limit: LimitSignal | undefined,
  by: Notice,
  resource: string,
  firstPause: number,
  now: number
): Pause | undefined => {
  const found = pausable.noted.find((one) => one.by === by.replaces)
  if (found !== undefined) {
    pausable.strikes -= found.strike
    pausable.noted = pausable.noted.filter((one) => one !== found)
    pausable.pause = pausable.noted.reduce(longer, pausable.before)
  }
  if (limit === undefined) return found
  const { until } = pausable.pause
  if (until <= now) forget(pausable)
  const { kind, retryAt } = limit
  // A body is the same limit as its head was, not the next one.
  const strike = retryAt === undefined && (found?.strike === 1 || by.sentAt >= until) ? 1 : 0
  pausable.strikes += strike
  const resumesAt = retryAt ?? now + Math.min(firstPause * 2 ** Math.max(0, pausable.strikes - 1), longestPause)
  const noted: Noted = { until: Math.min(resumesAt, latestTime), kind, resource, by, strike }
  pausable.noted.push(noted)
  pausable.pause = longer(pausable.pause, noted)
  return found
}

/** A request that was sent after the last pause has succeeded: the next limit is the first again. */
export const succeed = (pausable: Pausable, sentAt: number): void => {
  if (sentAt < pausable.pause.until) return
  pausable.strikes = 0
  forget(pausable)
}

/** Has those who wait look again. */
export const wake = (pausable: Pausable): void => {
  const { sooner } = pausable
  // A new one first: those who wake may wait again at once.
  pausable.sooner = Deferred.makeUnsafe()
  Deferred.doneUnsafe(sooner, Effect.void)
}
