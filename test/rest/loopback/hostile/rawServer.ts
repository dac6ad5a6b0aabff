/** A server that writes bytes onto its sockets instead of HTTP responses. */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** What the server does when a request has arrived; the first one of the server is number 1. */
export type Behaviour = (socket: Socket, nth: number, path: string) => void

export interface RawServer {
  readonly origin: string
  readonly requests: number
  /** Connections that are open. */
  readonly open: number
  /** Bytes that clients have taken. */
  readonly taken: number
}

/** A server that is closed with the scope, with its connections. */
export const rawServer = (behave: Behaviour): Effect.Effect<RawServer, never, Scope.Scope> =>
  Effect.map(Effect.acquireRelease(listen, close), ({ server, sockets }) => {
    const { port } = server.address() as AddressInfo
    const seen = { origin: `http://127.0.0.1:${port}`, requests: 0, open: 0, taken: 0 }
    server.on("connection", (socket) => {
      sockets.add(socket)
      seen.open++
      socket.setNoDelay(true)
      // Clients give up.
      socket.on("error", () => {})
      socket.on("data", (bytes) => {
        // Requests without a body fit into one piece.
        const path = /^[A-Z]+ (\S+) HTTP/.exec(bytes.toString("latin1"))?.[1]
        if (path !== undefined) behave(socket, ++seen.requests, path)
      })
      socket.on("close", () => {
        sockets.delete(socket)
        seen.open--
        seen.taken += socket.bytesWritten
      })
    })
    return seen
  })

interface Listening {
  readonly server: Server
  readonly sockets: Set<Socket>
}

const listen = Effect.callback<Listening>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ server, sockets: new Set<Socket>() })))
})

const close = ({ server, sockets }: Listening): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    for (const socket of sockets) socket.destroy()
  })

/** The head of a response. */
export const head = (status: number, ...headers: ReadonlyArray<string>): string =>
  [`HTTP/1.1 ${status} Whatever`, ...headers, "", ""].join("\r\n")

/** A complete response with a JSON body. */
export const whole = (value: unknown, status = 200, ...headers: ReadonlyArray<string>): string => {
  const body = JSON.stringify(value)
  return head(status, `content-length: ${body.length}`, ...headers) + body
}

/** Writes bytes, and leaves the connection open. */
export const says =
  (...parts: ReadonlyArray<string | Uint8Array>): Behaviour =>
  (socket) => {
    for (const part of parts) socket.write(part)
  }

/** Writes bytes, and closes the connection. */
export const saysAndCloses =
  (text: string): Behaviour =>
  (socket) =>
    void socket.end(text)

/** Writes the same piece for ever, after a beginning: as fast as the client reads, or at intervals. */
export const forEver =
  (beginning: string, piece: string | Uint8Array, everyMillis = 0): Behaviour =>
  (socket) => {
    socket.write(beginning)
    if (everyMillis > 0) {
      const timer = setInterval(() => socket.write(piece), everyMillis)
      socket.on("close", () => clearInterval(timer))
      return
    }
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on("drain", more)
    more()
  }
