import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Stream from "effect/Stream"
import { byFetch, watchedBody } from "../../../../src/rest/internal/wire/outgoingBody.ts"
import { BodyRefused, patience } from "../../../../src/rest/internal/wire/requestBody.ts"
import type { Watch } from "../../../../src/rest/Watch.ts"

/** A Watch that records its calls. */
const makeWatch = () => {
  const calls: Array<string> = []
  const watch: Watch = {
    bounds: { head: 1_000, silence: 1_000, total: Infinity },
    awaitHead: (longer) => void calls.push(longer === undefined ? "head" : `head and ${longer} ms`),
    awaitBody: () => void calls.push("body"),
    awaitSent: () => void calls.push("sending"),
    moved: (bytes) => void calls.push(`${bytes} bytes`),
    rest: () => void calls.push("rest")
  }
  return { calls, watch }
}

describe("patience", () => {
  it("is a second for each 64 KiB of a body sent in one piece, and zero for small ones", () => {
    assert.deepStrictEqual([0, 1, 65_536, 131_072, 100 * 2 ** 20].map(patience), [0, 0, 0, 2_000, 1_600_000])
  })
})

describe("a watched stream", () => {
  it.effect("waits for the service after each piece, and never for the source", () =>
    Effect.gen(function* () {
      const { calls, watch } = makeWatch()
      const source = Stream.fromIterable([1, 2], { chunkSize: 1 }).pipe(
        Stream.mapEffect((n) => Effect.sync(() => calls.push(`made ${n}`)).pipe(Effect.as(Uint8Array.of(n))))
      )
      const body = watchedBody(HttpBody.stream(source, "application/zip", 2), watch)
      assert.deepStrictEqual([body.contentType, body.contentLength], ["application/zip", 2])
      const sent = yield* Stream.runCollect(
        Stream.tap(body.stream, ([n]) => Effect.sync(() => calls.push(`sent ${n}`)))
      )
      assert.lengthOf(sent, 2)
      assert.deepStrictEqual(calls, [
        "rest",
        "made 1",
        "1 bytes",
        "sending",
        "sent 1",
        "rest",
        "made 2",
        "1 bytes",
        "sending",
        "sent 2",
        "rest",
        "head"
      ])
    })
  )
})

describe("large pieces", () => {
  it.effect("are sent in parts, so that their progress is seen", () =>
    Effect.gen(function* () {
      const { calls, watch } = makeWatch()
      const pieces = [100_000, 3, 131_072].map((length, index) => new Uint8Array(length).fill(index + 1))
      const body = watchedBody(HttpBody.stream(Stream.fromIterable(pieces)), watch)
      const sent = yield* Stream.runCollect(Stream.chunks(body.stream))
      assert.deepStrictEqual(
        sent.map((parts) => parts.map((part) => part.length)),
        [[65_536], [34_464], [3], [65_536], [65_536]]
      )
      assert.deepStrictEqual(Buffer.concat(sent.flat()), Buffer.concat(pieces))
      assert.deepStrictEqual(calls.slice(-4), ["65536 bytes", "sending", "rest", "head"])
    })
  )
})

describe("a stream with fetch", () => {
  /** A stream, and whether it was cancelled. */
  const source = () => {
    const state = { cancelled: false }
    const body = new ReadableStream<Uint8Array>({
      cancel: () => {
        state.cancelled = true
      }
    })
    return { body, state }
  }

  const fetched: Array<RequestInit | undefined> = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    fetched.push(init)
    return Promise.resolve(new Response("taken"))
  }

  it("sends the bytes in one piece, with a longer time limit", async () => {
    const { calls, watch } = makeWatch()
    const { body, state } = source()
    const bytes = new Uint8Array(131_072).fill(7)
    await byFetch(bytes, fetch, watch)("http://127.0.0.1", { method: "POST", body })
    const init = fetched.at(-1)
    assert.strictEqual(init?.method, "POST")
    assert.deepStrictEqual(init?.body, bytes)
    assert.deepStrictEqual([calls, state.cancelled], [["rest", "head and 2000 ms"], true])
  })

  it("is refused when its bytes are not available in one piece", async () => {
    const { watch } = makeWatch()
    const { body, state } = source()
    const before = fetched.length
    const refusal: unknown = await byFetch(
      undefined,
      fetch,
      watch
    )("http://127.0.0.1", { body }).catch((error: unknown) => error)
    assert.instanceOf(refusal, BodyRefused)
    assert.deepStrictEqual([fetched.length, state.cancelled], [before, true])
  })
})
