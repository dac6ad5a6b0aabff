import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Issues from "../../src/forge/Issues.ts"
import * as RateLimits from "../../src/forge/RateLimits.ts"
import { RateLimitStatus } from "../../src/forge/schema/RateLimits.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { issue, repo } from "./support/records.ts"
import { rateLimits } from "./support/refs.ts"
import { answer, exchange } from "./support/wire.ts"

describe("RateLimits.get", () => {
  it("writes a reset as the seconds that it was", () => {
    const wire = { limit: 1, used: 0, remaining: 1, reset: 1_800_000_000 }
    assert.deepStrictEqual(Schema.encodeSync(RateLimitStatus)(Schema.decodeSync(RateLimitStatus)(wire)), wire)
  })

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
