import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as RestError from "../../src/rest/RestError.ts"
import { delayBefore } from "../../src/rest/internal/pipeline/backoff.ts"
import * as Retry from "../../src/rest/Retry.ts"
import { type Answer, inTurn, type Lost, refused, reset, type Script, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, httpDate, pass, start } from "./support/time.ts"

const thing: Answer = { json: { id: 1 } }

/** A random source that always draws the same number in [0, 1). */
const draws = (number: number) =>
  Layer.succeed(Random.Random, { nextDoubleUnsafe: () => number, nextIntUnsafe: () => Math.floor(number * 2 ** 31) })

/** Runs a call to its end against a script, with the longest delays. */
const run = <A, E>(script: Script, call: Effect.Effect<A, E, Forge>, parts: Things.Parts = {}) =>
  Effect.gen(function* () {
    yield* begin
    const http = scripted(script)
    const service = yield* Layer.build(Things.service(http, parts))
    const running = yield* start(Effect.provide(call, service))
    yield* pass("1 day")
    const exit = running.exit() ?? assert.fail("it never ended")
    return { exit, sent: http.sent.length, times: http.sent.map(({ at }) => at), endedAt: running.endedAt(), http }
  }).pipe(Effect.provide(draws(0.999_999_999)))

const failure = <A, E>(exit: Exit.Exit<A, E>) => {
  const reason = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
  return reason?._tag === "Fail" ? reason.error : assert.fail("it did not fail")
}

const calls = {
  get: Things.get({ id: 1 }),
  update: Things.update({ id: 1 }),
  create: Things.create({ name: "one" })
}

const cutOff: Answer = { pieces: Stream.concat(Stream.make('{"id"'), Stream.fail("lost" as const)) }
const silent: Answer = { pieces: Stream.concat(Stream.make('{"id"'), Stream.never) }

describe("retries", () => {
  /** How often each call is sent when the first response is this one and the second a success. */
  const table: ReadonlyArray<readonly [string, Answer | Lost, Record<keyof typeof calls, 1 | 2>]> = [
    ...[408, 500, 502, 503, 504].map((status) => [`${status}`, { status }, { get: 2, update: 2, create: 1 }] as const),
    ["503 with Retry-After", { status: 503, headers: { "retry-after": "2" } }, { get: 2, update: 2, create: 1 }],
    ["502 with Retry-After", { status: 502, headers: { "retry-after": "2" } }, { get: 2, update: 2, create: 1 }],
    ["a refused connection", refused, { get: 2, update: 2, create: 2 }],
    ["an unknown host", { lost: "ENOTFOUND" }, { get: 2, update: 2, create: 2 }],
    ["a reset connection", reset, { get: 2, update: 2, create: 1 }],
    ["a response that never arrives", { ...thing, takes: "1 hour" }, { get: 2, update: 2, create: 1 }],
    ["a response cut off in its body", cutOff, { get: 2, update: 2, create: 1 }],
    ["a response that stalls in its body", silent, { get: 2, update: 2, create: 1 }],
    ...[400, 401, 403, 404, 405, 409, 410, 422, 501, 505].map(
      (status) => [`${status}`, { status }, { get: 1, update: 1, create: 1 }] as const
    ),
    ["a response that is not JSON", { text: "<html>" }, { get: 1, update: 1, create: 1 }],
    ["429", { status: 429 }, { get: 2, update: 2, create: 2 }],
    ["a 403 for a rate limit", { status: 403, headers: { "retry-after": "5" } }, { get: 2, update: 2, create: 2 }]
  ]
  for (const [what, first, expected] of table) {
    it.effect(`after ${what}`, () =>
      Effect.gen(function* () {
        for (const name of ["get", "update", "create"] as const) {
          const { exit, sent } = yield* run(inTurn(first, thing), calls[name])
          assert.strictEqual(sent, expected[name], name)
          assert.strictEqual(Exit.isSuccess(exit), expected[name] === 2, name)
        }
      })
    )
  }

  it.effect("send the same request", () =>
    Effect.gen(function* () {
      const { http } = yield* run(inTurn(refused, refused, thing), calls.create)
      const [first, ...repeats] = http.sent.map((sent) => ({ ...sent, at: 0 }))
      assert.deepStrictEqual(repeats, [first, first])
      assert.strictEqual(first?.body, '{"name":"one"}')
    })
  )
})

describe("after the last attempt", () => {
  it.effect("transient statuses fail with ServiceUnavailable and the service's Retry-After", () =>
    Effect.gen(function* () {
      const { exit, sent } = yield* run(inTurn({ status: 503, headers: { "retry-after": "3" } }), calls.get)
      const error = failure(exit)
      assert.instanceOf(error, RestError.ServiceUnavailable)
      assert.deepStrictEqual(error.retryAfter, Duration.seconds(3))
      assert.strictEqual(error.status, 503)
      assert.strictEqual(sent, 4)
    })
  )

  it.effect("the request may have arrived if it may have in an earlier attempt", () =>
    Effect.gen(function* () {
      const { exit } = yield* run(inTurn(reset, refused, refused, refused), calls.update)
      const error = failure(exit)
      assert.containSubset(error, { _tag: "TransportFailed", mayHaveArrived: true })
    })
  )

  for (const [what, lost, mayHaveArrived] of [
    ["before sending", refused, false],
    ["after sending", reset, true],
    ["in the body", cutOff, true],
    ["by a stall in the body", silent, true],
    ["by a head that never arrives", { ...thing, takes: "1 hour" }, true]
  ] as const) {
    it.effect(
      `a connection lost ${what} fails with TransportFailed: the request ${mayHaveArrived ? "may" : "can't"} have arrived`,
      () =>
        Effect.gen(function* () {
          const error = failure((yield* run(inTurn(lost), calls.create)).exit)
          assert.instanceOf(error, RestError.TransportFailed)
          assert.strictEqual(error.mayHaveArrived, mayHaveArrived)
          assert.strictEqual(error.operation, "Things.create")
          assert.strictEqual(error.method, "POST")
          assert.strictEqual(error.url, `${Things.api}/things`)
        })
    )
  }

  it.effect("limits fail with RateLimited and the service's message", () =>
    Effect.gen(function* () {
      const limited = { status: 403, headers: { "retry-after": "5" }, json: { message: "secondary rate limit" } }
      const { exit, times } = yield* run(inTurn(limited), calls.create)
      const error = failure(exit)
      assert.instanceOf(error, RestError.RateLimited)
      assert.strictEqual(error.serviceMessage, "secondary rate limit")
      assert.strictEqual(error.kind, "secondary")
      assert.deepStrictEqual(times, [0, 5_000, 10_000, 15_000])
    })
  )
})

describe("delays", () => {
  const unavailable = inTurn({ status: 502 })

  it.effect("are drawn below a bound that doubles", () =>
    Effect.gen(function* () {
      const { times } = yield* run(unavailable, calls.get)
      assert.deepStrictEqual(times.map(Math.round), [0, 500, 1_500, 3_500])
    })
  )

  it.effect("may be zero", () =>
    Effect.gen(function* () {
      yield* begin
      const http = scripted(unavailable)
      yield* Effect.flip(calls.get).pipe(Effect.provide(Things.service(http)), Effect.provide(draws(0)))
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 0, 0, 0]
      )
    })
  )

  it.effect("are capped", () =>
    Effect.gen(function* () {
      const policy: Retry.Policy = { attempts: 6, within: "1 hour", base: "10 seconds", cap: "25 seconds" }
      const { times } = yield* run(unavailable, Effect.provideService(calls.get, Retry.RetryPolicy, policy))
      assert.deepStrictEqual(times.map(Math.round), [0, 10_000, 30_000, 55_000, 80_000, 105_000])
    })
  )

  it.effect("are 20 seconds at most by default", () =>
    Effect.gen(function* () {
      const patient: Retry.Policy = { attempts: 9, within: "1 hour" }
      const { times } = yield* run(unavailable, Effect.provideService(calls.get, Retry.RetryPolicy, patient))
      const delays = times.map((at, i) => Math.round(at - (times[i - 1] ?? 0)))
      assert.deepStrictEqual(delays, [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000])
    })
  )

  for (const [what, header] of [
    ["seconds", "20"],
    ["a date", httpDate(20_000)]
  ] as const) {
    it.effect(`are never shorter than Retry-After as ${what}`, () =>
      Effect.gen(function* () {
        const first = { status: 503, headers: { "retry-after": header } }
        const { times } = yield* run(inTurn(first, { status: 502 }, thing), calls.get)
        assert.deepStrictEqual(times.map(Math.round), [0, 20_000, 21_000])
      })
    )
  }

  it.effect.each([
    ["60", 2, 60_000],
    ["61", 1, 0]
  ] as const)(
    "are not started when longer than the time for retries: with Retry-After %s, %i requests are sent",
    ([seconds, requests, end]) =>
      Effect.gen(function* () {
        const script = inTurn({ status: 503, headers: { "retry-after": seconds } })
        const { endedAt, exit, sent } = yield* run(script, calls.get)
        assert.instanceOf(failure(exit), RestError.ServiceUnavailable)
        assert.deepStrictEqual([sent, endedAt], [requests, end])
      })
  )

  it.effect("end when the time for retries is over, counted from the first failure", () =>
    Effect.gen(function* () {
      const policy: Retry.Policy = { attempts: 100, within: "9 seconds", base: "4 seconds", cap: "4 seconds" }
      const slow = inTurn({ status: 502, takes: "2 seconds" })
      const { endedAt, times } = yield* run(slow, Effect.provideService(calls.get, Retry.RetryPolicy, policy))
      // Failures at 2 and 8 seconds: the last leaves no time for another delay.
      assert.deepStrictEqual(times.map(Math.round), [0, 6_000])
      assert.strictEqual(Math.round(endedAt ?? 0), 8_000)
    })
  )

  it.effect("are spread evenly between zero and the bound", () =>
    Effect.gen(function* () {
      const policy = Retry.RetryPolicy.defaultValue()
      const error = new RestError.ServiceUnavailable({
        operation: "Things.get",
        method: "GET",
        url: Things.api,
        message: "",
        status: 502,
        requestId: null,
        serviceMessage: null,
        documentationUrl: null,
        retryAfter: null
      })
      for (const [attempt, bound] of [
        [1, 500],
        [2, 1_000],
        [3, 2_000]
      ] as const) {
        const progress = { attempt, elapsed: 0, repeatable: true, patientUntil: Infinity }
        const drawn = yield* Effect.replicateEffect(delayBefore(policy, error, progress), 4_000)
        const millis = drawn.map((delay) => delay ?? assert.fail("no delay"))
        assert.isTrue(millis.every((delay) => delay >= 0 && delay < bound))
        for (const quarter of [0, 1, 2, 3]) {
          const share = millis.filter((delay) => Math.floor((delay / bound) * 4) === quarter).length
          // A uniform distribution misses this about once in a billion runs.
          assert.closeTo(share, 1_000, 180)
        }
      }
    }).pipe(Random.withSeed("delays"))
  )
})

describe("a retry", () => {
  it.effect("is not made when the policy allows one attempt", () =>
    Effect.gen(function* () {
      const once: Retry.Policy = { ...Retry.RetryPolicy.defaultValue(), attempts: 1 }
      for (const first of [reset, { status: 502 }, { status: 429, headers: { "retry-after": "1" } }]) {
        const { sent } = yield* run(inTurn(first), Effect.provideService(calls.get, Retry.RetryPolicy, once))
        assert.strictEqual(sent, 1)
      }
    })
  )

  it.effect("gets the credentials again", () =>
    Effect.gen(function* () {
      let asked = 0
      const rotating = Credentials.layerProvider(
        Effect.sync(() => Redacted.make(`token-${++asked}`)),
        { principal: "octo" }
      )
      const http = scripted(inTurn(refused, refused, thing))
      const quick: Retry.Policy = { attempts: 3, within: "1 minute", base: 0, cap: 0 }
      yield* calls.get.pipe(
        Effect.provideService(Retry.RetryPolicy, quick),
        Effect.provide(Things.service(http, { credentials: rotating }))
      )
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["authorization"]),
        ["Bearer token-1", "Bearer token-2", "Bearer token-3"]
      )
    })
  )

  it.effect.each([
    [
      1,
      "Things.get: no complete response: waited 30000 ms for the head of the response (GET https://api.github.com/things/1)"
    ],
    [
      3,
      "Things.get: no complete response: waited 30000 ms for the head of the response (GET https://api.github.com/things/1) (after 3 attempts in 92 s)"
    ]
  ] as const)("of a request without an answer says how often it was sent: %i", ([attempts, message]) =>
    Effect.gen(function* () {
      const patient = Effect.provideService(calls.get, Retry.RetryPolicy, { attempts, within: "10 minutes" })
      const { endedAt, exit } = yield* run(inTurn({ takes: "1 hour" }), patient)
      assert.strictEqual(failure(exit).message, message)
      assert.isBelow(Math.abs((endedAt ?? 0) - (attempts === 1 ? 30_000 : 91_500)), 10)
    })
  )

  it.effect("of a limited request waits at the gate with all others", () =>
    Effect.gen(function* () {
      yield* begin
      const http = scripted((_, index) => (index === 0 ? { status: 429, headers: { "retry-after": "30" } } : thing))
      const service = yield* Layer.build(Things.service(http))
      const limited = yield* start(Effect.provide(calls.create, service))
      const other = yield* start(Effect.provide(calls.get, service))
      yield* pass(29_999)
      assert.strictEqual(http.sent.length, 1)
      yield* pass(1)
      assert.deepStrictEqual([limited.endedAt(), other.endedAt()], [30_000, 30_000])
    })
  )

  it.effect("of a limited request is not made when the wait would be too long", () =>
    Effect.gen(function* () {
      const limited = { status: 429, headers: { "retry-after": "30" }, json: { message: "slow down" } }
      const impatient = Effect.provideService(calls.get, RateLimit.MaxWait, "29 seconds")
      const { endedAt, exit, sent } = yield* run(inTurn(limited), impatient)
      const error = failure(exit)
      assert.instanceOf(error, RestError.RateLimited)
      assert.strictEqual(error.serviceMessage, "slow down")
      assert.strictEqual(sent, 1)
      assert.strictEqual(endedAt, 0)
    })
  )

  const after = (seconds: number) => ({ status: 429, headers: { "retry-after": String(seconds) } })

  it.effect.each([
    ["as long as it may", [after(60), after(60), thing], 3, 120_000, "Success"],
    ["longer than it may", [after(60), after(61), thing], 2, 60_000, "RateLimited"],
    ["as long as it may, in other parts", [after(30), after(30), after(60), thing], 4, 120_000, "Success"],
    ["longer than it may, in other parts", [after(30), after(30), after(61), thing], 3, 60_000, "RateLimited"],
    // The second pause is twice the first one.
    ["for limits that name no time", [{ status: 429 }, { status: 429 }, thing], 2, 60_000, "RateLimited"]
  ] as const)("of limited requests waits %s, all attempts together", ([, answers, requests, millis, result]) =>
    Effect.gen(function* () {
      const { endedAt, exit, sent } = yield* run(inTurn(...answers), calls.get)
      assert.strictEqual(exit?._tag === "Failure" ? failure(exit)._tag : exit?._tag, result)
      assert.deepStrictEqual([sent, endedAt], [requests, millis])
    })
  )

  it.effect("is cancelled when the caller is interrupted", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ status: 503, headers: { "retry-after": "30" } }))
      yield* begin
      const service = yield* Layer.build(Things.service(http))
      const running = yield* start(Effect.timeoutOption(calls.get, "10 seconds").pipe(Effect.provide(service)))
      yield* pass("1 hour")
      assert.strictEqual(running.endedAt(), 10_000)
      assert.strictEqual(http.sent.length, 1)
    })
  )
})

describe("an outage", () => {
  const reads = (count: number) =>
    Effect.forEach(Array.from({ length: count }), (_, id) => Effect.exit(Things.get({ id })), {
      concurrency: "unbounded"
    })

  it.effect("is sent 100 retries, however many calls fail", () =>
    Effect.gen(function* () {
      const { sent } = yield* run(inTurn({ status: 503 }), reads(100))
      assert.strictEqual(sent, 200)
    })
  )

  it.effect("is sent as many retries as the policy says, and successes earn more", () =>
    Effect.gen(function* () {
      const http = scripted(({ path }) => (path === "/things/1" ? { status: 503 } : thing))
      yield* begin
      const service = yield* Layer.build(Things.service(http))
      const failing = Effect.provideService(Effect.exit(calls.get), Retry.RetryPolicy, { budget: 2 })
      const perform = <A, E>(call: Effect.Effect<A, E, Forge>) =>
        Effect.gen(function* () {
          const before = http.sent.length
          yield* start(Effect.provide(call, service))
          yield* pass("1 minute")
          return http.sent.length - before
        })
      assert.strictEqual(yield* perform(failing), 3)
      assert.strictEqual(yield* perform(failing), 1)
      // Five successes earn one retry.
      for (let i = 0; i < 4; i++) yield* perform(Things.get({ id: 2 }))
      assert.strictEqual(yield* perform(failing), 1)
      yield* perform(Things.get({ id: 2 }))
      assert.strictEqual(yield* perform(failing), 2)
      assert.strictEqual(yield* perform(failing), 1)
    })
  )
})
