/** Changes of the reviews and review comments of a pull request. */
import type { Call } from "../../http/call.ts"
import { nextId, type Repository, same } from "../../state/model.ts"
import type { CommentPosition, Pull } from "../../state/pulls.ts"
import type { Happening, PullRequest, Review, ReviewComment } from "../../state/records.ts"
import { replaceIssue } from "../issues/issues.ts"

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
  return { ...comment, id, created_at: call.now, updated_at: call.now }
}

/** The requested reviewers without one who has reviewed. The own comments of an author answer no request. */
export const reviewed = ({ requested_reviewers }: PullRequest, login: string): ReadonlyArray<string> =>
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
