/** SHA-256 by `node:crypto`, about ten times as fast as in JavaScript. */
import { createHash } from "node:crypto"
import * as Layer from "effect/Layer"
import { type Hash, Sha256 } from "../rest/Sha256.ts"

const begin = (): Hash => {
  const hash = createHash("sha256")
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") }
}

export const layer: Layer.Layer<never> = Layer.succeed(Sha256, begin)
