/**
 * Git's objects: blobs, trees, commits and annotated tags, with the ids (SHA-1) that git gives them.
 *
 * Objects are immutable and named by their content, so repositories and forks share one store.
 */
import { sha1 } from "@noble/hashes/legacy.js"
import { bytesToHex } from "@noble/hashes/utils.js"

/** The id of an object: 40 hex digits. */
export type Sha = string

/** File, executable, symlink, submodule (its sha is a commit elsewhere), directory. */
export type Mode = "100644" | "100755" | "120000" | "160000" | "40000"

export interface TreeEntry {
  readonly mode: Mode
  readonly name: string
  readonly sha: Sha
}

/** Who wrote or recorded a commit, and when. */
export interface Identity {
  readonly name: string
  readonly email: string
  /** Epoch milliseconds, at a whole second. */
  readonly date: number
  /** Minutes east of UTC; 0 by default. */
  readonly offset?: number
}

export interface Commit {
  readonly sha: Sha
  readonly tree: Sha
  readonly parents: ReadonlyArray<Sha>
  readonly author: Identity
  readonly committer: Identity
  /** As recorded, usually with a line feed at the end. */
  readonly message: string
  /** Header lines besides those above (signature, encoding), as recorded. */
  readonly extra?: string
}

/** An annotated tag. */
export interface Tag {
  readonly sha: Sha
  /** What it names. */
  readonly object: Sha
  readonly type: "commit" | "tree" | "blob" | "tag"
  readonly tag: string
  /** Null for the tags of old versions of git. */
  readonly tagger: Identity | null
  readonly message: string
  /** As recorded, since tags are written in more than one way. */
  readonly content: Uint8Array
}

export interface Objects {
  readonly blobs: Map<Sha, Uint8Array>
  /** Sorted as git sorts them. */
  readonly trees: Map<Sha, ReadonlyArray<TreeEntry>>
  readonly commits: Map<Sha, Commit>
  readonly tags: Map<Sha, Tag>
  /** The commits that were made on top of each commit. */
  readonly children: Map<Sha, Array<Sha>>
}

export const emptyObjects = (): Objects => ({
  blobs: new Map(),
  trees: new Map(),
  commits: new Map(),
  tags: new Map(),
  children: new Map()
})

const encoder = new TextEncoder()

/** Computes the id of an object: SHA-1 of its kind, length and content. */
const idOf = (kind: "blob" | "tree" | "commit" | "tag", content: Uint8Array): Sha =>
  bytesToHex(
    sha1
      .create()
      .update(encoder.encode(`${kind} ${content.length}\0`))
      .update(content)
      .digest()
  )

export const putBlob = (objects: Objects, content: Uint8Array | string): Sha => {
  const bytes = typeof content === "string" ? encoder.encode(content) : content
  const sha = idOf("blob", bytes)
  if (!objects.blobs.has(sha)) objects.blobs.set(sha, bytes)
  return sha
}

/** Git compares names byte by byte, those of directories as if they ended with a slash. */
const sortKey = (entry: TreeEntry): string => (entry.mode === "40000" ? `${entry.name}/` : entry.name)

/** Orders text by its code points, which is the order of its bytes in UTF-8. */
export const byPath = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x === y) continue
    // Surrogates come after all other units, as their code points do.
    return rank(x) - rank(y)
  }
  return a.length - b.length
}

const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Orders the entries of a tree as git does. */
export const byTreeOrder = (a: TreeEntry, b: TreeEntry): number => byPath(sortKey(a), sortKey(b))

const shaLength = 20

/** The values of hex digits, by their character codes. */
const digits = new Uint8Array(128)
for (let value = 0; value < 16; value++) digits[value.toString(16).charCodeAt(0)] = value

/** Writes text to bytes, and returns where it ends. Far faster than a `TextEncoder` for the short names of files. */
const writeText = (bytes: Uint8Array, start: number, text: string): number => {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 127) return start + encoder.encodeInto(text, bytes.subarray(start)).written
    bytes[start + index] = code
  }
  return start + text.length
}

/** A tree of many entries is written again for every commit, so this must be fast. */
export const encodeTree = (entries: ReadonlyArray<TreeEntry>): Uint8Array => {
  // A unit of text takes up to three bytes.
  const most = entries.reduce((sum, { mode, name }) => sum + mode.length + 3 * name.length + 2 + shaLength, 0)
  const bytes = new Uint8Array(most)
  let at = 0
  for (const { mode, name, sha } of entries) {
    at = writeText(bytes, at, mode)
    bytes[at++] = 0x20
    at = writeText(bytes, at, name)
    bytes[at++] = 0
    for (let index = 0; index < 2 * shaLength; index += 2) {
      bytes[at++] = ((digits[sha.charCodeAt(index)] ?? 0) << 4) | (digits[sha.charCodeAt(index + 1)] ?? 0)
    }
  }
  return bytes.subarray(0, at)
}

export const putTree = (objects: Objects, entries: ReadonlyArray<TreeEntry>): Sha => {
  const sorted = [...entries].sort(byTreeOrder)
  const sha = idOf("tree", encodeTree(sorted))
  if (!objects.trees.has(sha)) objects.trees.set(sha, sorted)
  return sha
}

/** An offset in minutes as git and mails write it. */
export const zone = (offset = 0): string => {
  const minutes = Math.abs(offset)
  const digits = String(Math.floor(minutes / 60) * 100 + (minutes % 60)).padStart(4, "0")
  return `${offset < 0 ? "-" : "+"}${digits}`
}

/** What git takes from both ends of names and addresses, and what cannot be inside of them. */
const crud = /^[\0- .,:;<>"\\']+|[\0- .,:;<>"\\']+$|[<>\n]/g

/** Makes the identity of a new commit, as git records names and addresses. */
export const identity = (name: string, email: string, date: number): Identity => ({
  name: name.replace(crud, ""),
  email: email.replace(crud, ""),
  date
})

const identityLine = ({ date, email, name, offset }: Identity): string =>
  `${name} <${email}> ${Math.floor(date / 1000)} ${zone(offset)}`

export const encodeCommit = (commit: Omit<Commit, "sha">): Uint8Array =>
  encoder.encode(
    [
      `tree ${commit.tree}`,
      ...commit.parents.map((parent) => `parent ${parent}`),
      `author ${identityLine(commit.author)}`,
      `committer ${identityLine(commit.committer)}`,
      ...(commit.extra === undefined ? [] : [commit.extra]),
      "",
      commit.message
    ].join("\n")
  )

/** Git has no dates before 1970: what is older is as old as that. */
const dated = (identity: Identity): Identity => (identity.date >= 0 ? identity : { ...identity, date: 0 })

export const putCommit = (objects: Objects, given: Omit<Commit, "sha">): Commit => {
  const commit = { ...given, author: dated(given.author), committer: dated(given.committer) }
  const sha = idOf("commit", encodeCommit(commit))
  const known = objects.commits.get(sha)
  if (known !== undefined) return known
  const made: Commit = { ...commit, sha }
  objects.commits.set(sha, made)
  for (const parent of made.parents) {
    const known = objects.children.get(parent)
    if (known === undefined) objects.children.set(parent, [sha])
    else known.push(sha)
  }
  return made
}

export const encodeTag = ({ message, object, tag, tagger, type }: Omit<Tag, "sha" | "content">): Uint8Array =>
  encoder.encode(
    [
      `object ${object}`,
      `type ${type}`,
      `tag ${tag}`,
      ...(tagger === null ? [] : [`tagger ${identityLine(dated(tagger))}`]),
      "",
      message
    ].join("\n")
  )

export const putTag = (objects: Objects, tag: Omit<Tag, "sha">): Tag => {
  const sha = idOf("tag", tag.content)
  const made = objects.tags.get(sha) ?? { ...tag, sha }
  objects.tags.set(sha, made)
  return made
}

/** Follows tags to the commit that they name in the end. Undefined if it is something else. */
export const peeled = ({ commits, tags }: Objects, sha: Sha): Sha | undefined => {
  let at = sha
  for (let tag = tags.get(at); tag !== undefined; tag = tags.get(at)) at = tag.object
  return commits.has(at) ? at : undefined
}

export const childrenOf = (objects: Objects, sha: Sha): ReadonlyArray<Sha> => objects.children.get(sha) ?? []

/** The content of an object that must exist. */
export const blobOf = (objects: Objects, sha: Sha): Uint8Array => existing(objects.blobs, sha)

export const treeOf = (objects: Objects, sha: Sha): ReadonlyArray<TreeEntry> => existing(objects.trees, sha)

export const commitOf = (objects: Objects, sha: Sha): Commit => existing(objects.commits, sha)

const existing = <A>(all: Map<Sha, A>, sha: Sha): A => {
  const found = all.get(sha)
  if (found === undefined) throw new Error(`There is no git object ${sha}`)
  return found
}

/** The sha of the tree without entries. */
export const emptyTree: Sha = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
