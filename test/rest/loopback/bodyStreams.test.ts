/** Bodies as streams: responses that are read as they arrive, and requests of a known length. */
import * as Crypto from "node:crypto"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import { arriving } from "../../../src/rest/internal/pipeline/opened.ts"
import { streamed } from "../../../src/rest/internal/wire/outgoingBody.ts"
import { NotFound } from "../../../src/rest/RestError.ts"
import type * as Transport from "../../../src/rest/Transport.ts"
import { answer, drip, endless, half, redirect, refusal, silence } from "./support/answers.ts"
import { eventually, forge, onEachTransportAtOnce, ticking, timed, token, transports } from "./support/client.ts"
import * as Probe from "./support/probe.ts"
import { inOrder, serve } from "./support/server.ts"

const call = (more: Partial<Transport.Call> = {}): Transport.Call => ({
  operation: "Test.download",
  method: "GET",
  url: "/asset",
  host: "api",
  accept: "application/octet-stream",
  body: HttpBody.empty,
  resource: "core",
  repeatable: true,
  statuses: [200, 201],
  declared: [NotFound],
  ...more
})

const open = Effect.flatMap(Forge.Forge, (transport) => transport.request(call(), arriving))

const download = Effect.scoped(
  Effect.flatMap(open, ({ value: body }) =>
    Stream.runFold(
      body,
      () => Crypto.createHash("sha256"),
      (hash, bytes) => hash.update(bytes)
    )
  )
).pipe(Effect.map((hash) => hash.digest("hex")))

onEachTransportAtOnce((client) => {
  it.live("a download returns the bytes unchanged", () =>
    Effect.gen(function* () {
      const bytes = Crypto.randomBytes(3_000_000)
      const server = yield* serve(() => answer(200, { "content-type": "application/zip" }, bytes))
      const digest = yield* download.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(digest, Crypto.createHash("sha256").update(bytes).digest("hex"))
      assert.strictEqual(server.requests[0]?.headers.accept, "application/octet-stream")
    })
  )

  it.live("an empty response is an empty stream", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200))
      const digest = yield* download.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(digest, Crypto.createHash("sha256").digest("hex"))
    })
  )

  it.live("a redirect to another origin is followed without credentials, and retried when its target fails", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(inOrder(refusal(503, "Slow down"), answer(200, {}, "bytes")))
      const own = yield* serve(() => redirect(302, `${foreign.origin}/asset?X-Amz-Signature=5ecre7`))
      const digest = yield* download.pipe(Effect.provide(forge(own.origin, { client })))
      assert.strictEqual(digest, Crypto.createHash("sha256").update("bytes").digest("hex"))
      assert.deepStrictEqual([own.requests.length, foreign.requests.length], [2, 2])
      for (const { headers } of foreign.requests) assert.notProperty(headers, "authorization")
      assert.strictEqual(own.requests[1]?.headers.authorization, `Bearer ${token}`)
    })
  )

  it.live("an error response fails the call before the stream", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(() => refusal(404, "Not Found"))
      const error = yield* Effect.flip(Effect.scoped(open)).pipe(
        Effect.provide(forge(server.origin, { client })),
        probe.watch
      )
      assert.strictEqual(error._tag, "NotFound")
      assert.deepStrictEqual(
        probe.spans.map(({ attributes, name }) => [name, attributes.get("http.response.status_code")]),
        [["Test.download", 404]]
      )
    })
  )

  it.live("a stream that is not read to its end closes the connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endless(200))
      const read = yield* Effect.scoped(
        Effect.flatMap(open, ({ value: body }) => Stream.runCollect(Stream.take(body, 2)))
      ).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(read.length, 2)
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  it.live("a stream that is never read closes the connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endless(200))
      yield* Effect.scoped(open).pipe(Effect.provide(forge(server.origin, { client })))
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  timed("failed attempts leave no connection open while the response of the last is read", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(silence, refusal(503, "Slow down"), endless(200)))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { value: body } = yield* open
          yield* eventually("the silent connection is closed", () => server.abandoned === 1)
          yield* Stream.runDrain(Stream.take(body, 2))
        })
      ).pipe(Effect.provide(forge(server.origin, { client, timeouts: { head: "2 seconds" } })))
      assert.strictEqual(server.requests.length, 3)
      yield* eventually("so is that of the answer", () => server.abandoned === 2)
    })
  )

  it.live("a stream that breaks off fails, and is not restarted", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => half("x".repeat(100_000), "reset"))
      const error = yield* Effect.flip(download).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([error._tag, server.requests.length], ["TransportFailed", 1])
    })
  )

  timed("a stream that falls silent fails in time", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => half("x".repeat(100_000), "silence"))
      const error = yield* Effect.flip(download).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { silence: "1 second" } }))
      )
      assert.strictEqual(error._tag, "TransportFailed")
      assert.include(error.message, "waited 1000 ms for the body")
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  timed("neither a slow body nor a slow reader counts as silence", () =>
    Effect.gen(function* () {
      const slowly = yield* serve(() => drip("x".repeat(1_000), 24, 100))
      const layer = (origin: string) => forge(origin, { client, timeouts: { silence: "2 seconds" } })
      yield* download.pipe(Effect.provide(layer(slowly.origin)))

      const size = 500_000
      const server = yield* serve(() => answer(200, {}, "x".repeat(size)))
      const read = yield* Effect.scoped(
        Effect.flatMap(open, ({ value: body }) =>
          Stream.runFoldEffect(
            body.pipe(Stream.rechunk(1), Stream.zipWithIndex),
            () => 0,
            (sum, [bytes, index]) => Effect.as(Effect.sleep(index < 1 ? 2_500 : 0), sum + bytes.length)
          )
        )
      ).pipe(Effect.provide(layer(server.origin)))
      assert.strictEqual(read, size)
    })
  )
})

const pieces = (count: number, millis: number) =>
  Stream.fromIterable(Array.from({ length: count }, () => new Uint8Array(1_000).fill(120))).pipe(
    Stream.mapEffect((piece) => Effect.as(Effect.sleep(millis), piece))
  )

/** Uploads, and returns the text of the response. */
const upload = (body: HttpBody.Stream, inOnePiece?: Uint8Array) =>
  Effect.flatMap(Forge.Forge, (transport) =>
    transport.request(
      call({ method: "POST", url: "/upload", body: streamed(body, inOnePiece), repeatable: false }),
      text
    )
  ).pipe(Effect.map(({ value }) => value))

const undici = transports.filter(([name]) => !name.startsWith("fetch"))

const text: Transport.Reader<string> = Result.succeed

it.live.each(undici)("undici sends a stream with its length, and follows a redirect with it ($0)", ([, client]) =>
  Effect.gen(function* () {
    const server = yield* serve(({ path }) =>
      path === "/upload" ? redirect(307, "/elsewhere") : answer(201, {}, "taken")
    )
    const body = HttpBody.stream(pieces(20, 0), "application/zip", 20_000)
    const said = yield* upload(body).pipe(Effect.provide(forge(server.origin, { client })))
    assert.strictEqual(said, "taken")
    assert.deepStrictEqual(
      server.requests.map(({ body, headers, path }) => [
        path,
        headers["content-length"],
        headers["content-type"],
        headers["transfer-encoding"],
        body.length
      ]),
      [
        ["/upload", "20000", "application/zip", undefined, 20_000],
        ["/elsewhere", "20000", "application/zip", undefined, 20_000]
      ]
    )
  })
)

it.effect.each(undici)("a stream that is sent slowly does not count against the time for the head ($0)", ([, client]) =>
  ticking(
    Effect.gen(function* () {
      const server = yield* serve(() => answer(201, {}, "taken"))
      const body = HttpBody.stream(pieces(24, 100), "application/zip", 24_000)
      const said = yield* upload(body).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "2 seconds" } }))
      )
      assert.strictEqual(said, "taken")
    })
  )
)

it.live("fetch fails before sending a stream with a length, and sends the same bytes in one piece", () =>
  Effect.gen(function* () {
    const server = yield* serve(() => answer(201, {}, "taken"))
    const body = HttpBody.stream(pieces(10, 0), "application/zip", 10_000)
    const layer = forge(server.origin, { client: FetchHttpClient.layer })
    const error = yield* Effect.flip(upload(body)).pipe(Effect.provide(layer))
    assert.deepStrictEqual([error._tag, server.requests.length], ["InvalidInput", 0])
    assert.strictEqual(yield* upload(body, new Uint8Array(10_000)).pipe(Effect.provide(layer)), "taken")
    assert.strictEqual(server.requests[0]?.headers["content-length"], "10000")
  })
)
