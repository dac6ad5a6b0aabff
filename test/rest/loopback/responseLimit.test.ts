/** The longest body that is read into memory. */
import * as Zlib from "node:zlib"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { ResponseTooLarge } from "../../../src/rest/RestError.ts"
import { ResponseLimit } from "../../../src/rest/Transport.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import { answer, requestId } from "./support/answers.ts"
import { eventually, forge, onEachTransport } from "./support/client.ts"
import { assertCrossesBorders } from "./support/errors.ts"
import { first, issue, ping, repo } from "./support/records.ts"
import { type Answer, serve } from "./support/server.ts"

const length = 100_000
const text = `{"ok":true}`.padEnd(length)

const inChunks: Answer = (response) => {
  response.writeHead(200)
  response.write(text.slice(0, 60_000), () => response.end(text.slice(60_000)))
}

const kinds = [
  ["with a length", answer(200, {}, text)],
  ["in chunks", inChunks]
] as const

onEachTransport((client) => {
  it.live.each(kinds)("a response $0 may be as long as the limit, and no longer", ([, response]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => response)
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* Effect.provideService(ping({}), ResponseLimit, length), { ok: true })
        const error = yield* Effect.flip(Effect.provideService(ping({}), ResponseLimit, length - 1))
        assert.strictEqual(error._tag, "ResponseTooLarge")
        // It is not asked for again.
        assert.strictEqual(server.requests.length, 2)
      }).pipe(Effect.provide(forge(server.origin, { client })))
    })
  )

  it.live.each(kinds)("a download into memory $0 may be as long, or as long as its stated size", ([, response]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => response)
      const file = { ...repo, path: "a" }
      const lengths = Effect.gen(function* () {
        const { length: whole } = yield* Effect.provideService(Contents.download.bytes(file), ResponseLimit, length)
        const error = yield* Effect.flip(Contents.download.bytes(file))
        const { length: stated } = yield* Contents.download.bytes(file, { size: length })
        const { length: streamed } = yield* Stream.mkUint8Array(Contents.download(file))
        return [whole, error._tag, stated, streamed]
      })
      assert.deepStrictEqual(
        yield* lengths.pipe(
          Effect.provideService(ResponseLimit, length - 1),
          Effect.provide(forge(server.origin, { client }))
        ),
        [length, "ResponseTooLarge", length, length]
      )
    })
  )

  it.live("the error names the limit and the response", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(issue(1))
      const server = yield* serve(() => answer(200, { "x-github-request-id": requestId }, body))
      const error = yield* Effect.flip(Issues.get(first)).pipe(
        Effect.provideService(ResponseLimit, 20),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(
        error,
        new ResponseTooLarge({
          operation: "Issues.get",
          method: "GET",
          url: `${server.origin}/repos/acme/web/issues/1`,
          message: `Issues.get: 200 (GET ${server.origin}/repos/acme/web/issues/1): the response has more than 20 bytes, which is the limit (Transport.ResponseLimit)`,
          status: 200,
          requestId,
          serviceMessage: null,
          documentationUrl: null,
          limit: 20
        })
      )
      assertCrossesBorders(error)
    })
  )
})

it.live("counts bytes after decompression", () =>
  Effect.gen(function* () {
    const zipped = Zlib.gzipSync(text)
    const server = yield* serve(() => answer(200, { "content-encoding": "gzip" }, zipped))
    const tooLarge = Effect.flip(ping({})).pipe(Effect.provideService(ResponseLimit, length - 1))
    const { _tag } = yield* Effect.andThen(Effect.provideService(ping({}), ResponseLimit, length), tooLarge).pipe(
      Effect.provide(forge(server.origin, { client: FetchHttpClient.layer }))
    )
    assert.strictEqual(_tag, "ResponseTooLarge")
  })
)

/** Announces a body, and sends none of it. */
const announces =
  (bytes: number): Answer =>
  (response) => {
    response.writeHead(200, { "content-length": bytes })
    response.flushHeaders()
  }

it.live("is larger for the weather, unless the program sets it", () =>
  Effect.gen(function* () {
    const server = yield* serve(() => announces(256 * 2 ** 20 + 1))
    const elevation = Effect.flip(Elevation.getMany({ places: [{ latitude: 52.5, longitude: 13.4 }] }))
    const weather = Weather.layer({ urls: { elevation: server.origin } }).pipe(
      Layer.provide([ForgeNode.layerHttpClient(), HttpCache.layerNone, RateLimit.layerMemory()])
    )
    const limitOf = (error: object) => ("limit" in error ? error.limit : error)
    const byDefault = yield* Effect.provide(elevation, weather)
    const forApp = yield* Effect.provide(
      elevation,
      Layer.provide(Layer.fresh(weather), Layer.succeed(ResponseLimit, 1_000))
    )
    const forCall = yield* elevation.pipe(Effect.provideService(ResponseLimit, 2_000), Effect.provide(weather))
    assert.deepStrictEqual([byDefault, forApp, forCall].map(limitOf), [256 * 2 ** 20, 1_000, 2_000])
    yield* eventually("no response is waited for", () => server.abandoned === 3)
  })
)
