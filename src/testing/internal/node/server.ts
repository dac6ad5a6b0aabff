/** Serves simulators over HTTP. */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import type { Answer, Outcome, Request } from "../../Exchange.ts"
import type { Seed } from "../../ForgeSeed.ts"
import type { Received } from "../../Journal.ts"
import { bytesOf, sentHeaders } from "../exchange.ts"
import { makeForge } from "../forge/handle.ts"
import { urlsOf } from "../forge/http/origins.ts"
import { compressed } from "./compression.ts"

interface ListenOptions {
  readonly host?: string
  readonly port?: number
}

interface ForgeOptions extends ListenOptions {
  /** The ports of uploads and storage; free ones by default. */
  readonly others?: readonly [uploads: number, storage: number]
  readonly prefix?: string
  /** Gets each request with its outcome, in place of the log. */
  readonly watch?: (received: Received) => void
}

type Exchange = (request: Request) => Effect.Effect<Outcome>

/** A server that closes with the scope, and drops its open connections. */
const listen = (port: number, host: string): Effect.Effect<Http.Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      // Connections never time out: only a fault may lose one.
      const server = Http.createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 })
      server.once("error", (cause) => resume(Effect.die(cause)))
      server.listen(port, host, () => resume(Effect.succeed(server)))
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
      const { method = "GET", url = "" } = message
      const body = new Uint8Array(Buffer.concat(chunks))
      // Proxies and `OPTIONS *` send other targets than paths.
      const path = url.startsWith("/") ? url : "/"
      resume(Effect.succeed({ method, url: new URL(`${origin}${path}`), headers: headersOf(message), body }))
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

/** A mistake of the simulator itself must not leave its client waiting. */
const writeDefect = (response: Http.ServerResponse, defect: unknown): void => {
  if (response.headersSent) return void response.destroy()
  response.writeHead(500, { "content-type": "application/json" })
  response.end(JSON.stringify({ message: `The simulator failed. ${String(defect)}` }))
}

/** Lets a server answer. */
export const serve = Effect.fnUntraced(function* (server: Http.Server, origin: string, exchange: Exchange) {
  const run = yield* FiberSet.makeRuntime<never>()
  server.on("request", (message, response) => {
    const fiber = run(
      readRequest(message, origin).pipe(
        Effect.flatMap(exchange),
        Effect.map((outcome) => writeOutcome(response, outcome)),
        Effect.catchDefect((defect) => Effect.sync(() => writeDefect(response, defect)))
      )
    )
    response.on("close", () => fiber.interruptUnsafe())
  })
})

/** How clients on this machine reach an address that a server listens on. */
const reachable = (host: string): string =>
  host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host

/** Listens, and returns the server with its origin. */
export const start = Effect.fnUntraced(function* (options: ListenOptions) {
  const host = options.host ?? "127.0.0.1"
  const server = yield* listen(options.port ?? 0, host)
  // The address is an `AddressInfo` when a server listens on a port.
  const { port } = server.address() as AddressInfo
  return { server, origin: `http://${reachable(host)}:${port}`, clock: Clock.Clock.defaultValue() }
})

/** Serves the code-hosting service on three ports. Returns the handle. */
export const serveForge = Effect.fnUntraced(function* (seed: Seed, options: ForgeOptions = {}) {
  const { host = "127.0.0.1", others = [0, 0], prefix = "", watch } = options
  const api = yield* start(options)
  const uploads = yield* start({ host, port: others[0] })
  const storage = yield* start({ host, port: others[1] })
  const urls = urlsOf(`${api.origin}${prefix}`, { uploads: uploads.origin, storage: storage.origin })
  const { exchange, handle } = yield* makeForge(seed, { urls, clock: api.clock, watch })
  for (const { origin, server } of [api, uploads, storage]) yield* serve(server, origin, exchange)
  return handle
})
