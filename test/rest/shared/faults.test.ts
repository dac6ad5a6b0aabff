/** Processes that share their limits while Redis fails, or a clock is set. */
import { assert, describe, it } from "@effect/vitest"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as TestClock from "effect/testing/TestClock"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { proxyOf } from "../../services/proxy.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { ask, core, gateAt, logged, service, silent } from "./support.ts"

const away = "Warn: The store of rate limits is away: this process keeps its own"
const back = "Info: The store of rate limits is back"

const key = `forgecast:limits:${core.origin} ${core.principal}`

describe("a process whose Redis hangs", () => {
  const hanging = Layer.mock(Redis.Redis)({ eval: () => () => Effect.never, send: () => Effect.never })
  const limits = RateLimit.layerRedis({ timeout: "300 millis" }).pipe(Layer.provide(hanging))

  it.effect(
    "waits for it no longer than the timeout and what it takes to read, and only with the first request",
    () => {
      const log = logged()
      return Effect.gen(function* () {
        const gate = yield* RateLimit.RateLimit
        let sent = 0
        const send = ask(
          gate,
          Effect.sync(() => (sent++, {}))
        )
        const first = yield* Effect.forkChild(send)
        yield* TestClock.adjust("349 millis")
        assert.strictEqual(sent, 0)
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(first)
        // The test's clock stands still.
        yield* Effect.replicateEffect(send, 20, { discard: true })
        assert.strictEqual(sent, 21)
        assert.deepStrictEqual(log.lines, [away])
      }).pipe(Effect.provide(Layer.provideMerge(limits, log.layer)))
    }
  )
})

describe.skipIf(lacksRedis)("processes that share their limits", () => {
  it.live("keep their own while Redis is away, say so once, and share them again when it is back", () => {
    const log = logged()
    return Effect.gen(function* () {
      const server = yield* redisServer()
      const options = { concurrency: 2 }
      const [one, two] = [yield* gateAt(server.url, options), yield* gateAt(server.url, options)]
      const api = silent(20)
      const both = Effect.all(
        Array.from({ length: 8 }, (_, i) => ask(i % 2 === 0 ? one : two, api.exchange)),
        { concurrency: "unbounded", discard: true }
      )
      yield* both
      assert.strictEqual(api.peak(), 2)
      yield* server.stop
      yield* both
      yield* both
      assert.strictEqual(api.peak(), 4, "each has its own")
      const ours = () => log.lines.filter((line) => line.includes("store"))
      assert.deepStrictEqual(ours(), [away, away], "each process once")
      yield* server.start
      // Traffic finds out.
      while (ours().length < 4) yield* Effect.andThen(both, Effect.sleep(100))
      assert.deepStrictEqual(ours(), [away, away, back, back])
      const again = silent(20)
      yield* Effect.all(
        Array.from({ length: 8 }, (_, i) => ask(i % 2 === 0 ? one : two, again.exchange)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(again.peak(), 2)
    }).pipe(Effect.provide(log.layer))
  })

  it.live("go on when their Redis hangs, and say so once", () => {
    const log = logged()
    return Effect.gen(function* () {
      const server = yield* redisServer()
      const gate = yield* gateAt(server.url, { timeout: "6 seconds" })
      const api = silent(1)
      yield* ask(gate, api.exchange)
      yield* server.pause
      yield* Effect.replicateEffect(ask(gate, api.exchange), 20, { discard: true })
      assert.lengthOf(api.at, 21)
      assert.deepStrictEqual(log.lines, [away])
      yield* server.resume
    }).pipe(Effect.provide(log.layer))
  })

  it.live("still share them through a slow connection", () =>
    Effect.gen(function* () {
      const server = yield* redisServer()
      const proxy = yield* proxyOf(server.port)
      const url = `redis://127.0.0.1:${proxy.port}`
      const [slow, fast] = [yield* gateAt(url), yield* gateAt(server.url)]
      proxy.delay = 100
      const api = service(20, 2_000)
      yield* Effect.forEach(
        [slow, fast],
        (gate) =>
          Effect.all(
            Array.from({ length: 20 }, () => ask(gate, api.exchange)),
            { concurrency: "unbounded" }
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(api.done(), 40)
      assert.strictEqual(api.refused(), 0)
    })
  )

  it.live("do not exceed a budget when Redis has lost its data", () =>
    Effect.gen(function* () {
      const server = yield* redisServer()
      const [one, two] = [yield* gateAt(server.url), yield* gateAt(server.url)]
      const api = service(30, 3_000)
      const half = (gate: typeof one) => Effect.replicateEffect(ask(gate, api.exchange), 20, { discard: true })
      const flush = Effect.flatMap(Redis.Redis, (redis) => redis.send("FLUSHALL")).pipe(
        Effect.provide(NodeRedis.layer({ url: server.url })),
        Effect.delay(100)
      )
      yield* Effect.all([half(one), half(two), flush], { concurrency: "unbounded" })
      assert.strictEqual(api.done(), 40)
      assert.strictEqual(api.refused(), 0)
    })
  )

  it.live("go on if the value in Redis is damaged, or of another type", () => {
    const log = logged()
    return Effect.gen(function* () {
      const server = yield* redisServer()
      const gate = yield* gateAt(server.url)
      const api = service(100, 60_000)
      yield* Effect.gen(function* () {
        const redis = yield* Redis.Redis
        for (const value of ["", "{", "[]", "null", '{"version":1}', '{"version":7,"leases":3}']) {
          yield* redis.send("SET", key, value)
          yield* ask(gate, api.exchange)
          yield* Effect.sleep(60)
        }
        // In one step: in between, the gate may write its value again.
        yield* redis.send("EVAL", "redis.call('DEL', KEYS[1]) redis.call('LPUSH', KEYS[1], 'a', 'list')", "1", key)
        yield* ask(gate, api.exchange)
      }).pipe(Effect.provide(NodeRedis.layer({ url: server.url })))
      assert.strictEqual(api.done(), 7)
      assert.deepStrictEqual(log.lines, [])
    }).pipe(Effect.provide(log.layer))
  })

  it.live("go on when Redis is full", () => {
    const log = logged()
    return Effect.gen(function* () {
      const server = yield* redisServer({ maxmemory: "1mb" })
      const gate = yield* gateAt(server.url)
      const api = silent(1)
      yield* Effect.replicateEffect(ask(gate, api.exchange), 20, { discard: true })
      assert.strictEqual(api.at.length, 20)
      assert.deepStrictEqual(log.lines, [away])
    }).pipe(Effect.provide(log.layer))
  })

  for (const hours of [-3, 3]) {
    it.live(`do not exceed a budget when a clock is set ${hours} hours on`, () =>
      Effect.gen(function* () {
        const { url } = yield* redisServer()
        const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
        const clock = yield* Clock.Clock
        let offset = 0
        const set: Clock.Clock = Object.assign(Object.create(clock) as Clock.Clock, {
          currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + offset,
          currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + offset)
        })
        const api = service(20, 1_500)
        const send = (gate: typeof one) => Effect.replicateEffect(ask(gate, api.exchange), 25, { discard: true })
        const jump = Effect.delay(
          Effect.sync(() => (offset = hours * 3_600_000)),
          100
        )
        // What it knows of the time may make the process wait too long, but never too short.
        const jumping = send(one).pipe(
          Effect.provideService(Clock.Clock, set),
          // Four windows of the limit, in which it must not send too much.
          Effect.timeout("6 seconds"),
          Effect.exit
        )
        yield* Effect.all([jumping, send(two), jump], { concurrency: "unbounded" })
        assert.strictEqual(api.refused(), 0)
        assert.isAtLeast(api.done(), 25)
      })
    )
  }
})
