/** Keys of Apps. */
import { generateKeyPairSync } from "node:crypto"
import * as Redacted from "effect/Redacted"

const make = () => generateKeyPairSync("rsa", { modulusLength: 2048 })

const { privateKey, publicKey: published } = make()

/** As the service hands it out. */
export const pkcs1 = String(privateKey.export({ type: "pkcs1", format: "pem" }))

export const pkcs8 = String(privateKey.export({ type: "pkcs8", format: "pem" }))

/** The public key, as a seed has it. */
export const publicKey = String(published.export({ type: "spki", format: "pem" }))

/** The key of another App. */
export const foreign = Redacted.make(String(make().privateKey.export({ type: "pkcs8", format: "pem" })))

export const elliptic = String(
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" })
)
