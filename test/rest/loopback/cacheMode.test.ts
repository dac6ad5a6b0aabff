/** The HTTP cache of the runtime, which must not stand in for ours. */
import { afterEach, assert, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Issues from "../../../src/forge/Issues.ts"
import { cacheMode } from "../../../src/rest/internal/wire/fetch.ts"
import * as FetchClient from "../support/fetchClient.ts"
import { json } from "./support/answers.ts"
import { forge, onEachTransport } from "./support/client.ts"
import { first, issue } from "./support/records.ts"
import { serve } from "./support/server.ts"

onEachTransport((client) => {
  it.live("a server that heeds Cache-Control: no-cache still answers 304", () =>
    Effect.gen(function* () {
      const etag = `"a"`
      const server = yield* serve(({ headers }) => {
        const heeded = /no-cache/.test(`${headers["cache-control"]} ${headers["pragma"]}`)
        return !heeded && headers["if-none-match"] === etag ? json(304, {}, { etag }) : json(200, issue(1), { etag })
      })
      const reply = yield* Issues.get(first).pipe(
        Effect.andThen(Issues.get.withReply(first)),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.isTrue(reply.cached)
      assert.strictEqual(server.requests.length, 2)
      for (const { headers } of server.requests) {
        assert.notProperty(headers, "pragma")
        assert.notInclude(headers["cache-control"] ?? "", "no-cache")
      }
    })
  )
})

describe("the cache mode of fetch", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("is no-store in a browser, no-cache in Node, and left out for writes and where requests have none", () => {
    assert.deepStrictEqual([cacheMode("GET"), cacheMode("POST")], ["no-cache", undefined])
    vi.stubGlobal("process", undefined)
    const inBrowser = cacheMode("GET")
    vi.stubGlobal("Request", class {})
    const inWorker = cacheMode("GET")
    vi.unstubAllGlobals()
    assert.deepStrictEqual([inBrowser, inWorker], ["no-store", undefined])
  })

  const sent = Effect.fnUntraced(function* (init?: RequestInit) {
    const inits: Array<RequestInit | undefined> = []
    const fetch: typeof globalThis.fetch = (_, init) => {
      inits.push(init)
      return Promise.resolve(Response.json(issue(1)))
    }
    const call = Issues.get(first).pipe(
      Effect.provide(forge("http://127.0.0.1:9", { client: FetchHttpClient.layer })),
      Effect.provideService(FetchHttpClient.Fetch, fetch)
    )
    yield* init === undefined ? call : Effect.provideService(call, FetchHttpClient.RequestInit, init)
    return inits[0] ?? assert.fail("nothing was sent")
  })

  it.live("is that of the Layer, with its other options", () =>
    Effect.gen(function* () {
      const inits: Array<RequestInit | undefined> = []
      const fetch: typeof globalThis.fetch = (_, init) => {
        inits.push(init)
        return Promise.resolve(Response.json(issue(1)))
      }
      const init: RequestInit = { cache: "reload", credentials: "include" }
      const given = Layer.merge(
        Layer.succeed(FetchHttpClient.Fetch, fetch),
        Layer.succeed(FetchHttpClient.RequestInit, init)
      )
      const client = Layer.provide(FetchClient.layer, given)
      yield* Effect.provide(Issues.get(first), forge("http://127.0.0.1:9", { client }))
      expect(inits[0]).toMatchObject({ ...init, redirect: "manual" })
    })
  )

  it.live("is sent with every read, unless the program chooses one", () =>
    Effect.gen(function* () {
      expect(yield* sent()).toMatchObject({ cache: "no-cache", redirect: "manual" })
      expect(yield* sent({ credentials: "include" })).toMatchObject({ cache: "no-cache", credentials: "include" })
      expect(yield* sent({ cache: "reload" })).toMatchObject({ cache: "reload", redirect: "manual" })
      expect((yield* sent({ cache: undefined } as object)).cache).toBeUndefined()
    })
  )
})
