/** Uploads over real HTTP: what arrives, what fails, and what happens to streams. */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs/promises"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Os from "node:os"
import * as Path from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Stream from "effect/Stream"
import * as Releases from "../../../src/forge/Releases.ts"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import type { Progress } from "../../../src/rest/Progress.ts"
import * as Upload from "../../../src/rest/Upload.ts"
import { answer, json, redirect, refusal } from "../../rest/loopback/support/answers.ts"
import { type Client, eventually, forge, onEachTransport, timed, token } from "../../rest/loopback/support/client.ts"
import { type Answer, inOrder, type Received, serve } from "../../rest/loopback/support/server.ts"
import { asset } from "../support/files.ts"

/** Stores what has arrived. */
const created: Answer = (response, request) => {
  const digest = `sha256:${Crypto.createHash("sha256").update(request.body).digest("hex")}`
  json(201, { ...asset, size: Buffer.byteLength(request.body), digest })(response, request)
}

/** Says that it has stored something else. */
const storing = (stored: object): Answer => json(201, { ...asset, ...stored })

const input = {
  owner: "acme",
  repo: "web",
  release_id: 5,
  name: "größe & co.zip",
  label: "For Linux",
  content_type: "application/zip"
}

const path = "/repos/acme/web/releases/5/assets?name=gr%C3%B6%C3%9Fe%20%26%20co.zip&label=For%20Linux"

/** Pieces of 1,000 bytes. */
const pieces = (count: number) =>
  Stream.fromIterable(Array.from({ length: count }, () => new Uint8Array(1_000).fill(120)))

/** The parts of a request that the tests compare. */
const arrived = ({ body, headers, path }: Received) => [
  path,
  headers["content-type"],
  headers["content-length"],
  headers["transfer-encoding"],
  headers.authorization,
  body.length
]

const whole = (length: number) => [path, "application/zip", String(length), undefined, `Bearer ${token}`, length]

/** The HTTP clients that can send a stream with its length. */
const onUndici = (tests: (client: Client) => void) =>
  describe.each([
    ["undici", NodeHttpClient.layerUndici],
    ["undici by its sender", ForgeNode.layerHttpClient()]
  ] as const)("on %s", (_, client) => {
    tests(client)
  })

/** A server that responds as soon as it has the head of a request. */
const serveAtOnce = (answer: Answer) =>
  Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      const server = Http.createServer((message, response) => {
        message.resume()
        answer(response, { method: "POST", path: "", headers: {}, body: "", origin: "" })
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

class Source extends Context.Service<Source, Stream.Stream<Uint8Array>>()("Source") {}

class Boom extends Data.TaggedError("Boom")<{ readonly at: number }> {}

onEachTransport((client) => {
  it.live.each([0, 1, 65_536, 65_537, 300_000])("%i bytes arrive unchanged, and so does text", (length) =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      const text = "x".repeat(length)
      const [one, two] = yield* Effect.all([
        Releases.uploadAsset({ ...input, data: text }),
        Releases.uploadAsset({ ...input, data: new TextEncoder().encode(text) })
      ]).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([one.id, two.id], [asset.id, asset.id])
      assert.deepStrictEqual(server.requests.map(arrived), [whole(length), whole(length)])
    })
  )

  it.live("progress is reported in order, to the last byte", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      const seen: Array<Progress> = []
      yield* Releases.uploadAsset(
        { ...input, data: new Uint8Array(300_000) },
        { onProgress: (progress) => Effect.sync(() => seen.push(progress)) }
      ).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(seen.at(-1), { bytes: 300_000, total: 300_000 })
      assert.isTrue(seen.every(({ bytes, total }, index) => total === 300_000 && bytes > (seen[index - 1]?.bytes ?? 0)))
    })
  )

  const digestOf = (text: string) => `sha256:${Crypto.createHash("sha256").update(text).digest("hex")}`
  const large = "x".repeat(300_000)

  it.live.each(["text", large])("what was stored must be what was sent", (data) =>
    Effect.gen(function* () {
      const size = data.length
      const other = digestOf("other")
      const server = yield* serve(
        inOrder(
          storing({ size, digest: digestOf(data).toUpperCase().replace("SHA", "sha") }),
          storing({ size, digest: null }),
          storing({ size, digest: "md5:5d41402abc4b2a76b9719d911017c592" }),
          storing({ size: 5, digest: null }),
          storing({ size, digest: other })
        )
      )
      const outcome = Effect.match(Releases.uploadAsset({ ...input, data }), {
        onSuccess: ({ id }) => id,
        onFailure: (error) => (error._tag === "IntegrityFailed" ? [error.expected, error.found, error.url] : error)
      })
      const url = server.origin + path
      assert.deepStrictEqual(
        yield* Effect.replicateEffect(outcome, 5).pipe(Effect.provide(forge(server.origin, { client }))),
        [asset.id, asset.id, asset.id, [`${size} bytes`, "5 bytes", url], [digestOf(data), other, url]]
      )
      // Nothing is sent again.
      assert.lengthOf(server.requests, 5)
    })
  )

  it.live("a name that is taken fails with alreadyExists", () =>
    Effect.gen(function* () {
      const errors = [{ resource: "ReleaseAsset", code: "already_exists", field: "name" }]
      const server = yield* serve(() => refusal(422, "Validation Failed", {}, { errors }))
      const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data: "text" })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.isTrue(error._tag === "ValidationFailed" && error.alreadyExists)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.live("an upload is not retried when the service may have acted", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => refusal(502, "Bad gateway"))
      const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data: "text" })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual([error._tag, server.requests.length], ["ServiceUnavailable", 1])
    })
  )

  it.live("an upload follows neither a redirect nor an upload URL to a foreign origin", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => created)
      const own = yield* serve(() => redirect(307, `${foreign.origin}/assets`))
      const upload_url = `${foreign.origin}/repos/acme/web/releases/5/assets{?name,label}`
      const errors = yield* Effect.all([
        Effect.flip(Releases.uploadAsset({ ...input, data: "text" })),
        Effect.flip(Releases.uploadAsset({ ...input, upload_url, data: "text" }))
      ]).pipe(Effect.provide(forge(own.origin, { client })))
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["UnsafeRedirect", "UnsafeRedirect"]
      )
      assert.deepStrictEqual([own.requests.length, foreign.requests.length], [1, 0])
    })
  )
})

onUndici((client) => {
  it.live("a stream arrives with its length, and gets its services", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      const meter: Array<Progress> = []
      const found = yield* Releases.uploadAsset(
        { ...input, data: Stream.unwrap(Effect.service(Source)), size: 300_000 },
        { onProgress: (progress) => Effect.sync(() => meter.push(progress)) }
      ).pipe(
        Effect.provideService(Source, Stream.rechunk(pieces(300), 7)),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(found.id, asset.id)
      assert.deepStrictEqual(server.requests.map(arrived), [whole(300_000)])
      assert.deepStrictEqual(meter[0], { bytes: 7_000, total: 300_000 })
      assert.deepStrictEqual(meter.at(-1), { bytes: 300_000, total: 300_000 })
    })
  )

  it.live("a file arrives with its length", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.acquireRelease(
        Effect.promise(() => Fs.mkdtemp(Path.join(Os.tmpdir(), "forgecast-"))),
        (directory) => Effect.promise(() => Fs.rm(directory, { recursive: true }))
      )
      const name = Path.join(directory, "app.zip")
      yield* Effect.promise(() => Fs.writeFile(name, "x".repeat(200_000)))
      const server = yield* serve(() => created)
      const upload = (name: string) =>
        Effect.flatMap(Upload.file(name), (file) => Releases.uploadAsset({ ...input, ...file })).pipe(
          Effect.provide(NodeFileSystem.layer),
          Effect.provide(forge(server.origin, { client }))
        )
      yield* upload(name)
      assert.deepStrictEqual(server.requests.map(arrived), [whole(200_000)])
      const missing = yield* Effect.flip(upload(Path.join(directory, "missing.zip")))
      assert.strictEqual(missing._tag, "PlatformError")
      assert.lengthOf(server.requests, 1)
    })
  )

  it.live.each([
    ["shorter", 4, 5_000, "ends after 4000 of the declared 5000 bytes"],
    ["longer", 6, 5_000, "has more than the declared 5000 bytes"],
    ["empty", 0, 1, "ends after 0 of the declared 1 bytes"],
    ["not empty", 1, 0, "has more than the declared 0 bytes"]
  ] as const)("one that is %s than was said fails", ([, count, size, reason]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data: pieces(count), size })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.containSubset(error, { _tag: "InvalidInput", operation: "Releases.uploadAsset", path: "data", reason })
      // No request arrived as complete.
      assert.lengthOf(server.requests, 0)
    })
  )

  it.live("a stream's failure fails the upload at once, unchanged", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      let runs = 0
      const failing = Stream.suspend(() => {
        runs++
        return Stream.concat(pieces(3), Stream.fail(new Boom({ at: 3 })))
      })
      const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data: failing, size: 5_000 })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(error, new Boom({ at: 3 }))
      assert.deepStrictEqual([runs, server.requests.length], [1, 0])
      yield* eventually("its connection is closed", () => server.abandoned === 1)
    })
  )

  it.live("a stream's failure before its first byte, and its defect, end the upload unchanged", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      const layer = forge(server.origin, { client })
      const early = Stream.unwrap<Uint8Array, never, never, Boom, never>(Effect.fail(new Boom({ at: 0 })))
      const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data: early, size: 5 })).pipe(
        Effect.provide(layer)
      )
      assert.deepStrictEqual(error, new Boom({ at: 0 }))
      const defect = Stream.concat(pieces(1), Stream.die("a bug"))
      const exit = yield* Effect.exit(Releases.uploadAsset({ ...input, data: defect, size: 5_000 })).pipe(
        Effect.provide(layer)
      )
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause) && Cause.squash(exit.cause) === "a bug")
    })
  )

  it.live("the bytes of a stream are hashed while they are sent, in its last run", () =>
    Effect.gen(function* () {
      const digest = `sha256:${Crypto.createHash("sha256").update("x".repeat(5_000)).digest("hex")}`
      const server = yield* serve(
        inOrder(
          redirect(307, "/elsewhere"),
          storing({ size: 5_000, digest }),
          storing({ size: 5_000, digest: asset.digest })
        )
      )
      let runs = 0
      const data = Stream.unwrap(Effect.sync(() => (runs++, pieces(5))))
      const upload = Releases.uploadAsset({ ...input, data, size: 5_000 })
      const [stored, error] = yield* Effect.all([upload, Effect.flip(upload)]).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(stored.digest, digest)
      assert.containSubset(error, { _tag: "IntegrityFailed", expected: digest, found: asset.digest })
      assert.strictEqual(runs, 3)
    })
  )

  it.live("a stream runs again for each request of the upload", () =>
    Effect.gen(function* () {
      const server = yield* serve(
        inOrder(refusal(429, "Slow down", { "retry-after": "0" }), redirect(307, "/elsewhere"), created)
      )
      yield* Releases.uploadAsset({ ...input, data: pieces(5), size: 5_000 }).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(
        server.requests.map(({ body, path }) => [path, body.length]),
        [
          [path, 5_000],
          [path, 5_000],
          ["/elsewhere", 5_000]
        ]
      )
    })
  )

  it.live("a response before the last piece is the result", () =>
    Effect.gen(function* () {
      const server = yield* serveAtOnce(refusal(422, "Validation Failed", {}, { errors: [{ code: "already_exists" }] }))
      const data = Stream.concat(pieces(5_000), Stream.fromEffect(Effect.as(Effect.sleep(100), new Uint8Array(1_000))))
      const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data, size: 5_001_000 })).pipe(
        Effect.provide(forge(server, { client }))
      )
      assert.isTrue(error._tag === "ValidationFailed" && error.alreadyExists)
    })
  )

  it.live("interrupting an upload closes the connection and the stream", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      let released = false
      const endless = Stream.concat(pieces(3), Stream.never).pipe(
        Stream.ensuring(
          Effect.sync(() => {
            released = true
          })
        )
      )
      const seen: Array<Progress> = []
      const fiber = yield* Releases.uploadAsset(
        { ...input, data: endless, size: 1_000_000 },
        { onProgress: (progress) => Effect.sync(() => seen.push(progress)) }
      ).pipe(Effect.provide(forge(server.origin, { client })), Effect.forkChild)
      yield* eventually("it is under way", () => seen.length > 0)
      yield* Effect.sleep(50)
      yield* Fiber.interrupt(fiber)
      yield* eventually("the connection is closed", () => server.abandoned === 1)
      yield* eventually("the stream is released", () => released)
      assert.lengthOf(server.requests, 0)
    })
  )

  timed("a slow stream does not time out", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => created)
      const slow = Stream.mapEffect(pieces(2), (piece) => Effect.as(Effect.sleep(700), piece))
      yield* Releases.uploadAsset({ ...input, data: slow, size: 2_000 }).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "300 millis" } }))
      )
      assert.deepStrictEqual(server.requests.map(arrived), [whole(2_000)])
    })
  )
})

it.live("fetch refuses a stream before it starts", () =>
  Effect.gen(function* () {
    const server = yield* serve(() => answer(201))
    let runs = 0
    const data = Stream.suspend(() => {
      runs++
      return pieces(1)
    })
    const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data, size: 1_000 })).pipe(
      Effect.provide(forge(server.origin, { client: FetchHttpClient.layer }))
    )
    assert.containSubset(error, { _tag: "InvalidInput", path: "data" })
    assert.strictEqual(
      error.message,
      "Releases.uploadAsset: data: fetch can't send a stream with its length: pass the bytes in one piece, or install @effect/platform-node and use a Layer of forgecast/node"
    )
    assert.deepStrictEqual([runs, server.connections], [0, 0])
  })
)
