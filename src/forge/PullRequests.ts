/** Pull requests, their files, commits and reviews. Their comments, labels, assignees and locks are those of `Issues`. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Unmergeable } from "./ForgeError.ts"
import { Direction, Flag, inRepo, Name, Ordinal, RepoPath, State, StateFilter, Text } from "./internal/fields.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitFile } from "./schema/CommitFile.ts"
import { DraftReviewComment } from "./schema/DraftReviewComment.ts"
import { MergeResult } from "./schema/MergeResult.ts"
import { PullRequest } from "./schema/PullRequest.ts"
import { Review } from "./schema/Review.ts"

const PullPath = /* @__PURE__ */ inRepo({ pull_number: Ordinal })

const Names = /* @__PURE__ */ Schema.Array(Schema.NonEmptyString)

/** The service does not filter at all by a branch without its owner. */
const OwnedBranch = /* @__PURE__ */ Schema.optional(
  /* @__PURE__ */ Schema.String.check(/* @__PURE__ */ Schema.isPattern(/^[^:]+:[^:]+$/, { expected: "owner:branch" }))
)

/**
 * Lists the pull requests of a repository, without what only a single one tells: whether it can be merged, and numbers.
 *
 * Filters: `state` (default open; merged ones are closed), `head` (`owner:branch`), `base` (a branch). Sorted by
 * `created` (default), `updated`, `popularity` (comments) or `long-running` (old, and active in the last month);
 * `direction` defaults to desc when sorted by `created` or by default, else to asc.
 *
 * GET /repos/{owner}/{repo}/pulls
 */
export const list = /* @__PURE__ */ Forge.listing("PullRequests.list", "GET /repos/{owner}/{repo}/pulls", {
  path: RepoPath,
  query: {
    state: StateFilter,
    head: OwnedBranch,
    base: Name,
    sort: Schema.optional(Schema.Literals(["created", "updated", "popularity", "long-running"])),
    direction: Direction
  },
  item: PullRequest,
  errors: [NotFound, ValidationFailed]
})

/**
 * Gets a pull request, with whether it can be merged and how much it changes. The service works `mergeable` out only
 * when asked: it is null then, and known some seconds later.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}
 */
export const get = /* @__PURE__ */ Forge.operation(
  "PullRequests.get",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  { path: PullPath, success: PullRequest, errors: [NotFound] }
)

/**
 * Opens a pull request that proposes to merge `head` into the branch `base`.
 *
 * `head` is a branch of the repository, or `owner:branch` of a fork; `head_repo` names the fork when it has the same
 * owner. `draft` defaults to false. `maintainer_can_modify` lets maintainers push to the branch of a fork.
 * `ValidationFailed` when there is one already, nothing to merge, or no such branch.
 *
 * POST /repos/{owner}/{repo}/pulls · needs write access to the head · never repeated when it is uncertain whether the
 * service acted
 */
export const create = /* @__PURE__ */ Forge.operation("PullRequests.create", "POST /repos/{owner}/{repo}/pulls", {
  path: RepoPath,
  body: {
    title: Schema.NonEmptyString,
    head: Schema.NonEmptyString,
    head_repo: Name,
    base: Schema.NonEmptyString,
    body: Text,
    draft: Flag,
    maintainer_can_modify: Flag
  },
  success: PullRequest,
  errors: [NotFound, ValidationFailed]
})

/**
 * Changes a pull request: only the fields that are given. `state` closes or reopens it, `base` proposes it to another
 * branch.
 *
 * PATCH /repos/{owner}/{repo}/pulls/{pull_number} · needs write access
 */
export const update = /* @__PURE__ */ Forge.operation(
  "PullRequests.update",
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
  {
    path: PullPath,
    body: { title: Name, body: Text, state: State, base: Name, maintainer_can_modify: Flag },
    success: PullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Merges a pull request. `Unmergeable` says why it can't be: nothing is changed then.
 *
 * `merge_method` is the repository's by default. With `sha` it is merged only if its head is still that commit
 * (`head_moved` otherwise). After `base_moved` it is worth trying again.
 *
 * PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge · needs write access · never repeated when it is uncertain whether
 * the service acted
 */
export const merge = /* @__PURE__ */ Forge.operation(
  "PullRequests.merge",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  {
    path: PullPath,
    body: {
      merge_method: Schema.optional(Schema.Literals(["merge", "squash", "rebase"])),
      commit_title: Text,
      commit_message: Text,
      sha: Name
    },
    success: MergeResult,
    errors: [NotFound, ValidationFailed, Unmergeable]
  }
)

/**
 * Lists the files that a pull request changes, 3,000 at most.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/files
 */
export const listFiles = /* @__PURE__ */ Forge.listing(
  "PullRequests.listFiles",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files",
  { path: PullPath, item: CommitFile, errors: [NotFound, ValidationFailed] }
)

/**
 * Lists the commits of a pull request, oldest first, 250 at most: of a longer one, `Commits.list` with the head as `sha`
 * gives the rest.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/commits
 */
export const listCommits = /* @__PURE__ */ Forge.listing(
  "PullRequests.listCommits",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits",
  { path: PullPath, item: Commit, errors: [NotFound] }
)

/**
 * Lists the reviews of a pull request in the order of time.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews
 */
export const listReviews = /* @__PURE__ */ Forge.listing(
  "PullRequests.listReviews",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  { path: PullPath, item: Review, errors: [NotFound] }
)

/**
 * Reviews a pull request: with an `event` the review is submitted, without one it is a draft (`PENDING`).
 *
 * REQUEST_CHANGES and COMMENT need a `body`: without it the input is refused. `commit_id` defaults to the head, and so
 * do the lines of `comments` count. One's own pull request can't be approved (`ValidationFailed`).
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews · needs write access · never repeated when it is uncertain
 * whether the service acted
 */
export const createReview = /* @__PURE__ */ Forge.operation(
  "PullRequests.createReview",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  {
    path: PullPath,
    body: {
      event: Schema.optional(Schema.Literals(["APPROVE", "REQUEST_CHANGES", "COMMENT"])),
      body: Text,
      commit_id: Name,
      comments: Schema.optional(Schema.Array(DraftReviewComment))
    },
    rules: [
      {
        path: "body",
        reason: "is needed to request changes or to comment",
        isBroken: ({ body, event }) => (event === "REQUEST_CHANGES" || event === "COMMENT") && !body
      }
    ],
    success: Review,
    errors: [NotFound, ValidationFailed]
  }
)

const isEmpty = (names: unknown): boolean => !Array.isArray(names) || names.length === 0

/**
 * Asks users (logins) or teams (slugs, in repositories of organizations) for their review; one of the two is needed.
 * The others that were asked stay. `ValidationFailed` for the author, and for who is no collaborator.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers · needs write access
 */
export const requestReviewers = /* @__PURE__ */ Forge.operation(
  "PullRequests.requestReviewers",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  {
    path: PullPath,
    body: { reviewers: Schema.optional(Names), team_reviewers: Schema.optional(Names) },
    rules: [
      {
        path: "reviewers",
        reason: "is needed where there are no team_reviewers",
        isBroken: ({ reviewers, team_reviewers }) => isEmpty(reviewers) && isEmpty(team_reviewers)
      }
    ],
    success: PullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Takes back what `requestReviewers` asked for. To take back teams only, `reviewers` is `[]`.
 *
 * DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers, with a JSON body · needs write access
 */
export const removeRequestedReviewers = /* @__PURE__ */ Forge.operation(
  "PullRequests.removeRequestedReviewers",
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  {
    path: PullPath,
    body: { reviewers: Names, team_reviewers: Schema.optional(Names) },
    success: PullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)
