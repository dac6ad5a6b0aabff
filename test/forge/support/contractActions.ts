/** Workflow runs: their operations' kind, their errors, and whether a repeat is harmless. */
import * as Actions from "../../../src/forge/Actions.ts"
import { artifact, dispatched, job, run } from "./actions.ts"
import type { Row } from "./contractRow.ts"
import { repo } from "./records.ts"

const onRun = { ...repo, run_id: 30 }
const runs = { total_count: 1, workflow_runs: [run] }
const jobs = { total_count: 1, jobs: [job] }
const artifacts = { total_count: 1, artifacts: [artifact] }

const archive = { body: "PK", type: "application/zip" }

export const actions: ReadonlyArray<Row> = [
  {
    name: "Actions.listRuns",
    wire: "GET /repos/{owner}/{repo}/actions/runs",
    kind: "list",
    errors: ["NotFound", "SearchTruncated", "ValidationFailed"],
    repeatable: true,
    official: "actions.listWorkflowRunsForRepo",
    declaration: Actions.listRuns.declaration,
    call: Actions.listRuns.page(repo),
    body: runs
  },
  {
    name: "Actions.listWorkflowRuns",
    wire: "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs",
    kind: "list",
    errors: ["NotFound", "SearchTruncated", "ValidationFailed"],
    repeatable: true,
    official: "actions.listWorkflowRuns",
    declaration: Actions.listWorkflowRuns.declaration,
    call: Actions.listWorkflowRuns.page({ ...repo, workflow_id: "build.yml" }),
    body: runs
  },
  {
    name: "Actions.getRun",
    wire: "GET /repos/{owner}/{repo}/actions/runs/{run_id}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "actions.getWorkflowRun",
    declaration: Actions.getRun.declaration,
    call: Actions.getRun(onRun),
    body: run
  },
  {
    name: "Actions.listJobs",
    wire: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "actions.listJobsForWorkflowRun",
    declaration: Actions.listJobs.declaration,
    call: Actions.listJobs.page(onRun),
    body: jobs
  },
  {
    name: "Actions.listAttemptJobs",
    wire: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "actions.listJobsForWorkflowRunAttempt",
    declaration: Actions.listAttemptJobs.declaration,
    call: Actions.listAttemptJobs.page({ ...onRun, attempt_number: 2 }),
    body: jobs
  },
  {
    name: "Actions.dispatch",
    wire: "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "actions.createWorkflowDispatch",
    declaration: Actions.dispatch.declaration,
    call: Actions.dispatch({ ...repo, workflow_id: "build.yml", ref: "main" }),
    body: dispatched
  },
  {
    name: "Actions.rerun",
    wire: "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "actions.reRunWorkflow",
    declaration: Actions.rerun.declaration,
    call: Actions.rerun(onRun),
    body: undefined
  },
  {
    name: "Actions.rerunFailedJobs",
    wire: "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "actions.reRunWorkflowFailedJobs",
    declaration: Actions.rerunFailedJobs.declaration,
    call: Actions.rerunFailedJobs(onRun),
    body: undefined
  },
  {
    name: "Actions.cancel",
    wire: "POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel",
    kind: "nothing",
    errors: ["NotFound", "Conflict"],
    repeatable: false,
    official: "actions.cancelWorkflowRun",
    declaration: Actions.cancel.declaration,
    call: Actions.cancel(onRun),
    body: undefined
  },
  {
    name: "Actions.downloadLogs",
    wire: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs",
    kind: "download",
    errors: ["NotFound", "Gone", "IntegrityFailed"],
    repeatable: true,
    official: "actions.downloadWorkflowRunLogs",
    declaration: Actions.downloadLogs.declaration,
    call: Actions.downloadLogs.bytes(onRun),
    ...archive
  },
  {
    name: "Actions.listArtifacts",
    wire: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "actions.listWorkflowRunArtifacts",
    declaration: Actions.listArtifacts.declaration,
    call: Actions.listArtifacts.page(onRun),
    body: artifacts
  },
  {
    name: "Actions.listArtifactsForRepo",
    wire: "GET /repos/{owner}/{repo}/actions/artifacts",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "actions.listArtifactsForRepo",
    declaration: Actions.listArtifactsForRepo.declaration,
    call: Actions.listArtifactsForRepo.page(repo),
    body: artifacts
  },
  {
    name: "Actions.downloadArtifact",
    wire: "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip",
    kind: "download",
    errors: ["NotFound", "Gone", "IntegrityFailed"],
    repeatable: true,
    official: "actions.downloadArtifact",
    declaration: Actions.downloadArtifact.declaration,
    call: Actions.downloadArtifact.bytes({ ...repo, artifact_id: 32 }),
    ...archive
  }
]
