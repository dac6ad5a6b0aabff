/** Workflows, their runs with jobs and artifacts, and deployments with their statuses, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import { commitOf } from "../../git/objects.ts"
import type { Repository } from "../state/model.ts"
import {
  type Artifact,
  type RunAttempt,
  type Deployment,
  type DeploymentStatus,
  environmentOf,
  type Job,
  type Run,
  type Workflow
} from "../state/records.ts"
import { pullsAt } from "./checks.ts"
import { type Context, dateOrNull, pageUrl, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"
import * as Wire from "./repository.ts"

/** A workflow is as old as its repository: nobody tells when its file was written. */
export const workflow = (context: Context, repository: Repository, { file, id, name, state }: Workflow) => {
  const page = pageUrl(context, repository)
  return {
    id,
    node_id: nodeId("W", id, repository),
    name,
    path: `.github/workflows/${file}`,
    state,
    created_at: isoDate(repository.created_at),
    updated_at: isoDate(repository.created_at),
    url: `${repositoryUrl(context, repository)}/actions/workflows/${id}`,
    html_url: `${page}/blob/${repository.default_branch}/.github/workflows/${file}`,
    badge_url: `${page}/actions/workflows/${file}/badge.svg`
  }
}

const runUrl = (context: Context, repository: Repository, { id }: Run): string =>
  `${repositoryUrl(context, repository)}/actions/runs/${id}`

const headCommit = ({ world }: Context, { head_sha }: Run) => {
  const { author, committer, message, tree } = commitOf(world.objects, head_sha)
  return {
    id: head_sha,
    tree_id: tree,
    message,
    timestamp: isoDate(committer.date),
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email }
  }
}

export const run = (context: Context, repository: Repository, self: Run, withPulls: boolean) => {
  const api = repositoryUrl(context, repository)
  const url = runUrl(context, repository, self)
  const workflow = repository.workflows.get(self.workflow)
  const attempt = self.earlier.length + 1
  const own = Wire.repository(context, repository)
  return {
    id: self.id,
    name: workflow?.name ?? null,
    node_id: nodeId("WFR", self.id, repository),
    head_branch: self.head_branch,
    head_sha: self.head_sha,
    path: `.github/workflows/${workflow?.file}`,
    display_title: self.title,
    run_number: self.number,
    event: self.event,
    status: self.latest.status,
    conclusion: self.latest.conclusion,
    workflow_id: self.workflow,
    check_suite_id: self.suite,
    check_suite_node_id: nodeId("CS", self.suite, repository),
    url,
    html_url: `${pageUrl(context, repository)}/actions/runs/${self.id}`,
    pull_requests: withPulls ? pullsAt(context, repository, self.head_sha) : [],
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    ...actor(context, "actor", self.actor),
    run_attempt: attempt,
    referenced_workflows: [],
    run_started_at: isoDate(self.latest.started_at),
    ...actor(context, "triggering_actor", self.latest.triggering_actor),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${api}/check-suites/${self.suite}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: attempt === 1 ? null : `${url}/attempts/${attempt - 1}`,
    workflow_url: `${api}/actions/workflows/${self.workflow}`,
    head_commit: headCommit(context, self),
    repository: own,
    head_repository: own
  }
}

/** The service leaves out deleted accounts here. */
const actor = (context: Context, name: "actor" | "triggering_actor", login: string | null) => {
  const found = user(context, login)
  return found === null ? {} : { [name]: found }
}

const runner = ({ status }: Job) =>
  status === "completed" || status === "in_progress"
    ? { runner_id: 1, runner_name: "GitHub Actions 1", runner_group_id: 0, runner_group_name: "GitHub Actions" }
    : { runner_id: null, runner_name: null, runner_group_id: null, runner_group_name: null }

export const job = (
  context: Context,
  repository: Repository,
  self: Run,
  attempts: readonly [attempt: RunAttempt, number: number],
  one: Job
) => {
  const api = repositoryUrl(context, repository)
  return {
    id: one.id,
    run_id: self.id,
    workflow_name: repository.workflows.get(self.workflow)?.name ?? null,
    head_branch: self.head_branch,
    run_url: runUrl(context, repository, self),
    run_attempt: attempts[1],
    node_id: nodeId("CR", one.id, repository),
    head_sha: self.head_sha,
    url: `${api}/actions/jobs/${one.id}`,
    html_url: `${pageUrl(context, repository)}/actions/runs/${self.id}/job/${one.id}`,
    status: one.status,
    conclusion: one.conclusion,
    created_at: isoDate(one.created_at),
    started_at: isoDate(one.started_at),
    completed_at: dateOrNull(one.completed_at),
    name: one.name,
    steps: one.steps.map(({ completed_at, conclusion, name, started_at, status }, index) => ({
      name,
      status,
      conclusion,
      number: index + 1,
      started_at: dateOrNull(started_at),
      completed_at: dateOrNull(completed_at)
    })),
    check_run_url: `${api}/check-runs/${one.id}`,
    labels: one.labels,
    ...runner(one)
  }
}

const systems = { UBUNTU: "ubuntu", MACOS: "macos", WINDOWS: "windows" } as const

/** The completed jobs of a run by the system of their runners. Only the time of private repositories is billed. */
const timesOf = (repository: Repository, self: Run) =>
  Object.entries(systems).flatMap(([system, label]) => {
    const jobs = [...self.earlier, self.latest]
      .flatMap((attempt) => attempt.jobs)
      .filter(({ completed_at, labels }) => completed_at !== null && labels.some((each) => each.startsWith(label)))
    const job_runs = jobs.map(({ completed_at, id, started_at }) => ({
      job_id: id,
      duration_ms: repository.private ? (completed_at ?? started_at) - started_at : 0
    }))
    const total_ms = job_runs.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
    return jobs.length === 0 ? [] : [[system, { total_ms, jobs: jobs.length, job_runs }] as const]
  })

export const runUsage = (repository: Repository, self: Run) => {
  const { jobs, started_at, status } = self.latest
  const ends = jobs.map(({ completed_at }) => completed_at ?? started_at)
  return {
    billable: Object.fromEntries(timesOf(repository, self)),
    ...(status === "completed" ? { run_duration_ms: Math.max(started_at, ...ends) - started_at } : {})
  }
}

/** A simulator has one billing cycle. */
export const workflowUsage = (repository: Repository, runs: ReadonlyArray<Run>) => {
  const totals = new Map<string, number>()
  for (const [system, { total_ms }] of runs.flatMap((each) => timesOf(repository, each))) {
    totals.set(system, (totals.get(system) ?? 0) + total_ms)
  }
  return { billable: Object.fromEntries([...totals].map(([system, total_ms]) => [system, { total_ms }])) }
}

export const artifact = (context: Context, repository: Repository, self: Run, one: Artifact, now: number) => {
  const url = `${repositoryUrl(context, repository)}/actions/artifacts/${one.id}`
  return {
    id: one.id,
    node_id: nodeId("A", one.id, repository),
    name: one.name,
    size_in_bytes: one.content.length,
    url,
    archive_download_url: `${url}/zip`,
    expired: now >= one.expires_at,
    digest: one.digest,
    created_at: isoDate(one.created_at),
    updated_at: isoDate(one.created_at),
    expires_at: isoDate(one.expires_at),
    workflow_run: {
      id: self.id,
      repository_id: repository.id,
      head_repository_id: repository.id,
      ...(self.head_branch === null ? {} : { head_branch: self.head_branch }),
      head_sha: self.head_sha
    }
  }
}

export const deployment = (context: Context, repository: Repository, self: Deployment) => {
  const repository_url = repositoryUrl(context, repository)
  const url = `${repository_url}/deployments/${self.id}`
  return {
    url,
    id: self.id,
    node_id: nodeId("DE", self.id, repository),
    task: self.task,
    original_environment: self.environment,
    environment: environmentOf(self),
    description: self.description,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.updated_at),
    statuses_url: `${url}/statuses`,
    repository_url,
    creator: user(context, self.creator),
    sha: self.sha,
    ref: self.ref,
    payload: self.payload,
    transient_environment: self.transient_environment,
    production_environment: self.production_environment,
    performed_via_github_app: null
  }
}

export const status = (context: Context, repository: Repository, of: Deployment, self: DeploymentStatus) => {
  const repository_url = repositoryUrl(context, repository)
  const deployment_url = `${repository_url}/deployments/${of.id}`
  return {
    url: `${deployment_url}/statuses/${self.id}`,
    id: self.id,
    node_id: nodeId("DES", self.id, repository),
    state: self.state,
    creator: user(context, self.creator),
    description: self.description,
    environment: self.environment,
    target_url: self.log_url,
    created_at: isoDate(self.created_at),
    updated_at: isoDate(self.created_at),
    deployment_url,
    repository_url,
    environment_url: self.environment_url,
    log_url: self.log_url,
    performed_via_github_app: null
  }
}
