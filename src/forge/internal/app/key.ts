/** The private key of an App, and what it signs: JSON web tokens (RS256). */
import * as KeyFormat from "effect/crypto/KeyFormat"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Signature from "effect/crypto/Signature"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import { CredentialsFailed } from "../../../rest/Credentials.ts"

/** Signs claims: the result is a JSON web token. */
export interface Sign {
  (claims: object): Effect.Effect<string, CredentialsFailed>
}

const header = Base64Url.encode(JSON.stringify({ alg: "RS256", typ: "JWT" }))

/** The formats of keys by the label of their PEM block. The service hands out PKCS#1. */
const formats = {
  "RSA PRIVATE KEY": KeyFormat.pem(KeyFormat.pkcs1),
  "PRIVATE KEY": KeyFormat.pem(KeyFormat.pkcs8)
}

const invalid = (why: string) =>
  new CredentialsFailed({ reason: "InvalidPrivateKey", description: `the private key of the App ${why}` })

/** PEM as files have it: environment variables often hold `\n` in place of line breaks, or none at all. */
const pemOf = (text: string): readonly [label: string, pem: string] | undefined => {
  const [, label = "", body = ""] = /-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/.exec(text) ?? []
  const base64 = body.replace(/\\r|\\n|\s/g, "")
  return base64 === "" ? undefined : [label, `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----`]
}

const decode = (privateKey: Redacted.Redacted<string>) => {
  const [label, pem] = pemOf(Redacted.value(privateKey)) ?? []
  if (label === undefined || pem === undefined) return Effect.fail(invalid("is not a PEM file"))
  if (label !== "RSA PRIVATE KEY" && label !== "PRIVATE KEY") {
    return Effect.fail(invalid(`is "${label}" in PEM: expected "RSA PRIVATE KEY" or "PRIVATE KEY"`))
  }
  return KeyFormat.decodePrivate(formats[label], Signature.rsaPkcs1v15Sha256, pem).pipe(
    // The error could quote the key.
    Effect.mapError(() => invalid("cannot be read as an RSA key"))
  )
}

/** Reads a private key. */
export const signer = Effect.fnUntraced(
  function* (privateKey: Redacted.Redacted<string>): Effect.fn.Return<Sign, CredentialsFailed, Signature.Signature> {
    if (!("subtle" in globalThis.crypto)) {
      return yield* invalid("cannot be used, because Web Crypto is missing; browsers provide it on HTTPS pages only")
    }
    const key = yield* decode(privateKey)
    const signature = yield* Signature.Signature
    return (claims) => {
      const signed = `${header}.${Base64Url.encode(JSON.stringify(claims))}`
      return signature.sign(key, new TextEncoder().encode(signed)).pipe(
        Effect.map((bytes) => `${signed}.${Base64Url.encode(bytes)}`),
        Effect.mapError(() => invalid("cannot sign"))
      )
    }
  },
  Effect.provide(Signature.layerWebCrypto),
  Effect.provide(SecureRandom.layerWebCrypto)
)
