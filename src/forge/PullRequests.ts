/**
 * Pull requests, their files, commits, reviews and comments on lines. The comments of their conversation and their
 * assignees are in `Issues`, their labels in `Labels`.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { NotAcceptable, Unmergeable } from "./ForgeError.ts"
import { Flag, Name, Ordinal, RepoPath, State, Text } from "./internal/fields.ts"
import { PullFilters, PullPath } from "./internal/pullFields.ts"
import { findMerge, findPull, findUpdate } from "./internal/pullFinders.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitFile } from "./schema/CommitFile.ts"
import { MergeResult } from "./schema/MergeResult.ts"
import { PullRequest } from "./schema/PullRequest.ts"
import { UpdatedBranch } from "./schema/UpdatedBranch.ts"

export {
  createComment,
  createReview,
  dismissReview,
  listComments,
  listReviews,
  removeRequestedReviewers,
  replyToComment,
  requestReviewers,
  submitReview
} from "./pullRequests/Reviews.ts"

/**
 * Lists the pull requests of a repository. Only `get` returns whether one can be merged, and its counts.
 *
 * By default, it lists the open ones, newest first. The fields of the input filter and sort.
 *
 * GET /repos/{owner}/{repo}/pulls
 */
export const list = Forge.listing("PullRequests.list", "GET /repos/{owner}/{repo}/pulls", {
  path: RepoPath,
  query: PullFilters,
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
 * An `issue` becomes the pull request; else a `title` is required. Fails with `ValidationFailed` if there is one already
 * (`alreadyExists` is true then), if there is nothing to merge, or if a branch does not exist.
 *
 * POST /repos/{owner}/{repo}/pulls · needs write access to the head · not retried when the service may have acted
 */
export const create = Forge.operation("PullRequests.create", "POST /repos/{owner}/{repo}/pulls", {
  path: RepoPath,
  body: {
    /** The title. Required without an `issue`. */
    title: Name,
    /** Number of an issue that becomes the pull request, with its title, text and comments. */
    issue: Schema.optional(Ordinal),
    /** The branch to merge from; `owner:branch` for a branch of a fork. */
    head: Schema.NonEmptyString,
    /** Name of the fork, if it has the same owner. */
    head_repo: Name,
    /** The branch to merge into. */
    base: Schema.NonEmptyString,
    /** The text, as Markdown. */
    body: Text,
    /** Whether it is a draft, which cannot be merged. Default: false. */
    draft: Flag,
    /** Whether maintainers may push to the branch of a fork. */
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
 * Changes a pull request. Only the given fields change.
 *
 * PATCH /repos/{owner}/{repo}/pulls/{pull_number} · needs write access
 */
export const update = Forge.operation("PullRequests.update", "PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
  path: PullPath,
  body: {
    /** The new title. */
    title: Name,
    /** The new text, as Markdown. */
    body: Text,
    /** Closes or reopens it. */
    state: State,
    /** The branch to merge into. */
    base: Name,
    /** Whether maintainers may push to the branch of a fork. */
    maintainer_can_modify: Flag
  },
  success: PullRequest,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Merges a pull request. Fails with `Unmergeable`, which states the reason, if it cannot be merged; nothing is changed
 * then.
 *
 * With `sha`, it is merged only if its head is still that commit (the reason is `head_moved` otherwise). After
 * `base_moved`, try again.
 *
 * PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge · needs write access · not retried when the service may have
 * acted
 */
export const merge = Forge.operation("PullRequests.merge", "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
  path: PullPath,
  body: {
    /** How to merge. Default: the repository's method. */
    merge_method: Schema.optional(Schema.Literals(["merge", "squash", "rebase"])),
    /** First line of the merge commit. Default: the service writes it. */
    commit_title: Text,
    /** The rest of its message. Default: the service writes it. */
    commit_message: Text,
    /** The head that must be merged. If the head has moved, the merge is refused. */
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
 * Brings the branch of a pull request up to date: merges its base into it. The service accepts the request and does this
 * in the background; `get` returns the new head some seconds later.
 *
 * With `expected_head_sha`, only while the head is still that commit. Fails with `ValidationFailed` if it has moved, if
 * there is nothing to merge, and for a conflict.
 *
 * PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch · needs write access to the head · not retried when the
 * service may have acted
 */
export const updateBranch = Forge.operation(
  "PullRequests.updateBranch",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch",
  {
    path: PullPath,
    body: {
      /** The head that must be updated. Default: the current one. */
      expected_head_sha: Name
    },
    success: UpdatedBranch,
    statuses: [200, 201, 202, 203],
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "comparison",
      find: findUpdate
    }
  }
)

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
