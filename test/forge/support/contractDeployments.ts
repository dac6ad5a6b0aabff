/** Deployments: their operations' kind, their errors, and whether a repeat is harmless. */
import * as Deployments from "../../../src/forge/Deployments.ts"
import { deployment, deploymentStatus } from "./actions.ts"
import type { Row } from "./contractRow.ts"
import { repo } from "./records.ts"

const onDeployment = { ...repo, deployment_id: 40 }

export const deployments: ReadonlyArray<Row> = [
  {
    name: "Deployments.create",
    wire: "POST /repos/{owner}/{repo}/deployments",
    kind: "one",
    errors: ["NotFound", "Conflict", "ValidationFailed"],
    repeatable: false,
    official: "repos.createDeployment",
    declaration: Deployments.create.declaration,
    call: Deployments.create({ ...repo, ref: "main" }),
    body: deployment
  },
  {
    name: "Deployments.list",
    wire: "GET /repos/{owner}/{repo}/deployments",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listDeployments",
    declaration: Deployments.list.declaration,
    call: Deployments.list.page(repo),
    body: [deployment]
  },
  {
    name: "Deployments.get",
    wire: "GET /repos/{owner}/{repo}/deployments/{deployment_id}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getDeployment",
    declaration: Deployments.get.declaration,
    call: Deployments.get(onDeployment),
    body: deployment
  },
  {
    name: "Deployments.createStatus",
    wire: "POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "repos.createDeploymentStatus",
    declaration: Deployments.createStatus.declaration,
    call: Deployments.createStatus({ ...onDeployment, state: "success" }),
    body: deploymentStatus
  },
  {
    name: "Deployments.listStatuses",
    wire: "GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listDeploymentStatuses",
    declaration: Deployments.listStatuses.declaration,
    call: Deployments.listStatuses.page(onDeployment),
    body: [deploymentStatus]
  }
]
