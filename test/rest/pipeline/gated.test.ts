/** The gate as a step, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { Credential } from "../../../src/rest/Credentials.ts"
import type { Permit } from "../../../src/rest/internal/pipeline/call.ts"
import { gated } from "../../../src/rest/internal/pipeline/gated.ts"
import type { Dialect } from "../../../src/rest/Dialect.ts"
import type { Gate } from "../../../src/rest/Limit.ts"
import { InvalidInput, RateLimited } from "../../../src/rest/RestError.ts"
import { one, ongoing, openGate, origin, other, principal, unavailable } from "./support.ts"

/** The next step: returns its permits. */
const sending = () => {
  const permits: Array<Permit> = []
  const send = (permit: Permit) => Effect.sync(() => (permits.push(permit), permit.credential.principal))
  return { permits, send }
}

it.effect("sends with the permit of the gate", () =>
  Effect.gen(function* () {
    const { buckets, gate } = openGate()
    const call = yield* ongoing({ service: { limits: gate } })
    const { permits, send } = sending()
    assert.strictEqual(yield* gated(call, send)(one), "one")
    assert.deepStrictEqual(buckets, [{ origin, principal: "one", resource: "core" }])
    assert.deepStrictEqual(permits[0]?.bucket, buckets[0])
    assert.strictEqual(call.recorder.principal, "one")
  })
)

it.effect("all calls share a quota", () =>
  Effect.gen(function* () {
    const { buckets, gate } = openGate()
    const quota = {
      name: "free",
      concurrency: 1,
      windows: [],
      ledger: () => assert.fail("the gate makes the ledger")
    }
    yield* gated(yield* ongoing({ service: { limits: gate, quota } }), sending().send)(one)
    assert.deepStrictEqual(buckets, [{ origin: "free", principal: "one", resource: "calls" }])
  })
)

/** A gate that holds every request back. */
const held = (underWay?: number): Gate => ({
  ...openGate().gate,
  withPermit: () =>
    Effect.fail({
      _tag: "Limited",
      kind: "primary",
      resource: "core",
      limit: 60,
      remaining: 0,
      retryAt: DateTime.makeUnsafe(1_000),
      ...(underWay !== undefined && { underWay })
    })
})

it.effect("a request that would wait for too long fails with RateLimited", () =>
  Effect.gen(function* () {
    const { permits, send } = sending()
    const error = yield* Effect.flip(gated(yield* ongoing({ service: { limits: held() } }), send)(one))
    assert.instanceOf(error, RateLimited)
    assert.strictEqual(permits.length, 0)
  })
)

it.effect("RateLimited names what sets how long a call waits, and adds what the service advises", () =>
  Effect.gen(function* () {
    const advice: Dialect["advice"] = (status, hasToken) => `${status} ${hasToken ? "with" : "without"} a token`
    const said = Effect.fnUntraced(function* (credential: Credential, given: Partial<Dialect>, underWay?: number) {
      const { service } = yield* ongoing()
      const limits = held(underWay)
      const call = yield* ongoing({ service: { limits, dialect: { ...service.dialect, ...given } } })
      return (yield* Effect.flip(gated(call, sending().send)(credential))).message
    })
    const until = "not sent, the core limit holds until 1970-01-01T00:00:01.000Z"
    const longer = `Things.get: ${until}, longer than the call may wait: try again then, or raise RateLimit.MaxWait`
    assert.strictEqual(yield* said(one, {}), longer)
    assert.strictEqual(yield* said(one, { advice }), `${longer}; null without a token`)
    assert.strictEqual(yield* said(principal("one", "secret"), { advice }), `${longer}; null with a token`)
    assert.strictEqual(
      yield* said(one, { advice }, 7),
      "Things.get: not sent, 7 requests are under way, and none of them ended while the call could wait: raise RateLimit.MaxWait"
    )
  })
)

it.effect("the errors of the next step pass", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    assert.strictEqual(yield* Effect.flip(gated(call, () => Effect.fail(unavailable))(one)), unavailable)
  })
)

/** A gate that holds each request back for a time. */
const slow = (): Gate => ({ ...openGate().gate, withPermit: (_, __, request) => Effect.delay(request, "2 seconds") })

const waited = (credential: Credential) =>
  Effect.gen(function* () {
    const call = yield* ongoing({ service: { limits: slow() }, credential: Effect.succeed(credential) })
    const { permits, send } = sending()
    const fiber = yield* Effect.forkChild(gated(call, send)(one))
    yield* TestClock.adjust("1 minute")
    return { by: yield* Fiber.join(fiber), permits, recorder: call.recorder }
  })

it.effect("after a wait, the credential is read again", () =>
  Effect.gen(function* () {
    const rotated = principal("one", "rotated")
    const { permits } = yield* waited(rotated)
    assert.deepStrictEqual(
      permits.map(({ credential }) => credential),
      [rotated]
    )
  })
)

it.effect("another principal has to wait at its own gate", () =>
  Effect.gen(function* () {
    const { by, permits, recorder } = yield* waited(other)
    assert.strictEqual(by, "other")
    assert.deepStrictEqual(
      permits.map(({ bucket, sentAt }) => [bucket.principal, sentAt]),
      [["other", 4_000]]
    )
    assert.strictEqual(recorder.principal, "other")
  })
)

it.effect("a token is not sent where the network can read it, unless that is allowed", () =>
  Effect.gen(function* () {
    const service = { exposedOrigins: new Set([origin]) }
    const { send } = sending()
    const secret = principal("one", "secret")
    const error = yield* Effect.flip(gated(yield* ongoing({ service }), send)(secret))
    assert.instanceOf(error, InvalidInput)
    assert.strictEqual(yield* gated(yield* ongoing({ service }), send)(one), "one")
    const allowed = yield* ongoing({ service, policies: { allowInsecure: true } })
    assert.strictEqual(yield* gated(allowed, send)(secret), "one")
  })
)
