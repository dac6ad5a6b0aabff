import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Forge from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import { scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { conditions, versioned } from "./support/validators.ts"
import { testOn } from "../testOn.ts"

const get = Things.get({ id: 1 })

describe("a cached response", () => {
  const etagged = versioned({ json: { id: 1 }, etag: '"v1"' })

  testOn(HttpCache.layerMemory())("is not shared between principals", function* () {
    const http = scripted(etagged)
    const cache = yield* HttpCache.HttpCache
    const by = (credentials: Layer.Layer<Credentials.Credentials>) =>
      Effect.provide(get, Things.service(http, { credentials, cache: Layer.succeed(HttpCache.HttpCache, cache) }))
    const one = Redacted.make("token-one")
    yield* by(Credentials.layerToken(one))
    yield* by(Credentials.layerToken(Redacted.make("token-two")))
    yield* by(Credentials.layerAnonymous)
    yield* by(Credentials.layerToken(one, { principal: "one" }))
    assert.deepStrictEqual(new Set(conditions(http.sent).flat()), new Set([undefined]))
    yield* by(Credentials.layerToken(one))
    assert.strictEqual(http.sent.at(-1)?.headers["if-none-match"], '"v1"')
  })

  it.effect("is not shared between principals when the token changes between two attempts", () =>
    Effect.gen(function* () {
      const modified = "Tue, 12 Jan 2027 00:00:00 GMT"
      // Two users with different responses of the same modification date.
      const people = { Bearer: "", "Bearer one": 1, "Bearer two": 2 }
      let lost = false
      const http = scripted((sent) => {
        if (lost) {
          lost = false
          return { lost: "ECONNREFUSED" }
        }
        const id = people[(sent.headers["authorization"] ?? "") as keyof typeof people]
        return versioned({ json: { id }, etag: `"${id}"`, modified })(sent)
      })
      let tokens: Array<string> = []
      const credentials = Credentials.layerProvider(Effect.sync(() => Redacted.make(tokens.shift() ?? "one")))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* Things.update({ id: 1 }), { id: 1 }, "warm-up")
        assert.deepStrictEqual(yield* get, { id: 1 })
        lost = true
        tokens = ["one", "two"]
        assert.deepStrictEqual(yield* get, { id: 2 }, "the last attempt used token two")
        assert.deepStrictEqual(yield* get, { id: 1 }, "the attempt used token one")
      }).pipe(
        Effect.provideService(RetryPolicy, { attempts: 2, within: "1 minute", base: 0, cap: 0 }),
        Effect.provide(Things.service(http, { credentials }))
      )
    })
  )

  it.effect("is not shared between media types", () =>
    Effect.gen(function* () {
      const http = scripted(etagged)
      const raw = Forge.operation("Things.getRaw", "GET /things/{id}", {
        path: { id: Schema.Int },
        success: Things.Thing,
        accept: "application/vnd.github.raw+json"
      })
      yield* Effect.andThen(get, raw({ id: 1 })).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
    })
  )

  it.effect("is not shared between URLs", () =>
    Effect.gen(function* () {
      const http = scripted(etagged)
      yield* Effect.andThen(get, Things.get({ id: 2 })).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
    })
  )
})

describe("a token that rotates", () => {
  const modified = "Tue, 12 Jan 2027 00:00:00 GMT"

  /** ETags depend on the token here, dates don't. */
  const http = (dated: boolean) =>
    scripted((sent) => {
      const etag = `"${sent.headers["authorization"]}"`
      return versioned({ json: { id: 1 }, etag, ...(dated ? { modified } : {}) })(sent)
    })

  const rotating = (tokens: ReadonlyArray<string>, principal?: string) => {
    let asked = 0
    return Credentials.layerProvider(
      Effect.sync(() => Redacted.make(tokens[asked++] ?? assert.fail("asked too often"))),
      { principal }
    )
  }

  it.effect("of a named principal sends only the date, and then the new ETag", () =>
    Effect.gen(function* () {
      const service = http(true)
      const credentials = rotating(["a", "b", "b", "c"], "app")
      const values = yield* Effect.all([get, get, get, get]).pipe(
        Effect.provide(Things.service(service, { credentials }))
      )
      assert.deepStrictEqual(conditions(service.sent), [
        [undefined, undefined],
        [undefined, modified],
        ['"Bearer b"', undefined],
        [undefined, modified]
      ])
      assert.deepStrictEqual(values[1], values[0])
      for (const value of values.slice(1)) assert.strictEqual(value, values[1])
    })
  )

  it.effect("of a named principal sends an unconditional request when there is no date", () =>
    Effect.gen(function* () {
      const service = http(false)
      const credentials = rotating(["a", "b", "b"], "app")
      yield* Effect.all([get, get, get]).pipe(Effect.provide(Things.service(service, { credentials })))
      assert.deepStrictEqual(conditions(service.sent), [
        [undefined, undefined],
        [undefined, undefined],
        ['"Bearer b"', undefined]
      ])
    })
  )

  it.effect("does not return the old token's ETag when the 304 has none", () =>
    Effect.gen(function* () {
      const service = scripted(({ headers }) =>
        headers["if-modified-since"] === modified
          ? { status: 304 }
          : { json: { id: 1 }, headers: { etag: `"${headers["authorization"]}"`, "last-modified": modified } }
      )
      const validators = yield* Effect.gen(function* () {
        yield* get
        return (yield* Things.get.withReply({ id: 1 })).validators
      }).pipe(Effect.provide(Things.service(service, { credentials: rotating(["a", "b"], "app") })))
      assert.deepStrictEqual(validators, { lastModified: modified })
    })
  )

  it.effect("does not send the old token's ETag again when the 304 has none", () =>
    Effect.gen(function* () {
      const script = scripted(({ headers }) =>
        headers["if-modified-since"] === modified || headers["if-none-match"] === '"b"'
          ? { status: 304 }
          : { json: { id: 1 }, headers: { etag: '"a"', "last-modified": modified } }
      )
      const credentials = rotating(["a", "b", "b"], "app")
      yield* Effect.all([get, get, get]).pipe(Effect.provide(Things.service(script, { credentials })))
      assert.deepStrictEqual(conditions(script.sent)[2], [undefined, modified])
    })
  )

  it.effect("of an unnamed principal is another principal", () =>
    Effect.gen(function* () {
      const service = http(true)
      const credentials = rotating(["a", "b"])
      yield* Effect.all([get, get]).pipe(Effect.provide(Things.service(service, { credentials })))
      assert.deepStrictEqual(conditions(service.sent)[1], [undefined, undefined])
    })
  )
})
