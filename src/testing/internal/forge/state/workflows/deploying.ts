/** Adds statuses to deployments. */
import { nextId, type Repository, type World } from "../model.ts"
import { type Deployment, type DeploymentStatus, environmentOf } from "./deployments.ts"

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
