/** The endpoints of statuses and check runs. */
import * as Annotations from "./annotations.ts"
import * as Runs from "./runs.ts"
import * as Statuses from "./statuses.ts"
import * as Suites from "./suites.ts"
import { endpoint, type Route } from "../../http/router.ts"

const repo = "/repos/{owner}/{repo}"
const commit = `${repo}/commits/{ref*}`
const run = `${repo}/check-runs/{check_run_id}`
const statuses = "commits/statuses"
const checks = "checks/runs"

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Statuses.getCombined",
    `GET ${commit}/status`,
    `${statuses}#get-the-combined-status-for-a-specific-reference`,
    Statuses.getCombined
  ),
  endpoint(
    "Statuses.list",
    `GET ${commit}/statuses`,
    `${statuses}#list-commit-statuses-for-a-reference`,
    Statuses.list
  ),
  endpoint("Statuses.create", `POST ${repo}/statuses/{sha}`, `${statuses}#create-a-commit-status`, Statuses.create),

  endpoint("Checks.listRuns", `GET ${commit}/check-runs`, `${checks}#list-check-runs-for-a-git-reference`, Runs.list),
  endpoint("Checks.get", `GET ${run}`, `${checks}#get-a-check-run`, Runs.get),
  endpoint("Checks.create", `POST ${repo}/check-runs`, `${checks}#create-a-check-run`, Runs.create),
  endpoint("Checks.update", `PATCH ${run}`, `${checks}#update-a-check-run`, Runs.update),
  endpoint(
    "Checks.listAnnotations",
    `GET ${run}/annotations`,
    `${checks}#list-check-run-annotations`,
    Annotations.list
  ),
  endpoint("Checks.rerequest", `POST ${run}/rerequest`, `${checks}#rerequest-a-check-run`, Suites.rerequest),
  endpoint(
    "Checks.getSuite",
    `GET ${repo}/check-suites/{check_suite_id}`,
    "checks/suites#get-a-check-suite",
    Suites.get
  )
]
