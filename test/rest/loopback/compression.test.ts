/** Compressed responses, on the clients that decompress them. */
import { randomBytes } from "node:crypto"
import * as Zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import { Compression, ResponseLimit } from "../../../src/rest/Transport.ts"
import { asset as uploaded } from "../../forge/support/files.ts"
import { answer, type Headers } from "./support/answers.ts"
import { eventually, forge, transports } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { type Answer, serve } from "./support/server.ts"

/** The usual quality takes seconds, in which the server does not answer. */
const brotli = (body: Uint8Array): Uint8Array =>
  Zlib.brotliCompressSync(body, { params: { [Zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })

const encoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: Zlib.gzipSync,
  "x-gzip": Zlib.gzipSync,
  GZip: Zlib.gzipSync,
  deflate: Zlib.deflateSync,
  br: brotli,
  zstd: Zlib.zstdCompressSync,
  "gzip, br": (body) => brotli(Zlib.gzipSync(body)),
  identity: (body) => body
}

const encode = (coding: string, body: string | Uint8Array): Uint8Array =>
  encoders[coding]?.(Buffer.from(body)) ?? assert.fail(`no encoder for ${coding}`)

const encoded = (coding: string, body: string | Uint8Array, headers: Headers = {}, status = 200): Answer =>
  answer(status, { ...headers, "content-encoding": coding }, encode(coding, body))

const smallText = "ä".repeat(40_000)
const small = JSON.stringify(issue(1, { body: smallText }))
/** Its compressed form has more than half a megabyte, and arrives in many pieces. */
const largeText = randomBytes(400_000).toString("hex")
const large = JSON.stringify(issue(1, { body: largeText }))

const sizes = [
  ["a small body", small, smallText],
  ["a large body", large, largeText]
] as const

const asset = { ...repo, release_id: 1, name: "app.zip", content_type: "application/zip" }

const storedAsset = { ...uploaded, id: 1, name: "app.zip", content_type: "application/zip", size: 4, digest: null }

const inOnePiece = ["in one piece", Releases.uploadAsset({ ...asset, data: "data" })] as const

const inPieces = [
  "as a stream",
  Releases.uploadAsset({ ...asset, data: Stream.make(Buffer.from("data")), size: 4 })
] as const

const decompressing = transports.filter(([name]) => name !== "undici")

describe.each(decompressing)("on %s", (name, client) => {
  const isDirect = name === "undici by its sender"
  const sends = isDirect ? [inPieces, inOnePiece] : [inOnePiece]

  describe.each(sizes)("%s", (_, body, text) => {
    it.live.each(Object.keys(encoders))("is decompressed from %s", (coding) =>
      Effect.gen(function* () {
        const server = yield* serve(() => encoded(coding, body))
        const read = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
        assert.strictEqual(read.body, text)
      })
    )

    it.live.each(["gzip", "br", "zstd"])(
      "from %s may be as long as the limit after decompression, and no longer",
      (coding) =>
        Effect.gen(function* () {
          const server = yield* serve(() => encoded(coding, body))
          const length = Buffer.byteLength(body)
          const within = (limit: number) => Effect.provideService(Issues.get(first), ResponseLimit, limit)
          const error = yield* within(length).pipe(
            Effect.andThen(Effect.flip(within(length - 1))),
            Effect.provide(forge(server.origin, { client }))
          )
          assert.strictEqual(error._tag, "ResponseTooLarge")
          // It is not asked for again.
          assert.strictEqual(server.requests.length, 2)
        })
    )

    // Fetch passes on what it has of a body that ends early.
    it.live.each(["gzip", "br", "zstd"])("from %s that ends early, or is broken, fails", (coding) =>
      Effect.gen(function* () {
        const whole = encode(coding, body)
        const cut = whole.subarray(0, whole.length / 2)
        const broken = Buffer.from(whole).fill(0xff, 0, 12)
        const server = yield* serve((_, nth) => {
          const bytes = [cut, broken, whole][Math.min(nth, 3) - 1] ?? whole
          return answer(200, { "content-encoding": coding }, bytes)
        })
        const once = Effect.flip(Issues.get(first)).pipe(Effect.map(({ _tag }) => _tag))
        const tags = yield* Effect.all([once, once]).pipe(
          Effect.provide(forge(server.origin, { client, retry: { attempts: 1 } }))
        )
        if (isDirect) assert.deepStrictEqual(tags, ["TransportFailed", "TransportFailed"])
        else for (const tag of tags) assert.include(["TransportFailed", "DecodeFailed"], tag)
      })
    )
  })

  it.live.each(isDirect ? ["again"] : [])("a broken body is asked for %s", () =>
    Effect.gen(function* () {
      const cut = encode("gzip", small).subarray(0, 100)
      const server = yield* serve((_, nth) =>
        nth === 1 ? answer(200, { "content-encoding": "gzip" }, cut) : encoded("gzip", small)
      )
      const { number } = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([number, server.requests.length], [1, 2])
    })
  )

  it.live("a bomb closes its connection as soon as it is too long", () =>
    Effect.gen(function* () {
      const bomb = Zlib.gzipSync(Buffer.alloc(2 ** 22))
      // Members follow each other without end.
      const server = yield* serve(() => (response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        const more = () => {
          while (!response.destroyed && response.write(bomb));
        }
        response.on("drain", more)
        more()
      })
      const error = yield* Effect.flip(Issues.get(first)).pipe(
        Effect.provideService(ResponseLimit, 2 ** 24),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(error._tag, "ResponseTooLarge")
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  it.live("a connection that is lost within a compressed body is a lost connection", () =>
    Effect.gen(function* () {
      const body = encode("gzip", large)
      const server = yield* serve(() => (response) => {
        response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length })
        response.write(body.subarray(0, body.length - 1_000), () => response.socket?.resetAndDestroy())
      })
      const error = yield* Effect.flip(Issues.get(first)).pipe(
        Effect.provide(forge(server.origin, { client, retry: { attempts: 1 } }))
      )
      assert.include(error, { _tag: "TransportFailed", mayHaveArrived: true })
    })
  )

  /** Uploads of streams take another way than other requests. */
  describe.each(sends)("the response to an upload %s", (_, send) => {
    const stored = JSON.stringify({ ...storedAsset, label: smallText })

    it.live.each(["gzip", "br", "zstd", "gzip, br"])("is decompressed from %s", (coding) =>
      Effect.gen(function* () {
        const server = yield* serve(() => encoded(coding, stored, {}, 201))
        const { label } = yield* Effect.provide(send, forge(server.origin, { client, uploadUrl: server.origin }))
        assert.strictEqual(label, smallText)
      })
    )

    it.live("may be as long as the limit after decompression, and no longer", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => encoded("gzip", stored, {}, 201))
        const within = (limit: number) => Effect.provideService(send, ResponseLimit, limit)
        const length = Buffer.byteLength(stored)
        const error = yield* within(length).pipe(
          Effect.andThen(Effect.flip(within(length - 1))),
          Effect.provide(forge(server.origin, { client, uploadUrl: server.origin }))
        )
        assert.strictEqual(error._tag, "ResponseTooLarge")
      })
    )

    it.live("is an error that can be read, or a broken one", () =>
      Effect.gen(function* () {
        const refusal = JSON.stringify({ message: "Too large" })
        const server = yield* serve((_, nth) =>
          nth === 1
            ? encoded("gzip", refusal, {}, 413)
            : answer(201, { "content-encoding": "gzip" }, encode("gzip", stored).subarray(0, 60))
        )
        const [refused, broken] = yield* Effect.all([Effect.flip(send), Effect.flip(send)]).pipe(
          Effect.provide(forge(server.origin, { client, uploadUrl: server.origin, retry: { attempts: 1 } }))
        )
        assert.include(refused, { _tag: "UnexpectedStatus", serviceMessage: "Too large" })
        if (isDirect) assert.include(broken, { _tag: "TransportFailed", mayHaveArrived: true })
        else assert.include(["TransportFailed", "DecodeFailed"], broken._tag)
      })
    )
  })

  it.live("an unknown coding is refused, for a value and for a download", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200, { "content-encoding": "gzip, snappy" }, small))
      const errors = yield* Effect.all([
        Effect.flip(Issues.get(first)),
        Effect.flip(Contents.download.bytes({ ...repo, path: "a" }))
      ]).pipe(Effect.provide(forge(server.origin, { client })))
      for (const error of errors) {
        assert.strictEqual(error._tag, "DecodeFailed")
        assert.include(error.message, 'Content-Encoding "gzip, snappy" is not supported')
      }
      assert.strictEqual(server.requests.length, 2)
    })
  )

  it.live("the body of an error is decompressed", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => encoded("gzip", JSON.stringify({ message: "No such issue" }), {}, 404))
      const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
      assert.include(error.message, "No such issue")
    })
  )

  it.live("responses without a body are read, whatever their head says", () =>
    Effect.gen(function* () {
      const headers = { "content-encoding": "gzip", etag: '"1"' }
      const server = yield* serve(({ headers: { "if-none-match": etag }, method }) => {
        if (method === "DELETE") return (response) => response.writeHead(204, headers).end()
        if (etag === undefined) return encoded("gzip", small, headers)
        return (response) => response.writeHead(304, headers).end()
      })
      const read = yield* Issues.get(first).pipe(
        Effect.andThen(Issues.get.withReply(first)),
        Effect.tap(Labels.delete({ ...repo, name: "bug" })),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual([read.cached, read.value.number], [true, 1])
    })
  )

  it.live("compression is asked for, unless a policy forbids it", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200, {}, small))
      const get = Issues.get(first)
      yield* get.pipe(
        Effect.andThen(Effect.provideService(get, Compression, false)),
        Effect.provide(forge(server.origin, { client }))
      )
      const [asked, forbidden] = server.requests.map(({ headers }) => String(headers["accept-encoding"]))
      if (isDirect) assert.strictEqual(asked, "gzip, br, zstd")
      else assert.include(asked, "gzip")
      assert.strictEqual(forbidden, "identity")
    })
  )

  it.live("downloads ask for the bytes as they are, and decompress what comes compressed nevertheless", () =>
    Effect.gen(function* () {
      const bytes = randomBytes(300_000)
      const server = yield* serve((_, nth) => (nth === 1 ? answer(200, {}, bytes) : encoded("gzip", bytes)))
      const file = Contents.download({ ...repo, path: "a" })
      const found = yield* Effect.all([Stream.mkUint8Array(file), Stream.mkUint8Array(file)]).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      for (const one of found) assert.isTrue(bytes.equals(one))
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["accept-encoding"]),
        ["identity", "identity"]
      )
    })
  )

  it.live("a download that is stopped early closes its connection, compressed or not", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => (response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        response.write(Zlib.gzipSync(randomBytes(300_000)).subarray(0, 200_000))
      })
      const head = yield* Contents.download({ ...repo, path: "a" }).pipe(
        Stream.take(1),
        Stream.runCount,
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(head, 1)
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )
})
