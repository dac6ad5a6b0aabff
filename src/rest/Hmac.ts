/** HMAC-SHA-256, which signs what a service sends. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { builtin } from "./internal/persist/builtin.ts"

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

/** By `node:crypto`: for a payload of 25 KB, Web Crypto takes several times as long, in other threads. */
const native =
  ({ createHmac, createSecretKey, timingSafeEqual }: NonNullable<ReturnType<typeof builtin<"node:crypto">>>) =>
  (secret: Redacted.Redacted<string>): Hmac => {
    const key = createSecretKey(new TextEncoder().encode(Redacted.value(secret)))
    const hash = (bytes: Uint8Array) => createHmac("sha256", key).update(bytes).digest()
    return {
      sign: (bytes) => Effect.sync(() => new Uint8Array(hash(bytes))),
      verify: (signature, bytes) =>
        Effect.sync(() => signature.length === 32 && timingSafeEqual(hash(bytes), signature))
    }
  }

/** Makes the key of a secret once. */
const once = (make: (secret: Redacted.Redacted<string>) => Hmac) => {
  const made = new WeakMap<Redacted.Redacted<string>, Hmac>()
  return (secret: Redacted.Redacted<string>): Hmac => {
    const hmac = made.get(secret) ?? make(secret)
    made.set(secret, hmac)
    return hmac
  }
}

/** Makes the HMAC of a secret. Default: `node:crypto` on Node, Bun and Deno; elsewhere Web Crypto. */
export const HmacSha256 = Context.Reference<(secret: Redacted.Redacted<string>) => Hmac>(
  "forgecast/rest/Hmac/HmacSha256",
  {
    defaultValue: () => {
      const crypto = builtin("node:crypto")
      return once(crypto === undefined ? portable : native(crypto))
    }
  }
)
