/** Bytes as text, in Base64. */

/** Returns the bytes of a text in Base64, whose lines may be broken; undefined if it is not one. */
export const readBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** A multiple of 3, so that only the last chunk is padded. */
const chunk = 0x6000

export const base64 = (bytes: Uint8Array): string => {
  let text = ""
  // Passing all bytes at once would exceed the number of arguments that a call may have.
  for (let start = 0; start < bytes.length; start += chunk) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + chunk)))
  }
  return text
}
