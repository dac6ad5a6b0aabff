/**
 * GitHub Actions: workflows, their runs, jobs, logs and artifacts.
 *
 * For the checks of a commit, including those of other Apps, see `Checks`.
 */
import type { Deprecated } from "../rest/Operation.ts"
import * as Schema from "effect/Schema"
import { Conflict, Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { SearchTruncated } from "./ForgeError.ts"
import { both, Direction, Flag, Name, Removed, RepoPath } from "./internal/fields.ts"
import {
  Approved,
  ArtifactPath,
  AttemptPath,
  Cancelled,
  Debugged,
  JobPath,
  JobRerun,
  mostRuns,
  Rerun,
  RunFilters,
  RunPath,
  WithoutPulls,
  WorkflowInputs,
  WorkflowPath
} from "./internal/runFields.ts"
import { Artifact } from "./schema/Artifact.ts"
import { Workflow } from "./schema/Workflow.ts"
import { WorkflowJob } from "./schema/WorkflowJob.ts"
import { DispatchedRun, WorkflowRun } from "./schema/WorkflowRun.ts"
import { RunUsage, WorkflowUsage } from "./schema/WorkflowUsage.ts"

/**
 * Lists the workflows of a repository. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/workflows
 */
export const listWorkflows = Forge.listing("Actions.listWorkflows", "GET /repos/{owner}/{repo}/actions/workflows", {
  path: RepoPath,
  item: Workflow,
  envelope: "workflows",
  errors: [NotFound]
})

/**
 * Gets a workflow, by its id or by the name of its file, such as `build.yml`.
 *
 * GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}
 */
export const getWorkflow = Forge.operation(
  "Actions.getWorkflow",
  "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}",
  {
    path: WorkflowPath,
    success: Workflow,
    errors: [NotFound]
  }
)

/**
 * Lets events start a workflow, including one that the service has disabled because of inactivity.
 *
 * PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable · needs write access
 */
export const enableWorkflow = Forge.operation(
  "Actions.enableWorkflow",
  "PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable",
  { path: WorkflowPath, errors: [NotFound], repeatable: true }
)

/**
 * Keeps events from starting a workflow: its state becomes `disabled_manually`, and `dispatch` fails with
 * `ValidationFailed`. Runs that have begun continue.
 *
 * PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable · needs write access
 */
export const disableWorkflow = Forge.operation(
  "Actions.disableWorkflow",
  "PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable",
  { path: WorkflowPath, errors: [NotFound], repeatable: true }
)

/**
 * Gets how much time of a workflow is billed in this billing cycle. The service closes this down.
 *
 * GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/timing
 */
export const getWorkflowUsage = Forge.operation(
  "Actions.getWorkflowUsage",
  "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/timing",
  { path: WorkflowPath, success: WorkflowUsage, errors: [NotFound] }
)

/**
 * Lists the workflow runs of a repository, newest first. `.page` also returns the `total_count`.
 *
 * The fields of the input filter. With one of them (`exclude_pull_requests` aside), the service searches, and returns the
 * first 1,000 runs: if there are more, the stream fails with `SearchTruncated` after those. A narrower `created` helps.
 *
 * GET /repos/{owner}/{repo}/actions/runs
 */
export const listRuns = Forge.listing("Actions.listRuns", "GET /repos/{owner}/{repo}/actions/runs", {
  path: RepoPath,
  query: RunFilters,
  item: WorkflowRun,
  envelope: "workflow_runs",
  most: mostRuns,
  errors: [NotFound, SearchTruncated, ValidationFailed]
})

/**
 * Lists the runs of one workflow, newest first. Filters and ends like `listRuns`.
 *
 * GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs
 */
export const listWorkflowRuns = Forge.listing(
  "Actions.listWorkflowRuns",
  "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs",
  {
    path: WorkflowPath,
    query: RunFilters,
    item: WorkflowRun,
    envelope: "workflow_runs",
    most: mostRuns,
    errors: [NotFound, SearchTruncated, ValidationFailed]
  }
)

/**
 * Gets a workflow run, as its latest attempt is.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}
 */
export const getRun = Forge.operation("Actions.getRun", "GET /repos/{owner}/{repo}/actions/runs/{run_id}", {
  path: RunPath,
  query: WithoutPulls,
  success: WorkflowRun,
  errors: [NotFound]
})

/**
 * Gets one attempt of a workflow run, as it ended.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}
 */
export const getRunAttempt = Forge.operation(
  "Actions.getRunAttempt",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}",
  { path: AttemptPath, query: WithoutPulls, success: WorkflowRun, errors: [NotFound] }
)

/**
 * Gets how long a workflow run has taken, and how much of it is billed. The service closes this down.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/timing
 */
export const getRunUsage = Forge.operation(
  "Actions.getRunUsage",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/timing",
  { path: RunPath, success: RunUsage, errors: [NotFound] }
)

/**
 * Deletes a workflow run with its logs and artifacts. Fails with `Forbidden` while it is running.
 *
 * DELETE /repos/{owner}/{repo}/actions/runs/{run_id} · needs write access
 */
export const deleteRun = Forge.operation("Actions.deleteRun", "DELETE /repos/{owner}/{repo}/actions/runs/{run_id}", {
  path: RunPath,
  errors: [NotFound],
  foundBy: Removed
})

/**
 * Lists the jobs of a workflow run: those of its latest attempt, or of all attempts. `.page` also returns the
 * `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs
 */
export const listJobs = Forge.listing("Actions.listJobs", "GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs", {
  path: RunPath,
  query: {
    /** `latest` has the jobs of the latest attempt, `all` those of every attempt. Default: latest. */
    filter: Schema.optional(Schema.Literals(["latest", "all"]))
  },
  item: WorkflowJob,
  envelope: "jobs",
  errors: [NotFound]
})

/**
 * Lists the jobs of one attempt of a workflow run.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs
 */
export const listJobsForAttempt = Forge.listing(
  "Actions.listJobsForAttempt",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs",
  {
    path: AttemptPath,
    item: WorkflowJob,
    envelope: "jobs",
    errors: [NotFound]
  }
)

/**
 * Gets a job.
 *
 * GET /repos/{owner}/{repo}/actions/jobs/{job_id}
 */
export const getJob = Forge.operation("Actions.getJob", "GET /repos/{owner}/{repo}/actions/jobs/{job_id}", {
  path: JobPath,
  success: WorkflowJob,
  errors: [NotFound]
})

/**
 * Starts a workflow that is triggered by `workflow_dispatch`. Fails with `ValidationFailed` if it is not, if the ref does
 * not exist, or if the workflow does not know an input.
 *
 * With `return_run_details`, returns the run that was started; null without it, and from servers that do not know it.
 * `Write.once` does not take this operation, because a run does not say which request has started it.
 *
 * POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches · needs write access · not retried when the
 * service may have acted
 */
export const dispatch = Forge.operation(
  "Actions.dispatch",
  "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
  {
    path: WorkflowPath,
    body: {
      /** The branch or tag whose workflow runs. */
      ref: Schema.NonEmptyString,
      /** Values of the inputs that the workflow declares, at most 25. Default: those in its file. */
      inputs: WorkflowInputs,
      /** Whether to return the run. Default: false. */
      return_run_details: Flag
    },
    // 204: without the details.
    statuses: [200, 201, 203, 204],
    success: Schema.NullOr(DispatchedRun),
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Runs a completed workflow run again, as another attempt under the same id. Fails with `Forbidden` while it is running,
 * and after 30 days.
 *
 * POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun · needs write access · not retried when the service may have
 * acted
 */
export const rerun = Forge.operation("Actions.rerun", "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun", {
  path: RunPath,
  body: Debugged,
  statuses: [201, 204, 205],
  errors: [NotFound],
  foundBy: Rerun
})

/**
 * Runs the failed jobs of a completed workflow run again, and those that depend on them. Fails like `rerun`, and with
 * `Forbidden` if no job has failed.
 *
 * POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs · needs write access · not retried when the service
 * may have acted
 */
export const rerunFailedJobs = Forge.operation(
  "Actions.rerunFailedJobs",
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs",
  {
    path: RunPath,
    body: Debugged,
    statuses: [201, 204, 205],
    errors: [NotFound],
    foundBy: Rerun
  }
)

/**
 * Runs a job of a completed workflow run again, and those that depend on it. Fails like `rerun`.
 *
 * POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun · needs write access · not retried when the service may have
 * acted
 */
export const rerunJob = Forge.operation("Actions.rerunJob", "POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun", {
  path: JobPath,
  body: both(Debugged, {
    /** Whether the runner waits for a debugger. Default: false. */
    enable_debugger: Flag
  }),
  statuses: [201, 204, 205],
  errors: [NotFound],
  foundBy: JobRerun
})

/**
 * Approves the workflow run of a pull request from a fork, which waits for approval because its author is new. Fails with
 * `Forbidden` for a run that does not wait.
 *
 * POST /repos/{owner}/{repo}/actions/runs/{run_id}/approve · needs write access · not retried when the service may have
 * acted
 */
export const approve = Forge.operation("Actions.approve", "POST /repos/{owner}/{repo}/actions/runs/{run_id}/approve", {
  path: RunPath,
  statuses: [201, 204, 205],
  errors: [NotFound],
  foundBy: Approved
})

/**
 * Cancels a workflow run that does not respond to `cancel`, including jobs with a condition such as `always()`. Fails
 * with `Conflict` if the run is completed.
 *
 * POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel · needs write access · not retried when the service may
 * have acted
 */
export const forceCancel = Forge.operation(
  "Actions.forceCancel",
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel",
  { path: RunPath, statuses: [202, 204, 205], errors: [NotFound, Conflict], foundBy: Cancelled }
)

/**
 * Cancels a workflow run. Success means that the service has accepted this: the run ends some seconds later. Fails with
 * `Conflict` if the run is completed.
 *
 * POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel · needs write access · not retried when the service may have
 * acted
 */
export const cancel = Forge.operation("Actions.cancel", "POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel", {
  path: RunPath,
  statuses: [202, 204, 205],
  errors: [NotFound, Conflict],
  foundBy: Cancelled
})

/**
 * Downloads the logs of a workflow run, a zip archive with a file for each job and step. Fails with `NotFound` while the
 * run has none, and with `Gone` once they were deleted.
 *
 * The service redirects to its storage, with a URL that is valid for a minute. The token does not go there.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs
 */
export const downloadLogs = Forge.download(
  "Actions.downloadLogs",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs",
  { path: RunPath, accept: "application/vnd.github+json", refuses: "application/json", errors: [NotFound, Gone] }
)

/**
 * Downloads the logs of one attempt of a workflow run, like `downloadLogs`.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs
 */
export const downloadLogsForAttempt = Forge.download(
  "Actions.downloadLogsForAttempt",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs",
  { path: AttemptPath, accept: "application/vnd.github+json", refuses: "application/json", errors: [NotFound, Gone] }
)

/**
 * Downloads the log of a job, which is plain text. Fails with `NotFound` while the job has none, and with `Gone` once it
 * was deleted. The service redirects to its storage, as for `downloadLogs`.
 *
 * GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs
 */
export const downloadLogsForJob = Forge.download(
  "Actions.downloadLogsForJob",
  "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs",
  { path: JobPath, accept: "application/vnd.github+json", refuses: "application/json", errors: [NotFound, Gone] }
)

/**
 * Deletes the logs of a workflow run. Fails with `Forbidden` while it is running.
 *
 * DELETE /repos/{owner}/{repo}/actions/runs/{run_id}/logs · needs write access
 */
export const deleteLogs = Forge.operation(
  "Actions.deleteLogs",
  "DELETE /repos/{owner}/{repo}/actions/runs/{run_id}/logs",
  { path: RunPath, errors: [NotFound], repeatable: true }
)

/**
 * Lists the artifacts of a workflow run. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts
 */
export const listArtifacts = Forge.listing(
  "Actions.listArtifacts",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts",
  {
    path: RunPath,
    query: {
      /** Only the artifacts with this name. */
      name: Name,
      /** The order by id. Default: desc. */
      direction: Direction
    },
    item: Artifact,
    envelope: "artifacts",
    errors: [NotFound]
  }
)

/**
 * Lists the artifacts of all runs of a repository, newest first. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/artifacts
 */
export const listArtifactsForRepo = Forge.listing(
  "Actions.listArtifactsForRepo",
  "GET /repos/{owner}/{repo}/actions/artifacts",
  {
    path: RepoPath,
    query: {
      /** Only the artifacts with this name. */
      name: Name
    },
    item: Artifact,
    envelope: "artifacts",
    errors: [NotFound]
  }
)

/**
 * Gets an artifact.
 *
 * GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}
 */
export const getArtifact = Forge.operation(
  "Actions.getArtifact",
  "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}",
  { path: ArtifactPath, success: Artifact, errors: [NotFound] }
)

/**
 * Deletes an artifact.
 *
 * DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id} · needs write access
 */
export const deleteArtifact = Forge.operation(
  "Actions.deleteArtifact",
  "DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}",
  { path: ArtifactPath, errors: [NotFound], foundBy: Removed }
)

/**
 * Downloads an artifact as a zip archive. Needs a token, even for public repositories. Fails with `Gone` if the artifact
 * has expired.
 *
 * Pass the artifact's `digest` to check the bytes: `downloadArtifact({ …, artifact_id: artifact.id }, artifact)` fails
 * with `IntegrityFailed` if they differ from it. The service redirects to its storage, with a URL that is valid for a
 * minute. The token does not go there.
 *
 * GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip
 */
export const downloadArtifact = Forge.download(
  "Actions.downloadArtifact",
  "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip",
  {
    path: ArtifactPath,
    accept: "application/vnd.github+json",
    refuses: "application/json",
    errors: [NotFound, Gone]
  }
)

/**
 * The earlier name of `listJobsForAttempt`.
 *
 * @deprecated Use `listJobsForAttempt`.
 */
export const listAttemptJobs: Deprecated<typeof listJobsForAttempt> = listJobsForAttempt
