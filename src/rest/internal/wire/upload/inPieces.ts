/**
 * Sends large bodies by fetch. It tells nothing of how far a body in one piece is, so a stall could not be seen. Loaded
 * with the first such body, as most programs send none. It imports no code: bundlers would keep more of what it shares.
 */
import type { Watch } from "../../../Watch.ts"

const pieceSize = 65_536

/** The slowest upload rate to expect, in bytes per second. */
const slowest = 65_536

/** How many bytes a socket may hold that it has taken and not sent yet. */
const held = 4 * 2 ** 20

/** Milliseconds that bytes may take without a sign of progress, in addition to the timeout for the head. */
const allowance = (bytes: number, { speed }: Watch["bounds"]): number => {
  const patience = (bytes / slowest) * 1_000
  return speed === undefined
    ? patience
    : Math.min(patience, Math.max(speed.over, (bytes / speed.bytesPerSecond) * 1_000))
}

/** The versions of undici whose fetch fails on a 401 to a body in pieces ("expected non-null body source"). */
const loses401 = /^(?:7\.(?:19|2[0-4])|8\.0)\./

/** The pieces, of which fetch asks for the next one when the connection has taken the last. */
const piecesOf = (bytes: Uint8Array, watch: Watch): ReadableStream<Uint8Array> => {
  let at = 0
  return new ReadableStream(
    {
      pull: (controller) => {
        if (at >= bytes.length) {
          watch.awaitHead(allowance(Math.min(bytes.length, held), watch.bounds))
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
 * Sends bytes: in pieces by Node's fetch, which states their length. Others send pieces chunked, which upload hosts refuse,
 * and a fetch that the program provides may not know them: they get one piece.
 */
export const sendBytes = (
  bytes: Uint8Array,
  versionInNode: (part: "undici") => string | undefined,
  watch: Watch,
  fetch: typeof globalThis.fetch,
  ...[input, init]: Parameters<typeof globalThis.fetch>
): Promise<Response> => {
  const undici = versionInNode("undici")
  if (fetch !== globalThis.fetch || undici === undefined || loses401.test(undici)) {
    watch.awaitHead(allowance(bytes.length, watch.bounds))
    return fetch(input, { ...init, body: new Uint8Array(bytes) })
  }
  watch.awaitHead()
  const headers = new Headers(init?.headers)
  headers.set("content-length", String(bytes.length))
  // Not in the types of fetch.
  const half = { duplex: "half" }
  return fetch(input, { ...init, ...half, headers, body: piecesOf(bytes, watch) })
}
