import { Branches } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Reads a branch with its last commit. */
export const get = Branches.get({ ...repo, branch: "main" }).pipe(
  Effect.map(({ commit, name }) => ({ name, sha: commit.sha, message: commit.commit.message })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads what a branch demands of a merge. A branch without protection is not found. */
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
