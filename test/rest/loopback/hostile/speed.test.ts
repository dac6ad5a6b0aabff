/**
 * Transfers of streams: they may take long, but not be slow. Only the time in which the connection has to move counts. The
 * sockets are real; time passes only where a test says so, however long a busy machine takes.
 */
import type { Socket } from "node:net"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as ForgeNode from "../../../../src/node/ForgeNode.ts"
import { LowestSpeed } from "../../../../src/rest/Transport.ts"
import { asset } from "../../../forge/support/files.ts"
import { json } from "../support/answers.ts"
import { type Client, eventually, forge, onEachTransport } from "../support/client.ts"
import { repo } from "../support/records.ts"
import { serve } from "../support/server.ts"
import { head, rawServer } from "./rawServer.ts"

const policies = { timeouts: { head: "10 seconds", silence: "10 seconds" }, retry: { attempts: 1 } } as const

const download = Contents.download({ ...repo, path: "a" })

/** Downloads from a server that sends 20 pieces of as many bytes, one every 100 ms. */
const dripping = Effect.fnUntraced(function* (client: Client, bytes: number) {
  const sockets: Array<Socket> = []
  const server = yield* rawServer((socket) => {
    sockets.push(socket)
    socket.write(head(200, `content-length: ${20 * bytes}`))
  })
  let arrived = 0
  const downloading = yield* download.pipe(
    Stream.runForEach((piece) => Effect.sync(() => (arrived += piece.length))),
    Effect.provideService(LowestSpeed, { bytesPerSecond: 50_000, over: "400 millis" }),
    Effect.provide(forge(server.origin, { client, ...policies })),
    Effect.forkChild
  )
  const isOver = () => downloading.pollUnsafe() !== undefined
  yield* eventually("the request arrives", () => sockets.length > 0)
  for (let sent = bytes; sent <= 20 * bytes && !isOver(); sent += bytes) {
    sockets[0]?.write("x".repeat(bytes))
    yield* eventually("the piece arrives", () => arrived === sent || isOver())
    yield* TestClock.adjust("100 millis")
  }
  return { server, downloading, arrived: () => arrived }
})

onEachTransport((client) => {
  it.effect("a download that is too slow fails, and its connection is closed", () =>
    Effect.gen(function* () {
      const { downloading, server } = yield* dripping(client, 4_999)
      const error = yield* Effect.flip(Fiber.join(downloading))
      assert.strictEqual(error._tag, "TransportFailed")
      assert.include(error.message, "too slow: 19996 bytes in 400 ms, fewer than 50000 a second")
      yield* eventually("the connection is closed", () => server.open === 0)
    })
  )

  it.effect("a download that is fast enough does not fail", () =>
    Effect.gen(function* () {
      const { arrived, downloading } = yield* dripping(client, 5_000)
      yield* Fiber.join(downloading)
      assert.strictEqual(arrived(), 100_000)
    })
  )

  it.effect("a slow consumer is not a slow download", () =>
    Effect.gen(function* () {
      const body = "x".repeat(2_000_000)
      const server = yield* rawServer((socket) => void socket.write(head(200, `content-length: ${body.length}`) + body))
      let bytes = 0
      yield* download.pipe(
        Stream.runForEach((piece) => {
          bytes += piece.length
          return TestClock.adjust("200 millis")
        }),
        Effect.provideService(LowestSpeed, { bytesPerSecond: 2_000_000, over: "150 millis" }),
        Effect.provide(forge(server.origin, { client, ...policies }))
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
  it.effect("an upload to a server that reads slowly fails, and its connection is closed", () =>
    Effect.gen(function* () {
      const sockets: Array<Socket> = []
      const server = yield* rawServer((socket) => void sockets.push(socket))
      const data = Stream.forever(Stream.succeed(new Uint8Array(2 ** 20)))
      const uploading = yield* Releases.uploadAsset({ ...input, data, size: 2 ** 40 }).pipe(
        Effect.provideService(LowestSpeed, { bytesPerSecond: 1_000_000_000, over: "500 millis" }),
        Effect.provide(forge(server.origin, { client, ...policies, uploadUrl: server.origin })),
        Effect.flip,
        Effect.forkChild
      )
      const isOver = () => uploading.pollUnsafe() !== undefined
      const read = () => sockets[0]?.bytesRead ?? 0
      yield* eventually("the request arrives", () => read() > 0)
      for (let i = 0; i < 20 && !isOver(); i++) {
        const before = read()
        sockets[0]?.resume()
        yield* eventually("the server reads on", () => read() > before || isOver())
        sockets[0]?.pause()
        yield* TestClock.adjust("50 millis")
      }
      assert.isTrue(isOver())
      const error = yield* Fiber.join(uploading)
      assert.strictEqual(error._tag, "TransportFailed")
      assert.include(error.message, "too slow: ")
      sockets[0]?.resume()
      yield* eventually("the connection is closed", () => server.open === 0)
    })
  )

  it.effect("a slow producer is not a slow upload", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(201, { ...asset, size: 80, digest: null }))
      const data = Stream.range(1, 8).pipe(
        Stream.rechunk(1),
        Stream.mapEffect(() => Effect.as(TestClock.adjust("100 millis"), new Uint8Array(10)))
      )
      const { name } = yield* Releases.uploadAsset({ ...input, data, size: 80 }).pipe(
        Effect.provideService(LowestSpeed, { bytesPerSecond: 1_000_000, over: "300 millis" }),
        Effect.provide(forge(server.origin, { client, ...policies, uploadUrl: server.origin }))
      )
      assert.strictEqual(name, asset.name)
    })
  )
})
