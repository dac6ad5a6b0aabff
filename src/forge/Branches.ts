/**
 * The branches of a repository: how they are read, renamed and merged. `Refs` creates, moves and deletes them, and
 * `BranchProtection` protects them.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, inRepo, RepoPath, Text } from "./internal/fields.ts"
import { Branch, ListedBranch } from "./schema/Branch.ts"
import { BranchRules } from "./schema/BranchRules.ts"
import { Commit } from "./schema/Commit.ts"
import { MergedUpstream } from "./schema/MergedUpstream.ts"

const BranchPath = inRepo({
  /** Name of the branch, without `refs/heads/`. */
  branch: Schema.NonEmptyString
})

/**
 * Lists the branches of a repository. With `protected`, only those that are protected, or only those that are not.
 *
 * GET /repos/{owner}/{repo}/branches
 */
export const list = Forge.listing("Branches.list", "GET /repos/{owner}/{repo}/branches", {
  path: RepoPath,
  query: {
    /** True for the protected ones only, false for the others only. Default: all. */
    protected: Flag
  },
  item: ListedBranch,
  errors: [NotFound]
})

/**
 * Gets a branch with its last commit and its protection. The name of a renamed branch redirects to the new one.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}
 */
export const get = Forge.operation("Branches.get", "GET /repos/{owner}/{repo}/branches/{branch}", {
  path: BranchPath,
  success: Branch,
  errors: [NotFound]
})

/**
 * Gets the rules that protect a branch. Fails with `NotFound` if the branch is not protected, which the `serviceMessage`
 * says. `Branches.get` tells everyone which checks are required.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection · needs admin access
 */
export const getProtection = Forge.operation(
  "Branches.getProtection",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection",
  {
    path: BranchPath,
    success: BranchRules,
    errors: [NotFound]
  }
)

/**
 * Renames a branch. Open pull requests from and into it follow, as do its protection and the default branch. Its former
 * name redirects to it. The service may need some time to rename the branch everywhere.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/rename · needs write access; admin access for the default branch
 */
export const rename = Forge.operation("Branches.rename", "POST /repos/{owner}/{repo}/branches/{branch}/rename", {
  path: BranchPath,
  body: {
    /** The new name, without `refs/heads/`. */
    new_name: Schema.NonEmptyString
  },
  success: Branch,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "new_name",
    // The former name redirects.
    find: (input, look) =>
      Effect.map(
        look.get("/repos/{owner}/{repo}/branches/{branch}", Branch, { input }),
        Option.filter(({ name }) => name === input.new_name)
      )
  }
})

/**
 * Merges a branch or a commit into a branch. Returns the merge commit, or null if there is nothing to merge. It is also
 * null after a lost response, if the first request has merged. Fails with `Conflict` if the two conflict, and with
 * `NotFound` if one of them does not exist. Protection of the base can refuse it.
 *
 * To merge a pull request, use `PullRequests.merge`.
 *
 * POST /repos/{owner}/{repo}/merges · needs write access
 */
export const merge = Forge.operation("Branches.merge", "POST /repos/{owner}/{repo}/merges", {
  path: RepoPath,
  body: {
    /** Name of the branch that is merged into. */
    base: Schema.NonEmptyString,
    /** The branch or the sha of the commit that is merged. */
    head: Schema.NonEmptyString,
    /** The message of the merge commit. Default: `Merge {head} into {base}`. */
    commit_message: Text
  },
  // 204: there is nothing to merge.
  statuses: [200, 201, 203, 204],
  success: Schema.NullOr(Commit),
  errors: [NotFound, Conflict, ValidationFailed],
  repeatable: true
})

/**
 * Brings a branch of a fork up to date with the same branch of the repository that it comes from: moves it forward, or
 * merges if it has commits of its own. Fails with `Conflict` if the two conflict, and with `ValidationFailed` if the
 * repository is not a fork, or the branch does not exist there.
 *
 * POST /repos/{owner}/{repo}/merge-upstream · needs write access
 */
export const mergeUpstream = Forge.operation("Branches.mergeUpstream", "POST /repos/{owner}/{repo}/merge-upstream", {
  path: RepoPath,
  body: {
    /** Name of the branch. */
    branch: Schema.NonEmptyString
  },
  success: MergedUpstream,
  errors: [NotFound, Conflict, ValidationFailed],
  repeatable: true
})
