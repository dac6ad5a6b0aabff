/**
 * Signatures of deliveries: the HMAC-SHA-256 of the bytes of a body, with the secret of the hook.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Signs and verifies with one secret. */
export interface Hmac {
  /** The HMAC-SHA-256 of the bytes. */
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Effect.Effect<Uint8Array<ArrayBuffer>>
  /** Whether `signature` is that of the bytes. Takes the same time whether it is or not. */
  readonly verify: (signature: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) => Effect.Effect<boolean>
}

const algorithm = { name: "HMAC", hash: "SHA-256" }

const portable = (secret: Redacted.Redacted<string>): Hmac => {
  let key: Promise<CryptoKey> | undefined
  const withKey = <A>(use: (key: CryptoKey) => Promise<A>) =>
    Effect.promise(async () => {
      key ??= crypto.subtle.importKey("raw", new TextEncoder().encode(Redacted.value(secret)), algorithm, false, [
        "sign",
        "verify"
      ])
      return use(await key)
    })
  return {
    sign: (bytes) =>
      withKey((key) => crypto.subtle.sign("HMAC", key, bytes)).pipe(Effect.map((hash) => new Uint8Array(hash))),
    verify: (signature, bytes) => withKey((key) => crypto.subtle.verify("HMAC", key, signature, bytes))
  }
}

/** Makes the HMAC of a secret. Default: Web Crypto, which runs everywhere. The Layers of `forgecast/node` provide Node's own. */
export const HmacSha256 = Context.Reference<(secret: Redacted.Redacted<string>) => Hmac>(
  "forgecast/forge/WebhookSignature/HmacSha256",
  { defaultValue: () => portable }
)

/** The value of `X-Hub-Signature-256` for a body. */
export const sign = (
  secret: Redacted.Redacted<string>,
  body: string | Uint8Array<ArrayBuffer>
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const hmac = (yield* HmacSha256)(secret)
    const hash = yield* hmac.sign(typeof body === "string" ? new TextEncoder().encode(body) : body)
    return `sha256=${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
  })

/** Reads the value of `X-Hub-Signature-256`; undefined if it is none. */
export const parse = (header: string): Uint8Array<ArrayBuffer> | undefined =>
  /^sha256=[0-9a-f]{64}$/i.test(header)
    ? Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(header.slice(7 + at * 2, 9 + at * 2), 16))
    : undefined
