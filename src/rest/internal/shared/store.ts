/** Asks Redis. When it is away, logs that once, and asks again from time to time. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Redis } from "effect/persistence/Redis"
import { type Question, type Grant, script } from "./script.ts"

export interface Store {
  /** Whether Redis is away. Each process then keeps to the limits that it knows. */
  readonly isAway: () => boolean
  /** Whether to ask: always while Redis is there, else from time to time. */
  readonly mayAsk: (clock: Clock.Clock) => boolean
  /** Asks for a principal. Undefined if Redis does not answer in time. */
  readonly ask: (principal: string, question: Question) => Effect.Effect<Grant | undefined>
}

/** The first and the longest time until Redis is asked again, in milliseconds. */
const firstBreak = 500
const longestBreak = 10_000

/** How long an answer may take to be read, in milliseconds. */
const grace = 50

/** Milliseconds that no change of the time of day moves. */
export const monotonic = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

export const make = (redis: Redis["Service"], prefix: string, timeout: Duration.Input): Store => {
  const evaluate = redis.eval(script)
  // Work that blocks the process delays timers and answers alike. The second timer leaves time to read the answer.
  const overdue = Effect.fail(new Error(`no answer in ${Duration.format(Duration.fromInputUnsafe(timeout))}`)).pipe(
    Effect.delay(grace),
    Effect.delay(timeout)
  )
  /** How long Redis is left alone; 0 while it is there. */
  let pause = 0
  let askAt = 0

  const lost = (cause: Cause.Cause<unknown>): Effect.Effect<undefined> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const isNew = pause === 0
      pause = isNew ? firstBreak : Math.min(2 * pause, longestBreak)
      askAt = monotonic(clock) + pause
      const warning = Effect.logWarning("The store of rate limits is away: this process keeps its own", reasonOf(cause))
      return Effect.as(isNew ? warning : Effect.void, undefined)
    })

  const found = (text: string): Effect.Effect<Grant> => {
    // The cast is safe: the script wrote it.
    const reply = JSON.parse(text) as Grant
    if (pause === 0) return Effect.succeed(reply)
    pause = 0
    return Effect.as(Effect.logInfo("The store of rate limits is back"), reply)
  }

  return {
    isAway: () => pause > 0,
    mayAsk: (clock) => pause === 0 || monotonic(clock) >= askAt,
    ask: (principal, question) =>
      Effect.suspend(() => evaluate(prefix + principal, JSON.stringify(question))).pipe(
        Effect.raceFirst(overdue),
        Effect.matchCauseEffect({
          onFailure: (cause) => (Cause.hasInterruptsOnly(cause) ? Effect.interrupt : lost(cause)),
          onSuccess: found
        })
      )
  }
}

/** What the client of Redis says. Its errors carry no password. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error ? inner.message : String(inner)
}
