/** Workflow runs and deployments: how they are started, changed and deleted. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Commit } from "../../git/objects.ts"
import { nextId, type Repository, type World } from "./model.ts"
import {
  type Artifact,
  type RunAttempt,
  type Deployment,
  type DeploymentStatus,
  environmentOf,
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
  completed_at: null
})

interface Started {
  readonly workflow: Workflow
  readonly event: string
  readonly head_branch: string | null
  readonly commit: Commit
  readonly actor: string
}

/** Starts a workflow. The run waits until somebody completes it. */
export const startRun = (world: World, repository: Repository, started: Started, now: number): Run => {
  const { actor, commit, event, head_branch, workflow } = started
  const run: Run = {
    id: nextId(world, "workflow run"),
    workflow: workflow.id,
    number: nextRunNumber(repository, workflow),
    event,
    head_branch,
    head_sha: commit.sha,
    title: event === "push" ? subjectOf(commit) : workflow.name,
    actor,
    suite: nextId(world, "check suite"),
    earlier: [],
    latest: {
      status: "queued",
      conclusion: null,
      triggering_actor: actor,
      started_at: now,
      jobs: [queuedJob(world, { name: "build", labels: ["ubuntu-latest"], steps: [] }, now)]
    },
    logs: null,
    artifacts: [],
    created_at: now,
    updated_at: now
  }
  repository.runs.set(run.id, run)
  return run
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
    jobs: run.latest.jobs.map((job) => (isChosen(job) ? queuedJob(world, job, now) : job))
  }
  return replaceRun(repository, { ...run, earlier: [...run.earlier, run.latest], latest, logs: null, updated_at: now })
}

/** Ends a run. What has not ended yet is cancelled. */
export const cancelRun = (repository: Repository, run: Run, now: number): Run => {
  const cancelled = { status: "completed", conclusion: "cancelled", completed_at: now } as const
  const jobs = run.latest.jobs.map((job): Job => {
    if (job.status === "completed") return job
    const steps = job.steps.map((step) =>
      step.status === "completed" ? step : { ...step, ...cancelled, started_at: step.started_at ?? now }
    )
    return { ...job, ...cancelled, steps }
  })
  const latest: RunAttempt = { ...run.latest, status: "completed", conclusion: "cancelled", jobs }
  return replaceRun(repository, { ...run, latest, updated_at: now })
}

const replaceRun = (repository: Repository, run: Run): Run => {
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

const addStatus = (repository: Repository, deployment: Deployment, status: DeploymentStatus): void => {
  const statuses = [...deployment.statuses, status]
  repository.deployments.set(deployment.id, { ...deployment, statuses, updated_at: status.created_at })
}

/** Earlier deployments to the same environment, which a success replaces. */
const replacedBy = (repository: Repository, { id }: Deployment, environment: string): ReadonlyArray<Deployment> =>
  [...repository.deployments.values()].filter(
    (other) =>
      other.id < id &&
      !other.transient_environment &&
      !other.production_environment &&
      environmentOf(other) === environment &&
      other.statuses.at(-1)?.state === "success"
  )

/** Adds a status. A success makes the deployments inactive that it replaces, unless `auto_inactive` is false. */
export const addDeploymentStatus = (
  world: World,
  repository: Repository,
  deployment: Deployment,
  given: Omit<DeploymentStatus, "id">,
  auto_inactive: boolean
): DeploymentStatus => {
  const status = { ...given, id: nextId(world, "deployment status") }
  addStatus(repository, deployment, status)
  const { created_at, creator, environment, state } = status
  const replaced = state === "success" && auto_inactive ? replacedBy(repository, deployment, environment) : []
  for (const other of replaced) {
    addStatus(repository, other, {
      id: nextId(world, "deployment status"),
      state: "inactive",
      description: "",
      environment,
      environment_url: "",
      log_url: "",
      creator,
      created_at
    })
  }
  return status
}
