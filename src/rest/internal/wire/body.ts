/** Reads bodies as text. */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as Stream from "effect/Stream"
import type { WireResponse } from "./direct.ts"
import type { Watch } from "./watchdog.ts"

/** Bodies up to this length come in one piece or two: there is no silence between pieces to watch. */
const small = 65_536

/**
 * The whole body as text. Each piece tells the watchdog that the answer goes on; a small body is awaited as a whole, and
 * so is any body of a client that bounds the waiting itself.
 */
export const text = (
  response: WireResponse,
  headers: Headers.Headers,
  watch: Watch | undefined
): Effect.Effect<string, HttpClientError.HttpClientError> => {
  if (watch === undefined) return response.text
  watch.awaitBody()
  if (Number(headers["content-length"]) <= small) return response.text
  return Effect.suspend(() => {
    const decoder = new TextDecoder()
    let body = ""
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        watch.awaitBody()
        body += decoder.decode(chunk, { stream: true })
        return Effect.void
      }),
      Effect.map(() => body + decoder.decode()),
      Effect.catch((error) => (error.reason._tag === "EmptyBodyError" ? Effect.succeed("") : Effect.fail(error)))
    )
  })
}

/**
 * The first bytes of a body as text, and the connection free again: what is longer is cut off, and so is what takes
 * longer than a body may be silent. Never fails: it reads bodies of errors, which say what they can.
 */
export const head = (
  response: WireResponse,
  limit: number,
  /** Milliseconds that the body may take. */
  within: number,
  watch: Watch | undefined
): Effect.Effect<string> =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    let body = ""
    let left = limit
    watch?.rest()
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        body += decoder.decode(chunk.subarray(0, left), { stream: true })
        left -= chunk.length
        // It may fail: what has come by then is what counts.
        return left > 0 ? Effect.void : Effect.fail("enough")
      }),
      Effect.catch(() => Effect.void),
      Effect.raceFirst(Effect.sleep(within)),
      Effect.map(() => body)
    )
  })

/** The body as it arrives. A missing body is an empty one. */
export const stream = (response: WireResponse): Stream.Stream<Uint8Array, HttpClientError.HttpClientError> =>
  Stream.catchIf(
    response.stream,
    (error) => error.reason._tag === "EmptyBodyError",
    () => Stream.empty
  )
