/**
 * A server in a thread of its own. It refuses a request as soon as its head has arrived, and closes the connection. It
 * can do so while the thread of the client is blocked.
 */
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

/** How the server closes a connection: it reads on, it reads no further, or it resets the connection. */
export type Closing = "end" | "close" | "reset"

interface Given {
  readonly closing: Closing
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

const refuse = ({ closing, progress }: Given, socket: Socket): void => {
  // The client may write on.
  socket.on("error", () => {})
  socket.once("data", () => {
    reach(progress, stage.asked)
    Atomics.wait(progress, 0, stage.asked, 10_000)
    if (closing === "end") return void socket.end(response)
    socket.pause()
    socket.write(response, () => {
      if (closing === "reset") socket.resetAndDestroy()
      else socket.destroy()
    })
    socket.once("close", () => reach(progress, stage.closed))
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

export const hastyServer = async (closing: Closing): Promise<HastyServer> => {
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { closing, progress } satisfies Given })
  const [port] = (await once(worker, "message")) as [number]
  const letClose = () => reach(progress, stage.mayClose)
  return {
    origin: `http://127.0.0.1:${port}`,
    isAsked: () => Atomics.load(progress, 0) === stage.asked,
    letClose,
    awaitClosed: () => {
      letClose()
      Atomics.wait(progress, 0, stage.mayClose, 10_000)
    },
    end: () => worker.terminate()
  }
}

const isGiven = (data: unknown): data is Given => typeof data === "object" && data !== null && "closing" in data

if (!isMainThread && isGiven(workerData)) {
  const given = workerData
  const server = createServer((socket) => refuse(given, socket))
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
}
