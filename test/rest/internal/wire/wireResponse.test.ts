/** The one reader of bodies, by each client: late, silent, slow, large, broken and unread responses. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as Sender from "../../../../src/rest/Sender.ts"
import { senders, sending, undiciPeer, why } from "../../support/senders.ts"
import { begin, pass, settle, start } from "../../support/time.ts"

const streamed = (response: Sender.WireResponse) => Stream.mkString(Stream.decodeText(Sender.streamOf(response)))

describe.each(senders)("a response of %s", (_, makePeer) => {
  it.effect("has a status, headers, the URL of the request, and a text", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      const { fiber } = yield* start(
        Effect.flatMap(sending(peer).head, (response) =>
          Effect.map(response.text(100), (text) => [response.status, response.headers["x-a"], response.url, text])
        )
      )
      yield* peer.head(201, { "x-a": "b" })
      yield* peer.push("te")
      yield* peer.push("xt")
      yield* peer.end
      assert.deepStrictEqual(yield* Fiber.join(fiber), [201, "b", "https://api.example.com/", "text"])
      assert.isFalse(peer.isClosed())
    })
  )

  it.effect("has its body up to the limit, and none beyond it: the connection is closed", () =>
    Effect.gen(function* () {
      for (const stated of [false, true]) {
        for (const [length, isWithin] of [
          [100, true],
          [101, false]
        ] as const) {
          const peer = makePeer()
          const reading = Effect.flatMap(sending(peer).head, (response) => response.bytes(100))
          const { fiber } = yield* start(Effect.result(reading))
          yield* peer.head(200, stated ? { "content-length": String(length) } : {})
          yield* peer.push("x".repeat(60))
          yield* peer.push("x".repeat(length - 60))
          if (isWithin) yield* peer.end
          const result = yield* Fiber.join(fiber)
          if (isWithin) assert.containSubset(result, { success: { length } })
          else assert.containSubset(result, { failure: { _tag: "TooLarge", limit: 100, response: { status: 200 } } })
          yield* settle
          assert.strictEqual(peer.isClosed(), !isWithin)
        }
      }
    })
  )

  it.effect("joins pieces that end within a character, and shows a character that is cut off", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("天気")
      for (const [to, expected] of [
        [6, "天気"],
        [5, "天\uFFFD"]
      ] as const) {
        const peer = makePeer()
        const { fiber } = yield* start(sending(peer).text)
        yield* peer.head()
        for (const byte of bytes.subarray(0, to)) yield* peer.push(Uint8Array.of(byte))
        yield* peer.end
        assert.strictEqual(yield* Fiber.join(fiber), expected)
      }
    })
  )

  it.effect.each([204, 205, 304])("has an empty text with the status %i, which has no body", (status) =>
    Effect.gen(function* () {
      const peer = makePeer()
      const { fiber } = yield* start(Effect.flatMap(sending(peer).head, (response) => response.text(0)))
      yield* peer.head(status)
      yield* peer.end
      assert.strictEqual(yield* Fiber.join(fiber), "")
    })
  )

  it.effect("fails when its head does not arrive in time, and is closed", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      yield* begin
      const running = yield* start(sending(peer, { head: 1_000 }).text)
      yield* pass(999)
      assert.isUndefined(running.exit())
      yield* pass(1)
      assert.deepStrictEqual(why(running.exit()), new Error("waited 1000 ms for the head of the response"))
      assert.isTrue(peer.isClosed())
    })
  )

  it.effect("may not fall silent, however long it is", () =>
    Effect.gen(function* () {
      for (const read of [(response: Sender.WireResponse) => response.text(100), streamed]) {
        const peer = makePeer()
        yield* begin
        const running = yield* start(Effect.flatMap(sending(peer, { silence: 1_000 }).head, read))
        yield* peer.head()
        for (let i = 0; i < 3; i++) {
          yield* pass(999)
          yield* peer.push("a")
        }
        yield* pass(999)
        assert.isUndefined(running.exit())
        yield* pass(1)
        assert.deepStrictEqual(why(running.exit()), new Error("waited 1000 ms for the body to continue"))
        assert.strictEqual(running.endedAt(), 3 * 999 + 1_000)
        assert.isTrue(peer.isClosed())
      }
    })
  )

  it.effect("fails when the call takes too long, however often a piece arrives", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      yield* begin
      const running = yield* start(sending(peer, { silence: 1_000, total: 2_500 }).text)
      yield* peer.head()
      for (let i = 0; i < 5; i++) {
        yield* peer.push("a")
        yield* pass(500)
      }
      assert.deepStrictEqual(why(running.exit()), new Error("took longer than Transport.CallTimeout allows"))
      assert.strictEqual(running.endedAt(), 2_500)
    })
  )

  it.effect("fails when it is too slow, and counts the bytes of its text", () =>
    Effect.gen(function* () {
      for (const read of [(response: Sender.WireResponse) => response.text(100), streamed]) {
        const peer = makePeer()
        yield* begin
        const speed = { bytesPerSecond: 10, over: 1_000 }
        const running = yield* start(Effect.flatMap(sending(peer, { speed }).head, read))
        yield* peer.head()
        yield* peer.push("x".repeat(20))
        yield* pass(1_000)
        assert.isUndefined(running.exit())
        yield* pass(1_000)
        assert.deepStrictEqual(why(running.exit()), new Error("too slow: 0 bytes in 1000 ms, fewer than 10 a second"))
      }
    })
  )

  it.effect("waits for its consumer, whose time does not count, unless for the whole", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      yield* begin
      const slowly = (response: Sender.WireResponse) =>
        Stream.runForEach(Sender.streamOf(response), () => Effect.sleep(3_000))
      const bounds = { head: 1_000, silence: 1_000, total: 5_000, speed: { bytesPerSecond: 10, over: 1_000 } }
      const running = yield* start(Effect.flatMap(sending(peer, bounds).head, slowly))
      yield* peer.head()
      yield* peer.push("a")
      yield* pass(2_999)
      yield* peer.push("b")
      yield* pass(2_000)
      assert.isUndefined(running.exit())
      assert.isFalse(peer.isClosed())
      yield* pass(1)
      assert.isTrue(peer.isClosed())
    })
  )

  it.effect("delivers what had arrived before the connection was lost, and then why", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      const seen: Array<number> = []
      const reading = Effect.flatMap(sending(peer).head, (response) =>
        Stream.runForEach(Sender.streamOf(response), ({ length }) => Effect.sync(() => void seen.push(length)))
      )
      const running = yield* start(reading)
      yield* peer.head()
      yield* peer.push("abc")
      yield* peer.lose(new Error("reset"))
      yield* settle
      assert.deepStrictEqual(seen, [3])
      assert.include(String(why(running.exit())), "Error: reset")
    })
  )

  it.effect("fails with what its text broke off with", () =>
    Effect.gen(function* () {
      for (const isBegun of [false, true]) {
        const peer = makePeer()
        const running = yield* start(sending(peer).text)
        if (isBegun) {
          yield* peer.head()
          yield* peer.push("a")
        }
        yield* peer.lose(new Error("reset"))
        yield* settle
        assert.include(String(why(running.exit())), "Error: reset")
      }
    })
  )

  it.effect("is closed when its fiber is interrupted: before the head, and within the body", () =>
    Effect.gen(function* () {
      for (const isBegun of [false, true]) {
        const peer = makePeer()
        const { fiber } = yield* start(sending(peer).text)
        if (isBegun) {
          yield* peer.head()
          yield* peer.push("a")
        }
        assert.isFalse(peer.isClosed())
        yield* Fiber.interrupt(fiber)
        yield* settle
        assert.isTrue(peer.isClosed())
      }
    })
  )

  it.effect("is closed when its fiber ends without the body, or discards it", () =>
    Effect.gen(function* () {
      for (const discards of [false, true]) {
        const peer = makePeer()
        const { fiber } = yield* start(
          Effect.flatMap(sending(peer).head, ({ discard }) => (discards ? discard : Effect.void))
        )
        yield* peer.head()
        yield* Fiber.join(fiber)
        yield* settle
        assert.isTrue(peer.isClosed())
      }
    })
  )

  it.effect("is closed when its consumer stops early", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      const { fiber } = yield* start(
        Effect.flatMap(sending(peer).head, (response) => Stream.runCollect(Stream.take(Sender.streamOf(response), 1)))
      )
      yield* peer.head()
      yield* peer.push("a")
      assert.lengthOf(yield* Fiber.join(fiber), 1)
      yield* settle
      assert.isTrue(peer.isClosed())
    })
  )

  it.effect("stays open for a consumer in another fiber, after the fiber that asked for it has ended", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      const asked = yield* start(Effect.map(sending(peer).head, Sender.streamOf))
      yield* peer.head()
      const stream = yield* Fiber.join(asked.fiber)
      yield* settle
      assert.isFalse(peer.isClosed())
      const reading = yield* start(Stream.mkString(Stream.decodeText(stream)))
      yield* peer.push("text")
      yield* peer.end
      assert.strictEqual(yield* Fiber.join(reading.fiber), "text")
      assert.isFalse(peer.isClosed())
    })
  )

  it.effect("has arrived in time, however late its body is asked for", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      yield* begin
      const running = yield* start(
        Effect.flatMap(sending(peer, { head: 1_000, silence: 1_000 }).head, (response) =>
          Effect.andThen(Effect.sleep(5_000), response.text(100))
        )
      )
      yield* peer.head()
      yield* peer.push("text")
      yield* peer.end
      yield* pass(5_000)
      assert.strictEqual(yield* Fiber.join(running.fiber), "text")
    })
  )

  it.effect("fails for the reason for which it was given up before it was read", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      yield* begin
      const running = yield* start(
        Effect.flatMap(sending(peer, { total: 1_000 }).head, (response) =>
          Effect.andThen(Effect.sleep(2_000), response.text(100))
        )
      )
      yield* peer.head()
      yield* pass(2_000)
      assert.deepStrictEqual(why(running.exit()), new Error("took longer than Transport.CallTimeout allows"))
    })
  )

  it.effect("cannot be read any more after it was aborted", () =>
    Effect.gen(function* () {
      const peer = makePeer()
      const running = yield* start(
        Effect.flatMap(sending(peer).head, (response) =>
          Effect.andThen(
            Effect.sync(() => response.abort()),
            response.text(100)
          )
        )
      )
      yield* peer.head()
      assert.deepStrictEqual(why(running.exit()), new Error("The request was aborted"))
    })
  )
})

describe("what is read ahead of a slow consumer", () => {
  it.effect("is 64 KiB", () =>
    Effect.gen(function* () {
      const peer = undiciPeer()
      const asked = yield* start(Effect.map(sending(peer).head, Sender.streamOf))
      yield* peer.head()
      const stream = yield* Fiber.join(asked.fiber)
      yield* peer.push(new Uint8Array(65_536))
      assert.isFalse(peer.isPaused())
      yield* peer.push(new Uint8Array(1))
      assert.isTrue(peer.isPaused())
      const [first] = yield* Stream.runCollect(Stream.take(stream, 1))
      assert.strictEqual(first?.length, 65_536)
      assert.isFalse(peer.isPaused())
    })
  )
})
