import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Issues from "../../src/forge/Issues.ts"
import * as RateLimits from "../../src/forge/RateLimits.ts"
import { RateLimits as Record, RateLimitStatus } from "../../src/forge/schema/RateLimits.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { fails, proves } from "./support/proof.ts"
import { issue, repo } from "./support/records.ts"
import { rateLimits } from "./support/refs.ts"
import { answer, asking, exchange } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Record)

describe("RateLimits.get", () => {
  it.effect("returns the budgets", () =>
    proves(RateLimits.get({}), {
      sends: asking("/rate_limit"),
      answer: answer(200, rateLimits),
      gives: read(rateLimits)
    })
  )

  it("reads every resource, known or not", () => {
    const { resources } = read({
      ...rateLimits,
      resources: { ...rateLimits.resources, quantum: { limit: 1, used: 0, remaining: 1, reset: 0 } }
    })
    assert.deepStrictEqual(resources.core.reset, DateTime.makeUnsafe("2027-01-15T08:00:00Z"))
    assert.deepStrictEqual(Object.keys(resources), ["core", "search", "graphql", "quantum"])
    assert.strictEqual(resources["graphql"]?.remaining, 4_993)
    assert.deepStrictEqual(resources["quantum"]?.reset, DateTime.makeUnsafe(0))
  })

  it("reads the budgets of a server that does not say how much was used", () => {
    const { used: _, ...core } = rateLimits.resources.core
    const { resources } = read({ resources: { ...rateLimits.resources, core } })
    assert.deepStrictEqual([resources.core.used, resources.core.remaining], [null, core.remaining])
  })

  it("writes a reset as the seconds that it was", () => {
    const wire = { limit: 1, used: 0, remaining: 1, reset: 1_800_000_000 }
    assert.deepStrictEqual(Schema.encodeSync(RateLimitStatus)(Schema.decodeSync(RateLimitStatus)(wire)), wire)
  })

  it.effect.each([8_640_000_000_001, 1.5, "1800000000", null])("rejects the reset %j", (reset) =>
    Effect.gen(function* () {
      const core = { ...rateLimits.resources.core, reset }
      const body = { resources: { ...rateLimits.resources, core } }
      const failure = yield* fails(RateLimits.get({}), answer(200, body))
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "resources.core.reset" })
    })
  )

  it.effect("fails with NotFound on a server without limits", () =>
    Effect.gen(function* () {
      const failure = yield* fails(RateLimits.get({}), answer(404, { message: "Rate limiting is not enabled." }))
      assert.strictEqual(failure._tag, "NotFound")
    })
  )

  it.effect("is sent when the budget is spent", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_800_000_000_000 - 600_000)
      const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000000", "x-ratelimit-resource": "core" }
      const get = Issues.get({ ...repo, issue_number: 7 })
      const calls = Effect.gen(function* () {
        yield* get
        const held = yield* Effect.flip(get)
        assert.strictEqual(held._tag, "RateLimited")
        return yield* RateLimits.get({})
      }).pipe(Effect.provideService(RateLimit.MaxWait, 0))
      const { result, sent } = yield* exchange(calls, answer(200, issue, spent), answer(200, rateLimits, spent))
      assert.strictEqual(result._tag, "Success")
      assert.deepStrictEqual(
        sent.map(({ path }) => path),
        ["/repos/acme/web/issues/7", "/rate_limit"]
      )
    })
  )
})
