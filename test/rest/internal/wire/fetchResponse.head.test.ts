/** The head of a response of fetch, and what becomes of its body. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { pushed, request, sending, why } from "../../support/fetched.ts"
import { begin, pass, start } from "../../support/time.ts"

it.effect("ends at once with a status that has no body", () =>
  Effect.gen(function* () {
    for (const status of [204, 304]) {
      const { head, sent } = sending(() => Promise.resolve(new Response(null, { status })))
      yield* start(head)
      assert.isFalse(sent.signal?.aborted, `${status}`)
    }
  })
)

it.effect("has the headers that matter, also empty ones, or all", () =>
  Effect.gen(function* () {
    const answer = () => Promise.resolve(new Response("", { headers: { etag: '"1"', link: "", "x-other": "1" } }))
    const { headers } = yield* sending(answer, {}, ["etag", "link", "location"]).head
    assert.deepStrictEqual({ ...headers }, { etag: '"1"', link: "" })
    assert.strictEqual((yield* sending(answer).head).headers["x-other"], "1")
  })
)

it.effect("has the URL that responded without its fragment, or else that of the request", () =>
  Effect.gen(function* () {
    const from = (url: string) => () => Promise.resolve(Object.defineProperty(new Response(""), "url", { value: url }))
    const urls = yield* Effect.all([from("https://example.com/b?c#d"), from("")].map((answer) => sending(answer).head))
    assert.deepStrictEqual(
      urls.map(({ url }) => url),
      ["https://example.com/b?c", request.url]
    )
  })
)

it.effect("counts the bytes of its text, which is then not too slow", () =>
  Effect.gen(function* () {
    const { answer, push } = pushed()
    const { text } = sending(answer, { speed: { bytesPerSecond: 10, over: 1_000 } })
    yield* begin
    const running = yield* start(text)
    yield* push("x".repeat(20))
    yield* pass(1_000)
    assert.isUndefined(running.exit())
    yield* pass(1_000)
    assert.deepStrictEqual(why(running.exit()), new Error("too slow: 0 bytes in 1000 ms, fewer than 10 a second"))
  })
)

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

it.effect("stays open for a consumer in another fiber, after the fiber that asked for it has ended", () =>
  Effect.gen(function* () {
    const { answer, push, seen } = pushed()
    const { head, sent } = sending(answer)
    // The fiber may wait before it takes the body.
    const asked = yield* start(Effect.flatMap(head, (response) => Effect.map(turn, () => response.stream)))
    const stream = yield* Fiber.join(asked.fiber)
    assert.isFalse(sent.signal?.aborted)
    const reading = yield* start(Stream.mkString(Stream.decodeText(stream)))
    yield* push("text")
    seen.controller?.close()
    assert.strictEqual(yield* Fiber.join(reading.fiber), "text")
    assert.isFalse(sent.signal?.aborted)
  })
)

it.effect("fails for the reason for which it was given up before its text was read", () =>
  Effect.gen(function* () {
    const { head } = sending(pushed().answer, { total: 1_000 })
    yield* begin
    const running = yield* start(
      Effect.flatMap(head, (response) => Effect.andThen(Effect.sleep(2_000), response.text(100)))
    )
    yield* pass(2_000)
    assert.deepStrictEqual(why(running.exit()), new Error("took longer than Transport.CallTimeout allows"))
  })
)
