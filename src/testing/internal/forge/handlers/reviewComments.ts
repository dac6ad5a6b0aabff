/** Handlers of comments on lines of pull requests. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { mustBeAdmin, pathNumber, readable, signedIn } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { type Fault, forbidden, invalid, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { nextId, type Repository } from "../state/model.ts"
import { type CommentPosition, isPull, type Pull } from "../state/pulls.ts"
import type { Review, ReviewComment } from "../state/records.ts"
import { resolveCommit } from "../state/refs.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/pulls.ts"
import { isAuthor, pullIn, readablePull } from "./pulls.ts"
import { addReview, changePull, newComment, placeOf, wishedOf } from "./reviews.ts"

const resource = "PullRequestReviewComment"
const body = { resource, maximum: 65_536 }

interface Found {
  readonly pull: Pull
  readonly comment: ReviewComment
}

/** The comments of a pull request that were submitted. */
const submitted = (pull: Pull): ReadonlyArray<Found> => {
  const { review_comments, reviews } = pull.pull_request
  return review_comments.flatMap((comment) => (Wire.isPending(reviews, comment) ? [] : [{ pull, comment }]))
}

/** Answers with a page of comments, filtered and sorted as the query says. */
const commentPage = (call: Call, repository: Repository, path: string, all: ReadonlyArray<Found>) =>
  Result.gen(function* () {
    const sort = yield* Input.choice(call, "sort", ["created", "updated"], resource)
    const direction = yield* Input.choice(call, "direction", ["asc", "desc"], resource)
    const since = yield* Input.since(call, resource)
    const at = ({ comment }: Found) => (sort === "created" ? comment.created_at : comment.updated_at)
    const sign = direction === "asc" ? 1 : -1
    const found = all
      .filter(({ comment }) => comment.updated_at >= since)
      .sort((a, b) => sign * (at(a) - at(b) || a.comment.id - b.comment.id))
    return pageOf(call, `${stablePath(repository)}/pulls${path}`, found, ({ comment, pull }) =>
      Wire.reviewComment(call, repository, pull, comment)
    )
  })

const list: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  return yield* commentPage(call, repository, `/${pull.number}/comments`, submitted(pull))
})

const listForRepository: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const pulls = repository.issues.group("kind", "pull", "created").all
  const all = pulls.flatMap((issue) => (isPull(issue) ? submitted(issue) : []))
  return yield* commentPage(call, repository, "/comments", all)
})

/** The service names what is wrong with the place of a comment in this way. */
const misplaced = (call: Call, field: string): Response => {
  const name = `pull_request_review_thread.${field}`
  return invalid(call, { resource, code: "custom", field: name, message: `${name} must be part of the diff` })
}

/** Finds the place of a new comment. */
const placeFor = (call: Call, repository: Repository, pull: Pull, fields: Input.Fields): OrRefusal<CommentPosition> =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "commit_id")
    yield* Input.required(call, fields, "path")
    const wanted = (yield* Input.text(call, fields, "commit_id")) ?? ""
    const commit = resolveCommit(call.world, repository, wanted)
    if (commit === undefined) {
      const fault: Fault = {
        resource,
        code: "custom",
        field: "commit_id",
        message: "commit_id is not part of the pull request"
      }
      return yield* Result.fail(invalid(call, fault))
    }
    const wished = yield* wishedOf(call, fields)
    return yield* Result.mapError(placeOf(call, repository, pull, commit.sha, wished), (what) => misplaced(call, what))
  })

/** Adds a comment outside of a review: the service makes a review for it. */
const add = (
  call: Call,
  repository: Repository,
  pull: Pull,
  viewer: string,
  comment: CommentPosition & Pick<ReviewComment, "body" | "in_reply_to">
): Response => {
  const review = nextId(call.world, "review")
  const made = newComment(call, repository, pull, { ...comment, review, user: viewer })
  const { commit_id } = comment
  const wrapper: Review = {
    id: review,
    user: viewer,
    state: "COMMENTED",
    body: "",
    commit_id,
    minimized: null,
    submitted_at: call.now
  }
  const changed = addReview(call, repository, pull, wrapper, [made])
  const wire = Wire.reviewComment(call, repository, changed, made)
  return json(201, wire, { location: wire.url })
}

const mayComment = (call: Call, repository: Repository, pull: Pull): OrRefusal<void> =>
  pull.locked && !may(call, repository, "write")
    ? Result.fail(forbidden(call, "Unable to create comment because pull request is locked."))
    : Result.void

/** The first comment of a thread, of which a comment is part. Comments that are pending cannot be replied to. */
const threadOf = (call: Call, pull: Pull, id: number | undefined): OrRefusal<ReviewComment> => {
  const comments = submitted(pull).map(({ comment }) => comment)
  const found = comments.find((comment) => comment.id === id)
  const first = comments.find((comment) => comment.id === (found?.in_reply_to ?? id))
  return first === undefined ? Result.fail(notFound(call)) : Result.succeed(first)
}

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const pull = yield* pullIn(call, repository)
  yield* mayComment(call, repository, pull)
  const fields = yield* Input.fieldsOf(call)
  const text = yield* Input.requiredText(call, fields, "body", body)
  const replied = yield* Input.integer(call, fields, "in_reply_to")
  if (replied !== undefined) {
    const thread = yield* threadOf(call, pull, replied)
    return add(call, repository, pull, viewer, { ...thread, body: text, in_reply_to: thread.id })
  }
  const place = yield* placeFor(call, repository, pull, fields)
  return add(call, repository, pull, viewer, { ...place, body: text, in_reply_to: null })
})

const reply: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const pull = yield* pullIn(call, repository)
  yield* mayComment(call, repository, pull)
  const thread = yield* threadOf(call, pull, pathNumber(call, "comment_id"))
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  return add(call, repository, pull, viewer, { ...thread, body: text, in_reply_to: thread.id })
})

/** Returns the path's comment. One of a pending review is seen by its author only. */
export const commentIn = (call: Call, repository: Repository): OrRefusal<Found> => {
  const id = pathNumber(call, "comment_id")
  const issue = repository.issues.get(repository.commentIssue.get(id ?? 0) ?? 0)
  if (issue === undefined || !isPull(issue)) return Result.fail(notFound(call))
  const comment = issue.pull_request.review_comments.find((each) => each.id === id)
  if (comment === undefined) return Result.fail(notFound(call))
  const isHidden = Wire.isPending(issue.pull_request.reviews, comment) && !isAuthor(comment, call.viewer ?? "")
  return isHidden ? Result.fail(notFound(call)) : Result.succeed({ pull: issue, comment })
}

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { comment, pull } = yield* commentIn(call, repository)
  return json(200, Wire.reviewComment(call, repository, pull, comment))
})

/** Returns the path's comment, or 403 unless the viewer is its author or may write to the repository. */
const editable = (call: Call) =>
  Result.gen(function* () {
    const [repository, viewer] = yield* signedIn(call)
    const found = yield* commentIn(call, repository)
    if (!isAuthor(found.comment, viewer) && !may(call, repository, "write")) {
      return yield* Result.fail(mustBeAdmin(call))
    }
    return { repository, ...found }
  })

const update: Handler = handler(function* (call) {
  const { comment, pull, repository } = yield* editable(call)
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  const edited = text === comment.body ? comment : { ...comment, body: text, updated_at: call.now }
  const changed = changePull(call, repository, pull, {
    review_comments: pull.pull_request.review_comments.map((each) => (each.id === edited.id ? edited : each))
  })
  return json(200, Wire.reviewComment(call, repository, changed, edited))
})

const remove: Handler = handler(function* (call) {
  const { comment, pull, repository } = yield* editable(call)
  repository.commentIssue.delete(comment.id)
  changePull(call, repository, pull, {
    review_comments: pull.pull_request.review_comments.filter((each) => each.id !== comment.id)
  })
  return noContent
})

const pulls = "/repos/{owner}/{repo}/pulls"
const pull = `${pulls}/{pull_number}`
const comment = `${pulls}/comments/{comment_id}`

const endpoint = endpointsOf("pulls/comments")

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "PullRequests.listReviewCommentsForRepository",
    `GET ${pulls}/comments`,
    "list-review-comments-in-a-repository",
    listForRepository
  ),
  endpoint("PullRequests.getReviewComment", `GET ${comment}`, "get-a-review-comment-for-a-pull-request", get),
  endpoint(
    "PullRequests.updateReviewComment",
    `PATCH ${comment}`,
    "update-a-review-comment-for-a-pull-request",
    update
  ),
  endpoint(
    "PullRequests.removeReviewComment",
    `DELETE ${comment}`,
    "delete-a-review-comment-for-a-pull-request",
    remove
  ),
  endpoint("PullRequests.listComments", `GET ${pull}/comments`, "list-review-comments-on-a-pull-request", list),
  endpoint("PullRequests.createComment", `POST ${pull}/comments`, "create-a-review-comment-for-a-pull-request", create),
  endpoint(
    "PullRequests.replyToComment",
    `POST ${pull}/comments/{comment_id}/replies`,
    "create-a-reply-for-a-review-comment",
    reply
  )
]
