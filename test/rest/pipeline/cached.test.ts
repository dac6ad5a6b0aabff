/** The cache as a step, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import type { Reader } from "../../../src/rest/Call.ts"
import type { Credential } from "../../../src/rest/Credentials.ts"
import type { Entry, Validators } from "../../../src/rest/HttpCache.ts"
import { cached } from "../../../src/rest/internal/pipeline/cached.ts"
import type { OngoingCall, ValidatorsFor } from "../../../src/rest/internal/pipeline/call.ts"
import type { ReadBody } from "../../../src/rest/internal/pipeline/read.ts"
import type { Outcome } from "../../../src/rest/internal/pipeline/outcome.ts"
import { type Failure, NotModified, UnexpectedStatus } from "../../../src/rest/RestError.ts"
import { cacheOf, one, ongoing, other, readOf, receivedOf } from "./support.ts"

const text: Reader<string> = (text) => Result.succeed(text)

const key = "GET\nhttps://api.test/things/1\napplication/json\none"

const entry: Entry = {
  status: 200,
  headers: { etag: '"1"', link: "<https://api.test/things/2>" },
  body: "kept",
  validators: { etag: '"1"' },
  fingerprint: "",
  storedAt: 0
}

/** The next step: what it was asked with, and its answers in turn. */
const service = (
  ...answers: ReadonlyArray<Effect.Effect<Outcome<ReadBody<string>>, Failure> | Outcome<ReadBody<string>>>
) => {
  const asked: Array<Validators | undefined> = []
  const next =
    (as: Credential = one) =>
    (validatorsFor: ValidatorsFor) =>
      Effect.suspend(() => {
        const answer = answers[asked.length] ?? assert.fail("asked too often")
        asked.push(validatorsFor(as))
        return Effect.isEffect(answer) ? answer : Effect.succeed(answer)
      })
  return { asked, next: next(), nextAs: next }
}

const unchanged = (headers: Readonly<Record<string, string>> = {}) =>
  receivedOf<ReadBody<string>>(undefined, { headers })

const unasked = new UnexpectedStatus({
  operation: "Things.get",
  method: "GET",
  url: "https://api.test/things/1",
  message: "304",
  status: 304,
  requestId: null,
  serviceMessage: null,
  documentationUrl: null,
  body: ""
})

const ask = (call: OngoingCall, { next }: Pick<ReturnType<typeof service>, "next">, since?: Validators) =>
  cached(call, one, text, since, next)

it.effect("a new response is returned and stored", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf()
    const call = yield* ongoing({ service: { cache } })
    const asks = service(readOf("new", { etag: '"2"' }))
    const decoded = yield* ask(call, asks)
    assert.deepStrictEqual([decoded.value, decoded.cached, call.recorder.cache], ["new", false, "miss"])
    assert.deepStrictEqual(asks.asked, [undefined])
    assert.deepStrictEqual([...kept.keys()], [key])
    assert.deepStrictEqual(kept.get(key)?.validators, { etag: '"2"' })
  })
)

it.effect("a response without validators, or that must not be stored, is not", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf()
    const call = yield* ongoing({ service: { cache } })
    yield* ask(call, service(readOf("new")))
    yield* ask(call, service(readOf("new", { etag: '"2"', "cache-control": "no-store" })))
    assert.strictEqual(kept.size, 0)
  })
)

it.effect("an entry is revalidated, and a 304 serves it", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf([[key, entry]])
    const call = yield* ongoing({ service: { cache } })
    const asks = service(unchanged({ etag: '"1"' }))
    const decoded = yield* ask(call, asks)
    assert.deepStrictEqual([decoded.value, decoded.cached, call.recorder.cache], ["kept", true, "revalidated"])
    assert.strictEqual(decoded.headers["link"], entry.headers["link"])
    assert.deepStrictEqual(asks.asked, [{ etag: '"1"' }])
    assert.deepStrictEqual(kept.get(key)?.decoded, { reader: text, value: "kept" })
  })
)

it.effect("a success replaces the entry", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf([[key, entry]])
    const decoded = yield* ask(yield* ongoing({ service: { cache } }), service(readOf("new", { etag: '"2"' })))
    assert.deepStrictEqual([decoded.value, decoded.cached], ["new", false])
    assert.strictEqual(kept.get(key)?.body, "new")
  })
)

it.effect("a 304 about another version is asked again, without validators", () =>
  Effect.gen(function* () {
    const { cache } = cacheOf([[key, entry]])
    const asks = service(unchanged({ etag: '"other"' }), readOf("new"))
    assert.strictEqual((yield* ask(yield* ongoing({ service: { cache } }), asks)).value, "new")
    assert.deepStrictEqual(asks.asked, [{ etag: '"1"' }, undefined])
  })
)

it.effect("a 304 that nobody asked for is asked again", () =>
  Effect.gen(function* () {
    const { cache } = cacheOf([[key, entry]])
    const asks = service(Effect.fail(unasked), readOf("new"))
    assert.strictEqual((yield* ask(yield* ongoing({ service: { cache } }), asks)).value, "new")
    const without = service(Effect.fail(unasked))
    assert.strictEqual(yield* Effect.flip(ask(yield* ongoing(), without)), unasked)
  })
)

it.effect("an entry belongs to the principal that asked first", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf([[key, entry]])
    const { asked, nextAs } = service(
      receivedOf({ body: "new", value: "new" }, { credential: other, headers: { etag: "2" } })
    )
    const decoded = yield* ask(yield* ongoing({ service: { cache } }), { next: nextAs(other) })
    assert.deepStrictEqual([decoded.value, asked], ["new", [undefined]])
    assert.deepStrictEqual(kept.get(key), entry)
    assert.strictEqual(kept.get(key.replace(/one$/, "other"))?.body, "new")
  })
)

it.effect("an entry that is still fresh is served without a request", () =>
  Effect.gen(function* () {
    const { cache } = cacheOf([[key, entry]])
    const policies = { timeToLive: 60_000 }
    const call = yield* ongoing({ service: { cache }, policies })
    const decoded = yield* ask(call, service())
    assert.deepStrictEqual([decoded.value, call.recorder.cache], ["kept", "hit"])
    yield* TestClock.adjust("1 minute")
    const asks = service(unchanged())
    assert.strictEqual((yield* ask(yield* ongoing({ service: { cache }, policies }), asks)).value, "kept")
    assert.strictEqual(asks.asked.length, 1)
  })
)

it.effect("an entry that the call does not keep is not served", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf([[key, entry]])
    const call = yield* ongoing({ service: { cache }, asked: { keeps: () => false } })
    const asks = service(unchanged({ etag: '"1"' }), readOf("new", { etag: '"2"' }))
    assert.strictEqual((yield* ask(call, asks)).value, "new")
    assert.deepStrictEqual(kept.get(key), entry)
  })
)

it.effect("with the caller's validators, a 304 is NotModified", () =>
  Effect.gen(function* () {
    const { cache } = cacheOf([[key, entry]])
    const asks = service(unchanged({ etag: '"mine"' }))
    const error = yield* Effect.flip(ask(yield* ongoing({ service: { cache } }), asks, { etag: '"mine"' }))
    assert.instanceOf(error, NotModified)
    assert.deepStrictEqual(asks.asked, [{ etag: '"mine"' }])
  })
)

it.effect("a reload asks without validators, and without the cache nothing is stored", () =>
  Effect.gen(function* () {
    const { cache, kept } = cacheOf([[key, entry]])
    const reload = service(readOf("new", { etag: '"2"' }))
    yield* ask(yield* ongoing({ service: { cache }, policies: { cacheMode: "reload" } }), reload)
    assert.deepStrictEqual([reload.asked, kept.get(key)?.body], [[undefined], "new"])
    kept.clear()
    for (const given of [{ policies: { cacheMode: "off" } }, { asked: { method: "POST" } }] as const) {
      const call = yield* ongoing({ service: { cache }, ...given })
      yield* ask(call, service(readOf("new", { etag: '"2"' })))
      assert.deepStrictEqual([kept.size, call.recorder.cache], [0, "off"])
    }
  })
)

it.effect("a cache learns that a call has ended, whatever its end", () =>
  Effect.gen(function* () {
    const ended: Array<string> = []
    const cache = { ...cacheOf().cache, ended: (key: string) => Effect.sync(() => void ended.push(key)) }
    yield* ask(yield* ongoing({ service: { cache } }), service(readOf("new")))
    yield* Effect.flip(ask(yield* ongoing({ service: { cache } }), service(Effect.fail(unasked))))
    assert.deepStrictEqual(ended, [key, key])
  })
)
