/** Bodies as they arrive, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { opened } from "../../../src/rest/internal/pipeline/opened.ts"
import { TransportFailed, UnexpectedStatus } from "../../../src/rest/RestError.ts"
import { type ClientError, failed } from "../../../src/rest/Sender.ts"
import { ongoing, origin, principal, receivedOf, unavailable } from "./support.ts"

const bytes = Uint8Array.of(1, 2, 3)

type Body = Stream.Stream<Uint8Array, ClientError>

it.effect("returns the head at once, and the body as it arrives", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    let isRead = false
    const body: Body = Stream.suspend(() => {
      isRead = true
      return Stream.make(bytes)
    })
    const { value, ...head } = yield* opened(call, Effect.succeed(receivedOf(body, { headers: { etag: '"1"' } })))
    assert.deepInclude(head, { status: 200, url: call.info.url, requestedUrl: call.target, cached: false })
    assert.strictEqual(head.headers["etag"], '"1"')
    assert.strictEqual(call.recorder.status, 200)
    assert.isFalse(isRead)
    assert.deepStrictEqual(yield* Stream.runCollect(value), [bytes])
  })
)

it.effect("a 304 is an error, since nothing is cached", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(opened(yield* ongoing(), Effect.succeed(receivedOf<Body>(undefined))))
    assert.strictEqual(error instanceof UnexpectedStatus ? error.status : undefined, 304)
  })
)

it.effect("a body that breaks off fails with the error of the call, which does not repeat the token", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const request = { method: "GET", url: origin, headers: {}, body: undefined } as never
    const body: Body = Stream.concat(Stream.make(bytes), Stream.fail(failed(request, new Error("reset by a-secret"))))
    const received = receivedOf(body, { credential: principal("one", "a-secret") })
    const { value } = yield* opened(call, Effect.succeed(received))
    const error = yield* Effect.flip(Stream.runDrain(value))
    assert.instanceOf(error, TransportFailed)
    assert.include(error.message, "reset by <redacted>")
  })
)

it.effect("the errors of the next step pass", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* Effect.flip(opened(yield* ongoing(), Effect.fail(unavailable))), unavailable)
  })
)
