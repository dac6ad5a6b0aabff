/** Handlers of `Contents.put` and `Contents.remove`: each makes one commit. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { readBase64 } from "../../../base64.ts"
import { json } from "../../../exchange.ts"
import { isPath } from "../../../git/names.ts"
import { type Commit, commitOf, type Identity, putBlob, putCommit, type Sha } from "../../../git/objects.ts"
import { type Leaf, writeTree } from "../../../git/tree.ts"
import { writable } from "../../access/lookups.ts"
import { demandOf } from "../../access/protection.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { conflict, malformed, missing, notFound, unprocessable } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { branchRef, branchTip, entryOf, isEmpty, moveRef } from "../../state/refs.ts"
import * as CommitWire from "../../wire/commits.ts"
import * as Wire from "../../wire/contents.ts"
import { identity, viewerIdentity } from "../git/identity.ts"

type Step<A> = Result.Result<A, Answer>

/** A change of one file on a branch, as it was asked for. */
interface Change {
  readonly repository: Repository
  readonly path: string
  readonly branch: string
  /** Undefined if the repository is empty. */
  readonly tip: Commit | undefined
  readonly message: string
  readonly author: Identity
  readonly committer: Identity
  /** The sha that the client takes the file to have. */
  readonly sha: string | undefined
}

const requiredString = (call: Call, fields: Input.Fields, name: string): Step<string> =>
  Result.flatMap(Input.required(call, fields, name), () =>
    Result.map(Input.text(call, fields, name), (value) => value ?? "")
  )

const branchOf = (call: Call, repository: Repository, fields: Input.Fields): Step<string> =>
  Result.flatMap(Input.text(call, fields, "branch"), (given) => {
    const branch = given === undefined || given === null || given === "" ? repository.default_branch : given
    const exists = branchTip(repository, branch) !== undefined
    return exists || (isEmpty(repository) && branch === repository.default_branch)
      ? Result.succeed(branch)
      : Result.fail(missing(call, `Branch ${branch} not found`))
  })

const changeOf = (call: Call, repository: Repository, viewer: string, fields: Input.Fields): Step<Change> =>
  Result.gen(function* () {
    const path = Input.trimmed(call.params["path"] ?? "")
    if (!isPath(path)) return yield* Result.fail(unprocessable(call, "path contains a malformed path component"))
    const message = yield* requiredString(call, fields, "message")
    const sha = yield* Input.text(call, fields, "sha")
    const committer = (yield* identity(call, fields, "committer")) ?? viewerIdentity(call, viewer)
    const author = (yield* identity(call, fields, "author")) ?? committer
    const branch = yield* branchOf(call, repository, fields)
    const tip = branchTip(repository, branch)
    return {
      repository,
      path,
      branch,
      tip: tip === undefined ? undefined : commitOf(call.world.objects, tip),
      message,
      author,
      committer,
      sha: sha ?? undefined
    }
  })

/** What is at the change's path now. */
const formerOf = (call: Call, { path, tip }: Change) =>
  tip === undefined ? undefined : entryOf(call.world.objects, tip.sha, path)

/** Whether a file is where the path needs a directory. */
const isUnderFile = (call: Call, { path, tip }: Change): boolean => {
  const parts = path.split("/")
  return (
    tip !== undefined &&
    parts.some((_, index) => {
      const entry = index === 0 ? undefined : entryOf(call.world.objects, tip.sha, parts.slice(0, index).join("/"))
      return entry !== undefined && entry.mode !== "40000"
    })
  )
}

const mismatch = (call: Call, path: string, sha: string): Step<never> =>
  Result.fail(conflict(call, `${path} does not match ${sha}`))

const unprotected = (call: Call, { branch, repository }: Change, verb: string): Step<void> => {
  const demand = demandOf(repository, branch)
  return demand === undefined ? Result.void : Result.fail(conflict(call, `Could not ${verb} file: ${demand}`))
}

/** Makes the commit, and answers with it and the file. */
const write = (call: Call, change: Change, leaf: Leaf | null, status: 200 | 201): Answer => {
  const { author, branch, committer, message, path, repository, tip } = change
  const { objects } = call.world
  const commit = putCommit(objects, {
    tree: writeTree(objects, tip?.tree, new Map([[path, leaf]])),
    parents: tip === undefined ? [] : [tip.sha],
    author,
    committer,
    message
  })
  const moved = moveRef(call.world, repository, branchRef(branch), commit.sha, call.now, call.viewer)
  return json(status, {
    content: leaf === null ? null : Wire.entry(call, { repository: moved, ref: branch, path, entry: leaf }),
    commit: CommitWire.gitCommit(call, moved, commit)
  })
}

const contentOf = (call: Call, fields: Input.Fields): Step<Uint8Array> =>
  Result.flatMap(requiredString(call, fields, "content"), (text) => {
    const bytes = readBase64(text)
    return bytes === undefined ? Result.fail(unprocessable(call, "content is not valid Base64")) : Result.succeed(bytes)
  })

const modeOf = (former: { readonly mode: string } | undefined): Leaf["mode"] =>
  former?.mode === "100755" || former?.mode === "120000" ? former.mode : "100644"

export const put: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const content = yield* contentOf(call, fields)
  const change = yield* changeOf(call, repository, viewer, fields)
  const { path, sha } = change
  const former = formerOf(call, change)
  if (isUnderFile(call, change)) {
    const problem = "A file exists where you’re trying to create a subdirectory. Choose a new path and try again."
    return yield* Result.fail(unprocessable(call, problem))
  }
  if (former !== undefined && sha === undefined) return yield* Result.fail(malformed(call, `"sha" wasn't supplied.`))
  const isFile = former !== undefined && former.mode !== "40000"
  if (sha !== undefined && (!isFile || former.sha !== sha)) return yield* mismatch(call, path, sha)
  yield* unprotected(call, change, former === undefined ? "create" : "update")
  const leaf: Leaf = { mode: modeOf(former), sha: putBlob(call.world.objects, content) }
  return write(call, change, leaf, former === undefined ? 201 : 200)
})

/** Parameters in the query count, too: not every client sends a body with DELETE. */
const fieldsOrQuery = (call: Call): Step<Input.Fields> =>
  Result.map(Input.fieldsOf(call), (fields) => ({ ...Object.fromEntries(call.query), ...fields }))

export const remove: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* fieldsOrQuery(call)
  const change = yield* changeOf(call, repository, viewer, fields)
  const sha: Sha = yield* requiredString(call, fields, "sha")
  const former = formerOf(call, change)
  if (former === undefined || former.mode === "40000") return yield* Result.fail(notFound(call))
  if (former.sha !== sha) return yield* mismatch(call, change.path, sha)
  yield* unprotected(call, change, "delete")
  return write(call, change, null, 200)
})
