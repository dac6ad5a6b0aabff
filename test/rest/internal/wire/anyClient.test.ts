/** Any HTTP client as the pipeline uses it. Its clients here make web responses, with a URL as those of fetch have it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Scope from "effect/Scope"
import { senderOf } from "../../../../src/rest/internal/wire/anyClient.ts"
import type { ClientError, WireResponse } from "../../../../src/rest/internal/wire/direct.ts"
import type { Sender, WireRequest } from "../../../../src/rest/internal/wire/exchange.ts"
import type { Bounds, Expired } from "../../../../src/rest/internal/wire/watchdog.ts"
import { pushed, request } from "../../support/fetched.ts"
import { begin, pass, start } from "../../support/time.ts"

// Without a direct path, a sender reads nothing else of the request.
const wire = { body: HttpBody.empty } as unknown as WireRequest

const exchange = <A, E>(
  sender: Sender,
  then: (response: WireResponse) => Effect.Effect<A, E>,
  bounds: Partial<Bounds> = {},
  redirect: RequestRedirect = "manual"
): Effect.Effect<A, E | ClientError | Expired> =>
  sender.exchange(wire, { head: 1e9, silence: 1e9, total: 1e9, ...bounds }, 0, (execute) =>
    Effect.flatMap(execute(request, redirect), then)
  )

const clientOf = (answer: () => Promise<Response>, url: string, signals: Array<AbortSignal> = []) =>
  HttpClient.make((request, _url, signal) => {
    signals.push(signal)
    return Effect.map(Effect.promise(answer), (web) =>
      HttpClientResponse.fromWeb(request, Object.defineProperty(web, "url", { value: url }))
    )
  })

const text = (limit: number) => (response: WireResponse) => response.text(limit)

describe.each([
  ["of fetch", request.url],
  ["made by hand", ""]
])("a response %s", (_, url) => {
  const senderFor = (answer: () => Promise<Response>) => senderOf(clientOf(answer, url))

  it.effect("has its text up to the limit, and none beyond it", () =>
    Effect.gen(function* () {
      const sender = senderFor(() => Promise.resolve(new Response("x".repeat(100), { status: 201 })))
      assert.lengthOf(yield* exchange(sender, text(100)), 100)
      const error = yield* Effect.flip(exchange(sender, text(99)))
      assert.containSubset(error, { _tag: "TooLarge", limit: 99, response: { status: 201 } })
    })
  )

  it.effect("joins pieces that end within a character, and shows a character that is cut off", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("天気")
      const inBytes = (to: number) => () =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              start: (controller) => {
                for (const byte of bytes.subarray(0, to)) controller.enqueue(Uint8Array.of(byte))
                controller.close()
              }
            })
          )
        )
      assert.strictEqual(yield* exchange(senderFor(inBytes(6)), text(100)), "天気")
      assert.strictEqual(yield* exchange(senderFor(inBytes(5)), text(100)), "天\uFFFD")
    })
  )

  it.effect("has an empty text without a body", () =>
    Effect.gen(function* () {
      const sender = senderFor(() => Promise.resolve(new Response(null, { status: 204 })))
      assert.strictEqual(yield* exchange(sender, text(0)), "")
    })
  )

  it.effect("is aborted when it is discarded", () =>
    Effect.gen(function* () {
      const signals: Array<AbortSignal> = []
      yield* exchange(senderOf(clientOf(pushed().answer, url, signals)), ({ discard }) => discard)
      assert.deepStrictEqual(
        signals.map(({ aborted }) => aborted),
        [true]
      )
    })
  )

  it.effect("cancels a body that is too large, or read by a fiber that is interrupted", () =>
    Effect.gen(function* () {
      const large = pushed()
      yield* large.push("x".repeat(101))
      yield* Effect.exit(exchange(senderFor(large.answer), text(100)))
      const unread = pushed()
      const { fiber } = yield* start(exchange(senderFor(unread.answer), text(100)))
      assert.isFalse(unread.seen.isCancelled)
      yield* Fiber.interrupt(fiber)
      yield* pass(0)
      assert.deepStrictEqual(
        [large, unread].map(({ seen }) => seen.isCancelled),
        [true, true]
      )
    })
  )

  it.effect("may not fall silent, however long it is", () =>
    Effect.gen(function* () {
      const { answer, push } = pushed()
      yield* begin
      const running = yield* start(exchange(senderFor(answer), text(100), { silence: 1_000 }))
      for (let i = 0; i < 3; i++) {
        yield* pass(999)
        yield* push("a")
      }
      yield* pass(999)
      assert.isUndefined(running.exit())
      yield* pass(1)
      const exit = running.exit()
      assert.containSubset(exit && Exit.isFailure(exit) ? exit.cause.reasons[0] : exit, {
        error: { _tag: "Expired", why: "waited 1000 ms for the body to continue" }
      })
    })
  )

  it.effect("counts the bytes of its text, which is then not too slow", () =>
    Effect.gen(function* () {
      const { answer, push } = pushed()
      const speed = { bytesPerSecond: 10, over: 1_000 }
      yield* begin
      const running = yield* start(exchange(senderFor(answer), text(100), { speed }))
      yield* push("x".repeat(20))
      yield* pass(1_000)
      assert.isUndefined(running.exit())
      yield* pass(1_000)
      assert.isDefined(running.exit())
    })
  )
})

it.effect("decides about redirects itself, and leaves the program's other fetch options alone", () =>
  Effect.gen(function* () {
    const inits: Array<RequestInit | undefined> = []
    const client = HttpClient.make((request, _url, _signal, fiber) => {
      inits.push(fiber.context.mapUnsafe.get(FetchHttpClient.RequestInit.key) as RequestInit)
      return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("")))
    })
    const asked = exchange(senderOf(client), () => Effect.void, {}, "follow")
    yield* asked
    yield* Effect.provideService(asked, FetchHttpClient.RequestInit, { redirect: "error", credentials: "omit" })
    assert.deepStrictEqual(inits, [
      { cache: "no-cache", redirect: "follow" },
      { cache: "no-cache", credentials: "omit", redirect: "follow" }
    ])
  })
)

it.effect("keeps a response open until its scope is closed, and closes a failed attempt at once", () =>
  Effect.gen(function* () {
    const signals: Array<AbortSignal> = []
    const client = HttpClient.make((request, _url, signal) => {
      signals.push(signal)
      return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("")))
    })
    const scope = yield* Scope.make()
    const failing = HttpClient.transformResponse(client, (response) =>
      Effect.flatMap(response, () => Effect.die("the attempt fails"))
    )
    yield* exchange(senderOf(client).scoped(scope), () => Effect.void)
    yield* Effect.exit(exchange(senderOf(failing).scoped(scope), () => Effect.void))
    assert.deepStrictEqual(
      signals.map(({ aborted }) => aborted),
      [false, true]
    )
    yield* Scope.close(scope, Exit.void)
    assert.isTrue(signals[0]?.aborted)
  })
)
