/** The state of one bucket: its budget, its pauses and its requests in flight. Times are in milliseconds. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Budget, ClosedWindow, Ledger, Limited, Notice, Patience } from "../../Limit.ts"
import type { CallEvent } from "../../Policies.ts"
import * as Measures from "./measures.ts"
import { noteWait } from "./patience.ts"
import * as Pauses from "./pauses.ts"

export interface State extends Pauses.Pausable {
  readonly resource: string
  /** Secondary limits pause every resource of the principal. */
  readonly shared: Pauses.Pausable
  limit: number | null
  /** Left in the window that ends at `resetAt`, by the latest responses. */
  remaining: number
  resetAt: number
  /** When a response last stated the budget. */
  learnedAt: number
  inFlight: number
  /** Done when the next request under way ends: those who wait then look again. Undefined while nobody waits. */
  ended: Deferred.Deferred<void> | undefined
  /** What has been spent of a quota that the service does not state. */
  ledger: Ledger | undefined
}

export const make = (resource: string, shared: Pauses.Pausable): State => ({
  ...Pauses.make(resource),
  resource,
  shared,
  limit: null,
  remaining: Infinity,
  resetAt: 0,
  learnedAt: -Infinity,
  inFlight: 0,
  ended: undefined,
  ledger: undefined
})

/** Whether the state may be dropped. Only `strikes` is lost then. */
export const isIdle = (state: State, now: number): boolean =>
  pauseOf(state).until <= now && state.resetAt <= now && !state.ledger?.hasSpent(now)

/** The pause that holds requests of a resource back: its own, or the shared one when that lasts longer. */
const pauseOf = ({ pause, shared }: State): Pauses.Pause => (shared.pause.until > pause.until ? shared.pause : pause)

/** Servers round resets to whole seconds: the same reset is stated with such a difference. */
const resetTolerance = 2_000

/**
 * Takes in a budget. What a response says to a request that was sent after the last word on the budget is newer, and
 * stands. Other responses arrive out of order: within a window the lowest count holds, and a later reset is a new window.
 */
export const learn = (state: State, budget: Budget, sentAt: number, now: number): void => {
  const isNewer = sentAt >= state.learnedAt
  if (!isNewer && budget.resetAt < state.resetAt - resetTolerance) return
  const sameWindow = state.resetAt > now && Math.abs(budget.resetAt - state.resetAt) <= resetTolerance
  const opensSooner = isNewer && !sameWindow && budget.remaining > 0 && shutUntil(state) > now
  state.remaining = sameWindow ? Math.min(state.remaining, budget.remaining) : budget.remaining
  state.resetAt = sameWindow ? Math.max(state.resetAt, budget.resetAt) : budget.resetAt
  state.limit = budget.limit
  state.learnedAt = now
  if (opensSooner) Pauses.wake(state)
}

/** Pauses for a response that is a limit, and returns until when. What its head has set is withdrawn before. */
export const pauseIfLimited = (state: State, notice: Notice, firstPause: number, now: number): Limited | undefined => {
  const { budget, limit, sentAt, success } = notice
  const { shared } = state
  if (limit === undefined && Pauses.isCalm(state) && Pauses.isCalm(shared)) return undefined
  const resource = limit?.resource ?? budget?.resource ?? state.resource
  const isShared = limit?.kind === "secondary"
  const here = Pauses.note(state, isShared ? undefined : limit, notice, resource, firstPause, now)
  const all = Pauses.note(shared, isShared ? limit : undefined, notice, resource, firstPause, now)
  if (limit === undefined && success !== undefined) {
    Pauses.succeed(state, sentAt)
    Pauses.succeed(shared, sentAt)
  }
  if (here !== undefined) Pauses.wake(state)
  if (all !== undefined) Pauses.wake(shared)
  return limit && limited(state, shutUntil(state), now)
}

/** Lets a request in, unless the bucket is closed. */
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
  if (ended === undefined || closedByAnswers(state, now) === Infinity) return
  // Replaced first: requests that wake up may wait again immediately.
  state.ended = undefined
  Deferred.doneUnsafe(ended, Effect.void)
}

/** What an observer is told of a wait, but for the operation. */
type Wait = Omit<Extract<CallEvent, { readonly _tag: "Waiting" }>, "operation">

/** Waits while the bucket is closed. */
export const awaitOpen = (
  state: State,
  weight: number,
  patience: Patience,
  observer: (wait: Wait) => Effect.Effect<void> | undefined
): Effect.Effect<void, Limited> => {
  let waitedUntil = 0
  const wait: Effect.Effect<void, Limited> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const until = closedUntil(state, weight, now)
    if (until <= now) return Effect.void
    const known = until !== Infinity
    const limit = () => limited(state, known ? until : state.resetAt, now, state.ledger?.closedBy(weight, now))
    if (known ? until - now > patience.left : patience.left <= 0) return Effect.fail(limit())
    // A timer may fire a moment early. Then the same wait goes on, and is not reported again.
    const isNew = until !== waitedUntil
    waitedUntil = until
    // The window may end before a request under way does.
    const milliseconds = known ? until - now : Math.min(patience.left, state.resetAt - now)
    const over = Effect.sleep(milliseconds)
    const notice = isNew ? observer(waitOf(limit(), milliseconds)) : undefined
    return (notice ?? Effect.void).pipe(
      Effect.andThen(
        raceAll(over, known ? [state.sooner, state.shared.sooner] : [(state.ended ??= Deferred.makeUnsafe())])
      ),
      Effect.onExit(() =>
        Effect.flatMap(Clock.currentTimeMillis, (then) => {
          noteWait(patience, then - now)
          return Measures.waited(state.resource, then - now, isNew)
        })
      ),
      Effect.andThen(wait)
    )
  })
  return wait
}

const waitOf = ({ kind, resource }: Limited, milliseconds: number): Wait => ({
  _tag: "Waiting",
  kind,
  resource,
  milliseconds
})

const raceAll = (over: Effect.Effect<void>, events: ReadonlyArray<Deferred.Deferred<void>>): Effect.Effect<void> =>
  Effect.raceAllFirst([over, ...events.map((event) => Deferred.await(event))])

/** When the bucket opens: now or earlier if it is open, `Infinity` if it depends on a request in flight. */
const closedUntil = (state: State, weight: number, now: number): number =>
  Math.max(closedByAnswers(state, now), state.ledger?.closedBy(weight, now)?.until ?? 0)

const closedByAnswers = (state: State, now: number): number => {
  const until = shutUntil(state)
  return until <= now && state.resetAt > now && state.remaining <= state.inFlight ? Infinity : until
}

/** Until when no request at all is let in: for a pause, or for a window in which nothing is left if that lasts longer. */
const shutUntil = ({ pause, remaining, resetAt, shared }: State): number =>
  Math.max(pause.until, shared.pause.until, remaining > 0 ? 0 : resetAt)

/** Describes what holds requests back: the pause if it lasts until then, else an exhausted window or the budget. */
const limited = (state: State, until: number, now: number, closed?: ClosedWindow): Limited => {
  const pause = pauseOf(state)
  const paused = pause.until >= until
  const spent = paused ? undefined : closed
  return {
    _tag: "Limited",
    kind: paused ? pause.kind : "primary",
    resource: spent?.name ?? (paused ? pause : state).resource,
    limit: spent?.limit ?? state.limit,
    remaining: spent?.remaining ?? (state.resetAt > now ? state.remaining : null),
    retryAt: DateTime.fromDateUnsafe(new Date(until))
  }
}
