/** Compression of text by gzip, with what the runtime has. */
import { builtin } from "./builtin.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })

/** Compresses a text. */
export const compress = (text: string): Promise<Uint8Array> => {
  const node = builtin("node:zlib")
  if (node === undefined) return gathered(streamOf(text).pipeThrough(new CompressionStream("gzip")))
  return new Promise((resolve, reject) => {
    // In another thread.
    node.gzip(text, (error, bytes) => (error === null ? resolve(bytes) : reject(error)))
  })
}

/** Decompresses a text of at most so many bytes. Throws if it is longer or damaged. */
export const decompress = async (bytes: Uint8Array, most: number): Promise<string> => {
  const node = builtin("node:zlib")
  const text =
    node === undefined
      ? await gathered(streamOf(bytes).pipeThrough(new DecompressionStream("gzip")), most)
      : node.gunzipSync(bytes, { maxOutputLength: most })
  return decoder.decode(text)
}

// A Blob doesn't take bytes that may be shared with other threads.
const streamOf = (part: string | Uint8Array) => new Blob([typeof part === "string" ? part : part.slice()]).stream()

const gathered = async (stream: ReadableStream<Uint8Array>, most = Infinity): Promise<Uint8Array> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw new RangeError("The text is too long")
    }
    pieces.push(value)
  }
  const all = new Uint8Array(size)
  let offset = 0
  for (const piece of pieces) {
    all.set(piece, offset)
    offset += piece.length
  }
  return all
}
