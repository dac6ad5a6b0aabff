/** How the operations of `Actions` are called in tests, and what the service responds. */
import type * as Actions from "../../../src/forge/Actions.ts"
import { artifact, dispatched, job, run, workflow } from "../support/actions.ts"
import { sha } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { runUsage, workflowUsage } from "../support/settings.ts"
import { type Rows, third } from "./row.ts"
import * as DateTime from "effect/DateTime"

const more = { exclude_pull_requests: true, check_suite_id: 42, head_sha: sha }
const filters = {
  actor: "octo",
  branch: "next/1.x",
  event: "push",
  status: "failure",
  created: ">=2027-01-08"
} as const

const runs = { total_count: 1, workflow_runs: [run] }
const readRun = {
  id: 30,
  name: "Build",
  run_attempt: 2,
  conclusion: "failure",
  created_at: DateTime.makeUnsafe("2027-01-15T08:00:00Z"),
  actor: { login: "octo" },
  head_commit: { id: sha, author: { name: "Octo Cat" } }
}

const onRun = { ...repo, run_id: 30 }
const jobs = { total_count: 1, jobs: [job] }
const readJob = { id: 31, name: "test", steps: [{ name: "Set up job" }, { name: "Run tests", conclusion: "failure" }] }
const artifacts = { total_count: 1, artifacts: [artifact] }
const readArtifact = { id: 32, name: "coverage", size_in_bytes: 556, workflow_run: { id: 30, head_branch: "main" } }

const waiting = {
  ...job,
  status: "waiting",
  conclusion: null,
  completed_at: null,
  runner_id: null,
  steps: [{ name: "Test", number: 1, status: "queued", conclusion: null }]
}

export const rows: Rows<typeof Actions> = {
  listRuns: {
    whole: { ...repo, ...filters, ...more, ...third },
    response: runs,
    value: [readRun],
    errors: {
      SearchTruncated: "a filtered list has at most 1,000 runs",
      ValidationFailed: "the range of dates is invalid"
    },
    octokit: { with: { status: "failure", created: ">=2020-01-01" } }
  },
  listWorkflowRuns: {
    whole: { ...repo, workflow_id: "build it.yml", ...filters, ...more, ...third },
    response: runs,
    value: [readRun],
    errors: {
      SearchTruncated: "a filtered list has at most 1,000 runs",
      ValidationFailed: "the range of dates is invalid"
    }
  },
  getRun: {
    whole: { ...onRun, exclude_pull_requests: true },
    response: run,
    value: readRun,
    // The repository of the head was deleted.
    reads: [
      [
        { ...run, head_repository: null },
        { id: 30, head_repository: null }
      ]
    ]
  },
  listJobs: {
    whole: { ...onRun, filter: "all", ...third },
    response: jobs,
    value: [readJob],
    octokit: { with: { filter: "all" } },
    reads: [[{ total_count: 1, jobs: [waiting] }, [{ runner_id: null, steps: [{ started_at: null }] }]]]
  },
  listJobsForAttempt: {
    whole: { ...onRun, attempt_number: 2, ...third },
    response: jobs,
    value: [readJob]
  },
  dispatch: {
    whole: {
      ...repo,
      workflow_id: 9,
      ref: "next/1.x",
      inputs: { version: "1.2.0", dry_run: true, count: 2 },
      return_run_details: true
    },
    response: dispatched,
    value: { workflow_run_id: 33, html_url: "https://github.com/acme/web/actions/runs/33" },
    errors: { ValidationFailed: "the ref or an input does not exist" },
    octokit: { with: { ref: "main", inputs: { a: "1" }, return_run_details: true } },
    refuses: [
      ["inputs", { inputs: Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`input_${n}`, "a"])) }],
      ["inputs.who", { inputs: { who: ["me"] } }],
      ["workflow_id", { workflow_id: "" }],
      ["workflow_id", { workflow_id: 0 }]
    ],
    // The service may not tell the run.
    reads: [[undefined, null]]
  },
  rerun: {
    whole: { ...onRun, enable_debug_logging: true }
  },
  rerunFailedJobs: {
    whole: { ...onRun, enable_debug_logging: true },
    octokit: { with: { enable_debug_logging: true } }
  },
  cancel: {
    whole: onRun,
    octokit: { with: { run_id: 902 } }
  },
  downloadLogs: {
    whole: onRun,
    type: "application/zip",
    response: "PK",
    errors: { Gone: "the logs were deleted" }
  },
  listArtifacts: {
    whole: { ...onRun, name: "coverage", direction: "asc", ...third },
    response: artifacts,
    value: [readArtifact]
  },
  listArtifactsForRepo: {
    whole: { ...repo, name: "coverage", ...third },
    response: artifacts,
    value: [readArtifact],
    octokit: { with: { name: "coverage" } }
  },
  downloadArtifact: {
    whole: { ...repo, artifact_id: 32 },
    type: "application/zip",
    response: "PK"
  },
  listWorkflows: {
    whole: { ...repo, ...third },
    response: { total_count: 1, workflows: [workflow] },
    value: [{ id: 9, name: "Build", path: ".github/workflows/build.yml", state: "active" }]
  },
  getWorkflow: {
    whole: { ...repo, workflow_id: "build it.yml" },
    response: workflow,
    value: { id: 9, name: "Build", created_at: DateTime.makeUnsafe("2026-04-10T20:09:31Z"), deleted_at: null }
  },
  enableWorkflow: { whole: { ...repo, workflow_id: "build it.yml" } },
  disableWorkflow: { whole: { ...repo, workflow_id: 9 } },
  getWorkflowUsage: {
    whole: { ...repo, workflow_id: "build it.yml" },
    response: workflowUsage,
    value: { billable: { UBUNTU: { total_ms: 180_000 }, MACOS: null, WINDOWS: null } }
  },
  getRunAttempt: {
    whole: { ...onRun, attempt_number: 2, exclude_pull_requests: true },
    response: run,
    value: readRun
  },
  getRunUsage: {
    whole: onRun,
    response: runUsage,
    value: {
      billable: { UBUNTU: { jobs: 1, job_runs: [{ job_id: 31 }] }, MACOS: { job_runs: [] }, WINDOWS: null },
      run_duration_ms: 500_000
    },
    reads: [[{ billable: {} }, { billable: { UBUNTU: null }, run_duration_ms: null }]]
  },
  deleteRun: { whole: onRun },
  getJob: { whole: { ...repo, job_id: 31 }, response: job, value: readJob },
  rerunJob: { whole: { ...repo, job_id: 31, enable_debug_logging: true, enable_debugger: true } },
  approve: { whole: onRun, octokit: { with: { run_id: 906 } } },
  forceCancel: { whole: onRun, octokit: { with: { run_id: 902 } } },
  downloadLogsForAttempt: {
    whole: { ...onRun, attempt_number: 2 },
    type: "application/zip",
    response: "PK",
    errors: { Gone: "the logs were deleted" }
  },
  downloadLogsForJob: {
    whole: { ...repo, job_id: 31 },
    type: "text/plain; charset=utf-8",
    response: "2027-01-15T08:05:04Z ##[group]Set up job",
    errors: { Gone: "the logs were deleted" }
  },
  deleteLogs: { whole: onRun, repeatable: { is: true, because: "there are no logs then" } },
  getArtifact: { whole: { ...repo, artifact_id: 32 }, response: artifact, value: readArtifact },
  deleteArtifact: { whole: { ...repo, artifact_id: 32 } }
}
