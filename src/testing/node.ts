/**
 * The simulators as real HTTP servers on loopback, for what only a socket shows and for programs in other processes.
 *
 * **When to use**
 *
 * To test against a real transport (broken connections, bodies that are cut off, real delays), to try a program in
 * another language, or for a demonstration. Otherwise prefer the layers of `ForgeSimulator` and `WeatherSimulator`: they
 * are faster and run on the test's clock.
 *
 * **Gotchas**
 *
 * Time is real, even under a `TestClock`.
 *
 * **Example**
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const { baseUrl } = yield* ForgeSimulator.ForgeSimulator // http://127.0.0.1:49152
 * })
 *
 * program.pipe(Effect.provide(SimulatorServer.layerForge({ repositories: [] })))
 * ```
 *
 * `layerWeather` does the same for the weather; its handle has the `urls` of the services.
 */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Answer, Outcome, Request } from "./Exchange.ts"
import { ForgeSimulator, type Seed } from "./ForgeSimulator.ts"
import { bytesOf, sentHeaders } from "./internal/exchange.ts"
import { makeForge } from "./internal/forge/handle.ts"
import { urlsOf } from "./internal/forge/http/origins.ts"
import { compressed } from "./internal/node/compression.ts"
import { makeWeather } from "./internal/weather/handle.ts"
import { mapRoots } from "./internal/weather/service.ts"
import { type Seed as WeatherSeed, WeatherSimulator } from "./WeatherSimulator.ts"

export interface ServerOptions {
  /** A free port by default. */
  readonly port?: number
  /** Path of the service's root, such as `/api/v3`; none by default. */
  readonly prefix?: string
}

type Exchange = (request: Request) => Effect.Effect<Outcome>

/** A server that closes with the scope, and drops its open connections. */
const listen = (port: number): Effect.Effect<Http.Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      // Connections never time out: only a fault may lose one.
      const server = Http.createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 })
      server.once("error", (cause) => resume(Effect.die(cause)))
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

const headersOf = (message: Http.IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? "")
    ])
  )

const readRequest = (message: Http.IncomingMessage, origin: string): Effect.Effect<Request> =>
  Effect.callback<Request>((resume) => {
    const chunks: Array<Uint8Array> = []
    message.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    message.on("end", () => {
      const { method = "GET", url = "/" } = message
      const body = new Uint8Array(Buffer.concat(chunks))
      resume(Effect.succeed({ method, url: new URL(`${origin}${url}`), headers: headersOf(message), body }))
    })
  })

const writeAnswer = (response: Http.ServerResponse, answer: Answer): void => {
  const bytes = bytesOf(answer.body)
  response.sendDate = false
  response.writeHead(answer.status, sentHeaders(answer, bytes))
  if (answer.interrupted === undefined) {
    response.end(bytes)
    return
  }
  const { after, by } = answer.interrupted
  // Sends the head even if no byte of the body follows.
  response.flushHeaders()
  response.write(bytes.subarray(0, after), () => {
    if (by === "loss") response.socket?.destroy()
  })
}

const writeOutcome = (response: Http.ServerResponse, outcome: Outcome): void => {
  if (outcome._tag === "Answer") writeAnswer(response, compressed(outcome, response.req))
  else if (outcome.bytes === undefined) response.socket?.resetAndDestroy()
  else response.socket?.end(outcome.bytes)
}

const serve = Effect.fnUntraced(function* (server: Http.Server, origin: string, exchange: Exchange) {
  const run = yield* FiberSet.makeRuntime<never>()
  server.on("request", (message, response) => {
    const fiber = run(
      readRequest(message, origin).pipe(
        Effect.flatMap(exchange),
        Effect.map((outcome) => writeOutcome(response, outcome))
      )
    )
    response.on("close", () => fiber.interruptUnsafe())
  })
})

/** Listens, and returns the server with its origin. */
const start = Effect.fnUntraced(function* (options: ServerOptions) {
  const server = yield* listen(options.port ?? 0)
  // The address is an `AddressInfo` when a server listens on a port.
  const { port } = server.address() as AddressInfo
  return { server, origin: `http://127.0.0.1:${port}`, clock: Clock.Clock.defaultValue() }
})

/**
 * Serves the simulated code-hosting service on three ports of 127.0.0.1: the API, the uploads of release assets, and the
 * storage that downloads redirect to. They are origins of their own, as those of the real service. The handle's
 * `baseUrl` is the API's URL, and its `urls` has all three. `port` and `prefix` are the API's.
 *
 * `Forge.layer({ baseUrl: urls.api, uploadUrl: urls.uploads })` uses all of them. With `baseUrl` alone, `Forge` sends
 * uploads to the API's origin, where this server accepts them, too.
 */
export const layerForge = (seed: Seed = {}, options: ServerOptions = {}): Layer.Layer<ForgeSimulator> =>
  Layer.effect(
    ForgeSimulator,
    Effect.gen(function* () {
      const api = yield* start(options)
      const [uploads, storage] = [yield* start({}), yield* start({})]
      const given = { uploads: uploads.origin, storage: storage.origin }
      const urls = urlsOf(`${api.origin}${options.prefix ?? ""}`, given)
      const { exchange, handle } = yield* makeForge(seed, { urls, clock: api.clock })
      for (const { origin, server } of [api, uploads, storage]) yield* serve(server, origin, exchange)
      return handle
    })
  )

/**
 * Serves the simulated weather services on one port of 127.0.0.1, each below a path of its own. Pass the handle's `urls`
 * to `Weather.layer`; if that has a key, it sends the key there too.
 */
export const layerWeather = (seed: WeatherSeed = {}, options: ServerOptions = {}): Layer.Layer<WeatherSimulator> =>
  Layer.effect(
    WeatherSimulator,
    Effect.gen(function* () {
      const { clock, origin, server } = yield* start(options)
      const urls = mapRoots((root) => `${origin}${options.prefix ?? ""}/${root}`)
      const { exchange, handle } = yield* makeWeather(seed, { urls, clock })
      yield* serve(server, origin, exchange)
      return handle
    })
  )
