import * as Effect from "effect/Effect"

/** The first 128 bits of the SHA-256: enough to tell texts apart, and not reversible. */
export const digest = (text: string): Effect.Effect<string> =>
  Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).pipe(
    Effect.map((hash) => Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(""))
  )
