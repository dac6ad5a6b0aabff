/** Bodies of planned writes: what a plan says of bytes, and what is sent. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Call } from "../../../rest/Call.ts"
import { type Hash, Sha256 } from "../../../rest/Sha256.ts"
import { Forge } from "../../../forge/Forge.ts"
import type { PlannedWrite } from "../../PlanTypes.ts"
import { inline, inlined } from "./requests.ts"
import type { Symbols } from "./symbols.ts"

/** Adds the digests of bytes. Streams are run for that, and short ones are kept as bytes are. */
export const read = (
  writes: ReadonlyArray<PlannedWrite>,
  bodies: ReadonlyArray<Call["body"]>,
  symbols: Symbols
): Effect.Effect<ReadonlyArray<PlannedWrite>, never, Forge> =>
  Effect.gen(function* () {
    const { policy } = yield* Forge
    const begin = yield* Effect.withFiber((fiber) => Effect.succeed(policy(fiber, Sha256)))
    return yield* Effect.forEach(writes, (write, index): Effect.Effect<PlannedWrite> => {
      const sent = bodies[index]
      const { body } = write
      if (body._tag !== "Bytes" || sent === undefined) return Effect.succeed(write)
      if (sent._tag === "Uint8Array") {
        return Effect.sync(() => ({ ...write, body: { ...body, sha256: digestOf(begin, sent.body) } }))
      }
      if (sent._tag !== "Stream") return Effect.succeed(write)
      // A stream that fails now may not fail when it is sent.
      return Effect.orElseSucceed(
        Effect.map(streamed(sent.stream, begin), ({ bytes, sha256 }) => {
          if (bytes === undefined) return { ...write, body: { ...body, sha256 } }
          const { content, later } = inlined(bytes, symbols)
          return { ...write, later: [...write.later, ...later], body: { ...body, sha256, content } }
        }),
        () => write
      )
    })
  })

/** Runs a stream. Its bytes are there if they fit into a plan. */
const streamed = <E>(stream: Stream.Stream<Uint8Array, E>, begin: () => Hash) =>
  Effect.suspend(() => {
    const hash = begin()
    let bytes: Array<number> | undefined = []
    const take = (piece: Uint8Array): void => {
      hash.update(piece)
      bytes = bytes === undefined || bytes.length + piece.length > inline ? undefined : [...bytes, ...piece]
    }
    return Effect.map(
      Stream.runForEach(stream, (piece) => Effect.sync(() => take(piece))),
      () => ({
        sha256: hash.hex(),
        bytes: bytes && Uint8Array.from(bytes)
      })
    )
  })

/** The SHA-256 of bytes in hex digits. */
export const digestOf = (begin: () => Hash, bytes: Uint8Array): string => {
  const hash = begin()
  hash.update(bytes)
  return hash.hex()
}

export const bodyOf = (body: Uint8Array, contentType: string): Call["body"] => ({
  _tag: "Uint8Array",
  body,
  contentType,
  contentLength: body.length
})
