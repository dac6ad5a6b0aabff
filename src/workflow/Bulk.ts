/**
 * Does something for many items, and survives the failures of some.
 *
 * ```ts
 * const { failed, succeeded } = yield* Bulk.forEach(repositories, (repo) => Sync.labels({ ...repo, labels }), {
 *   concurrency: 8,
 *   budget: { leave: 0.5 }
 * })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import type { Forge } from "../forge/Forge.ts"
import * as CallSite from "../rest/CallSite.ts"
import { InvalidInput, invalidInput } from "../rest/RestError.ts"
import * as Budget from "./Budget.ts"
import { observedAround } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"

/** How far it is. */
export interface Progress {
  /** Number of items. */
  readonly total: number
  /** Items that have succeeded. */
  readonly succeeded: number
  /** Items that have failed. */
  readonly failed: number
  /** Items that are being worked on. */
  readonly running: number
  /** `paused`: no further items are started. `ended`: there is nothing more to come. */
  readonly state: "running" | "paused" | "ended"
}

/** An item that has succeeded. */
export interface Succeeded<out Item, out A> {
  /** Its position, from 0. */
  readonly index: number
  /** The item itself. */
  readonly item: Item
  /** What its task returned. */
  readonly value: A
}

/** An item that has failed. */
export interface Failed<out Item, out E> {
  /** Its position, from 0. */
  readonly index: number
  /** The item itself. */
  readonly item: Item
  /** What its task failed with. */
  readonly error: E
}

/** The result, in the order of the items. */
export interface Outcome<out Item, out A, out E> {
  /** Items that have succeeded. */
  readonly succeeded: ReadonlyArray<Succeeded<Item, A>>
  /** Items that have failed. */
  readonly failed: ReadonlyArray<Failed<Item, E>>
  /** Items that were not started, because another one failed and `onError` is `stop`. */
  readonly skipped: ReadonlyArray<Item>
}

/** How to go about it. */
export interface Options {
  /** How many items are worked on at a time, at least 1. Default: 4. */
  readonly concurrency?: number | undefined
  /**
   * How much of each rate limit it may spend and leaves to others: a share of its own, or one that it has in common with other
   * programs. A request that would spend more waits for the next window. Default: it may spend all.
   */
  readonly budget?: Budget.Options | Budget.Budget | undefined
  /**
   * After a failure, `collect` continues with the other items, and `stop` only finishes those that were started.
   * Default: collect.
   */
  readonly onError?: "collect" | "stop" | undefined
}

/** What `forEach` and `start` can fail with. The failures of items are in the result. */
export const Failure = Schema.Union([InvalidInput])
export type Failure = typeof Failure.Type

type Name = "Bulk.forEach" | "Bulk.start"

/** The share that a run has: one that is given, or one of its own. */
const budgetOf = (name: Name, { budget }: Options): Effect.Effect<Budget.Budget | undefined, InvalidInput> => {
  if (budget === undefined || "share" in budget) return Effect.succeed(budget)
  return Effect.mapError(Budget.make(budget), ({ path, reason }) => invalidInput(name, `budget.${path}`, reason))
}

/** A run that has begun. */
export interface Run<out Item, out A, out E> {
  /** Streams how far it is: now, and after each change. Ends with the run. */
  readonly progress: Stream.Stream<Progress>
  /** Starts no further items. Items that were started continue. */
  readonly pause: Effect.Effect<void>
  /** Goes on after `pause`. */
  readonly resume: Effect.Effect<void>
  /** Waits for the end, and returns the result. */
  readonly outcome: Effect.Effect<Outcome<Item, A, E>>
}

/**
 * Does something for each item, and returns which items succeeded and which failed, with their errors.
 *
 * Fails only with `InvalidInput`, before anything is started, if an option is out of its range. The failures of items
 * are in the result. If it is interrupted, so are the items that are being worked on; the others are not started. A
 * defect ends it.
 */
export const forEach: <Item, A, E, R>(
  items: Iterable<Item>,
  f: (item: Item, index: number) => Effect.Effect<A, E, R>,
  options?: Options
) => Effect.Effect<Outcome<Item, A, E>, Failure, R | Forge> = CallSite.effect((items, f, options) =>
  Effect.scoped(Effect.flatMap(begin("Bulk.forEach", items, f, options), ({ outcome }) => outcome))
)

/** Starts what `forEach` does, so that it can be watched and paused. It is interrupted when its scope closes. */
export const start: <Item, A, E, R>(
  items: Iterable<Item>,
  f: (item: Item, index: number) => Effect.Effect<A, E, R>,
  options?: Options
) => Effect.Effect<Run<Item, A, E>, Failure, R | Forge | Scope.Scope> = CallSite.effect((items, f, options) =>
  begin("Bulk.start", items, f, options)
)

const begin = Effect.fnUntraced(function* <Item, A, E, R>(
  name: Name,
  items: Iterable<Item>,
  f: (item: Item, index: number) => Effect.Effect<A, E, R>,
  options: Options = {}
) {
  const { concurrency = 4, onError = "collect" } = options
  yield* Given.check(name, { concurrency: Given.count(concurrency, 1) })
  const budget = yield* budgetOf(name, options)
  const all = Array.from(items)
  const results = new Map<number, Result.Result<A, E>>()
  const gate = yield* Latch.make(true)
  const progress = yield* SubscriptionRef.make<Progress>({
    total: all.length,
    succeeded: 0,
    failed: 0,
    running: 0,
    state: "running"
  })
  const runOne = (item: Item, index: number) => (budget === undefined ? f(item, index) : budget.share(f(item, index)))
  let stopped = false

  const one = Effect.fnUntraced(function* (item: Item, index: number) {
    yield* Latch.await(gate)
    if (stopped) return
    yield* SubscriptionRef.update(progress, (now) => ({ ...now, running: now.running + 1 }))
    const result = yield* Effect.result(runOne(item, index))
    results.set(index, result)
    const isFailure = Result.isFailure(result)
    if (isFailure && onError === "stop") {
      stopped = true
      yield* Latch.open(gate)
    }
    yield* SubscriptionRef.update(progress, (now) => ({
      ...now,
      running: now.running - 1,
      failed: now.failed + (isFailure ? 1 : 0),
      succeeded: now.succeeded + (isFailure ? 0 : 1)
    }))
  })

  const running = yield* Effect.forEach(all, one, { concurrency, discard: true }).pipe(
    Effect.ensuring(SubscriptionRef.update(progress, (now) => ({ ...now, state: "ended" as const }))),
    observedAround,
    Effect.withSpan(name, { attributes: { "forgecast.items": all.length } }),
    Effect.forkScoped
  )
  const set = (state: "running" | "paused") =>
    SubscriptionRef.update(progress, (now) => (now.state === "ended" ? now : { ...now, state }))

  return {
    progress: Stream.takeUntil(SubscriptionRef.changes(progress), ({ state }) => state === "ended"),
    pause: Effect.andThen(Latch.close(gate), set("paused")),
    resume: Effect.andThen(Latch.open(gate), set("running")),
    outcome: Effect.map(Fiber.join(running), () => outcomeOf(all, results))
  }
})

const outcomeOf = <Item, A, E>(
  items: ReadonlyArray<Item>,
  results: ReadonlyMap<number, Result.Result<A, E>>
): Outcome<Item, A, E> => {
  const succeeded: Array<Succeeded<Item, A>> = []
  const failed: Array<Failed<Item, E>> = []
  const skipped: Array<Item> = []
  for (const [index, item] of items.entries()) {
    const result = results.get(index)
    if (result === undefined) skipped.push(item)
    else if (Result.isSuccess(result)) succeeded.push({ index, item, value: result.success })
    else failed.push({ index, item, error: result.failure })
  }
  return { succeeded, failed, skipped }
}
