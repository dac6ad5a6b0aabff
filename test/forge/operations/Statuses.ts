/** How the operations of `Statuses` are called in tests, and what the service responds. */
import type * as Statuses from "../../../src/forge/Statuses.ts"
import { combinedStatus, status } from "../support/commits.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const stateIn = (state: string) => ({
  ...combinedStatus,
  state,
  statuses: combinedStatus.statuses.map((each) => ({ ...each, state }))
})

export const rows: Rows<typeof Statuses> = {
  getCombined: {
    whole: { ...repo, ref: "main", ...third },
    response: combinedStatus,
    value: {
      state: "failure",
      sha,
      total_count: 2,
      repository: { full_name: "acme/web" },
      statuses: [
        { context: "ci/build", state: "success", required: true, creator: null },
        { context: "ci/deploy", state: "error" }
      ]
    },
    takes: [[{ ref: "heads/faster/start" }], [{ ref: sha }]],
    // In lower case; an error of the whole is a failure.
    reads: [
      [stateIn("SUCCESS"), { state: "success", statuses: [{ state: "success" }, { state: "success" }] }],
      [stateIn("Pending"), { state: "pending", statuses: [{ state: "pending" }, { state: "pending" }] }],
      [stateIn("error"), { state: "failure", statuses: [{ state: "error" }, { state: "error" }] }],
      [stateIn("ERROR"), { state: "failure", statuses: [{ state: "error" }, { state: "error" }] }],
      [stateIn("something_new"), { state: "something_new", statuses: [{ state: "something_new" }, {}] }]
    ]
  },
  list: {
    whole: { ...repo, ref: "next/1.x", ...third },
    response: [status],
    value: [{ context: "ci/build", creator: { login: "octo" } }],
    reads: [
      [
        [status, { ...status, state: "PENDING" }],
        [{ state: "success" }, { state: "pending" }]
      ]
    ]
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
    octokit: { with: { state: "failure", context: "ci" } },
    takes: [[{ description: "d".repeat(140) }], [{ description: null, target_url: null }]],
    refuses: [
      ["sha", { sha: "main" }],
      ["sha", { sha: sha.slice(1) }],
      ["context", { context: "" }],
      ["description", { description: "d".repeat(141) }]
    ]
  }
}
