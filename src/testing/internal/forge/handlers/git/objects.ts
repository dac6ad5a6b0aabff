/** Handlers of blobs and commits as git objects. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { readBase64 } from "../../../base64.ts"
import { json } from "../../../exchange.ts"
import { isSha } from "../../../git/names.ts"
import { commitOf, putBlob, putCommit, type Sha } from "../../../git/objects.ts"
import { notEmpty } from "../../access/commits.ts"
import { readable, writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { represented } from "../../http/media.ts"
import { invalidSha, notFound, tooLarge, unprocessable } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import { hasCommit, hasObject, keepCommit, keepObject } from "../../state/reach.ts"
import * as CommitWire from "../../wire/commits.ts"
import { base64Lines, mostBytes } from "../../wire/contents.ts"
import * as Wire from "../../wire/git.ts"
import { identity, viewerIdentity } from "./identity.ts"

type Step<A> = Result.Result<A, Answer>

export const getBlob: Handler = handler(function* (call) {
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
    node_id: `B_kwDO${repository.id.toString(36).toUpperCase()}${sha}`,
    size: bytes.length,
    url: Wire.blobUrl(call, repository, sha),
    content: base64Lines(bytes),
    encoding: "base64"
  })
})

const contentOf = (call: Call, fields: Input.Fields): Step<string | Uint8Array> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "content")
    const content = (yield* Input.text(call, fields, "content")) ?? ""
    const encoding = (yield* Input.oneOf(call, fields, "encoding", ["utf-8", "base64"], "Blob")) ?? "utf-8"
    if (encoding === "utf-8") return content
    return readBase64(content) ?? (yield* Result.fail(unprocessable(call, "content is not valid Base64")))
  })

export const createBlob: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* notEmpty(call, repository)
  const sha = putBlob(call.world.objects, yield* contentOf(call, fields))
  keepObject(call.world, repository, sha)
  const url = Wire.blobUrl(call, repository, sha)
  return json(201, { sha, url }, { location: url })
})

export const getCommit: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["commit_sha"] ?? ""
  if (!hasCommit(call.world, repository, sha)) return yield* Result.fail(notFound(call))
  return json(200, CommitWire.gitCommit(call, repository, commitOf(call.world.objects, sha)))
})

const treeOf = (call: Call, repository: Repository, fields: Input.Fields): Step<Sha> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "tree")
    const sha = (yield* Input.text(call, fields, "tree")) ?? ""
    if (!isSha(sha)) return yield* Result.fail(invalidSha(call))
    const exists = call.world.objects.trees.has(sha) && hasObject(call.world, repository, sha)
    return exists ? sha : yield* Result.fail(unprocessable(call, "Tree SHA does not exist"))
  })

const parentsOf = (call: Call, repository: Repository, fields: Input.Fields): Step<ReadonlyArray<Sha>> =>
  Result.flatMap(Input.names(call, fields, "parents", "sha"), (parents = []) =>
    parents.every((sha) => hasCommit(call.world, repository, sha))
      ? Result.succeed(parents)
      : Result.fail(unprocessable(call, "Parent SHA does not exist or is not a commit object"))
  )

/** How git records a signature: each line but the first is indented. */
const signed = (signature: string | null | undefined) =>
  signature === undefined || signature === null ? {} : { extra: `gpgsig ${signature.trim().replaceAll("\n", "\n ")}` }

export const createCommit: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "message")
  const message = (yield* Input.text(call, fields, "message")) ?? ""
  yield* notEmpty(call, repository)
  const tree = yield* treeOf(call, repository, fields)
  const parents = yield* parentsOf(call, repository, fields)
  const author = (yield* identity(call, fields, "author")) ?? viewerIdentity(call, viewer)
  const committer = (yield* identity(call, fields, "committer", author)) ?? author
  const extra = signed(yield* Input.text(call, fields, "signature"))
  const commit = putCommit(call.world.objects, { tree, parents, author, committer, message, ...extra })
  keepCommit(call.world, repository, commit.sha)
  const wire = CommitWire.gitCommit(call, repository, commit)
  return json(201, wire, { location: wire.url })
})
