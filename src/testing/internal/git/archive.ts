/** Archives of a tree, as `git archive` makes them, but not compressed: a gzipped tar, and a zip. */
import { type Commit, type Objects, type Sha, blobOf } from "./objects.ts"
import { type Leaf, leavesOf } from "./tree.ts"

interface Entry {
  readonly path: string
  readonly mode: Leaf["mode"]
  readonly content: Uint8Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** A rule of `.gitattributes`. Patterns without a slash match names, others whole paths. */
const attributed = (attributes: string, attribute: string) => {
  const patterns = attributes.split("\n").flatMap((line) => {
    const [pattern = "", ...names] = line.trim().split(/\s+/)
    if (!names.includes(attribute)) return []
    const text = pattern
      .replace(/^\/|\/$/g, "")
      .replace(/[.+^${}()|[\]\\?]/g, "\\$&")
      .replaceAll("*", "[^/]*")
    return [new RegExp(pattern.includes("/") ? `^${text}(?:/|$)` : `(?:^|/)${text}(?:/|$)`)]
  })
  return (path: string): boolean => patterns.some((pattern) => pattern.test(path))
}

/** The files of a commit below the top folder, without what `export-ignore` names. A submodule is an empty directory. */
const entriesOf = (objects: Objects, { sha, tree }: Commit, top: string): ReadonlyArray<Entry> => {
  const leaves = leavesOf(objects, tree)
  const rules = leaves.find(([path]) => path === ".gitattributes")?.[1].sha
  const attributes = rules === undefined ? "" : decoder.decode(blobOf(objects, rules))
  const isIgnored = attributed(attributes, "export-ignore")
  const isChanged = attributed(attributes, "export-subst")
  const contentOf = (path: string, blob: Sha): Uint8Array =>
    isChanged(path)
      ? encoder.encode(decoder.decode(blobOf(objects, blob)).replaceAll("$Format:%H$", sha))
      : blobOf(objects, blob)
  return leaves.flatMap(([path, { mode, sha: blob }]): ReadonlyArray<Entry> =>
    isIgnored(path)
      ? []
      : mode === "160000"
        ? [{ path: `${top}/${path}/`, mode, content: new Uint8Array() }]
        : [{ path: `${top}/${path}`, mode, content: contentOf(path, blob) }]
  )
}

const block = 512

const padded = (content: Uint8Array): ReadonlyArray<Uint8Array> => [
  content,
  new Uint8Array((block - (content.length % block)) % block)
]

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`

interface Header {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly mode: number
  readonly link?: Uint8Array
  readonly seconds: number
}

/** A header in the format `ustar`. Longer names are in the one before it. */
const header = ({ link, mode, name, seconds, size, type }: Header): Uint8Array => {
  const bytes = new Uint8Array(block)
  const put = (at: number, value: string | Uint8Array, most: number) =>
    bytes.set((typeof value === "string" ? encoder.encode(value) : value).subarray(0, most), at)
  put(0, name, 100)
  put(100, octal(mode, 7), 8)
  put(108, octal(0, 7), 8)
  put(116, octal(0, 7), 8)
  put(124, octal(size, 11), 12)
  put(136, octal(seconds, 11), 12)
  put(148, "        ", 8)
  put(156, type, 1)
  put(157, link ?? "", 100)
  put(257, "ustar\u000000", 8)
  put(265, "root", 32)
  put(297, "root", 32)
  put(
    148,
    `${octal(
      bytes.reduce((sum, byte) => sum + byte, 0),
      6
    )} `,
    8
  )
  return bytes
}

/** `length name=value`, where the length counts itself. */
const record = (name: string, value: string | Uint8Array): Uint8Array => {
  const rest = joined([
    encoder.encode(` ${name}=`),
    encoder.encode(typeof value === "string" ? value : decoder.decode(value)),
    encoder.encode("\n")
  ])
  const digits = String(rest.length + String(rest.length).length).length
  return joined([encoder.encode(String(rest.length + digits)), rest])
}

const extended = (type: "g" | "x", seconds: number, records: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> => {
  const content = joined(records)
  const name = type === "g" ? "pax_global_header" : "PaxHeader"
  return [header({ name, type, size: content.length, mode: 0o666, seconds }), ...padded(content)]
}

const tarred = ({ content, mode, path }: Entry, seconds: number): ReadonlyArray<Uint8Array> => {
  const link = mode === "120000" ? content : undefined
  const records = [
    ...(encoder.encode(path).length > 100 ? [record("path", path)] : []),
    ...(link !== undefined && link.length > 100 ? [record("linkpath", link)] : [])
  ]
  const file = {
    name: path,
    type: mode === "160000" ? "5" : mode === "120000" ? "2" : "0",
    size: link === undefined ? content.length : 0,
    mode: mode === "100644" ? 0o664 : mode === "160000" || mode === "100755" ? 0o775 : 0o777,
    seconds,
    ...(link === undefined ? {} : { link })
  }
  return [
    ...(records.length === 0 ? [] : extended("x", seconds, records)),
    header(file),
    ...(link === undefined ? padded(content) : [])
  ]
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let bits = index
  for (let count = 0; count < 8; count++) bits = (bits & 1) === 1 ? 0xedb88320 ^ (bits >>> 1) : bits >>> 1
  return bits
})

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Numbers of one, two or four bytes, the lowest byte first. */
const numbers = (...all: ReadonlyArray<readonly [bytes: 1 | 2 | 4, value: number]>): Uint8Array =>
  Uint8Array.from(
    all.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff))
  )

const largest = 0xffff

/** A gzip whose blocks are stored: no compression is needed to be one. */
const gzipped = (bytes: Uint8Array): Uint8Array => {
  const blocks: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length; at += largest) {
    const part = bytes.subarray(at, at + largest)
    const isLast = at + largest >= bytes.length
    blocks.push(numbers([1, isLast ? 1 : 0], [2, part.length], [2, part.length ^ 0xffff]), part)
  }
  const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)
  return joined([head, ...blocks, numbers([4, crcOf(bytes)], [4, bytes.length])])
}

/** A gzipped tar. Its global header names the commit. */
export const tarball = (objects: Objects, commit: Commit, top: string): Uint8Array => {
  const seconds = Math.floor(commit.committer.date / 1000)
  const folder = header({ name: `${top}/`, type: "5", size: 0, mode: 0o775, seconds })
  const entries = entriesOf(objects, commit, top).flatMap((entry) => tarred(entry, seconds))
  const end = new Uint8Array(2 * block)
  return gzipped(joined([...extended("g", seconds, [record("comment", commit.sha)]), folder, ...entries, end]))
}

/** Years from 1980 on, as zip archives have them. */
const dosTime = (millis: number): readonly [time: number, day: number] => {
  const date = new Date(millis)
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return [time, ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()]
}

/** A zip whose files are stored. */
const zipped = (entries: ReadonlyArray<Entry>, millis: number, comment = ""): Uint8Array => {
  const [time, day] = dosTime(millis)
  const files: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let at = 0
  for (const { content, mode, path } of entries) {
    const name = encoder.encode(path)
    const facts = numbers(
      [2, 10],
      // Names are UTF-8.
      [2, 0x800],
      [2, 0],
      [2, time],
      [2, day],
      [4, crcOf(content)],
      [4, content.length],
      [4, content.length],
      [2, name.length],
      [2, 0]
    )
    const unix = mode === "160000" ? 0o40775 : mode === "120000" ? 0o120777 : mode === "100755" ? 0o100775 : 0o100664
    files.push(numbers([4, 0x04034b50]), facts, name, content)
    directory.push(
      numbers([4, 0x02014b50], [2, 0x0317]),
      facts,
      numbers([2, 0], [2, 0], [2, 0], [4, (unix << 16) >>> 0], [4, at]),
      name
    )
    at += 30 + name.length + content.length
  }
  const count = directory.length / 4
  const listed = joined(directory)
  const said = encoder.encode(comment)
  const sizes = numbers([4, listed.length], [4, at], [2, said.length])
  const end = joined([numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]), sizes])
  return joined([...files, listed, end, said])
}

/** A zip of a commit. Its comment names the commit. */
export const zipball = (objects: Objects, commit: Commit, top: string): Uint8Array => {
  const folder: Entry = { path: `${top}/`, mode: "160000", content: new Uint8Array() }
  return zipped([folder, ...entriesOf(objects, commit, top)], commit.committer.date, commit.sha)
}

/** A zip of texts, by their paths. */
export const zipOf = (texts: ReadonlyArray<readonly [path: string, text: string]>, millis: number): Uint8Array =>
  zipped(
    texts.map(([path, text]) => ({ path, mode: "100644", content: encoder.encode(text) })),
    millis
  )
