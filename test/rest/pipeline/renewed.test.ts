/** The renewal of credentials, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CredentialsFailed } from "../../../src/rest/Credentials.ts"
import { CredentialRefused } from "../../../src/rest/internal/pipeline/outcome.ts"
import { GivenUp, renewed } from "../../../src/rest/internal/pipeline/renewed.ts"
import { Unauthorized } from "../../../src/rest/RestError.ts"
import { inTurn, one, ongoing, other, unavailable } from "./support.ts"

const refused = new CredentialRefused(unavailable, { credential: one, serverTime: 7 })

it.effect("a refused request is sent again with another credential", () =>
  Effect.gen(function* () {
    const asked: Array<unknown> = []
    const call = yield* ongoing({ renew: (refused) => Effect.sync(() => (asked.push(refused), other)) })
    const next = inTurn<string, CredentialRefused>(Effect.fail(refused), Effect.succeed("value"))
    assert.strictEqual(yield* renewed(call, next.asks)(one), "value")
    assert.deepStrictEqual(next.asked, [one, other])
    assert.deepStrictEqual(asked, [{ credential: one, serverTime: 7, count: 1 }])
    assert.strictEqual(call.recorder.attempts, 2)
  })
)

it.effect("without another credential, it fails with the error of the response", () =>
  Effect.gen(function* () {
    const next = inTurn(Effect.fail(refused))
    const fixed = yield* ongoing()
    assert.strictEqual(yield* Effect.flip(renewed(fixed, next.asks)(one)), unavailable)
    const none = yield* ongoing({ renew: () => Effect.undefined })
    assert.strictEqual(yield* Effect.flip(renewed(none, next.asks)(one)), unavailable)
    assert.strictEqual(next.asked.length, 2)
  })
)

it.effect("a failure of the provider gives the call up", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ renew: () => Effect.fail(new CredentialsFailed({ reason: "Broken" })) })
    const error = yield* Effect.flip(renewed(call, inTurn(Effect.fail(refused)).asks)(one))
    assert.instanceOf(error, GivenUp)
    assert.instanceOf(error instanceof GivenUp ? error.failure : undefined, Unauthorized)
  })
)

it.effect("it asks for eight credentials at most, over all tries", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ renew: () => Effect.succeed(other) })
    const next = inTurn<string, CredentialRefused | typeof unavailable>(
      Effect.fail(refused),
      Effect.fail(unavailable),
      Effect.fail(refused)
    )
    const asks = renewed(call, next.asks)
    assert.strictEqual(yield* Effect.flip(asks(one)), unavailable)
    assert.strictEqual(next.asked.length, 2)
    assert.strictEqual(yield* Effect.flip(asks(one)), unavailable)
    assert.strictEqual(next.asked.length, 2 + 1 + 7)
  })
)

it.effect("a call without time left asks for none", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ renew: () => Effect.succeed(other), policies: { callTimeout: 1 } })
    call.allowance.spent = 1
    const next = inTurn(Effect.fail(refused))
    assert.strictEqual(yield* Effect.flip(renewed(call, next.asks)(one)), unavailable)
    assert.strictEqual(next.asked.length, 1)
  })
)

it.effect("other errors pass", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ renew: () => Effect.die("not asked") })
    assert.strictEqual(yield* Effect.flip(renewed(call, inTurn(Effect.fail(unavailable)).asks)(one)), unavailable)
  })
)
