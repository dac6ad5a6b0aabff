/** Checks of commits, as GitHub Apps run them. What other services say of a commit stands in `Statuses`. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Ordinal, Text } from "./internal/fields.ts"
import { CheckRun } from "./schema/CheckRun.ts"

/**
 * Lists the check runs of a commit: a sha, a branch or a tag. `.page` tells the `total_count` too.
 *
 * Filters: `check_name`, `status`, `filter` (`latest`, the default: of each check its newest run, or `all`), `app_id`.
 * Of a commit with more than 1,000 check suites, the service looks at the newest 1,000.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/check-runs
 */
export const listRuns = /* @__PURE__ */ Forge.listing(
  "Checks.listRuns",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
  {
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
  }
)
