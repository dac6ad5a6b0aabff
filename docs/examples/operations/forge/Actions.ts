import { Actions } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Cancels a run that may have ended in the meantime. */
export const cancel = Actions.cancel({ ...repo, run_id: 7003 }).pipe(
  Effect.as("The run ends soon."),
  Effect.catchTag("Conflict", () => Effect.succeed("The run was completed already."))
)

/** Starts a workflow on a branch, and returns the id of its run. */
export const dispatch = Actions.dispatch({
  ...repo,
  workflow_id: "build.yml",
  ref: "main",
  inputs: { level: "debug" },
  return_run_details: true
}).pipe(Effect.map((run) => run?.workflow_run_id ?? null))

/** Downloads an artifact as a zip archive, and checks its bytes against the digest of its record. */
export const downloadArtifact = Actions.listArtifacts({ ...repo, run_id: 7001, name: "site" }).pipe(
  Stream.take(1),
  Stream.mapEffect((artifact) => Actions.downloadArtifact.bytes({ ...repo, artifact_id: artifact.id }, artifact)),
  Stream.map((zip) => `${zip.length} bytes`),
  Stream.runCollect
)

/** Downloads the logs of a run as a zip archive, unless they were deleted. */
export const downloadLogs = Actions.downloadLogs.bytes({ ...repo, run_id: 7001 }).pipe(
  Effect.map((zip) => `${zip.length} bytes`),
  Effect.catchTag("Gone", () => Effect.succeed("The logs were deleted."))
)

/** Reads a run, as its latest attempt is. */
export const getRun = Actions.getRun({ ...repo, run_id: 7001 }).pipe(
  Effect.map(({ conclusion, head_branch, run_attempt, status }) => ({ status, conclusion, head_branch, run_attempt }))
)

/** Reads a workflow by the name of its file. */
export const getWorkflow = Actions.getWorkflow({ ...repo, workflow_id: "build.yml" }).pipe(
  Effect.map(({ id, name, state }) => ({ id, name, state }))
)

/** Lists what a run has stored. */
export const listArtifacts = Actions.listArtifacts({ ...repo, run_id: 7001 }).pipe(
  Stream.map(({ expired, id, name, size_in_bytes }) => ({ id, name, size_in_bytes, expired })),
  Stream.runCollect
)

/** Lists the newest ten artifacts with a name, and the run of each. */
export const listArtifactsForRepo = Actions.listArtifactsForRepo({ ...repo, name: "site" }).pipe(
  Stream.take(10),
  Stream.map(({ id, workflow_run }) => ({ id, run: workflow_run?.id ?? null })),
  Stream.runCollect
)

/** Lists the jobs of the first attempt of a run. */
export const listJobsForAttempt = Actions.listJobsForAttempt({ ...repo, run_id: 7001, attempt_number: 1 }).pipe(
  Stream.map(({ conclusion, name }) => ({ name, conclusion })),
  Stream.runCollect
)

/** Lists the failed jobs of a run's latest attempt. */
export const listJobs = Actions.listJobs({ ...repo, run_id: 7001 }).pipe(
  Stream.filter(({ conclusion }) => conclusion === "failure"),
  Stream.map(({ html_url, name }) => ({ name, html_url })),
  Stream.runCollect
)

/** Lists the newest ten runs that have failed on a branch. */
export const listRuns = Actions.listRuns({ ...repo, branch: "main", status: "failure" }).pipe(
  Stream.take(10),
  Stream.map(({ display_title, id, run_number }) => ({ id, run_number, display_title })),
  Stream.runCollect
)

/** Lists the runs of a workflow since a day. */
export const listWorkflowRuns = Actions.listWorkflowRuns({
  ...repo,
  workflow_id: "build.yml",
  created: ">=2026-02-16"
}).pipe(
  Stream.map(({ conclusion, event, id }) => ({ id, event, conclusion })),
  Stream.runCollect
)

/** Lists the workflows that events can start. */
export const listWorkflows = Actions.listWorkflows(repo).pipe(
  Stream.filter(({ state }) => state === "active"),
  Stream.map(({ name, path }) => ({ name, path })),
  Stream.runCollect
)

/** Runs all jobs of a completed run again. The service refuses this while it runs, and after 30 days. */
export const rerun = Actions.rerun({ ...repo, run_id: 7001, enable_debug_logging: true }).pipe(
  Effect.as("Started"),
  Effect.catchTag("Forbidden", (refused) => Effect.succeed(refused.serviceMessage))
)

/** Runs the failed jobs of a completed run again, and those that depend on them. */
export const rerunFailedJobs = Actions.rerunFailedJobs({ ...repo, run_id: 7001 }).pipe(
  Effect.as("Started"),
  Effect.catchTag("Forbidden", (refused) => Effect.succeed(refused.serviceMessage))
)

/** Keeps a workflow from being started. */
export const disableWorkflow = Actions.disableWorkflow({ ...repo, workflow_id: "deploy.yml" })

/** Lets events start a workflow again. */
export const enableWorkflow = Actions.enableWorkflow({ ...repo, workflow_id: "deploy.yml" })

/** Reads how much time of a workflow is billed. */
export const getWorkflowUsage = Actions.getWorkflowUsage({ ...repo, workflow_id: "build.yml" }).pipe(
  Effect.map(({ billable }) => billable.UBUNTU?.total_ms ?? 0)
)

/** Reads how the first attempt of a run has ended. */
export const getRunAttempt = Actions.getRunAttempt({ ...repo, run_id: 7001, attempt_number: 1 }).pipe(
  Effect.map(({ conclusion, run_attempt }) => ({ run_attempt, conclusion }))
)

/** Reads how long a run has taken. */
export const getRunUsage = Actions.getRunUsage({ ...repo, run_id: 7002 }).pipe(
  Effect.map(({ run_duration_ms }) => run_duration_ms)
)

/** Deletes a run. The service refuses this while it is running. */
export const deleteRun = Actions.deleteRun({ ...repo, run_id: 7002 })

/** Lets the run of a newcomer's pull request begin. */
export const approve = Actions.approve({ ...repo, run_id: 7005 })

/** Cancels a run that does not respond to `cancel`. */
export const forceCancel = Actions.forceCancel({ ...repo, run_id: 7003 })

/** Reads a job with its steps. */
export const getJob = Actions.getJob({ ...repo, job_id: 7104 }).pipe(
  Effect.map(({ conclusion, name, steps }) => ({ name, conclusion, steps: steps.map((step) => step.name) }))
)

/** Runs one job again, with more in its log. */
export const rerunJob = Actions.rerunJob({ ...repo, job_id: 7104, enable_debug_logging: true }).pipe(
  Effect.as("Started"),
  Effect.catchTag("Forbidden", (refused) => Effect.succeed(refused.serviceMessage))
)

/** Reads the log of a job line by line. */
export const downloadLogsForJob = Actions.downloadLogsForJob({ ...repo, job_id: 7104 }).pipe(
  Stream.decodeText(),
  Stream.splitLines,
  Stream.filter((line) => line.includes("##[group]")),
  Stream.runCollect,
  Effect.catchTag("Gone", () => Effect.succeed([]))
)

/** Downloads the logs of an earlier attempt as a zip archive. */
export const downloadLogsForAttempt = Actions.downloadLogsForAttempt
  .bytes({ ...repo, run_id: 7001, attempt_number: 1 })
  .pipe(
    Effect.map((zip) => `${zip.length} bytes`),
    Effect.catchTag("Gone", () => Effect.succeed("The logs were deleted."))
  )

/** Deletes the logs of a run. */
export const deleteLogs = Actions.deleteLogs({ ...repo, run_id: 7001 })

/** Reads how large an artifact is. */
export const getArtifact = Actions.getArtifact({ ...repo, artifact_id: 801 }).pipe(
  Effect.map(({ name, size_in_bytes }) => ({ name, size_in_bytes }))
)

/** Deletes an artifact. */
export const deleteArtifact = Actions.deleteArtifact({ ...repo, artifact_id: 801 })
