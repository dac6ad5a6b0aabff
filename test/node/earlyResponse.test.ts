/** A server that refuses an upload before it has arrived, and closes the connection: its response is the result. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Stream from "effect/Stream"
import * as Contents from "../../src/forge/Contents.ts"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Releases from "../../src/forge/Releases.ts"
import * as Transport from "../../src/rest/Transport.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { type Client, eventually, forge } from "../rest/loopback/support/client.ts"
import { type Closing, type HastyServer, hastyServer, type Role } from "./hastyServer.ts"
import * as Certificates from "./support/certificates.ts"

const size = 8 * 2 ** 20
const piece = new Uint8Array(65_536)

const asset = { owner: "acme", repo: "web", release_id: 1, name: "app.zip", content_type: "application/zip" }

/** The second piece is sent once the connection is closed. The thread is blocked meanwhile, so it has read nothing. */
const late = (server: HastyServer) =>
  Stream.range(1, size / piece.length).pipe(
    Stream.rechunk(1),
    Stream.mapEffect((n) =>
      Effect.gen(function* () {
        if (n !== 2) return piece
        yield* eventually("the server is asked", server.isAsked)
        server.awaitClosed()
        return piece
      })
    )
  )

type Send = (server: HastyServer) => Effect.Effect<unknown, unknown, Forge>

/** Lets the server respond as soon as it is asked. */
const atOnce =
  (upload: Effect.Effect<unknown, unknown, Forge>): Send =>
  (server) =>
    Effect.raceFirst(
      upload,
      Effect.andThen(
        eventually("the server is asked", server.isAsked),
        Effect.andThen(Effect.sync(server.letClose), Effect.never)
      )
    )

const uploads: ReadonlyArray<readonly [kind: string, send: Send]> = [
  [
    "in one piece",
    atOnce(Contents.put({ owner: "acme", repo: "web", path: "a", message: "Add", content: "x".repeat(size) }))
  ],
  ["in pieces", atOnce(Releases.uploadAsset({ ...asset, data: new Uint8Array(size) }))]
]

const streamed: readonly [kind: string, send: Send] = [
  "as a stream",
  (server) => Releases.uploadAsset({ ...asset, data: late(server), size })
]

interface Route {
  readonly role: Role
  /** The service; the server itself by default. */
  readonly origin?: string
  readonly client: (server: HastyServer) => Client
}

const refusal = ({ client, origin, role }: Route, closing: Closing, send: Send) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => hastyServer(closing, role)),
      ({ end }) => Effect.promise(end)
    )
    const service = origin ?? server.origin
    return yield* Effect.flip(send(server)).pipe(
      Effect.provideService(Transport.AllowInsecure, true),
      Effect.provide(forge(service, { client: client(server), uploadUrl: service, retry: { attempts: 1 } }))
    )
  })

const throughProxy = (server: HastyServer): Client =>
  ForgeNode.layerHttpClient({ proxy: server.origin, tls: { ca: Certificates.authority } })

const routes: ReadonlyArray<readonly [name: string, route: Route]> = [
  ["directly", { role: "service", client: () => ForgeNode.layerHttpClient({ proxy: false }) }],
  ["through a proxy", { role: "proxy", origin: "http://forge.example", client: throughProxy }],
  ["through a tunnel", { role: "tunnel", origin: "https://forge.example", client: throughProxy }]
]

describe("an upload", () => {
  describe.each([...uploads, streamed])("%s on undici", (_, send) => {
    describe.each(routes)("%s", (_, route) => {
      it.live.each(["close", "reset"] as const)("has the response before the %s as its result", (closing) =>
        Effect.gen(function* () {
          const error = yield* refusal(route, closing, send)
          assert.include(error, { _tag: "UnexpectedStatus", status: 413, serviceMessage: "Too large" })
        })
      )
    })
  })

  // Node's fetch may lose the response when the server reads no further.
  it.live.each(uploads)("%s on fetch has the response as its result while the server reads on", ([, send]) =>
    Effect.gen(function* () {
      const error = yield* refusal({ role: "service", client: () => FetchHttpClient.layer }, "end", send)
      assert.include(error, { _tag: "UnexpectedStatus", status: 413, serviceMessage: "Too large" })
    })
  )
})
