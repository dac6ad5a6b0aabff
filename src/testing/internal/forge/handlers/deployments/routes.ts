/** The endpoints of deployments. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Deployments from "./deployments.ts"

const deployments = "/repos/{owner}/{repo}/deployments"
const deployment = `${deployments}/{deployment_id}`
const docs = "deployments/deployments"
const statuses = "deployments/statuses"

export const routes: ReadonlyArray<Route> = [
  endpoint("Deployments.list", `GET ${deployments}`, `${docs}#list-deployments`, Deployments.list),
  endpoint("Deployments.create", `POST ${deployments}`, `${docs}#create-a-deployment`, Deployments.create),
  endpoint("Deployments.get", `GET ${deployment}`, `${docs}#get-a-deployment`, Deployments.get),
  endpoint(
    "Deployments.listStatuses",
    `GET ${deployment}/statuses`,
    `${statuses}#list-deployment-statuses`,
    Deployments.listStatuses
  ),
  endpoint(
    "Deployments.createStatus",
    `POST ${deployment}/statuses`,
    `${statuses}#create-a-deployment-status`,
    Deployments.createStatus
  )
]
