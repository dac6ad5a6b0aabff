/** Downloads that break off over real HTTP: they go on with the same bytes, or fail. */
import * as Crypto from "node:crypto"
import * as Zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import type { Progress } from "../../../src/rest/Progress.ts"
import { answer, redirect, refusal } from "../../rest/loopback/support/answers.ts"
import { eventually, forge, onEachTransport, token } from "../../rest/loopback/support/client.ts"
import { type Answer, inOrder, type LoopbackServer, serve } from "../../rest/loopback/support/server.ts"

const input = { owner: "acme", repo: "web", asset_id: 7 }
const bytes = Crypto.randomBytes(300_000)
const others = Crypto.randomBytes(300_000)
const digestOf = (content: Uint8Array) => `sha256:${Crypto.createHash("sha256").update(content).digest("hex")}`
const record = { size: bytes.length, digest: digestOf(bytes) }

const etag = '"v1"'

interface File {
  readonly content?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Where the connection is lost, counted in the whole file. */
  readonly cut?: number
  readonly how?: "reset" | "end" | "silence"
  /** Whether the client has what the connection is lost after. A client that is busy would lose that as well. */
  readonly hasPassed?: () => boolean
  /** False for a server that ignores ranges. */
  readonly ranges?: boolean
  /** Changes what a 206 says. */
  readonly contentRange?: (first: number) => string
  /** Headers of a 206. */
  readonly partHeaders?: Readonly<Record<string, string>>
  /** Without a Content-Length. */
  readonly chunked?: boolean
}

/** A server of files as RFC 9110 describes it. */
const file =
  ({
    chunked = false,
    content = bytes,
    contentRange,
    cut,
    hasPassed,
    headers = { etag },
    how = "reset",
    partHeaders,
    ranges = true
  }: File = {}): Answer =>
  (response, request) => {
    const [, asked] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? []
    const isSame = request.headers["if-range"] === (headers["etag"] ?? headers["last-modified"])
    const first = ranges && isSame && asked !== undefined ? Number(asked) : 0
    const isPart = ranges && isSame && asked !== undefined
    const sent = content.subarray(first, cut)
    response.writeHead(isPart ? 206 : 200, {
      "content-type": "application/zip",
      ...(chunked ? {} : { "content-length": content.length - first }),
      ...(isPart
        ? { "content-range": contentRange?.(first) ?? `bytes ${first}-${content.length - 1}/${content.length}` }
        : {}),
      ...headers,
      ...(isPart ? partHeaders : {})
    })
    if (cut === undefined) return void response.end(sent)
    if (how === "silence") return void response.write(sent)
    const drop = () => (how === "reset" ? response.socket?.resetAndDestroy() : response.socket?.end())
    if (sent.length === 0) response.flushHeaders()
    // The bytes get through before the connection ends.
    if (sent.length > 0) response.write(sent)
    const wait = () => void setTimeout(() => (hasPassed?.() === false ? wait() : drop()), 30)
    wait()
  }

const rangesOf = (server: LoopbackServer) =>
  server.requests.map(({ headers }) => [headers.range, headers["if-range"]] as const)

onEachTransport((client) => {
  const download = (origin: string, expected: object = record) =>
    Releases.downloadAsset.bytes(input, expected).pipe(Effect.provide(forge(origin, { client })))

  describe.each(["reset", "end"] as const)("a connection that ends by %s", (how) => {
    it.live.each([0, 1, 65_536, 150_001, bytes.length - 1])("after %i bytes: the rest follows", (cut) =>
      Effect.gen(function* () {
        const server = yield* serve(inOrder(file({ cut, how }), file()))
        assert.isTrue(bytes.equals(yield* download(server.origin)))
        const [first, second] = rangesOf(server)
        assert.deepStrictEqual(first, [undefined, undefined])
        // A reset may take bytes with it that were on their way.
        if (second?.[0] === undefined) assert.strictEqual(second?.[1], undefined)
        else {
          assert.isAtMost(Number(/\d+/.exec(String(second[0]))?.[0]), cut)
          assert.strictEqual(second[1], etag)
        }
        assert.strictEqual(server.requests.length, 2)
      })
    )
  })

  it.live("an end that is lost after the last byte needs no rest", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => file({ cut: bytes.length, how: "end" }))
      assert.isTrue(bytes.equals(yield* download(server.origin)))
      assert.strictEqual(server.requests.length, 1)
    })
  )

  it.live("it goes on several times, as one stream whose progress never goes back", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file({ cut: 100_000 }), file({ cut: 200_000 }), file()))
      const seen: Array<Progress> = []
      const found = yield* Releases.downloadAsset
        .bytes(input, { ...record, onProgress: (progress) => Effect.sync(() => seen.push(progress)) })
        .pipe(Effect.provide(forge(server.origin, { client })))
      assert.isTrue(bytes.equals(found))
      assert.isTrue(seen.every(({ bytes }, index) => bytes >= (seen[index - 1]?.bytes ?? 0)))
      assert.deepStrictEqual(seen.at(-1), { bytes: bytes.length, total: bytes.length })
    })
  )

  it.live("the retry policy bounds the attempts", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, nth) => file({ cut: nth * 10_000, how: "end" }))
      const error = yield* Effect.flip(download(server.origin))
      assert.deepStrictEqual([error._tag, server.requests.length], ["TransportFailed", 3])

      const once = yield* serve(() => file({ cut: 10_000, how: "end" }))
      yield* Effect.flip(
        Releases.downloadAsset.bytes(input).pipe(Effect.provide(forge(once.origin, { client, retry: { attempts: 1 } })))
      )
      assert.strictEqual(once.requests.length, 1)
    })
  )

  it.live("failures of the request for the rest are retried", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file({ cut: 100_000, how: "end" }), refusal(503, "Busy"), file()))
      assert.isTrue(bytes.equals(yield* download(server.origin)))
    })
  )

  it.live("a chunked body goes on too", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file({ cut: 100_000, chunked: true, how: "end" }), file()))
      assert.isTrue(bytes.equals(yield* download(server.origin)))
    })
  )

  it.live("a file of the repository goes on too", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file({ cut: 100_000 }), file()))
      const found = yield* Contents.download
        .bytes({ owner: "acme", repo: "web", path: "a.bin" })
        .pipe(Effect.provide(forge(server.origin, { client })))
      assert.isTrue(bytes.equals(found))
    })
  )

  it.live("the service is asked again where the bytes are: the old address may have ended", () =>
    Effect.gen(function* () {
      let signature = 0
      let lives = 0
      const storage = yield* serve((request) => {
        const isCurrent = request.path === `/asset?sig=${signature}`
        // A URL serves a single request.
        if (!isCurrent || lives === signature) return refusal(403, "Request has expired")
        lives = signature
        return signature === 1 ? file({ cut: 100_000 }) : file()
      })
      const server = yield* serve(() => redirect(302, `${storage.origin}/asset?sig=${++signature}`))
      assert.isTrue(bytes.equals(yield* download(server.origin)))
      assert.deepStrictEqual(
        storage.requests.map(({ path }) => path),
        ["/asset?sig=1", "/asset?sig=2"]
      )
      assert.strictEqual(server.requests.length, 2)
      assert.notInclude(JSON.stringify(storage.requests), token)
    })
  )

  it.live("a server that ignores ranges sends all again, and what has arrived is skipped", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file({ cut: 100_000 }), file({ ranges: false })))
      assert.isTrue(bytes.equals(yield* download(server.origin)))
    })
  )

  const old = { date: "Fri, 15 Jan 2027 08:00:00 GMT", "last-modified": "Fri, 15 Jan 2027 07:59:59 GMT" }

  it.live.each([true, false])("the date of the last change proves it as well, ranges: %s", (ranges) =>
    Effect.gen(function* () {
      let received = 0
      const broken = file({ cut: 100_000, headers: old, hasPassed: () => received > 0 })
      const server = yield* serve(inOrder(broken, file({ headers: old, ranges })))
      const onProgress = ({ bytes }: Progress) => Effect.sync(() => void (received = bytes))
      assert.isTrue(bytes.equals(yield* download(server.origin, { ...record, onProgress })))
      assert.strictEqual(rangesOf(server)[1]?.[1], old["last-modified"])
    })
  )

  /** How a download fails that breaks off once all before the cut is there, or of an encoded body something. */
  const failing = (broken: File & { readonly cut: number }, next: Answer, expected?: object) =>
    Effect.gen(function* () {
      const received: Array<Uint8Array> = []
      const hasPassed = () =>
        broken.content === undefined ? Buffer.concat(received).length === broken.cut : received.length > 0
      const server = yield* serve(inOrder(file({ ...broken, hasPassed }), next))
      const error = yield* Releases.downloadAsset(input, expected).pipe(
        Stream.runForEach((piece) => Effect.sync(() => received.push(piece))),
        Effect.flip,
        Effect.provide(forge(server.origin, { client }))
      )
      return { error, received: Buffer.concat(received), requests: server.requests.length }
    })

  it.live.each([
    ["another ETag", file({ content: others, headers: { etag: '"v2"' } })],
    ["another ETag, without ranges", file({ content: others, headers: { etag: '"v2"' }, ranges: false })],
    ["no ETag any more", file({ content: others, headers: {}, ranges: false })],
    ["a part that begins elsewhere", file({ contentRange: () => `bytes 5-${bytes.length - 1}/${bytes.length}` })],
    ["a part of something longer", file({ contentRange: (first) => `bytes ${first}-299999/300001` })],
    ["a part without its place", file({ contentRange: () => "" })],
    ["several parts", file({ contentRange: (first) => `bytes ${first}-299999/300000, 0-1/300000` })],
    ["a part with another ETag", file({ partHeaders: { etag: '"v2"' } })],
    ["404", refusal(404, "Not Found")],
    ["416", answer(416, { "content-range": "bytes */300000" })]
  ] as const satisfies ReadonlyArray<readonly [string, Answer]>)("nothing is mixed in: %s", ([, answer]) =>
    Effect.gen(function* () {
      const { error, received, requests } = yield* failing({ cut: 100_000, how: "end" }, answer)
      assert.deepStrictEqual([error._tag, requests], ["TransportFailed", 2])
      assert.isTrue(bytes.subarray(0, 100_000).equals(received))
    })
  )

  it.live.each([
    ["nothing", {}],
    ["a weak ETag", { etag: 'W/"v1"' }],
    ["a weak ETag beside a date", { ...old, etag: 'W/"v1"' }],
    ["a change in the same second", { ...old, "last-modified": old.date }],
    ["a date of a server without a clock", { "last-modified": old["last-modified"], date: "" }]
  ] as const)("it is not resumed when %s proves that the bytes are the same", ([, headers]) =>
    Effect.gen(function* () {
      const { error, requests } = yield* failing({ cut: 100_000, how: "end", headers }, file({ headers }))
      assert.deepStrictEqual([error._tag, requests], ["TransportFailed", 1])
    })
  )

  it.live("an encoded body is not resumed: its positions are others", () =>
    Effect.gen(function* () {
      const headers = { etag, "content-encoding": "gzip" }
      const content = Zlib.gzipSync(bytes)
      const { error, requests } = yield* failing(
        { content, cut: 100_000, how: "end", headers },
        file({ content, headers })
      )
      assert.deepStrictEqual([error._tag, requests], ["TransportFailed", 1])
    })
  )

  it.live("another file of the same length before the first byte is whole", () =>
    Effect.gen(function* () {
      const other = file({ content: others, headers: { etag: '"v2"' } })
      const server = yield* serve(inOrder(file({ cut: 0, how: "end" }), other))
      assert.isTrue(others.equals(yield* download(server.origin, {})))
      const { error } = yield* failing({ cut: 0, how: "end" }, file({ content: others.subarray(1) }))
      assert.strictEqual(error._tag, "TransportFailed")
    })
  )

  it.live("the digest is that of the whole, whatever the validators said", () =>
    Effect.gen(function* () {
      const { error, requests } = yield* failing({ cut: 100_000 }, file({ content: others }), record)
      assert.deepStrictEqual([error._tag, requests], ["IntegrityFailed", 2])
    })
  )

  it.live("a consumer that stops reading closes the connection of the rest", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(file({ cut: 100_000, how: "end" }), file({ cut: 200_000, how: "silence" })))
      yield* Releases.downloadAsset(input).pipe(
        Stream.scan(
          () => 0,
          (total, piece) => total + piece.length
        ),
        Stream.takeUntil((total) => total > 100_000),
        Stream.runDrain,
        Effect.provide(forge(server.origin, { client }))
      )
      yield* eventually("the connection is closed", () => server.abandoned === 2)
    })
  )
})
