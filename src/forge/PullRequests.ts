/**
 * Pull requests, their files, commits, reviews and comments on lines. The comments of their conversation and their
 * assignees are in `Issues`, their labels in `Labels`.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { NotAcceptable, Unmergeable } from "./ForgeError.ts"
import { Direction, Flag, Name, Ordinal, RepoPath, Since, State, Text } from "./internal/fields.ts"
import {
  findComment,
  findMerge,
  findPull,
  findReview,
  findUpdate,
  PullFilters,
  PullPath,
  RemovedReviewers,
  RequestedReviewers,
  ReviewCommentPath,
  ReviewPath
} from "./internal/pulls.ts"
import { newPull } from "./internal/foreseen.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitFile } from "./schema/CommitFile.ts"
import { DraftReviewComment, PositionedReviewComment } from "./schema/DraftReviewComment.ts"
import { MergeResult } from "./schema/MergeResult.ts"
import { ListedPullRequest, PullRequest } from "./schema/PullRequest.ts"
import { Review } from "./schema/Review.ts"
import { ReviewComment } from "./schema/ReviewComment.ts"
import { UpdatedBranch } from "./schema/UpdatedBranch.ts"

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
  item: ListedPullRequest,
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
 * An `issue` becomes the pull request; without one, a `title` is required. Fails with `ValidationFailed` if there is
 * one already (`alreadyExists` is true then), if there is nothing to merge, or if a branch does not exist.
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
  foreseen: newPull,
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
 * Merges a pull request. If it cannot be merged, fails with `Unmergeable`, which states the reason, and nothing is
 * changed.
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
  errors: [NotFound, Unmergeable, ValidationFailed],
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

const Event = Schema.Literals(["APPROVE", "REQUEST_CHANGES", "COMMENT"])

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
 * head; the lines (or positions in the diff) of `comments` refer to that commit. You cannot approve your own pull request
 * (`ValidationFailed`).
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
      /** Submits the review. Without it, the review is a draft. */
      event: Schema.optional(Event),
      /** The text, as Markdown. Required to request changes and to comment. */
      body: Text,
      /** The commit that the review is about. Default: the head. */
      commit_id: Name,
      /** Comments on lines of the changed files, or on positions in the diff. */
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

/** The state of a review after its submission. */
const states = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const

/**
 * Submits a draft of a review (`PENDING`) with its comments. Only its author can.
 *
 * Without a `body`, the draft's stays. Fails with `ValidationFailed` if it was submitted already, and if it requests
 * changes without a text.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events · not retried when the service may have acted
 */
export const submitReview = Forge.operation(
  "PullRequests.submitReview",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events",
  {
    path: ReviewPath,
    body: {
      /** The verdict. */
      event: Event,
      /** The text, as Markdown. Default: that of the draft. */
      body: Text
    },
    success: Review,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "state",
      find: (input, look) => findReview(input, states[input.event], look)
    }
  }
)

/**
 * Dismisses a review that approves or requests changes: it stays, and no longer counts. Fails with `ValidationFailed`
 * for any other review.
 *
 * PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals · needs write access; on a protected
 * branch, admin access or the right to dismiss reviews · not retried when the service may have acted
 */
export const dismissReview = Forge.operation(
  "PullRequests.dismissReview",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals",
  {
    path: ReviewPath,
    body: {
      /** Why, as the timeline shows it. */
      message: Schema.NonEmptyString
    },
    success: Review,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "state",
      find: (input, look) => findReview(input, "DISMISSED", look)
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
    body: RequestedReviewers,
    rules: [
      {
        path: "reviewers",
        reason: "is required without team_reviewers",
        isBroken: ({ reviewers, team_reviewers }) => isEmpty(reviewers) && isEmpty(team_reviewers)
      }
    ],
    success: ListedPullRequest,
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
    body: RemovedReviewers,
    success: ListedPullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

const Side = Schema.optional(Schema.Literals(["LEFT", "RIGHT"]))

/**
 * Lists the comments on lines and files of a pull request, oldest first. Does not include those of drafts of reviews.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/comments
 */
export const listComments = Forge.listing(
  "PullRequests.listComments",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  {
    path: PullPath,
    query: {
      /** What to sort by. Default: created. */
      sort: Schema.optional(Schema.Literals(["created", "updated"])),
      /** The order, which needs `sort`. Default: asc. */
      direction: Direction,
      /** Only the comments updated at or after it, in whole seconds. */
      since: Since
    },
    item: ReviewComment,
    errors: [NotFound]
  }
)

/**
 * Comments on lines of a pull request's diff, or with `subject_type: "file"` on a whole file.
 *
 * `line` and `side` say what the comment is about; `start_line` and `start_side` say where a comment on several lines
 * begins. A comment on a line needs a `line` (`InvalidInput` otherwise). Fails with `ValidationFailed` if the line is not
 * part of the diff of the commit.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/comments · not retried when the service may have acted
 */
export const createComment = Forge.operation(
  "PullRequests.createComment",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  {
    path: PullPath,
    body: {
      /** The text, as Markdown. */
      body: Schema.NonEmptyString,
      /** The sha of the commit that the lines refer to, mostly the head. */
      commit_id: Schema.NonEmptyString,
      /** The path of the file. */
      path: Schema.NonEmptyString,
      /** The line, or the last of several. Required unless the comment is about a file. */
      line: Schema.optional(Ordinal),
      /** `LEFT` is the old code, `RIGHT` the new. Default: RIGHT. */
      side: Side,
      /** The first of several lines. */
      start_line: Schema.optional(Ordinal),
      /** The side of the first line. Default: `side`. */
      start_side: Side,
      /** Whether it is about lines or a whole file. Default: line. */
      subject_type: Schema.optional(Schema.Literals(["line", "file"]))
    },
    rules: [
      {
        path: "line",
        reason: "is required unless subject_type is file",
        isBroken: ({ line, subject_type }) => line === undefined && subject_type !== "file"
      }
    ],
    success: ReviewComment,
    errors: [NotFound, ValidationFailed],
    foundBy: { by: "mark", mark: "body", find: findComment }
  }
)

/**
 * Replies to a comment on lines or a file. `comment_id` is the comment that begins the thread: a reply cannot be replied
 * to.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies · not retried when the service may have
 * acted
 */
export const replyToComment = Forge.operation(
  "PullRequests.replyToComment",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies",
  {
    path: ReviewCommentPath,
    body: {
      /** The text, as Markdown. */
      body: Schema.NonEmptyString
    },
    success: ReviewComment,
    errors: [NotFound, ValidationFailed],
    foundBy: { by: "mark", mark: "body", find: findComment }
  }
)
