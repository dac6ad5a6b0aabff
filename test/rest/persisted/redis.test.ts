/** A real Redis behind the cache, and what can happen to it. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import { Redis } from "effect/persistence/Redis"
import * as Stream from "effect/Stream"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import { proxyOf } from "../../services/proxy.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { scripted } from "../support/http.ts"
import { listing, upTo } from "../support/listing.ts"
import * as Things from "../support/things.ts"
import { conditions, versioned } from "../support/validators.ts"
import { failures, get, logged, many, run, service, thing, unchanged, untilRead, test } from "./support.ts"

const storeAt = (port: number) =>
  PersistedCache.layerWhenAvailable(
    Persistence.layerRedis.pipe(Layer.provide(NodeRedis.layer({ url: `redis://127.0.0.1:${port}` })))
  )

/** Patient: the machine may have much to do. */
const options: PersistedCache.Options = { timeout: "2 minutes" }

/** Connects to Redis itself. */
const inRedis = <A, E>(port: number, use: (redis: Redis["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Redis, use).pipe(Effect.provide(NodeRedis.layer({ url: `redis://127.0.0.1:${port}` })))

describe.skipIf(lacksRedis)("Redis, where it is installed", () => {
  it.live("keeps responses over a restart of the process, with their age", () =>
    Effect.gen(function* () {
      const { port } = yield* redisServer()
      const pages = listing({ total: () => 250 })
      const http = scripted((sent, index) => {
        const page = pages(sent, index)
        return "lost" in page ? page : versioned({ ...page, etag: `"${sent.path}"` })(sent)
      })
      const process = { http, store: storeAt(port), options: { ...options, age: "1 hour" } } as const
      const all = Stream.runCollect(Things.list({})).pipe(Effect.map((things) => things.map(({ id }) => id)))
      assert.deepStrictEqual(yield* run(all, process), upTo(250))
      assert.deepStrictEqual(yield* run(all, process), upTo(250))
      assert.lengthOf(http.sent, 6)
      assert.isTrue(conditions(http.sent.slice(3)).every(([etag]) => etag !== undefined))
      const ages = yield* inRedis(port, (redis) =>
        Effect.flatMap(redis.send<ReadonlyArray<string>>("KEYS", "*"), (keys) =>
          Effect.forEach(keys, (key) => redis.send<number>("TTL", key))
        )
      )
      assert.lengthOf(ages, 3)
      assert.isTrue(
        ages.every((seconds) => seconds > 3_000 && seconds <= 3_600),
        String(ages)
      )
    })
  )

  test.live("is stopped and started again, and no request fails", function* (messages) {
    const server = yield* redisServer()
    const http = many()
    yield* Effect.gen(function* () {
      yield* thing(1)
      yield* server.stop
      yield* Effect.forEach([2, 3, 4, 5, 6], thing)
      assert.isAbove(yield* failures("read", "unavailable"), 0)
      yield* server.start
      yield* untilRead
    }).pipe(Effect.provide(service({ http, store: storeAt(server.port), options: { timeout: 300 } })))
    const ours = messages.filter((text) => text.startsWith("The HTTP cache"))
    assert.isAtMost(ours.length, 4, ours.join("\n"))
  })

  test.live("is not there when the program starts", function* () {
    const server = yield* redisServer()
    yield* server.stop
    const http = unchanged()
    yield* Effect.gen(function* () {
      yield* get
      yield* server.start
      yield* untilRead
    }).pipe(Effect.provide(service({ http, store: storeAt(server.port), options })))
  })

  test.live("is slow, and delays a request by no more than it may", function* () {
    const server = yield* redisServer()
    const proxy = yield* proxyOf(server.port)
    const http = many()
    yield* run(thing(1), { http, store: storeAt(proxy.port), options })
    yield* Effect.gen(function* () {
      proxy.delay = 30_000
      for (const id of [2, 3, 4, 5, 6, 7, 8]) {
        const [took] = yield* Effect.timed(thing(id))
        assert.isBelow(Duration.toMillis(took), 30_000)
      }
      assert.strictEqual(yield* failures("read", "timeout"), 3)
      assert.strictEqual(yield* failures("read", "unavailable"), 4)
    }).pipe(
      Effect.ensuring(Effect.sync(proxy.release)),
      Effect.provide(service({ http, store: storeAt(proxy.port), options: { timeout: 200 } }))
    )
  })

  test.live("is full, and serves what it has", function* () {
    const { port } = yield* redisServer()
    const http = many()
    const process = { http, store: storeAt(port), options }
    yield* run(thing(1), process)
    yield* inRedis(port, (redis) => redis.send("CONFIG", "SET", "maxmemory", "1"))
    yield* run(Effect.forEach([1, 2, 3], thing), process)
    assert.deepStrictEqual(
      conditions(http.sent).map(([etag]) => etag),
      [undefined, '"/things/1"', undefined, undefined]
    )
    assert.strictEqual(yield* failures("write", "failed"), 2)
    assert.strictEqual(yield* failures("read", "failed"), 0)
    yield* inRedis(port, (redis) => redis.send("CONFIG", "SET", "maxmemory", "0"))
    yield* run(thing(2), process)
    yield* run(thing(2), process)
    assert.strictEqual(conditions(http.sent).at(-1)?.[0], '"/things/2"')
  })

  it.live.each(["", "{", "[]", '"text"', '{"_tag":"Success","value":1}', '{"_tag":"Success","value":"text"}'])(
    "has a damaged value: %s",
    (value) =>
      logged((messages) =>
        Effect.gen(function* () {
          const { port } = yield* redisServer()
          const http = unchanged()
          const process = { http, store: storeAt(port), options }
          yield* run(get, process)
          yield* inRedis(port, (redis) =>
            Effect.flatMap(redis.send<ReadonlyArray<string>>("KEYS", "*"), ([key = ""]) =>
              redis.send("SET", key, value)
            )
          )
          yield* run(get, process)
          assert.strictEqual(yield* failures("read", "damaged"), 1)
          yield* run(get, process)
          assert.deepStrictEqual(
            conditions(http.sent).map(([etag]) => etag),
            [undefined, undefined, '"v1"']
          )
          assert.deepStrictEqual(messages, [])
        })
      )
  )
})
