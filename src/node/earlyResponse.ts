/**
 * Connections on which a response can be read that comes before the request has been sent. A server refuses a large
 * request with a response, and closes the connection. The next write fails then, and Node drops the response with it.
 */
import type { Socket } from "node:net"
import { type Dispatcher, Pool } from "@effect/platform-node/Undici"

type WriteCallback = (error?: Error | null) => void

/** Leaves it to the reading side to settle the request: by the response, or by the end of the connection. */
const unlessGone =
  (callback: WriteCallback): WriteCallback =>
  (error) => {
    if (error === undefined || error === null || !isGone(error)) callback(error)
  }

const isGone = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && /^E(?:PIPE|CONNRESET|CONNABORTED)$/.test(error.code)

const readsOn = (socket: Socket): void => {
  const write = socket._write.bind(socket)
  const writeMany = socket._writev?.bind(socket)
  socket._write = (chunk, encoding, callback) => write(chunk, encoding, unlessGone(callback))
  if (writeMany !== undefined) socket._writev = (chunks, callback) => writeMany(chunks, unlessGone(callback))
}

/** Makes the connections to an origin: directly, or through a proxy. An agent passes how to make one. */
export const makePool = (origin: string | URL, options: object): Dispatcher => {
  // The cast is safe: agents pass on the options of a pool.
  const { connect, ...others }: Pool.Options = options
  return new Pool(origin, { ...others, ...(connect !== undefined && { connect: readingOn(connect) }) })
}

const readingOn = (connect: NonNullable<Pool.Options["connect"]>): NonNullable<Pool.Options["connect"]> =>
  typeof connect !== "function"
    ? connect
    : (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error !== null) return callback(error, null)
          readsOn(socket)
          callback(null, socket)
        })
