/** Reads git's objects from their bytes, and puts them into a store. */
import { bytesToHex } from "@noble/hashes/utils.js"
import {
  byTreeOrder,
  type Commit,
  encodeCommit,
  encodeTree,
  type TreeEntry,
  type Identity,
  type Mode,
  type Objects,
  putBlob,
  putCommit,
  putTag,
  putTree,
  type Sha,
  type Tag
} from "./objects.ts"

/** The kinds of objects that a store has. */
export type Kind = "blob" | "tree" | "commit" | "tag"

/** An object as git stores it. */
export interface RawObject {
  readonly kind: Kind
  readonly sha: Sha
  readonly content: Uint8Array
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const shaLength = 20

const modes: Readonly<Record<string, Mode>> = {
  "100644": "100644",
  // Written by old versions of git.
  "100664": "100644",
  "100755": "100755",
  "120000": "120000",
  "160000": "160000",
  "40000": "40000"
}

/** Reads the entries of a tree. */
const parseTree = (content: Uint8Array): ReadonlyArray<TreeEntry> => {
  const entries: Array<TreeEntry> = []
  let at = 0
  while (at < content.length) {
    const space = content.indexOf(0x20, at)
    const end = content.indexOf(0, at)
    const mode = modes[decoder.decode(content.subarray(at, space))]
    if (mode === undefined || space === -1 || end < space || end + shaLength >= content.length) {
      throw new Error(`The tree has no valid entry at byte ${at}`)
    }
    at = end + 1 + shaLength
    entries.push({
      mode,
      name: decoder.decode(content.subarray(space + 1, end)),
      sha: bytesToHex(content.subarray(end + 1, at))
    })
  }
  return entries
}

const parseIdentity = (text: string): Identity => {
  const parts = /^(.*?) ?<(.*)> (\d+) ([+-])(\d\d)(\d\d)$/s.exec(text)
  if (parts === null) throw new Error(`The commit has no valid identity in: ${text}`)
  const [, name = "", email = "", seconds, sign, hours, minutes] = parts
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1)
  return { name, email, date: Number(seconds) * 1000, ...(offset === 0 ? {} : { offset }) }
}

/** Reads a commit. */
const parseCommit = (content: Uint8Array): Omit<Commit, "sha"> => {
  const text = decoder.decode(content)
  const end = text.indexOf("\n\n")
  const head = end === -1 ? text.trimEnd() : text.slice(0, end)
  const parts = /^tree ([\da-f]{40})\n((?:parent [\da-f]{40}\n)*)author (.*)\ncommitter (.*)(?:\n([^]*))?$/.exec(head)
  if (parts === null) throw new Error("The commit's header cannot be read")
  const [, tree = "", parents = "", author = "", committer = "", extra] = parts
  return {
    tree,
    parents: [...parents.matchAll(/[\da-f]{40}/g)].map(([sha]) => sha),
    author: parseIdentity(author),
    committer: parseIdentity(committer),
    message: end === -1 ? "" : text.slice(end + 2),
    ...(extra === undefined ? {} : { extra })
  }
}

const kinds: ReadonlyArray<Kind> = ["blob", "tree", "commit", "tag"]

/** Reads an annotated tag. Its tagger may be missing, and a signature is part of its message. */
const parseTag = (content: Uint8Array): Omit<Tag, "sha"> => {
  const text = decoder.decode(content)
  const parts = /^object ([\da-f]{40})\ntype (\w+)\ntag (.*)\n(?:tagger (.*)\n)?([^]*)$/.exec(text)
  const type = kinds.find((kind) => kind === parts?.[2])
  if (parts === null || type === undefined) throw new Error("The tag's header cannot be read")
  const [, object = "", , tag = "", tagger, rest = ""] = parts
  // Other headers come before the empty line.
  const message = rest.startsWith("\n") ? rest.slice(1) : rest.slice(rest.indexOf("\n\n") + 2)
  return { object, type, tag, tagger: tagger === undefined ? null : parseIdentity(tagger), message, content }
}

/** An object with its bytes; undefined if the store does not have it. */
export const rawOf = (objects: Objects, sha: Sha): RawObject | undefined => {
  const [commit, tree, blob, tag] = [
    objects.commits.get(sha),
    objects.trees.get(sha),
    objects.blobs.get(sha),
    objects.tags.get(sha)
  ]
  if (commit !== undefined) return { kind: "commit", sha, content: encodeCommit(commit) }
  if (tree !== undefined) return { kind: "tree", sha, content: encodeTree(tree) }
  if (blob !== undefined) return { kind: "blob", sha, content: blob }
  return tag === undefined ? undefined : { kind: "tag", sha, content: tag.content }
}

const encodeSorted = (entries: ReadonlyArray<TreeEntry>): Uint8Array => encodeTree([...entries].sort(byTreeOrder))

/** Puts an object that is given as its bytes, and returns its sha. Fails if it cannot be written again as it was. */
export const putObject = (objects: Objects, kind: Kind, content: Uint8Array): Sha => {
  switch (kind) {
    case "blob":
      return putBlob(objects, content)
    case "tree":
      return putTree(objects, same(kind, parseTree(content), encodeSorted, content))
    case "commit":
      return putCommit(objects, same(kind, parseCommit(content), encodeCommit, content)).sha
    case "tag":
      return putTag(objects, parseTag(content)).sha
  }
}

const same = <A>(kind: Kind, parsed: A, encode: (parsed: A) => Uint8Array, content: Uint8Array): A => {
  const encoded = encode(parsed)
  if (encoded.length !== content.length || encoded.some((byte, at) => byte !== content[at])) {
    throw new Error(`A ${kind} is written in a way that is not supported: ${decoder.decode(content.subarray(0, 200))}`)
  }
  return parsed
}
