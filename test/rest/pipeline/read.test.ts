/** Reading responses, and what they have spent besides, with stubs for the next step. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { BytesReader, Reader } from "../../../src/rest/Call.ts"
import { charged } from "../../../src/rest/internal/pipeline/charged.ts"
import { bodyFor, type ReadBody, read } from "../../../src/rest/internal/pipeline/read.ts"
import * as Readers from "../../../src/rest/Reader.ts"
import { DecodeFailed } from "../../../src/rest/RestError.ts"
import { inTurn, one, ongoing, openGate, readOf, receivedOf, unavailable, wireResponse } from "./support.ts"

const text: Reader<string> = (text, status) => Result.succeed(`${status} ${text}`)

const bytes: BytesReader<number> = Object.assign((bytes: Uint8Array) => Result.succeed(bytes.length), {
  text: {
    encode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
    decode: (text: string) => new TextEncoder().encode(text)
  }
})

it.effect("a reader gets the body that it takes", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const response = wireResponse(200, {}, "body")
    assert.strictEqual(yield* bodyFor(call, text)(response), "body")
    assert.deepStrictEqual(yield* bodyFor(call, bytes)(response), new TextEncoder().encode("body"))
    assert.strictEqual(yield* bodyFor(call, Readers.nothing)(response), undefined)
  })
)

it.effect("makes the value, and keeps the body", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const { asks } = inTurn(Effect.succeed(receivedOf("body")))
    assert.deepStrictEqual((yield* read(call, text, asks)(one)).body, { body: "body", value: "200 body" })
    assert.strictEqual(call.recorder.status, 200)
    const raw = inTurn(Effect.succeed(receivedOf(new Uint8Array(3))))
    assert.strictEqual((yield* read(call, bytes, raw.asks)(one)).body?.value, 3)
  })
)

it.effect("a 304 has nothing to read", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const received = yield* read(
      call,
      () => assert.fail("read"),
      inTurn(Effect.succeed(receivedOf<string>(undefined))).asks
    )(one)
    assert.deepStrictEqual([received.status, received.body, call.recorder.status], [304, undefined, 304])
  })
)

it.effect("a body that cannot be read fails with DecodeFailed, or with ServiceUnavailable if that will pass", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const asks = inTurn(Effect.succeed(receivedOf("body"))).asks
    const misread =
      (passing: boolean): Reader<never> =>
      () =>
        Result.fail({ path: "id", found: "nothing", passing })
    const error = yield* Effect.flip(read(call, misread(false), asks)(one))
    assert.deepStrictEqual([error._tag, error instanceof DecodeFailed ? error.path : undefined], ["DecodeFailed", "id"])
    assert.strictEqual((yield* Effect.flip(read(call, misread(true), asks)(one)))._tag, "ServiceUnavailable")
  })
)

it.effect("a coding that clients do not know is not read", () =>
  Effect.gen(function* () {
    const asks = inTurn(Effect.succeed(receivedOf("body", { headers: { "content-encoding": "compress" } }))).asks
    const error = yield* Effect.flip(read(yield* ongoing(), () => assert.fail("read"), asks)(one))
    assert.instanceOf(error, DecodeFailed)
  })
)

it.effect("the errors of the next step pass", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(read(yield* ongoing(), text, inTurn(Effect.fail(unavailable)).asks)(one))
    assert.strictEqual(error, unavailable)
  })
)

it.effect("a response is charged what only its value tells", () =>
  Effect.gen(function* () {
    const { gate, noted } = openGate()
    const surcharge = (value: unknown) => String(value).length
    const call = yield* ongoing({ service: { limits: gate }, asked: { surcharge } })
    const received = readOf("four")
    assert.strictEqual(yield* charged(call, inTurn(Effect.succeed(received)).asks)(one), received)
    assert.deepStrictEqual(
      noted.map(({ surcharge }) => surcharge),
      [4]
    )
    yield* charged(call, inTurn(Effect.succeed(receivedOf<ReadBody<string>>(undefined))).asks)(one)
    assert.strictEqual(noted.length, 1)
  })
)

it.effect("without a surcharge, the next step is asked itself", () =>
  Effect.gen(function* () {
    const { asks } = inTurn(Effect.succeed(readOf("value")))
    assert.strictEqual(charged(yield* ongoing(), asks), asks)
  })
)
