/** Reads response bodies. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientError, WireResponse } from "../../Sender.ts"

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
