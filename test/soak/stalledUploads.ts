/** Uploads to a server that stops reading, on each client. A deadline that the seed draws has to end each of them. */
import { type AddressInfo, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Contents from "../../src/forge/Contents.ts"
import * as Forge from "../../src/forge/Forge.ts"
import * as Releases from "../../src/forge/Releases.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { attempted } from "./attempted.ts"
import { makeRandom, mixed, type Random } from "./random.ts"
import { count, type Tally } from "./tally.ts"

/** More than the sockets hold. */
const size = 16 * 2 ** 20
const data = new Uint8Array(size)
const content = "x".repeat(size)

export interface Stalling {
  readonly origin: string
  /** Reads on, and says whether every connection ends. */
  readonly isAbandoned: Effect.Effect<boolean>
}

/** A server that takes the first bytes of a request, and no more until it is asked. */
export const serveStalling = Effect.map(
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly sockets: Set<Socket>; readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.pause())
        // Clients give up.
        socket.on("error", () => {})
        socket.on("close", () => sockets.delete(socket))
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ port, sockets, close: () => server.close() }))
      })
    }),
    ({ close, sockets }) =>
      Effect.sync(() => {
        close()
        for (const socket of sockets) socket.destroy()
      })
  ),
  ({ port, sockets }): Stalling => ({
    origin: `http://127.0.0.1:${port}`,
    isAbandoned: Effect.gen(function* () {
      for (let looks = 0; sockets.size > 0 && looks < 1_000; looks++) {
        for (const socket of sockets) socket.resume()
        yield* Effect.sleep(20)
      }
      return sockets.size === 0
    })
  })
)

const upload = (random: Random): Effect.Effect<unknown, { readonly _tag: string }, Forge.Forge> =>
  random.chance(0.5)
    ? Releases.uploadAsset({ owner: "a", repo: "b", release_id: 1, name: "c", content_type: "application/zip", data })
    : Contents.put({ owner: "a", repo: "b", path: "c", message: "Add", content })

/** All deadlines are far, but one. */
const deadline = (random: Random) => {
  const one = random.pick(["RequestTimeouts", "LowestSpeed", "CallTimeout"] as const)
  const within = random.int(50, 500)
  const timeout = one === "RequestTimeouts" ? within : "1 hour"
  const speed: Transport.Speed =
    one === "LowestSpeed" ? { bytesPerSecond: 2 ** 30, over: within } : { bytesPerSecond: 1, over: "1 hour" }
  const layer = Layer.mergeAll(
    Layer.succeed(Transport.RequestTimeouts, { head: timeout, silence: timeout }),
    Layer.succeed(Transport.LowestSpeed, speed),
    Layer.succeed(Transport.CallTimeout, one === "CallTimeout" ? within : "1 hour")
  )
  return { one, layer }
}

/** Makes an upload on each client, side by side. */
export const stallUploads = Effect.fnUntraced(function* (
  { isAbandoned, origin }: Stalling,
  clients: ReadonlyArray<HttpClient.HttpClient>,
  seed: number,
  tally: Tally
) {
  yield* Effect.forEach(
    clients,
    Effect.fnUntraced(function* (client, index) {
      const random = makeRandom(mixed(seed, index))
      const { layer, one } = deadline(random)
      const name = `a stalled upload on client ${index}, with ${one}`
      const forge = Forge.layer({ baseUrl: origin, uploadUrl: origin }).pipe(
        Layer.provide([
          layer,
          Layer.succeed(HttpClient.HttpClient, client),
          Credentials.layerAnonymous,
          Transport.inMemory
        ])
      )
      const end = yield* Effect.provide(attempted(tally, random, name, upload(random), false), forge)
      count(tally.faults, "stalled upload")
      if (end._tag === "Success") tally.violations.push(`${name}: succeeded`)
      if (end._tag === "Failure" && end.error._tag !== "TransportFailed") {
        tally.violations.push(`${name}: failed with ${end.error._tag}`)
      }
    }),
    { concurrency: "unbounded", discard: true }
  )
  if (!(yield* isAbandoned)) tally.violations.push("the connection of a stalled upload was not closed")
})
