/** Deployments: how they are made and changed, and what pull requests are told of them. */
import type { Sha } from "../../git/objects.ts"
import { withEvents } from "./issues.ts"
import { nextId, type Repository, type World } from "./model.ts"
import { pullsOf } from "./pulls.ts"
import {
  type Deployment,
  type DeploymentReview,
  type DeploymentStatus,
  environmentOf,
  type Happening,
  type Run
} from "./records.ts"

/** Tells the open pull requests of a repository whose head is a commit. */
const noteOn = (
  world: World,
  repository: Repository,
  sha: Sha,
  happening: Happening,
  act: { readonly by: string | null; readonly now: number }
): void => {
  for (const [target, pull] of pullsOf(world, sha)) {
    if (target.id !== repository.id || pull.state === "closed" || pull.pull_request.head.sha !== sha) continue
    repository.issues.set(pull.number, withEvents(world, repository, pull, pull, { ...act, more: [happening] }))
  }
}

/** Adds a new deployment. */
export const addDeployment = (world: World, repository: Repository, deployment: Deployment): void => {
  const { created_at, creator, id, sha } = deployment
  repository.deployments.set(id, deployment)
  noteOn(world, repository, sha, { event: "deployed", deployment: id }, { by: creator, now: created_at })
}

/** Adds the deployment of a run that was approved or rejected. */
export const deployFor = (
  world: World,
  repository: Repository,
  run: Run,
  environment: string,
  decision: DeploymentReview["state"],
  now: number
): Deployment => {
  const id = nextId(world, "deployment")
  const said = {
    state: decision === "approved" ? ("queued" as const) : ("failure" as const),
    description: "",
    environment,
    environment_url: "",
    log_url: "",
    creator: run.actor,
    created_at: now
  }
  const deployment: Deployment = {
    id,
    sha: run.head_sha,
    ref: run.head_branch ?? run.head_sha,
    task: "deploy",
    environment,
    description: null,
    payload: {},
    transient_environment: false,
    production_environment: environment === "production",
    creator: run.actor,
    statuses: [{ ...said, id: nextId(world, "deployment status") }],
    created_at: now,
    updated_at: now
  }
  addDeployment(world, repository, deployment)
  return deployment
}

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
  if (environment !== environmentOf(deployment)) {
    const moved = { event: "deployment_environment_changed", deployment: deployment.id, deployment_status: status.id }
    noteOn(world, repository, deployment.sha, moved, { by: creator, now: created_at })
  }
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
