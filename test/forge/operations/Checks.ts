/** How the operations of `Checks` are called in tests, and what the service responds. */
import type * as Checks from "../../../src/forge/Checks.ts"
import { checkRun } from "../support/commits.ts"
import { annotation } from "../support/git.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const run = { id: 4, name: "readme", conclusion: "neutral", app: { slug: "readme-app" } }
const at8 = new Date("2026-05-04T08:00:00Z")
const completed = {
  name: "readme",
  status: "completed",
  conclusion: "neutral",
  external_id: "42",
  details_url: "https://ci.example/4",
  output: {
    title: "Report",
    summary: "*Two* remarks",
    text: "",
    annotations: [
      {
        path: "src/größe.ts",
        start_line: 1,
        end_line: 1,
        start_column: 2,
        end_column: 5,
        annotation_level: "warning",
        message: "Unused",
        title: "Lint",
        raw_details: "{}"
      }
    ],
    images: [{ alt: "A chart", image_url: "https://ci.example/chart.png", caption: "Over time" }]
  },
  actions: [{ label: "Fix", description: "Removes it", identifier: "fix" }]
} as const

export const rows: Rows<typeof Checks> = {
  listRuns: {
    whole: { ...repo, ref: "main", check_name: "read me", status: "completed", filter: "all", app_id: 1, ...third },
    response: { total_count: 1, check_runs: [checkRun] },
    value: [run],
    errors: { ValidationFailed: "there is no such commit, or a parameter is invalid" }
  },
  get: {
    whole: { ...repo, check_run_id: 4 },
    response: checkRun,
    value: run
  },
  listAnnotations: {
    whole: { ...repo, check_run_id: 4, ...third },
    response: [annotation],
    value: [{ path: "src/start.ts", start_line: 2, annotation_level: "warning", raw_details: null }]
  },
  create: {
    whole: { ...repo, head_sha: sha, ...completed, started_at: at8, completed_at: at8 },
    response: checkRun,
    value: run,
    errors: { ValidationFailed: "there is no such commit, or a field is invalid" },
    octokit: { as: "installation", with: (made) => ({ name: "unit", head_sha: made.main }) }
  },
  update: {
    whole: { ...repo, check_run_id: 4, ...completed, started_at: at8, completed_at: at8 },
    response: checkRun,
    value: run,
    errors: { ValidationFailed: "a field is invalid" },
    repeatable: { is: false, because: "the annotations are added again" },
    octokit: { as: "installation", with: { conclusion: "neutral", output: { title: "T", summary: "S" } } }
  },
  rerequest: {
    whole: { ...repo, check_run_id: 4 },
    octokit: { as: "installation", with: ({ done }) => ({ check_run_id: done }) }
  }
}
