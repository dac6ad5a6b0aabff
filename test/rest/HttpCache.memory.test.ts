import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import { testOn } from "../testOn.ts"
import { runs } from "../depth.ts"

const entry = (body: string, headers: Record<string, string> = {}): HttpCache.Entry => ({
  status: 200,
  headers,
  body,
  validators: { etag: '"1"' },
  fingerprint: "",
  storedAt: 0
})

/** A test with a cache of its own. */
const cached = (
  name: string,
  options: HttpCache.MemoryOptions,
  test: (cache: HttpCache.HttpCache["Service"]) => Effect.Effect<void>
) =>
  it.effect(name, () => Effect.flatMap(HttpCache.HttpCache, test).pipe(Effect.provide(HttpCache.layerMemory(options))))

/** Those of the keys that are in the cache. Each look-up counts as a use: pass the least recently used first. */
const kept = (cache: HttpCache.HttpCache["Service"], keys: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(keys, (key) => cache.get(key)),
    (found) => keys.filter((_, i) => found[i] !== undefined)
  )

describe("layerMemory", () => {
  cached("keeps entries as they are", {}, (cache) =>
    Effect.gen(function* () {
      const one = entry("1", { link: "<x>" })
      assert.isUndefined(yield* cache.get("a"))
      yield* cache.set("a", one)
      assert.strictEqual(yield* cache.get("a"), one)
      assert.isUndefined(yield* cache.get("b"))
    })
  )

  cached("drops the least recently used entry when there are too many", { entries: 3 }, (cache) =>
    Effect.gen(function* () {
      for (const key of ["a", "b", "c"]) yield* cache.set(key, entry(key))
      yield* cache.get("a")
      yield* cache.set("d", entry("d"))
      assert.deepStrictEqual(yield* kept(cache, ["a", "b", "c", "d"]), ["a", "c", "d"])
    })
  )

  cached("counts a replacement as a use, and counts the entry once", { entries: 2 }, (cache) =>
    Effect.gen(function* () {
      yield* cache.set("a", entry("1"))
      yield* cache.set("b", entry("1"))
      yield* cache.set("a", entry("2"))
      assert.strictEqual((yield* cache.get("a"))?.body, "2")
      yield* cache.set("c", entry("1"))
      assert.deepStrictEqual(yield* kept(cache, ["a", "b", "c"]), ["a", "c"])
    })
  )

  cached("drops as many entries as needed when their total size is too large", { bytes: 1_500 }, (cache) =>
    Effect.gen(function* () {
      for (const key of ["a", "b", "c", "d"]) yield* cache.set(key, entry("x".repeat(120)))
      assert.deepStrictEqual(yield* kept(cache, ["a", "b", "c", "d"]), ["a", "b", "c", "d"])
      yield* cache.set("e", entry("x".repeat(350)))
      assert.deepStrictEqual(yield* kept(cache, ["a", "b", "c", "d", "e"]), ["d", "e"])
    })
  )

  cached("frees the bytes of an entry that is replaced", { bytes: 1_500 }, (cache) =>
    Effect.gen(function* () {
      yield* cache.set("b", entry("x".repeat(100)))
      for (let i = 0; i < 50; i++) yield* cache.set("a", entry("x".repeat(300)))
      assert.deepStrictEqual(yield* kept(cache, ["a", "b"]), ["a", "b"])
    })
  )

  cached("counts headers too", { bytes: 1_500 }, (cache) =>
    Effect.gen(function* () {
      yield* cache.set("a", entry("x"))
      yield* cache.set("b", entry("x", { link: "l".repeat(2_000) }))
      assert.deepStrictEqual(yield* kept(cache, ["a", "b"]), ["a"])
    })
  )

  cached(
    "does not keep an entry larger than the whole cache, and drops the one it would have replaced",
    { bytes: 1_500 },
    (cache) =>
      Effect.gen(function* () {
        yield* cache.set("a", entry("x"))
        yield* cache.set("b", entry("x"))
        yield* cache.set("a", entry("x".repeat(1_000)))
        assert.deepStrictEqual(yield* kept(cache, ["a", "b"]), ["b"])
        yield* cache.set("c", entry("x".repeat(200)))
        assert.deepStrictEqual(yield* kept(cache, ["b", "c"]), ["b", "c"])
      })
  )

  cached("keeps 1,000 entries by default", {}, (cache) =>
    Effect.gen(function* () {
      const keys = Array.from({ length: 1_001 }, (_, i) => `${i}`)
      for (const key of keys.slice(0, 1_000)) yield* cache.set(key, entry(key))
      assert.lengthOf(yield* kept(cache, keys), 1_000)
      yield* cache.set("1000", entry("1000"))
      assert.deepStrictEqual(yield* kept(cache, keys), keys.slice(1))
    })
  )

  cached("keeps 32 MiB by default", {}, (cache) =>
    Effect.gen(function* () {
      const body = "x".repeat((32 * 1_024 * 1_024 - 2) / 3)
      for (const [key, isKept] of [
        ["ab", true],
        ["abc", false]
      ] as const) {
        yield* cache.set(key, entry(body))
        assert.strictEqual((yield* cache.get(key)) !== undefined, isKept, key)
      }
    })
  )

  cached("keeps nothing with a limit of 0", { entries: 0 }, (cache) =>
    Effect.gen(function* () {
      yield* cache.set("a", entry("x"))
      assert.isUndefined(yield* cache.get("a"))
    })
  )

  it("keeps exactly the most recently used entries that fit, after any sequence of operations", async () => {
    const step = fc.record({
      key: fc.constantFrom("a", "b", "c", "d", "e"),
      size: fc.option(fc.integer({ min: 0, max: 60 }))
    })
    const bytes = 300
    const entries = 3
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) =>
      Effect.gen(function* () {
        const cache = yield* HttpCache.HttpCache
        // The expected entries, most recently used last. Text counts three bytes a character, a key one.
        let model: Array<readonly [key: string, bytes: number]> = []
        const total = () => model.reduce((sum, [, size]) => sum + size, 0)
        for (const { key, size } of steps) {
          const known = model.find(([one]) => one === key)
          if (size === null) {
            assert.strictEqual((yield* cache.get(key)) !== undefined, known !== undefined)
            if (known !== undefined) model = [...model.filter((one) => one !== known), known]
          } else {
            yield* cache.set(key, entry("x".repeat(size)))
            model = [...model.filter(([one]) => one !== key), [key, 1 + 3 * size]]
            while (model.length > entries || total() > bytes) model.shift()
          }
        }
        const left = yield* kept(
          cache,
          model.map(([key]) => key)
        )
        assert.strictEqual(left.length, model.length)
      }).pipe(Effect.provide(HttpCache.layerMemory({ entries, bytes })), Effect.runPromise)
    )
    assert.isUndefined(fc.defaultReportMessage(await fc.check(property, { numRuns: runs(300) })))
  })
})

describe("layerNone", () => {
  testOn(HttpCache.layerNone)("keeps nothing", function* () {
    const cache = yield* HttpCache.HttpCache
    yield* cache.set("a", entry("x"))
    assert.isUndefined(yield* cache.get("a"))
  })
})
