/**
 * A server in a thread of its own. It refuses a request as soon as its head has arrived, and closes the connection. It
 * can do so while the thread of the client is blocked.
 */
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import * as Certificates from "./support/certificates.ts"

/** How the server closes a connection: it reads on, it reads no further, or it resets the connection. */
export type Closing = "end" | "close" | "reset"

/** How clients reach the server: as the service itself, as a proxy that passes requests on, or through its tunnel. */
export type Role = "service" | "proxy" | "tunnel"

interface Given {
  readonly closing: Closing
  readonly role: Role
  /** The progress of the first connection, which client and server tell each other. */
  readonly progress: Int32Array
}

/** How far the first connection is. */
const stage = { asked: 1, mayClose: 2, closed: 3 }

const reach = (progress: Int32Array, reached: number): void => {
  Atomics.store(progress, 0, reached)
  Atomics.notify(progress, 0)
}

const body = JSON.stringify({ message: "Too large" })

const response = `HTTP/1.1 413 Content Too Large\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** Refuses what a socket sends. In a tunnel, it is within another one. */
const refuse = ({ closing, progress }: Given, socket: Socket, outer: Socket): void => {
  // The client may write on.
  socket.on("error", () => {})
  socket.once("data", () => {
    reach(progress, stage.asked)
    Atomics.wait(progress, 0, stage.asked, 600_000)
    if (closing === "end") return void socket.end(response)
    socket.pause()
    socket.write(response, () => {
      if (closing === "reset") outer.resetAndDestroy()
      else outer.destroy()
    })
    outer.once("close", () => reach(progress, stage.closed))
  })
}

/** Opens a tunnel to a service over TLS, which is this server too. */
const tunnel = (socket: Socket, serve: (socket: Socket) => void): void => {
  socket.once("data", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
    serve(new TLSSocket(socket, { ...Certificates.server, isServer: true }))
  })
}

export interface HastyServer {
  readonly origin: string
  /** Whether the head of the request has arrived. */
  readonly isAsked: () => boolean
  /** Lets the server respond. */
  readonly letClose: () => void
  /** Lets the server respond, and blocks this thread until the connection is closed. */
  readonly awaitClosed: () => void
  readonly end: () => Promise<unknown>
}

export const hastyServer = async (closing: Closing, role: Role): Promise<HastyServer> => {
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { closing, progress, role } satisfies Given })
  const [port] = (await once(worker, "message")) as [number]
  const letClose = () => reach(progress, stage.mayClose)
  return {
    origin: `http://127.0.0.1:${port}`,
    isAsked: () => Atomics.load(progress, 0) === stage.asked,
    letClose,
    awaitClosed: () => {
      letClose()
      Atomics.wait(progress, 0, stage.mayClose, 600_000)
    },
    end: () => worker.terminate()
  }
}

const isGiven = (data: unknown): data is Given => typeof data === "object" && data !== null && "closing" in data

if (!isMainThread && isGiven(workerData)) {
  const given = workerData
  const server = createServer((socket) => {
    // The client may reset the connection.
    socket.on("error", () => {})
    if (given.role === "tunnel") tunnel(socket, (inner) => refuse(given, inner, socket))
    else refuse(given, socket, socket)
  })
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
}
