/** Jobs of workflow runs, their logs and artifacts. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent, response } from "../../exchange.ts"
import { pathNumber, readable, requireViewer, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut } from "../http/paging.ts"
import { gone, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Repository } from "../state/model.ts"
import { type Artifact, type Job, lifetimeOfArtifacts, type Run, type RunAttempt } from "../state/records.ts"
import { artifactsOf, attempt, replaceRun, restart } from "../state/workflows.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/workflows.ts"
import { archiveUrl } from "./storage.ts"
import { mayRestart, runIn } from "./workflows.ts"

type Numbered = readonly [attempt: RunAttempt, number: number]

const attemptsOf = ({ earlier, latest }: Run): ReadonlyArray<Numbered> =>
  [...earlier, latest].map((attempt, index) => [attempt, index + 1])

const jobsOf = (
  call: Call,
  repository: Repository,
  run: Run,
  path: string,
  chosen: ReadonlyArray<Numbered>
): Response => {
  const all = chosen.flatMap((numbered) => numbered[0].jobs.map((job) => [numbered, job] as const))
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/runs/${run.id}/${path}`, all)
  const jobs = items.map(([numbered, job]) => Wire.job(call, repository, run, numbered, job))
  return json(200, { total_count: all.length, jobs }, headers)
}

const listJobs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  const filter = yield* Input.choice(call, "filter", ["latest", "all"], "WorkflowRun")
  const attempts = attemptsOf(run)
  return jobsOf(call, repository, run, "jobs", filter === "all" ? attempts : attempts.slice(-1))
})

const listAttemptJobs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  const number = pathNumber(call, "attempt_number")
  const chosen = attemptsOf(run).filter(([, each]) => each === number)
  if (chosen.length === 0) return yield* Result.fail(notFound(call))
  return jobsOf(call, repository, run, `attempts/${number}/jobs`, chosen)
})

const redirect = (call: Call, repository: Repository, file: string, name: string): Response =>
  response(302, "", { location: archiveUrl(call.urls, repository, file, name, call.now), "cache-control": "no-cache" })

/** Refuses logs that were deleted, and those that are older than the service keeps them. */
const areKept = (call: Call, { created_at, logs_deleted }: Run): OrRefusal<void> =>
  logs_deleted || call.now >= created_at + lifetimeOfArtifacts
    ? Result.fail(gone(call, "The logs for this run have expired and are no longer available."))
    : Result.void

const downloadLogs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  yield* areKept(call, run)
  if (run.latest.logs === null) return yield* Result.fail(notFound(call))
  return redirect(call, repository, `logs/${run.id}`, `logs_${run.id}.zip`)
})

const downloadAttemptLogs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const number = pathNumber(call, "attempt_number") ?? 0
  const run = attempt(yield* runIn(call, repository), number)
  if (run === undefined) return yield* Result.fail(notFound(call))
  yield* areKept(call, run)
  if (run.latest.logs === null) return yield* Result.fail(notFound(call))
  return redirect(call, repository, `attempts/${run.id}-${number}`, `logs_${run.id}.zip`)
})

/** Finds a job with its run, as the run was at its attempt. */
const jobIn = (call: Call, repository: Repository): OrRefusal<readonly [run: Run, numbered: Numbered, job: Job]> => {
  const id = pathNumber(call, "job_id")
  for (const run of repository.runs.values()) {
    for (const numbered of attemptsOf(run).toReversed()) {
      const job = numbered[0].jobs.find((each) => each.id === id)
      if (job !== undefined) return Result.succeed([run, numbered, job] as const)
    }
  }
  return Result.fail(notFound(call))
}

const getJob: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const [run, numbered, job] = yield* jobIn(call, repository)
  return json(200, Wire.job(call, repository, run, numbered, job))
})

const downloadJobLogs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const [run, , job] = yield* jobIn(call, repository)
  yield* areKept(call, run)
  if (job.status !== "completed") return yield* Result.fail(notFound(call))
  return redirect(call, repository, `jobs/${job.id}`, `${job.id}.txt`)
})

const rerunJob: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const [run, , { id }] = yield* jobIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.flag(call, fields, "enable_debug_logging")
  yield* Input.flag(call, fields, "enable_debugger")
  yield* mayRestart(call, run)
  restart(call.world, repository, run, viewer, (job) => job.id === id, call.now)
  return json(201, {})
})

type Made = readonly [run: Run, artifact: Artifact]

const artifactPage = (call: Call, repository: Repository, path: string, all: ReadonlyArray<Made>): Response => {
  const name = call.query.get("name")
  const found = name === null ? all : all.filter(([, artifact]) => artifact.name === name)
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/${path}`, found)
  const artifacts = items.map(([run, artifact]) => Wire.artifact(call, repository, run, artifact, call.now))
  return json(200, { total_count: found.length, artifacts }, headers)
}

const listArtifacts: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Artifact")
  const made = artifactsOf(repository).filter(([{ id }]) => id === run.id)
  return artifactPage(call, repository, `runs/${run.id}/artifacts`, direction === "asc" ? made.toReversed() : made)
})

const listArtifactsForRepo: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return artifactPage(call, repository, "artifacts", artifactsOf(repository))
})

const artifactIn = (call: Call, repository: Repository): OrRefusal<Made> => {
  const id = pathNumber(call, "artifact_id")
  const made = artifactsOf(repository).find(([, each]) => each.id === id)
  return made === undefined ? Result.fail(notFound(call)) : Result.succeed(made)
}

const getArtifact: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const [run, artifact] = yield* artifactIn(call, repository)
  return json(200, Wire.artifact(call, repository, run, artifact, call.now))
})

const removeArtifact: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const [run, { id }] = yield* artifactIn(call, repository)
  replaceRun(repository, { ...run, artifacts: run.artifacts.filter((each) => each.id !== id) })
  return noContent
})

/** The only endpoint of a public repository that even readers must sign in for. */
const downloadArtifact: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* requireViewer(call)
  const [, artifact] = yield* artifactIn(call, repository)
  if (call.params["archive_format"] !== "zip") return yield* Result.fail(notFound(call))
  if (call.now >= artifact.expires_at) return yield* Result.fail(gone(call, "Artifact has expired"))
  return redirect(call, repository, `artifacts/${artifact.id}`, `${artifact.name}.zip`)
})

const actions = "/repos/{owner}/{repo}/actions"
const run = `${actions}/runs/{run_id}`
const job = `${actions}/jobs/{job_id}`
const artifact = `${actions}/artifacts/{artifact_id}`

const endpoint = endpointsOf("actions/workflow-jobs")

export const routes: ReadonlyArray<Route> = [
  endpoint("Actions.listJobs", `GET ${run}/jobs`, "actions/workflow-jobs#list-jobs-for-a-workflow-run", listJobs),
  endpoint(
    "Actions.listJobsForAttempt",
    `GET ${run}/attempts/{attempt_number}/jobs`,
    "actions/workflow-jobs#list-jobs-for-a-workflow-run-attempt",
    listAttemptJobs
  ),
  endpoint("Actions.getJob", `GET ${job}`, "get-a-job-for-a-workflow-run", getJob),
  endpoint("Actions.rerunJob", `POST ${job}/rerun`, "actions/workflow-runs#re-run-a-job-from-a-workflow-run", rerunJob),
  endpoint("Actions.downloadLogsForJob", `GET ${job}/logs`, "download-job-logs-for-a-workflow-run", downloadJobLogs),
  endpoint(
    "Actions.downloadLogsForAttempt",
    `GET ${run}/attempts/{attempt_number}/logs`,
    "actions/workflow-runs#download-workflow-run-attempt-logs",
    downloadAttemptLogs
  ),
  endpoint("Actions.getArtifact", `GET ${artifact}`, "actions/artifacts#get-an-artifact", getArtifact),
  endpoint("Actions.deleteArtifact", `DELETE ${artifact}`, "actions/artifacts#delete-an-artifact", removeArtifact),
  endpoint("Actions.downloadLogs", `GET ${run}/logs`, "actions/workflow-runs#download-workflow-run-logs", downloadLogs),
  endpoint(
    "Actions.listArtifacts",
    `GET ${run}/artifacts`,
    "actions/artifacts#list-workflow-run-artifacts",
    listArtifacts
  ),
  endpoint(
    "Actions.listArtifactsForRepo",
    `GET ${actions}/artifacts`,
    "actions/artifacts#list-artifacts-for-a-repository",
    listArtifactsForRepo
  ),
  endpoint(
    "Actions.downloadArtifact",
    `GET ${artifact}/{archive_format}`,
    "actions/artifacts#download-an-artifact",
    downloadArtifact
  )
]
