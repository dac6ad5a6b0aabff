/** Reads a pack that somebody sends, with bounds on what it may cost. */
import { createHash } from "node:crypto"
import { inflateSync } from "node:zlib"
import type { Sha } from "../objects.ts"
import type { Kind, RawObject } from "../parse.ts"
import { applyDelta, lengthOfResult } from "./delta.ts"
import { WireError } from "./pktLine.ts"

/** What a pack may hold at most. */
export interface Bounds {
  readonly objects: number
  /** Bytes of one object. */
  readonly each: number
  /** Bytes of all objects. */
  readonly all: number
  /** How many deltas may lie on top of an object. */
  readonly depth: number
}

export const usualBounds: Bounds = { objects: 1_000_000, each: 100 * 2 ** 20, all: 2 ** 30, depth: 4_095 }

const shaLength = 20
const kinds: Readonly<Record<number, Kind>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" }
const ofsDelta = 6
const refDelta = 7

/** An object as the pack has it: whole, or a delta of one that is named by its place or its sha. */
type Entry =
  | { readonly kind: Kind; readonly content: Uint8Array }
  | { readonly base: number | Sha; readonly content: Uint8Array }

/** An object with its place, or -1 if it is not in the pack, and the number of deltas below it. */
interface Resolved {
  readonly place: number
  readonly object: RawObject
  readonly depth: number
}

/** The object that the peer may refer to without sending it. */
type Known = (sha: Sha) => Omit<RawObject, "sha"> | undefined

const sha1 = (...parts: ReadonlyArray<string | Uint8Array>): Sha => {
  const hash = createHash("sha1")
  for (const part of parts) hash.update(part)
  return hash.digest("hex")
}

/** The least bytes that zlib takes for its work. */
const leastChunk = 64

/** Unpacks what starts at a place. Returns it with the place after it. */
const inflate = (bytes: Uint8Array, start: number, length: number): readonly [content: Uint8Array, end: number] => {
  try {
    // The types do not know what `info` returns.
    const { buffer, engine } = inflateSync(bytes.subarray(start), {
      info: true,
      // A byte more than was said shows that the length is wrong.
      maxOutputLength: length + 1,
      chunkSize: Math.max(leastChunk, length + 1)
    }) as unknown as { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } }
    // A plain array, as all other contents are, and no `Buffer`.
    if (buffer.length === length) {
      return [new Uint8Array(buffer.buffer, buffer.byteOffset, length), start + engine.bytesWritten]
    }
  } catch {
    // It is said below.
  }
  throw new WireError(`what starts at byte ${start} of the pack cannot be unpacked`)
}

const makeCursor = (bytes: Uint8Array, start: number) => {
  let at = start
  const byte = (): number => {
    const value = bytes[at++]
    if (value === undefined) throw new WireError("the pack ends too early")
    return value
  }
  return {
    at: () => at,
    moveTo: (place: number) => void (at = place),
    byte,
    take: (length: number): Uint8Array => {
      at += length
      if (at > bytes.length) throw new WireError("the pack ends too early")
      return bytes.subarray(at - length, at)
    }
  }
}

/** Reads the objects in their order, by their places. */
const readEntries = (body: Uint8Array, count: number, bounds: Bounds): ReadonlyMap<number, Entry> => {
  const entries = new Map<number, Entry>()
  const cursor = makeCursor(body, 12)
  let total = 0
  for (let left = count; left > 0; left--) {
    const place = cursor.at()
    let byte = cursor.byte()
    const type = (byte >> 4) & 7
    let length = byte & 15
    for (let unit = 16; byte > 127; unit *= 128) {
      byte = cursor.byte()
      length += (byte & 127) * unit
    }
    if (length > bounds.each) throw new WireError(`an object of the pack is larger than ${bounds.each} bytes`)
    total += length
    if (total > bounds.all) throw new WireError(`the objects of the pack are larger than ${bounds.all} bytes`)
    let base: number | Sha | undefined
    if (type === ofsDelta) {
      byte = cursor.byte()
      let back = byte & 127
      while (byte > 127) {
        byte = cursor.byte()
        back = (back + 1) * 128 + (byte & 127)
      }
      base = place - back
    } else if (type === refDelta) base = Buffer.from(cursor.take(shaLength)).toString("hex")
    const kind = kinds[type]
    const [content, end] = inflate(body, cursor.at(), length)
    cursor.moveTo(end)
    if (base !== undefined) entries.set(place, { base, content })
    else if (kind !== undefined) entries.set(place, { kind, content })
    else throw new WireError(`an object of the pack has the unknown type ${type}`)
  }
  if (cursor.at() !== body.length) throw new WireError("the pack has more than its objects")
  return entries
}

/** Lists the objects of a pack, with those that it has as deltas. */
export const readPack = (bytes: Uint8Array, known: Known, bounds: Bounds = usualBounds): ReadonlyArray<RawObject> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 + shaLength || view.getUint32(0) !== 0x5041434b) throw new WireError("this is not a pack")
  if (view.getUint32(4) !== 2 && view.getUint32(4) !== 3) throw new WireError("the pack has an unknown version")
  const count = view.getUint32(8)
  if (count > bounds.objects) throw new WireError(`the pack has more than ${bounds.objects} objects`)
  const body = bytes.subarray(0, -shaLength)
  if (sha1(body) !== Buffer.from(bytes.subarray(-shaLength)).toString("hex")) {
    throw new WireError("the pack does not have the checksum that it says")
  }
  const entries = readEntries(body, count, bounds)
  return resolve(entries, known, bounds)
}

/** Makes whole objects of deltas, each as soon as its base is there: it may come later, and be a delta itself. */
const resolve = (entries: ReadonlyMap<number, Entry>, known: Known, bounds: Bounds): ReadonlyArray<RawObject> => {
  const objects: Array<RawObject> = []
  /** The deltas of each base, by its place or its sha. */
  const deltas = new Map<number | Sha, Array<readonly [place: number, delta: Uint8Array]>>()
  const ready: Array<Resolved> = []
  let total = 0
  const grow = (length: number): void => {
    if (length > bounds.each) throw new WireError(`an object of the pack is larger than ${bounds.each} bytes`)
    total += length
    if (total > bounds.all) throw new WireError(`the objects of the pack are larger than ${bounds.all} bytes`)
  }
  const add = (place: number, kind: Kind, content: Uint8Array, depth: number): void => {
    const object = { kind, sha: sha1(`${kind} ${content.length}\0`, content), content }
    objects.push(object)
    ready.push({ place, object, depth })
  }
  const settle = (): void => {
    for (let base = ready.pop(); base !== undefined; base = ready.pop()) {
      const { depth, object, place } = base
      for (const key of [place, object.sha]) {
        const found = deltas.get(key) ?? []
        deltas.delete(key)
        if (found.length > 0 && depth === bounds.depth) {
          throw new WireError(`the pack has more than ${bounds.depth} deltas on top of an object`)
        }
        for (const [at, delta] of found) {
          grow(lengthOfResult(delta))
          add(at, object.kind, applyDelta(object.content, delta), depth + 1)
        }
      }
    }
  }
  for (const [place, entry] of entries) {
    if ("kind" in entry) {
      grow(entry.content.length)
      add(place, entry.kind, entry.content, 0)
    } else deltas.set(entry.base, [...(deltas.get(entry.base) ?? []), [place, entry.content]])
  }
  settle()
  for (const base of deltas.keys()) {
    const object = typeof base === "number" ? undefined : known(base)
    if (typeof base === "number" || object === undefined) continue
    ready.push({ place: -1, object: { ...object, sha: base }, depth: 0 })
    settle()
  }
  if (deltas.size > 0) throw new WireError("the pack has deltas of objects that are missing")
  return objects
}
