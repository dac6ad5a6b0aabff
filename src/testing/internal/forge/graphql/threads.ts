/** What only GraphQL does to comments and reviews: it hides them, resolves threads, and adds comments to pending reviews. */
import * as Result from "effect/Result"
import { json } from "../../exchange.ts"
import { mustBeAdmin, pathNumber, signedIn, writable } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { commentOf } from "../handlers/comments.ts"
import { isAuthor, pullIn } from "../handlers/pulls.ts"
import { commentIn } from "../handlers/reviewComments.ts"
import { changePull, draftsOf, newComment } from "../handlers/reviews.ts"
import { type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { notFound } from "../http/refusals.ts"
import { endpointsOf } from "../http/router.ts"
import type { Repository } from "../state/model.ts"
import type { Pull } from "../state/pulls.ts"
import type { PullRequest, ReviewComment } from "../state/records.ts"
import * as Wire from "../wire/pulls.ts"

/** Changes what is not activity of a pull request: its `updated_at` stays. */
const set = (repository: Repository, pull: Pull, change: Partial<PullRequest>): void => {
  repository.issues.set(pull.number, { ...pull, pull_request: { ...pull.pull_request, ...change } })
}

const withComment = ({ pull_request }: Pull, id: number, change: Partial<ReviewComment>) => ({
  review_comments: pull_request.review_comments.map((each) => (each.id === id ? { ...each, ...change } : each))
})

const reasons = ["abuse", "duplicate", "off-topic", "outdated", "resolved", "spam"] as const

/** Null shows what was hidden. */
const reasonOf = (call: Parameters<Handler>[0]) =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOf(call)
    return (yield* Input.oneOf(call, fields, "reason", reasons, "Comment")) ?? null
  })

const minimizeIssueComment: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const { comment, issue } = yield* commentOf(call, repository)
  const minimized = yield* reasonOf(call)
  const comments = issue.comments.map((each) => (each.id === comment.id ? { ...each, minimized } : each))
  repository.issues.set(issue.number, { ...issue, comments })
  return json(200, {})
})

const minimizeReviewComment: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const { comment, pull } = yield* commentIn(call, repository)
  set(repository, pull, withComment(pull, comment.id, { minimized: yield* reasonOf(call) }))
  return json(200, {})
})

const minimizeReview: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const pull = yield* pullIn(call, repository)
  const minimized = yield* reasonOf(call)
  const id = pathNumber(call, "review_id")
  const reviews = pull.pull_request.reviews.map((each) => (each.id === id ? { ...each, minimized } : each))
  set(repository, pull, { reviews })
  return json(200, {})
})

/** Threads are resolved by those who may write to the repository, and by the author of the pull request. */
const setResolved = (isResolved: boolean): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* signedIn(call)
    const { comment, pull } = yield* commentIn(call, repository)
    if (!isAuthor(pull, viewer) && !may(call, repository, "write")) return yield* Result.fail(mustBeAdmin(call))
    if ((comment.resolved_by !== null) !== isResolved) {
      set(repository, pull, withComment(pull, comment.id, { resolved_by: isResolved ? viewer : null }))
    }
    return json(200, {})
  })

/** Adds a comment to a pending review of the viewer: on lines, or to a thread. */
const addToReview: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const pull = yield* pullIn(call, repository)
  const { review_comments, reviews } = pull.pull_request
  const id = pathNumber(call, "review_id")
  const review = reviews.find((each) => each.id === id && each.state === "PENDING" && isAuthor(each, viewer))
  if (review === undefined) return yield* Result.fail(notFound(call))
  const fields = yield* Input.fieldsOf(call)
  const replied = yield* Input.integer(call, fields, "in_reply_to")
  const thread = review_comments.find((each) => each.id === replied)
  const rule = { resource: "PullRequestReviewComment", maximum: 65_536 }
  const text = yield* Input.requiredText(call, fields, "body", rule)
  const [draft] = thread === undefined ? yield* draftsOf(call, repository, pull, review.commit_id, [fields]) : []
  const place = thread ?? draft?.place
  if (place === undefined) return yield* Result.fail(notFound(call))
  const made = newComment(call, repository, pull, {
    ...place,
    review: review.id,
    user: viewer,
    body: text,
    in_reply_to: thread?.id ?? null
  })
  const changed = changePull(call, repository, pull, { review_comments: [...review_comments, made] })
  return json(201, Wire.reviewComment(call, repository, changed, made))
})

const endpoint = endpointsOf("graphql/reference/mutations")
const pulls = "/repos/{owner}/{repo}/pulls"
const comment = "comments/{comment_id}"
const review = `${pulls}/{pull_number}/reviews/{review_id}`

/** Hides a comment, or shows it again: a route for each kind. */
export const minimizing = {
  IssueComment: endpoint(
    "minimizeIssueComment",
    `PUT /repos/{owner}/{repo}/issues/${comment}/minimized`,
    "minimizecomment",
    minimizeIssueComment
  ),
  PullRequestReview: endpoint("minimizeReview", `PUT ${review}/minimized`, "minimizecomment", minimizeReview),
  PullRequestReviewComment: endpoint(
    "minimizeReviewComment",
    `PUT ${pulls}/${comment}/minimized`,
    "minimizecomment",
    minimizeReviewComment
  )
} as const

export const resolve = endpoint("resolve", `PUT ${pulls}/${comment}/resolved`, "resolvereviewthread", setResolved(true))
export const unresolve = endpoint(
  "unresolve",
  `DELETE ${pulls}/${comment}/resolved`,
  "unresolvereviewthread",
  setResolved(false)
)
export const addComment = endpoint("addComment", `POST ${review}/comments`, "addpullrequestreviewthread", addToReview)
