/** Reads compressed bodies. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientError, TooLarge } from "../rest/internal/wire/direct.ts"
import { owned } from "../rest/internal/wire/body.ts"
import * as ContentCoding from "./contentCoding.ts"

/** A body that can be collected, or read in pieces. */
export interface ReadableBody {
  /** Collects the body. False as soon as it has more than `limit` bytes: the stream then has all of it. */
  readonly collected: (limit: number) => Effect.Effect<boolean, ClientError>
  /** What has been collected, in one piece. */
  readonly joined: () => Uint8Array
  /** The pieces, decompressed. */
  readonly stream: Stream.Stream<Uint8Array, ClientError>
  /** Closes the connection, and fails. */
  readonly tooLarge: (limit: number) => Effect.Effect<never, TooLarge>
  /** The error of an incomplete or broken body. */
  readonly cutOff: (cause: unknown) => ClientError
}

/**
 * The longest compressed body that is decompressed on the main thread, in bytes. For a page of 100 issues, that takes
 * half the time of handing it to another thread.
 */
const mostAtOnce = 262_144

const decoder = new TextDecoder()

export const textOf = (bytes: Uint8Array): string => (bytes.length === 0 ? "" : decoder.decode(bytes))

/** Reads a compressed body, which may have `limit` bytes after decompression. */
export const compressedBytes = (
  body: ReadableBody,
  through: ContentCoding.Decoders,
  limit: number
): Effect.Effect<Uint8Array, ClientError | TooLarge> =>
  Effect.flatMap(body.collected(mostAtOnce), (isWhole) =>
    isWhole ? atOnce(body, through, limit) : inPieces(body, limit)
  )

const atOnce = (
  body: ReadableBody,
  through: ContentCoding.Decoders,
  limit: number
): Effect.Effect<Uint8Array, ClientError | TooLarge> => {
  const compressed = body.joined()
  // A 204 or a 304 has no body, whatever its head says.
  if (compressed.length === 0) return Effect.succeed(compressed)
  try {
    const bytes = ContentCoding.decompressed(compressed, through, limit)
    return bytes === undefined ? body.tooLarge(limit) : Effect.succeed(bytes)
  } catch (cause) {
    return Effect.fail(body.cutOff(cause))
  }
}

const inPieces = (body: ReadableBody, limit: number): Effect.Effect<Uint8Array, ClientError | TooLarge> =>
  Effect.suspend(() => {
    const pieces: Array<Uint8Array> = []
    let length = 0
    const read = Stream.runForEachArray(body.stream, (more): Effect.Effect<void, TooLarge> => {
      for (const piece of more) length += piece.length
      if (length > limit) return body.tooLarge(limit)
      pieces.push(...more)
      return Effect.void
    })
    return Effect.map(read, () => owned(Buffer.concat(pieces)))
  })
