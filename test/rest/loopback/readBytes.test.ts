/** The memory of a body that a reader of bytes has read. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import { Forge } from "../../../src/forge/Forge.ts"
import type { BytesReader, Call } from "../../../src/rest/Transport.ts"
import { answer } from "./support/answers.ts"
import { forge, onEachTransport } from "./support/client.ts"
import { type Answer, inOrder, serve } from "./support/server.ts"

/** Sends a body in pieces that arrive one after the other. */
const pieces =
  (...sizes: ReadonlyArray<number>): Answer =>
  (response) => {
    response.writeHead(200, { etag: '"1"' })
    const [first = 0, ...rest] = sizes
    response.write(Buffer.alloc(first, 7))
    rest.forEach((size, i) => setTimeout(() => response.write(Buffer.alloc(size, 7)), 20 * (i + 1)))
    setTimeout(() => response.end(), 20 * sizes.length)
  }

const call: Call = {
  operation: "Bytes.get",
  method: "GET",
  url: "/bytes",
  host: "api",
  accept: undefined,
  body: HttpBody.empty,
  resource: "core",
  repeatable: true,
  statuses: [200],
  declared: []
}

/** A reader of how many sevens there are, and the bytes that it got. */
const makeReader = (copies?: boolean) => {
  const seen: Array<Uint8Array> = []
  const reader: BytesReader<number> = Object.assign(
    (bytes: Uint8Array) => {
      seen.push(bytes)
      return Result.succeed(bytes.filter((byte) => byte === 7).length)
    },
    {
      copies,
      text: {
        encode: (bytes: Uint8Array) => Buffer.from(bytes).toString("base64"),
        decode: (text: string) => new Uint8Array(Buffer.from(text, "base64"))
      }
    }
  )
  return { reader, seen }
}

const read = (reader: BytesReader<number>) =>
  Effect.flatMap(Forge, (transport) => transport.request(call, reader)).pipe(Effect.map(({ value }) => value))

onEachTransport((client) => {
  describe("a body in pieces", () => {
    it.live("is given back once it is read and cached", () =>
      Effect.gen(function* () {
        const server = yield* serve(inOrder(pieces(100_000, 50_000), answer(304, { etag: '"1"' })))
        const { reader, seen } = makeReader(true)
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* read(reader), 150_000)
          assert.strictEqual(seen[0]?.buffer.byteLength, 0)
          assert.strictEqual(yield* read(makeReader(true).reader), 150_000)
        }).pipe(Effect.provide(forge(server.origin, { client })))
      })
    )

    it.live("stays if the values may share its memory", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => pieces(100_000, 50_000))
        const { reader, seen } = makeReader()
        assert.strictEqual(yield* Effect.provide(read(reader), forge(server.origin, { client })), 150_000)
        assert.strictEqual(seen[0]?.length, 150_000)
      })
    )
  })

  it.live("memory that others share is not given back", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(pieces(300), pieces(20, 30)))
      const { reader, seen } = makeReader(true)
      yield* Effect.gen(function* () {
        const other = Buffer.from("other")
        yield* read(reader)
        assert.strictEqual(seen[0]?.length, 300)
        yield* read(reader)
        assert.strictEqual(other.toString(), "other")
      }).pipe(Effect.provide(forge(server.origin, { client })))
    })
  )
})
