/** Deployments and their statuses. */
import type { Repository } from "../state/model.ts"
import { type Deployment as Record, type DeploymentStatus as Status, environmentOf } from "../state/records.ts"
import { branchRef, tagRef } from "../state/refs.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { account, type Arguments, databaseId, dateTime, type Fields, List, reference } from "./nodes.ts"

/** A success of what others have not replaced is active. */
const stateOf = ({ statuses }: Record): string => {
  const state = statuses.at(-1)?.state ?? "pending"
  return state === "success" ? "ACTIVE" : state.toUpperCase()
}

/** The branch or the tag that a deployment names. */
export const refOf = (repository: Repository, { ref }: Record) => {
  const found = [branchRef(ref), tagRef(ref)].find((each) => repository.refs.has(each))
  return found === undefined ? null : reference("Ref", { repository, ref: found })
}

const statusNode = (repository: Repository, deployment: Record, status: Status) =>
  reference("DeploymentStatus", { repository, deployment, status })

/** Those of a repository, or of one of its commits. */
export const deploymentList =
  (repository: Repository, isMeant: (deployment: Record) => boolean = () => true) =>
  ({ environments, orderBy }: Arguments) => {
    const found = [...repository.deployments.values()].filter(
      (each) => isMeant(each) && (environments?.includes(environmentOf(each)) ?? true)
    )
    if (orderBy?.direction === "DESC") found.reverse()
    return new List(
      found,
      (deployment) => reference("Deployment", { repository, deployment }),
      ({ id }) => id
    )
  }

const Deployment: Fields<"Deployment"> = ({ deployment, repository }, view) => {
  const { created_at, creator, id, payload, sha, statuses, task, updated_at } = deployment
  const commit = view.world.objects.commits.get(sha)
  const last = statuses.at(-1)
  return {
    commit: commit === undefined ? null : reference("Commit", { repository, commit }),
    commitOid: sha,
    createdAt: dateTime(created_at),
    creator: () => account(view, creator ?? "ghost"),
    databaseId: databaseId(id),
    description: deployment.description,
    environment: environmentOf(deployment),
    id: nodeId("DE", id, repository),
    latestEnvironment: environmentOf(deployment),
    latestStatus: last === undefined ? null : statusNode(repository, deployment, last),
    originalEnvironment: deployment.environment,
    payload: JSON.stringify(payload),
    ref: () => refOf(repository, deployment),
    repository: reference("Repository", { repository }),
    state: stateOf(deployment),
    statuses: () =>
      new List(
        statuses.toReversed(),
        (status) => statusNode(repository, deployment, status),
        (status) => status.id
      ),
    task,
    updatedAt: dateTime(updated_at)
  }
}

const DeploymentStatus: Fields<"DeploymentStatus"> = ({ deployment, repository, status }, view) => ({
  createdAt: dateTime(status.created_at),
  creator: () => account(view, status.creator ?? "ghost"),
  deployment: reference("Deployment", { repository, deployment }),
  description: status.description || null,
  environment: status.environment,
  environmentUrl: status.environment_url || null,
  id: nodeId("DES", status.id, repository),
  logUrl: status.log_url || null,
  state: status.state.toUpperCase(),
  updatedAt: dateTime(status.created_at)
})

export const fields = { Deployment, DeploymentStatus }
