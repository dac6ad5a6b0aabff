/** Mutations of threads of reviews, and of hidden comments. */
import type { Route } from "../http/router.ts"
import type { Pull } from "../state/pulls.ts"
import { nodeId } from "../wire/nodeIds.ts"
import {
  after,
  given,
  type Input,
  lower,
  type Mutation,
  mutation,
  nodeIdIn,
  type Perform,
  pullIn,
  subject,
  textIn
} from "./acts.ts"
import type { View } from "./nodes.ts"
import { addComment, minimizing, resolve, unresolve } from "./threads.ts"

/** Hides a comment for a reason; null shows it. */
const minimize = (view: View, input: Input, perform: Perform, reason: string | null) => {
  const id = textIn(input, "subjectId")
  const node = subject(view, id, "IssueComment", "PullRequestReview", "PullRequestReviewComment")
  const common = { owner: node.repository.owner, repo: node.repository.name }
  const params =
    node.__typename === "PullRequestReview"
      ? { ...common, pull_number: node.pull.number, review_id: node.review.id }
      : { ...common, comment_id: node.comment.id }
  perform(minimizing[node.__typename], params, { reason })
  return after(view, id)
}

const resolved = (route: Route) =>
  mutation("threadId", (view, input, perform) => {
    const id = textIn(input, "threadId")
    const { comment, repository } = subject(view, id, "PullRequestReviewThread")
    perform(route, { owner: repository.owner, repo: repository.name, comment_id: comment.id })
    return { thread: after(view, id) }
  })

const pendingOf = (view: View, { pull_request: { reviews } }: Pull) =>
  reviews.find(({ state, user }) => state === "PENDING" && user?.toLowerCase() === view.viewer?.toLowerCase())

/** The pull request that a thread is added to, and the pending review, if there is one. */
const reviewIn = (view: View, input: Input) => {
  const id = input["pullRequestReviewId"]
  if (typeof id === "string") {
    const { pull, repository, review } = subject(view, id, "PullRequestReview")
    return { params: { owner: repository.owner, repo: repository.name, pull_number: pull.number }, repository, review }
  }
  const { params, pull, repository } = pullIn(view, textIn(input, "pullRequestId"))
  return { params, repository, review: pendingOf(view, pull) }
}

export const mutations: Readonly<Record<string, Mutation>> = {
  addPullRequestReviewThread: mutation(
    "pullRequestId pullRequestReviewId body path line side startLine startSide subjectType",
    (view, input, perform) => {
      const { params, repository, review } = reviewIn(view, input)
      const fields = {
        ...given(input, {
          body: "body",
          line: "line",
          path: "path",
          side: "side",
          startLine: "start_line",
          startSide: "start_side"
        }),
        subject_type: lower(input["subjectType"])
      }
      if (review !== undefined) {
        const made = perform(addComment, { ...params, review_id: review.id }, fields)
        const { comment } = subject(view, nodeIdIn(made), "PullRequestReviewComment")
        return { thread: after(view, nodeId("PRRT", comment.id, repository)) }
      }
      const begun = perform("PullRequests.createReview", params, { comments: [fields] })
      const found = subject(view, nodeIdIn(begun), "PullRequestReview")
      const comment = found.pull.pull_request.review_comments.find((each) => each.review === found.review.id)
      return { thread: comment === undefined ? null : after(view, nodeId("PRRT", comment.id, repository)) }
    }
  ),
  addPullRequestReviewThreadReply: mutation(
    "pullRequestReviewId pullRequestReviewThreadId body",
    (view, input, perform) => {
      const thread = subject(view, textIn(input, "pullRequestReviewThreadId"), "PullRequestReviewThread")
      const { comment, pull, repository } = thread
      const params = { owner: repository.owner, repo: repository.name, pull_number: pull.number }
      const fields = given(input, { body: "body" })
      const under = input["pullRequestReviewId"]
      const made =
        typeof under === "string"
          ? perform(
              addComment,
              { ...params, review_id: subject(view, under, "PullRequestReview").review.id },
              { ...fields, in_reply_to: comment.id }
            )
          : perform("PullRequests.replyToComment", { ...params, comment_id: comment.id }, fields)
      return { comment: after(view, nodeIdIn(made)) }
    }
  ),
  minimizeComment: mutation("subjectId classifier", (view, input, perform) => {
    const reason = textIn(input, "classifier").toLowerCase().replace("_", "-")
    return { minimizedComment: minimize(view, input, perform, reason) }
  }),
  resolveReviewThread: resolved(resolve),
  unminimizeComment: mutation("subjectId", (view, input, perform) => ({
    unminimizedComment: minimize(view, input, perform, null)
  })),
  unresolveReviewThread: resolved(unresolve)
}
