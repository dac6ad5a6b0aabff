/** Responses of fetch that are late, large, or without streams. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { vi } from "vitest"
import { never, pushed, sending, why } from "../../support/fetched.ts"
import { begin, pass, start } from "../../support/time.ts"

describe("a response of fetch", () => {
  it.effect("fails when its head does not arrive in time, and is aborted", () =>
    Effect.gen(function* () {
      const { sent, text } = sending(never, { head: 1_000 })
      yield* begin
      const running = yield* start(text)
      yield* pass(999)
      assert.isUndefined(running.exit())
      yield* pass(1)
      assert.deepStrictEqual(why(running.exit()), new Error("waited 1000 ms for the head of the response"))
      assert.isTrue(sent.signal?.aborted)
    })
  )

  it.effect("fails when its body falls silent, and is cancelled", () =>
    Effect.gen(function* () {
      const { answer, push, seen } = pushed()
      const { sent, text } = sending(answer, { silence: 1_000 })
      yield* begin
      const running = yield* start(text)
      for (let i = 0; i < 3; i++) {
        yield* pass(999)
        yield* push("a")
      }
      yield* pass(999)
      assert.isUndefined(running.exit())
      yield* pass(1)
      assert.deepStrictEqual(why(running.exit()), new Error("waited 1000 ms for the body to continue"))
      assert.strictEqual(running.endedAt(), 3 * 999 + 1_000)
      assert.deepStrictEqual([sent.signal?.aborted, seen.isCancelled], [true, true])
    })
  )

  it.effect("fails when the call takes too long, however often a piece arrives", () =>
    Effect.gen(function* () {
      const { answer, push } = pushed()
      const { text } = sending(answer, { silence: 1_000, total: 2_500 })
      yield* begin
      const running = yield* start(text)
      for (let i = 0; i < 5; i++) {
        yield* push("a")
        yield* pass(500)
      }
      assert.deepStrictEqual(why(running.exit()), new Error("took longer than Transport.CallTimeout allows"))
      assert.strictEqual(running.endedAt(), 2_500)
    })
  )

  it.effect("is aborted when its fiber is interrupted: before the head, and within the body", () =>
    Effect.gen(function* () {
      const { answer, push, seen } = pushed()
      for (const { sent, text } of [sending(never), sending(answer)]) {
        yield* push("a")
        const { fiber } = yield* start(text)
        assert.isFalse(sent.signal?.aborted)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(sent.signal?.aborted)
      }
      assert.isTrue(seen.isCancelled)
    })
  )

  it.effect("is aborted when its fiber ends without the body", () =>
    Effect.gen(function* () {
      const { head, sent } = sending(pushed().answer)
      yield* start(head)
      assert.isTrue(sent.signal?.aborted)
    })
  )

  it.effect("is aborted when its body is too large, and not when it has ended", () =>
    Effect.gen(function* () {
      const large = sending(() => Promise.resolve(new Response("x".repeat(101))))
      const error = why((yield* start(large.text)).exit())
      assert.containSubset(error, { _tag: "TooLarge", limit: 100, response: { status: 200 } })
      const small = sending(() => Promise.resolve(new Response("x".repeat(100))))
      assert.lengthOf(yield* small.text, 100)
      assert.deepStrictEqual([large.sent.signal?.aborted, small.sent.signal?.aborted], [true, false])
    })
  )

  it.effect("joins pieces that end within a character", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("天気")
      const body = new ReadableStream({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        }
      })
      const { text } = sending(() => Promise.resolve(new Response(body)))
      assert.strictEqual(yield* text, "天気")
    })
  )

  it.effect("has no text with a status that has no body, and is not read", () =>
    Effect.gen(function* () {
      for (const status of [204, 205, 304]) {
        const response = new Response(null, { status })
        const { sent, text } = sending(() => Promise.resolve(response))
        assert.strictEqual(yield* text, "")
        assert.isFalse(response.bodyUsed)
        assert.strictEqual(sent.signal?.aborted, status === 205, `${status}`)
      }
    })
  )

  it.effect("cannot be read any more after it was discarded", () =>
    Effect.gen(function* () {
      const { head, sent } = sending(pushed().answer)
      const running = yield* start(
        Effect.flatMap(head, (response) => Effect.andThen(response.discard, response.text(100)))
      )
      assert.isTrue(sent.signal?.aborted)
      assert.strictEqual(why(running.exit()), sent.signal?.reason)
    })
  )

  it.effect("is read by a consumer that watches over it: only the call as a whole is timed", () =>
    Effect.gen(function* () {
      const { answer, push } = pushed()
      const { head, sent } = sending(answer, { head: 1_000, silence: 1_000, total: 5_000 })
      yield* begin
      const running = yield* start(Effect.flatMap(head, ({ stream }) => Stream.runDrain(stream)))
      yield* push("a")
      yield* pass(4_999)
      assert.isFalse(sent.signal?.aborted)
      yield* pass(1)
      assert.isTrue(sent.signal?.aborted)
      yield* Fiber.interrupt(running.fiber)
    })
  )
})

describe("where bodies cannot be streamed, as in React Native", () => {
  const without = (body: string) => () =>
    Promise.resolve(Object.defineProperty(new Response(body), "body", { value: undefined }))

  it.effect("text is read as a whole, and bounded", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* sending(without("text")).text, "text")
      assert.lengthOf(yield* sending(without("x".repeat(100))).text, 100)
      const error = yield* Effect.flip(sending(without("x".repeat(101))).text)
      assert.strictEqual(error._tag, "TooLarge")
    })
  )

  it.effect("reading is aborted when its fiber is interrupted", () =>
    Effect.gen(function* () {
      const { sent, text } = sending(() =>
        Promise.resolve(Object.defineProperties(new Response(), { text: { value: () => new Promise(() => {}) } }))
      )
      const { fiber } = yield* start(text)
      assert.isFalse(sent.signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(sent.signal?.aborted)
    })
  )

  it.effect("a stream is one piece", () =>
    Effect.gen(function* () {
      const pieces = yield* Effect.flatMap(sending(without("text")).head, ({ stream }) => Stream.runCollect(stream))
      assert.deepStrictEqual(pieces, [new TextEncoder().encode("text")])
    })
  )
})

describe("the timer of a response", () => {
  const timers = Effect.acquireRelease(
    Effect.sync(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })),
    () => Effect.sync(() => void vi.useRealTimers())
  )
  const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

  it.live("is one, and is cleared at the end", () =>
    Effect.gen(function* () {
      yield* timers
      const { answer, push, seen } = pushed()
      const fiber = yield* Effect.forkChild(sending(answer).text, { startImmediately: true })
      yield* turn
      for (let i = 0; i < 3; i++) {
        yield* push("a")
        yield* turn
        assert.strictEqual(vi.getTimerCount(), 1)
      }
      seen.controller?.close()
      assert.strictEqual(yield* Fiber.join(fiber), "aaa")
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  )

  it.live("is cleared at the end of a stream, and without a body", () =>
    Effect.gen(function* () {
      yield* timers
      const read = Effect.flatMap(sending(() => Promise.resolve(new Response("text"))).head, ({ stream }) =>
        Stream.runDrain(stream)
      )
      const empty = sending(() => Promise.resolve(new Response(null, { status: 204 })))
      for (const reading of [read, empty.text, Effect.asVoid(empty.head)]) {
        const fiber = yield* Effect.forkChild(reading, { startImmediately: true })
        yield* turn
        yield* Fiber.join(fiber)
        assert.strictEqual(vi.getTimerCount(), 0)
      }
    })
  )

  it.live("ends a silence in time", () =>
    Effect.gen(function* () {
      yield* timers
      const { text } = sending(pushed().answer, { head: 5_000, silence: 1_000 })
      const fiber = yield* Effect.forkChild(Effect.exit(text), { startImmediately: true })
      yield* turn
      vi.advanceTimersByTime(999)
      assert.isUndefined(fiber.pollUnsafe())
      vi.advanceTimersByTime(1)
      assert.deepStrictEqual(why(yield* Fiber.join(fiber)), new Error("waited 1000 ms for the body to continue"))
    })
  )

  it.live.each([2 ** 31, Infinity])("waits %s ms and not 1, which is what a timer makes of it", (milliseconds) =>
    Effect.gen(function* () {
      yield* timers
      const bounds = { head: milliseconds, silence: milliseconds, total: milliseconds }
      const fiber = yield* Effect.forkChild(Effect.exit(sending(never, bounds).text), { startImmediately: true })
      vi.advanceTimersByTime(2 ** 31 - 1)
      assert.isUndefined(fiber.pollUnsafe())
      vi.advanceTimersByTime(1)
      assert.strictEqual(fiber.pollUnsafe() === undefined, milliseconds === Infinity)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  )
})
