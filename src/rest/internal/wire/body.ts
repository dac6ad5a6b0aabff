/** Reads response bodies. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientError, WireResponse } from "./direct.ts"

/**
 * Reads a body that nobody needs as far as it is known to be empty, so that the connection can be used again. Any other
 * body is not read: undefined.
 */
export const unread = (response: WireResponse): Effect.Effect<string | undefined, ClientError> =>
  response.status === 204 || response.headers["content-length"] === "0"
    ? response
        .text(0)
        .pipe(Effect.catch((error) => (error._tag === "TooLarge" ? Effect.succeed(undefined) : Effect.fail(error))))
    : Effect.as(response.discard, undefined)

/**
 * Reads the start of a body as text, then frees the connection. Cuts the body off after `limit` bytes, or after
 * `within` milliseconds. Never fails: the body of an error is read as far as possible.
 */
export const head = (
  response: WireResponse,
  limit: number,
  /** Milliseconds that reading the body may take. */
  within: number
): Effect.Effect<string> =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    let body = ""
    let left = limit
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        body += decoder.decode(chunk.subarray(0, left), { stream: true })
        left -= chunk.length
        // The failure ends the reading. What has arrived by then is the result.
        return left > 0 ? Effect.void : Effect.fail("enough")
      }),
      Effect.catch(() => Effect.void),
      Effect.raceFirst(Effect.sleep(within)),
      Effect.map(() => body)
    )
  })

/** Bytes that were joined, so that nobody else has their memory. */
const own = new WeakSet<Uint8Array>()

export const owned = (bytes: Uint8Array): Uint8Array => {
  own.add(bytes)
  return bytes
}

/** Gives the memory of joined bytes back at once. Waiting for the garbage collector would make it collect more often. */
export const release = (bytes: Uint8Array): void => {
  const { buffer } = bytes
  // Short ones may share memory, as those of Node's `Buffer` do.
  const isWhole = own.delete(bytes) && bytes.length === buffer.byteLength
  if (isWhole && buffer instanceof ArrayBuffer && "transfer" in buffer) buffer.transfer(0)
}

/** Joins the pieces of a body. */
export const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first] = pieces
  if (first !== undefined && pieces.length === 1) return first
  let length = 0
  for (const piece of pieces) length += piece.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return owned(bytes)
}
