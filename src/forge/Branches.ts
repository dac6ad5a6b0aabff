/** The branches of a repository. `Refs` creates, moves and deletes them. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, inRepo, RepoPath } from "./internal/fields.ts"
import { Branch, ListedBranch } from "./schema/Branch.ts"
import { BranchRules } from "./schema/BranchRules.ts"

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
