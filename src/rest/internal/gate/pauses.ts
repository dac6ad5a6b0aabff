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
  /** Whether the response named its end. */
  readonly isTold: boolean
}

/** The course of the pauses up to a moment. */
interface Course {
  /** The pause that lasts longest, or has. */
  pause: Pause
  /** Pauses in a row that named no time. Those of requests under way together are one. */
  strikes: number
}

/** What can be paused. */
export interface Pausable extends Course {
  /** Done when it may open sooner than those who wait know. */
  sooner: Deferred.Deferred<void>
  /** The pauses since the last success, in order. They can be withdrawn. */
  noted: Array<Noted>
  /** The course before them. */
  before: Course
}

export const make = (resource: string): Pausable => {
  const pause: Pause = { until: 0, kind: "primary", resource }
  return { pause, strikes: 0, sooner: Deferred.makeUnsafe(), noted: [], before: { pause, strikes: 0 } }
}

const longestPause = 3_600_000

/** The latest time that a date can hold. */
const latestTime = 8.64e15

/** More than requests that are under way together. The oldest can no longer be withdrawn then. */
const mostNoted = 1_000

/** Pauses for a response that is a limit. */
export const pause = (
  pausable: Pausable,
  limit: LimitSignal,
  by: Notice,
  resource: string,
  firstPause: number,
  now: number
): void => {
  if (pausable.noted.length === 0) pausable.before = { pause: pausable.pause, strikes: pausable.strikes }
  const strikes = pausable.strikes + (isStrike(pausable, limit.retryAt !== undefined, by) ? 1 : 0)
  const told = limit.retryAt ?? now + Math.min(firstPause * 2 ** Math.max(0, strikes - 1), longestPause)
  const isTold = limit.retryAt !== undefined
  const noted: Noted = { until: Math.min(told, latestTime), kind: limit.kind, resource, by, isTold }
  pausable.noted.push(noted)
  follow(pausable, noted)
  if (pausable.noted.length <= mostNoted) return
  const [oldest = noted] = pausable.noted.splice(0, 1)
  follow(pausable.before, oldest)
}

/** Limits of requests under way together are one strike. */
const isStrike = ({ pause }: Course, isTold: boolean, { sentAt }: Notice): boolean => !isTold && sentAt >= pause.until

const follow = (course: Course, noted: Noted): void => {
  if (isStrike(course, noted.isTold, noted.by)) course.strikes++
  if (noted.until >= course.pause.until) course.pause = noted
}

/** Takes back the pause for the head of a response, now that its body has been read too. Returns whether there was one. */
export const withdraw = (pausable: Pausable, head: Notice): boolean => {
  const left = pausable.noted.filter(({ by }) => by !== head)
  if (left.length === pausable.noted.length) return false
  pausable.noted = left
  const course = { ...pausable.before }
  for (const noted of left) follow(course, noted)
  pausable.pause = course.pause
  pausable.strikes = course.strikes
  return true
}

/** A request that was sent after the last pause has succeeded: the next limit is the first again. */
export const succeed = (pausable: Pausable, sentAt: number): void => {
  if ((pausable.strikes === 0 && pausable.noted.length === 0) || sentAt < pausable.pause.until) return
  pausable.strikes = 0
  pausable.noted = []
}

/** Has those who wait look again. */
export const wake = (pausable: Pausable): void => {
  const { sooner } = pausable
  // A new one first: those who wake may wait again at once.
  pausable.sooner = Deferred.makeUnsafe()
  Deferred.doneUnsafe(sooner, Effect.void)
}
