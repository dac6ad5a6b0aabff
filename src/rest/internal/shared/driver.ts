/**
 * Asks Redis for the units of a pool, one question at a time. A pool that requests go through asks again every few
 * milliseconds, so that most requests need not wait. One at rest gives its units back.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import type { Limited } from "../../Limit.ts"
import { busy } from "../gate/slots.ts"
import * as Pools from "./pool.ts"
import type { Grant } from "./script.ts"
import { monotonic, type Store } from "./store.ts"

/** Milliseconds for which units may be used without asking again. */
const fresh = 20

/** Milliseconds after which a pool reports what has happened. */
export const soon = 10

/** The shortest time between two questions for units that others have, in milliseconds. It varies up to the double. */
const poll = 10

/** The longest time between two questions while requests wait, in milliseconds: a limit may end sooner than stated. */
const longest = 1_000

/** The part of a lease in which a process relies on it. */
const safety = 0.75

export interface Options {
  /** Names this process. */
  readonly name: string
  readonly concurrency: number
  /** How long units are kept for a process that says nothing, in milliseconds. */
  readonly lease: number
}

export interface Driver {
  /** Asks for a pool in so many milliseconds, or earlier. */
  readonly schedule: (pool: Pools.Pool, millis: number, clock: Clock.Clock) => void
  /** Gives back what a pool has. */
  readonly release: (pool: Pools.Pool) => Effect.Effect<void>
}

export const make = (
  store: Store,
  options: Options,
  run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>,
  /** Called when a pool is at rest. */
  onRest: (pool: Pools.Pool) => void
): Driver => {
  const leaseOf = ({ bucket, interval }: Pools.Pool): string =>
    `${options.name} ${interval ?? "any"} ${bucket.resource}`

  const questionOf = (pool: Pools.Pool, clock: Clock.Clock) =>
    Pools.question(pool, leaseOf(pool), options.lease, options.concurrency, monotonic(clock))

  /** Asks once, and tells those who wait. */
  const ask = (pool: Pools.Pool, clock: Clock.Clock): Effect.Effect<void> =>
    Effect.suspend(() => {
      const begin = monotonic(clock)
      const counted = pool.quota && Pools.first(pool, pool.quota.concurrency)
      const question = questionOf(pool, clock)
      return Effect.flatMap(store.ask(pool.principal, question), (reply) =>
        Effect.map(Random.next, (random) => {
          const now = monotonic(clock)
          if (reply === undefined) {
            alone(pool)
            pool.askAt = pool.using > 0 ? now + options.lease / 3 : Infinity
            return
          }
          pool.held = reply.held - pool.settled
          pool.isSpaced = reply.spaced === true
          // Units at hand are not writes in their turn.
          if (pool.isSpaced) pool.held = Math.min(pool.held, pool.using + pool.called + reply.granted)
          pool.freshUntil = now + fresh
          pool.heldUntil = begin + options.lease * safety
          pool.closed = reply.closed && { ...reply.closed, until: now + reply.closed.for }
          callNext(pool, counted?.slice(0, reply.granted) ?? Pools.first(pool, Pools.spare(pool)), now)
          refuse(pool, begin, question.concurrency, now, clock)
          pool.askAt = now + delayAfter(pool, reply, question.wanted, random)
        })
      )
    })

  const delayAfter = (pool: Pools.Pool, reply: Grant, wanted: number, random: number): number => {
    if (pool.queue.size > 0) {
      // Processes come back one after the other.
      const jitter = poll * (1 + random)
      if (pool.closed !== undefined) return Math.min(pool.closed.for + jitter, longest)
      if (reply.later !== undefined) return Math.min(reply.later + random * poll, longest)
      return reply.granted < wanted ? jitter : 0
    }
    if (pool.entered > 0 || pool.settled > 0 || reply.held > pool.using) return soon
    return pool.using > 0 ? options.lease / 3 : Infinity
  }

  const drive = (pool: Pools.Pool): Effect.Effect<void> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const loop: Effect.Effect<void> = Effect.suspend(() => {
        const wait = pool.askAt - monotonic(clock)
        if (wait <= 0) return Effect.andThen(ask(pool, clock), loop)
        if (wait === Infinity) {
          pool.sooner = undefined
          onRest(pool)
          return Effect.void
        }
        pool.sooner = Deferred.makeUnsafe()
        return Effect.andThen(Effect.raceFirst(Effect.sleep(wait), Deferred.await(pool.sooner)), loop)
      })
      return loop
    })

  return {
    schedule: (pool, millis, clock) => {
      const at = monotonic(clock) + millis
      if (at >= pool.askAt) return
      pool.askAt = at
      if (pool.sooner !== undefined) return Deferred.doneUnsafe(pool.sooner, Effect.void)
      pool.sooner = Deferred.makeUnsafe()
      run(drive(pool))
    },
    release: (pool) =>
      Effect.flatMap(Clock.Clock, (clock) => {
        pool.queue.clear()
        pool.lost += pool.using
        pool.using = 0
        pool.held = 0
        pool.entered = 0
        return store.ask(pool.principal, questionOf(pool, clock))
      })
  }
}

/** Calls requests, as long as there are units. */
const callNext = (pool: Pools.Pool, turns: ReadonlyArray<Pools.Turn>, now: number): void => {
  for (const turn of turns) {
    const resume = pool.queue.get(turn)
    if (resume === undefined || Pools.spare(pool) <= 0) continue
    pool.queue.delete(turn)
    Pools.call(pool, turn, now)
    Deferred.doneUnsafe(resume, Effect.void)
  }
}

/** Lets all go on by what this process knows. */
const alone = (pool: Pools.Pool): void => {
  pool.held = pool.using
  pool.closed = undefined
  for (const [turn, resume] of Array.from(pool.queue)) {
    pool.queue.delete(turn)
    Deferred.doneUnsafe(resume, Effect.void)
  }
}

/** Fails those who would wait longer than they may. The time between two writes does not count. */
const refuse = (pool: Pools.Pool, asked: number, concurrency: number, now: number, clock: Clock.Clock): void => {
  const { bucket, closed, isSpaced, queue } = pool
  if (closed === undefined && isSpaced) return
  for (const [turn, resume] of Array.from(queue)) {
    turn.isLate ||= closed !== undefined
    const isTooLong = closed === undefined ? now > turn.deadline && turn.since <= asked : closed.until > turn.deadline
    if (!isTooLong) continue
    queue.delete(turn)
    const limited =
      closed === undefined
        ? busy(concurrency, bucket.resource, clock.currentTimeMillisUnsafe())
        : limitedBy(closed, now, clock)
    Deferred.doneUnsafe(resume, Effect.fail(limited))
  }
}

/** Describes what holds requests back. */
export const limitedBy = (closed: Pools.Closure, now: number, clock: Clock.Clock): Limited => ({
  _tag: "Limited",
  kind: closed.kind,
  resource: closed.resource,
  limit: closed.limit ?? null,
  remaining: closed.remaining ?? null,
  retryAt: DateTime.makeUnsafe(Math.ceil(clock.currentTimeMillisUnsafe() + Math.max(0, closed.until - now)))
})
