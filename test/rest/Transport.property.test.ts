import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import type { Forge } from "../../src/forge/Forge.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import type { RestError } from "../../src/rest/RestError.ts"
import { type Answer, type Lost, scripted, type Sent } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, epochSeconds, httpDate, settle } from "./support/time.ts"
import { runs } from "../depth.ts"

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Headers as a service sends them, and as it should not. */
const headers = fc
  .record({
    "retry-after": optional(
      fc.constantFrom("0", "1", "30", "100000", "99999999999999999999", httpDate(5_000), "soon", "-1")
    ),
    "x-ratelimit-remaining": optional(fc.constantFrom("0", "1", "5", "4999", "-1", "NaN", "many")),
    "x-ratelimit-reset": optional(
      fc.constantFrom(epochSeconds(0), epochSeconds(20_000), epochSeconds(-1e7), "1e300", "")
    ),
    "x-ratelimit-resource": optional(fc.constantFrom("core", "search", "")),
    date: optional(fc.constantFrom(httpDate(0), httpDate(-1e7), httpDate(1e7), "today")),
    etag: optional(fc.constantFrom('"1"', 'W/"2"', "")),
    "last-modified": optional(fc.constantFrom(httpDate(-1e6), "yesterday")),
    link: optional(
      fc.constantFrom(`<${Things.api}/things?page=2>; rel="next"`, "</things>; rel=next", "<<", "<http://[>; rel=next")
    ),
    location: optional(
      fc.constantFrom("/things/1", "https://blobs.example.com/1", "http://[", "", `${Things.api}/things/2`)
    )
  })
  .map((all) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
  )

const bodies = fc.constantFrom(
  '{"id":1}',
  '[{"id":1}]',
  "[]",
  "",
  "<html>",
  '{"id":',
  '"rate limit"',
  "null",
  '{"message":"secondary rate limit"}',
  '{"message":"No","errors":["x",{"code":"already_exists"},7]}'
)

const answers: fc.Arbitrary<Answer | Lost> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ headers, text: bodies, takes: fc.constantFrom(0, 10, 40_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      status: fc.constantFrom(
        200,
        201,
        204,
        301,
        302,
        304,
        307,
        308,
        400,
        401,
        403,
        404,
        408,
        409,
        410,
        418,
        422,
        429,
        500,
        502,
        503
      ),
      headers,
      text: bodies,
      takes: fc.constantFrom(0, 10)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      lost: fc.constantFrom("ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE"),
      takes: fc.constantFrom(0, 10)
    })
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ status: fc.constantFrom(200, 404, 500), headers, cut: fc.boolean() })
      .map(({ cut, ...answer }) => ({
        ...answer,
        pieces: Stream.concat(Stream.make('{"id"'), cut ? Stream.fail("lost" as const) : Stream.never)
      }))
  }
)

const call = fc.record({
  kind: fc.constantFrom("get", "create", "update", "list"),
  after: fc.nat(5_000),
  patience: optional(fc.nat(60_000))
})

const world = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
  answers: fc.array(answers, { minLength: 1, maxLength: 12 }),
  concurrency: fc.integer({ min: 1, max: 3 })
})

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

/** Each call is identified by its number, in the path or in the body. */
const effectOf = ({ kind }: Call, i: number): Effect.Effect<unknown, RestError, Forge> => {
  switch (kind) {
    case "get":
      return Things.get({ id: i })
    case "create":
      return Things.create({ name: `call ${i}` })
    case "update":
      return Things.update({ id: i })
    case "list":
      // Some of these listings never end.
      return Stream.runDrain(Stream.take(Things.list({}), 20))
  }
}

/** Whether the response or the connection error proves that the service did not act. */
const surelyNotActed = (answer: Answer | Lost): boolean => {
  if ("lost" in answer) return answer.lost === "ECONNREFUSED" || answer.lost === "ENOTFOUND"
  const status = answer.status ?? 200
  return (
    status === 403 ||
    status === 429 ||
    (status === 503 && answer.headers?.["retry-after"] !== undefined) ||
    (status >= 300 && status < 400)
  )
}

const run = (calls: ReadonlyArray<Call>, script: ReadonlyArray<Answer | Lost>, concurrency: number) =>
  Effect.gen(function* () {
    yield* begin
    const outcomes: Array<readonly [Sent, Answer | Lost]> = []
    const http = scripted((sent, index) => {
      const answer = script[index % script.length] ?? { status: 500 }
      outcomes.push([sent, answer])
      return answer
    })
    const service = yield* Layer.build(Things.service(http, { limits: RateLimit.layerMemory({ concurrency }) }))
    const fibers = yield* Effect.forEach(calls, (one, i) => {
      const effect = Effect.delay(Effect.provide(effectOf(one, i), service), one.after)
      return Effect.forkChild(one.patience === undefined ? effect : Effect.timeoutOption(effect, one.patience))
    })
    for (let hour = 0; hour < 48; hour++) {
      yield* settle
      yield* TestClock.adjust("1 hour")
    }
    yield* settle
    for (const [i, fiber] of fibers.entries()) {
      const exit = fiber.pollUnsafe() ?? assert.fail(`call ${i} never ended`)
      if (Exit.isFailure(exit)) assert.isFalse(Cause.hasDies(exit.cause), Cause.pretty(exit.cause))
    }
    assert.isAtMost(http.peak(), concurrency)
    for (const [i, { kind }] of calls.entries()) {
      if (kind !== "create") continue
      const tries = outcomes.filter(([{ body }]) => body === JSON.stringify({ name: `call ${i}` }))
      for (const [, answer] of tries.slice(0, -1))
        assert.isTrue(surelyNotActed(answer), "sent again although the service may have acted")
    }
  }).pipe(Effect.scoped)

describe("whatever the service responds", () => {
  it("every call ends, typed; no slot is lost; and no write that may have arrived is retried", async () => {
    const property = fc.asyncProperty(world, ({ answers, calls, concurrency }) =>
      run(calls, answers, concurrency).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
    )
    assert.isUndefined(fc.defaultReportMessage(await fc.check(property, { numRuns: runs(300) })))
  })
})
