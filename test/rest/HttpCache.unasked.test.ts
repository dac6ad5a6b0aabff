/** 304s that nobody asked for: what a mistaken service or proxy answers to a request without validators. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Releases from "../../src/forge/Releases.ts"
import type { Forge } from "../../src/forge/Forge.ts"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import * as Routes from "../../src/forge/Routes.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import { type Answer, scripted, type Sent } from "./support/http.ts"
import * as StoringCache from "./support/storingCache.ts"
import * as Things from "./support/things.ts"
import { begin, pass } from "./support/time.ts"
import { conditions } from "./support/validators.ts"

const isConditional = ({ headers }: Sent) =>
  headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined

const caches = [
  ["memory", HttpCache.layerMemory()],
  ["a store", StoringCache.layer]
] as const

/** A principal whose token the test rotates. */
const rotating = () => {
  let token = 1
  return {
    rotate: () => void token++,
    layer: Credentials.layerProvider(
      Effect.sync(() => Redacted.make(`token-${token}`)),
      { principal: "octo" }
    )
  }
}

describe.each(caches)("a 304 to an unconditional request, with a cached response in %s,", (_, cache) => {
  it.effect(
    "does not confirm it after the token has rotated: the read is sent again, and the new response cached",
    () =>
      Effect.gen(function* () {
        let id = 1
        let unasked = 0
        const credentials = rotating()
        const http = scripted((sent) => {
          const etag = `"${sent.headers["authorization"]} ${id}"`
          if (sent.headers["if-none-match"] === etag) return { status: 304, headers: { etag } }
          if (!isConditional(sent) && unasked > 0) {
            unasked--
            return { status: 304, headers: { etag } }
          }
          return { json: { id }, headers: { etag } }
        })
        const get = Things.get.withReply({ id: 1 })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual((yield* get).value, { id: 1 })
          id = 2
          unasked = 1
          credentials.rotate()
          const second = yield* get
          assert.deepStrictEqual([second.value, second.cached], [{ id: 2 }, false])
          const third = yield* get
          assert.deepStrictEqual([third.value, third.cached], [{ id: 2 }, true])
        }).pipe(Effect.provide(Things.service(http, { credentials: credentials.layer, cache })))
        assert.deepStrictEqual(
          conditions(http.sent).map(([etag]) => etag),
          [undefined, undefined, undefined, '"Bearer token-2 2"']
        )
      })
  )

  it.effect("does not make it fresh again when it has outlived its time", () =>
    Effect.gen(function* () {
      yield* begin
      const http = scripted((_, index): Answer => (index === 1 ? { status: 304 } : { json: { id: index } }))
      const get = Effect.provideService(Things.get({ id: 1 }), HttpCache.TimeToLive, "1 minute")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* get, { id: 0 })
        yield* pass("1 minute")
        assert.deepStrictEqual(yield* get, { id: 2 })
      }).pipe(Effect.provide(Things.service(http, { cache })))
    })
  )
})

it.effect("a date of the second in which a response was sent does not confirm it: a change may have followed", () =>
  Effect.gen(function* () {
    const modified = "Tue, 12 Jan 2027 00:00:00 GMT"
    for (const [date, confirmed] of [
      [modified, false],
      ["Mon, 11 Jan 2027 23:59:59 GMT", false],
      ["Tue, 12 Jan 2027 00:00:01 GMT", true]
    ] as const) {
      let id = 1
      const credentials = rotating()
      const http = scripted((sent) => {
        const headers = { date, etag: `"${sent.headers["authorization"]} ${id}"`, "last-modified": modified }
        return isConditional(sent) ? { status: 304, headers } : { json: { id }, headers }
      })
      const get = Things.get({ id: 1 })
      yield* Effect.gen(function* () {
        yield* get
        if (!confirmed) id++
        credentials.rotate()
        assert.deepStrictEqual(yield* get, { id })
      }).pipe(Effect.provide(Things.service(http, { credentials: credentials.layer })))
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, confirmed ? modified : undefined])
    }
  })
)

it.effect("under any order of rotations, changes and unasked 304s, a read returns what the service holds", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("rotate", "change", "unasked", "read"), { minLength: 2, maxLength: 20 }),
        fc.boolean(),
        (steps, isDated) =>
          Effect.gen(function* () {
            let id = 1
            let unasked = false
            const credentials = rotating()
            const http = scripted((sent) => {
              const etag = `"${sent.headers["authorization"]} ${id}"`
              const modified = new Date(id * 1_000).toUTCString()
              const headers = isDated ? { etag, "last-modified": modified } : { etag }
              const { "if-modified-since": since, "if-none-match": match } = sent.headers
              const isSame = match === undefined ? isDated && since === modified : match === etag
              if (isSame || (unasked && !isConditional(sent))) {
                unasked = false
                return { status: 304, headers }
              }
              return { json: { id }, headers }
            })
            yield* Effect.gen(function* () {
              for (const step of ["read", ...steps, "read"]) {
                if (step === "rotate") credentials.rotate()
                else if (step === "change") id++
                else if (step === "unasked") unasked = true
                else assert.deepStrictEqual(yield* Things.get({ id: 1 }), { id })
              }
            }).pipe(Effect.provide(Things.service(http, { credentials: credentials.layer })))
          }).pipe(Effect.runPromise)
      )
    )
  )
)

const repo = { owner: "acme", repo: "web" }

/** Every way to ask that reaches the service without validators. */
const asking: ReadonlyArray<readonly [name: string, ask: Effect.Effect<unknown, { readonly _tag: string }, Forge>]> = [
  ["a read", Things.get({ id: 1 })],
  ["a read without the cache", Effect.provideService(Things.get({ id: 1 }), HttpCache.CacheMode, "off")],
  ["a reload", Effect.provideService(Things.get({ id: 1 }), HttpCache.CacheMode, "reload")],
  ["ifChanged without validators", Things.get.ifChanged({ id: 1 }, {})],
  ["ifChanged of a route without validators", Routes.request.ifChanged("GET /user", {}, {})],
  ["a page", Things.list.page({})],
  ["a page of ifChanged", Things.list.page.ifChanged({}, {})],
  ["a listing", Stream.runCollect(Things.list({}))],
  ["a write", Things.create({ name: "a" })],
  ["a repeatable write", Things.update({ id: 1 })],
  ["a download", Releases.downloadAsset.bytes({ ...repo, asset_id: 7 })],
  ["GraphQL", GraphQL.request("{ viewer { login } }", {})],
  ["a mutation", GraphQL.request("mutation { a { b } }", {})]
]

it.effect.each(asking)("a 304 that nobody asked for is an unexpected status: %s", ([, ask]) =>
  Effect.gen(function* () {
    const http = scripted(() => ({ status: 304, headers: { etag: '"1"', "last-modified": "a" } }))
    const error = yield* Effect.flip(ask).pipe(Effect.provide(Things.service(http)))
    assert.containSubset(error, { _tag: "UnexpectedStatus", status: 304 })
    assert.lengthOf(http.sent, 1)
    assert.isTrue(http.sent.every((sent) => !isConditional(sent)))
  })
)
