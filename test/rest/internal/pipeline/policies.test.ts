/** Each policy, three ways: for one call, for an app by a Layer under the service's, and by default. */
import { assert, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Contents from "../../../../src/forge/Contents.ts"
import type { Forge } from "../../../../src/forge/Forge.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as HttpCache from "../../../../src/rest/HttpCache.ts"
import * as Page from "../../../../src/rest/Page.ts"
import * as RateLimit from "../../../../src/rest/RateLimit.ts"
import * as Retry from "../../../../src/rest/Retry.ts"
import * as Transport from "../../../../src/rest/Transport.ts"
import { type Answer, type Http, inTurn, scripted, type Script } from "../../support/http.ts"
import * as Things from "../../support/things.ts"
import { versioned } from "../../support/validators.ts"
import { begin, pass, start } from "../../support/time.ts"

interface Case<A> {
  readonly reference: Context.Reference<A>
  /** What is observed by default, and with each value. */
  readonly shows: { readonly byDefault: unknown; readonly set: ReadonlyArray<readonly [value: A, shown: unknown]> }
  readonly script: Script
  readonly calls: ReadonlyArray<Effect.Effect<unknown, unknown, Forge>>
  /** What the policy changes: the outcome of the calls and its time, or the requests. */
  readonly look: (seen: {
    readonly http: Http
    readonly ended: Exit.Exit<unknown, unknown> | undefined
    readonly at: number | undefined
  }) => unknown
}

/** Ties the type of a value to that of its policy. */
const policy = <A>(name: string, { calls, look, reference, script, shows }: Case<A>) =>
  describe(`${name}`, () => {
    const run = (
      parts: Things.Parts,
      provide: <R>(effect: Effect.Effect<unknown, unknown, R>) => Effect.Effect<unknown, unknown, R>
    ) =>
      Effect.gen(function* () {
        yield* begin
        const http = scripted(script)
        const service = yield* Layer.build(Things.service(http, parts))
        const running = yield* start(provide(Effect.forEach(calls, (call) => call)).pipe(Effect.provide(service)))
        yield* pass("1 hour")
        return look({ http, ended: running.exit(), at: running.endedAt() })
      })
    const asItIs = <R>(effect: Effect.Effect<unknown, unknown, R>) => effect

    it.effect("has its default", () =>
      Effect.map(run({}, asItIs), (shown) => assert.deepStrictEqual(shown, shows.byDefault))
    )

    for (const [value, expected] of shows.set) {
      it.effect(`is ${JSON.stringify(value)} for one call`, () =>
        Effect.map(run({}, Effect.provideService(reference, value)), (shown) => assert.deepStrictEqual(shown, expected))
      )

      it.effect(`is ${JSON.stringify(value)} for an app`, () =>
        Effect.map(run({ policies: Layer.succeed(reference, value) }, asItIs), (shown) =>
          assert.deepStrictEqual(shown, expected)
        )
      )
    }

    const [first, second] = shows.set
    if (first !== undefined && second !== undefined) {
      it.effect("for one call takes precedence over that for the app", () =>
        Effect.map(
          run({ policies: Layer.succeed(reference, first[0]) }, Effect.provideService(reference, second[0])),
          (shown) => assert.deepStrictEqual(shown, second[1])
        )
      )
    }
  })

const get = Things.get({ id: 1 })
const list = Stream.runDrain(Things.list({}))

const failureTag = (ended: Exit.Exit<unknown, unknown> | undefined): unknown => {
  const reason = ended !== undefined && Exit.isFailure(ended) ? ended.cause.reasons[0] : undefined
  const error = reason?._tag === "Fail" ? reason.error : undefined
  return typeof error === "object" && error !== null && "_tag" in error ? error._tag : undefined
}

policy("RetryPolicy", {
  reference: Retry.RetryPolicy,
  shows: {
    byDefault: 4,
    set: [
      [{ attempts: 1, within: "1 minute", base: 0, cap: 0 }, 1],
      [{ attempts: 7, within: "1 minute", base: 0, cap: 0 }, 7]
    ]
  },
  script: inTurn({ status: 502 }),
  calls: [get],
  look: ({ http }) => http.sent.length
})

policy("MaxWait", {
  reference: RateLimit.MaxWait,
  shows: {
    byDefault: ["RateLimited", 120_000],
    set: [
      ["10 minutes", [undefined, 120_000 + 121_000]],
      ["1 minute", ["RateLimited", 0]]
    ]
  },
  // The first limit holds for 2 minutes, the second for a second more.
  script: inTurn(
    { status: 429, headers: { "retry-after": "120" } },
    { json: { id: 1 } },
    { status: 429, headers: { "retry-after": "121" } },
    { json: { id: 1 } }
  ),
  calls: [get, get],
  look: ({ at, ended }) => [failureTag(ended), at]
})

policy("MaxRetryAfter", {
  reference: RateLimit.MaxRetryAfter,
  shows: {
    byDefault: 3_600_000,
    set: [
      ["1 minute", 60_000],
      ["30 minutes", 1_800_000]
    ]
  },
  script: inTurn({ status: 429, headers: { "retry-after": "7200" } }, { json: { id: 1 } }),
  calls: [Effect.provideService(get, RateLimit.MaxWait, "1 day")],
  look: ({ at }) => at
})

policy<HttpCache.Mode>("CacheMode", {
  reference: HttpCache.CacheMode,
  shows: {
    byDefault: [undefined, '"v1"'],
    set: [
      ["off", [undefined, undefined]],
      ["revalidate", [undefined, '"v1"']]
    ]
  },
  script: versioned({ json: { id: 1 }, etag: '"v1"' }),
  calls: [get, get],
  look: ({ http }) => http.sent.map(({ headers }) => headers["if-none-match"])
})

policy("TimeToLive", {
  reference: HttpCache.TimeToLive,
  shows: {
    byDefault: 2,
    set: [
      ["1 minute", 1],
      [0, 2]
    ]
  },
  script: inTurn({ json: { id: 1 } }),
  calls: [get, get],
  look: ({ http }) => http.sent.length
})

policy("RequestTimeouts", {
  reference: Transport.RequestTimeouts,
  shows: {
    byDefault: ["TransportFailed", 30_000],
    set: [
      [{ head: "5 seconds", silence: "30 seconds" }, ["TransportFailed", 5_000]],
      [{ head: "1 minute", silence: "30 seconds" }, [undefined, 45_000]]
    ]
  },
  script: inTurn({ json: { id: 1 }, takes: "45 seconds" }),
  calls: [Things.create({})],
  look: ({ at, ended }) => [failureTag(ended), at]
})

policy("RequestTimeouts of a body", {
  reference: Transport.RequestTimeouts,
  shows: {
    byDefault: ["TransportFailed", 30_000],
    set: [
      [{ head: "30 seconds", silence: "5 seconds" }, ["TransportFailed", 5_000]],
      [{ head: "30 seconds", silence: "1 minute" }, ["TransportFailed", 60_000]]
    ]
  },
  script: inTurn({ pieces: Stream.concat(Stream.make("{"), Stream.never) }),
  calls: [Things.create({})],
  look: ({ at, ended }) => [failureTag(ended), at]
})

policy("CallTimeout", {
  reference: Transport.CallTimeout,
  shows: {
    byDefault: ["TransportFailed", 300_000],
    set: [
      ["1 minute", ["TransportFailed", 60_000]],
      ["10 minutes", ["TransportFailed", 600_000]]
    ]
  },
  script: inTurn({ json: { id: 1 }, takes: "1 hour" }),
  calls: [Effect.provideService(Things.create({}), Transport.RequestTimeouts, { head: "1 day", silence: "1 day" })],
  look: ({ at, ended }) => [failureTag(ended), at]
})

const patient = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  call.pipe(
    Effect.provideService(Transport.RequestTimeouts, { head: "1 day", silence: "1 day" }),
    Effect.provideService(Transport.LowestSpeed, { bytesPerSecond: 1, over: "1 day" })
  )

policy("CallTimeout of an upload", {
  reference: Transport.CallTimeout,
  shows: {
    byDefault: ["DecodeFailed", 1_200_000],
    set: [
      ["1 minute", ["TransportFailed", 60_000]],
      ["5 minutes", ["TransportFailed", 300_000]]
    ]
  },
  script: inTurn({ status: 201, json: {}, takes: "20 minutes" }),
  calls: [
    patient(
      Releases.uploadAsset({
        owner: "acme",
        repo: "web",
        release_id: 1,
        name: "a.zip",
        content_type: "application/zip",
        data: new Uint8Array(100_000)
      })
    )
  ],
  look: ({ at, ended }) => [failureTag(ended), at]
})

const twentyMinutes = Effect.delay(Effect.succeed("b"), "20 minutes")

policy("CallTimeout of a download", {
  reference: Transport.CallTimeout,
  shows: {
    byDefault: [undefined, 1_240_000],
    set: [
      ["1 minute", ["TransportFailed", 60_000]],
      ["5 minutes", ["TransportFailed", 300_000]]
    ]
  },
  script: inTurn({ takes: "40 seconds", pieces: Stream.concat(Stream.make("a"), Stream.fromEffect(twentyMinutes)) }),
  calls: [patient(Stream.runDrain(Contents.download({ owner: "acme", repo: "web", path: "a" })))],
  look: ({ at, ended }) => [failureTag(ended), at]
})

/** Breaks off again and again, each time after 20 seconds. */
const breaking = Stream.concat(
  Stream.make("a"),
  Stream.fromEffect(Effect.delay(Effect.fail("lost" as const), "20 seconds"))
)

policy("CallTimeout of a download that is resumed", {
  reference: Transport.CallTimeout,
  shows: {
    byDefault: ["TransportFailed", 200_000],
    set: [
      ["70 seconds", ["TransportFailed", 70_000]],
      ["80 seconds", ["TransportFailed", 80_000]]
    ]
  },
  script: ({ headers }) => {
    const from = Number(/\d+/.exec(headers["range"] ?? "")?.[0] ?? 0)
    const range = `bytes ${from}-99/100`
    return from === 0
      ? { headers: { etag: '"1"', "content-length": "100" }, pieces: breaking }
      : { status: 206, headers: { etag: '"1"', "content-range": range }, pieces: breaking }
  },
  calls: [
    patient(Stream.runDrain(Contents.download({ owner: "acme", repo: "web", path: "a" }))).pipe(
      Effect.provideService(Retry.RetryPolicy, { attempts: 10, base: 0, within: "1 day" })
    )
  ],
  look: ({ at, ended }) => [failureTag(ended), at]
})

/** An error response of so many bytes. Its message is read only if none of them is cut off. */
const errorOf = (bytes: number): Answer => {
  const whole = JSON.stringify({ message: "No" })
  return { status: 418, text: whole.padStart(bytes) }
}

policy("ResponseLimit", {
  reference: Transport.ResponseLimit,
  shows: {
    byDefault: undefined,
    set: [
      [9, "ResponseTooLarge"],
      [10, undefined]
    ]
  },
  script: inTurn({ text: `{ "id": 1}` }),
  calls: [get],
  look: ({ ended }) => failureTag(ended)
})

policy("ErrorBodyLimit", {
  reference: Transport.ErrorBodyLimit,
  shows: {
    byDefault: ["No", null],
    set: [
      [65_535, [null, null]],
      [65_537, ["No", "No"]]
    ]
  },
  script: inTurn(errorOf(65_536), errorOf(65_537)),
  calls: [Effect.flip(get), Effect.flip(get)],
  look: ({ ended }) =>
    ended !== undefined && Exit.isSuccess(ended) && Array.isArray(ended.value)
      ? ended.value.map((error: object): unknown => Reflect.get(error, "serviceMessage"))
      : undefined
})

policy("PropagateTrace", {
  reference: Transport.PropagateTrace,
  shows: {
    byDefault: false,
    set: [
      [true, true],
      [false, false]
    ]
  },
  script: inTurn({ json: { id: 1 } }),
  calls: [get],
  look: ({ http }) => http.sent[0]?.headers["traceparent"] !== undefined
})

policy("PageSize", {
  reference: Page.PageSize,
  shows: {
    byDefault: ["/things?per_page=100", "/things?per_page=100"],
    set: [
      [7, ["/things?per_page=7", "/things?per_page=7"]],
      [30, ["/things?per_page=30", "/things?per_page=30"]]
    ]
  },
  script: inTurn({ json: [] }),
  calls: [list, Things.list.page({})],
  look: ({ http }) => http.sent.map(({ path }) => path)
})

policy("ReadAhead", {
  reference: Page.ReadAhead,
  shows: {
    byDefault: 8,
    set: [
      [1, 1],
      [3, 3]
    ]
  },
  script: ({ path }, index) => ({
    json: [],
    takes: index === 0 ? 0 : 1_000,
    headers: {
      link: [
        `<${Things.api}/things?page=${pageOf(path) + 1}>; rel="next"`,
        `<${Things.api}/things?page=50>; rel="last"`
      ]
        .slice(pageOf(path) < 50 ? 0 : 1)
        .join(", ")
    }
  }),
  calls: [list],
  look: ({ http }) => http.peak()
})

const pageOf = (path: string): number => Number(new URL(path, Things.api).searchParams.get("page") ?? "1")

describe("a stream", () => {
  it.effect("accepts policies from Stream.provideService too", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ json: [] }))
      yield* Things.list({}).pipe(
        Stream.provideService(Page.PageSize, 7),
        Stream.runDrain,
        Effect.provide(Things.service(http))
      )
      assert.deepStrictEqual(
        http.sent.map(({ path }) => path),
        ["/things?per_page=7"]
      )
    })
  )

  it.effect("prefers the per_page of its input to the policy", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ json: [] }))
      yield* Things.list({ per_page: 5 }).pipe(Stream.runDrain, Effect.provide(Things.service(http)))
      assert.deepStrictEqual(
        http.sent.map(({ path }) => path),
        ["/things?per_page=5"]
      )
    })
  )
})
