/** How the operations of `Checks` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Checks from "../../../src/forge/Checks.ts"
import { checkRun, checkSuite, suitePreferences } from "../support/commits.ts"
import { annotation } from "../support/git.ts"
import { mergedSha, sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const run = {
  id: 4,
  external_id: "42",
  name: "readme",
  head_sha: sha,
  status: "completed",
  conclusion: "neutral",
  started_at: DateTime.makeUnsafe("2026-05-04T01:14:52Z"),
  completed_at: DateTime.makeUnsafe("2026-05-04T01:20:52Z"),
  output: { title: "Mighty readme report", text: null, annotations_count: 3 },
  check_suite: { id: 50 },
  app: { slug: "readme-app" },
  pull_requests: [{ number: 9, head: { ref: "faster/start", repo: { name: "web" } } }],
  details_url: "https://ci.example/4"
}
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

const note = { path: "a", start_line: 1, end_line: 1, annotation_level: "notice", message: "m" }
const button = { label: "l", description: "d", identifier: "i" }
const shown = { title: "t", summary: "" }

const wrong = [
  // The service demands a conclusion of whatever says that the run is over.
  ["conclusion", { status: "completed" }],
  ["conclusion", { completed_at: new Date(0) }],
  ["output.summary", { output: { ...shown, summary: "s".repeat(65_536) } }],
  ["output.text", { output: { ...shown, text: "s".repeat(65_536) } }],
  ["output.summary", { output: { title: "t" } }],
  ["output.annotations", { output: { ...shown, annotations: Array(51).fill(note) } }],
  ["output.annotations[0].path", { output: { ...shown, annotations: [{ ...note, path: "" }] } }],
  ["actions", { actions: Array(4).fill(button) }],
  ["actions[0].label", { actions: [{ ...button, label: "l".repeat(21) }] }],
  ["actions[0].description", { actions: [{ ...button, description: "d".repeat(41) }] }],
  ["actions[0].identifier", { actions: [{ ...button, identifier: "" }] }],
  ["started_at", { started_at: new Date(Number.NaN) }],
  ["name", { name: "" }]
] as const

const suite = {
  id: 50,
  head_branch: "faster/start",
  status: "completed",
  conclusion: "neutral",
  app: { slug: "readme-app" },
  pull_requests: [{ number: 9 }],
  head_commit: { tree_id: mergedSha, committer: { name: "Ada" } },
  created_at: DateTime.makeUnsafe("2026-05-04T01:14:52Z"),
  rerequestable: true
}

export const rows: Rows<typeof Checks> = {
  listRuns: {
    whole: { ...repo, ref: "main", check_name: "read me", status: "completed", filter: "all", app_id: 1, ...third },
    response: { total_count: 1, check_runs: [checkRun] },
    value: [run],
    errors: { ValidationFailed: "there is no such commit, or a parameter is invalid" },
    takes: [
      [{ ref: "heads/faster/start", check_name: "ci/build (1)", app_id: 7 }],
      [{ status: "queued" }],
      [{ status: "in_progress" }]
    ],
    refuses: [["app_id", { app_id: 0 }]]
  },
  get: {
    whole: { ...repo, check_run_id: 4 },
    response: checkRun,
    value: run,
    reads: [
      [
        { ...checkRun, status: "COMPLETED", conclusion: "SUCCESS" },
        { status: "completed", conclusion: "success" }
      ],
      [
        { ...checkRun, status: "Completed", conclusion: "Timed_Out" },
        { status: "completed", conclusion: "timed_out" }
      ],
      [
        { ...checkRun, status: "in_progress", conclusion: null },
        { status: "in_progress", conclusion: null }
      ],
      [
        { ...checkRun, status: "SOMETHING_NEW", conclusion: undefined, completed_at: undefined },
        { status: "something_new", conclusion: null, completed_at: null }
      ]
    ]
  },
  listAnnotations: {
    whole: { ...repo, check_run_id: 4, ...third },
    response: [annotation],
    value: [{ path: "src/start.ts", start_line: 2, annotation_level: "warning", raw_details: null }],
    reads: [
      [
        [{ ...annotation, annotation_level: "FAILURE", start_column: undefined, end_column: undefined }],
        [{ annotation_level: "failure", start_column: null, end_column: null, raw_details: null }]
      ]
    ]
  },
  create: {
    whole: { ...repo, head_sha: sha, ...completed, started_at: at8, completed_at: at8 },
    response: checkRun,
    value: run,
    errors: { ValidationFailed: "there is no such commit, or a field is invalid" },
    octokit: { as: "installation", with: (made) => ({ name: "unit", head_sha: made.main }) },
    takes: [[{ conclusion: "success", completed_at: DateTime.makeUnsafe(0) }]],
    refuses: [...wrong, ["head_sha", { head_sha: "main" }], ["output.title", { output: { summary: "s" } }]]
  },
  update: {
    whole: { ...repo, check_run_id: 4, ...completed, started_at: at8, completed_at: at8 },
    response: checkRun,
    value: run,
    errors: { ValidationFailed: "a field is invalid" },
    repeatable: { is: false, because: "the annotations are added again" },
    octokit: { as: "installation", with: { conclusion: "neutral", output: { title: "T", summary: "S" } } },
    takes: [[{ output: { summary: "Half way" } }]],
    refuses: wrong
  },
  rerequest: {
    whole: { ...repo, check_run_id: 4 },
    octokit: { as: "installation", with: ({ done }) => ({ check_run_id: done }) }
  },
  listSuites: {
    whole: { ...repo, ref: "heads/faster/start", app_id: 7, check_name: "read me", ...third },
    response: { total_count: 1, check_suites: [checkSuite] },
    value: [suite],
    errors: { ValidationFailed: "there is no such commit" },
    octokit: { with: { check_name: "lint" } }
  },
  getSuite: {
    whole: { ...repo, check_suite_id: 50 },
    response: checkSuite,
    value: suite,
    reads: [
      [
        { ...checkSuite, status: "QUEUED", conclusion: null, pull_requests: null, head_branch: null },
        { status: "queued", conclusion: null, pull_requests: [], head_branch: null }
      ]
    ]
  },
  listRunsForSuite: {
    whole: { ...repo, check_suite_id: 50, check_name: "read me", status: "completed", filter: "all", ...third },
    response: { total_count: 1, check_runs: [checkRun] },
    value: [run]
  },
  createSuite: {
    whole: { ...repo, head_sha: sha },
    response: checkSuite,
    value: suite,
    errors: { ValidationFailed: "there is no such commit" },
    repeatable: { is: true, because: "the service returns the suite that is there" },
    octokit: { as: "installation", status: 201, with: (made) => ({ head_sha: made.better }) },
    refuses: [["head_sha", { head_sha: "main" }]]
  },
  rerequestSuite: {
    whole: { ...repo, check_suite_id: 50 }
  },
  setSuitePreferences: {
    whole: { ...repo, auto_trigger_checks: [{ app_id: 7, setting: false }] },
    response: suitePreferences,
    value: { preferences: { auto_trigger_checks: [{ app_id: 7, setting: false }] } },
    octokit: { as: "acme", with: { auto_trigger_checks: [{ app_id: 1, setting: false }] } }
  }
}
