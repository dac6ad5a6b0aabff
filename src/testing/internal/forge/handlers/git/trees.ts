/** Handlers of trees as git objects. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { isPath } from "../../../git/names.ts"
import { type Entry, type Mode, type Objects, putBlob, type Sha, treeOf } from "../../../git/objects.ts"
import { entryAt, type Leaf, leavesOf, writeTree } from "../../../git/tree.ts"
import { notEmpty } from "../../access/commits.ts"
import { readable, writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { notFound, unprocessable } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { hasObject, keepObject } from "../../state/reach.ts"
import { resolveCommit } from "../../state/refs.ts"
import * as Wire from "../../wire/git.ts"

type Step<A> = Result.Result<A, Answer>

const hasTree = (call: Call, repository: Repository, sha: Sha): boolean =>
  call.world.objects.trees.has(sha) && hasObject(call.world, repository, sha)

/** Finds a tree by its sha, or by a commit, branch or tag. */
const treeNamed = (call: Call, repository: Repository, name: string): Sha | undefined =>
  hasTree(call, repository, name) ? name : resolveCommit(call.world, repository, name)?.tree

type Placed = readonly [path: string, entry: Entry]

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

export const getTree: Handler = handler(function* (call) {
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

const wishOf = (call: Call, repository: Repository, item: Input.Fields): Step<Wish> =>
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

const wishesOf = (call: Call, repository: Repository, fields: Input.Fields): Step<ReadonlyArray<Wish>> =>
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

const baseOf = (call: Call, repository: Repository, fields: Input.Fields): Step<Sha | undefined> =>
  Result.flatMap(Input.text(call, fields, "base_tree"), (name) => {
    if (name === undefined || name === null) return Result.succeed(undefined)
    const base = treeNamed(call, repository, name)
    return base === undefined
      ? Result.fail(unprocessable(call, "base_tree is not a valid tree oid"))
      : Result.succeed(base)
  })

export const createTree: Handler = handler(function* (call) {
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
  const sha = writeTree(objects, base, changesOf(objects, wishes))
  keepObject(call.world, repository, sha)
  const wire = Wire.tree(call, repository, sha, shallow(objects, sha))
  return json(201, wire, { location: wire.url })
})
