/** The exchange as a step, with a stub for the sender. */
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Validators } from "../../../src/rest/HttpCache.ts"
import type { OngoingCall, Permit } from "../../../src/rest/internal/pipeline/call.ts"
import { exchanged } from "../../../src/rest/internal/pipeline/exchanged.ts"
import { bucketOf } from "../../../src/rest/internal/pipeline/gated.ts"
import { CredentialRefused } from "../../../src/rest/internal/pipeline/outcome.ts"
import { NotFound, ResponseTooLarge, TransportFailed, UnexpectedStatus } from "../../../src/rest/RestError.ts"
import { type ClientError, failed, type Sender, type WireResponse } from "../../../src/rest/Sender.ts"
import { ongoing, openGate, origin, principal, wireResponse } from "./support.ts"

/** Sends nothing: responds at once. Keeps the headers that it was sent. */
const sending = (response: WireResponse) => {
  const sent: Array<Readonly<Record<string, string>>> = []
  const sender: Sender = (request) =>
    Effect.sync(() => {
      sent.push({ ...request.headers })
      return response
    })
  return { sender, sent }
}

const secret = principal("one", "a-secret-token")

const permitOf = (call: OngoingCall): Permit => ({
  credential: secret,
  bucket: bucketOf(call, secret),
  sentAt: call.clock.currentTimeMillisUnsafe(),
  context: Context.empty()
})

const ask = (call: OngoingCall, validators?: Validators) =>
  exchanged(
    call,
    (response) => response.text(1_000),
    () => validators
  )(permitOf(call))

/** A call that gets this response, and what its gate learns. */
const getting = (response: WireResponse, asked: Partial<OngoingCall["asked"]> = {}) =>
  Effect.gen(function* () {
    const { gate, noted } = openGate()
    const { sender, sent } = sending(response)
    const call = yield* ongoing({ service: { sender, limits: gate }, asked })
    return { call, noted, sent }
  })

it.effect("sends with the token and the validators, and returns what was received", () =>
  Effect.gen(function* () {
    const { call, noted, sent } = yield* getting(wireResponse(200, { etag: '"2"' }, "body"))
    const received = yield* ask(call, { etag: '"1"' })
    assert.deepInclude(received, { status: 200, body: "body", url: `${origin}/things/1`, credential: secret })
    assert.deepInclude(sent[0], { authorization: "Bearer a-secret-token", "if-none-match": '"1"' })
    assert.deepStrictEqual(
      noted.map(({ success }) => success),
      ["read"]
    )
  })
)

it.effect("a 304 to a conditional request has no body, and is an error to any other", () =>
  Effect.gen(function* () {
    const { call } = yield* getting(wireResponse(304, { "content-length": "7" }, "ignored"))
    assert.deepInclude(yield* ask(call, { etag: '"1"' }), { status: 304, body: undefined })
    assert.instanceOf(yield* Effect.flip(ask(call)), UnexpectedStatus)
  })
)

it.effect("a refusal is a declared error", () =>
  Effect.gen(function* () {
    const { call } = yield* getting(wireResponse(404, {}, "gone fishing"), { declared: [NotFound] })
    const error = yield* Effect.flip(ask(call))
    assert.strictEqual(error instanceof NotFound ? error.serviceMessage : undefined, "gone fishing")
  })
)

it.effect("a 401 says which credential was refused", () =>
  Effect.gen(function* () {
    const { call } = yield* getting(wireResponse(401))
    const error = yield* Effect.flip(ask(call))
    assert.instanceOf(error, CredentialRefused)
    assert.strictEqual(error instanceof CredentialRefused ? error.refused.credential : undefined, secret)
  })
)

it.effect("the gate learns of a limit by the head, and again by the body", () =>
  Effect.gen(function* () {
    const { call, noted } = yield* getting(wireResponse(429))
    yield* Effect.flip(ask(call))
    assert.deepStrictEqual(
      noted.map(({ limit, replaces }) => [limit?.kind, replaces !== undefined]),
      [
        ["primary", false],
        ["primary", true]
      ]
    )
  })
)

it.effect("what a foreign origin says of limits is not the service's word", () =>
  Effect.gen(function* () {
    const { gate, noted } = openGate()
    const { sender } = sending(wireResponse(200, {}, "body"))
    const service = { sender, limits: gate, ownOrigins: new Set<string>() }
    yield* ask(yield* ongoing({ service }))
    assert.deepStrictEqual(noted, [])
  })
)

it.effect("no error repeats the token", () =>
  Effect.gen(function* () {
    const { call } = yield* getting(wireResponse(500, { "x-request-id": "a-secret-token" }, "a-secret-token"))
    assert.notInclude(JSON.stringify(yield* Effect.flip(ask(call))), "a-secret-token")
  })
)

it.effect("an exchange that breaks off, or is too long, fails with its error", () =>
  Effect.gen(function* () {
    const request = { method: "GET", url: origin, headers: {}, body: undefined } as never
    const broken: ClientError = failed(request, new Error("reset"))
    const { call } = yield* getting(wireResponse(200, {}, "", { text: () => Effect.fail(broken) }))
    assert.instanceOf(yield* Effect.flip(ask(call)), TransportFailed)
    const response = wireResponse(200)
    const long = yield* getting(
      wireResponse(200, {}, "", { text: (limit) => Effect.fail({ _tag: "TooLarge", response, limit }) })
    )
    assert.instanceOf(yield* Effect.flip(ask(long.call)), ResponseTooLarge)
  })
)

it.effect("the time of an exchange is spent, whatever its end", () =>
  Effect.gen(function* () {
    for (const status of [200, 500]) {
      const { call } = yield* getting(wireResponse(status))
      const permit = { ...permitOf(call), sentAt: -1_000 }
      yield* Effect.exit(
        exchanged(
          call,
          (response) => response.text(1_000),
          () => undefined
        )(permit)
      )
      assert.strictEqual(call.allowance.spent, 1_000)
    }
  })
)
