/** Git objects: blobs, trees, commits and tags. */
import * as Result from "effect/Result"
import { readBase64 } from "../../base64.ts"
import { json } from "../../exchange.ts"
import { isPath, isSha } from "../../git/names.ts"
import {
  commitOf,
  encodeTag,
  type TreeEntry,
  type Identity,
  identity as recorded,
  type Mode,
  type Objects,
  putBlob,
  putCommit,
  putTag,
  type Sha,
  treeOf
} from "../../git/objects.ts"
import { putSigned, signatureHeader } from "../../git/signature.ts"
import { entryAt, type Leaf, leavesOf, writeTree } from "../../git/tree.ts"
import { notEmpty, readable, writable } from "../access/lookups.ts"
import { mayWriteFiles } from "../access/workflowFiles.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { represented } from "../http/media.ts"
import { invalid, invalidSha, malformed, notFound, tooLarge, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { identityOf, webFlow } from "../state/identities.ts"
import { type Repository, userOf } from "../state/model.ts"
import { hasCommit, hasObject, hasTag, keepCommit, keepObject } from "../state/reach.ts"
import { resolveCommit } from "../state/refs.ts"
import * as CommitWire from "../wire/commits.ts"
import { base64Lines, mostBytes } from "../wire/contents.ts"
import * as Wire from "../wire/git.ts"
import { nodeId } from "../wire/nodeIds.ts"

export const viewerIdentity = (call: Call, viewer: string): Identity => identityOf(call.world, viewer, call.now)

/**
 * Reads a person: a name, an address and a date, which is now by default. Undefined if it was not sent. Without `base`,
 * whose name and address are the defaults, both are required.
 */
export const identity = (
  call: Call,
  fields: Input.Fields,
  name: "author" | "committer" | "tagger",
  base?: Identity
): OrRefusal<Identity | undefined> =>
  Result.gen(function* () {
    const person = yield* Input.object(call, fields, name)
    if (person === undefined) return undefined
    if (base === undefined) {
      yield* Input.required(call, person, "name")
      yield* Input.required(call, person, "email")
    }
    const fullName = yield* Input.text(call, person, "name")
    const email = yield* Input.text(call, person, "email")
    const date = yield* Input.instant(call, person, "date")
    const made = recorded(
      fullName ?? base?.name ?? "",
      email ?? base?.email ?? "",
      Math.floor((date ?? call.now) / 1000) * 1000
    )
    if (made.name === "") return yield* Result.fail(malformed(call, `"name" wasn't supplied.`))
    return made.email === "" ? yield* Result.fail(malformed(call, `"email" wasn't supplied.`)) : made
  })

const getBlob: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["file_sha"] ?? ""
  if (!isSha(sha)) return yield* Result.fail(invalidSha(call))
  const bytes = hasObject(call.world, repository, sha) ? call.world.objects.blobs.get(sha) : undefined
  if (bytes === undefined) return yield* Result.fail(notFound(call))
  if (bytes.length > mostBytes) return yield* Result.fail(tooLarge(call))
  if (call.media === "raw") return represented("raw", bytes)
  return json(200, {
    sha,
    node_id: nodeId("B", sha, repository),
    size: bytes.length,
    url: Wire.blobUrl(call, repository, sha),
    content: base64Lines(bytes),
    encoding: "base64"
  })
})

const contentOf = (call: Call, fields: Input.Fields): OrRefusal<string | Uint8Array> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "content")
    const content = (yield* Input.text(call, fields, "content")) ?? ""
    const encoding = (yield* Input.oneOf(call, fields, "encoding", ["utf-8", "base64"], "Blob")) ?? "utf-8"
    if (encoding === "utf-8") return content
    return readBase64(content) ?? (yield* Result.fail(unprocessable(call, "content is not valid Base64")))
  })

const createBlob: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* notEmpty(call, repository)
  const sha = putBlob(call.world.objects, yield* contentOf(call, fields))
  keepObject(call.world, repository, sha)
  const url = Wire.blobUrl(call, repository, sha)
  return json(201, { sha, url }, { location: url })
})

const getCommit: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["commit_sha"] ?? ""
  if (!hasCommit(call.world, repository, sha)) return yield* Result.fail(notFound(call))
  return json(200, CommitWire.gitCommit(call, repository, commitOf(call.world.objects, sha)))
})

const wantedTree = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<Sha> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "tree")
    const sha = (yield* Input.text(call, fields, "tree")) ?? ""
    if (!isSha(sha)) return yield* Result.fail(invalidSha(call))
    const exists = call.world.objects.trees.has(sha) && hasObject(call.world, repository, sha)
    return exists ? sha : yield* Result.fail(unprocessable(call, "Tree SHA does not exist"))
  })

const parentsOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<ReadonlyArray<Sha>> =>
  Result.flatMap(Input.names(call, fields, "parents", "sha"), (parents = []) =>
    parents.every((sha) => hasCommit(call.world, repository, sha))
      ? Result.succeed(parents)
      : Result.fail(unprocessable(call, "Parent SHA does not exist or is not a commit object"))
  )

const withSignature = (signature: string | null | undefined) =>
  signature === undefined || signature === null ? {} : { extra: signatureHeader(signature.trim()) }

/** Whether the service signs what the sender commits: it does so for bots that say nothing of who has made a commit. */
export const isSignedFor = ({ world }: Call, viewer: string, fields: Input.Fields): boolean =>
  userOf(world, viewer)?.type === "Bot" &&
  ["author", "committer", "signature"].every((name) => (fields[name] ?? undefined) === undefined)

/** Makes a commit. By GraphQL, the service signs those of everybody. */
const commitMaker = (isSigned: typeof isSignedFor): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* writable(call)
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "message")
    const message = (yield* Input.text(call, fields, "message")) ?? ""
    yield* notEmpty(call, repository)
    const tree = yield* wantedTree(call, repository, fields)
    const parents = yield* parentsOf(call, repository, fields)
    const author = (yield* identity(call, fields, "author")) ?? viewerIdentity(call, viewer)
    const committer = (yield* identity(call, fields, "committer", author)) ?? author
    const extra = withSignature(yield* Input.text(call, fields, "signature"))
    const { objects } = call.world
    const commit = isSigned(call, viewer, fields)
      ? putSigned(objects, { tree, parents, author, committer: webFlow(call.now), message })
      : putCommit(objects, { tree, parents, author, committer, message, ...extra })
    keepCommit(call.world, repository, commit.sha)
    const wire = CommitWire.gitCommit(call, repository, commit)
    return json(201, wire, { location: wire.url })
  })

const createCommit = commitMaker(isSignedFor)

export const createSignedCommit = commitMaker(() => true)

const getTag: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["tag_sha"] ?? ""
  const tag = hasTag(call.world, repository, sha) ? call.world.objects.tags.get(sha) : undefined
  return tag === undefined ? yield* Result.fail(notFound(call)) : json(200, Wire.tag(call, repository, tag))
})

type Kind = "commit" | "tree" | "blob"

const exists = ({ world }: Call, repository: Repository, kind: Kind, sha: Sha): boolean => {
  const all: ReadonlyMap<Sha, unknown> = world.objects[`${kind}s`]
  if (kind === "commit") return hasCommit(world, repository, sha)
  return all.has(sha) && hasObject(world, repository, sha)
}

const kindOf = (call: Call, fields: Input.Fields): OrRefusal<Kind> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "type")
    const kind = yield* Input.oneOf(call, fields, "type", ["commit", "tree", "blob"], "Tag")
    return kind ?? (yield* Result.fail(invalid(call, { resource: "Tag", code: "missing_field", field: "type" })))
  })

const createTag: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const tag = yield* Input.requiredText(call, fields, "tag", { resource: "Tag", maximum: 255 })
  yield* Input.required(call, fields, "message")
  const message = (yield* Input.text(call, fields, "message")) ?? ""
  yield* Input.required(call, fields, "object")
  const object = (yield* Input.text(call, fields, "object")) ?? ""
  const type = yield* kindOf(call, fields)
  yield* notEmpty(call, repository)
  if (!isSha(object)) return yield* Result.fail(invalidSha(call))
  if (!exists(call, repository, type, object)) {
    return yield* Result.fail(unprocessable(call, `Object ${object} does not exist or is not a ${type}`))
  }
  const tagger = (yield* identity(call, fields, "tagger")) ?? viewerIdentity(call, viewer)
  const named = { tag, message, object, type, tagger }
  const made = putTag(call.world.objects, { ...named, content: encodeTag(named) })
  keepObject(call.world, repository, made.sha)
  const wire = Wire.tag(call, repository, made)
  return json(201, wire, { location: wire.url })
})

const hasTree = (call: Call, repository: Repository, sha: Sha): boolean =>
  call.world.objects.trees.has(sha) && hasObject(call.world, repository, sha)

/** Finds a tree by its sha, or by a commit, branch or tag. */
const treeNamed = (call: Call, repository: Repository, name: string): Sha | undefined =>
  hasTree(call, repository, name) ? name : resolveCommit(call.world, repository, name)?.tree

type Placed = readonly [path: string, entry: TreeEntry]

/** Lists a tree with all below it: directories come before what they contain. */
const deep = (objects: Objects, tree: Sha, prefix = ""): ReadonlyArray<Placed> =>
  treeOf(objects, tree).flatMap((entry) => {
    const path = `${prefix}${entry.name}`
    const own: Placed = [path, entry]
    return entry.mode === "40000" ? [own, ...deep(objects, entry.sha, `${path}/`)] : [own]
  })

const shallow = (objects: Objects, tree: Sha): ReadonlyArray<Placed> =>
  treeOf(objects, tree).map((entry) => [entry.name, entry])

/** How many entries the service lists at once. */
const mostEntries = 100_000

const getTree: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = treeNamed(call, repository, call.params["tree_sha"] ?? "")
  if (sha === undefined) return yield* Result.fail(notFound(call))
  const { objects } = call.world
  // Any value counts, even `false`.
  const entries = call.query.has("recursive") ? deep(objects, sha) : shallow(objects, sha)
  return json(200, Wire.tree(call, repository, sha, entries.slice(0, mostEntries), entries.length > mostEntries))
})

const modes: Readonly<Record<string, Mode>> = {
  "100644": "100644",
  "100755": "100755",
  "120000": "120000",
  "160000": "160000",
  "040000": "40000",
  "40000": "40000"
}

/** One entry of a new tree, as it was asked for. `content` is a blob that is still to be made. */
interface Wish {
  readonly path: string
  readonly mode: Mode
  readonly target: { readonly sha: Sha } | { readonly content: string } | null
}

const wishOf = (call: Call, repository: Repository, item: Input.Fields): OrRefusal<Wish> =>
  Result.gen(function* () {
    const fail = (message: string) => Result.fail(unprocessable(call, message))
    const path = yield* Input.text(call, item, "path")
    const mode = modes[(yield* Input.text(call, item, "mode")) ?? ""]
    const sha = yield* Input.text(call, item, "sha")
    const content = yield* Input.text(call, item, "content")
    if (typeof path !== "string" || !isPath(path)) return yield* fail("tree.path contains a malformed path component")
    if (mode === undefined) return yield* fail("Must supply a valid tree.mode")
    if (typeof sha === "string" && typeof content === "string") {
      return yield* fail("Must supply either tree.sha or tree.content, but not both")
    }
    if (sha === null) return { path, mode, target: null }
    if (typeof content === "string") return { path, mode, target: { content } }
    if (sha === undefined) return yield* fail("Must supply either tree.sha or tree.content")
    const kind = mode === "40000" ? "tree" : "blob"
    const all = mode === "40000" ? call.world.objects.trees : call.world.objects.blobs
    const isKnown = mode === "160000" || (all.has(sha) && hasObject(call.world, repository, sha))
    return isKnown ? { path, mode, target: { sha } } : yield* fail(`tree.sha ${sha} is not a valid ${kind}`)
  })

const wishesOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<ReadonlyArray<Wish>> =>
  Result.gen(function* () {
    const items = yield* Input.objects(call, fields, "tree")
    if (items === undefined || items.length === 0) return yield* Result.fail(unprocessable(call, "Invalid tree info"))
    const wishes: Array<Wish> = []
    for (const item of items) wishes.push(yield* wishOf(call, repository, item))
    return wishes
  })

/** Turns wishes into leaves by path. A directory replaces what was there. */
const changesOf = (objects: Objects, wishes: ReadonlyArray<Wish>): ReadonlyMap<string, Leaf | null> => {
  const changes = new Map<string, Leaf | null>()
  for (const { mode, path, target } of wishes) {
    if (target === null) changes.set(path, null)
    else if (mode !== "40000") {
      changes.set(path, { mode, sha: "sha" in target ? target.sha : putBlob(objects, target.content) })
    } else if ("sha" in target) {
      changes.set(path, null)
      for (const [below, leaf] of leavesOf(objects, target.sha)) changes.set(`${path}/${below}`, leaf)
    }
  }
  return changes
}

const baseOf = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<Sha | undefined> =>
  Result.flatMap(Input.text(call, fields, "base_tree"), (name) => {
    if (name === undefined || name === null) return Result.succeed(undefined)
    const base = treeNamed(call, repository, name)
    return base === undefined
      ? Result.fail(unprocessable(call, "base_tree is not a valid tree oid"))
      : Result.succeed(base)
  })

const createTree: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "tree")
  yield* notEmpty(call, repository)
  const base = yield* baseOf(call, repository, fields)
  const wishes = yield* wishesOf(call, repository, fields)
  const { objects } = call.world
  const isLost = ({ path, target }: Wish) =>
    target === null && (base === undefined || entryAt(objects, base, path) === undefined)
  if (wishes.some(isLost)) return yield* Result.fail(unprocessable(call, "GitRPC::BadObjectState"))
  const changes = changesOf(objects, wishes)
  yield* mayWriteFiles(call, repository, changes)
  const sha = writeTree(objects, base, changes)
  keepObject(call.world, repository, sha)
  const wire = Wire.tree(call, repository, sha, shallow(objects, sha))
  return json(201, wire, { location: wire.url })
})

const repo = "/repos/{owner}/{repo}"
const git = `${repo}/git`

const endpoint = endpointsOf("git/blobs")

export const routes: ReadonlyArray<Route> = [
  endpoint("Git.getBlob", `GET ${git}/blobs/{file_sha}`, "get-a-blob", getBlob),
  endpoint("Git.createBlob", `POST ${git}/blobs`, "create-a-blob", createBlob),
  endpoint("Git.getTree", `GET ${git}/trees/{tree_sha*}`, "git/trees#get-a-tree", getTree),
  endpoint("Git.createTree", `POST ${git}/trees`, "git/trees#create-a-tree", createTree),
  endpoint("Git.getCommit", `GET ${git}/commits/{commit_sha}`, "git/commits#get-a-commit-object", getCommit),
  endpoint("Git.createCommit", `POST ${git}/commits`, "git/commits#create-a-commit", createCommit),
  endpoint("Git.getTag", `GET ${git}/tags/{tag_sha}`, "git/tags#get-a-tag", getTag),
  endpoint("Git.createTag", `POST ${git}/tags`, "git/tags#create-a-tag-object", createTag)
]
