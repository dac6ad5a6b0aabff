/** Mutations of pull requests and their reviews. */
import { account, refusal } from "./nodes.ts"
import { convertToDraft, readyForReview } from "./drafts.ts"
import {
  type Input,
  textIn,
  listIn,
  given,
  type Body,
  subject,
  repositoryIn,
  conversationIn,
  pullIn,
  after,
  logins,
  content,
  lower,
  nodeIdIn,
  type Mutation,
  mutation,
  update,
  objectsIn
} from "./acts.ts"
import type { Route } from "../http/router.ts"

const draft = (route: Route) =>
  mutation("pullRequestId", (view, input, perform) => {
    const id = textIn(input, "pullRequestId")
    perform(route, pullIn(view, id).params)
    return { pullRequest: after(view, id) }
  })

/** The comment of a review in the terms of REST. */
const draftComment = (each: unknown): Body => {
  const comment = each as Input
  return given(comment, {
    body: "body",
    line: "line",
    path: "path",
    position: "position",
    side: "side",
    startLine: "start_line",
    startSide: "start_side"
  })
}

export const mutations: Readonly<Record<string, Mutation>> = {
  addPullRequestReview: mutation("pullRequestId body event commitOID comments threads", (view, input, perform) => {
    const { params } = pullIn(view, textIn(input, "pullRequestId"))
    const comments = [...objectsIn(input, "comments"), ...objectsIn(input, "threads")].map(draftComment)
    const named = given(input, { body: "body", commitOID: "commit_id", event: "event" })
    const made = perform("PullRequests.createReview", params, {
      ...named,
      ...(comments.length === 0 ? {} : { comments })
    })
    const node = after(view, nodeIdIn(made))
    return { pullRequestReview: node, reviewEdge: { cursor: btoa(nodeIdIn(made)), node } }
  }),
  closePullRequest: mutation("pullRequestId", update("closed", "pullRequest")),
  convertPullRequestToDraft: draft(convertToDraft),
  createPullRequest: mutation(
    "repositoryId title body draft baseRefName headRefName headRepositoryId maintainerCanModify",
    (view, input, perform) => {
      const { params } = repositoryIn(view, textIn(input, "repositoryId"))
      const from = input["headRepositoryId"]
      const origin = typeof from === "string" ? repositoryIn(view, from).repository : undefined
      const head = textIn(input, "headRefName")
      const made = perform("PullRequests.create", params, {
        ...given(input, {
          title: "title",
          body: "body",
          draft: "draft",
          maintainerCanModify: "maintainer_can_modify"
        }),
        base: textIn(input, "baseRefName").replace(/^refs\/heads\//, ""),
        head: origin === undefined || head.includes(":") ? head : `${origin.owner}:${head}`,
        ...(origin === undefined ? {} : { head_repo: origin.name })
      })
      return { pullRequest: after(view, nodeIdIn(made)) }
    }
  ),
  dismissPullRequestReview: mutation("pullRequestReviewId message", (view, input, perform) => {
    const id = textIn(input, "pullRequestReviewId")
    const { pull, repository, review } = subject(view, id, "PullRequestReview")
    const params = { owner: repository.owner, repo: repository.name, pull_number: pull.number, review_id: review.id }
    perform("PullRequests.dismissReview", params, given(input, { message: "message" }))
    return { pullRequestReview: after(view, id) }
  }),
  markPullRequestReadyForReview: draft(readyForReview),
  mergePullRequest: mutation(
    "pullRequestId mergeMethod commitHeadline commitBody expectedHeadOid",
    (view, input, perform) => {
      const id = textIn(input, "pullRequestId")
      const fields = given(input, {
        commitHeadline: "commit_title",
        commitBody: "commit_message",
        expectedHeadOid: "sha"
      })
      perform("PullRequests.merge", pullIn(view, id).params, { ...fields, merge_method: lower(input["mergeMethod"]) })
      return { actor: account(view, view.viewer), pullRequest: after(view, id) }
    }
  ),
  reopenPullRequest: mutation("pullRequestId", update("open", "pullRequest")),
  requestReviews: mutation("pullRequestId userIds teamIds union", (view, input, perform) => {
    const id = textIn(input, "pullRequestId")
    const { params, pull } = pullIn(view, id)
    const wanted = {
      reviewers: logins(view, listIn(input, "userIds")),
      team_reviewers: listIn(input, "teamIds").map((each) => subject(view, each, "Team").team.slug)
    }
    const { requested_reviewers, requested_teams } = pull.pull_request
    const reviewers = requested_reviewers.filter((login) => !wanted.reviewers.includes(login))
    const team_reviewers = requested_teams.filter((slug) => !wanted.team_reviewers.includes(slug))
    if (input["union"] !== true && reviewers.length + team_reviewers.length > 0) {
      perform("PullRequests.removeRequestedReviewers", params, { reviewers, team_reviewers })
    }
    if (wanted.reviewers.length + wanted.team_reviewers.length > 0) {
      perform("PullRequests.requestReviewers", params, wanted)
    }
    return { actor: account(view, view.viewer), pullRequest: after(view, id) }
  }),
  submitPullRequestReview: mutation("pullRequestId pullRequestReviewId body event", (view, input, perform) => {
    const id = input["pullRequestReviewId"]
    const reviewed = typeof id === "string" ? subject(view, id, "PullRequestReview") : undefined
    const { pull, repository } = reviewed ?? subject(view, textIn(input, "pullRequestId"), "PullRequest")
    const pending = pull.pull_request.reviews.find(
      ({ state, user }) => state === "PENDING" && user?.toLowerCase() === view.viewer?.toLowerCase()
    )
    const review = reviewed?.review ?? pending
    if (review === undefined) throw refusal("UNPROCESSABLE", "Could not find a pending review.")
    const params = { owner: repository.owner, repo: repository.name, pull_number: pull.number, review_id: review.id }
    const made = perform("PullRequests.submitReview", params, given(input, { body: "body", event: "event" }))
    return { pullRequestReview: after(view, nodeIdIn(made)) }
  }),
  updatePullRequest: mutation(
    "pullRequestId title body baseRefName state maintainerCanModify assigneeIds labelIds milestoneId",
    (view, input, perform) => {
      const id = textIn(input, "pullRequestId")
      const { params } = pullIn(view, id)
      const state = lower(input["state"])
      const own = {
        ...given(input, {
          title: "title",
          body: "body",
          baseRefName: "base",
          maintainerCanModify: "maintainer_can_modify"
        }),
        ...(state === undefined ? {} : { state })
      }
      const shared = content(view, input)
      if (Object.keys(own).length > 0) perform("PullRequests.update", params, own)
      if (Object.keys(shared).length > 0) perform("Issues.update", conversationIn(view, id).params, shared)
      return { actor: account(view, view.viewer), pullRequest: after(view, id) }
    }
  ),
  updatePullRequestBranch: mutation("pullRequestId expectedHeadOid", (view, input, perform) => {
    const id = textIn(input, "pullRequestId")
    perform(
      "PullRequests.updateBranch",
      pullIn(view, id).params,
      given(input, { expectedHeadOid: "expected_head_sha" })
    )
    return { pullRequest: after(view, id) }
  })
}
