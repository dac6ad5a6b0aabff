/** Writes workflows, their runs and deployments as a seed. */
import type {
  ArtifactSeed,
  AttemptSeed,
  DeploymentSeed,
  JobSeed,
  RunSeed,
  WorkflowSeed
} from "../../../../ForgeWorkflowSeed.ts"
import { isoDate } from "../../../exchange.ts"
import type { Repository } from "../model.ts"
import type { Deployment } from "../workflows/deployments.ts"
import type { Artifact, Attempt, Job, Run, Workflow } from "../workflows/runs.ts"
import { encodeOnce, moment, present } from "./fields.ts"

export const workflowSeed = ({ inputs, ...workflow }: Workflow): WorkflowSeed => ({
  ...workflow,
  ...present({ inputs })
})

const bytes = (content: Uint8Array) => ({ base64: encodeOnce(content, () => content) })

const jobSeed = (job: Job): JobSeed => ({
  id: job.id,
  name: job.name,
  labels: job.labels,
  status: job.status,
  ...present({ conclusion: job.conclusion, completed_at: moment(job.completed_at) }),
  steps: job.steps.map(({ completed_at, conclusion, name, started_at, status }) => ({
    name,
    status,
    ...present({ conclusion, started_at: moment(started_at), completed_at: moment(completed_at) })
  })),
  created_at: isoDate(job.created_at),
  started_at: isoDate(job.started_at)
})

const attemptSeed = ({ conclusion, jobs, started_at, status, triggering_actor }: Attempt): AttemptSeed => ({
  status,
  ...present({ conclusion }),
  triggering_actor,
  started_at: isoDate(started_at),
  jobs: jobs.map(jobSeed)
})

const artifactSeed = ({ content, created_at, expires_at, id, name }: Artifact): ArtifactSeed => ({
  name,
  id,
  content: bytes(content),
  created_at: isoDate(created_at),
  expires_at: isoDate(expires_at)
})

export const runSeed = (repository: Repository, run: Run): RunSeed => ({
  workflow: repository.workflows.get(run.workflow)?.file ?? "",
  id: run.id,
  number: run.number,
  event: run.event,
  ref: run.head_sha,
  head_branch: run.head_branch,
  title: run.title,
  actor: run.actor,
  suite: run.suite,
  ...attemptSeed(run.latest),
  earlier: run.earlier.map(attemptSeed),
  logs: run.logs === null ? null : bytes(run.logs),
  artifacts: run.artifacts.map(artifactSeed),
  created_at: isoDate(run.created_at),
  updated_at: isoDate(run.updated_at)
})

export const deploymentSeed = (deployment: Deployment): DeploymentSeed => {
  const { created_at, description, statuses, updated_at, ...fields } = deployment
  return {
    ...fields,
    ...present({ description }),
    statuses: statuses.map((status) => ({ ...status, created_at: isoDate(status.created_at) })),
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at)
  }
}
