/** Workflow runs and deployments on the wire. */
import * as DateTime from "effect/DateTime"
import * as Actions from "../../../../src/forge/Actions.ts"
import * as Deployments from "../../../../src/forge/Deployments.ts"
import { sha } from "../../support/pulls.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, download, one, page, third, thirdSent } from "./cases.ts"

const onRun = { ...repo, run_id: 30 }
const at = `${root}/actions/runs/30`

const filters = {
  actor: "octo",
  branch: "next/1.x",
  event: "push",
  status: "failure",
  created: ">=2027-01-08"
} as const

const more = { exclude_pull_requests: true, check_suite_id: 42, head_sha: sha }

const moreSent = { exclude_pull_requests: "true", check_suite_id: "42", head_sha: sha }

const run = {
  id: 30,
  name: "Build",
  run_attempt: 2,
  conclusion: "failure",
  created_at: DateTime.makeUnsafe("2027-01-15T08:00:00Z"),
  actor: { login: "octo" },
  head_commit: { id: sha, author: { name: "Octo Cat" } }
}

const job = { id: 31, name: "test", steps: [{ name: "Set up job" }, { name: "Run tests", conclusion: "failure" }] }

const artifact = { id: 32, name: "coverage", size_in_bytes: 556, workflow_run: { id: 30, head_branch: "main" } }

const inputs = { version: "1.2.0", dry_run: true, count: 2 }

const asked = {
  ref: "next/1.x",
  task: "deploy:migrations",
  auto_merge: false,
  required_contexts: ["ci"],
  payload: { version: "1.2.0" },
  environment: "staging",
  description: "Version 1.2.0",
  transient_environment: true,
  production_environment: false
}

const onDeployment = { ...repo, deployment_id: 40 }
const statuses = `${root}/deployments/40/statuses`

const told = {
  state: "in_progress",
  log_url: "https://logs.example.com/40",
  target_url: "https://logs.example.com/40",
  description: "Copying",
  environment: "staging",
  environment_url: "https://web.example.com",
  auto_inactive: false
} as const

const deployment = { id: 40, sha, environment: "production", payload: { version: "1.2.0" }, creator: { login: "octo" } }

const status = { id: 41, state: "success", description: "All is well" }

export const actions: ReadonlyArray<Case> = [
  page(
    Actions.listRuns,
    { ...repo, ...filters, ...more, ...third },
    asking(`${root}/actions/runs`, { ...filters, ...moreSent, ...thirdSent }),
    run
  ),
  page(
    Actions.listWorkflowRuns,
    { ...repo, workflow_id: "build it.yml", ...filters, ...more, ...third },
    asking(`${root}/actions/workflows/build%20it.yml/runs`, { ...filters, ...moreSent, ...thirdSent }),
    run
  ),
  one(Actions.getRun, { ...onRun, exclude_pull_requests: true }, asking(at, { exclude_pull_requests: "true" }), run),
  page(
    Actions.listJobs,
    { ...onRun, filter: "all", ...third },
    asking(`${at}/jobs`, { filter: "all", ...thirdSent }),
    job
  ),
  page(
    Actions.listAttemptJobs,
    { ...onRun, attempt_number: 2, ...third },
    asking(`${at}/attempts/2/jobs`, thirdSent),
    job
  ),
  one(
    Actions.dispatch,
    { ...repo, workflow_id: 9, ref: "next/1.x", inputs, return_run_details: true },
    sending("POST", `${root}/actions/workflows/9/dispatches`, { ref: "next/1.x", inputs, return_run_details: true }),
    { workflow_run_id: 33, html_url: "https://github.com/acme/web/actions/runs/33" }
  ),
  one(
    Actions.rerun,
    { ...onRun, enable_debug_logging: true },
    sending("POST", `${at}/rerun`, { enable_debug_logging: true }),
    undefined
  ),
  one(
    Actions.rerunFailedJobs,
    { ...onRun, enable_debug_logging: true },
    sending("POST", `${at}/rerun-failed-jobs`, { enable_debug_logging: true }),
    undefined
  ),
  one(Actions.cancel, onRun, sending("POST", `${at}/cancel`, undefined), undefined),
  download(Actions.downloadLogs, onRun, asking(`${at}/logs`), "PK"),
  page(
    Actions.listArtifacts,
    { ...onRun, name: "coverage", direction: "asc", ...third },
    asking(`${at}/artifacts`, { name: "coverage", direction: "asc", ...thirdSent }),
    artifact
  ),
  page(
    Actions.listArtifactsForRepo,
    { ...repo, name: "coverage", ...third },
    asking(`${root}/actions/artifacts`, { name: "coverage", ...thirdSent }),
    artifact
  ),
  download(Actions.downloadArtifact, { ...repo, artifact_id: 32 }, asking(`${root}/actions/artifacts/32/zip`), "PK"),

  one(Deployments.create, { ...repo, ...asked }, sending("POST", `${root}/deployments`, asked), {
    _tag: "Created",
    ...deployment
  }),
  page(
    Deployments.list,
    { ...repo, sha, ref: "next/1.x", task: "deploy", environment: "staging", ...third },
    asking(`${root}/deployments`, { sha, ref: "next/1.x", task: "deploy", environment: "staging", ...thirdSent }),
    deployment
  ),
  one(Deployments.get, onDeployment, asking(`${root}/deployments/40`), deployment),
  one(Deployments.createStatus, { ...onDeployment, ...told }, sending("POST", statuses, told), status),
  page(Deployments.listStatuses, { ...onDeployment, ...third }, asking(statuses, thirdSent), status)
]
