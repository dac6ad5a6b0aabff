/** A store that fails, hangs or comes back. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import { SqlError, UniqueViolation } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import * as Things from "../support/things.ts"
import { begin, pass, settle, start } from "../support/time.ts"
import { conditions } from "../support/validators.ts"
import { failures, get, logged, many, run, thing, type Trouble, unchanged, watched, test } from "./support.ts"

describe("a store that cannot be read", () => {
  it.effect.each<Trouble>(["fails", "dies"])("%s, and no request does", (trouble) =>
    logged((messages) =>
      Effect.gen(function* () {
        const store = watched()
        store.trouble.get = trouble
        const http = many()
        yield* run(Effect.forEach([1, 2, 3, 4, 5], thing), { http, store: store.layer })
        assert.lengthOf(http.sent, 5)
        assert.strictEqual(store.asked.get, 3, "not asked after three failures")
        assert.strictEqual(yield* failures("read", "failed"), 3)
        assert.strictEqual(yield* failures("read", "unavailable"), 2)
        assert.strictEqual(store.asked.set, 5, "but written")
        assert.lengthOf(messages, 1)
        assert.match(messages[0] ?? "", /cannot read from its store/)
      })
    )
  )

  it.effect.each<Trouble>(["hangs", "hangs on"])("%s, and delays three requests", (trouble) =>
    logged((messages) =>
      Effect.gen(function* () {
        yield* begin
        const store = watched()
        store.trouble.get = trouble
        const http = many()
        const process = { http, store: store.layer, options: { timeout: 100 } }
        const ended = yield* start(run(Effect.forEach([1, 2, 3, 4, 5], thing), process))
        yield* pass(100)
        yield* pass(100)
        assert.lengthOf(http.sent, 2)
        yield* pass(100)
        yield* Fiber.join(ended.fiber)
        assert.strictEqual(ended.endedAt(), 300)
        assert.lengthOf(http.sent, 5)
        assert.strictEqual(yield* failures("read", "timeout"), 3)
        assert.lengthOf(messages, 1)
      })
    )
  )

  test("delays reads that are under way together, which count once", function* () {
    const store = watched()
    store.trouble.get = "hangs"
    const process = { http: many(), store: store.layer, options: { timeout: 100 } }
    const five = (from: number) =>
      Effect.all(
        [0, 1, 2, 3, 4].map((id) => thing(from + id)),
        { concurrency: 5 }
      )
    const ended = yield* start(run(Effect.all([five(1), five(6), five(11), five(16)]), process))
    for (let i = 0; i < 3; i++) yield* pass(100)
    yield* Fiber.join(ended.fiber)
    assert.strictEqual(store.asked.get, 15)
    assert.strictEqual(yield* failures("read", "unavailable"), 5)
  })

  test("is asked again after a pause that grows, by one request at a time", function* (messages) {
    const store = watched()
    const http = many()
    let id = 0
    const ask = Effect.suspend(() => thing(++id))
    yield* run(
      Effect.gen(function* () {
        store.trouble.get = "fails"
        yield* Effect.all([ask, ask, ask, ask])
        for (const [seconds, asked] of [
          [0.9, 3],
          [0.2, 4],
          [1.9, 4],
          [0.2, 5],
          [3.9, 5]
        ] as const) {
          yield* TestClock.adjust(seconds * 1_000)
          yield* ask
          assert.strictEqual(store.asked.get, asked, `after ${seconds}`)
        }
        store.trouble.get = "hangs"
        yield* TestClock.adjust(200)
        const probes = yield* start(Effect.all([ask, ask, ask], { concurrency: 3 }))
        assert.strictEqual(store.asked.get, 6)
        yield* pass(250)
        yield* Fiber.join(probes.fiber)
        delete store.trouble.get
        yield* TestClock.adjust("8 seconds")
        yield* Effect.all([ask, ask, ask, ask])
        assert.strictEqual(store.asked.get, 10)
      }),
      { http, store: store.layer }
    )
    assert.deepStrictEqual(
      messages.map((message) => message.replace(/,.*/, "")),
      ["The HTTP cache cannot read from its store", "The HTTP cache reads from its store again"]
    )
  })

  test("is asked again after a pause of 30 seconds at most, and at once when the clock was set back", function* () {
    const store = watched()
    let id = 0
    const ask = Effect.suspend(() => thing(++id))
    store.trouble.get = "fails"
    yield* run(
      Effect.gen(function* () {
        yield* Effect.all([ask, ask, ask])
        for (let i = 0; i < 10; i++) {
          yield* TestClock.adjust("31 seconds")
          yield* ask
        }
        assert.strictEqual(store.asked.get, 13)
        yield* TestClock.setTime(0)
        yield* ask
        assert.strictEqual(store.asked.get, 14)
      }),
      { http: many(), store: store.layer }
    )
  })

  test("is asked again when the request that found out was interrupted", function* () {
    const store = watched()
    store.trouble.get = "fails"
    yield* run(
      Effect.gen(function* () {
        yield* Effect.all([thing(1), thing(2), thing(3)])
        yield* TestClock.adjust("2 seconds")
        store.trouble.get = "hangs"
        const probe = yield* start(thing(4))
        yield* Fiber.interrupt(probe.fiber)
        delete store.trouble.get
        yield* thing(5)
        assert.strictEqual(store.asked.get, 5)
      }),
      { http: many(), store: store.layer }
    )
  })

  test("serves from memory what it has", function* () {
    const store = watched()
    store.trouble.get = "fails"
    store.trouble.set = "fails"
    const http = unchanged()
    const [, , third] = yield* run(Effect.all([get, get, Things.get.withReply({ id: 1 })]), {
      http,
      store: store.layer
    })
    assert.isTrue(third.cached)
  })
})

describe("a store that cannot be written", () => {
  test("fails, and is read", function* (messages) {
    const store = watched()
    const http = many()
    yield* run(Effect.forEach([1, 2], thing), { http, store: store.layer })
    store.trouble.set = "fails"
    yield* run(Effect.forEach([1, 2, 3, 4, 5, 6, 7], thing), { http, store: store.layer })
    assert.deepStrictEqual(
      conditions(http.sent)
        .slice(2)
        .map(([etag]) => etag !== undefined),
      [true, true, false, false, false, false, false]
    )
    // Several writes are under way when the third one fails.
    assert.strictEqual((yield* failures("write", "failed")) + (yield* failures("write", "unavailable")), 5)
    assert.lengthOf(messages, 1)
    assert.match(messages[0] ?? "", /cannot write to its store/)
  })

  test("hangs, and no request waits; the end waits 5 seconds at most", function* () {
    yield* begin
    const store = watched()
    store.trouble.set = "hangs"
    const http = many()
    const ended = yield* start(run(Effect.forEach([1, 2, 3], thing), { http, store: store.layer }))
    assert.lengthOf(http.sent, 3)
    yield* pass(4_999)
    assert.isUndefined(ended.endedAt())
    yield* pass(1)
    yield* Fiber.join(ended.fiber)
    assert.strictEqual(ended.endedAt(), 5_000)
  })

  test("gets the entries that failed with the first 304", function* () {
    const store = watched()
    store.trouble.set = "fails"
    const http = unchanged()
    yield* run(
      Effect.gen(function* () {
        yield* get
        yield* settle
        delete store.trouble.set
        yield* get
      }),
      { http, store: store.layer }
    )
    assert.strictEqual(store.values.size, 1)
  })

  test("lets a thousand entries wait, and no more", function* () {
    yield* begin
    const store = watched()
    const http = many()
    const ids = Array.from({ length: 1_100 }, (_, id) => id)
    yield* run(
      Effect.gen(function* () {
        store.trouble.set = "hangs"
        yield* Effect.forEach(ids, thing)
        yield* settle
        assert.strictEqual(store.asked.set, 8, "eight at a time")
        assert.strictEqual(yield* failures("write", "dropped"), 92)
        delete store.trouble.set
        yield* pass("5 seconds")
      }),
      { http, store: store.layer }
    )
  })
})

describe("a store that is not there at the start", () => {
  test("is opened later", function* (messages) {
    const store = watched()
    store.trouble.make = "fails"
    yield* run(
      Effect.gen(function* () {
        yield* thing(1)
        yield* settle
        assert.strictEqual(store.asked.make, 3, "at the start, by the read and by the write")
        delete store.trouble.make
        yield* thing(2)
        assert.strictEqual(store.asked.make, 4)
        assert.strictEqual(store.asked.get, 1)
      }),
      { http: many(), store: store.layer }
    )
    assert.lengthOf(messages, 2, "one about reads, one about writes")
    assert.strictEqual(store.values.size, 1, "not closed before it is written")
  })

  test("is built by layerWhenAvailable until it works", function* () {
    yield* begin
    const working = watched()
    let builds = 0
    const fragile = Layer.unwrap(
      Effect.suspend(() => (++builds < 3 ? Effect.fail("refused" as const) : Effect.succeed(working.layer)))
    )
    const store = PersistedCache.layerWhenAvailable(fragile)
    const http = many()
    const running = yield* start(run(Effect.andThen(thing(1), Effect.delay(thing(2), 1_000)), { http, store }))
    assert.strictEqual(builds, 1)
    yield* pass(99)
    assert.lengthOf(http.sent, 0, "it waits for the second try")
    yield* pass(1)
    assert.strictEqual(builds, 2)
    assert.lengthOf(http.sent, 1)
    yield* pass(199)
    assert.strictEqual(builds, 2)
    yield* pass(1)
    assert.strictEqual(builds, 3)
    yield* pass(1_000)
    yield* Fiber.join(running.fiber)
    assert.strictEqual(working.asked.get, 1)
    assert.strictEqual(working.values.size, 1)
  })

  it.effect("is waited for while other processes create its table and its index", () =>
    Effect.gen(function* () {
      yield* begin
      const working = watched()
      const taken = new SqlError({ reason: new UniqueViolation({ cause: "duplicate key", constraint: "names" }) })
      let builds = 0
      const raced = Layer.unwrap(
        Effect.suspend(() => (++builds < 4 ? Effect.die(taken) : Effect.succeed(working.layer)))
      )
      const http = unchanged()
      const running = yield* start(
        run(get, { http, store: PersistedCache.layerWhenAvailable(raced), options: { timeout: "1 minute" } })
      )
      for (const [pause, built] of [
        [100, 2],
        [200, 3],
        [399, 3]
      ] as const) {
        yield* pass(pause)
        assert.strictEqual(builds, built)
        assert.lengthOf(http.sent, 0)
      }
      yield* pass(1)
      yield* Fiber.join(running.fiber)
      assert.strictEqual(builds, 4)
      assert.strictEqual(working.asked.get, 1)
    })
  )

  it.effect("is waited for while layerWhenAvailable builds it", () =>
    Effect.gen(function* () {
      yield* begin
      const working = watched()
      const opened = yield* Deferred.make<void>()
      const slow = Layer.unwrap(Effect.as(Deferred.await(opened), working.layer))
      const http = unchanged()
      const running = yield* start(run(get, { http, store: PersistedCache.layerWhenAvailable(slow) }))
      yield* pass(249)
      assert.lengthOf(http.sent, 0)
      yield* Deferred.succeed(opened, undefined)
      yield* settle
      yield* Fiber.join(running.fiber)
      assert.strictEqual(running.endedAt(), 249)
      assert.strictEqual(working.asked.get, 1)
    })
  )

  it.effect("is not built when the program ends first", () =>
    Effect.gen(function* () {
      let isClosed = false
      const never: Layer.Layer<Persistence.Persistence> = Layer.effect(
        Persistence.Persistence,
        Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isClosed = true)))
      )
      const fiber = yield* Effect.forkChild(
        run(Effect.void, { http: unchanged(), store: PersistedCache.layerWhenAvailable(never) })
      )
      yield* pass(250)
      yield* Fiber.join(fiber)
      assert.isTrue(isClosed)
    })
  )
})
