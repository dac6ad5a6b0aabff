/** Bodies of planned writes: what a plan says of bytes, and what is sent. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Call } from "../../../rest/Call.ts"
import { type Hash, Sha256 } from "../../../rest/Sha256.ts"
import { Forge } from "../../../forge/Forge.ts"
import type { PlannedWrite } from "../../PlanTypes.ts"

/** Adds the digests of bytes. Streams are run for that. */
export const hashed = (
  writes: ReadonlyArray<PlannedWrite>,
  bodies: ReadonlyArray<Call["body"]>
): Effect.Effect<ReadonlyArray<PlannedWrite>, never, Forge> =>
  Effect.gen(function* () {
    const { policy } = yield* Forge
    const begin = yield* Effect.withFiber((fiber) => Effect.succeed(policy(fiber, Sha256)))
    const digest = (body: Call["body"] | undefined): Effect.Effect<string | null> => {
      if (body?._tag === "Uint8Array") return Effect.sync(() => digestOf(begin, body.body))
      if (body?._tag !== "Stream") return Effect.succeed(null)
      return Effect.suspend(() => {
        const hash = begin()
        const read = Stream.runForEach(body.stream, (piece) => Effect.sync(() => hash.update(piece)))
        // A stream that fails now may not fail when it is sent.
        return Effect.orElseSucceed(Effect.map(read, () => hash.hex()), () => null)
      })
    }
    return yield* Effect.forEach(writes, (write, index) =>
      write.body._tag === "Bytes"
        ? Effect.map(digest(bodies[index]), (sha256) => ({ ...write, body: { ...write.body, sha256 } as typeof write.body }))
        : Effect.succeed(write)
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
