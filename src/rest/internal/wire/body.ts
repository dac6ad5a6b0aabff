/** Reads response bodies. */
import * as Effect from "effect/Effect"
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
