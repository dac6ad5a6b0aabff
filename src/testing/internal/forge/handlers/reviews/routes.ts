/** The endpoints of reviews, their comments and requests for them. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Comments from "./comments.ts"
import * as Reviewers from "./reviewers.ts"
import * as Reviews from "./reviews.ts"

const pulls = "/repos/{owner}/{repo}/pulls"
const pull = `${pulls}/{pull_number}`
const reviews = `${pull}/reviews`
const review = `${reviews}/{review_id}`
const comment = `${pulls}/comments/{comment_id}`
const requests = `${pull}/requested_reviewers`

const reviewPage = (name: string) => `pulls/reviews#${name}`
const commentPage = (name: string) => `pulls/comments#${name}`
const requestPage = (name: string) => `pulls/review-requests#${name}`

export const routes: ReadonlyArray<Route> = [
  endpoint("PullRequests.listReviews", `GET ${reviews}`, reviewPage("list-reviews-for-a-pull-request"), Reviews.list),
  endpoint(
    "PullRequests.createReview",
    `POST ${reviews}`,
    reviewPage("create-a-review-for-a-pull-request"),
    Reviews.create
  ),
  endpoint("PullRequests.getReview", `GET ${review}`, reviewPage("get-a-review-for-a-pull-request"), Reviews.get),
  endpoint(
    "PullRequests.updateReview",
    `PUT ${review}`,
    reviewPage("update-a-review-for-a-pull-request"),
    Reviews.update
  ),
  endpoint(
    "PullRequests.removeReview",
    `DELETE ${review}`,
    reviewPage("delete-a-pending-review-for-a-pull-request"),
    Reviews.remove
  ),
  endpoint(
    "PullRequests.submitReview",
    `POST ${review}/events`,
    reviewPage("submit-a-review-for-a-pull-request"),
    Reviews.submit
  ),
  endpoint(
    "PullRequests.dismissReview",
    `PUT ${review}/dismissals`,
    reviewPage("dismiss-a-review-for-a-pull-request"),
    Reviews.dismiss
  ),
  endpoint(
    "PullRequests.listCommentsOfReview",
    `GET ${review}/comments`,
    reviewPage("list-comments-for-a-pull-request-review"),
    Reviews.listComments
  ),

  endpoint(
    "PullRequests.listReviewCommentsForRepository",
    `GET ${pulls}/comments`,
    commentPage("list-review-comments-in-a-repository"),
    Comments.listForRepository
  ),
  endpoint(
    "PullRequests.getReviewComment",
    `GET ${comment}`,
    commentPage("get-a-review-comment-for-a-pull-request"),
    Comments.get
  ),
  endpoint(
    "PullRequests.updateReviewComment",
    `PATCH ${comment}`,
    commentPage("update-a-review-comment-for-a-pull-request"),
    Comments.update
  ),
  endpoint(
    "PullRequests.removeReviewComment",
    `DELETE ${comment}`,
    commentPage("delete-a-review-comment-for-a-pull-request"),
    Comments.remove
  ),
  endpoint(
    "PullRequests.listComments",
    `GET ${pull}/comments`,
    commentPage("list-review-comments-on-a-pull-request"),
    Comments.list
  ),
  endpoint(
    "PullRequests.createComment",
    `POST ${pull}/comments`,
    commentPage("create-a-review-comment-for-a-pull-request"),
    Comments.create
  ),
  endpoint(
    "PullRequests.replyToComment",
    `POST ${pull}/comments/{comment_id}/replies`,
    commentPage("create-a-reply-for-a-review-comment"),
    Comments.reply
  ),

  endpoint(
    "PullRequests.listRequestedReviewers",
    `GET ${requests}`,
    requestPage("get-all-requested-reviewers-for-a-pull-request"),
    Reviewers.list
  ),
  endpoint(
    "PullRequests.requestReviewers",
    `POST ${requests}`,
    requestPage("request-reviewers-for-a-pull-request"),
    Reviewers.request
  ),
  endpoint(
    "PullRequests.removeRequestedReviewers",
    `DELETE ${requests}`,
    requestPage("remove-requested-reviewers-from-a-pull-request"),
    Reviewers.remove
  )
]
