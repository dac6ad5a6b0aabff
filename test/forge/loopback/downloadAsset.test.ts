/** Downloads over real HTTP: complete and checked, or failed; a truncated one never counts as complete. */
import * as Crypto from "node:crypto"
import * as Zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import type { Progress } from "../../../src/rest/Progress.ts"
import { type Hash, Sha256 } from "../../../src/rest/Sha256.ts"
import { answer, endless, half, redirect, refusal } from "../../rest/loopback/support/answers.ts"
import { eventually, forge, onEachTransport, token } from "../../rest/loopback/support/client.ts"
import { type Answer, inOrder, serve } from "../../rest/loopback/support/server.ts"

const input = { owner: "acme", repo: "web", asset_id: 7 }
const path = "/repos/acme/web/releases/assets/7"

const bytes = Crypto.randomBytes(1_000_000)
const digest = `sha256:${Crypto.createHash("sha256").update(bytes).digest("hex")}`
const record = { size: bytes.length, digest }
const file = answer(200, { "content-type": "application/json" }, bytes)

/** A body without a Content-Length. */
const chunked =
  (body: Uint8Array): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "application/zip" })
    response.write(body.subarray(0, body.length / 2))
    response.end(body.subarray(body.length / 2))
  }

/** Half of such a body, without an end. */
const chunkedHalf: Answer = (response) => {
  response.writeHead(200)
  response.write(bytes.subarray(0, 500_000), () => response.socket?.end())
}

/** A body that ends when its connection closes: nothing proves that it is complete. */
const untilClosed =
  (body: Uint8Array): Answer =>
  (response) => {
    response.socket?.write("HTTP/1.0 200 OK\r\nContent-Type: application/zip\r\n\r\n")
    response.socket?.end(body)
  }

const short = (size: number, digest: string) => ({ size, digest })

onEachTransport((client) => {
  it.live.each([
    ["with their length", file],
    ["chunked", chunked(bytes)],
    ["until the connection ends", untilClosed(bytes)]
  ] as const)("the bytes arrive %s, and match the record", ([, answer]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer)
      const found = yield* Releases.downloadAsset
        .bytes(input, record)
        .pipe(Effect.provide(forge(server.origin, { client })))
      assert.isTrue(bytes.equals(found))
      assert.deepStrictEqual(
        server.requests.map(({ headers, path }) => [path, headers.accept, headers.authorization]),
        [[path, "application/octet-stream", `Bearer ${token}`]]
      )
    })
  )

  it.live("an empty asset is downloaded", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200))
      const digest = `sha256:${Crypto.createHash("sha256").digest("hex").toUpperCase()}`
      const found = yield* Releases.downloadAsset
        .bytes(input, short(0, digest))
        .pipe(Effect.provide(forge(server.origin, { client })))
      assert.lengthOf(found, 0)
    })
  )

  it.live("a redirect is followed without the token", () =>
    Effect.gen(function* () {
      const storage = yield* serve(() => file)
      const server = yield* serve(() => redirect(302, `${storage.origin}/asset?X-Amz-Signature=5ecre7`))
      const found = yield* Releases.downloadAsset
        .bytes(input, record)
        .pipe(Effect.provide(forge(server.origin, { client })))
      assert.isTrue(bytes.equals(found))
      assert.strictEqual(storage.requests[0]?.headers.accept, "application/octet-stream")
      assert.notInclude(JSON.stringify(storage.requests), token)
    })
  )

  it.live("bytes with another digest fail at their end", () =>
    Effect.gen(function* () {
      const storage = yield* serve(() => file)
      const server = yield* serve(() => redirect(302, `${storage.origin}/asset?X-Amz-Signature=5ecre7`))
      const expected = `sha256:${"0".repeat(64)}`
      let received = 0
      const error = yield* Releases.downloadAsset(input, { digest: expected }).pipe(
        Stream.runForEach((piece) =>
          Effect.sync(() => {
            received += piece.length
          })
        ),
        Effect.flip,
        Effect.provide(forge(server.origin, { client }))
      )
      assert.containSubset(error, {
        _tag: "IntegrityFailed",
        operation: "Releases.downloadAsset",
        url: server.origin + path,
        expected,
        found: digest
      })
      assert.strictEqual(received, bytes.length)
      assert.notInclude(JSON.stringify(error), "5ecre7")
    })
  )

  it.live("a Content-Length other than the record's size fails before the first byte", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => file)
      const error = yield* Effect.flip(Releases.downloadAsset.bytes(input, { size: 999_999 })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.containSubset(error, { _tag: "IntegrityFailed", expected: "999999 bytes", found: "1000000 bytes" })
      yield* eventually("the connection is closed or free", () => server.requests.length === 1)
    })
  )

  it.live.each([
    [999_999, "more than 999999 bytes"],
    [1_000_001, "1000000 bytes"]
  ] as const)("an unannounced size fails as soon as it differs: %i expected", ([size, found]) =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(chunked(bytes), untilClosed(bytes)))
      const errors = yield* Effect.replicateEffect(Effect.flip(Releases.downloadAsset.bytes(input, { size })), 2).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      for (const error of errors) {
        assert.containSubset(error, { _tag: "IntegrityFailed", expected: `${size} bytes`, found })
      }
    })
  )

  it.live.each([
    ["reset", half("x".repeat(1_000_000), "reset")],
    ["closed", half("x".repeat(1_000_000), "end")],
    ["closed, chunked", chunkedHalf]
  ] as const)("a truncated download fails: %s", ([, answer]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer)
      const error = yield* Effect.flip(Releases.downloadAsset.bytes(input)).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual([error._tag, server.requests.length], ["TransportFailed", 1])
    })
  )

  it.live("a truncated download fails by the record when its connection proves nothing", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => untilClosed(bytes.subarray(0, 400_000)))
      const errors = yield* Effect.all([
        Effect.flip(Releases.downloadAsset.bytes(input, { size: bytes.length })),
        Effect.flip(Releases.downloadAsset.bytes(input, { digest }))
      ]).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["IntegrityFailed", "IntegrityFailed"]
      )
    })
  )

  it.live("progress and total size are reported", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file, chunked(bytes), chunked(bytes)))
      const [known, promised, unknown] = yield* Effect.forEach([undefined, bytes.length, undefined], (size) => {
        const seen: Array<Progress> = []
        const onProgress = (progress: Progress) => Effect.sync(() => seen.push(progress))
        return Effect.as(Stream.runDrain(Releases.downloadAsset(input, { size, onProgress })), seen)
      }).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(known?.at(-1), { bytes: bytes.length, total: bytes.length })
      assert.deepStrictEqual(promised?.at(-1), { bytes: bytes.length, total: bytes.length })
      assert.deepStrictEqual(unknown?.at(-1), { bytes: bytes.length, total: null })
      for (const seen of [known, promised, unknown]) {
        assert.isTrue(seen?.every(({ bytes }, index) => bytes > (seen[index - 1]?.bytes ?? 0)))
      }
    })
  )

  it.live("the head is available before the bytes", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => half("x".repeat(1_000_000), "silence"))
      yield* Effect.gen(function* () {
        const { body, headers, size, status } = yield* Releases.downloadAsset.open(input)
        assert.deepStrictEqual([status, size, headers["content-type"]], [200, 1_000_002, "application/json"])
        const first = yield* Stream.runCollect(Stream.take(body, 1))
        assert.isAbove(first[0]?.length ?? 0, 0)
      }).pipe(Effect.scoped, Effect.provide(forge(server.origin, { client })))
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  it.live("interrupting a download, or not reading on, closes the connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endless(200))
      const layer = forge(server.origin, { client })
      let read = 0
      const fiber = yield* Releases.downloadAsset(input).pipe(
        Stream.runForEach(() =>
          Effect.sync(() => {
            read++
          })
        ),
        Effect.provide(layer),
        Effect.forkChild
      )
      yield* eventually("it is under way", () => read > 0)
      yield* Fiber.interrupt(fiber)
      yield* eventually("the connection is closed", () => server.abandoned === 1)
      yield* Releases.downloadAsset(input).pipe(Stream.take(1), Stream.runDrain, Effect.provide(layer))
      yield* eventually("the connection is closed", () => server.abandoned === 2)
    })
  )

  it.live("a failure before the first byte is retried, or returned", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(refusal(503, "Busy"), file, refusal(404, "Not Found")))
      const layer = forge(server.origin, { client })
      const found = yield* Releases.downloadAsset.bytes(input, record).pipe(Effect.provide(layer))
      assert.isTrue(bytes.equals(found))
      const error = yield* Effect.flip(Releases.downloadAsset.bytes(input)).pipe(Effect.provide(layer))
      assert.deepStrictEqual([error._tag, server.requests.length], ["NotFound", 3])
    })
  )

  it.live("a stream that runs twice is downloaded twice", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => file)
      const download = Stream.runCount(Releases.downloadAsset(input, record))
      yield* Effect.replicateEffect(download, 2).pipe(Effect.provide(forge(server.origin, { client })))
      assert.lengthOf(server.requests, 2)
    })
  )

  it.live("a file of the repository arrives as raw bytes", () =>
    Effect.gen(function* () {
      const raw = "application/vnd.github.raw+json"
      const server = yield* serve(() => answer(200, { "content-type": `${raw}; charset=utf-8` }, bytes))
      const found = yield* Contents.download
        .bytes({ owner: "acme", repo: "web", path: "a b/#1?.bin", ref: "next" }, { size: bytes.length })
        .pipe(Effect.provide(forge(server.origin, { client })))
      assert.isTrue(bytes.equals(found))
      assert.deepStrictEqual(
        server.requests.map(({ headers, path }) => [path, headers.accept]),
        [["/repos/acme/web/contents/a%20b/%231%3F.bin?ref=next", raw]]
      )
    })
  )
})

it.live("decompressed bytes count when fetch decompresses", () =>
  Effect.gen(function* () {
    const server = yield* serve(() => answer(200, { "content-encoding": "gzip" }, Zlib.gzipSync(bytes)))
    const seen: Array<Progress> = []
    const found = yield* Releases.downloadAsset
      .bytes(input, { ...record, onProgress: (progress) => Effect.sync(() => seen.push(progress)) })
      .pipe(Effect.provide(forge(server.origin, { client: FetchHttpClient.layer })))
    assert.isTrue(bytes.equals(found))
    assert.deepStrictEqual(seen.at(-1), { bytes: bytes.length, total: bytes.length })
  })
)

describe("hashes", () => {
  /** A hash with a constant result. */
  const lying = (): Hash => ({ update: () => {}, hex: () => "0".repeat(64) })
  const download = Releases.downloadAsset.bytes(input, { digest: `sha256:${"0".repeat(64)}` })

  it.live("come from the Layer or the call", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => file)
      const layer = forge(server.origin, { client: ForgeNode.layerHttpClient() })
      yield* download.pipe(Effect.provideService(Sha256, lying), Effect.provide(layer))
      const client = Layer.merge(FetchHttpClient.layer, Layer.succeed(Sha256, lying))
      yield* download.pipe(Effect.provide(forge(server.origin, { client })))
      const error = yield* Effect.flip(download).pipe(Effect.provide(layer))
      assert.strictEqual(error._tag, "IntegrityFailed")
    })
  )

  it.effect("are equal in JavaScript and in Node", () =>
    Effect.gen(function* () {
      const portable = Sha256.defaultValue()()
      const native = yield* Effect.provide(Effect.service(Sha256), ForgeNode.layerHttpClient())
      assert.notStrictEqual(native, Sha256.defaultValue())
      const node = native()
      for (let at = 0, length = 1; at < bytes.length; at += length++) {
        const piece = bytes.subarray(at, at + length)
        portable.update(piece)
        node.update(piece)
      }
      const hex = node.hex()
      assert.deepStrictEqual([portable.hex(), `sha256:${hex}`], [hex, digest])
    })
  )
})
