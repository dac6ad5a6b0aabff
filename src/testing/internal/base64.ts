/** Bytes as text, in Base64. */
import * as Base64 from "effect/encoding/Base64"

/** Returns the bytes of a text in Base64, whose lines may be broken; undefined if it is not one. */
export const readBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

const encoded = new WeakMap<object, string>()

/** Encodes what never changes once, however often a state is written. */
export const encodeOnce = (object: object, content: () => Uint8Array): string => {
  const known = encoded.get(object) ?? Base64.encode(content())
  encoded.set(object, known)
  return known
}
