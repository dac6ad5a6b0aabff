/** Handlers that read workflow runs, their jobs, logs and artifacts. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { answer, json } from "../../../exchange.ts"
import { pathNumber, readable, requireViewer } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { cut } from "../../http/paging.ts"
import { gone, invalid, notFound } from "../../http/refusals.ts"
import { type Repository, same } from "../../state/model.ts"
import { artifactsOf, workflowNamed } from "../../state/workflows/running.ts"
import {
  type Artifact,
  type Attempt,
  lifetimeOfArtifacts,
  type Run,
  type Workflow
} from "../../state/workflows/runs.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/workflows/runs.ts"
import { archiveUrl } from "../releases/storage.ts"
import { boundsOf, dateBounds, within } from "../search/bounds.ts"

type Found<A> = Result.Result<A, Answer>

export const runIn = (call: Call, repository: Repository): Found<Run> => {
  const run = repository.runs.get(pathNumber(call, "run_id") ?? 0)
  return run === undefined ? Result.fail(notFound(call)) : Result.succeed(run)
}

export const workflowIn = (call: Call, repository: Repository): Found<Workflow> => {
  const workflow = workflowNamed(repository, call.params["workflow_id"] ?? "")
  return workflow === undefined ? Result.fail(notFound(call)) : Result.succeed(workflow)
}

/** Reads the query as a filter. */
const filterOf = (call: Call): Found<(run: Run) => boolean> => {
  const asked = (name: string) => call.query.get(name) || null
  const [actor, branch, event, status] = ["actor", "branch", "event", "status"].map(asked)
  const [created, head, suite] = ["created", "head_sha", "check_suite_id"].map(asked)
  const bounds = created ? boundsOf(created, dateBounds) : undefined
  if (created && bounds === undefined) {
    return Result.fail(invalid(call, Input.queryFault("WorkflowRun", "created", created)))
  }
  return Result.succeed(
    (run) =>
      (!actor || (run.actor !== null && same(run.actor, actor))) &&
      (!branch || run.head_branch === branch) &&
      (!event || run.event === event) &&
      (!status || run.latest.status === status || run.latest.conclusion === status) &&
      (bounds === undefined || within(bounds, run.created_at)) &&
      (!head || run.head_sha === head) &&
      (!suite || run.suite === Number(suite))
  )
}

const searched = ["actor", "branch", "check_suite_id", "created", "event", "head_sha", "status"]

/** How many runs a search returns at most. */
const most = 1_000

const withPulls = (call: Call): boolean => call.query.get("exclude_pull_requests") !== "true"

const runsOf = (call: Call, repository: Repository, path: string, all: ReadonlyArray<Run>): Found<Answer> =>
  Result.map(filterOf(call), (isAsked) => {
    const runs = all.filter(isAsked).sort((a, b) => b.created_at - a.created_at || b.id - a.id)
    const told = searched.some((name) => call.query.has(name)) ? runs.slice(0, most) : runs
    const { headers, items } = cut(call, `${stablePath(repository)}/actions/${path}`, told)
    const workflow_runs = items.map((run) => Wire.run(call, repository, run, withPulls(call)))
    return json(200, { total_count: runs.length, workflow_runs }, headers)
  })

export const listRuns: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return yield* runsOf(call, repository, "runs", [...repository.runs.values()])
})

export const listWorkflowRuns: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { id } = yield* workflowIn(call, repository)
  const runs = [...repository.runs.values()].filter(({ workflow }) => workflow === id)
  return yield* runsOf(call, repository, `workflows/${id}/runs`, runs)
})

export const getRun: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.run(call, repository, yield* runIn(call, repository), withPulls(call)))
})

type Numbered = readonly [attempt: Attempt, number: number]

const attemptsOf = ({ earlier, latest }: Run): ReadonlyArray<Numbered> =>
  [...earlier, latest].map((attempt, index) => [attempt, index + 1])

const jobsOf = (
  call: Call,
  repository: Repository,
  run: Run,
  path: string,
  chosen: ReadonlyArray<Numbered>
): Answer => {
  const all = chosen.flatMap((numbered) => numbered[0].jobs.map((job) => [numbered, job] as const))
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/runs/${run.id}/${path}`, all)
  const jobs = items.map(([numbered, job]) => Wire.job(call, repository, run, numbered, job))
  return json(200, { total_count: all.length, jobs }, headers)
}

export const listJobs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  const filter = yield* Input.choice(call, "filter", ["latest", "all"], "WorkflowRun")
  const attempts = attemptsOf(run)
  return jobsOf(call, repository, run, "jobs", filter === "all" ? attempts : attempts.slice(-1))
})

export const listAttemptJobs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  const number = pathNumber(call, "attempt_number")
  const chosen = attemptsOf(run).filter(([, each]) => each === number)
  if (chosen.length === 0) return yield* Result.fail(notFound(call))
  return jobsOf(call, repository, run, `attempts/${number}/jobs`, chosen)
})

const redirect = (call: Call, repository: Repository, file: string, name: string): Answer =>
  answer(302, "", { location: archiveUrl(call.urls, repository, file, name, call.now), "cache-control": "no-cache" })

export const downloadLogs: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { created_at, id, logs } = yield* runIn(call, repository)
  if (logs === null) return yield* Result.fail(notFound(call))
  if (call.now >= created_at + lifetimeOfArtifacts) {
    return yield* Result.fail(gone(call, "The logs for this run have expired and are no longer available."))
  }
  return redirect(call, repository, `logs/${id}`, `logs_${id}`)
})

type Made = readonly [run: Run, artifact: Artifact]

const artifactPage = (call: Call, repository: Repository, path: string, all: ReadonlyArray<Made>): Answer => {
  const name = call.query.get("name")
  const found = name === null ? all : all.filter(([, artifact]) => artifact.name === name)
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/${path}`, found)
  const artifacts = items.map(([run, artifact]) => Wire.artifact(call, repository, run, artifact, call.now))
  return json(200, { total_count: found.length, artifacts }, headers)
}

export const listArtifacts: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* runIn(call, repository)
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Artifact")
  const made = artifactsOf(repository).filter(([{ id }]) => id === run.id)
  return artifactPage(call, repository, `runs/${run.id}/artifacts`, direction === "asc" ? made.toReversed() : made)
})

export const listArtifactsForRepo: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return artifactPage(call, repository, "artifacts", artifactsOf(repository))
})

/** The only endpoint of a public repository that even readers must sign in for. */
export const downloadArtifact: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* requireViewer(call)
  const id = pathNumber(call, "artifact_id")
  const [, artifact] = artifactsOf(repository).find(([, each]) => each.id === id) ?? []
  if (artifact === undefined || call.params["archive_format"] !== "zip") return yield* Result.fail(notFound(call))
  if (call.now >= artifact.expires_at) return yield* Result.fail(gone(call, "Artifact has expired"))
  return redirect(call, repository, `artifacts/${artifact.id}`, artifact.name)
})

export const listWorkflows: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const all = [...repository.workflows.values()].toSorted((a, b) => a.id - b.id)
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/workflows`, all)
  const workflows = items.map((each) => Wire.workflow(call, repository, each))
  return json(200, { total_count: all.length, workflows }, headers)
})

export const getWorkflow: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.workflow(call, repository, yield* workflowIn(call, repository)))
})
