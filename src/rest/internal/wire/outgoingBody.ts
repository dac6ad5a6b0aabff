/** Request bodies that are sent as streams. Only programs with uploads bundle this. */
import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as Pull from "effect/Pull"
import * as Stream from "effect/Stream"
import type { BytesBody, StreamedBody } from "../../Call.ts"
import { BodyRefused, patience, pieceSize, sending } from "./requestBody.ts"
import type { Watch } from "../../Watch.ts"

/** How many bytes a socket may hold that it has taken and not sent yet. */
const held = 4 * 2 ** 20

/**
 * Restarts the watchdog's timeout with each piece, and counts its bytes. A piece has been sent when the client asks for
 * the next one. There is no timeout while the caller's stream produces a piece.
 */
export const watchedBody = (body: HttpBody.Stream, watch: Watch): HttpBody.Stream => {
  const longer = patience(Math.min(body.contentLength ?? 0, held)) || undefined
  return HttpBody.stream(
    Stream.transformPull(body.stream, (pull) =>
      Effect.sync(() => {
        let pieces: ReadonlyArray<Uint8Array> = []
        let index = 0
        let at = 0
        const nextPart = (): Uint8Array | undefined => {
          const piece = pieces[index]
          const part = piece?.subarray(at, at + pieceSize)
          at += pieceSize
          if (piece !== undefined && at < piece.length) return part
          index++
          at = 0
          return part
        }
        const produce = Effect.suspend(() => {
          watch.rest()
          return Effect.onError(pull, () => Effect.sync(() => watch.awaitHead(longer)))
        })
        const send: Pull.Pull<Arr.NonEmptyReadonlyArray<Uint8Array>, unknown> = Effect.suspend(() => {
          const part = nextPart()
          if (part === undefined) {
            return Effect.flatMap(produce, (produced) => {
              pieces = produced
              index = 0
              return send
            })
          }
          watch.moved(part.length)
          watch.awaitSent()
          return Effect.succeed<Arr.NonEmptyReadonlyArray<Uint8Array>>([part])
        })
        return send
      })
    ),
    body.contentType,
    body.contentLength
  )
}

/** Makes fetch send the bytes themselves: it would send a stream without its length, which upload hosts refuse. */
export const byFetch =
  (inOnePiece: Uint8Array | undefined, fetch: typeof globalThis.fetch, watch: Watch): typeof globalThis.fetch =>
  async (input, init) => {
    // The stream has already started.
    if (init?.body instanceof ReadableStream) void init.body.cancel().catch(() => {})
    if (inOnePiece === undefined) {
      throw new BodyRefused(
        "fetch can't send a stream with its length: pass the bytes in one piece, or install @effect/platform-node and use a Layer of forgecast/node"
      )
    }
    return sending(inOnePiece, fetch, watch)(input, init)
  }

/** Makes the body of a request. Fetch cannot send a stream with its length, so it gets the same bytes in one piece. */
export const streamed = (body: HttpBody.Stream, inOnePiece?: Uint8Array): StreamedBody =>
  Object.assign(body, {
    sending: {
      watched: (watch: Watch) => watchedBody(body, watch),
      byFetch: (fetch: typeof globalThis.fetch, watch: Watch) => byFetch(inOnePiece, fetch, watch)
    }
  })

/** Bytes as a body that is sent in pieces. */
export const inPieces = ({ body, contentType }: BytesBody): StreamedBody =>
  streamed(HttpBody.stream(Stream.fromIterable(piecesOf(body), { chunkSize: 1 }), contentType, body.length), body)

/** The pieces of bytes. */
export const piecesOf = (bytes: Uint8Array): Iterable<Uint8Array> => ({
  *[Symbol.iterator]() {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
  }
})
