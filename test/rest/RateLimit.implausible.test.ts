/** What a service states of limits is bounded, counts as soon as the head is there, and is for the whole principal. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { type Answer, type Http, inTurn, scripted } from "./support/http.ts"
import { budget, core, gated, limit, search } from "./support/gate.ts"
import * as Things from "./support/things.ts"
import { begin, epoch, epochSeconds, pass, start } from "./support/time.ts"

const thing: Answer = { json: { id: 1 } }
const get = Things.get({ id: 1 })
const hour = 3_600_000

const patient = <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.provideService(call, RateLimit.MaxWait, "7 days")

const service = (http: Http) =>
  Effect.gen(function* () {
    yield* begin
    const context = yield* Layer.build(Things.service(http))
    return <A, E>(call: Effect.Effect<A, E, Forge.Forge>) => start(Effect.provide(call, context))
  })

const times = (http: Http) => http.sent.map(({ at }) => at)

const spent = (headers: Record<string, string>): Answer => ({
  ...thing,
  headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", ...headers }
})

describe("a reset that is implausible", () => {
  const table: ReadonlyArray<readonly [what: string, answer: Answer, waits: number]> = [
    ["in milliseconds", spent({ "x-ratelimit-reset": String(epoch + 60_000) }), hour + 2_000],
    ["a year away", spent({ "x-ratelimit-reset": epochSeconds(365 * 24 * hour) }), hour + 2_000],
    [
      "a minute away, with a Date of 1970",
      spent({ "x-ratelimit-reset": epochSeconds(60_000), date: new Date(0).toUTCString() }),
      60_000
    ],
    ["an hour away", spent({ "x-ratelimit-reset": epochSeconds(hour) }), hour],
    [
      "an hour away, for searches",
      spent({ "x-ratelimit-reset": epochSeconds(hour), "x-ratelimit-resource": "search" }),
      62_000
    ]
  ]
  for (const [what, answer, waits] of table) {
    it.effect(`${what}, holds calls back for ${waits} ms`, () =>
      Effect.gen(function* () {
        const http = scripted(inTurn(answer, thing))
        const go = yield* service(http)
        const call = "search" === answer.headers?.["x-ratelimit-resource"] ? Things.search({ id: 1 }) : get
        yield* go(call)
        yield* go(patient(call))
        yield* pass(waits - 1)
        assert.deepStrictEqual(times(http), [0])
        yield* pass(1)
        assert.deepStrictEqual(times(http), [0, waits])
      })
    )
  }

  gated("yields to a later response that states a plausible one", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("bogus", { tells: () => ({ budget: budget(0, hour) }) })
      const waiting = yield* start(ask("core"))
      yield* pass(1_000)
      assert.isUndefined(waiting.exit())
      yield* ask("search", { bucket: search, tells: () => ({ budget: budget(4_000, hour / 2) }) })
      yield* pass(0)
      assert.deepStrictEqual(names(), ["bogus", "search", "core"])
    })
  )
})

describe("a Retry-After that is absurd", () => {
  it.effect("is cut to an hour", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ status: 429, headers: { "retry-after": "9999999999999" } }, thing))
      const go = yield* service(http)
      yield* go(patient(get))
      const later = yield* go(patient(Things.get({ id: 2 })))
      yield* pass(hour - 1)
      assert.deepStrictEqual(times(http), [0])
      yield* pass(1)
      assert.deepStrictEqual(times(http), [0, hour, hour])
      assert.deepStrictEqual(later.exit(), Exit.succeed({ id: 1 }))
    })
  )

  it.effect("is cut to what the policy allows, and never a defect", () =>
    Effect.gen(function* () {
      for (const most of [Duration.seconds(7), Duration.infinity]) {
        const http = scripted(inTurn({ status: 429, headers: { "retry-after": "9".repeat(30) } }, thing))
        const go = yield* service(http)
        const call = yield* go(
          Effect.flip(Effect.provideService(get, RateLimit.MaxRetryAfter, most)).pipe(Effect.option)
        )
        yield* pass(10_000)
        assert.strictEqual(http.sent.length, most === Duration.infinity ? 1 : 2)
        assert.strictEqual(call.exit()?._tag, "Success")
      }
    })
  )
})

describe("a limit whose body stalls", () => {
  it.effect("holds other calls back as soon as its head has arrived", () =>
    Effect.gen(function* () {
      const stalled: Answer = { status: 429, headers: { "retry-after": "45" }, pieces: Stream.never }
      const http = scripted(inTurn(stalled, thing))
      const go = yield* service(http)
      yield* go(get)
      yield* pass(1_000)
      for (let id = 2; id < 22; id++) yield* go(Things.get({ id }))
      yield* pass(43_999)
      assert.deepStrictEqual(times(http), [0])
      yield* pass(1)
      assert.strictEqual(http.sent.length, 22)
    })
  )

  gated("is replaced by what the body says, even if that ends sooner", ({ ask, limits, times }) =>
    Effect.gen(function* () {
      const head = { sentAt: epoch, budget: undefined, limit: limit(undefined) }
      yield* limits.note(core, head)
      yield* start(ask("waits for the body"))
      yield* pass(5_000)
      yield* limits.note(core, { ...head, limit: limit(20_000, "primary"), replaces: head })
      yield* pass(15_000)
      assert.deepStrictEqual(times(), [20_000])
      // It was one limit, not two in a row.
      yield* ask("limited again", { tells: () => ({ limit: limit() }) })
      yield* start(ask("waits a minute"))
      yield* pass(60_000)
      assert.deepStrictEqual(times(), [20_000, 20_000, 80_000])
    })
  )
})

describe("a secondary limit", () => {
  const upload = Forge.operation("Things.upload", "PUT /things/{id}", {
    path: { id: Schema.Int },
    host: "upload",
    success: Things.Thing
  })

  it.effect("holds back uploads and searches too", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ status: 403, headers: { "retry-after": "30" } }, thing))
      const go = yield* service(http)
      yield* go(get)
      yield* go(upload({ id: 1 }))
      yield* go(Things.search({ id: 1 }))
      yield* pass(29_999)
      assert.deepStrictEqual(times(http), [0])
      yield* pass(1)
      assert.deepStrictEqual(times(http), [0, 30_000, 30_000, 30_000])
    })
  )
})
