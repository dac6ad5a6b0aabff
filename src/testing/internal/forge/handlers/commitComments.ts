/** Comments on commits, outside of pull requests. */
import * as Result from "effect/Result"
import { httpDate, json, noContent } from "../../exchange.ts"
import { commitOrUnknown, mustBeAdmin, pathNumber, readable, signedIn } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { commentsOn } from "../state/commitComments.ts"
import { loginOf } from "../state/identities.ts"
import { nextId, type Repository, same } from "../state/model.ts"
import { notifyOfCommitComment } from "../state/notifications.ts"
import type { CommitComment } from "../state/records.ts"
import { commitComment } from "../wire/commits.ts"
import { stablePath } from "../wire/common.ts"

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { sha } = yield* commitOrUnknown(call, repository, "commit_sha")
  return pageOf(call, `${stablePath(repository)}/commits/${sha}/comments`, commentsOn(repository, sha), (each) =>
    commitComment(call, repository, each)
  )
})

const listForRepository: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return pageOf(call, `${stablePath(repository)}/comments`, [...repository.commitComments.values()], (each) =>
    commitComment(call, repository, each)
  )
})

export const commentOf = (call: Call, repository: Repository): OrRefusal<CommitComment> => {
  const found = repository.commitComments.get(pathNumber(call, "comment_id") ?? 0)
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
}

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const comment = yield* commentOf(call, repository)
  return json(200, commitComment(call, repository, comment), { "last-modified": httpDate(comment.updated_at) })
})

const body = { resource: "CommitComment", maximum: 65_536 }

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const commit = yield* commitOrUnknown(call, repository, "commit_sha")
  const { sha } = commit
  const fields = yield* Input.fieldsOf(call)
  const text = yield* Input.requiredText(call, fields, "body", body)
  const path = (yield* Input.text(call, fields, "path")) ?? null
  const position = (yield* Input.integer(call, fields, "position")) ?? null
  const line = (yield* Input.integer(call, fields, "line")) ?? null
  if (path === null && position !== null) {
    return yield* Result.fail(invalid(call, { resource: "CommitComment", code: "missing_field", field: "path" }))
  }
  const comment: CommitComment = {
    id: nextId(call.world, "commit comment"),
    user: viewer,
    commit_id: sha,
    path,
    position,
    line,
    body: text,
    reactions: [],
    created_at: call.now,
    updated_at: call.now
  }
  const people = {
    author: loginOf(call.world, commit.author),
    commenters: commentsOn(repository, sha).map(({ user }) => user)
  }
  notifyOfCommitComment(call.world, repository, sha, people, text, { by: viewer, now: call.now })
  repository.commitComments.set(comment.id, comment)
  const wire = commitComment(call, repository, comment)
  return json(201, wire, { location: wire.url })
})

/** Returns the path's comment, or 403 unless the viewer is its author or may write to the repository. */
const editable = (call: Call): OrRefusal<readonly [repository: Repository, comment: CommitComment]> =>
  Result.gen(function* () {
    const [repository, viewer] = yield* signedIn(call)
    const comment = yield* commentOf(call, repository)
    const isAuthor = comment.user !== null && same(comment.user, viewer)
    return isAuthor || may(call, repository, "write")
      ? ([repository, comment] as const)
      : yield* Result.fail(mustBeAdmin(call))
  })

const update: Handler = handler(function* (call) {
  const [repository, comment] = yield* editable(call)
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  const edited = text === comment.body ? comment : { ...comment, body: text, updated_at: call.now }
  repository.commitComments.set(edited.id, edited)
  return json(200, commitComment(call, repository, edited))
})

const remove: Handler = handler(function* (call) {
  const [repository, comment] = yield* editable(call)
  repository.commitComments.delete(comment.id)
  return noContent
})

const repo = "/repos/{owner}/{repo}"
const ofCommit = `${repo}/commits/{commit_sha}/comments`
const comment = `${repo}/comments/{comment_id}`

const endpoint = endpointsOf("commits/comments")

const reads: Access = { permission: "contents", level: "read" }
const writes: Access = { permission: "contents", level: "write" }

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Commits.listCommentsForRepo",
    `GET ${repo}/comments`,
    "list-commit-comments-for-a-repository",
    listForRepository,
    "core",
    reads
  ),
  endpoint("Commits.listComments", `GET ${ofCommit}`, "list-commit-comments", list, "core", reads),
  endpoint("Commits.getComment", `GET ${comment}`, "get-a-commit-comment", get, "core", reads),
  // Who can read a commit can comment on it.
  endpoint("Commits.createComment", `POST ${ofCommit}`, "create-a-commit-comment", create, "core", reads),
  endpoint("Commits.updateComment", `PATCH ${comment}`, "update-a-commit-comment", update, "core", writes),
  endpoint("Commits.deleteComment", `DELETE ${comment}`, "delete-a-commit-comment", remove, "core", writes)
]
