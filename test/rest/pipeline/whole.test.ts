/** Responses that are read with their head, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ReadResponse, understood } from "../../../src/rest/internal/pipeline/whole.ts"
import type { Gate, Limited } from "../../../src/rest/Limit.ts"
import { DecodeFailed, Forbidden, RateLimited } from "../../../src/rest/RestError.ts"
import { inTurn, one, ongoing, openGate, receivedOf } from "./support.ts"

const limited: Limited = {
  _tag: "Limited",
  kind: "primary",
  resource: "core",
  limit: null,
  remaining: null,
  retryAt: DateTime.makeUnsafe(5_000)
}

it.effect("a response with a value is read with its head", () =>
  Effect.gen(function* () {
    const reader: ReadResponse<unknown> = (response, now) => Result.succeed([response, now])
    const asks = inTurn(Effect.succeed(receivedOf("body", { headers: { "retry-after": "2" } }))).asks
    const { value } = yield* understood(yield* ongoing(), reader, asks)(one)
    assert.deepInclude(Array.isArray(value) ? value[0] : undefined, { status: 200, body: "body" })
  })
)

it.effect("a success may be a refusal, of which the gate learns the limit", () =>
  Effect.gen(function* () {
    const { gate, noted } = openGate()
    const limits: Gate = { ...gate, note: (bucket, notice) => Effect.as(gate.note(bucket, notice), limited) }
    const call = yield* ongoing({ service: { limits } })
    const asks = inTurn(Effect.succeed(receivedOf("body"))).asks
    const refusal: ReadResponse<never> = () =>
      Result.fail({
        message: "not you",
        error: (base, limited) => {
          assert.strictEqual(limited, undefined)
          return new Forbidden({ ...base, acceptedPermissions: [], ssoUrl: null })
        }
      })
    const error = yield* Effect.flip(understood(call, refusal, asks)(one))
    assert.deepInclude(error, { _tag: "Forbidden", serviceMessage: "not you" })
    assert.strictEqual(noted.length, 0)
    const limit = { kind: "primary", retryAt: 5_000 } as const
    const limiting: ReadResponse<never> = () =>
      Result.fail({
        message: "slowly",
        limit,
        error: (base, limited) => {
          const { _tag, ...limits } = limited ?? assert.fail("no limit")
          return new RateLimited({ ...base, ...limits })
        }
      })
    assert.instanceOf(yield* Effect.flip(understood(call, limiting, asks)(one)), RateLimited)
    assert.deepStrictEqual(noted[0]?.limit, limit)
  })
)

it.effect("a response that cannot be read fails with DecodeFailed", () =>
  Effect.gen(function* () {
    const misread: ReadResponse<never> = () => Result.fail({ path: "data", found: "nothing" })
    const asks = inTurn(Effect.succeed(receivedOf("body"))).asks
    assert.instanceOf(yield* Effect.flip(understood(yield* ongoing(), misread, asks)(one)), DecodeFailed)
    const coded = inTurn(Effect.succeed(receivedOf("body", { headers: { "content-encoding": "compress" } }))).asks
    const never: ReadResponse<never> = () => assert.fail("read")
    assert.instanceOf(yield* Effect.flip(understood(yield* ongoing(), never, coded)(one)), DecodeFailed)
  })
)
