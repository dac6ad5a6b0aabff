/** A scripted HTTP server on a free loopback port, which records its requests. */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A request as it arrived. */
export interface Received {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly path: string
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
  /** The origin of the server that received it. */
  readonly origin: string
}

/** Writes a response: see `answers.ts`. */
export type Answer = (response: Http.ServerResponse, request: Received) => void

/** The response to a request; the first is number 1. */
export type Script = (request: Received, nth: number) => Answer

export interface LoopbackServer {
  readonly origin: string
  readonly requests: ReadonlyArray<Received>
  /** Connections since the server started. */
  readonly connections: number
  /** Responses whose connection the client closed before they were complete. */
  readonly abandoned: number
}

/** Uses each response once, in order, and repeats the last one. */
export const inOrder =
  (...answers: ReadonlyArray<Answer>): Script =>
  (_, nth) =>
    answers[Math.min(nth, answers.length) - 1] ?? unscripted

const unscripted: Answer = (response) => response.writeHead(501).end()

/** A server that is closed with the scope, with its connections. */
export const serve = (script: Script): Effect.Effect<LoopbackServer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Http.Server>((resume) => {
        const server = Http.createServer()
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      close
    ),
    (server) => record(server, script)
  )

const close = (server: Http.Server): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

const record = (server: Http.Server, script: Script): LoopbackServer => {
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const requests: Array<Received> = []
  const seen = { origin, requests, connections: 0, abandoned: 0 }
  server.on("connection", () => {
    seen.connections++
  })
  server.on("request", (message, response) => {
    const chunks: Array<Uint8Array> = []
    message.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    message.on("end", () => {
      const request: Received = {
        method: message.method ?? "",
        path: message.url ?? "",
        headers: message.headers,
        body: Buffer.concat(chunks).toString(),
        origin
      }
      requests.push(request)
      script(request, requests.length)(response, request)
    })
    response.on("close", () => {
      if (!response.writableFinished) seen.abandoned++
    })
  })
  return seen
}

/** An origin where nothing listens. */
export const refusing: Effect.Effect<string> = Effect.map(
  Effect.scoped(serve(() => (response) => response.end())),
  ({ origin }) => origin
)
