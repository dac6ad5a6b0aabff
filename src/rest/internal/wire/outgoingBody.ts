/** Bodies of requests: what an HTTP client can't send, and how long one may take. */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Stream from "effect/Stream"
import type { StreamedBody } from "../../Call.ts"
import type { Watch } from "./watchdog.ts"

/** Why a body was not sent to its end. It is the caller's body, not the way to the service, that has to change. */
export class BodyRefused extends Error {
  override readonly name = "BodyRefused"
}

/** Bytes a second that a body in one piece is sure to go on with: nothing tells that it does. */
const slowest = 65_536

/** Milliseconds that a body in one piece may take, in addition to the time for the head. */
export const patience = (bytes: number): number => (bytes <= slowest ? 0 : (bytes / slowest) * 1_000)

/** Tells the watchdog with each piece that the request goes on. How long a piece takes to be made is the caller's. */
export const watchedBody = (body: StreamedBody, watch: Watch): HttpBody.Stream =>
  HttpBody.stream(
    Stream.transformPull(body.stream, (pull) =>
      Effect.succeed(
        Effect.suspend(() => {
          watch.rest()
          return Effect.onExit(pull, () => Effect.sync(watch.awaitHead))
        })
      )
    ),
    body.contentType,
    body.contentLength
  )

/** Fetch sends every stream chunked, without its length, which upload hosts refuse: it is given the bytes in one piece. */
export const byFetch =
  ({ inOnePiece }: StreamedBody, fetch: typeof globalThis.fetch, watch: Watch): typeof globalThis.fetch =>
  async (input, init) => {
    // It has begun already.
    if (init?.body instanceof ReadableStream) void init.body.cancel().catch(() => {})
    if (inOnePiece === undefined) {
      throw new BodyRefused(
        "fetch can't send a stream with its length: give the bytes in one piece, or use an HTTP client that can"
      )
    }
    watch.awaitHead(patience(inOnePiece.length))
    return fetch(input, { ...init, body: new Uint8Array(inOnePiece) })
  }
