/** The keys of apps that are made of manifests. Web Crypto takes time, so they are made before the service sees the request. */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type { Request } from "../../../Exchange.ts"
import type { AppKeys, Manifest } from "../state/accounts.ts"
import type { World } from "../state/model.ts"

/** How long a code holds, in milliseconds. */
const lifetime = 3_600_000

/** The manifest of a code, unless it has ended. */
export const manifestOf = ({ manifests }: World, code: string, now: number): Manifest | undefined => {
  const manifest = manifests.get(code)
  return manifest !== undefined && now < manifest.created_at + lifetime ? manifest : undefined
}

/** Whether a request needs keys: it uses the code of a manifest without some. */
export const needsKeys = ({ manifests }: World, { method, url }: Request): boolean =>
  method === "POST" &&
  [...manifests.values()].some(
    ({ code, keys }) => keys === null && url.pathname.endsWith(`/app-manifests/${encodeURIComponent(code)}/conversions`)
  )

const pem = (label: string, der: ArrayBuffer | Uint8Array): string => {
  const lines = Base64.encode(new Uint8Array(der)).replace(/.{64}(?=.)/g, "$&\n")
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}

/** What PKCS#8 has before the PKCS#1 of an RSA key of 2048 bits. */
const prefix = 26

/** Makes the keys of an app: the private one as PKCS#1, as the service hands it out. */
export const makeKeys: Effect.Effect<AppKeys> = Effect.promise(async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"]
  )
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", privateKey)
  return {
    private_key: pem("RSA PRIVATE KEY", pkcs8.slice(prefix)),
    public_key: pem("PUBLIC KEY", await crypto.subtle.exportKey("spki", publicKey))
  }
})
