/** Transfers of streams: they may take long, but not be slow. Only the time in which the connection has to move counts. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as ForgeNode from "../../../../src/node/ForgeNode.ts"
import { LowestSpeed } from "../../../../src/rest/Transport.ts"
import { asset } from "../../../forge/support/files.ts"
import { json } from "../support/answers.ts"
import { eventually, forge, onEachTransport } from "../support/client.ts"
import { repo } from "../support/records.ts"
import { serve } from "../support/server.ts"
import { forEver, head, rawServer } from "./rawServer.ts"

const timeouts = { head: "10 seconds", silence: "10 seconds" } as const

const download = Contents.download({ ...repo, path: "a" })

onEachTransport((client) => {
  const options = { client, timeouts, retry: { attempts: 1 } }

  it.live("a download that is too slow fails, and its connection is closed", () =>
    Effect.gen(function* () {
      const server = yield* rawServer(forEver(head(200, "content-length: 1000000"), "x".repeat(100), 20))
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(Stream.runDrain(download))
        assert.strictEqual(error._tag, "TransportFailed")
        assert.match(error.message, /too slow: \d+ bytes in \d+ ms, fewer than 50000 a second/)
        yield* eventually("the connection is closed", () => server.open === 0)
      }).pipe(
        Effect.provideService(LowestSpeed, { bytesPerSecond: 50_000, over: "400 millis" }),
        Effect.provide(forge(server.origin, options))
      )
    })
  )

  it.live("a download that is fast enough does not fail", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket, nth, path) => {
        forEver(head(200, "content-length: 1000000"), "x".repeat(20_000), 20)(socket, nth, path)
      })
      const bytes = yield* Stream.runFold(
        download,
        () => 0,
        (sum, piece) => sum + piece.length
      ).pipe(
        Effect.provideService(LowestSpeed, { bytesPerSecond: 50_000, over: "200 millis" }),
        Effect.provide(forge(server.origin, options))
      )
      assert.strictEqual(bytes, 1_000_000)
    })
  )

  it.live("a slow consumer is no slow download", () =>
    Effect.gen(function* () {
      const body = "x".repeat(2_000_000)
      const server = yield* rawServer((socket) => void socket.write(head(200, `content-length: ${body.length}`) + body))
      let bytes = 0
      yield* download.pipe(
        Stream.tap((piece) => {
          bytes += piece.length
          return bytes < 400_000 ? Effect.sleep(200) : Effect.void
        }),
        Stream.runDrain,
        Effect.provideService(LowestSpeed, { bytesPerSecond: 2_000_000, over: "150 millis" }),
        Effect.provide(forge(server.origin, options))
      )
      assert.strictEqual(bytes, body.length)
    })
  )
})

const input = { owner: "acme", repo: "web", release_id: 5, name: "app.zip", content_type: "application/zip" }

// Fetch cannot send streams.
describe.each([
  ["undici", NodeHttpClient.layerUndici],
  ["undici by its sender", ForgeNode.layerHttpClient()]
] as const)("on %s", (_, client) => {
  const options = { client, timeouts, retry: { attempts: 1 } }

  it.live("an upload to a server that reads slowly fails, and its connection is closed", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket) => {
        const timer = setInterval(() => {
          socket.resume()
          setImmediate(() => socket.pause())
        }, 50)
        socket.on("close", () => clearInterval(timer))
      })
      const size = 2 ** 30
      const data = Stream.forever(Stream.succeed(new Uint8Array(2 ** 20)))
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(Releases.uploadAsset({ ...input, data, size }))
        assert.strictEqual(error._tag, "TransportFailed")
        assert.include(error.message, "too slow: ")
        yield* eventually("the connection is closed", () => server.open === 0)
      }).pipe(
        Effect.provideService(LowestSpeed, { bytesPerSecond: 100_000_000, over: "500 millis" }),
        Effect.provide(forge(server.origin, { ...options, uploadUrl: server.origin }))
      )
    })
  )

  it.live("a slow producer is no slow upload", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(201, { ...asset, size: 80, digest: null }))
      const data = Stream.range(1, 8).pipe(
        Stream.rechunk(1),
        Stream.mapEffect(() => Effect.as(Effect.sleep(100), new Uint8Array(10)))
      )
      const { name } = yield* Releases.uploadAsset({ ...input, data, size: 80 }).pipe(
        Effect.provideService(LowestSpeed, { bytesPerSecond: 1_000_000, over: "300 millis" }),
        Effect.provide(forge(server.origin, { ...options, uploadUrl: server.origin }))
      )
      assert.strictEqual(name, asset.name)
    })
  )
})
