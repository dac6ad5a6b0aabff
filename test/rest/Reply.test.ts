import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import { deprecationOf } from "../../src/rest/internal/response/replyHeaders.ts"
import { type Answer, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, epoch, epochSeconds, httpDate } from "./support/time.ts"

const replyTo = (answer: Answer) =>
  Effect.gen(function* () {
    yield* begin
    const http = scripted(() => answer)
    return yield* Things.get.withReply({ id: 1 }).pipe(Effect.provide(Things.service(http)))
  })

describe("withReply", () => {
  it.effect("returns the metadata of the response beside the value", () =>
    Effect.gen(function* () {
      const reply = yield* replyTo({
        status: 203,
        json: { id: 1 },
        headers: {
          etag: 'W/"abc"',
          "last-modified": "Tue, 12 Jan 2027 00:00:00 GMT",
          "x-github-request-id": "C0DE:1",
          "x-ratelimit-limit": "5000",
          "x-ratelimit-remaining": "4999",
          "x-ratelimit-used": "1",
          "x-ratelimit-reset": epochSeconds(60_000),
          "x-ratelimit-resource": "core",
          date: httpDate(0),
          deprecation: "@1767225600",
          sunset: "Fri, 15 Oct 2027 08:00:00 GMT",
          "x-poll-interval": "90"
        }
      })
      assert.deepStrictEqual(reply, {
        value: { id: 1 },
        status: 203,
        validators: { etag: 'W/"abc"', lastModified: "Tue, 12 Jan 2027 00:00:00 GMT" },
        rateLimit: {
          resource: "core",
          limit: 5_000,
          remaining: 4_999,
          used: 1,
          resetAt: DateTime.makeUnsafe(epoch + 60_000)
        },
        date: DateTime.makeUnsafe(epoch),
        requestId: "C0DE:1",
        deprecation: {
          since: DateTime.makeUnsafe("2026-01-01T00:00:00Z"),
          sunset: DateTime.makeUnsafe("2027-10-15T08:00:00Z")
        },
        pollInterval: Duration.seconds(90),
        cached: false
      })
    })
  )

  it.effect("has a poll interval of a day at most: any other one says nothing", () =>
    Effect.gen(function* () {
      const intervalOf = (header: string) =>
        Effect.map(
          replyTo({ status: 200, json: { id: 1 }, headers: { "x-poll-interval": header } }),
          ({ pollInterval }) => pollInterval
        )
      assert.deepStrictEqual(yield* intervalOf("86400"), Duration.days(1))
      for (const header of ["86401", "1e999", "Infinity", "0", "-1", "soon", ""]) {
        assert.isNull(yield* intervalOf(header), header)
      }
    })
  )

  it.effect("has one of the declared statuses: any other is a failure", () =>
    Effect.gen(function* () {
      for (const status of [200, 201, 203]) {
        assert.deepInclude(yield* replyTo({ status, json: { id: 1 } }), { status, value: { id: 1 } })
      }
      for (const status of [202, 206, 299, 300]) {
        const failure = yield* Effect.flip(replyTo({ status, json: { id: 1 } }))
        assert.deepInclude(failure, { _tag: "UnexpectedStatus", status, body: '{"id":1}' })
      }
    })
  )

  it.effect("returns null for what the response does not say", () =>
    Effect.gen(function* () {
      const { cached, date, deprecation, rateLimit, requestId, validators } = yield* replyTo({ json: { id: 1 } })
      assert.deepStrictEqual(
        { cached, date, deprecation, rateLimit, requestId, validators },
        { cached: false, date: null, deprecation: null, rateLimit: null, requestId: null, validators: {} }
      )
    })
  )

  it.effect("reads the request id of other services", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* replyTo({ json: { id: 1 }, headers: { "x-request-id": "R1" } })).requestId, "R1")
    })
  )

  for (const reset of ["1e300", "-1e300", "1e15"]) {
    it.effect(`returns the value despite a reset at ${reset}`, () =>
      Effect.gen(function* () {
        const headers = { "x-ratelimit-remaining": "1", "x-ratelimit-reset": reset }
        assert.deepStrictEqual((yield* replyTo({ json: { id: 1 }, headers })).value, { id: 1 })
      })
    )
  }
})

describe("deprecationOf", () => {
  const of = (headers: Record<string, string>) => deprecationOf(Headers.fromInput(headers))
  const since = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

  it("is null without the headers", () => {
    assert.isNull(of({ etag: '"1"' }))
  })

  it("reads both forms of a date", () => {
    assert.deepStrictEqual(of({ deprecation: "@1767225600" }), { since, sunset: null })
    assert.deepStrictEqual(of({ deprecation: "Thu, 01 Jan 2026 00:00:00 GMT" }), { since, sunset: null })
    assert.deepStrictEqual(of({ sunset: "Thu, 01 Jan 2026 00:00:00 GMT" }), { since: null, sunset: since })
  })

  it("returns a deprecation without a date", () => {
    for (const deprecation of ["true", "?1", "", "@", "@99999999999999999999", "soon"]) {
      assert.deepStrictEqual(of({ deprecation }), { since: null, sunset: null }, deprecation)
    }
  })
})
