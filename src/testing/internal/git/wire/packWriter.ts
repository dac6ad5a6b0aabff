/** Writes objects as a pack, the format in which git sends them. None is written as a delta of another one. */
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import type { RawObject } from "../parse.ts"
import { joined } from "./pktLine.ts"

const kinds = { commit: 1, tree: 2, blob: 3, tag: 4 } as const

/** The kind and the length of an object, seven bits a byte after the first one's four. */
const headOf = ({ content, kind }: RawObject): Uint8Array => {
  const bytes = [(kinds[kind] << 4) | (content.length & 15)]
  for (let rest = Math.floor(content.length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 128, rest & 127)
  }
  return Uint8Array.from(bytes)
}

/** Writes a pack of `count` objects. */
export const writePack = (objects: Iterable<RawObject>, count: number): Uint8Array => {
  const head = new Uint8Array(12)
  const view = new DataView(head.buffer)
  view.setUint32(0, 0x5041434b)
  view.setUint32(4, 2)
  view.setUint32(8, count)
  const parts: Array<Uint8Array> = [head]
  // Packs are made to be sent once: fast is better than small.
  for (const object of objects) parts.push(headOf(object), deflateSync(object.content, { level: 1 }))
  const hash = createHash("sha1")
  for (const part of parts) hash.update(part)
  return joined([...parts, hash.digest()])
}
