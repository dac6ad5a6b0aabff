/** Reviews of pull requests, and requests for them. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import { mustBeAdmin, pathNumber, signedIn } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, malformed, notFound, unprocessable, unprocessableEntity } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { fullName, nextId, type Repository, same, userOf } from "../state/model.ts"
import { baseSha, type CommentPosition, placeIn, type Pull, type Unresolved, type Wished } from "../state/pulls.ts"
import type { Happening, PullRequest, Review, ReviewComment } from "../state/records.ts"
import { resolveCommit } from "../state/refs.ts"
import { permissionOf } from "../state/roles.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/pulls.ts"
import { replaceIssue } from "./issues.ts"
import { isAuthor, pullIn, readablePull, writablePull } from "./pulls.ts"

const sides = ["LEFT", "RIGHT"] as const

/** Reads what a comment refers to. */
export const wishedOf = (call: Call, fields: Input.Fields): OrRefusal<Wished> =>
  Result.gen(function* () {
    const path = (yield* Input.text(call, fields, "path")) ?? ""
    const side = (yield* Input.oneOf(call, fields, "side", sides, "PullRequestReviewComment")) ?? "RIGHT"
    const start = yield* Input.oneOf(call, fields, "start_side", sides, "PullRequestReviewComment")
    const subject = yield* Input.oneOf(call, fields, "subject_type", ["line", "file"], "PullRequestReviewComment")
    return {
      path,
      line: yield* Input.integer(call, fields, "line"),
      side,
      start_line: yield* Input.integer(call, fields, "start_line"),
      start_side: start ?? side,
      position: yield* Input.integer(call, fields, "position"),
      subject: subject ?? "line"
    }
  })

/** Finds the place of a comment in the diff of a commit. */
export const placeOf = (
  call: Call,
  repository: Repository,
  pull: Pull,
  commit_id: Sha,
  wished: Wished
): Result.Result<CommentPosition, Unresolved> => {
  const found = placeIn(call.world.objects, baseSha(repository, pull), commit_id, wished)
  return typeof found === "string" ? Result.fail(found) : Result.succeed(found)
}

/** Replaces fields of a pull request. */
export const changePull = (
  call: Call,
  repository: Repository,
  pull: Pull,
  change: Partial<PullRequest>,
  more: ReadonlyArray<Happening> = []
): Pull => {
  const pull_request = { ...pull.pull_request, ...change }
  return { ...replaceIssue(call, repository, pull, { pull_request }, more), pull_request }
}

/** Makes a comment on a line. */
export const newComment = (
  call: Call,
  repository: Repository,
  pull: Pull,
  comment: CommentPosition & Pick<ReviewComment, "review" | "user" | "body" | "in_reply_to">
): ReviewComment => {
  const id = nextId(call.world, "review comment")
  repository.commentIssue.set(id, pull.number)
  const blank = { resolved_by: null, minimized: null, reactions: [] }
  return { ...comment, ...blank, id, created_at: call.now, updated_at: call.now }
}

/** The requested reviewers without one who has reviewed. The own comments of an author answer no request. */
const reviewed = ({ requested_reviewers }: PullRequest, login: string): ReadonlyArray<string> =>
  requested_reviewers.filter((requested) => !same(requested, login))

/** Adds a review with its comments. A submitted one answers the request to its author. */
export const addReview = (
  call: Call,
  repository: Repository,
  pull: Pull,
  review: Review,
  comments: ReadonlyArray<ReviewComment>
): Pull => {
  const self = pull.pull_request
  const isSubmitted = review.state !== "PENDING" && review.user !== null
  return changePull(call, repository, pull, {
    reviews: [...self.reviews, review],
    review_comments: [...self.review_comments, ...comments],
    ...(isSubmitted ? { requested_reviewers: reviewed(self, review.user) } : {})
  })
}

interface Wanted {
  readonly reviewers: ReadonlyArray<string>
  readonly teams: ReadonlyArray<string>
}

const wantedOf = (call: Call, fields: Input.Fields): OrRefusal<Wanted> =>
  Result.gen(function* () {
    const reviewers = (yield* Input.names(call, fields, "reviewers", "login")) ?? []
    const teams = (yield* Input.names(call, fields, "team_reviewers", "slug")) ?? []
    return { reviewers, teams }
  })

/** Refuses the author, and all who have no role in the repository. */
const canReview = (call: Call, repository: Repository, pull: Pull, wanted: Wanted): OrRefusal<void> => {
  if (wanted.reviewers.some((login) => isAuthor(pull, login))) {
    return Result.fail(unprocessable(call, "Review cannot be requested from pull request author."))
  }
  const known = call.world.organizations.get(repository.owner.toLowerCase())?.teams
  const isRefused =
    wanted.reviewers.some((login) => permissionOf(call.world, repository, login) === undefined) ||
    wanted.teams.some((slug) => known?.get(slug)?.repositories.has(repository.id) !== true)
  if (!isRefused) return Result.void
  const message =
    "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a " +
    `collaborator of the ${fullName(repository)} repository.`
  return Result.fail(unprocessable(call, message))
}

const listRequested: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const { requested_reviewers: users, requested_teams: teams } = Wire.requested(call, repository, pull)
  return json(200, { users, teams })
})

const requestReviewers: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call, "triage")
  const wanted = yield* wantedOf(call, yield* Input.fieldsOf(call))
  if (wanted.reviewers.length + wanted.teams.length === 0) {
    return yield* Result.fail(malformed(call, `"reviewers" or "team_reviewers" must be supplied.`))
  }
  yield* canReview(call, repository, pull, wanted)
  const { requested_reviewers, requested_teams } = pull.pull_request
  const logins = wanted.reviewers.map((login) => userOf(call.world, login)?.login ?? login)
  const changed = changePull(call, repository, pull, {
    requested_reviewers: [...new Set([...requested_reviewers, ...logins])],
    requested_teams: [...new Set([...requested_teams, ...wanted.teams])]
  })
  return json(201, Wire.pull(call, repository, changed))
})

const removeRequested: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call, "triage")
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "reviewers")
  const { reviewers, teams } = yield* wantedOf(call, fields)
  const { requested_reviewers, requested_teams } = pull.pull_request
  const changed = changePull(call, repository, pull, {
    requested_reviewers: requested_reviewers.filter((login) => !reviewers.some((other) => same(other, login))),
    requested_teams: requested_teams.filter((slug) => !teams.includes(slug))
  })
  return json(200, Wire.pull(call, repository, changed))
})

const body = { resource: "PullRequestReview", maximum: 65_536, blank: true }
const commentBody = { resource: "PullRequestReviewComment", maximum: 65_536 }

const events = ["APPROVE", "REQUEST_CHANGES", "COMMENT", "PENDING"] as const
type Event = (typeof events)[number]

const states = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
  PENDING: "PENDING"
} satisfies Readonly<Record<Event, Review["state"]>>

/** Pending reviews are seen by their authors only. */
const isVisible = (review: Review, viewer: string | null): boolean =>
  review.state !== "PENDING" || (viewer !== null && isAuthor(review, viewer))

const reviewResponse = (call: Call, repository: Repository, pull: Pull, review: Review): Response =>
  json(200, Wire.review(call, repository, pull, review))

const list: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const found = pull.pull_request.reviews.filter((review) => isVisible(review, call.viewer))
  const target = `${stablePath(repository)}/pulls/${pull.number}/reviews`
  return pageOf(call, target, found, (review) => Wire.review(call, repository, pull, review))
})

/** Refuses what nobody may say about their own pull request, and a verdict without a word. */
const checkEvent = (
  call: Call,
  pull: Pull,
  viewer: string,
  event: Event,
  text: string,
  comments: number
): OrRefusal<void> => {
  if (isAuthor(pull, viewer) && (event === "APPROVE" || event === "REQUEST_CHANGES")) {
    const what = event === "APPROVE" ? "approve" : "request changes on"
    return Result.fail(unprocessableEntity(call, `Can not ${what} your own pull request`))
  }
  const isMute = event === "REQUEST_CHANGES" || (event === "COMMENT" && comments === 0)
  return isMute && text.trim() === ""
    ? Result.fail(
        unprocessableEntity(call, `Review body is required to ${event === "COMMENT" ? "comment" : "request changes"}`)
      )
    : Result.void
}

const unresolved: Readonly<Record<Unresolved, string>> = {
  path: "Path could not be resolved",
  line: "Line could not be resolved",
  start_line: "Start line could not be resolved"
}

interface Draft {
  readonly text: string
  readonly place: CommentPosition
}

/** Reads the comments of a review, and finds their places in the diff. */
export const draftsOf = (call: Call, repository: Repository, pull: Pull, commit: string, value: unknown) =>
  Result.gen(function* () {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value))
      return yield* Result.fail(malformed(call, "For 'properties/comments', expected an array."))
    const drafts: Array<Draft> = []
    for (const each of value as ReadonlyArray<unknown>) {
      if (!Input.isFields(each)) {
        return yield* Result.fail(malformed(call, "For 'properties/comments/items', expected an object."))
      }
      const text = yield* Input.requiredText(call, each, "body", commentBody)
      yield* Input.required(call, each, "path")
      const wished = yield* wishedOf(call, each)
      const place = placeOf(call, repository, pull, commit, wished)
      if (Result.isFailure(place)) return yield* Result.fail(unprocessableEntity(call, unresolved[place.failure]))
      drafts.push({ text, place: place.success })
    }
    return drafts
  })

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const pull = yield* pullIn(call, repository)
  if (pull.locked && !may(call, repository, "write")) {
    return yield* Result.fail(forbidden(call, "Unable to create review because pull request is locked."))
  }
  const fields = yield* Input.fieldsOf(call)
  const event = (yield* Input.oneOf(call, fields, "event", events, "PullRequestReview")) ?? "PENDING"
  const text = (yield* Input.boundedText(call, fields, "body", body)) ?? ""
  const wanted = (yield* Input.text(call, fields, "commit_id")) ?? pull.pull_request.head.sha
  const commit = resolveCommit(call.world, repository, wanted)
  if (commit === undefined) {
    return yield* Result.fail(unprocessable(call, `No commit found for SHA: ${wanted}`))
  }
  const drafts = yield* draftsOf(call, repository, pull, commit.sha, fields["comments"])
  yield* checkEvent(call, pull, viewer, event, text, drafts.length)
  const hasPending = pull.pull_request.reviews.some((review) => review.state === "PENDING" && isAuthor(review, viewer))
  if (hasPending) {
    return yield* Result.fail(unprocessableEntity(call, "User can only have one pending review per pull request"))
  }
  const review: Review = {
    id: nextId(call.world, "review"),
    user: viewer,
    state: states[event],
    body: text,
    commit_id: commit.sha,
    minimized: null,
    submitted_at: event === "PENDING" ? null : call.now
  }
  const comments = drafts.map((draft): ReviewComment =>
    newComment(call, repository, pull, {
      ...draft.place,
      review: review.id,
      user: viewer,
      body: draft.text,
      in_reply_to: null
    })
  )
  return reviewResponse(call, repository, addReview(call, repository, pull, review, comments), review)
})

const reviewIn = (call: Call, pull: Pull): OrRefusal<Review> => {
  const id = pathNumber(call, "review_id")
  const review = pull.pull_request.reviews.find((each) => each.id === id)
  return review !== undefined && isVisible(review, call.viewer) ? Result.succeed(review) : Result.fail(notFound(call))
}

const get: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  return reviewResponse(call, repository, pull, yield* reviewIn(call, pull))
})

const listComments: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const review = yield* reviewIn(call, pull)
  const found = pull.pull_request.review_comments.filter((comment) => comment.review === review.id)
  const target = `${stablePath(repository)}/pulls/${pull.number}/reviews/${review.id}/comments`
  return pageOf(call, target, found, (comment) => Wire.reviewComment(call, repository, pull, comment))
})

/** Returns the path's review, or 403 unless it is the viewer's own. */
const ownReview = (call: Call) =>
  Result.gen(function* () {
    const [repository, viewer] = yield* signedIn(call)
    const pull = yield* pullIn(call, repository)
    const review = yield* reviewIn(call, pull)
    if (!isAuthor(review, viewer)) return yield* Result.fail(mustBeAdmin(call))
    return { repository, pull, review, viewer }
  })

const replaced = (pull: Pull, review: Review): ReadonlyArray<Review> =>
  pull.pull_request.reviews.map((each) => (each.id === review.id ? review : each))

const update: Handler = handler(function* (call) {
  const { pull, repository, review } = yield* ownReview(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "body")
  const text = (yield* Input.boundedText(call, fields, "body", body)) ?? ""
  const edited = { ...review, body: text }
  const changed = changePull(call, repository, pull, { reviews: replaced(pull, edited) })
  return reviewResponse(call, repository, changed, edited)
})

const submit: Handler = handler(function* (call) {
  const { pull, repository, review, viewer } = yield* ownReview(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "event")
  const event = (yield* Input.oneOf(call, fields, "event", events, "PullRequestReview")) ?? "PENDING"
  const text = (yield* Input.boundedText(call, fields, "body", body)) ?? review.body
  if (review.state !== "PENDING") {
    return yield* Result.fail(unprocessableEntity(call, "Can not submit a review that was submitted already"))
  }
  if (event === "PENDING") return yield* Result.fail(unprocessableEntity(call, "Event is invalid"))
  const comments = pull.pull_request.review_comments.filter((comment) => comment.review === review.id)
  yield* checkEvent(call, pull, viewer, event, text, comments.length)
  const submitted: Review = { ...review, body: text, state: states[event], submitted_at: call.now }
  // Reviews are listed in the order of their submission.
  const others = pull.pull_request.reviews.filter((each) => each.id !== review.id)
  const changed = changePull(call, repository, pull, {
    reviews: [...others, submitted],
    requested_reviewers: reviewed(pull.pull_request, viewer)
  })
  return reviewResponse(call, repository, changed, submitted)
})

const remove: Handler = handler(function* (call) {
  const { pull, repository, review } = yield* ownReview(call)
  if (review.state !== "PENDING") {
    return yield* Result.fail(unprocessableEntity(call, "Can not delete a non-pending pull request review"))
  }
  const response = reviewResponse(call, repository, pull, review)
  changePull(call, repository, pull, {
    reviews: pull.pull_request.reviews.filter((each) => each.id !== review.id),
    review_comments: pull.pull_request.review_comments.filter((comment) => comment.review !== review.id)
  })
  return response
})

const dismiss: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call)
  const review = yield* reviewIn(call, pull)
  const fields = yield* Input.fieldsOf(call)
  const rule = { resource: "PullRequestReview", maximum: 65_536 }
  const dismissal_message = yield* Input.requiredText(call, fields, "message", rule)
  if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED") {
    return yield* Result.fail(
      unprocessableEntity(call, `Can not dismiss a ${review.state.toLowerCase()} pull request review`)
    )
  }
  const dismissed: Review = { ...review, state: "DISMISSED" }
  const dismissed_review = { state: review.state.toLowerCase(), review_id: review.id, dismissal_message }
  const happening = { event: "review_dismissed", dismissed_review }
  const changed = changePull(call, repository, pull, { reviews: replaced(pull, dismissed) }, [happening])
  return reviewResponse(call, repository, changed, dismissed)
})

const pulls = "/repos/{owner}/{repo}/pulls"
const pull = `${pulls}/{pull_number}`
const reviews = `${pull}/reviews`
const review = `${reviews}/{review_id}`
const requests = `${pull}/requested_reviewers`

const endpoint = endpointsOf("pulls/reviews")

export const routes: ReadonlyArray<Route> = [
  endpoint("PullRequests.listReviews", `GET ${reviews}`, "list-reviews-for-a-pull-request", list),
  endpoint("PullRequests.createReview", `POST ${reviews}`, "create-a-review-for-a-pull-request", create),
  endpoint("PullRequests.getReview", `GET ${review}`, "get-a-review-for-a-pull-request", get),
  endpoint("PullRequests.updateReview", `PUT ${review}`, "update-a-review-for-a-pull-request", update),
  endpoint("PullRequests.removeReview", `DELETE ${review}`, "delete-a-pending-review-for-a-pull-request", remove),
  endpoint("PullRequests.submitReview", `POST ${review}/events`, "submit-a-review-for-a-pull-request", submit),
  endpoint("PullRequests.dismissReview", `PUT ${review}/dismissals`, "dismiss-a-review-for-a-pull-request", dismiss),
  endpoint(
    "PullRequests.listCommentsOfReview",
    `GET ${review}/comments`,
    "list-comments-for-a-pull-request-review",
    listComments
  ),
  endpoint(
    "PullRequests.listRequestedReviewers",
    `GET ${requests}`,
    "pulls/review-requests#get-all-requested-reviewers-for-a-pull-request",
    listRequested
  ),
  endpoint(
    "PullRequests.requestReviewers",
    `POST ${requests}`,
    "pulls/review-requests#request-reviewers-for-a-pull-request",
    requestReviewers
  ),
  endpoint(
    "PullRequests.removeRequestedReviewers",
    `DELETE ${requests}`,
    "pulls/review-requests#remove-requested-reviewers-from-a-pull-request",
    removeRequested
  )
]
