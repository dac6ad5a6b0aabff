/** The state of one bucket: its budget, its pauses and its requests in flight. Times are in milliseconds. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Budget, ClosedWindow, Ledger, Limited, Notice } from "../../Limit.ts"
import * as Measures from "./measures.ts"

export interface State {
  readonly resource: string
  limit: number | null
  /** What is left in the window that ends at `resetAt`, as of the last responses. */
  remaining: number
  resetAt: number
  inFlight: number
  /** Completed when the next request in flight ends. Waiting requests then check what is left. */
  ended: Deferred.Deferred<void>
  /** The pause that lasts the longest, and which of the service's limits caused it. */
  pause: { readonly until: number; readonly kind: Limited["kind"]; readonly resource: string }
  /** How many limits in a row stated no time. */
  strikes: number
  /** What has been spent of a quota that the service does not report. */
  ledger: Ledger | undefined
}

export const make = (resource: string): State => ({
  resource,
  limit: null,
  remaining: Infinity,
  resetAt: 0,
  inFlight: 0,
  ended: Deferred.makeUnsafe(),
  pause: { until: 0, kind: "primary", resource },
  strikes: 0,
  ledger: undefined
})

/** Whether the state may be dropped. Only `strikes` is lost then. */
export const isIdle = (state: State, now: number): boolean =>
  state.pause.until <= now && state.resetAt <= now && !state.ledger?.hasSpent(now)

/** Servers round to whole seconds, so the same reset time may differ by this much between responses. */
const resetTolerance = 2_000

/** Responses arrive out of order: within a window the lowest count is used, and a later reset starts a new window. */
export const learn = (state: State, budget: Budget, now: number): void => {
  if (budget.resetAt < state.resetAt - resetTolerance) return
  const sameWindow = state.resetAt > now && budget.resetAt <= state.resetAt + resetTolerance
  state.remaining = sameWindow ? Math.min(state.remaining, budget.remaining) : budget.remaining
  state.resetAt = Math.max(state.resetAt, budget.resetAt)
  state.limit = budget.limit
}

const longestPause = 3_600_000

/** Pauses if the response is a limit, and returns until when. Limits of concurrent requests count as one strike. */
export const pauseIfLimited = (state: State, notice: Notice, firstPause: number, now: number): Limited | undefined => {
  const { budget, limit, sentAt } = notice
  const sentAfterPause = sentAt >= state.pause.until
  if (limit === undefined) {
    if (sentAfterPause) state.strikes = 0
    return undefined
  }
  if (limit.retryAt === undefined && sentAfterPause) state.strikes++
  const until = limit.retryAt ?? now + Math.min(firstPause * 2 ** Math.max(0, state.strikes - 1), longestPause)
  if (until >= state.pause.until) {
    state.pause = { until, kind: limit.kind, resource: limit.resource ?? budget?.resource ?? state.resource }
  }
  return limited(state, shutUntil(state), now)
}

/** Admits a request, unless the bucket is closed. */
export const enter = (state: State, weight: number, now: number): boolean => {
  if (closedUntil(state, weight, now) > now) return false
  state.ledger?.spend(weight, now)
  state.inFlight++
  return true
}

/** Ends a request and wakes the waiting requests, unless the bucket stays closed until another request ends. */
export const leave = (state: State, now: number): void => {
  const { ended } = state
  state.inFlight--
  if (closedByAnswers(state, now) === Infinity) return
  // Replaced first: requests that wake up may wait again immediately.
  state.ended = Deferred.makeUnsafe()
  Deferred.doneUnsafe(ended, Effect.void)
}

/** Waits while the bucket is closed. When run again, it continues with what is left of `maxWait`. */
export const awaitOpen = (state: State, weight: number, maxWait: number): Effect.Effect<void, Limited> => {
  let left = maxWait
  let waitedUntil = 0
  const wait: Effect.Effect<void, Limited> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const until = closedUntil(state, weight, now)
    if (until <= now) return Effect.void
    const known = until !== Infinity
    if (known ? until - now > left : left <= 0) {
      return Effect.fail(limited(state, known ? until : state.resetAt, now, state.ledger?.closedBy(weight, now)))
    }
    // A timer may fire slightly early. The same wait then continues, and is not logged again.
    const isNew = until !== waitedUntil
    waitedUntil = until
    // The window may end before a request in flight does.
    const milliseconds = known ? until - now : Math.min(left, state.resetAt - now)
    const over = Effect.sleep(milliseconds)
    return (isNew ? tell(state.resource, milliseconds) : Effect.void).pipe(
      Effect.andThen(known ? over : Effect.raceFirst(Deferred.await(state.ended), over)),
      Effect.onExit(() =>
        Effect.flatMap(Clock.currentTimeMillis, (then) => {
          left -= then - now
          return Measures.waited(then - now, isNew)
        })
      ),
      Effect.andThen(wait)
    )
  })
  return wait
}

const tell = (resource: string, milliseconds: number) =>
  Effect.logDebug("Waiting for a rate limit", { resource, milliseconds })

/** When the bucket opens: now or earlier if it is open, `Infinity` if it depends on a request in flight. */
const closedUntil = (state: State, weight: number, now: number): number =>
  Math.max(closedByAnswers(state, now), state.ledger?.closedBy(weight, now)?.until ?? 0)

const closedByAnswers = (state: State, now: number): number => {
  const until = shutUntil(state)
  return until <= now && state.resetAt > now && state.remaining <= state.inFlight ? Infinity : until
}

/** Until when no request is admitted: the end of the pause, or of an exhausted window if that is later. */
const shutUntil = ({ pause, remaining, resetAt }: State): number =>
  remaining > 0 ? pause.until : Math.max(pause.until, resetAt)

/** Describes what holds requests back: the pause if it lasts until then, else an exhausted window or the budget. */
const limited = (state: State, until: number, now: number, closed?: ClosedWindow): Limited => {
  const paused = state.pause.until >= until
  const spent = paused ? undefined : closed
  return {
    _tag: "Limited",
    kind: paused ? state.pause.kind : "primary",
    resource: spent?.name ?? (paused ? state.pause : state).resource,
    limit: spent?.limit ?? state.limit,
    remaining: spent?.remaining ?? (state.resetAt > now ? state.remaining : null),
    retryAt: DateTime.makeUnsafe(until)
  }
}
