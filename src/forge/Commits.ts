/** Commits, comparisons between them, and comments on them. */
import * as Schema from "effect/Schema"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { FullSha, inRepo, Name, Ordinal, PartOfAnswer, Removed, RepoPath, Since, Text } from "./internal/fields.ts"
import { CommentPath } from "./internal/issueFields.ts"
import { ListedBranch } from "./schema/Branch.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitComment } from "./schema/CommitComment.ts"
import { Comparison } from "./schema/Comparison.ts"
import { ListedPullRequest } from "./schema/PullRequest.ts"

/** Git names contain no two dots in a row. In this path, the dots separate base and head. */
const Compared = Schema.NonEmptyString.check(
  Schema.isPattern(/^(?!.*\.\.)/s, { expected: "a sha, branch or tag without two dots in a row" })
)

const CommitPath = inRepo({
  /** A sha, a branch or a tag. */
  ref: Schema.NonEmptyString
})

const ShaPath = inRepo({
  /** The full sha of the commit. */
  commit_sha: FullSha
})

const ComparisonPath = inRepo({
  /** A sha, a branch or a tag; a branch of a fork is `owner:branch`. Nothing in it has two dots in a row. */
  base: Compared,
  /** What to compare with `base`, in the same form. */
  head: Compared
})

/**
 * Lists commits, newest first. Fails with `Conflict` if the repository is empty.
 *
 * `sha` is where to start: a commit, branch or tag (default: the default branch). Filters: `path` (commits that touch
 * this file or directory), `author` and `committer` (a login or an e-mail address), `since` and `until` (by author
 * date).
 *
 * GET /repos/{owner}/{repo}/commits
 */
export const list = Forge.listing("Commits.list", "GET /repos/{owner}/{repo}/commits", {
  path: RepoPath,
  query: {
    /** The commit, branch or tag to start from. Default: the default branch. */
    sha: Text,
    /** Only the commits that touch this file or directory. */
    path: Text,
    /** Only the commits by this author: a login or an e-mail address. */
    author: Text,
    /** Only the commits by this committer: a login or an e-mail address. */
    committer: Text,
    /** Only the commits authored at or after it, in whole seconds. */
    since: Since,
    /** Only the commits authored at or before it, in whole seconds. */
    until: Since
  },
  item: Commit,
  errors: [NotFound, Conflict]
})

/**
 * Gets a commit, with its stats and files. `ref` is a sha, a branch or a tag. Fails with `Conflict` if the repository
 * is empty, and with `ValidationFailed` if there is no such commit.
 *
 * The response has up to 300 files per page, and 3,000 in all. Use `page` and `per_page` to read the others.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}
 */
export const get = Forge.operation("Commits.get", "GET /repos/{owner}/{repo}/commits/{ref}", {
  path: CommitPath,
  query: PartOfAnswer,
  success: Commit,
  errors: [NotFound, ValidationFailed, Conflict]
})

/**
 * Downloads the changes of a commit as a unified diff against its first parent. `getDiff.text` returns it whole. `ref`
 * and the failures are as for `get`. The service may time out on a very large diff (`ServiceUnavailable`).
 *
 * GET /repos/{owner}/{repo}/commits/{ref}, as a diff
 */
export const getDiff = Forge.download("Commits.getDiff", "GET /repos/{owner}/{repo}/commits/{ref}", {
  path: CommitPath,
  accept: "application/vnd.github.diff",
  refuses: "application/json",
  errors: [NotFound, ValidationFailed, Conflict]
})

/**
 * Downloads a commit as a patch that `git am` applies, with its author and message. `ref` and the failures are as for
 * `getDiff`.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}, as a patch
 */
export const getPatch = Forge.download("Commits.getPatch", "GET /repos/{owner}/{repo}/commits/{ref}", {
  path: CommitPath,
  accept: "application/vnd.github.patch",
  refuses: "application/json",
  errors: [NotFound, ValidationFailed, Conflict]
})

/**
 * Compares `head` with the commit where it diverged from `base`. Both are shas, branches or tags; a branch of a fork is
 * written `owner:branch`.
 *
 * The response has at most 250 commits and 300 files. With `page` or `per_page`, all commits are returned in pages, and
 * the files on the first page only.
 *
 * GET /repos/{owner}/{repo}/compare/{base}...{head}
 */
export const compare = Forge.operation("Commits.compare", "GET /repos/{owner}/{repo}/compare/{base}...{head}", {
  path: ComparisonPath,
  query: PartOfAnswer,
  success: Comparison,
  errors: [NotFound]
})

/**
 * Downloads what `head` changes since it diverged from `base`, as a unified diff. `base` and `head` are as for `compare`.
 * `compareDiff.text` returns it whole.
 *
 * GET /repos/{owner}/{repo}/compare/{base}...{head}, as a diff
 */
export const compareDiff = Forge.download("Commits.compareDiff", "GET /repos/{owner}/{repo}/compare/{base}...{head}", {
  path: ComparisonPath,
  accept: "application/vnd.github.diff",
  refuses: "application/json",
  errors: [NotFound]
})

/**
 * Downloads the commits that `head` has and `base` has not, as patches that `git am` applies, oldest first. `base` and
 * `head` are as for `compare`.
 *
 * GET /repos/{owner}/{repo}/compare/{base}...{head}, as patches
 */
export const comparePatch = Forge.download(
  "Commits.comparePatch",
  "GET /repos/{owner}/{repo}/compare/{base}...{head}",
  {
    path: ComparisonPath,
    accept: "application/vnd.github.patch",
    refuses: "application/json",
    errors: [NotFound]
  }
)

/**
 * Lists the pull requests that contain a commit: merged ones, and open ones too if the commit is not on the default
 * branch. `commit_sha` must be a full sha; a branch, tag or short sha fails with `InvalidInput`. Fails with `Conflict`
 * if the repository is empty.
 *
 * GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls
 */
export const listPullRequests = Forge.listing(
  "Commits.listPullRequests",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls",
  {
    path: ShaPath,
    item: ListedPullRequest,
    errors: [NotFound, ValidationFailed, Conflict]
  }
)

/**
 * Gets the branches that end with a commit. `commit_sha` must be a full sha. Fails with `Conflict` if the repository is
 * empty, and with `ValidationFailed` if there is no such commit.
 *
 * The service returns all of them in one response, without pages.
 *
 * GET /repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head
 */
export const getBranchesForHead = Forge.operation(
  "Commits.getBranchesForHead",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head",
  { path: ShaPath, success: Schema.Array(ListedBranch), errors: [NotFound, ValidationFailed, Conflict] }
)

/**
 * Lists the comments on a commit, oldest first. Comments on a pull request are in `PullRequests` and `Issues`.
 *
 * GET /repos/{owner}/{repo}/commits/{commit_sha}/comments
 */
export const listComments = Forge.listing(
  "Commits.listComments",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/comments",
  { path: ShaPath, item: CommitComment, errors: [NotFound] }
)

/**
 * Lists the comments on all commits of a repository, oldest first.
 *
 * GET /repos/{owner}/{repo}/comments
 */
export const listCommentsForRepo = Forge.listing("Commits.listCommentsForRepo", "GET /repos/{owner}/{repo}/comments", {
  path: RepoPath,
  item: CommitComment,
  errors: [NotFound]
})

/**
 * Gets a comment on a commit.
 *
 * GET /repos/{owner}/{repo}/comments/{comment_id}
 */
export const getComment = Forge.operation("Commits.getComment", "GET /repos/{owner}/{repo}/comments/{comment_id}", {
  path: CommentPath,
  success: CommitComment,
  errors: [NotFound]
})

/**
 * Comments on a commit: on all of it, or with `path` and `position` on a line of its diff. Fails with `ValidationFailed`
 * if there is no such commit.
 *
 * POST /repos/{owner}/{repo}/commits/{commit_sha}/comments · not retried when the service may have acted
 */
export const createComment = Forge.operation(
  "Commits.createComment",
  "POST /repos/{owner}/{repo}/commits/{commit_sha}/comments",
  {
    path: ShaPath,
    body: {
      /** The text, as Markdown. */
      body: Schema.NonEmptyString,
      /** The path of the file to comment on. Default: the whole commit. */
      path: Name,
      /** The line of the diff of the file, counted from 1 below its first `@@`. Needs `path`. */
      position: Schema.optional(Ordinal)
    },
    rules: [
      {
        path: "position",
        reason: "needs the path of a file",
        isBroken: ({ path, position }) => position !== undefined && path === undefined
      }
    ],
    success: CommitComment,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "mark",
      mark: "body",
      find: (input, look) =>
        look.first(
          "/repos/{owner}/{repo}/commits/{commit_sha}/comments",
          CommitComment,
          ({ body }) => look.isMarked(body),
          { input }
        )
    }
  }
)

/**
 * Replaces the text of a comment on a commit.
 *
 * PATCH /repos/{owner}/{repo}/comments/{comment_id} · others' comments need write access
 */
export const updateComment = Forge.operation(
  "Commits.updateComment",
  "PATCH /repos/{owner}/{repo}/comments/{comment_id}",
  {
    path: CommentPath,
    body: {
      /** The whole new text, as Markdown. */
      body: Schema.NonEmptyString
    },
    success: CommitComment,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a comment on a commit permanently.
 *
 * DELETE /repos/{owner}/{repo}/comments/{comment_id} · others' comments need write access
 */
export const deleteComment = Forge.operation(
  "Commits.deleteComment",
  "DELETE /repos/{owner}/{repo}/comments/{comment_id}",
  { path: CommentPath, errors: [NotFound], foundBy: Removed }
)
