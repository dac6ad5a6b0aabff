/**
 * Pull requests, and their files, commits and reviews. For their comments, assignees and locks use `Issues`, for their
 * labels `Labels`.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { NotAcceptable, Unmergeable } from "./ForgeError.ts"
import { Direction, Flag, inRepo, Name, Ordinal, RepoPath, State, StateFilter, Text } from "./internal/fields.ts"
import { findMerge, findPull } from "./internal/pullFinders.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitFile } from "./schema/CommitFile.ts"
import { DraftReviewComment, PositionedReviewComment } from "./schema/DraftReviewComment.ts"
import { MergeResult } from "./schema/MergeResult.ts"
import { PullRequest } from "./schema/PullRequest.ts"
import { Review } from "./schema/Review.ts"

const PullPath = inRepo({ pull_number: Ordinal })

const Names = Schema.Array(Schema.NonEmptyString)

/** Without the owner, the service ignores the filter. */
const OwnedBranch = Schema.optional(
  Schema.String.check(Schema.isPattern(/^[^:]+:[^:]+$/, { expected: "owner:branch" }))
)

/**
 * Lists the pull requests of a repository. Only `get` returns whether one can be merged, and its counts.
 *
 * Filters: `state` (default open; merged ones are closed), `head` (`owner:branch`), `base` (a branch). Sorted by
 * `created` (default), `updated`, `popularity` (comments) or `long-running` (old, and active in the last month).
 * `direction` defaults to desc for `created`, else to asc.
 *
 * GET /repos/{owner}/{repo}/pulls
 */
export const list = Forge.listing("PullRequests.list", "GET /repos/{owner}/{repo}/pulls", {
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
 * Gets a pull request, including whether it can be merged and how much it changes. The service computes `mergeable` on
 * request: it is null at first, and known some seconds later. Fails with `NotAcceptable` if it cannot be sent in another
 * media type that `.as` asks for.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}
 */
export const get = Forge.operation("PullRequests.get", "GET /repos/{owner}/{repo}/pulls/{pull_number}", {
  path: PullPath,
  success: PullRequest,
  errors: [NotFound, NotAcceptable]
})

/**
 * Downloads the changes of a pull request as a unified diff: what `base...head` changes, in one piece. `getDiff.text`
 * returns it whole.
 *
 * Fails with `NotAcceptable` if the diff has more than 20,000 lines or 300 files; use `listFiles` for those.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}, as a diff
 */
export const getDiff = Forge.download("PullRequests.getDiff", "GET /repos/{owner}/{repo}/pulls/{pull_number}", {
  path: PullPath,
  accept: "application/vnd.github.diff",
  refuses: "application/json",
  errors: [NotFound, NotAcceptable]
})

/**
 * Downloads the commits of a pull request as patches that `git am` applies. Fails with `NotAcceptable` like `getDiff`.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}, as patches
 */
export const getPatch = Forge.download("PullRequests.getPatch", "GET /repos/{owner}/{repo}/pulls/{pull_number}", {
  path: PullPath,
  accept: "application/vnd.github.patch",
  refuses: "application/json",
  errors: [NotFound, NotAcceptable]
})

/**
 * Opens a pull request that proposes to merge `head` into the branch `base`.
 *
 * `head` is a branch of the repository, or `owner:branch` of a fork. `head_repo` names the fork if it has the same
 * owner. `draft` defaults to false. `maintainer_can_modify` lets maintainers push to the branch of a fork. `issue` is the
 * number of an issue that becomes the pull request, with its title, text and comments; else a `title` is required. Fails
 * with `ValidationFailed` if there is one already, if there is nothing to merge, or if a branch does not exist.
 *
 * POST /repos/{owner}/{repo}/pulls · needs write access to the head · not retried when the service may have acted
 */
export const create = Forge.operation("PullRequests.create", "POST /repos/{owner}/{repo}/pulls", {
  path: RepoPath,
  body: {
    title: Name,
    issue: Schema.optional(Ordinal),
    head: Schema.NonEmptyString,
    head_repo: Name,
    base: Schema.NonEmptyString,
    body: Text,
    draft: Flag,
    maintainer_can_modify: Flag
  },
  rules: [
    {
      path: "title",
      reason: "is required without an issue",
      isBroken: ({ issue, title }) => issue === undefined && title === undefined
    }
  ],
  success: PullRequest,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "mark",
    // The text of an issue stays, and its number tells whether it was converted.
    mark: ({ issue }) => (issue === undefined ? "body" : undefined),
    find: findPull
  }
})

/**
 * Changes a pull request. Only the given fields change. `state` closes or reopens it; `base` changes the branch that it
 * would be merged into.
 *
 * PATCH /repos/{owner}/{repo}/pulls/{pull_number} · needs write access
 */
export const update = Forge.operation("PullRequests.update", "PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
  path: PullPath,
  body: { title: Name, body: Text, state: State, base: Name, maintainer_can_modify: Flag },
  success: PullRequest,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Merges a pull request. Fails with `Unmergeable`, which states the reason, if it cannot be merged; nothing is changed
 * then.
 *
 * `merge_method` defaults to the repository's. With `sha`, it is merged only if its head is still that commit (the
 * reason is `head_moved` otherwise). After `base_moved`, try again.
 *
 * PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge · needs write access · not retried when the service may have
 * acted
 */
export const merge = Forge.operation("PullRequests.merge", "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
  path: PullPath,
  body: {
    merge_method: Schema.optional(Schema.Literals(["merge", "squash", "rebase"])),
    commit_title: Text,
    commit_message: Text,
    sha: Name
  },
  success: MergeResult,
  errors: [NotFound, ValidationFailed, Unmergeable],
  foundBy: {
    by: "merge commit",
    find: findMerge
  }
})

/**
 * Lists the files that a pull request changes, at most 3,000.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/files
 */
export const listFiles = Forge.listing(
  "PullRequests.listFiles",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files",
  { path: PullPath, item: CommitFile, errors: [NotFound, ValidationFailed] }
)

/**
 * Lists the commits of a pull request, oldest first, at most 250. For the rest of a longer one, use `Commits.list` with
 * the head as `sha`.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/commits
 */
export const listCommits = Forge.listing(
  "PullRequests.listCommits",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits",
  { path: PullPath, item: Commit, errors: [NotFound] }
)

/**
 * Lists the reviews of a pull request in chronological order.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews
 */
export const listReviews = Forge.listing(
  "PullRequests.listReviews",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  { path: PullPath, item: Review, errors: [NotFound] }
)

/**
 * Reviews a pull request. With an `event` the review is submitted; without one it is a draft (`PENDING`).
 *
 * REQUEST_CHANGES and COMMENT need a `body`; without it the call fails with `InvalidInput`. `commit_id` defaults to the
 * head; the lines (or positions in the diff) of `comments` refer to that commit. You cannot approve your own pull request (`ValidationFailed`).
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews · needs write access · not retried when the service may have
 * acted
 */
export const createReview = Forge.operation(
  "PullRequests.createReview",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  {
    path: PullPath,
    body: {
      event: Schema.optional(Schema.Literals(["APPROVE", "REQUEST_CHANGES", "COMMENT"])),
      body: Text,
      commit_id: Name,
      comments: Schema.optional(Schema.Array(Schema.Union([DraftReviewComment, PositionedReviewComment])))
    },
    rules: [
      {
        path: "body",
        reason: "is required to request changes or to comment",
        isBroken: ({ body, event }) => (event === "REQUEST_CHANGES" || event === "COMMENT") && !body
      }
    ],
    success: Review,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "mark",
      mark: "body",
      find: (input, look) =>
        look.first("/repos/{owner}/{repo}/pulls/{pull_number}/reviews", Review, ({ body }) => look.isMarked(body), {
          input
        })
    }
  }
)

const isEmpty = (names: unknown): boolean => !Array.isArray(names) || names.length === 0

/**
 * Requests reviews from users (logins) or teams (slugs, in repositories of organizations). At least one of the two is
 * required. Earlier requests stay. Fails with `ValidationFailed` for the author and for users who are not
 * collaborators.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers · needs write access
 */
export const requestReviewers = Forge.operation(
  "PullRequests.requestReviewers",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  {
    path: PullPath,
    body: { reviewers: Schema.optional(Names), team_reviewers: Schema.optional(Names) },
    rules: [
      {
        path: "reviewers",
        reason: "is required without team_reviewers",
        isBroken: ({ reviewers, team_reviewers }) => isEmpty(reviewers) && isEmpty(team_reviewers)
      }
    ],
    success: PullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Removes review requests. To remove teams only, pass `[]` as `reviewers`.
 *
 * DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers, with a JSON body · needs write access
 */
export const removeRequestedReviewers = Forge.operation(
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
