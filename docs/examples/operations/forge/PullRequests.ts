import { PullRequests } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Opens a pull request. The service refuses a second one for the same branch. */
export const create = PullRequests.create({
  ...repo,
  title: "Show the humidity",
  body: "Closes #2.",
  head: "humidity",
  base: "main"
}).pipe(
  Effect.map(({ html_url }) => html_url),
  Effect.catchTag("ValidationFailed", (refused) => Effect.succeed(refused.message))
)

/** Comments on a line of a pull request's newest commit. */
export const createComment = Effect.gen(function* () {
  const pull = { ...repo, pull_number: 5 }
  const { head } = yield* PullRequests.get(pull)
  const place = { commit_id: head.sha, path: "src/wind.ts", line: 2 }
  const { html_url } = yield* PullRequests.createComment({ ...pull, ...place, body: "Is that a setting?" })
  return html_url
})

/** Approves a pull request. Nobody can approve their own: that is `ValidationFailed`. */
export const createReview = PullRequests.createReview({
  ...repo,
  pull_number: 6,
  event: "APPROVE",
  body: "Thank you."
}).pipe(
  Effect.map(({ state }) => state),
  Effect.catchTag("ValidationFailed", (refused) => Effect.succeed(refused.serviceMessage))
)

/** Dismisses a review that asked for changes. */
export const dismissReview = PullRequests.dismissReview({
  ...repo,
  pull_number: 5,
  review_id: 501,
  message: "The test is there now."
}).pipe(Effect.map(({ state }) => state))

/** Reads whether a pull request can be merged. `mergeable` is null until the service knows. */
export const get = PullRequests.get({ ...repo, pull_number: 6 }).pipe(
  Effect.map(({ draft, mergeable, mergeable_state, title }) => ({ title, draft, mergeable, mergeable_state }))
)

/** Downloads the changes of a pull request as a unified diff. One that is too large is `NotAcceptable`. */
export const getDiff = PullRequests.getDiff
  .text({ ...repo, pull_number: 5 })
  .pipe(Effect.catchTag("NotAcceptable", () => Effect.succeed("The diff is too large.")))

/** Downloads the commits of a pull request as patches, which `git am` applies. */
export const getPatch = PullRequests.getPatch.text({ ...repo, pull_number: 5 })

/** Lists the open pull requests into a branch that are not drafts. */
export const list = PullRequests.list({ ...repo, state: "open", base: "main" }).pipe(
  Stream.filter(({ draft }) => !draft),
  Stream.map(({ number, title }) => ({ number, title })),
  Stream.runCollect
)

/** Lists the comments on lines of a pull request. */
export const listComments = PullRequests.listComments({ ...repo, pull_number: 5 }).pipe(
  Stream.map(({ body, line, path }) => `${path}:${line ?? "?"}: ${body}`),
  Stream.runCollect
)

/** Lists the commits of a pull request. */
export const listCommits = PullRequests.listCommits({ ...repo, pull_number: 5 }).pipe(
  Stream.map(({ commit }) => commit.message),
  Stream.runCollect
)

/** Lists the files that a pull request changes, and by how many lines. */
export const listFiles = PullRequests.listFiles({ ...repo, pull_number: 5 }).pipe(
  Stream.map(({ additions, deletions, filename, status }) => ({ filename, status, additions, deletions })),
  Stream.runCollect
)

/** Lists who has approved a pull request. */
export const listReviews = PullRequests.listReviews({ ...repo, pull_number: 6 }).pipe(
  Stream.filter(({ state }) => state === "APPROVED"),
  Stream.map(({ user }) => user?.login ?? "ghost"),
  Stream.runCollect
)

/** Squashes a pull request into its base, or says what stands in the way. */
export const merge = PullRequests.merge({ ...repo, pull_number: 6, merge_method: "squash" }).pipe(
  Effect.map(({ merged }) => (merged ? "Merged" : "Not merged")),
  Effect.catchTag("Unmergeable", ({ reason }) => Effect.succeed(`Not merged: ${reason}`))
)

/** Withdraws the requests for a review from a user and a team. */
export const removeRequestedReviewers = PullRequests.removeRequestedReviewers({
  ...repo,
  pull_number: 5,
  reviewers: ["alan"],
  team_reviewers: ["designers"]
}).pipe(Effect.map(({ requested_reviewers }) => requested_reviewers.map(({ login }) => login)))

/** Answers a comment on a line. */
export const replyToComment = PullRequests.replyToComment({
  ...repo,
  pull_number: 5,
  comment_id: 601,
  body: "Yes, the formula needs that."
}).pipe(Effect.map(({ body, in_reply_to_id }) => ({ in_reply_to_id, body })))

/** Asks users and teams for a review. They must have access: `ValidationFailed` otherwise. */
export const requestReviewers = PullRequests.requestReviewers({
  ...repo,
  pull_number: 6,
  reviewers: ["alan"],
  team_reviewers: ["developers"]
}).pipe(
  Effect.map(({ requested_reviewers, requested_teams }) => ({
    reviewers: requested_reviewers.map(({ login }) => login),
    teams: requested_teams.map(({ slug }) => slug)
  }))
)

/** Submits a review that was begun without an `event`. */
export const submitReview = PullRequests.submitReview({
  ...repo,
  pull_number: 5,
  review_id: 502,
  event: "COMMENT",
  body: "Almost there."
}).pipe(Effect.map(({ state }) => state))

/** Changes the title and the base of a pull request. */
export const update = PullRequests.update({
  ...repo,
  pull_number: 5,
  title: "Show the wind chill",
  base: "production"
}).pipe(Effect.map(({ base, title }) => ({ title, base: base.ref })))

/** Merges the base into a pull request's branch, unless that has moved since it was read. */
export const updateBranch = PullRequests.get({ ...repo, pull_number: 5 }).pipe(
  Effect.flatMap(({ head }) => PullRequests.updateBranch({ ...repo, pull_number: 5, expected_head_sha: head.sha })),
  Effect.map(({ message }) => message),
  Effect.catchTag("ValidationFailed", (refused) => Effect.succeed(refused.serviceMessage))
)
