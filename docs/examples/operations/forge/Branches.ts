import { Branches } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Reads a branch with its last commit. */
export const get = Branches.get({ ...repo, branch: "main" }).pipe(
  Effect.map(({ commit, name }) => ({ name, sha: commit.sha, message: commit.commit.message })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads what a branch requires of a merge. A branch without protection is not found. */
export const getProtection = Branches.getProtection({ ...repo, branch: "production" }).pipe(
  Effect.map(({ required_pull_request_reviews, required_status_checks }) => ({
    checks: required_status_checks?.contexts ?? [],
    approvals: required_pull_request_reviews?.required_approving_review_count ?? 0
  })),
  Effect.catchTag("NotFound", (error) => Effect.succeed(error.serviceMessage))
)

/** Lists the branches that are not protected. */
export const list = Branches.list({ ...repo, protected: false }).pipe(
  Stream.map(({ name }) => name),
  Stream.runCollect
)

/** Merges one branch into another. It returns null if there is nothing to merge. */
export const merge = Branches.merge({ ...repo, base: "readme", head: "main" }).pipe(
  Effect.map((commit) => (commit === null ? "up to date" : commit.commit.message)),
  Effect.catchTag("Conflict", () => Effect.succeed("has conflicts"))
)

/** Brings a fork up to date. */
export const mergeUpstream = Branches.mergeUpstream({ owner: "grace", repo: "web", branch: "main" }).pipe(
  Effect.map(({ base_branch, merge_type }) => ({ base_branch, merge_type }))
)

/** Renames a branch. Pull requests and the former name follow. */
export const rename = Branches.rename({ ...repo, branch: "production", new_name: "live" }).pipe(
  Effect.map(({ name }) => name)
)
