import * as Effect from "effect/Effect"

/** The sha that git gives to a file with this content. */
export const blobSha = (content: Uint8Array | string): Effect.Effect<string> => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const header = new TextEncoder().encode(`blob ${bytes.length}\0`)
  const blob = new Uint8Array(header.length + bytes.length)
  blob.set(header)
  blob.set(bytes, header.length)
  return Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-1", blob)),
    (hash) => Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )
}
