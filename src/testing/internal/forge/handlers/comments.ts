/** Handlers of comments on issues and pull requests. */
import * as Result from "effect/Result"
import { httpDate, json, noContent } from "../../exchange.ts"
import { issueOf, mustBeAdmin, pathNumber, readable, signedIn } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { type Comment, type Issue, nextId, type Repository, same } from "../state/model.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { replaceIssue } from "./issues.ts"

const body = { resource: "IssueComment", maximum: 65_536 }

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  const since = yield* Input.since(call, "IssueComment")
  const found = issue.comments.filter((comment) => comment.updated_at >= since)
  const target = `${stablePath(repository)}/issues/${issue.number}/comments`
  return pageOf(call, target, found, (comment) => Wire.comment(call, repository, issue, comment))
})

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const issue = yield* issueOf(call, repository)
  if (issue.locked && !may(call, repository, "write")) {
    return yield* Result.fail(forbidden(call, "Unable to create comment because issue is locked."))
  }
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  const comment: Comment = {
    id: nextId(call.world, "comment"),
    user: viewer,
    body: text,
    reactions: [],
    minimized: null,
    created_at: call.now,
    updated_at: call.now
  }
  repository.commentIssue.set(comment.id, issue.number)
  replaceIssue(call, repository, issue, { comments: [...issue.comments, comment] })
  const wire = Wire.comment(call, repository, issue, comment)
  return json(201, wire, { location: wire.url })
})

const listForRepository: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const sort = yield* Input.choice(call, "sort", ["created", "updated"], "IssueComment")
  const direction = yield* Input.choice(call, "direction", ["asc", "desc"], "IssueComment")
  const since = yield* Input.since(call, "IssueComment")
  const found: Array<readonly [issue: Issue, comment: Comment]> = []
  for (const issue of new Set(repository.commentIssue.values())) {
    const under = repository.issues.get(issue)
    for (const comment of under?.comments ?? []) {
      if (under !== undefined && comment.updated_at >= since) found.push([under, comment])
    }
  }
  const at = (comment: Comment) => (sort === "created" ? comment.created_at : comment.updated_at)
  const sign = direction === "asc" ? 1 : -1
  found.sort(([, a], [, b]) => sign * (at(a) - at(b) || a.id - b.id))
  return pageOf(call, `${stablePath(repository)}/issues/comments`, found, ([issue, comment]) =>
    Wire.comment(call, repository, issue, comment)
  )
})

interface Found {
  readonly repository: Repository
  readonly issue: Issue
  readonly comment: Comment
}

/** Returns the path's comment, or 404 if there is none. */
export const commentOf = (call: Call, repository: Repository): OrRefusal<Found> => {
  const id = pathNumber(call, "comment_id")
  const issue = repository.issues.get(repository.commentIssue.get(id ?? 0) ?? 0)
  const comment = issue?.comments.find((candidate) => candidate.id === id)
  return issue === undefined || comment === undefined
    ? Result.fail(notFound(call))
    : Result.succeed({ repository, issue, comment })
}

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { comment, issue } = yield* commentOf(call, repository)
  return json(200, Wire.comment(call, repository, issue, comment), {
    "last-modified": httpDate(comment.updated_at)
  })
})

/** Returns the path's comment, or 403 unless the viewer is its author or may write to the repository. */
const editable = (call: Call): OrRefusal<Found> =>
  Result.gen(function* () {
    const [repository, viewer] = yield* signedIn(call)
    const found = yield* commentOf(call, repository)
    const { user } = found.comment
    const isAuthor = user !== null && same(user, viewer)
    return isAuthor || may(call, repository, "write") ? found : yield* Result.fail(mustBeAdmin(call))
  })

const update: Handler = handler(function* (call) {
  const { comment, issue, repository } = yield* editable(call)
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  const edited = text === comment.body ? comment : { ...comment, body: text, updated_at: call.now }
  const comments = issue.comments.map((each) => (each.id === edited.id ? edited : each))
  replaceIssue(call, repository, issue, { comments })
  return json(200, Wire.comment(call, repository, issue, edited))
})

const remove: Handler = handler(function* (call) {
  const { comment, issue, repository } = yield* editable(call)
  repository.commentIssue.delete(comment.id)
  replaceIssue(call, repository, issue, { comments: issue.comments.filter((each) => each.id !== comment.id) })
  return noContent
})

const repo = "/repos/{owner}/{repo}"
const issues = `${repo}/issues`
const issue = `${issues}/{issue_number}`
const comment = `${issues}/comments/{comment_id}`

const endpoint = endpointsOf("issues/comments")

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Issues.listCommentsForRepo",
    `GET ${issues}/comments`,
    "list-issue-comments-for-a-repository",
    listForRepository
  ),
  endpoint("Issues.listComments", `GET ${issue}/comments`, "list-issue-comments", list),
  endpoint("Issues.createComment", `POST ${issue}/comments`, "create-an-issue-comment", create),
  endpoint("Issues.getComment", `GET ${comment}`, "get-an-issue-comment", get),
  endpoint("Issues.updateComment", `PATCH ${comment}`, "update-an-issue-comment", update),
  endpoint("Issues.deleteComment", `DELETE ${comment}`, "delete-an-issue-comment", remove)
]
