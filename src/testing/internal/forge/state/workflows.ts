/** Workflow runs: how they are started, changed and deleted. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Commit } from "../../git/objects.ts"
import { environmentNumbered, mayDeploy, waits } from "./environments.ts"
import { nextId, type Repository, type World } from "./model.ts"
import {
  type Artifact,
  type RunAttempt,
  type DeploymentReview,
  type Job,
  lifetimeOfArtifacts,
  type Run,
  type Workflow
} from "./records.ts"

const usualName = (file: string): string => file.replace(/\.ya?ml$/, "")

/** Returns the workflow in this file, and creates it if necessary. */
export const ensureWorkflow = (
  world: World,
  repository: Repository,
  file: string,
  given: Partial<Workflow> = {}
): Workflow => {
  const known = workflowNamed(repository, file)
  if (known !== undefined && Object.keys(given).length === 0) return known
  const workflow: Workflow = {
    name: usualName(file),
    on: ["push", "workflow_dispatch"],
    inputs: null,
    run_name: null,
    state: "active",
    environment: null,
    ...known,
    ...given,
    file,
    id: known?.id ?? nextId(world, "workflow", given.id)
  }
  repository.workflows.set(workflow.id, workflow)
  return workflow
}

/** Finds a workflow by its file or its id. */
export const workflowNamed = (repository: Repository, name: string): Workflow | undefined => {
  for (const workflow of repository.workflows.values()) {
    if (workflow.file === name || String(workflow.id) === name) return workflow
  }
  return undefined
}

export const nextRunNumber = (repository: Repository, workflow: Workflow): number => {
  let last = 0
  for (const run of repository.runs.values()) if (run.workflow === workflow.id) last = Math.max(last, run.number)
  return last + 1
}

/** The first line of a commit's message. */
export const subjectOf = ({ message }: Pick<Commit, "message">): string => message.split("\n")[0] ?? ""

const queuedJob = (
  world: World,
  { labels, name, steps }: Pick<Job, "name" | "labels" | "steps">,
  now: number
): Job => ({
  id: nextId(world, "job"),
  name,
  labels,
  status: "queued",
  conclusion: null,
  steps: steps.map((step) => ({
    ...step,
    status: "queued",
    conclusion: null,
    started_at: null,
    completed_at: null
  })),
  created_at: now,
  started_at: now,
  completed_at: null,
  log: null
})

interface Started {
  readonly workflow: Workflow
  readonly event: string
  readonly head_branch: string | null
  readonly commit: Commit
  readonly actor: string
  /** The inputs of a dispatch. */
  readonly inputs?: Readonly<Record<string, unknown>> | null
}

/** The title of a run that was not started by commits: expressions of inputs are filled in. */
const titleOf = ({ name, run_name }: Workflow, inputs: Started["inputs"]): string =>
  run_name?.replace(/\$\{\{\s*(?:github\.event\.)?inputs\.([\w-]+)\s*\}\}/g, (_, input: string) => {
    const value = inputs?.[input] ?? ""
    return typeof value === "string" ? value : JSON.stringify(value)
  }) ?? name

/** Starts a workflow. The run waits until somebody completes it. */
export const startRun = (world: World, repository: Repository, started: Started, now: number): Run => {
  const { actor, commit, event, head_branch, inputs, workflow } = started
  const run: Run = {
    id: nextId(world, "workflow run"),
    workflow: workflow.id,
    number: nextRunNumber(repository, workflow),
    event,
    head_branch,
    head_sha: commit.sha,
    title: event === "push" || event === "merge_group" ? subjectOf(commit) : titleOf(workflow, inputs),
    actor,
    suite: nextId(world, "check suite"),
    earlier: [],
    latest: {
      status: "queued",
      conclusion: null,
      triggering_actor: actor,
      started_at: now,
      jobs: [queuedJob(world, { name: "build", labels: ["ubuntu-latest"], steps: [] }, now)],
      logs: null
    },
    logs_deleted: false,
    pending: [],
    approved: [],
    reviews: [],
    artifacts: [],
    created_at: now,
    updated_at: now
  }
  return replaceRun(repository, guarded(repository, run, now))
}

/** Starts the workflows that an event starts. */
export const startRuns = (
  world: World,
  repository: Repository,
  started: Omit<Started, "workflow" | "inputs">,
  now: number
): void => {
  for (const workflow of repository.workflows.values()) {
    if (workflow.on.includes(started.event) && workflow.state === "active") {
      startRun(world, repository, { ...started, workflow }, now)
    }
  }
}

/** A run as it starts: it waits for the reviewers of its environment, and fails on a branch that may not deploy to it. */
const guarded = (repository: Repository, run: Run, now: number): Run => {
  const name = repository.workflows.get(run.workflow)?.environment?.toLowerCase()
  const environment = name === undefined ? undefined : repository.environments.get(name)
  if (environment === undefined) return run
  if (!mayDeploy(repository, environment, run.head_branch)) return ended(run, "failure", now)
  if (!waits(environment, { isApproved: false, now, started_at: run.latest.started_at })) return run
  const jobs = run.latest.jobs.map((job): Job => ({ ...job, status: "waiting" }))
  return { ...run, latest: { ...run.latest, status: "waiting", jobs }, pending: [environment.id], approved: [] }
}

/** The run, which begins when it waits for no environment any more. */
const released = (repository: Repository, run: Run, now: number): Run => {
  const { started_at } = run.latest
  const pending = run.pending.filter((id) => {
    const environment = environmentNumbered(repository, id)
    return environment !== undefined && waits(environment, { isApproved: run.approved.includes(id), now, started_at })
  })
  if (pending.length === run.pending.length) return run
  const approved = run.approved.filter((id) => pending.includes(id))
  return { ...(pending.length > 0 ? run : begun(run)), pending, approved, updated_at: now }
}

/** Records what a reviewer says. A rejection ends the run. */
export const review = (repository: Repository, run: Run, said: DeploymentReview, now: number): Run => {
  const reviewed: Run = { ...run, reviews: [...run.reviews, said], updated_at: now }
  if (said.state === "rejected") return replaceRun(repository, ended(reviewed, "failure", now))
  const approved = [...run.approved, ...said.environments]
  return replaceRun(repository, released(repository, { ...reviewed, approved }, now))
}

/** A run with its repository. */
type Placed = readonly [repository: Repository, run: Run]

/** The runs that may wait for a timer. This is asked with each request, and most repositories have no environment. */
export const timedRuns = ({ repositories }: World): ReadonlyArray<Placed> => {
  const timed: Array<Placed> = []
  for (const repository of repositories.values()) {
    const { environments, runs } = repository
    if (environments.size === 0 || ![...environments.values()].some((one) => one.wait_timer > 0)) continue
    for (const run of runs.values()) if (run.pending.length > 0) timed.push([repository, run])
  }
  return timed
}

/** Those of them whose timers have run out since the last look, as they go on. */
export const dueRuns = (timed: ReadonlyArray<Placed>, now: number): ReadonlyArray<Placed> =>
  timed.flatMap(([repository, run]) => {
    const next = released(repository, run, now)
    return next === run ? [] : [[repository, next] as const]
  })

/** When the next of their timers runs out, after an instant; infinity if none does. */
export const nextRelease = (timed: ReadonlyArray<Placed>, after: number): number =>
  Math.min(
    ...timed.flatMap(([repository, { latest, pending }]) =>
      pending
        .map((id) => latest.started_at + (environmentNumbered(repository, id)?.wait_timer ?? 0) * 60_000)
        .filter((at) => at > after)
    )
  )

/** A run that waits no longer. */
export const begun = (run: Run): Run => {
  const queued = { status: "queued", conclusion: null } as const
  const jobs = run.latest.jobs.map((job): Job => ({ ...job, ...queued, completed_at: null }))
  return { ...run, latest: { ...run.latest, ...queued, jobs } }
}

/** A run as it was at an attempt, from 1; undefined if there was none. */
export const attempt = (run: Run, number: number): Run | undefined => {
  const latest = [...run.earlier, run.latest][number - 1]
  return latest === undefined ? undefined : { ...run, earlier: run.earlier.slice(0, number - 1), latest }
}

export const hasFailed = ({ conclusion }: Pick<Job, "conclusion">): boolean =>
  conclusion === "failure" || conclusion === "cancelled" || conclusion === "timed_out"

/** Starts another attempt, with the chosen jobs. The others stay as they are. */
export const restart = (
  world: World,
  repository: Repository,
  run: Run,
  actor: string,
  isChosen: (job: Job) => boolean,
  now: number
): Run => {
  const latest: RunAttempt = {
    status: "queued",
    conclusion: null,
    triggering_actor: actor,
    started_at: now,
    jobs: run.latest.jobs.map((job) => (isChosen(job) ? queuedJob(world, job, now) : job)),
    logs: null
  }
  const again = { ...run, earlier: [...run.earlier, run.latest], latest, logs_deleted: false, updated_at: now }
  return replaceRun(repository, guarded(repository, again, now))
}

/** Ends a run. What has not ended yet is cancelled. */
export const cancelRun = (repository: Repository, run: Run, now: number): Run =>
  replaceRun(repository, ended(run, "cancelled", now))

const ended = (run: Run, conclusion: "cancelled" | "failure", now: number): Run => {
  const done = { status: "completed", conclusion, completed_at: now } as const
  const jobs = run.latest.jobs.map((job): Job => {
    if (job.status === "completed") return job
    const steps = job.steps.map((step) =>
      step.status === "completed" ? step : { ...step, ...done, started_at: step.started_at ?? now }
    )
    return { ...job, ...done, steps }
  })
  const latest: RunAttempt = { ...run.latest, status: "completed", conclusion, jobs }
  return { ...run, latest, pending: [], approved: [], updated_at: now }
}

export const replaceRun = (repository: Repository, run: Run): Run => {
  repository.runs.set(run.id, run)
  return run
}

/** Makes an artifact of its content. */
export const newArtifact = (
  world: World,
  given: Pick<Artifact, "name" | "content" | "created_at"> & Partial<Artifact>
): Artifact => ({
  expires_at: given.created_at + lifetimeOfArtifacts,
  ...given,
  id: nextId(world, "artifact", given.id),
  digest: `sha256:${bytesToHex(sha256(given.content))}`
})

/** All artifacts of a repository with their runs, the newest first. */
export const artifactsOf = (repository: Repository): ReadonlyArray<readonly [run: Run, artifact: Artifact]> =>
  [...repository.runs.values()]
    .flatMap((run) => run.artifacts.map((artifact) => [run, artifact] as const))
    .sort(([, a], [, b]) => b.id - a.id)
