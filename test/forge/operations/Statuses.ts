/** How the operations of `Statuses` are called in tests, and what the service responds. */
import type * as Statuses from "../../../src/forge/Statuses.ts"
import { combinedStatus, status } from "../support/commits.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

export const rows: Rows<typeof Statuses> = {
  getCombined: {
    whole: { ...repo, ref: "main", ...third },
    response: combinedStatus,
    value: {
      state: "failure",
      total_count: 2,
      statuses: [
        { context: "ci/build", state: "success" },
        { context: "ci/deploy", state: "error" }
      ]
    }
  },
  list: {
    whole: { ...repo, ref: "next/1.x", ...third },
    response: [status],
    value: [{ context: "ci/build", creator: { login: "octo" } }]
  },
  create: {
    whole: {
      ...repo,
      sha,
      state: "success",
      context: "ci/build",
      description: null,
      target_url: "https://ci.example/1"
    },
    response: status,
    value: { context: "ci/build", state: "success", creator: { login: "octo" } },
    errors: { ValidationFailed: "there is no such commit, or a field is invalid" },
    octokit: { with: { state: "failure", context: "ci" } }
  }
}
