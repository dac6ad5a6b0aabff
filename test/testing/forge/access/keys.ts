/** An app's key and the JSON web tokens that it signs. */
import * as Effect from "effect/Effect"

const algorithm = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1])
}

const pair = crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])

const base64 = (bytes: ArrayBuffer | Uint8Array): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))

const segment = (value: unknown): string => urlSafe(base64(new TextEncoder().encode(JSON.stringify(value))))

const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

/** The public key, as a seed has it. */
export const publicKey = pair
  .then(({ publicKey: key }) => crypto.subtle.exportKey("spki", key))
  .then((key) => `-----BEGIN PUBLIC KEY-----\n${base64(key).replace(/.{64}/g, "$&\n")}\n-----END PUBLIC KEY-----\n`)

/** Signs claims. */
export const jwt = (claims: unknown, header: unknown = { alg: "RS256", typ: "JWT" }): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = `${segment(header)}.${segment(claims)}`
    const { privateKey } = await pair
    const signature = await crypto.subtle.sign(algorithm.name, privateKey, new TextEncoder().encode(text))
    return `${text}.${urlSafe(base64(signature))}`
  })
