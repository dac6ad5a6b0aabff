/** Processes that share a Redis and read the same for the first time. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type { Forge } from "../../../src/forge/Forge.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as Metrics from "../../../src/rest/Metrics.ts"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import * as Retry from "../../../src/rest/Retry.ts"
import { type Proxy, proxyOf } from "../../services/proxy.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { type Answer, type Http, reset, scripted } from "../support/http.ts"
import * as Things from "../support/things.ts"
import { versioned } from "../support/validators.ts"
import { thing, test } from "./support.ts"

/** Patient: the machine may have much to do. */
const patient: PersistedCache.RedisOptions = { timeout: "2 minutes", wait: "10 minutes" }

const redisAt = (port: number) => Layer.orDie(NodeRedis.layer({ url: `redis://127.0.0.1:${port}` }))

const layerAt = (port: number, options: PersistedCache.RedisOptions) =>
  PersistedCache.layerRedis(options).pipe(Layer.provide(redisAt(port)), Layer.fresh)

/** The cache of a process. */
const cacheAt = (port: number, options: PersistedCache.RedisOptions) =>
  Effect.map(Layer.build(layerAt(port, options)), (context) => Context.get(context, HttpCache.HttpCache))

/** A process: nothing in memory is shared. Its end is that of the scope. */
const processAt = Effect.fnUntraced(function* (
  port: number,
  http: Http,
  options: PersistedCache.RedisOptions = patient
) {
  const cache = layerAt(port, options)
  const policies = Layer.succeed(Retry.RetryPolicy, { attempts: 1 })
  const context = yield* Layer.build(Things.service(http, { cache, policies }))
  return <A, E>(effect: Effect.Effect<A, E, Forge>) => Effect.provideContext(effect, context)
})

/** A service whose responses take a while. */
const slow = (answer: Answer) => scripted((sent) => versioned({ takes: 300, ...answer, etag: `"${sent.path}"` })(sent))

const entry: HttpCache.Entry = {
  status: 200,
  headers: {},
  body: "{}",
  validators: { etag: '"1"' },
  fingerprint: "",
  storedAt: 1
}

describe.skipIf(lacksRedis)("processes that share a Redis", () => {
  it.live("send a first read once, and the others wait for its entry", () =>
    Effect.gen(function* () {
      const { port } = yield* redisServer()
      const http = slow({ json: { id: 7 } })
      const team = yield* Effect.replicateEffect(processAt(port, http), 4)
      const ids = [1, 2, 3, 4, 5]
      const read = Effect.forEach(ids, (id) => thing(id), { concurrency: "unbounded" })
      const all = yield* Effect.forEach(team, (run) => run(read), { concurrency: "unbounded" })
      for (const values of all)
        assert.deepStrictEqual(
          values,
          ids.map(() => ({ id: 7 }))
        )
      const first = http.sent.filter(({ headers }) => headers["if-none-match"] === undefined)
      assert.sameMembers(
        first.map(({ path }) => path),
        ids.map((id) => `/things/${id}`)
      )
      assert.lengthOf(http.sent, 20, "the others are revalidated")
      assert.strictEqual(Number((yield* Metric.value(Metrics.cacheStoreWaits)).count), 15)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  const withoutEntry: ReadonlyArray<readonly [what: string, answer: Parameters<typeof slow>[0] | typeof reset]> = [
    ["is not found", { status: 404, json: {} }],
    ["cannot be cached", { json: { id: 7 }, headers: { "cache-control": "no-store" } }],
    ["cannot be read", { text: "[]" }],
    ["is lost", reset]
  ]
  for (const [what, answer] of withoutEntry) {
    it.live(`do not wait for each other when the response ${what}`, () =>
      Effect.gen(function* () {
        const { port } = yield* redisServer()
        const http = scripted((sent) =>
          "lost" in answer ? { ...answer, takes: 300 } : versioned({ takes: 300, ...answer, etag: '"v"' })(sent)
        )
        const team = yield* Effect.replicateEffect(processAt(port, http), 4)
        const [took] = yield* Effect.timed(
          Effect.forEach(team, (run) => Effect.exit(run(thing(1))), { concurrency: "unbounded" })
        )
        assert.lengthOf(http.sent, 4)
        assert.strictEqual(http.peak(), 3, "all others at once")
        assert.isBelow(Duration.toMinutes(took), 10, "nobody waits for the lease")
      })
    )
  }

  for (const status of [200, 404]) {
    it.live(`do not wait for one that has ended after a ${status}`, () =>
      Effect.gen(function* () {
        const { port } = yield* redisServer()
        const http = slow({ json: { id: 7 }, status, takes: 0 })
        const ids = Array.from({ length: 20 }, (_, index) => index)
        const read = Effect.forEach(ids, (id) => Effect.exit(thing(id)), { concurrency: "unbounded" })
        const once = Effect.scoped(Effect.flatMap(processAt(port, http), (run) => run(read)))
        yield* once
        const [took] = yield* Effect.timed(once)
        assert.lengthOf(http.sent, 40)
        assert.isBelow(Duration.toMinutes(took), 10, "nobody waits for the lease")
      })
    )
  }

  it.live("go on when the one that reads is interrupted", () =>
    Effect.gen(function* () {
      const { port } = yield* redisServer()
      const http = scripted((sent, index) =>
        versioned({ json: { id: 7 }, etag: '"v"', takes: index === 0 ? "5 minutes" : 0 })(sent)
      )
      const [one, other] = [yield* processAt(port, http), yield* processAt(port, http)]
      const hanging = yield* Effect.forkChild(one(thing(1)))
      while (http.sent.length === 0) yield* Effect.sleep(5)
      const waiting = yield* Effect.forkChild(other(thing(1)))
      yield* Effect.sleep(200)
      assert.lengthOf(http.sent, 1)
      yield* Fiber.interrupt(hanging)
      assert.deepStrictEqual(yield* Fiber.join(waiting), { id: 7 })
      assert.lengthOf(http.sent, 2)
    })
  )

  it.live("wait no longer than they may for one that died", () =>
    Effect.gen(function* () {
      const { port } = yield* redisServer()
      const dead = yield* cacheAt(port, patient)
      // It never says that its read has ended.
      assert.isUndefined(yield* dead.get("key"))
      const cache = yield* cacheAt(port, { ...patient, wait: 500 })
      const [took, found] = yield* Effect.timed(cache.get("key"))
      assert.isUndefined(found)
      assert.isAtLeast(Duration.toMillis(took), 490)
    })
  )

  it.live("take over from one that died, one of them", () =>
    Effect.gen(function* () {
      const { port } = yield* redisServer()
      const options = { ...patient, wait: "2 seconds" } as const
      const dead = yield* cacheAt(port, options)
      const others = [yield* cacheAt(port, options), yield* cacheAt(port, options)]
      assert.isUndefined(yield* dead.get("key"))
      // They come later, so the lease ends while they wait.
      yield* Effect.sleep(1_000)
      const read = (cache: HttpCache.HttpCache["Service"]) =>
        Effect.tap(cache.get("key"), (found) => (found === undefined ? cache.set("key", entry) : Effect.void))
      const found = yield* Effect.forEach(others, read, { concurrency: "unbounded" })
      assert.sameDeepMembers(found, [undefined, entry])
    })
  )
})

describe.skipIf(lacksRedis)("a Redis that cannot help", () => {
  const slowed = Effect.fnUntraced(function* (delay: number) {
    const { port } = yield* redisServer()
    const proxy: Proxy = yield* proxyOf(port)
    const http = slow({ json: { id: 7 }, takes: 0 })
    const run = yield* processAt(proxy.port, http, { timeout: 300 })
    yield* run(thing(1))
    proxy.delay = delay
    yield* Effect.addFinalizer(() => Effect.sync(proxy.release))
    return { http, run }
  })

  test.live("is slow: a read waits for one answer", function* () {
    const { http, run } = yield* slowed(120_000)
    const [took] = yield* Effect.timed(run(thing(2)))
    assert.isBelow(Duration.toMillis(took), 120_000)
    assert.lengthOf(http.sent, 2)
  })

  test.live("is full: reads do not wait for each other, and what it has is served", function* () {
    const { port } = yield* redisServer()
    const http = slow({ json: { id: 7 }, takes: 0 })
    yield* Effect.scoped(Effect.flatMap(processAt(port, http), (run) => run(thing(1))))
    yield* Effect.flatMap(NodeRedis.NodeRedis, ({ use }) =>
      use((client) => client.sendCommand(["CONFIG", "SET", "maxmemory", "1"]))
    ).pipe(Effect.provide(redisAt(port)))
    const run = yield* processAt(port, http)
    yield* run(Effect.forEach([2, 3, 4, 5], thing))
    yield* run(thing(1))
    assert.deepStrictEqual(http.sent.at(-1)?.headers["if-none-match"], '"/things/1"')
  })
})
