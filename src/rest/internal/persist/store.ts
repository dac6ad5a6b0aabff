/** A store of entries that never fails, and takes no longer than it may. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Persistable from "effect/persistence/Persistable"
import { type Persistence, PersistenceError, type PersistenceStore } from "effect/persistence/Persistence"
import * as PrimaryKey from "effect/PrimaryKey"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type { Entry } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import * as Envelope from "./envelope.ts"
import type { Holder, Leases } from "../../Lease.ts"
import { makeOutage, type Outage, type Probe } from "./outage.ts"
import { Damaged, type Seal } from "./seal.ts"

export interface Store {
  /** Returns null if the store does not have it, undefined if the store does not answer, or not with an entry. */
  readonly get: (key: string) => Effect.Effect<Entry | null | undefined>
  /** Returns true if the store has it now. */
  readonly set: (key: string, entry: Entry) => Effect.Effect<true | undefined>
  /** Takes the lease of an entry that is missing. Undefined if the store does not answer. */
  readonly claim: (leases: Leases, key: string) => Effect.Effect<Holder | undefined>
  /** Ends a lease of this process. */
  readonly end: (leases: Leases, key: string) => Effect.Effect<void>
}

export interface Options {
  readonly storeId: string
  readonly age: Duration.Duration
  readonly seal: Seal
  /** How long a read of the store may take. */
  readonly timeout: Duration.Duration
}

/** Work that blocks the process delays timers and answers alike. The yields leave time to read an answer that is there. */
const noAnswer = Effect.as(Effect.andThen(Effect.yieldNow, Effect.yieldNow), Option.none<never>())

/** How long a write may take. No request waits for it. */
const writeTimeout = Duration.seconds(5)

/** A key and the schemas of its value. Its key may be replaced: the schemas of each instance are compiled, in about 1 ms. */
class Slot implements Persistable.Persistable<typeof Schema.String, typeof Schema.Never> {
  key = ""
  readonly [Persistable.symbol] = { success: Schema.String, error: Schema.Never };
  [PrimaryKey.symbol](): string {
    return this.key
  }
}

/** Whether the store works, and only this value of it does not. */
const isDamaged = (cause: Cause.Cause<unknown>): boolean => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (error instanceof Damaged || Schema.isSchemaError(error)) return true
  // A text that is no JSON.
  return error instanceof PersistenceError && error.cause instanceof SyntaxError
}

const words = {
  read: {
    fails: "The HTTP cache cannot read from its store, and works in memory until the store answers",
    works: "The HTTP cache reads from its store again"
  },
  write: {
    fails: "The HTTP cache cannot write to its store, and works in memory until the store accepts entries",
    works: "The HTTP cache writes to its store again"
  }
}

const failed = (does: "read" | "write", reason: Metrics.StoreFailure) =>
  Metric.update(Metrics.cacheStoreFailures(does, reason), 1)

export const makeStore = Effect.fnUntraced(function* (
  persistence: Persistence["Service"],
  { age, seal, storeId, timeout }: Options
) {
  // It stays open until the end has written what was left.
  const scope = yield* Scope.fork(yield* Effect.scope)
  const clock = yield* Clock.Clock
  let made: PersistenceStore | undefined
  /** It may take a connection and a table, which may be missing yet. */
  const make = Effect.suspend(() => {
    if (made !== undefined) return Effect.succeed(made)
    return persistence.make({ storeId, timeToLive: () => age }).pipe(
      Scope.provide(scope),
      Effect.tap((store) => Effect.sync(() => void (made = store)))
    )
  })
  const free: Array<Slot> = []
  const using = <A, E>(id: string, use: (store: PersistenceStore, slot: Slot) => Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const slot = free.pop() ?? new Slot()
      slot.key = id
      return Effect.flatMap(make, (store) => use(store, slot)).pipe(Effect.ensuring(Effect.sync(() => free.push(slot))))
    })

  /** Does something with the store, in a fiber that nothing waits for longer: it may not be possible to interrupt it. */
  const bounded = (does: keyof typeof words, within: Duration.Duration, outage: Outage) => {
    const without = Effect.fnUntraced(function* (permit: Probe, reason: Metrics.StoreFailure, cause: unknown) {
      yield* failed(does, reason)
      if (permit.failed() === "fails") yield* Effect.logWarning(words[does].fails, cause)
      return undefined
    })
    const settled = Effect.fnUntraced(function* <A, E>(
      act: Effect.Effect<A, E>,
      permit: Probe,
      restore: typeof Effect.interruptible
    ): Effect.fn.Return<A | undefined> {
      const fiber = yield* Effect.forkDetach(act)
      const abandon = () => {
        permit.abandoned()
        fiber.interruptUnsafe()
      }
      const answer = Effect.asSome(Fiber.await(fiber))
      const exit = yield* restore(Effect.raceFirst(answer, Effect.delay(noAnswer, within))).pipe(
        Effect.onInterrupt(() => Effect.sync(abandon))
      )
      if (Option.isNone(exit)) {
        fiber.interruptUnsafe()
        return yield* without(permit, "timeout", `No answer within ${Duration.format(within)}`)
      }
      const result = exit.value
      if (Exit.isFailure(result) && !isDamaged(result.cause)) return yield* without(permit, "failed", result.cause)
      if (permit.succeeded() === "works") yield* Effect.logInfo(words[does].works)
      if (Exit.isSuccess(result)) return result.value
      yield* failed(does, "damaged")
      return undefined
    })
    // No interruption leaves a permit behind that nobody settles.
    return <A, E>(act: Effect.Effect<A, E>): Effect.Effect<A | undefined> =>
      Effect.uninterruptibleMask((restore) => {
        const permit = outage.permit()
        if (permit !== undefined) return settled(act, permit, restore)
        return Effect.as(failed(does, "unavailable"), undefined)
      })
  }
  const newOutage = () => makeOutage(() => clock.currentTimeMillisUnsafe())
  const writes = newOutage()
  const reading = bounded("read", timeout, newOutage())
  const writing = bounded("write", writeTimeout, writes)
  /** A write that a request waits for. */
  const claiming = bounded("write", timeout, writes)
  // Before the first request, so that it need not wait for it.
  yield* reading(make)

  const store: Store = {
    get: (key) =>
      reading(
        Effect.gen(function* () {
          const id = yield* seal.nameOf(key)
          const exit = yield* using(id, (store, slot) => store.get(slot))
          if (exit === undefined || Exit.isFailure(exit)) return null
          const entry = yield* Envelope.decode(seal, key, exit.value)
          yield* Metric.update(Metrics.cacheStoreHits, 1)
          return entry
        })
      ),
    set: (key, entry) =>
      writing(
        Effect.gen(function* () {
          const id = yield* seal.nameOf(key)
          const text = yield* Envelope.encode(seal, key, entry)
          yield* using(id, (store, slot) => store.set(slot, Exit.succeed(text)))
          return true as const
        })
      ),
    claim: (leases, key) => claiming(Effect.flatMap(seal.nameOf(key), leases.claim)),
    end: (leases, key) => writing(Effect.flatMap(seal.nameOf(key), leases.end))
  }
  return store
})
