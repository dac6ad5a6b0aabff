/** The memory of response bodies. */

/** Bytes that were joined, so that nobody else has their memory. */
const own = new WeakSet<Uint8Array>()

export const owned = (bytes: Uint8Array): Uint8Array => {
  own.add(bytes)
  return bytes
}

/** Gives the memory of joined bytes back at once. Waiting for the garbage collector would make it collect more often. */
export const release = (bytes: Uint8Array): void => {
  const { buffer } = bytes
  // Short ones may share memory, as those of Node's `Buffer` do.
  const isWhole = own.delete(bytes) && bytes.length === buffer.byteLength
  if (isWhole && buffer instanceof ArrayBuffer && "transfer" in buffer) buffer.transfer(0)
}

/** Copies pieces into one. */
export const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  let length = 0
  for (const piece of pieces) length += piece.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
