/** Pauses, concurrency, spacing and quotas for several processes, on a real Redis. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { type Answer, ask, core, gateAt, logged, mortalAt, search, service, silent } from "./support.ts"

const all = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: count }, () => effect),
    { concurrency: "unbounded", discard: true }
  )

const together = <A, B, E, F>(one: Effect.Effect<A, E>, two: Effect.Effect<B, F>) =>
  Effect.all([one, two], { concurrency: "unbounded" })

const limited = (kind: "primary" | "secondary", after: number | undefined): Effect.Effect<Answer> =>
  Effect.sync(() => ({ limit: { kind, retryAt: after === undefined ? undefined : Date.now() + after } }))

/** The shortest time between two requests: a busy machine makes others longer. */
const shortest = (at: ReadonlyArray<number>): number =>
  Math.min(...at.slice(1).map((time, index) => time - (at[index] ?? 0)))

describe.skipIf(lacksRedis)("processes that share their limits", () => {
  it.live("pause when one of them is limited, and come back one after the other", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const gates = yield* Effect.forEach([1, 2, 3], () => gateAt(url))
      const [first, ...others] = gates
      const api = silent(5)
      if (first === undefined) return
      // Every process has sent something.
      for (const gate of gates) yield* ask(gate, api.exchange)
      const begin = Date.now()
      yield* ask(first, limited("secondary", 2_000))
      api.at.length = 0
      yield* Effect.forEach(others, (gate) => all(40, ask(gate, api.exchange, { bucket: search })), {
        concurrency: "unbounded"
      })
      const waits = api.at.map((at) => at - begin)
      assert.isAtLeast(Math.min(...waits), 1_990)
      assert.isAtLeast(Math.max(...waits), 2_040, "they do not come at once")
    })
  )

  it.live("fail at once if the pause is longer than they may wait", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
      yield* ask(one, limited("primary", 600_000), { bucket: search })
      const error = yield* Effect.flip(ask(two, silent(1).exchange, { bucket: search }))
      assert.containSubset(error, { kind: "primary", resource: "search" })
      // A primary limit is about one resource.
      yield* ask(two, silent(1).exchange, { maxWait: "1 minute" })
    })
  )

  it.live("count what earlier attempts of a call have waited", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
      const patience = { left: 60_000 }
      yield* ask(one, limited("secondary", 2_000))
      yield* ask(two, silent(1).exchange, { patience })
      // It may ask late on a busy machine.
      assert.isAtMost(patience.left, 60_000 - 200)
      assert.isAtLeast(patience.left, 0)
      yield* ask(one, limited("secondary", 600_000))
      const refused = Effect.flip(ask(two, silent(1).exchange, { maxWait: "1 day", patience }))
      // A request passes while news of the pause is on its way.
      const error = yield* Effect.retry(refused, Schedule.spaced("10 millis"))
      assert.propertyVal(error, "kind", "secondary")
    })
  )

  it.live("double a pause without a time that another of them got before", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const options = { pause: "500 millis" } as const
      const [one, two] = [yield* gateAt(url, options), yield* gateAt(url, options)]
      const at: Array<number> = []
      const refuses = Effect.andThen(
        Effect.sync(() => at.push(Date.now())),
        limited("secondary", undefined)
      )
      const begin = Date.now()
      yield* ask(one, refuses)
      yield* ask(two, refuses)
      yield* ask(one, silent(1).exchange)
      assert.isAtLeast((at[1] ?? 0) - begin, 490)
      assert.isAtLeast(Date.now() - (at[1] ?? 0), 990)
    })
  )

  it.live("have no more requests under way than one process may, and take turns", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const options = { concurrency: 3 }
      const [one, two] = [yield* gateAt(url, options), yield* gateAt(url, options)]
      const api = silent(20)
      yield* ask(one, api.exchange)
      let ones = 0
      const counted = Effect.tap(api.exchange, () => Effect.sync(() => ones++))
      const running = yield* Effect.forkChild(all(300, ask(one, counted)))
      yield* Effect.sleep(100)
      const before = ones
      yield* all(30, ask(two, api.exchange))
      assert.strictEqual(api.peak(), 3)
      assert.isBelow(ones - before, 150, "the second process had its share")
      yield* Fiber.interrupt(running)
    })
  )

  it.live("take the slots of a process that has died", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      // Longer than a busy machine keeps the process from renewing it.
      const options = { concurrency: 2, lease: "8 seconds" } as const
      const [survivor, dying] = [yield* gateAt(url, options), yield* mortalAt(url, options)]
      yield* ask(dying.gate, silent(1).exchange)
      const taken = yield* Effect.forEach([1, 2], () => Latch.make())
      const fibers = yield* Effect.forEach(taken, ({ open }) =>
        Effect.forkChild(ask(dying.gate, Effect.andThen(open, Effect.never)))
      )
      yield* Effect.forEach(taken, ({ await: isTaken }) => isTaken)
      assert.strictEqual((yield* Effect.flip(ask(survivor, silent(1).exchange, { maxWait: 100 }))).underWay, 2)
      dying.kill()
      yield* all(2, ask(survivor, silent(1).exchange, { maxWait: "1 minute" }))
      yield* Fiber.interruptAll(fibers)
    }).pipe(Effect.provide(logged().layer))
  )

  it.live("keep the slots of requests that take longer than a lease", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const options = { concurrency: 1, lease: "8 seconds" } as const
      const [one, two] = [yield* gateAt(url, options), yield* gateAt(url, options)]
      const taken = yield* Latch.make()
      const done: Array<string> = []
      const does = (name: string, takes: number) =>
        Effect.sleep(takes).pipe(Effect.andThen(Effect.sync(() => done.push(name))), Effect.as({}))
      yield* together(
        ask(one, Effect.andThen(taken.open, does("one", 12_000))),
        Effect.andThen(taken.await, ask(two, does("two", 1)))
      )
      assert.deepStrictEqual(done, ["one", "two"])
    })
  )

  it.live("space their writes by a fixed time", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
      const api = silent(1)
      const write = { write: true, writeInterval: 200, maxWait: 0 }
      const begin = Date.now()
      yield* together(all(3, ask(one, api.exchange, write)), all(3, ask(two, api.exchange, write)))
      // A busy machine may let two that are due start at once, but the last not before its time.
      assert.isAtLeast(Date.now() - begin, 990)
    })
  )

  it.live("space their writes once one of them met a secondary limit", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
      const api = silent(1)
      yield* all(5, ask(two, api.exchange, { write: true }))
      assert.isBelow(shortest(api.at), 700, "at first they are not spaced")
      yield* ask(one, limited("secondary", 100), { write: true })
      // Units that a process has may be used for 20 ms without asking again.
      yield* Effect.sleep(100)
      const begin = Date.now()
      yield* all(3, ask(two, api.exchange, { write: true }))
      assert.isAtLeast(Date.now() - begin, 1_400)
      // Reads are not.
      api.at.length = 0
      yield* all(5, ask(two, api.exchange))
      assert.isBelow(shortest(api.at), 700)
    })
  )

  it.live("spend the windows of a quota together, by weight, one request at a time", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
      const api = silent(10)
      const quota = { name: "api", concurrency: 1, windows: [{ name: "each second", length: 1_000, limit: 10 }] }
      const bucket = { ...core, origin: "api", resource: "calls" }
      // 48 in all: the fifth window at the earliest.
      const request = { bucket, quota, weight: 3, maxWait: "1 minute" } as const
      yield* together(all(8, ask(one, api.exchange, request)), all(8, ask(two, api.exchange, request)))
      assert.strictEqual(api.peak(), 1)
      assert.strictEqual(api.at.length, 16)
      const perWindow = new Map<number, number>()
      for (const at of api.at) perWindow.set(Math.floor(at / 1_000), (perWindow.get(Math.floor(at / 1_000)) ?? 0) + 1)
      // A request may start a moment after Redis has let it in.
      assert.isAtLeast(perWindow.size, 5)
      // Whoever was last has given back its slot.
      yield* Effect.sleep(200)
      const error = yield* Effect.flip(
        Effect.replicateEffect(ask(one, api.exchange, { ...request, weight: 9, maxWait: 0 }), 5)
      )
      assert.containSubset(error, { kind: "primary", resource: "each second", limit: 10 })
    })
  )

  it.live("do not harm each other with an interrupted wait", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const options = { concurrency: 1 }
      const [one, two] = [yield* gateAt(url, options), yield* gateAt(url, options)]
      const api = service(1_000, 60_000)
      const running = yield* Effect.forkChild(ask(one, Effect.delay(api.exchange, 200)))
      yield* Effect.sleep(50)
      const waiting = yield* Effect.forkChild(ask(two, api.exchange))
      yield* Effect.sleep(50)
      yield* Fiber.interrupt(waiting)
      yield* Fiber.join(running)
      yield* all(3, ask(two, api.exchange, { maxWait: "1 minute" }))
      assert.strictEqual(api.done(), 4)
    })
  )
})
