/**
 * Connections on which a response can be read that comes before the request has been sent. A server refuses a large
 * request with a response, and closes the connection. The next write fails then, and Node drops the response with it.
 */
import type { Socket } from "node:net"
import { buildConnector } from "@effect/platform-node/Undici"

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

/** Makes the connections of a client. */
export const makeConnector = (options: buildConnector.BuildOptions): buildConnector.connector => {
  const connect = buildConnector(options)
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      readsOn(socket)
      callback(null, socket)
    })
}
