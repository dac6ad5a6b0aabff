import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Page from "../../src/rest/Page.ts"
import { NotModified } from "../../src/rest/RestError.ts"
import { scripted } from "./support/http.ts"
import { listing, pageOf, upTo } from "./support/listing.ts"
import * as Things from "./support/things.ts"
import { begin, pass } from "./support/time.ts"
import { conditions, versioned } from "./support/validators.ts"

const get = Things.get({ id: 1 })

/** The same request, for an operation without a response value. */
const exists = Forge.operation("Things.exists", "GET /things/{id}", { path: { id: Schema.Int }, statuses: [200] })({
  id: 1
})

describe("a read", () => {
  it.effect("is revalidated, and a 304 returns the cached value", () =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: { id: 7 }, etag: '"v1"' }))
      const [first, second, third] = yield* Effect.all([get, get, get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(first, { id: 7 })
      assert.deepStrictEqual(second, first)
      assert.notStrictEqual(second, first, "parsed once more")
      assert.strictEqual(third, second, "not parsed a third time")
      assert.deepStrictEqual(conditions(http.sent), [
        [undefined, undefined],
        ['"v1"', undefined],
        ['"v1"', undefined]
      ])
    })
  )

  it.effect.each([
    [65_536, true],
    [65_537, false]
  ] as const)("with a time to live keeps the parsed value of %s characters at once: %s", ([length, atOnce]) =>
    Effect.gen(function* () {
      const http = scripted(versioned({ text: '{"id":1}'.padEnd(length), etag: '"v1"' }))
      const [first, second] = yield* Effect.all([get, get]).pipe(
        Effect.provideService(HttpCache.TimeToLive, "1 minute"),
        Effect.provide(Things.service(http))
      )
      assert.deepStrictEqual(second, first)
      assert.strictEqual(second === first, atOnce)
      assert.lengthOf(http.sent, 1)
    })
  )

  it.effect("whose body is not read is not cached, and leaves the cached response as it is", () =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: { id: 7 }, etag: '"v1"' }))
      const seen = yield* Effect.all([exists, get, exists, get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(seen, [undefined, { id: 7 }, undefined, { id: 7 }])
      assert.deepStrictEqual(
        conditions(http.sent).map(([etag]) => etag),
        [undefined, undefined, '"v1"', '"v1"']
      )
    })
  )

  it.effect("returns the new value after a change", () =>
    Effect.gen(function* () {
      let version = 1
      const http = scripted((sent) => versioned({ json: { id: version }, etag: `"v${version}"` })(sent))
      const seen = yield* Effect.gen(function* () {
        const before = yield* get
        version = 2
        return [before, yield* get, yield* get]
      }).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(seen, [{ id: 1 }, { id: 2 }, { id: 2 }])
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["if-none-match"]),
        [undefined, '"v1"', '"v2"']
      )
    })
  )

  it.effect("is revalidated by date when there is no ETag", () =>
    Effect.gen(function* () {
      const modified = "Tue, 12 Jan 2027 00:00:00 GMT"
      const http = scripted(versioned({ json: { id: 1 }, modified }))
      yield* Effect.all([get, get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, modified])
    })
  )

  it.effect("without validators is not cached", () =>
    Effect.gen(function* () {
      const http = scripted(() => ({ json: { id: 1 } }))
      yield* Effect.all([get, get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
    })
  )

  it.effect("says in its reply that it came from the cache, with headers of both responses", () =>
    Effect.gen(function* () {
      const fresh = versioned({ json: { id: 1 }, etag: '"v1"', headers: { deprecation: "@1700000000" } })
      const http = scripted((sent, index) => {
        const answer = fresh(sent)
        return { ...answer, headers: { ...answer.headers, "x-github-request-id": `R${index}` } }
      })
      const reply = Things.get.withReply({ id: 1 })
      const [first, second] = yield* Effect.all([reply, reply]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual([first?.cached, first?.status, first?.requestId], [false, 200, "R0"])
      assert.deepStrictEqual([second?.cached, second?.status, second?.requestId], [true, 200, "R1"])
      assert.deepStrictEqual(second?.validators, { etag: '"v1"' })
      assert.deepStrictEqual(second?.deprecation, first?.deprecation)
      assert.isNotNull(second?.deprecation)
    })
  )

  it.effect("that fails, or can't be decoded, is not cached", () =>
    Effect.gen(function* () {
      for (const answer of [
        { status: 404, json: { message: "Not Found" } },
        { status: 200, json: { id: "seven" } },
        { status: 200, text: "<html>" }
      ]) {
        const http = scripted(() => ({ ...answer, headers: { etag: '"v1"' } }))
        yield* Effect.all([Effect.flip(get), Effect.flip(get)]).pipe(Effect.provide(Things.service(http)))
        assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
      }
    })
  )

  it.effect("with another schema decodes the cached response again", () =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: { id: 7, name: "seven" }, etag: '"v1"' }))
      const Named = Schema.Struct({ name: Schema.String })
      const [thing, named, again] = yield* Effect.gen(function* () {
        return [yield* get, yield* Things.get.as(Named)({ id: 1 }), yield* get] as const
      }).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(thing, { id: 7 })
      assert.deepStrictEqual(named, { name: "seven" })
      assert.deepStrictEqual(again, { id: 7 })
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["if-none-match"]),
        [undefined, '"v1"', '"v1"']
      )
    })
  )
})

describe("a listing", () => {
  it.effect("follows the cached links that a 304 does not repeat", () =>
    Effect.gen(function* () {
      const pages = listing({ total: () => 45 })
      const http = scripted((sent, index) => {
        const page = pages(sent, index)
        return "lost" in page ? page : versioned({ ...page, etag: `"${pageOf(sent.path)}"` })(sent)
      })
      const walk = Stream.runCollect(Things.list.pages({ per_page: 10 }))
      const [first, second, third] = yield* Effect.all([walk, walk, walk]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(second, first)
      assert.deepStrictEqual(third, first)
      assert.strictEqual(first.length, 5)
      for (const [i, page] of third.entries())
        assert.strictEqual(page.items[0], second[i]?.items[0], "not parsed a third time")
      assert.strictEqual(http.sent.length, 15)
      assert.isTrue(http.sent.slice(5).every(({ headers }) => headers["if-none-match"] !== undefined))
    })
  )

  for (const [size, asked] of [
    [30, {}],
    [10, { per_page: 10 }]
  ] as const) {
    it.effect(`that grows after a full last page of ${size} continues there, although that page is unchanged`, () =>
      Effect.gen(function* () {
        let total = 2 * size
        const pages = listing({ total: () => total })
        const http = scripted((sent, index) => {
          const page = pages(sent, index)
          if ("lost" in page) return page
          // The service computes the ETag from the items alone.
          return versioned({ ...page, etag: `"${JSON.stringify(page.json).length}"` })(sent)
        })
        const count = Stream.runCount(Things.list(asked)).pipe(Effect.provideService(Page.PageSize, size))
        const counts = Effect.gen(function* () {
          const before = yield* count
          total++
          return [before, yield* count, yield* count]
        })
        assert.deepStrictEqual(yield* Effect.provide(counts, Things.service(http)), [
          2 * size,
          2 * size + 1,
          2 * size + 1
        ])
        const conditional = http.sent.map(({ headers }) => headers["if-none-match"] !== undefined)
        // The full last page is requested unconditionally; all others are revalidated.
        assert.deepStrictEqual(conditional, [false, false, true, false, false, true, true, true])
      })
    )
  }

  it.effect.each([
    [29, true],
    [30, false]
  ] as const)("of a cursor without per_page, with %i items on its last page, is cached: %s", ([items, isCached]) =>
    Effect.gen(function* () {
      // 30 items are a full page where nothing is asked: a 304 would hide that there are more by now.
      const http = scripted(versioned({ json: upTo(items).map((id) => ({ id })), etag: '"v1"' }))
      const page = Things.list.page({ page: Page.Cursor.make(`${Things.api}/things?after=x`) })
      yield* Effect.all([page, page]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(conditions(http.sent)[1], [isCached ? '"v1"' : undefined, undefined])
    })
  )

  it.effect("fails with NotModified page by page", () =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: [{ id: 1 }], etag: '"v1"' }))
      const error = yield* Effect.gen(function* () {
        const { validators } = yield* Things.list.page.withReply({})
        return yield* Effect.flip(Things.list.page.ifChanged({}, validators))
      }).pipe(Effect.provide(Things.service(http)))
      assert.strictEqual(error._tag, "NotModified")
    })
  )
})

describe("ifChanged", () => {
  it.effect("rejects validators that no header can carry, and sends nothing", () =>
    Effect.gen(function* () {
      const http = scripted(() => ({ json: { id: 1 } }))
      for (const validators of [{ etag: '"a\r\nb"' }, { lastModified: "\u2028" }, { etag: 7 as never }]) {
        const error = yield* Effect.flip(Things.get.ifChanged({ id: 1 }, validators)).pipe(
          Effect.provide(Things.service(http))
        )
        assert.isTrue(error._tag === "InvalidInput" && error.path === "since")
      }
      assert.strictEqual(http.sent.length, 0)
    })
  )

  it.effect("fails with NotModified and the validators for the next request", () =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: { id: 1 }, etag: '"v1"', modified: "Tue, 12 Jan 2027 00:00:00 GMT" }))
      const error = yield* Effect.flip(Things.get.ifChanged({ id: 1 }, { etag: '"v1"' })).pipe(
        Effect.provide(Things.service(http))
      )
      assert.instanceOf(error, NotModified)
      assert.strictEqual(error.status, 304)
      assert.deepStrictEqual(error.validators, { etag: '"v1"', lastModified: "Tue, 12 Jan 2027 00:00:00 GMT" })
    })
  )

  it.effect("sends the caller's validators, whatever is cached", () =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: { id: 1 }, etag: '"v2"' }))
      const reply = yield* Effect.andThen(get, Things.get.ifChanged({ id: 1 }, { etag: '"v1"' })).pipe(
        Effect.provide(Things.service(http))
      )
      assert.deepStrictEqual(reply.value, { id: 1 })
      assert.isFalse(reply.cached)
      assert.deepStrictEqual(conditions(http.sent)[1], ['"v1"', undefined])
    })
  )

  it.effect("sends a date", () =>
    Effect.gen(function* () {
      const lastModified = "Tue, 12 Jan 2027 00:00:00 GMT"
      const http = scripted(versioned({ json: { id: 1 }, modified: lastModified }))
      const error = yield* Effect.flip(Things.get.ifChanged({ id: 1 }, { lastModified })).pipe(
        Effect.provide(Things.service(http))
      )
      assert.strictEqual(error._tag, "NotModified")
    })
  )
})

describe("modes", () => {
  const etagged = versioned({ json: { id: 1 }, etag: '"v1"' })
  const inMode = (mode: HttpCache.Mode) => Effect.provideService(get, HttpCache.CacheMode, mode)

  it.effect("reload sends an unconditional request, and caches the response", () =>
    Effect.gen(function* () {
      const http = scripted(etagged)
      yield* Effect.all([get, inMode("reload"), get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["if-none-match"]),
        [undefined, undefined, '"v1"']
      )
    })
  )

  it.effect("off neither reads nor writes the cache", () =>
    Effect.gen(function* () {
      const http = scripted(etagged)
      yield* Effect.all([inMode("off"), get, inMode("off")]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(new Set(conditions(http.sent).flat()), new Set([undefined]))
    })
  )

  it.effect("writes are never conditional and never cached", () =>
    Effect.gen(function* () {
      const http = scripted(etagged)
      yield* Effect.all([get, Things.update({ id: 1 }), Things.update({ id: 1 }), get]).pipe(
        Effect.provide(Things.service(http))
      )
      assert.deepStrictEqual(
        http.sent.map(({ headers, method }) => [method, headers["if-none-match"]]),
        [
          ["GET", undefined],
          ["PUT", undefined],
          ["PUT", undefined],
          ["GET", '"v1"']
        ]
      )
    })
  )

  it.effect("without a cache no request is conditional", () =>
    Effect.gen(function* () {
      const http = scripted(etagged)
      yield* Effect.all([get, get]).pipe(Effect.provide(Things.service(http, { cache: HttpCache.layerNone })))
      assert.deepStrictEqual(new Set(conditions(http.sent).flat()), new Set([undefined]))
    })
  )

  it.effect("a 304 to an unconditional request is an unexpected status", () =>
    Effect.gen(function* () {
      const http = scripted(() => ({ status: 304 }))
      const error = yield* Effect.flip(get).pipe(Effect.provide(Things.service(http)))
      assert.strictEqual(error._tag, "UnexpectedStatus")
    })
  )
})

describe("a time to live", () => {
  it.effect("serves a response without a request until it expires, then revalidates it", () =>
    Effect.gen(function* () {
      yield* begin
      const http = scripted(versioned({ json: { id: 1 }, etag: '"v1"' }))
      const fresh = Effect.provideService(Things.get.withReply({ id: 1 }), HttpCache.TimeToLive, "1 minute")
      yield* Effect.gen(function* () {
        const first = yield* fresh
        yield* pass(59_999)
        const second = yield* fresh
        assert.strictEqual(http.sent.length, 1)
        assert.isTrue(second.cached)
        assert.strictEqual(second.value, first.value)
        yield* pass(1)
        yield* fresh
        assert.deepStrictEqual(conditions(http.sent)[1], ['"v1"', undefined])
        yield* pass(59_999)
        yield* fresh
        assert.strictEqual(http.sent.length, 2, "the 304 made it fresh again")
      }).pipe(Effect.provide(Things.service(http)))
    })
  )

  it.effect("caches responses without validators too", () =>
    Effect.gen(function* () {
      yield* begin
      const http = scripted((_, index) => ({ json: { id: index } }))
      const fresh = Effect.provideService(get, HttpCache.TimeToLive, "1 minute")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual([yield* fresh, yield* fresh], [{ id: 0 }, { id: 0 }])
        yield* pass("1 minute")
        assert.deepStrictEqual(yield* fresh, { id: 1 })
        assert.deepStrictEqual(yield* Effect.provideService(fresh, HttpCache.CacheMode, "reload"), { id: 2 })
        assert.deepStrictEqual(yield* fresh, { id: 2 })
      }).pipe(Effect.provide(Things.service(http)))
    })
  )
})
