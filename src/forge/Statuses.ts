/** Statuses of commits, as services outside set them. Checks that GitHub Apps run stand in `Checks`. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, PartOfAnswer } from "./internal/fields.ts"
import { CombinedStatus } from "./schema/CombinedStatus.ts"
import type { CommitStatus } from "./schema/CommitStatus.ts"

/**
 * Gets what the statuses of a commit (a sha, a branch or a tag) come to, and the newest status of each context. It is
 * `pending` when there are none.
 *
 * The state is that of all contexts, `total_count` says how many there are; their statuses come 30 a page, or as many as
 * `per_page` says.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/status
 */
export const getCombined = /* @__PURE__ */ Forge.operation(
  "Statuses.getCombined",
  "GET /repos/{owner}/{repo}/commits/{ref}/status",
  {
    path: inRepo({ ref: Schema.NonEmptyString }),
    query: PartOfAnswer,
    success: CombinedStatus,
    errors: [NotFound]
  }
)

/**
 * What some statuses come to, by the rules of the service: such as those that matter to the caller. One status a
 * context, the newest.
 *
 * `failure` when one failed or has an error; else `pending` when one is pending, or has a state that we don't know, or
 * there are none; else `success`.
 */
export const combine = (statuses: Iterable<Pick<CommitStatus, "state">>): "success" | "pending" | "failure" => {
  const states = Array.from(statuses, ({ state }) => state)
  if (states.some((state) => state === "failure" || state === "error")) return "failure"
  return states.length > 0 && states.every((state) => state === "success") ? "success" : "pending"
}
