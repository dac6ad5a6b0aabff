/** Lines with their length in front, of which git's protocols are made (gitprotocol-common). */

/** What a peer sent is not what the protocol says, or asks for what is not there. The message is for its user. */
export class WireError extends Error {}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The most bytes of a line, with its length of four digits. */
export const longest = 65_520

const head = 4

/** Makes a line of text or bytes. Text gets its line feed here. */
export const line = (content: string | Uint8Array): Uint8Array => {
  const bytes = typeof content === "string" ? encoder.encode(`${content}\n`) : content
  const made = new Uint8Array(bytes.length + head)
  made.set(encoder.encode(made.length.toString(16).padStart(head, "0")))
  made.set(bytes, head)
  return made
}

/** Ends a list of lines. */
export const flush: Uint8Array = encoder.encode("0000")

/** Separates two lists. */
export const delimiter: Uint8Array = encoder.encode("0001")

export const joined = (parts: Iterable<Uint8Array>): Uint8Array => {
  const all = [...parts]
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A line's text without its line feed, or what stands between lines. */
export type Packet = { readonly text: string } | "flush" | "delimiter"

export interface PacketReader {
  /** Undefined at the end. */
  readonly next: () => Packet | undefined
  /** The lines up to the next mark between lines, or the end. */
  readonly list: () => ReadonlyArray<string>
  /** The bytes after what was read. */
  readonly rest: () => Uint8Array
}

export const readPackets = (bytes: Uint8Array): PacketReader => {
  let at = 0
  const next = (): Packet | undefined => {
    if (at === bytes.length) return undefined
    const digits = decoder.decode(bytes.subarray(at, at + head))
    const length = /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1
    if (length < 0 || length === 2 || length === 3 || at + length > bytes.length) {
      throw new WireError(`bad line length ${JSON.stringify(digits)}`)
    }
    if (length < head) {
      at += head
      return length === 0 ? "flush" : "delimiter"
    }
    const text = decoder.decode(bytes.subarray(at + head, at + length)).replace(/\n$/, "")
    at += length
    return { text }
  }
  const list = (): ReadonlyArray<string> => {
    const lines: Array<string> = []
    for (let packet = next(); typeof packet === "object"; packet = next()) lines.push(packet.text)
    return lines
  }
  return { next, list, rest: () => bytes.subarray(at) }
}
