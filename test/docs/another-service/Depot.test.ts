import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Credentials from "forgecast/rest/Credentials"
import * as Retry from "forgecast/rest/Retry"
import * as Transport from "forgecast/rest/Transport"
import * as Depot from "../../../docs/examples/another-service/Depot.ts"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import { answer, json } from "../../rest/loopback/support/answers.ts"
import { serve } from "../../rest/loopback/support/server.ts"
import { key, serveDepot } from "./server.ts"

const web = { project: "web" }
const first = { ...web, name: "app-1.zip" }

const clients = { fetch: FetchHttpClient.layer, undici: ForgeNode.layerHttpClient() }

/** The client of a depot. Retries do not wait. */
const connected = (origin: string, client: keyof typeof clients = "fetch", token = key) =>
  Depot.layer(`${origin}/`).pipe(
    Layer.provide([
      clients[client],
      Credentials.layerToken(Redacted.make(token)),
      Transport.inMemory,
      Layer.succeed(Retry.RetryPolicy, { base: 0 })
    ])
  )

describe.each(["fetch", "undici"] as const)("a client of another service, on %s", (client) => {
  it.effect("gets, changes and deletes records", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(2)
      yield* Effect.gen(function* () {
        const promoted = yield* Depot.promote({ ...first, channel: "stable" })
        assert.strictEqual(promoted.channel, "stable")
        assert.deepStrictEqual(yield* Depot.get(first), promoted)
        yield* Depot.remove(first)
        const error = yield* Effect.flip(Depot.get(first))
        assert.strictEqual(error._tag, "NotFound")
        assert.deepInclude(error, { serviceMessage: "there is no app-1.zip", requestId: "d-1", status: 404 })
      }).pipe(Effect.provide(connected(depot.origin, client)))
      assert.deepStrictEqual(
        depot.requests.map(({ method, path }) => `${method} ${path}`),
        [
          "POST /projects/web/artifacts/app-1.zip/promotion",
          "GET /projects/web/artifacts/app-1.zip",
          "DELETE /projects/web/artifacts/app-1.zip",
          "GET /projects/web/artifacts/app-1.zip"
        ]
      )
      assert.isUndefined(depot.requests[0]?.headers.authorization)
    })
  )

  it.effect("follows the cursors in the bodies of pages", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(120)
      yield* Effect.gen(function* () {
        const names = yield* Stream.runCollect(Stream.map(Depot.list(web), ({ name }) => name))
        assert.deepStrictEqual(names, [...depot.artifacts.keys()])
        const stable = yield* Stream.runCollect(Depot.list({ ...web, channel: "stable", limit: 25 }))
        assert.strictEqual(stable.length, 60)
      }).pipe(Effect.provide(connected(depot.origin, client)))
      assert.deepStrictEqual(
        depot.requests.map(({ path }) => new URL(path, depot.origin).search),
        [
          "?limit=50",
          "?limit=50&after=YXQgNTA%3D",
          "?limit=50&after=YXQgMTAw",
          "?channel=stable&limit=25",
          "?channel=stable&limit=25&after=YXQgMjU%3D",
          "?channel=stable&limit=25&after=YXQgNTA%3D"
        ]
      )
    })
  )

  it.effect("resumes a listing from a cursor", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(5)
      yield* Effect.gen(function* () {
        const page = yield* Depot.list.page({ ...web, limit: 2 })
        assert.strictEqual(page.total_count, 5)
        const next = page.next ?? assert.fail("there is a second page")
        const second = yield* Depot.list.page({ ...web, page: next })
        assert.deepStrictEqual(
          second.items.map(({ name }) => name),
          ["app-3.zip", "app-4.zip"]
        )
        const others = yield* Stream.runCollect(Depot.list.pages(web, next))
        assert.deepStrictEqual(
          others.map(({ items, next }) => [items.length, next === null]),
          [
            [2, false],
            [1, true]
          ]
        )
        const elsewhere = yield* Effect.flip(Depot.list.page({ project: "app", page: next }))
        assert.strictEqual(elsewhere._tag, "InvalidInput")
      }).pipe(Effect.provide(connected(depot.origin, client)))
    })
  )

  it.effect("fails when a cursor leads in a circle", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      const page = json(200, { artifacts: [], count: 9, next: "again" })
      depot.script.push(page, page, page)
      const error = yield* Effect.flip(
        Stream.runDrain(Depot.list(web)).pipe(Effect.provide(connected(depot.origin, client)))
      )
      assert.strictEqual(error._tag, "UnsafeRedirect")
      assert.strictEqual(depot.requests.length, 2)
    })
  )

  it.effect("says which field of a page is wrong", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      depot.script.push(json(200, { artifacts: [{ name: 1 }], count: 1, next: null }))
      const error = yield* Effect.flip(Depot.list.page(web).pipe(Effect.provide(connected(depot.origin, client))))
      assert.deepInclude(error, { _tag: "DecodeFailed", path: "artifacts[0].name" })
    })
  )

  it.effect("uploads bytes, and compares them with what was stored", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(0)
      const input = { ...web, name: "a b.txt", content_type: "text/plain" }
      yield* Effect.gen(function* () {
        assert.deepInclude(yield* Depot.store({ ...input, data: "hello" }), { name: "a b.txt", size: 5 })
        const other = JSON.stringify({ ...depot.artifacts.get("a b.txt"), digest: `sha256:${"0".repeat(64)}` })
        depot.script.push(answer(201, {}, other))
        const damaged = yield* Effect.flip(Depot.store({ ...input, data: "hello" }))
        assert.strictEqual(damaged._tag, "IntegrityFailed")
      }).pipe(Effect.provide(connected(depot.origin, client)))
      assert.deepInclude(depot.requests[0], { body: "hello", path: "/projects/web/artifacts/a%20b.txt" })
      assert.strictEqual(depot.requests[0]?.headers["content-type"], "text/plain")
    })
  )

  it.effect("has errors of its own, made of the body", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      const taken = yield* Depot.store({ ...first, data: "other", content_type: "text/plain" }).pipe(
        Effect.flip,
        Effect.provide(connected(depot.origin, client))
      )
      assert.deepInclude(taken, {
        _tag: "NameTaken",
        existing: "sha256:1",
        serviceMessage: "there is another app-1.zip"
      })
      if (taken._tag !== "NameTaken") return assert.fail("it is another error")
      const codec = Schema.toCodecJson(Depot.NameTaken)
      const text = JSON.stringify(Schema.encodeSync(codec)(taken))
      assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(JSON.parse(text)), taken)
    })
  )

  it.effect("takes a 409 with another code for an unexpected status", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      depot.script.push(json(409, { error: { code: "retired", detail: `the key ${key} is retired` } }))
      const error = yield* Depot.store({ ...first, data: "x", content_type: "text/plain" }).pipe(
        Effect.flip,
        Effect.provide(connected(depot.origin, client))
      )
      assert.deepInclude(error, { _tag: "UnexpectedStatus", serviceMessage: "the key <redacted> is retired" })
      assert.notInclude(JSON.stringify(error), key)
    })
  )

  it.effect("waits for the end of a window that is spent", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      yield* Effect.gen(function* () {
        Object.assign(depot.window, { left: 0, endsIn: 3_000 })
        const { rateLimit } = yield* Depot.get.withReply(first)
        assert.deepInclude(rateLimit, { resource: "calls", limit: 100, remaining: 0 })
        assert.strictEqual(rateLimit?.resetAt.epochMilliseconds, 3_000)
        const waiting = yield* Effect.forkChild(Depot.promote({ ...first, channel: "stable" }))
        yield* TestClock.adjust("2999 millis")
        assert.strictEqual(depot.requests.length, 1)
        Object.assign(depot.window, { left: 99, endsIn: 10_000 })
        yield* TestClock.adjust("1 millis")
        yield* Fiber.join(waiting)
        assert.strictEqual(depot.requests.length, 2)
      }).pipe(Effect.provide(connected(depot.origin, client)))
    })
  )

  it.effect("sends a request that was refused by a limit again", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      depot.script.push(json(429, { error: { code: "slow_down", detail: "too fast" } }, { "retry-after": "0" }))
      const artifact = yield* Depot.get(first).pipe(Effect.provide(connected(depot.origin, client)))
      assert.strictEqual(artifact.name, "app-1.zip")
      assert.strictEqual(depot.requests.length, 2)
    })
  )

  it.effect("retries an outage", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      depot.script.push(answer(503), answer(502))
      const artifact = yield* Depot.get(first).pipe(Effect.provide(connected(depot.origin, client)))
      assert.strictEqual(artifact.name, "app-1.zip")
      assert.strictEqual(depot.requests.length, 3)
    })
  )

  it.effect("sends the key to the service, and to nobody else", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      const storage = yield* serve(() => answer(200, {}, "bytes"))
      depot.script.push(
        answer(302, { location: "/projects/web/artifacts/app-1.zip/content?at=storage" }),
        answer(302, { location: `${storage.origin}/app-1.zip` })
      )
      const text = yield* Depot.content.text(first).pipe(Effect.provide(connected(depot.origin, client)))
      assert.strictEqual(text, "bytes")
      assert.deepStrictEqual(
        depot.requests.map(({ headers }) => headers["x-depot-key"]),
        [key, key]
      )
      assert.strictEqual(storage.requests.length, 1)
      assert.isUndefined(storage.requests[0]?.headers["x-depot-key"])
      assert.isUndefined(storage.requests[0]?.headers.authorization)
    })
  )

  it.effect("fails with Unauthorized when the key is wrong", () =>
    Effect.gen(function* () {
      const depot = yield* serveDepot(1)
      const error = yield* Depot.get(first).pipe(
        Effect.flip,
        Effect.provide(connected(depot.origin, client, "another-key"))
      )
      assert.deepInclude(error, { _tag: "Unauthorized", serviceMessage: "the key is missing or wrong" })
    })
  )
})

it.effect("reads the URL and the key from the configuration", () =>
  Effect.gen(function* () {
    const depot = yield* serveDepot(1)
    const provider = ConfigProvider.fromUnknown({ DEPOT_URL: `${depot.origin}/`, DEPOT_KEY: key })
    const artifact = yield* Depot.get(first).pipe(
      Effect.provide(Layer.provide(Depot.layerConfig, ConfigProvider.layer(provider)))
    )
    assert.strictEqual(artifact.name, "app-1.zip")
  })
)

it.effect("refuses a URL that is none", () =>
  Effect.gen(function* () {
    const provider = ConfigProvider.fromUnknown({ DEPOT_URL: "depot.example" })
    const error = yield* Effect.flip(Layer.build(Layer.provide(Depot.layerConfig, ConfigProvider.layer(provider))))
    assert.include(error.message, "DEPOT_URL is not an HTTP URL")
  }).pipe(Effect.scoped)
)
