/** Deployments and their statuses, as the service writes them. */
import { isoDate } from "../../../exchange.ts"
import type { Repository } from "../../state/model.ts"
import { type Deployment, type DeploymentStatus, environmentOf } from "../../state/records.ts"
import { type Context, nodeId, repositoryUrl, user } from "../common.ts"

export const deployment = (context: Context, repository: Repository, self: Deployment) => {
  const repository_url = repositoryUrl(context, repository)
  const url = `${repository_url}/deployments/${self.id}`
  return {
    url,
    id: self.id,
    node_id: nodeId("DE", self.id),
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
    node_id: nodeId("DES", self.id),
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
