/** Bodies of planned writes: what a plan says of bytes, and what is sent. */
import * as Effect from "effect/Effect"
import type { Call } from "../../../rest/Call.ts"
import { Sha256 } from "../../../rest/Sha256.ts"
import { Forge } from "../../../forge/Forge.ts"
import type { PlannedWrite } from "../../PlanTypes.ts"

/** Adds the digests of bytes. */
export const hashed = (
  writes: ReadonlyArray<PlannedWrite>,
  bodies: ReadonlyArray<Call["body"]>
): Effect.Effect<ReadonlyArray<PlannedWrite>, never, Forge> =>
  Effect.gen(function* () {
    const { policy } = yield* Forge
    const begin = yield* Effect.withFiber((fiber) => Effect.succeed(policy(fiber, Sha256)))
    return writes.map((write, index) => {
      const body = bodies[index]
      if (write.body._tag !== "Bytes" || body?._tag !== "Uint8Array") return write
      return { ...write, body: { ...write.body, sha256: digestOf(begin, body.body) } }
    })
  })

/** The SHA-256 of bytes in hex digits. */
export const digestOf = (begin: typeof Sha256.defaultValue extends () => infer B ? B : never, bytes: Uint8Array): string => {
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
