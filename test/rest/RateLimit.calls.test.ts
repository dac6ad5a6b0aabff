/** Limits as the service reports them, and what happens to the calls that meet them. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { RateLimited } from "../../src/rest/RestError.ts"
import { type Answer, type Http, inTurn, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, elapsed, epoch, epochSeconds, httpDate, pass, start } from "./support/time.ts"

const thing: Answer = { json: { id: 1 } }
const get = Things.get({ id: 1 })
const hour = 3_600_000

/** Starts calls of one service at time 0. */
const service = (http: Http, parts: Things.Parts = {}) =>
  Effect.gen(function* () {
    yield* begin
    const context = yield* Layer.build(Things.service(http, parts))
    return <A, E>(call: Effect.Effect<A, E, Forge>) => start(Effect.provide(call, context))
  })

const times = (http: Http) => http.sent.map(({ at }) => at)

const spent = (resetAt: number, skew = 0): Answer => ({
  status: 403,
  json: { message: "API rate limit exceeded for user ID 1." },
  headers: {
    date: httpDate(skew),
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": epochSeconds(resetAt + skew),
    "x-ratelimit-resource": "core"
  }
})

describe("a call that is limited", () => {
  const minute = 60_000
  const table: ReadonlyArray<readonly [what: string, answer: Answer, waits: number]> = [
    ["until the reset when the budget is spent", spent(90_000), 90_000],
    ["until the reset by the service's clock, hours ahead", spent(90_000, 7 * hour), 90_000],
    ["until the reset by the service's clock, hours behind", spent(90_000, -5 * hour), 90_000],
    ["for Retry-After in seconds", { status: 429, headers: { "retry-after": "45" } }, 45_000],
    ["until the date of Retry-After", { status: 403, headers: { "retry-after": httpDate(45_000) } }, 45_000],
    [
      "until the date of Retry-After, by a clock that is hours off",
      { status: 429, headers: { date: httpDate(-3 * hour), "retry-after": httpDate(45_000 - 3 * hour) } },
      45_000
    ],
    ["a minute when only the status says so", { status: 429 }, minute],
    [
      "a minute when only the message says so",
      { status: 403, json: { message: "You have exceeded a secondary rate limit. Please wait." } },
      minute
    ],
    [
      "a minute when only the link says so",
      { status: 403, json: { message: "No", documentation_url: "https://docs.github.com/x#abuse-rate-limits" } },
      minute
    ],
    ["a minute when the reset is over", spent(-hour), minute]
  ]
  for (const [what, answer, waits] of table) {
    it.effect(`waits ${what}, and so do calls made meanwhile`, () =>
      Effect.gen(function* () {
        const http = scripted(inTurn(answer, thing))
        const go = yield* service(http)
        const limited = yield* go(get)
        const other = yield* go(Things.create({ name: "x" }))
        yield* pass(waits - 1)
        assert.deepStrictEqual(times(http), [0])
        yield* pass(1)
        assert.deepStrictEqual(times(http), [0, waits, waits])
        assert.deepStrictEqual(limited.exit(), Exit.succeed({ id: 1 }))
        assert.deepStrictEqual(other.exit(), Exit.succeed({ id: 1 }))
      })
    )
  }

  const timeless: ReadonlyArray<readonly [what: string, answer: Answer]> = [
    ["the status", { status: 429 }],
    ["the message", { status: 403, json: { message: "You have exceeded a secondary rate limit." } }]
  ]
  for (const [what, answer] of timeless) {
    it.effect(`waits longer each time the limit returns without a time, if only ${what} says so`, () =>
      Effect.gen(function* () {
        const http = scripted(inTurn(answer))
        const go = yield* service(http)
        const running = yield* go(Effect.provideService(Effect.flip(get), RateLimit.MaxWait, "1 hour"))
        yield* pass("1 hour")
        assert.deepStrictEqual(times(http), [0, minute, 3 * minute, 7 * minute])
        assert.strictEqual(running.endedAt(), 7 * minute)
      })
    )
  }

  it.effect("fails at once when the wait is too long, and says when to retry", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn(spent(hour)))
      const go = yield* service(http)
      const running = yield* go(Effect.flip(get))
      assert.strictEqual(running.endedAt(), 0)
      const exit = running.exit()
      const error = exit !== undefined && Exit.isSuccess(exit) ? exit.value : assert.fail("it waits")
      assert.instanceOf(error, RateLimited)
      assert.deepStrictEqual(
        [error.kind, error.resource, error.limit, error.remaining, error.status, DateTime.toEpochMillis(error.retryAt)],
        ["primary", "core", 5_000, 0, 403, epoch + hour]
      )
      assert.strictEqual(error.serviceMessage, "API rate limit exceeded for user ID 1.")
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("blocks later calls, which fail at once too", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn(spent(hour), thing))
      const go = yield* service(http)
      yield* go(Effect.flip(get))
      const after = yield* go(Effect.flip(Things.create({ name: "x" })))
      assert.strictEqual(after.endedAt(), 0)
      const exit = after.exit()
      const error = exit !== undefined && Exit.isSuccess(exit) ? exit.value : assert.fail("it waits")
      assert.instanceOf(error, RateLimited)
      assert.deepStrictEqual([error.status, error.operation, error.method], [null, "Things.create", "POST"])
      assert.strictEqual(http.sent.length, 1)
      yield* pass(hour)
      const later = yield* go(get)
      assert.deepStrictEqual(later.exit(), Exit.succeed({ id: 1 }))
    })
  )

  it.effect("does not block other resources and other principals", () =>
    Effect.gen(function* () {
      const http = scripted(({ headers, path }) =>
        path.startsWith("/search") && headers["authorization"] === "Bearer one"
          ? {
              status: 403,
              headers: {
                "retry-after": "30",
                "x-ratelimit-resource": "search",
                "x-ratelimit-remaining": "0",
                "x-ratelimit-reset": epochSeconds(30_000)
              }
            }
          : thing
      )
      const limits = yield* Layer.build(RateLimit.layerMemory())
      const as = (token: string) =>
        service(http, {
          limits: Layer.succeedContext(limits),
          credentials: Credentials.layerToken(Redacted.make(token))
        })
      const one = yield* as("one")
      const two = yield* as("two")
      const limited = yield* one(Things.search({ id: 1 }))
      assert.isUndefined(limited.endedAt())
      assert.strictEqual((yield* one(get)).endedAt(), 0)
      assert.strictEqual((yield* two(Things.search({ id: 1 }))).endedAt(), 0)
    })
  )

  it.effect("does not wait for the limit of another host behind a redirect", () =>
    Effect.gen(function* () {
      const http = scripted(({ url }) =>
        url.startsWith(Things.api)
          ? { status: 302, headers: { location: "https://blobs.example.com/1" } }
          : { status: 429, headers: { "retry-after": "30" } }
      )
      const go = yield* service(http)
      const running = yield* go(Effect.flip(get))
      assert.strictEqual(running.endedAt(), 0)
      const other = yield* go(Effect.flip(get))
      assert.strictEqual(other.endedAt(), 0)
    })
  )
})

describe("a short pause", () => {
  const later = 1_800_000
  const exhausted = { ...spent(later).headers, date: httpDate(0) }
  const table: ReadonlyArray<readonly [what: string, headers: Record<string, string>, message: string]> = [
    ["with a time", { "retry-after": "30" }, "You have exceeded a secondary rate limit"],
    ["without a time", {}, "You have exceeded a secondary rate limit"],
    ["of a primary limit", { "retry-after": "30" }, "API rate limit exceeded"]
  ]
  for (const [what, headers, message] of table) {
    it.effect(`${what} does not hide that the budget is spent until later`, () =>
      Effect.gen(function* () {
        const http = scripted(() => ({ status: 403, json: { message }, headers: { ...exhausted, ...headers } }))
        const go = yield* service(http)
        const limited = yield* go(Effect.flip(get))
        const after = yield* go(Effect.flip(get))
        for (const [call, status] of [
          [limited, 403],
          [after, null]
        ] as const) {
          assert.strictEqual(call.endedAt(), 0)
          const error = Option.getOrThrow(Exit.getSuccess(call.exit() ?? assert.fail("it waits")))
          assert.isTrue(error._tag === "RateLimited" && error.status === status)
          if (error._tag === "RateLimited") {
            assert.strictEqual(DateTime.toEpochMillis(error.retryAt), epoch + later)
          }
        }
        assert.strictEqual(http.sent.length, 1)
      })
    )
  }
})

describe("a credential that changes while its request waits", () => {
  it.effect("waits for its own limits only", () =>
    Effect.gen(function* () {
      let token = "one"
      const credentials = Credentials.layerProvider(Effect.sync(() => Redacted.make(token)))
      const http = scripted(
        inTurn(
          { status: 429, headers: { "retry-after": "30" } },
          { status: 429, headers: { "retry-after": "60" } },
          thing
        )
      )
      const go = yield* service(http, { credentials })
      yield* go(get)
      token = "two"
      yield* pass("30 seconds")
      yield* go(get)
      yield* pass("2 minutes")
      assert.deepStrictEqual(
        http.sent.map(({ at, headers }) => [at, headers["authorization"]]),
        [
          [0, "Bearer one"],
          [30_000, "Bearer two"],
          [90_000, "Bearer two"],
          [90_000, "Bearer two"]
        ]
      )
    })
  )
})

describe("a budget", () => {
  const left = (remaining: number, resetAt: number): Answer => ({
    ...thing,
    headers: {
      date: httpDate(0),
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": epochSeconds(resetAt)
    },
    takes: 10
  })

  it.effect("with three requests left lets three of ten through", () =>
    Effect.gen(function* () {
      const http = scripted((_, index) => (index < 4 ? left(3 - index, 60_000) : left(4_999, 120_000)))
      const go = yield* service(http)
      yield* go(get)
      yield* pass(10)
      const all = yield* go(
        Effect.all(
          Array.from({ length: 10 }, (_, id) => Things.get({ id })),
          { concurrency: "unbounded" }
        )
      )
      yield* pass(59_989)
      assert.strictEqual(http.sent.length, 4)
      yield* pass(1_000)
      assert.strictEqual(http.sent.length, 11)
      assert.strictEqual(all.exit()?._tag, "Success")
    })
  )

  it.effect("is updated by a 304 too", () =>
    Effect.gen(function* () {
      const http = scripted((_, index) =>
        index === 0
          ? { ...thing, headers: { etag: '"v1"' } }
          : { status: 304, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": epochSeconds(30_000) } }
      )
      const go = yield* service(http)
      yield* go(get)
      yield* go(get)
      const third = yield* go(get)
      yield* pass(29_999)
      assert.strictEqual(http.sent.length, 2)
      yield* pass(1)
      assert.strictEqual(third.endedAt(), 30_000)
    })
  )
})

describe("waits", () => {
  it.effect("for a budget last at most maxWait, and do not start again", () =>
    Effect.gen(function* () {
      const headers = { "x-ratelimit-remaining": "1", "x-ratelimit-reset": epochSeconds(9_000) }
      const http = scripted((_, index) => (index === 0 ? { ...thing, headers } : { ...thing, takes: "20 seconds" }))
      const go = yield* service(http)
      yield* go(get)
      yield* go(get)
      const third = yield* go(Effect.provideService(Effect.flip(get), RateLimit.MaxWait, "5 seconds"))
      yield* pass("1 minute")
      assert.strictEqual(third.endedAt(), 5_000)
      const exit = third.exit()
      assert.strictEqual(exit !== undefined && Exit.isSuccess(exit) && exit.value._tag, "RateLimited")
    })
  )

  const count = (id: string) =>
    Effect.map(Metric.snapshot, (all) =>
      all
        .filter((one) => one.id === id)
        .reduce((sum, one) => sum + ("count" in one.state ? Number(one.state.count) : 0), 0)
    )
  const counts = Effect.all([
    count("forgecast_requests_total"),
    count("forgecast_retries_total"),
    count("forgecast_waits_total"),
    count("forgecast_wait_milliseconds_total")
  ])
  const counting = Effect.gen(function* () {
    const before = yield* counts
    return Effect.map(counts, (after) => after.map((value, i) => value - (before[i] ?? 0)))
  })

  it.effect("are counted by resource, with their duration", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ status: 429, headers: { "retry-after": "30" } }, thing))
      const go = yield* service(http)
      const counted = yield* counting
      yield* go(Things.search({ id: 1 }))
      yield* pass("1 minute")
      assert.deepStrictEqual(yield* counted, [2, 1, 1, 30_000])
      assert.strictEqual(yield* elapsed, 60_000)
    })
  )

  it.effect("that are interrupted are counted with the time spent", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ status: 429, headers: { "retry-after": "60" } }, thing))
      const go = yield* service(http)
      const counted = yield* counting
      const { fiber } = yield* go(get)
      yield* pass("10 seconds")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* counted, [1, 1, 1, 10_000])
    })
  )

  it.effect("for requests in flight are counted too", () =>
    Effect.gen(function* () {
      const tells = (remaining: number, takes: number): Answer => ({
        ...thing,
        takes,
        headers: { "x-ratelimit-remaining": String(remaining), "x-ratelimit-reset": epochSeconds(hour) }
      })
      const http = scripted(inTurn(tells(2, 0), tells(1, 3_000), tells(1, 5_000), tells(50, 0)))
      const go = yield* service(http)
      const counted = yield* counting
      yield* go(get)
      for (const id of [2, 3]) yield* go(Things.get({ id }))
      const last = yield* go(get)
      yield* pass("1 minute")
      // The first to end leaves one request, which the second has taken.
      assert.strictEqual(last.endedAt(), 5_000)
      assert.deepStrictEqual(yield* counted, [4, 0, 1, 5_000])
    })
  )
})
