/** Reads in flight that callers share. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { type Answer, type Http, inTurn, type Lost, reset, scripted, type Script } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, pass, start } from "./support/time.ts"

const get = Things.get({ id: 1 })
const second: Answer = { json: { id: 1 }, takes: "1 second" }

/** A service, and what starts calls on it. */
const over = Effect.fnUntraced(function* (script: Script, parts?: Things.Parts) {
  yield* begin
  const http = scripted(script)
  const service = yield* Layer.build(Things.service(http, parts))
  const go = <A, E>(call: Effect.Effect<A, E, Forge>) => start(Effect.provide(call, service))
  return { http, go }
})

const methods = ({ sent }: Http) => sent.map(({ at, method }) => [method, at])

describe("identical reads in flight", () => {
  it.effect("are sent once, and all get the response", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(() => second)
      const calls = [yield* go(get), yield* go(get)]
      yield* pass(500)
      const late = yield* go(get)
      yield* pass(500)
      assert.strictEqual(http.sent.length, 1)
      for (const call of [...calls, late]) {
        assert.deepStrictEqual(call.exit(), Exit.succeed({ id: 1 }))
        assert.strictEqual(call.endedAt(), 1_000)
      }
      yield* go(get)
      assert.strictEqual(http.sent.length, 2, "a later read is sent")
    })
  )

  const failures: ReadonlyArray<
    readonly [tag: "NotFound" | "TransportFailed" | "DecodeFailed", answer: Answer | Lost]
  > = [
    ["NotFound", { status: 404, takes: 10 }],
    ["TransportFailed", { ...reset, takes: 10 }],
    ["DecodeFailed", { text: "[]", takes: 10 }]
  ]
  for (const [tag, answer] of failures) {
    it.effect(`fail alike with ${tag}`, () =>
      Effect.gen(function* () {
        const { go, http } = yield* over(() => answer, {
          policies: Layer.succeed(Retry.RetryPolicy, { attempts: 1 })
        })
        const calls = [yield* go(Effect.flip(get)), yield* go(Effect.flip(get))]
        yield* pass(10)
        const exits = calls.map((call) => call.exit())
        assert.strictEqual(http.sent.length, 1)
        for (const exit of exits) assert.strictEqual(exit?._tag === "Success" && exit.value._tag, tag)
      })
    )
  }

  it.effect("go on when the caller who began leaves, and end when the last one leaves", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(() => second)
      const first = yield* go(get)
      const other = yield* go(get)
      yield* Fiber.interrupt(first.fiber)
      assert.strictEqual(http.interrupted.length, 0)
      const third = yield* go(get)
      yield* Fiber.interrupt(other.fiber)
      assert.strictEqual(http.interrupted.length, 0)
      yield* Fiber.interrupt(third.fiber)
      assert.strictEqual(http.interrupted.length, 1)
      assert.strictEqual(http.sent.length, 1)
      const again = yield* go(get)
      yield* pass(1_000)
      assert.deepStrictEqual(again.exit(), Exit.succeed({ id: 1 }))
      assert.strictEqual(http.sent.length, 2, "nobody joins a read that was given up")
    })
  )

  it.effect("outlive the caller's own timeout, and keep the policies of the one who began", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(inTurn({ ...reset, takes: "1 second" }, second))
      const calm = Effect.provideService(get, Retry.RetryPolicy, { attempts: 2, base: "2 seconds" })
      const hasty = yield* go(Effect.timeoutOption(calm, 500))
      const patient = yield* go(Effect.provideService(get, Retry.RetryPolicy, { attempts: 2, base: "2 seconds" }))
      yield* pass("10 seconds")
      assert.strictEqual(hasty.endedAt(), 500)
      assert.deepStrictEqual(patient.exit(), Exit.succeed({ id: 1 }))
      assert.strictEqual(http.sent.length, 2, "the first attempt and its retry")
    })
  )

  it.effect("share one slot, and what its response says", () =>
    Effect.gen(function* () {
      const headers = { "x-github-request-id": "ABC", etag: '"v1"' }
      const { go, http } = yield* over(() => ({ ...second, headers }))
      const plain = yield* go(get)
      const reply = yield* go(Things.get.withReply({ id: 1 }))
      yield* pass(1_000)
      const exit = reply.exit()
      assert.deepStrictEqual(plain.exit(), Exit.succeed({ id: 1 }))
      assert.strictEqual(exit?._tag === "Success" && exit.value.requestId, "ABC")
      assert.deepStrictEqual(exit?._tag === "Success" && exit.value.validators, { etag: '"v1"' })
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("include all pages of a listing", () =>
    Effect.gen(function* () {
      const link = `<${Things.api}/things?per_page=100&page=2>; rel="next"`
      const { go, http } = yield* over(({ path }) => ({
        json: [{ id: path.includes("page=2") ? 2 : 1 }],
        takes: "1 second",
        ...(path.includes("page=2") ? {} : { headers: { link } })
      }))
      const list = Stream.runCollect(Things.list({}))
      const [one, other] = [yield* go(list), yield* go(list)]
      yield* pass("2 seconds")
      assert.deepStrictEqual(one.exit(), other.exit())
      assert.strictEqual(other.exit()?._tag, "Success")
      assert.strictEqual(http.sent.length, 2)
    })
  )
})

describe("a read", () => {
  const apart: ReadonlyArray<readonly [how: string, call: Effect.Effect<unknown, unknown, Forge>]> = [
    ["another URL", Things.get({ id: 2 })],
    ["another media type", Things.get.as(Things.Thing, { accept: "application/json" })({ id: 1 })],
    ["another schema", Things.get.as(Things.Thing)({ id: 1 })],
    ["headers of its own", Effect.provideService(get, Transport.RequestHeaders, { "x-own": "1" })],
    ["validators", Things.get.ifChanged({ id: 1 }, { etag: '"v1"' })],
    ["the cache mode reload", Effect.provideService(get, HttpCache.CacheMode, "reload")],
    ["the cache mode off", Effect.provideService(get, HttpCache.CacheMode, "off")],
    ["less patience", Effect.provideService(get, RateLimit.MaxWait, 0)],
    ["another timeout", Effect.provideService(get, Transport.CallTimeout, "1 second")],
    ["sharing switched off", Effect.provideService(get, Transport.ShareReads, false)]
  ]
  for (const [how, call] of apart) {
    it.effect(`with ${how} is sent by itself`, () =>
      Effect.gen(function* () {
        const { go, http } = yield* over(() => second)
        yield* go(get)
        const other = yield* go(call)
        yield* pass(1_000)
        assert.strictEqual(other.exit()?._tag, "Success")
        assert.strictEqual(http.sent.length, 2)
      })
    )
  }

  it.effect("that reloads is always sent", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(() => second)
      const reload = Effect.provideService(get, HttpCache.CacheMode, "reload")
      yield* go(reload)
      yield* go(reload)
      assert.strictEqual(http.sent.length, 2)
    })
  )

  it.effect("is shared with equal policies, headers and validators", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(() => second)
      const mine = () =>
        Things.get
          .ifChanged({ id: 1 }, { etag: '"v1"' })
          .pipe(
            Effect.provideService(Transport.RequestHeaders, { "x-own": Redacted.make("secret") }),
            Effect.provideService(Retry.RetryPolicy, { attempts: 2 })
          )
      yield* go(mine())
      yield* go(mine())
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("is not shared between principals", () =>
    Effect.gen(function* () {
      let token = "one"
      const credentials = Credentials.layerProvider(Effect.sync(() => Redacted.make(token)))
      const { go, http } = yield* over(() => second, { credentials })
      yield* go(get)
      token = "two"
      yield* go(get)
      assert.strictEqual(http.sent.length, 2)
    })
  )

  it.effect("does not get what another principal was told after a retry", () =>
    Effect.gen(function* () {
      let token = "one"
      const credentials = Credentials.layerProvider(Effect.sync(() => Redacted.make(token)))
      const { go, http } = yield* over(
        ({ headers }, index) =>
          index === 0
            ? { lost: "ECONNREFUSED", takes: 10 }
            : { json: { id: headers["authorization"] === "Bearer one" ? 1 : 2 } },
        { credentials }
      )
      const first = yield* go(get)
      const other = yield* go(get)
      // Between the attempts, the provider has become somebody else.
      token = "two"
      yield* pass("1 minute")
      assert.deepStrictEqual(first.exit(), Exit.succeed({ id: 2 }))
      assert.strictEqual(other.exit()?._tag, "Success")
      assert.strictEqual(http.sent.length, 3, "the other asks for itself")
    })
  )
})

describe("a read after a write", () => {
  const script: Script = ({ method }, index) => ({
    json: { id: index },
    takes: method === "GET" ? "1 second" : "100 millis"
  })

  it.effect("that has ended is sent, and shared with those who come later", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(script)
      const before = yield* go(get)
      yield* go(Things.create({ name: "x" }))
      const during = yield* go(get)
      yield* pass(100)
      const after = [yield* go(get), yield* go(get)]
      yield* pass("2 seconds")
      assert.deepStrictEqual(methods(http), [
        ["GET", 0],
        ["POST", 0],
        ["GET", 100]
      ])
      for (const call of [before, during]) assert.deepStrictEqual(call.exit(), Exit.succeed({ id: 0 }))
      for (const call of after) assert.deepStrictEqual(call.exit(), Exit.succeed({ id: 2 }))
    })
  )

  for (const [how, end] of [
    ["fails", { status: 500 }],
    ["is lost", reset]
  ] as const) {
    it.effect(`that ${how} is sent`, () =>
      Effect.gen(function* () {
        const { go, http } = yield* over((sent, index) => (sent.method === "GET" ? script(sent, index) : end))
        yield* go(get)
        yield* go(Effect.exit(Things.create({ name: "x" })))
        yield* go(get)
        assert.strictEqual(http.sent.length, 3)
      })
    )
  }

  it.effect("that is interrupted is sent", () =>
    Effect.gen(function* () {
      const { go, http } = yield* over(script)
      yield* go(get)
      const write = yield* go(Things.create({ name: "x" }))
      yield* Fiber.interrupt(write.fiber)
      yield* go(get)
      assert.strictEqual(http.sent.length, 3)
    })
  )

  it.effect("of another service of the program is sent", () =>
    Effect.gen(function* () {
      const one = yield* over(script)
      const other = yield* over(script, { credentials: Credentials.layerAnonymous })
      yield* one.go(get)
      yield* other.go(Things.create({ name: "x" }))
      yield* pass(100)
      yield* one.go(get)
      assert.strictEqual(one.http.sent.length, 2)
    })
  )
})
