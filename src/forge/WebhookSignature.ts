/**
 * Signatures of deliveries: the HMAC-SHA-256 of the bytes of a body, with the secret of the hook.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { HmacSha256 } from "../rest/Hmac.ts"

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

/** Whether `header`, the value of `X-Hub-Signature-256`, is that of a body. `Webhooks.receive` has checked it. */
export const verify = (
  secret: Redacted.Redacted<string>,
  body: Uint8Array<ArrayBuffer>,
  header: string
): Effect.Effect<boolean> =>
  Effect.flatMap(HmacSha256, (hmacOf) => {
    const signature = parse(header)
    return signature === undefined ? Effect.succeed(false) : hmacOf(secret).verify(signature, body)
  })

/** Reads the value of `X-Hub-Signature-256`; undefined if it is not a signature. */
export const parse = (header: string): Uint8Array<ArrayBuffer> | undefined => {
  if (!/^sha256=[0-9a-f]{64}$/i.test(header)) return undefined
  const bytes = new Uint8Array(32)
  for (let at = 0; at < 32; at++) bytes[at] = Number.parseInt(header.slice(7 + at * 2, 9 + at * 2), 16)
  return bytes
}
