/** Turns the workflows, runs and deployments of a seed into state. */
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import type {
  ArtifactSeed,
  AttemptSeed,
  DeploymentSeed,
  DeploymentStatusSeed,
  JobSeed,
  RunSeed,
  StepSeed
} from "../../../../ForgeWorkflowSeed.ts"
import { readBase64 } from "../../../base64.ts"
import { commitOf } from "../../../git/objects.ts"
import { fullName, nextId, type Repository, repositoryNamed, type World } from "../model.ts"
import {
  type Artifact,
  type RunAttempt,
  type Deployment,
  emptyArchive,
  type Job,
  type Progress,
  type Run,
  type JobStep
} from "../records.ts"
import { branchRef, tagRef } from "../refs.ts"
import { ensureWorkflow, newArtifact, nextRunNumber, subjectOf } from "../workflows.ts"
import { loginFor } from "./accounts.ts"
import { namedSha } from "./git.ts"
import { millisOf, usualTime } from "./moments.ts"

type Content = NonNullable<RunSeed["logs"]>

const bytesIn = (content: Content): Uint8Array => {
  if (typeof content === "string") return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return content
  const bytes = readBase64(content.base64)
  if (bytes === undefined) throw new Error("An archive of the seed is not Base64")
  return bytes
}

/** The logs of an attempt, which has some once it has ended. */
const logsIn = ({ logs }: AttemptSeed, { status }: Progress): RunAttempt["logs"] => {
  if (logs === null || status !== "completed") return null
  return logs === undefined ? "jobs" : bytesIn(logs)
}

/** What ends with another status than `completed` has not ended. */
const progressOf = (seed: Pick<AttemptSeed, "status" | "conclusion">, usual: Progress): Progress => {
  const status = seed.status ?? usual.status
  return { status, conclusion: status === "completed" ? (seed.conclusion ?? usual.conclusion ?? "success") : null }
}

const stepOf = (seed: string | StepSeed, job: Omit<Job, "log" | "steps">, now: number): JobStep => {
  const given = typeof seed === "string" ? { name: seed } : seed
  const progress = progressOf(given, job)
  const hasBegun = progress.status === "completed" || progress.status === "in_progress"
  const ended = progress.status === "completed" ? (job.completed_at ?? job.started_at) : null
  return {
    name: given.name,
    ...progress,
    started_at: given.started_at === undefined ? (hasBegun ? job.started_at : null) : millisOf(given.started_at, now),
    completed_at: given.completed_at === undefined ? ended : millisOf(given.completed_at, now)
  }
}

const jobOf = (world: World, seed: string | JobSeed, attempt: Omit<RunAttempt, "jobs" | "logs">, now: number): Job => {
  const given = typeof seed === "string" ? { name: seed } : seed
  const progress = progressOf(given, attempt)
  const started_at = millisOf(given.started_at ?? new Date(attempt.started_at), now)
  const job = {
    id: nextId(world, "job", given.id),
    name: given.name,
    labels: given.labels ?? ["ubuntu-latest"],
    ...progress,
    created_at: millisOf(given.created_at ?? new Date(attempt.started_at), now),
    started_at,
    completed_at: progress.status === "completed" ? millisOf(given.completed_at ?? new Date(started_at), now) : null
  }
  return { ...job, log: given.log ?? null, steps: (given.steps ?? []).map((step) => stepOf(step, job, now)) }
}

const attemptOf = (
  world: World,
  seed: AttemptSeed,
  usual: Pick<Run, "actor" | "created_at">,
  now: number
): RunAttempt => {
  const attempt = {
    ...progressOf(seed, { status: "completed", conclusion: "success" }),
    triggering_actor: loginFor(world, seed.triggering_actor, usual.actor ?? "ghost"),
    started_at: millisOf(seed.started_at ?? new Date(usual.created_at), now)
  }
  return {
    ...attempt,
    jobs: (seed.jobs ?? ["build"]).map((job) => jobOf(world, job, attempt, now)),
    logs: logsIn(seed, attempt)
  }
}

const artifactOf = (world: World, seed: ArtifactSeed, usual: number, now: number): Artifact =>
  newArtifact(world, {
    name: seed.name,
    content: bytesIn(seed.content ?? emptyArchive),
    created_at: millisOf(seed.created_at ?? new Date(usual), now),
    ...(seed.id === undefined ? {} : { id: seed.id }),
    ...(seed.expires_at === undefined ? {} : { expires_at: millisOf(seed.expires_at, now) })
  })

/** The branch or tag that a ref is; null for a sha. */
const branchOf = ({ refs }: Repository, ref: string): string | null =>
  refs.has(branchRef(ref)) || refs.has(tagRef(ref)) ? ref : null

/** The seed of a run that is there already: what is not given stays. */
const plantRun = (world: World, repository: Repository, seed: RunSeed, usual: number, now: number): void => {
  const known = seed.id === undefined ? undefined : repository.runs.get(seed.id)
  const workflow = ensureWorkflow(world, repository, seed.workflow)
  const ref = seed.ref ?? known?.head_sha ?? repository.default_branch
  const head_sha = namedSha(world, repository, ref)
  const actor =
    known !== undefined && seed.actor === undefined ? known.actor : loginFor(world, seed.actor, repository.owner)
  const created_at = seed.created_at === undefined ? (known?.created_at ?? usual) : millisOf(seed.created_at, now)
  const origin = { actor, created_at }
  const updated_at =
    seed.updated_at === undefined
      ? known === undefined
        ? created_at
        : millisOf({ ago: 0 }, now)
      : millisOf(seed.updated_at, now)
  const id = nextId(world, "workflow run", seed.id)
  const number = seed.number ?? known?.number ?? nextRunNumber(repository, workflow)
  const suite = seed.suite ?? known?.suite
  const idsOf = (names: ReadonlyArray<string> | undefined) =>
    names?.flatMap((name) => repository.environments.get(name.toLowerCase())?.id ?? [])
  const latest = attemptOf(
    world,
    known === undefined
      ? seed
      : {
          jobs: known.latest.jobs.map(again),
          ...seed,
          started_at: seed.started_at ?? new Date(known.latest.started_at)
        },
    origin,
    now
  )
  repository.runs.set(id, {
    id,
    workflow: workflow.id,
    number,
    event: seed.event ?? known?.event ?? "push",
    head_branch: seed.head_branch === undefined ? (known?.head_branch ?? branchOf(repository, ref)) : seed.head_branch,
    head_sha,
    title: seed.title ?? known?.title ?? subjectOf(commitOf(world.objects, head_sha)),
    actor,
    suite: nextId(world, "check suite", suite),
    earlier: seed.earlier?.map((each) => attemptOf(world, each, origin, now)) ?? known?.earlier ?? [],
    latest,
    logs_deleted: seed.logs_deleted ?? false,
    pending: idsOf(seed.pending) ?? (latest.status === "waiting" ? (known?.pending ?? []) : []),
    approved: idsOf(seed.approved) ?? (latest.status === "waiting" ? (known?.approved ?? []) : []),
    reviews:
      seed.reviews?.map((review) => ({ ...review, environments: idsOf(review.environments) ?? [] })) ??
      known?.reviews ??
      [],
    artifacts: seed.artifacts?.map((each) => artifactOf(world, each, updated_at, now)) ?? known?.artifacts ?? [],
    created_at,
    updated_at
  })
}

/** The jobs of a run that goes on keep their ids and names. */
const again = ({ created_at, id, labels, name, started_at, steps }: Job): JobSeed => ({
  id,
  name,
  labels,
  steps: steps.map((step) => step.name),
  created_at: new Date(created_at),
  started_at: new Date(started_at)
})

const plantDeployment = (
  world: World,
  repository: Repository,
  seed: DeploymentSeed,
  usual: number,
  now: number
): void => {
  const ref = seed.ref ?? repository.default_branch
  const environment = seed.environment ?? "production"
  const creator = loginFor(world, seed.creator, repository.owner)
  const created_at = seed.created_at === undefined ? usual : millisOf(seed.created_at, now)
  const statuses = (seed.statuses ?? []).map((given) => {
    const status: DeploymentStatusSeed = typeof given === "string" ? { state: given } : given
    return {
      id: nextId(world, "deployment status", status.id),
      state: status.state,
      description: status.description ?? "",
      environment: status.environment ?? environment,
      environment_url: status.environment_url ?? "",
      log_url: status.log_url ?? "",
      creator: loginFor(world, status.creator, creator ?? "ghost"),
      created_at: status.created_at === undefined ? created_at : millisOf(status.created_at, now)
    }
  })
  const deployment: Deployment = {
    id: nextId(world, "deployment", seed.id),
    sha: seed.sha ?? namedSha(world, repository, ref),
    ref,
    task: seed.task ?? "deploy",
    environment,
    description: seed.description ?? null,
    payload: seed.payload ?? {},
    transient_environment: seed.transient_environment ?? false,
    production_environment: seed.production_environment ?? environment === "production",
    creator,
    statuses,
    created_at,
    updated_at:
      seed.updated_at === undefined ? (statuses.at(-1)?.created_at ?? created_at) : millisOf(seed.updated_at, now)
  }
  repository.deployments.set(deployment.id, deployment)
}

/** Adds the workflows, runs and deployments of a repository that is seeded with its branches. */
export const plantWorkflows = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed))
  if (repository === undefined) return
  for (const given of seed.workflows ?? []) {
    const { file, ...rest } = typeof given === "string" ? { file: given } : given
    ensureWorkflow(world, repository, file, rest)
  }
  const { deployments = [], runs = [] } = seed
  for (const [index, run] of runs.entries()) {
    plantRun(world, repository, run, usualTime(now, index, runs.length), now)
  }
  for (const [index, deployment] of deployments.entries()) {
    plantDeployment(world, repository, deployment, usualTime(now, index, deployments.length), now)
  }
}
