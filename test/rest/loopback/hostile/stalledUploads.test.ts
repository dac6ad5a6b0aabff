/** Uploads to a server that stops reading: each deadline ends them alone, on each client, and closes the connection. */
import type { Socket } from "node:net"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Contents from "../../../../src/forge/Contents.ts"
import type { Forge } from "../../../../src/forge/Forge.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as Transport from "../../../../src/rest/Transport.ts"
import { type Client, eventually, forge, transports } from "../support/client.ts"
import { head, rawServer } from "./rawServer.ts"

/** Twice what the sockets hold. */
const size = 8 * 2 ** 20

const file = { owner: "acme", repo: "web", path: "a", message: "Add" }
const asset = { owner: "acme", repo: "web", release_id: 5, name: "app.zip", content_type: "application/zip" }

interface Failure {
  readonly _tag: string
  readonly message: string
  readonly mayHaveArrived?: boolean
}

type Send = Effect.Effect<unknown, Failure, Forge>

const bytes: Send = Releases.uploadAsset({ ...asset, data: new Uint8Array(size) })
const json: Send = Contents.put({ ...file, content: "x".repeat(size) })
const stream: Send = Releases.uploadAsset({
  ...asset,
  data: Stream.forever(Stream.make(new Uint8Array(2 ** 20))),
  size
})

const uploads: ReadonlyArray<readonly [kind: string, send: Send]> = [
  ["bytes", bytes],
  ["JSON", json],
  ["a stream", stream]
]

/** A fetch that the program brings along gets the bytes in one piece. */
const ownFetch: Client = Layer.provide(
  FetchHttpClient.layer,
  Layer.succeed(FetchHttpClient.Fetch, (url, init) => globalThis.fetch(url, init))
)

const clients: ReadonlyArray<readonly [name: string, client: Client]> = [
  ...transports,
  ["node:http", NodeHttpClient.layerNodeHttp],
  ["a fetch of the program", ownFetch]
]

const never = "1 day"

interface Deadlines {
  readonly timeout: Duration.Input
  readonly speed: Transport.Speed
  readonly call: Duration.Input
}

const none: Deadlines = { timeout: never, speed: { bytesPerSecond: 1, over: never }, call: never }

const deadlines: ReadonlyArray<readonly [name: string, set: Partial<Deadlines>, says: RegExp]> = [
  ["RequestTimeouts", { timeout: "250 millis" }, /: waited 250 ms for /],
  ["LowestSpeed", { speed: { bytesPerSecond: 100_000_000, over: "250 millis" } }, /: too slow: | ms for /],
  ["CallTimeout", { call: "250 millis" }, /: took longer than Transport\.CallTimeout allows/]
]

/** A server that takes the first bytes, and stops. When it reads on, it sees whether the connection is closed. */
const stalling = (says?: string) => {
  const sockets: Array<Socket> = []
  const server = rawServer((socket) => {
    socket.pause()
    sockets.push(socket)
    if (says !== undefined) socket.write(says)
  })
  return { server, readOn: () => sockets.forEach((socket) => socket.resume()) }
}

/**
 * How an upload fails, once the other side has it. Time passes then and only then, however long a busy machine takes. What
 * is sent meanwhile puts some deadlines off, so they are let pass again and again.
 */
const failureOf = <E, R>(send: Effect.Effect<unknown, E, R>, what: string, holds: () => boolean) =>
  Effect.gen(function* () {
    const failing = yield* Effect.forkChild(Effect.flip(send))
    yield* eventually(what, () => holds() || failing.pollUnsafe() !== undefined)
    while (failing.pollUnsafe() === undefined) {
      yield* TestClock.adjust("250 millis")
      yield* TestClock.withLive(Effect.sleep(1))
    }
    return yield* Fiber.join(failing)
  })

const ends = (send: Send, client: Client, set: Partial<Deadlines>, says?: string) =>
  Effect.gen(function* () {
    const stall = stalling(says)
    const server = yield* stall.server
    const { call, speed, timeout } = { ...none, ...set }
    const timeouts = { head: timeout, silence: timeout }
    return yield* Effect.gen(function* () {
      const error = yield* failureOf(send, "the upload arrives", () => server.requests > 0)
      assert.include(error, { _tag: "TransportFailed", mayHaveArrived: true })
      yield* eventually("the connection is closed", () => {
        // A request may arrive when its client has given it up.
        stall.readOn()
        return server.open === 0
      })
      return error.message
    }).pipe(
      Effect.provideService(Transport.LowestSpeed, speed),
      Effect.provideService(Transport.CallTimeout, call),
      Effect.provide(forge(server.origin, { client, timeouts, uploadUrl: server.origin, retry: { attempts: 1 } }))
    )
  })

describe.concurrent.each(clients)("on %s", (name, client) => {
  const isFetch = name.includes("fetch")
  // Fetch sends no streams, and tells nothing of bytes in one piece.
  const sent = uploads.filter(([kind]) => !(isFetch && kind === "a stream"))
  const set = deadlines.filter(([deadline]) => !(client === ownFetch && deadline === "RequestTimeouts"))

  describe.each(sent)("an upload of %s that stalls", (_, send) => {
    it.effect.each(set)("is ended by %s alone", ([, set, says]) =>
      Effect.gen(function* () {
        assert.match(yield* ends(send, client, set), says)
      })
    )
  })

  it.effect.each(deadlines)("an upload that stalls after the head of a response is ended by %s alone", ([, set]) =>
    ends(bytes, client, set, head(201, "content-length: 1000000"))
  )
})

describe.concurrent.each(transports.filter(([name]) => name.includes("fetch")))(
  "on %s that never settles",
  (_, client) => {
    it.effect.each(uploads.slice(0, 2))("an upload of %s ends all the same", ([, send]) => {
      let isSent = false
      const fetch = () => {
        isSent = true
        return new Promise<Response>(() => {})
      }
      return Effect.gen(function* () {
        const error = yield* failureOf(send, "fetch is called", () => isSent)
        assert.include(error, { _tag: "TransportFailed", mayHaveArrived: true })
      }).pipe(
        Effect.provideService(Transport.CallTimeout, "250 millis"),
        Effect.provideService(FetchHttpClient.Fetch, fetch),
        Effect.provide(forge("http://127.0.0.1:9", { client, retry: { attempts: 1 } }))
      )
    })
  }
)
