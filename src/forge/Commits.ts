/** Commits, and what lies between two of them. */
import * as Schema from "effect/Schema"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, PartOfAnswer, RepoPath, Since, Text } from "./internal/fields.ts"
import { Commit } from "./schema/Commit.ts"
import { Comparison } from "./schema/Comparison.ts"
import { PullRequest } from "./schema/PullRequest.ts"

/** Git allows no two dots in a name; here they would shift where the base ends. */
const Compared = /* @__PURE__ */ Schema.NonEmptyString.check(
  /* @__PURE__ */ Schema.isPattern(/^(?!.*\.\.)/s, { expected: "a sha, branch or tag, without two dots in a row" })
)

/** SHA-1 or SHA-256. */
const FullSha = /* @__PURE__ */ Schema.String.check(
  /* @__PURE__ */ Schema.isPattern(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, {
    expected: "a full sha: 40 hexadecimal digits, or 64"
  })
)

/**
 * Lists commits, newest first; `Conflict` when the repository is empty.
 *
 * `sha` says where to start: a commit, branch or tag (default: the default branch). Filters: `path` (what touches this
 * file or directory), `author` and `committer` (a login or an e-mail), `since` and `until` (by the time that the author
 * wrote it).
 *
 * GET /repos/{owner}/{repo}/commits
 */
export const list = /* @__PURE__ */ Forge.listing("Commits.list", "GET /repos/{owner}/{repo}/commits", {
  path: RepoPath,
  query: { sha: Text, path: Text, author: Text, committer: Text, since: Since, until: Since },
  item: Commit,
  errors: [NotFound, Conflict]
})

/**
 * Gets a commit, with how much it changes and its files; `Conflict` when the repository is empty, `ValidationFailed`
 * when there is no such commit. `ref` is a sha, a branch or a tag.
 *
 * The files come 300 a page, 3,000 at most: `page` and `per_page` ask for the others.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}
 */
export const get = /* @__PURE__ */ Forge.operation("Commits.get", "GET /repos/{owner}/{repo}/commits/{ref}", {
  path: inRepo({ ref: Schema.NonEmptyString }),
  query: PartOfAnswer,
  success: Commit,
  errors: [NotFound, ValidationFailed, Conflict]
})

/**
 * Compares `head` with the commit where it parted from `base`. Both are shas, branches or tags; of a fork,
 * `owner:branch`.
 *
 * It has at most 250 commits and 300 files. With `page` or `per_page` it has all commits in pages, and the files on the
 * first page only.
 *
 * GET /repos/{owner}/{repo}/compare/{base}...{head}
 */
export const compare = /* @__PURE__ */ Forge.operation(
  "Commits.compare",
  "GET /repos/{owner}/{repo}/compare/{base}...{head}",
  {
    path: inRepo({ base: Compared, head: Compared }),
    query: PartOfAnswer,
    success: Comparison,
    errors: [NotFound]
  }
)

/**
 * Lists the pull requests that a commit is part of: merged ones, and if it is not on the default branch, open ones.
 * `Conflict` when the repository is empty. `commit_sha` is a full sha; a branch, tag or short sha is refused.
 *
 * GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls
 */
export const listPullRequests = /* @__PURE__ */ Forge.listing(
  "Commits.listPullRequests",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls",
  {
    path: inRepo({ commit_sha: FullSha }),
    item: PullRequest,
    errors: [NotFound, ValidationFailed, Conflict]
  }
)
