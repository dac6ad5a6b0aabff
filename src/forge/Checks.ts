/** Check runs of commits, which GitHub Apps create. For the statuses that other services set, see `Statuses`. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Ordinal, Text } from "./internal/fields.ts"
import { CheckRun } from "./schema/CheckRun.ts"

/**
 * Lists the check runs of a commit. `ref` is a sha, a branch or a tag. `.page` also returns the `total_count`.
 *
 * Filters: `check_name`; `status`; `filter`: `latest` (default, the newest run of each check) or `all`; `app_id`. If a
 * commit has more than 1,000 check suites, the service considers the newest 1,000 only.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/check-runs
 */
export const listRuns = Forge.listing("Checks.listRuns", "GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
  path: inRepo({ ref: Schema.NonEmptyString }),
  query: {
    check_name: Text,
    status: Schema.optional(Schema.Literals(["queued", "in_progress", "completed"])),
    filter: Schema.optional(Schema.Literals(["latest", "all"])),
    app_id: Schema.optional(Ordinal)
  },
  item: CheckRun,
  envelope: "check_runs",
  errors: [NotFound, ValidationFailed]
})
