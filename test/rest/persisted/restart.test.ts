/** What a process finds that an earlier one, or another one, has stored. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import { NotModified } from "../../../src/rest/RestError.ts"
import { scripted } from "../support/http.ts"
import { listing, upTo } from "../support/listing.ts"
import * as Things from "../support/things.ts"
import { conditions, versioned } from "../support/validators.ts"
import { failures, get, run, service, textOf, unchanged, watched, test } from "./support.ts"

const reply = Things.get.withReply({ id: 1 })

describe("after a restart", () => {
  it.effect("a read is revalidated, and its value is decoded once", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched().layer
      yield* run(get, { http, store })
      const [first, second, third] = yield* run(Effect.all([reply, get, get]), { http, store })
      assert.deepStrictEqual([first.value, first.cached], [{ id: 7 }, true])
      assert.strictEqual(second, first.value)
      assert.strictEqual(third, second)
      assert.deepStrictEqual(conditions(http.sent).slice(1), Array(3).fill(['"v1"', undefined]))
    })
  )

  it.effect("a listing keeps its links", () =>
    Effect.gen(function* () {
      const pages = listing({ total: () => 250 })
      const http = scripted((sent, index) => {
        const page = pages(sent, index)
        return "lost" in page ? page : versioned({ ...page, etag: `"${sent.path}"` })(sent)
      })
      const store = watched().layer
      const all = Stream.runCollect(Things.list({})).pipe(Effect.map((things) => things.map(({ id }) => id)))
      assert.deepStrictEqual(yield* run(all, { http, store }), upTo(250))
      assert.deepStrictEqual(yield* run(all, { http, store }), upTo(250))
      assert.lengthOf(http.sent, 6)
      assert.isTrue(conditions(http.sent.slice(3)).every(([etag]) => etag !== undefined))
    })
  )

  it.effect("ifChanged knows the validators that were kept", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched().layer
      yield* run(get, { http, store })
      const error = yield* run(
        Effect.flatMap(reply, ({ validators }) => Effect.flip(Things.get.ifChanged({ id: 1 }, validators))),
        { http, store }
      )
      assert.instanceOf(error, NotModified)
      assert.deepStrictEqual(error.validators, { etag: '"v1"' })
    })
  )

  it.effect("a principal whose token has rotated sends the date, and then the new ETag", () =>
    Effect.gen(function* () {
      const modified = "Tue, 12 Jan 2027 00:00:00 GMT"
      const http = scripted((sent) =>
        versioned({ json: { id: 7 }, etag: `"${sent.headers["authorization"]}"`, modified })(sent)
      )
      const store = watched().layer
      const as = (token: string) =>
        run(reply, { http, store, credentials: Credentials.layerToken(Redacted.make(token), { principal: "app" }) })
      const replies = yield* Effect.all([as("one"), as("two"), as("two")])
      assert.deepStrictEqual(
        replies.map(({ cached }) => cached),
        [false, true, true]
      )
      assert.deepStrictEqual(conditions(http.sent), [
        [undefined, undefined],
        [undefined, modified],
        ['"Bearer two"', undefined]
      ])
    })
  )

  it.effect("another principal finds nothing", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched().layer
      yield* run(get, { http, store })
      yield* run(get, { http, store, credentials: Credentials.layerAnonymous })
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
    })
  )

  it.effect("a response that is fresh is served without a request, and decoded once", () =>
    Effect.gen(function* () {
      const http = scripted(() => ({ json: { id: 7 } }))
      const store = watched().layer
      const policies = Layer.succeed(HttpCache.TimeToLive, "10 minutes")
      yield* run(get, { http, store, policies })
      yield* TestClock.adjust("9 minutes")
      const [first, second] = yield* run(Effect.all([get, get]), { http, store, policies })
      assert.deepStrictEqual(first, { id: 7 })
      assert.strictEqual(second, first)
      assert.lengthOf(http.sent, 1)
      yield* TestClock.adjust("2 minutes")
      yield* run(get, { http, store, policies })
      assert.lengthOf(http.sent, 2)
    })
  )

  it.effect.each([
    ["a day", -24 * 60, 2],
    ["a minute", -1, 1]
  ] as const)("a clock that was set back by %s", ([, minutes, requests]) =>
    Effect.gen(function* () {
      const http = scripted(() => ({ json: { id: 7 } }))
      const store = watched().layer
      const policies = Layer.succeed(HttpCache.TimeToLive, "10 minutes")
      const start = Date.UTC(2027, 0, 15)
      yield* TestClock.setTime(start)
      yield* run(get, { http, store, policies })
      yield* TestClock.setTime(start + minutes * 60_000)
      yield* run(get, { http, store, policies })
      assert.lengthOf(http.sent, requests)
    })
  )
})

describe("beside another process", () => {
  it.effect("a response that is stale in memory is read from the store", () =>
    Effect.gen(function* () {
      let id = 0
      const http = scripted(() => ({ json: { id: ++id } }))
      const store = watched().layer
      const policies = Layer.succeed(HttpCache.TimeToLive, "10 minutes")
      yield* run(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* get, { id: 1 })
          yield* TestClock.adjust("11 minutes")
          assert.deepStrictEqual(yield* run(get, { http, store, policies }), { id: 2 })
          assert.deepStrictEqual(yield* get, { id: 2 })
        }),
        { http, store, policies }
      )
    })
  )

  it.effect("an ETag that another process has made with a new token is used", () =>
    Effect.gen(function* () {
      const http = scripted((sent) => versioned({ json: { id: 7 }, etag: `"${sent.headers["authorization"]}"` })(sent))
      const store = watched().layer
      let token = "one"
      const credentials = Credentials.layerProvider(
        Effect.sync(() => Redacted.make(token)),
        { principal: "app" }
      )
      yield* run(
        Effect.gen(function* () {
          yield* get
          const first = yield* get
          token = "two"
          yield* run(get, { http, store, credentials })
          assert.strictEqual(yield* get, first, "the text is the same, so the value is")
        }),
        { http, store, credentials }
      )
      assert.deepStrictEqual(conditions(http.sent), [
        [undefined, undefined],
        ['"Bearer one"', undefined],
        [undefined, undefined],
        ['"Bearer two"', undefined]
      ])
    })
  )
})

const Text = Schema.Struct({ id: Schema.Int, text: Schema.String })

const getText = Forge.operation("Things.getText", "GET /things/{id}", { path: { id: Schema.Int }, success: Text })({
  id: 1
})

describe("the store", () => {
  it.effect.each([
    ["short", "Grüße 🎉", false],
    ["long", "Grüße 🎉 ".repeat(1_000), true]
  ] as const)("keeps a %s body", ([, text, isCompressed]) =>
    Effect.gen(function* () {
      const http = scripted(versioned({ json: { id: 7, text }, etag: '"v1"' }))
      const store = watched()
      yield* run(getText, { http, store: store.layer })
      assert.strictEqual(textOf(store).length < text.length, isCompressed)
      assert.deepStrictEqual(yield* run(getText, { http, store: store.layer }), { id: 7, text })
    })
  )

  it.effect("does not get a body that is longer than allowed", () =>
    Effect.gen(function* () {
      const json = { id: 7, text: "a".repeat(5_000) }
      const http = scripted(versioned({ json, etag: '"v1"' }))
      const { length } = JSON.stringify(json)
      const store = watched()
      yield* run(getText, { http, store: store.layer, options: { bodyLength: length - 1 } })
      assert.strictEqual(store.values.size, 0)
      yield* run(getText, { http, store: store.layer, options: { bodyLength: length } })
      assert.strictEqual(store.values.size, 1)
    })
  )

  it.effect("is not written again while nothing changes, until its entry is half as old as it may be", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched()
      const process = { http, store: store.layer, options: { age: "10 days" } } as const
      yield* run(get, process)
      yield* run(Effect.all([get, get, get]), process)
      yield* TestClock.adjust("4 days")
      yield* run(Effect.all([get, get, get]), process)
      assert.strictEqual(store.asked.set, 1)
      yield* TestClock.adjust("2 days")
      yield* run(Effect.all([get, get, get]), process)
      assert.strictEqual(store.asked.set, 2)
    })
  )

  it.effect("has no token and no principal, in keys and in values", () =>
    Effect.gen(function* () {
      const token = "ghp_0123456789abcdefghij"
      const http = scripted(versioned({ json: { id: 7 }, etag: '"v1"', headers: { link: `<https://x/?t=${token}>` } }))
      const store = watched()
      const credentials = Credentials.layerToken(Redacted.make(token), { principal: "acme-bot" })
      yield* run(get, { http, store: store.layer, credentials })
      const all = JSON.stringify([...store.values])
      assert.strictEqual(store.values.size, 1)
      assert.notInclude(all, token)
      assert.notInclude(all, "acme-bot")
    })
  )

  it.effect("does not get a body that repeats the token", () =>
    Effect.gen(function* () {
      const token = "ghp_0123456789abcdefghij"
      const http = scripted(versioned({ json: { id: 7, text: `Bearer ${token}` }, etag: '"v1"' }))
      const store = watched()
      yield* run(getText, { http, store: store.layer, credentials: Credentials.layerToken(Redacted.make(token)) })
      assert.strictEqual(store.values.size, 0)
    })
  )

  it.effect("keeps caches of different names apart", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched()
      yield* run(get, { http, store: store.layer })
      yield* run(get, { http, store: store.layer, options: { storeId: "other" } })
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
      assert.deepStrictEqual(
        [...store.values.keys()].map((key) => key.replace(/[0-9a-f]{32}/, "…")),
        ["forgecast_http:1-…", "other:1-…"]
      )
    })
  )

  it.effect("does not serve the entry of another format", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched()
      yield* run(get, { http, store: store.layer })
      const [[key, value] = ["", {}]] = store.values
      store.values.clear()
      store.values.set(key.replace(":1-", ":2-"), value)
      yield* run(get, { http, store: store.layer })
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
    })
  )

  it.effect("is not asked for what memory has, and is shared by Layers of one process", () =>
    Effect.gen(function* () {
      const http = unchanged()
      const store = watched()
      yield* Effect.all([get, get, get]).pipe(Effect.provide(service({ http, store: store.layer })))
      assert.strictEqual(store.asked.get, 1)
    })
  )

  const entryFor = (id: number) =>
    Effect.gen(function* () {
      const store = watched()
      const http = scripted(versioned({ json: { id, text: "x".repeat(300) }, etag: '"v1"' }))
      yield* run(getText, { http, store: store.layer })
      return store
    })

  test("serves nothing that is damaged", function* () {
    const store = yield* entryFor(7)
    const text = textOf(store)
    const [key = ""] = store.values.keys()
    const other = textOf(yield* entryFor(8))
    const damaged: ReadonlyArray<unknown> = [
      ...Array.from({ length: text.length }, (_, at) => text.slice(0, at)),
      ...Array.from({ length: text.length }, (_, at) => text.slice(0, at) + "~" + text.slice(at + 1)),
      // Two processes have written the same file at the same time.
      ...[10, 50, 100, 200].map((at) => text.slice(0, at) + other.slice(at)),
      `${text} `,
      7,
      null
    ]
    // A service that always answers 304 would confirm anything.
    const http = scripted(({ headers }) =>
      headers["if-none-match"] === undefined ? { json: { id: 9, text: "" } } : { status: 304 }
    )
    for (const value of damaged) {
      store.values.set(key, { _tag: "Success", value })
      assert.deepStrictEqual((yield* run(getText, { http, store: store.layer })).id, 9, String(value))
    }
    assert.strictEqual(yield* failures("read", "damaged"), damaged.length)
    store.values.set(key, { _tag: "Success", value: text })
    assert.deepStrictEqual((yield* run(getText, { http, store: store.layer })).id, 7)
  })
})
