/** Statuses of commits, which external services set. For the check runs of GitHub Apps, see `Checks`. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, PartOfAnswer } from "./internal/fields.ts"
import { CombinedStatus } from "./schema/CombinedStatus.ts"
import type { CommitStatus } from "./schema/CommitStatus.ts"

/**
 * Gets the combined state of a commit's statuses, and the newest status of each context. `ref` is a sha, a branch or a
 * tag. The state is `pending` if there are no statuses.
 *
 * The state covers all contexts, and `total_count` is their number. The statuses are returned 30 per page, or
 * `per_page` if given.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/status
 */
export const getCombined = Forge.operation("Statuses.getCombined", "GET /repos/{owner}/{repo}/commits/{ref}/status", {
  path: inRepo({ ref: Schema.NonEmptyString }),
  query: PartOfAnswer,
  success: CombinedStatus,
  errors: [NotFound]
})

/**
 * Combines statuses by the service's rules, for example only those that matter to the caller. Pass the newest status of
 * each context.
 *
 * Returns `failure` if one is `failure` or `error`; else `pending` if one is pending or has an unknown state, or if
 * there are none; else `success`.
 */
export const combine = (statuses: Iterable<Pick<CommitStatus, "state">>): "success" | "pending" | "failure" => {
  const states = Array.from(statuses, ({ state }) => state)
  if (states.some((state) => state === "failure" || state === "error")) return "failure"
  return states.length > 0 && states.every((state) => state === "success") ? "success" : "pending"
}
