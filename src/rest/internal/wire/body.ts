/** Reads response bodies. */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as Stream from "effect/Stream"
import type { WireResponse } from "./direct.ts"
import type { Watch } from "./watchdog.ts"

/** Bodies up to this length arrive in one or two pieces, so there is no silence between pieces to watch. */
const small = 65_536

/**
 * Reads the whole body as text. Each piece restarts the watchdog's timeout. A small body has one timeout as a whole.
 * The body of a client that enforces the timeouts itself has no watchdog.
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
 * Reads the start of a body as text, then frees the connection. Cuts the body off after `limit` bytes, or after
 * `within` milliseconds. Never fails: the body of an error is read as far as possible.
 */
export const head = (
  response: WireResponse,
  limit: number,
  /** Milliseconds that reading the body may take. */
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
        // The failure ends the reading. What has arrived by then is the result.
        return left > 0 ? Effect.void : Effect.fail("enough")
      }),
      Effect.catch(() => Effect.void),
      Effect.raceFirst(Effect.sleep(within)),
      Effect.map(() => body)
    )
  })

/** The body as it arrives. A missing body is read as an empty one. */
export const stream = (response: WireResponse): Stream.Stream<Uint8Array, HttpClientError.HttpClientError> =>
  Stream.catchIf(
    response.stream,
    (error) => error.reason._tag === "EmptyBodyError",
    () => Stream.empty
  )
