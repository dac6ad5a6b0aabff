/** The bytes of an upload, read again to recognize them. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Hash } from "../../Sha256.ts"

type Data<E, R> = Uint8Array | string | Stream.Stream<Uint8Array, E, R>

const encoder = new TextEncoder()

/** The number of bytes. That of a stream is declared. */
export const sizeOf = (data: Data<unknown, unknown>, declared: unknown): number => {
  if (Stream.isStream(data)) return Number(declared)
  return typeof data === "string" ? encoder.encode(data).length : data.length
}

/** Hashes the bytes: `sha256:` and hex digits. */
export const digestOf = <E, R>(data: Data<E, R>, begin: () => Hash): Effect.Effect<string, E, R> =>
  Effect.suspend(() => {
    const hash = begin()
    const read: Effect.Effect<void, E, R> = Stream.isStream(data)
      ? Stream.runForEach(data, (piece) => Effect.sync(() => hash.update(piece)))
      : Effect.sync(() => hash.update(typeof data === "string" ? encoder.encode(data) : data))
    return Effect.map(read, () => `sha256:${hash.hex()}`)
  })
