/** The endpoints of GitHub Actions. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Read from "./read.ts"
import * as Write from "./write.ts"

const repo = "/repos/{owner}/{repo}"
const actions = `${repo}/actions`
const run = `${actions}/runs/{run_id}`
const workflow = `${actions}/workflows/{workflow_id}`
const runs = "actions/workflow-runs"
const jobs = "actions/workflow-jobs"
const artifacts = "actions/artifacts"

export const routes: ReadonlyArray<Route> = [
  endpoint("Actions.listRuns", `GET ${actions}/runs`, `${runs}#list-workflow-runs-for-a-repository`, Read.listRuns),
  endpoint(
    "Actions.listWorkflowRuns",
    `GET ${workflow}/runs`,
    `${runs}#list-workflow-runs-for-a-workflow`,
    Read.listWorkflowRuns
  ),
  endpoint("Actions.getRun", `GET ${run}`, `${runs}#get-a-workflow-run`, Read.getRun),
  endpoint("Actions.listJobs", `GET ${run}/jobs`, `${jobs}#list-jobs-for-a-workflow-run`, Read.listJobs),
  endpoint(
    "Actions.listAttemptJobs",
    `GET ${run}/attempts/{attempt_number}/jobs`,
    `${jobs}#list-jobs-for-a-workflow-run-attempt`,
    Read.listAttemptJobs
  ),
  endpoint(
    "Actions.dispatch",
    `POST ${workflow}/dispatches`,
    "actions/workflows#create-a-workflow-dispatch-event",
    Write.dispatch
  ),
  endpoint("Actions.rerun", `POST ${run}/rerun`, `${runs}#re-run-a-workflow`, Write.rerun),
  endpoint(
    "Actions.rerunFailedJobs",
    `POST ${run}/rerun-failed-jobs`,
    `${runs}#re-run-failed-jobs-from-a-workflow-run`,
    Write.rerunFailedJobs
  ),
  endpoint("Actions.cancel", `POST ${run}/cancel`, `${runs}#cancel-a-workflow-run`, Write.cancel),
  endpoint("Actions.downloadLogs", `GET ${run}/logs`, `${runs}#download-workflow-run-logs`, Read.downloadLogs),
  endpoint(
    "Actions.listArtifacts",
    `GET ${run}/artifacts`,
    `${artifacts}#list-workflow-run-artifacts`,
    Read.listArtifacts
  ),
  endpoint(
    "Actions.listArtifactsForRepo",
    `GET ${actions}/artifacts`,
    `${artifacts}#list-artifacts-for-a-repository`,
    Read.listArtifactsForRepo
  ),
  endpoint(
    "Actions.downloadArtifact",
    `GET ${actions}/artifacts/{artifact_id}/{archive_format}`,
    `${artifacts}#download-an-artifact`,
    Read.downloadArtifact
  ),
  endpoint(
    "Repositories.dispatch",
    `POST ${repo}/dispatches`,
    "repos/repos#create-a-repository-dispatch-event",
    Write.dispatchEvent
  ),
  endpoint(
    "Actions.listWorkflows",
    `GET ${actions}/workflows`,
    "actions/workflows#list-repository-workflows",
    Read.listWorkflows
  ),
  endpoint("Actions.getWorkflow", `GET ${workflow}`, "actions/workflows#get-a-workflow", Read.getWorkflow)
]
