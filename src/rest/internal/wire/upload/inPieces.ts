/**
 * Sends large bodies by fetch. It tells nothing of how far a body in one piece is, so a stall could not be seen. Loaded
 * with the first such body: most programs send none.
 */
import { versionInNode } from "../../text/runtime.ts"
import { allowance, pieceSize } from "../requestBody.ts"
import type { Watch } from "../watchdog.ts"

/**
 * The versions of undici whose fetch loses a 401 to a body in pieces.
 *
 * @see https://github.com/nodejs/undici/issues/5018
 */
const loses401 = /^(?:7\.(?:19|2[0-4])|8\.0)\./

/** Whether fetch sends pieces with their length. Others send them chunked, which upload hosts refuse. */
const statesLength = (): boolean => {
  const version = versionInNode("undici")
  return version !== undefined && !loses401.test(version)
}

/** The pieces, of which fetch asks for the next one when the connection has taken the last. */
const piecesOf = (bytes: Uint8Array, watch: Watch): ReadableStream<Uint8Array> => {
  let at = 0
  return new ReadableStream(
    {
      pull: (controller) => {
        if (at >= bytes.length) {
          watch.awaitHead()
          return controller.close()
        }
        const piece = bytes.slice(at, (at += pieceSize))
        watch.moved(piece.length)
        watch.awaitSent()
        controller.enqueue(piece)
      }
    },
    { highWaterMark: 0 }
  )
}

/**
 * Makes fetch send bytes: in pieces where it states their length, else in one piece. A fetch that the program provides
 * may not know pieces.
 */
export const sendingBytes =
  (bytes: Uint8Array, fetch: typeof globalThis.fetch, watch: Watch): typeof globalThis.fetch =>
  (input, init) => {
    if (fetch !== globalThis.fetch || !statesLength()) {
      watch.awaitHead(allowance(bytes.length, watch.bounds))
      return fetch(input, { ...init, body: new Uint8Array(bytes) })
    }
    const headers = new Headers(init?.headers)
    headers.set("content-length", String(bytes.length))
    // Not in the types of fetch.
    const half = { duplex: "half" }
    return fetch(input, { ...init, ...half, headers, body: piecesOf(bytes, watch) })
  }
