/** Workflows of GitHub Actions: their runs, how these are started and cancelled, their logs and artifacts. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { commitOf } from "../../git/objects.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut } from "../http/paging.ts"
import { conflict, forbidden, invalid, malformed, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { type Repository, same } from "../state/model.ts"
import type { Job, Run, Workflow } from "../state/records.ts"
import { branchRef, branchTip, tagRef } from "../state/refs.ts"
import {
  attempt,
  begun,
  cancelRun,
  hasFailed,
  replaceRun,
  restart,
  startRun,
  startRuns,
  workflowNamed
} from "../state/workflows.ts"
import { pageUrl, repositoryUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/workflows.ts"
import { boundsOf, dateBounds, within } from "./query.ts"

export const runIn = (call: Call, repository: Repository): OrRefusal<Run> => {
  const run = repository.runs.get(pathNumber(call, "run_id") ?? 0)
  return run === undefined ? Result.fail(notFound(call)) : Result.succeed(run)
}

const workflowIn = (call: Call, repository: Repository): OrRefusal<Workflow> => {
  const workflow = workflowNamed(repository, call.params["workflow_id"] ?? "")
  return workflow === undefined ? Result.fail(notFound(call)) : Result.succeed(workflow)
}

/** Reads the query as a filter. */
const filterOf = (call: Call): OrRefusal<(run: Run) => boolean> => {
  const asked = (name: string) => call.query.get(name) || null
  const [actor, branch, event, status] = ["actor", "branch", "event", "status"].map(asked)
  const [created, head, suite] = ["created", "head_sha", "check_suite_id"].map(asked)
  const bounds = created ? boundsOf(created, dateBounds) : undefined
  if (created && bounds === undefined) {
    return Result.fail(invalid(call, Input.queryFault("WorkflowRun", "created", created)))
  }
  return Result.succeed(
    (run) =>
      (!actor || (run.actor !== null && same(run.actor, actor))) &&
      (!branch || run.head_branch === branch) &&
      (!event || run.event === event) &&
      (!status || run.latest.status === status || run.latest.conclusion === status) &&
      (bounds === undefined || within(bounds, run.created_at)) &&
      (!head || run.head_sha === head) &&
      (!suite || run.suite === Number(suite))
  )
}

const searched = ["actor", "branch", "check_suite_id", "created", "event", "head_sha", "status"]

/** How many runs a search returns at most. */
const most = 1_000

const withPulls = (call: Call): boolean => call.query.get("exclude_pull_requests") !== "true"

const runsOf = (call: Call, repository: Repository, path: string, all: ReadonlyArray<Run>): OrRefusal<Response> =>
  Result.map(filterOf(call), (isAsked) => {
    const runs = all.filter(isAsked).sort((a, b) => b.created_at - a.created_at || b.id - a.id)
    const listed = searched.some((name) => call.query.has(name)) ? runs.slice(0, most) : runs
    const { headers, items } = cut(call, `${stablePath(repository)}/actions/${path}`, listed)
    const workflow_runs = items.map((run) => Wire.run(call, repository, run, withPulls(call)))
    return json(200, { total_count: runs.length, workflow_runs }, headers)
  })

const listRuns: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return yield* runsOf(call, repository, "runs", [...repository.runs.values()])
})

const listWorkflowRuns: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { id } = yield* workflowIn(call, repository)
  const runs = [...repository.runs.values()].filter(({ workflow }) => workflow === id)
  return yield* runsOf(call, repository, `workflows/${id}/runs`, runs)
})

const getRun: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.run(call, repository, yield* runIn(call, repository), withPulls(call)))
})

const attemptIn = (call: Call, run: Run): OrRefusal<Run> => {
  const at = attempt(run, pathNumber(call, "attempt_number") ?? 0)
  return at === undefined ? Result.fail(notFound(call)) : Result.succeed(at)
}

const getRunAttempt: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* attemptIn(call, yield* runIn(call, repository))
  return json(200, Wire.run(call, repository, run, withPulls(call)))
})

/** Refuses what only a completed run allows. */
const isOver = (call: Call, { latest }: Run): OrRefusal<void> =>
  latest.status === "completed"
    ? Result.void
    : Result.fail(forbidden(call, "Could not delete the workflow run: it is not completed."))

const removeRun: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const run = yield* runIn(call, repository)
  yield* isOver(call, run)
  repository.runs.delete(run.id)
  return noContent
})

const removeLogs: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const run = yield* runIn(call, repository)
  yield* isOver(call, run)
  const latest = { ...run.latest, logs: null }
  replaceRun(repository, { ...run, latest, logs_deleted: true })
  return noContent
})

const getRunUsage: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.runUsage(repository, yield* runIn(call, repository)))
})

const listWorkflows: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const all = [...repository.workflows.values()].toSorted((a, b) => a.id - b.id)
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/workflows`, all)
  const workflows = items.map((each) => Wire.workflow(call, repository, each))
  return json(200, { total_count: all.length, workflows }, headers)
})

const getWorkflow: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.workflow(call, repository, yield* workflowIn(call, repository)))
})

const getWorkflowUsage: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { id } = yield* workflowIn(call, repository)
  const runs = [...repository.runs.values()].filter(({ workflow }) => workflow === id)
  return json(200, Wire.workflowUsage(repository, runs))
})

const switchTo = (state: Workflow["state"]): Handler =>
  handler(function* (call) {
    const [repository] = yield* writable(call)
    const workflow = yield* workflowIn(call, repository)
    repository.workflows.set(workflow.id, { ...workflow, state })
    return noContent
  })

const mostInputs = 25

const inputsIn = (call: Call, workflow: Workflow, fields: Input.Fields): OrRefusal<void> =>
  Result.gen(function* () {
    const inputs = Object.keys((yield* Input.object(call, fields, "inputs")) ?? {})
    if (inputs.length > mostInputs) {
      return yield* Result.fail(malformed(call, `For 'properties/inputs', at most ${mostInputs} are allowed.`))
    }
    const unknown = inputs.filter((name) => workflow.inputs?.includes(name) === false)
    if (unknown.length === 0) return
    return yield* Result.fail(unprocessable(call, `Unexpected inputs provided: ${JSON.stringify(unknown)}`))
  })

/** The commit of the branch or tag in the body: a sha will not do. */
const refIn = (call: Call, repository: Repository, fields: Input.Fields) =>
  Result.gen(function* () {
    yield* Input.required(call, fields, "ref")
    const ref = ((yield* Input.text(call, fields, "ref")) ?? "").replace(/^refs\/(?:heads|tags)\//, "")
    const sha = repository.refs.get(branchRef(ref)) ?? repository.refs.get(tagRef(ref))
    if (sha === undefined) return yield* Result.fail(unprocessable(call, `No ref found for: ${ref}`))
    return { ref, commit: commitOf(call.world.objects, sha) }
  })

const dispatch: Handler = handler(function* (call) {
  const [repository, actor] = yield* writable(call)
  const workflow = yield* workflowIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const { commit, ref } = yield* refIn(call, repository, fields)
  const event = "workflow_dispatch"
  if (!workflow.on.includes(event)) {
    return yield* Result.fail(unprocessable(call, `Workflow does not have '${event}' trigger`))
  }
  if (workflow.state !== "active") {
    return yield* Result.fail(unprocessable(call, `Cannot trigger a '${event}' on a disabled workflow`))
  }
  yield* inputsIn(call, workflow, fields)
  const isAsked = yield* Input.flag(call, fields, "return_run_details")
  const inputs = (yield* Input.object(call, fields, "inputs")) ?? null
  const started = { workflow, event, head_branch: ref, commit, actor, inputs }
  const at = repository.refs.has(branchRef(ref)) ? branchRef(ref) : tagRef(ref)
  const { path: file } = Wire.workflow(call, repository, workflow)
  call.world.said.push({ repository, event, action: null, fields: () => ({ inputs, ref: at, workflow: file }) })
  if (isAsked !== true) {
    call.later("dispatch", (then) => void startRun(then.world, repository, started, then.now))
    return noContent
  }
  // Its id is told, so it is there.
  const { id } = startRun(call.world, repository, started, call.now)
  const path = `/actions/runs/${id}`
  return json(200, {
    workflow_run_id: id,
    run_url: repositoryUrl(call, repository) + path,
    html_url: pageUrl(call, repository) + path
  })
})

/** `repository_dispatch`: starts the workflows of the default branch that wait for it. */
const dispatchEvent: Handler = handler(function* (call) {
  const [repository, actor] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const action = yield* Input.requiredText(call, fields, "event_type", { resource: "RepositoryDispatch", maximum: 100 })
  const client_payload = (yield* Input.object(call, fields, "client_payload")) ?? {}
  const properties = Object.keys(client_payload).length
  if (properties > 10) {
    const message = "No more than 10 properties are allowed; "
    return yield* Result.fail(malformed(call, `${message}${properties} were supplied.`))
  }
  const tip = branchTip(repository, repository.default_branch)
  if (tip === undefined) return noContent
  const commit = commitOf(call.world.objects, tip)
  const event = "repository_dispatch"
  const branch = repository.default_branch
  call.world.said.push({ repository, event, action, fields: () => ({ branch, client_payload }) })
  const started = { event, head_branch: branch, commit, actor }
  call.later("dispatch", ({ now, world }) => startRuns(world, repository, started, now))
  return noContent
})

const month = 30 * 86_400_000

/** Refuses to run again what is running, or is too old. */
export const mayRestart = (call: Call, { created_at, latest }: Run): OrRefusal<void> => {
  if (latest.status !== "completed") return Result.fail(forbidden(call, "This workflow is already running"))
  return call.now >= created_at + month
    ? Result.fail(forbidden(call, "Unable to retry this workflow run because it was created over a month ago"))
    : Result.void
}

const rerunBy = (choose: (call: Call, run: Run) => OrRefusal<(job: Job) => boolean>): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* writable(call)
    const run = yield* runIn(call, repository)
    yield* Input.flag(call, yield* Input.fieldsOf(call), "enable_debug_logging")
    yield* mayRestart(call, run)
    restart(call.world, repository, run, viewer, yield* choose(call, run), call.now)
    return json(201, {})
  })

const rerun: Handler = rerunBy(() => Result.succeed(() => true))

const rerunFailedJobs: Handler = rerunBy((call, { latest }) =>
  latest.jobs.some(hasFailed)
    ? Result.succeed(hasFailed)
    : Result.fail(forbidden(call, "This workflow run cannot be retried"))
)

/** The real service takes some seconds. Here, the run ends at once. */
const cancel: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const run = yield* runIn(call, repository)
  if (run.latest.status === "completed") {
    return yield* Result.fail(conflict(call, "Cannot cancel a workflow run that is completed."))
  }
  cancelRun(repository, run, call.now)
  return json(202, {})
})

/** Lets a run begin that waits since its author is new. */
const approve: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const run = yield* runIn(call, repository)
  if (run.latest.conclusion !== "action_required") {
    return yield* Result.fail(forbidden(call, "This run is not from a fork pull request or does not need approval"))
  }
  replaceRun(repository, { ...begun(run), updated_at: call.now })
  return json(201, {})
})

const repo = "/repos/{owner}/{repo}"
const actions = `${repo}/actions`
const run = `${actions}/runs/{run_id}`
const workflow = `${actions}/workflows/{workflow_id}`

const endpoint = endpointsOf("actions/workflow-runs")

export const routes: ReadonlyArray<Route> = [
  endpoint("Actions.listRuns", `GET ${actions}/runs`, "list-workflow-runs-for-a-repository", listRuns),
  endpoint("Actions.listWorkflowRuns", `GET ${workflow}/runs`, "list-workflow-runs-for-a-workflow", listWorkflowRuns),
  endpoint("Actions.getRun", `GET ${run}`, "get-a-workflow-run", getRun),
  endpoint(
    "Actions.getRunAttempt",
    `GET ${run}/attempts/{attempt_number}`,
    "get-a-workflow-run-attempt",
    getRunAttempt
  ),
  endpoint("Actions.getRunUsage", `GET ${run}/timing`, "get-workflow-run-usage", getRunUsage),
  endpoint("Actions.deleteRun", `DELETE ${run}`, "delete-a-workflow-run", removeRun),
  endpoint("Actions.deleteLogs", `DELETE ${run}/logs`, "delete-workflow-run-logs", removeLogs),
  endpoint("Actions.approve", `POST ${run}/approve`, "approve-a-workflow-run-for-a-fork-pull-request", approve),
  endpoint("Actions.forceCancel", `POST ${run}/force-cancel`, "force-cancel-a-workflow-run", cancel),
  endpoint(
    "Actions.dispatch",
    `POST ${workflow}/dispatches`,
    "actions/workflows#create-a-workflow-dispatch-event",
    dispatch
  ),
  endpoint("Actions.rerun", `POST ${run}/rerun`, "re-run-a-workflow", rerun),
  endpoint(
    "Actions.rerunFailedJobs",
    `POST ${run}/rerun-failed-jobs`,
    "re-run-failed-jobs-from-a-workflow-run",
    rerunFailedJobs
  ),
  endpoint("Actions.cancel", `POST ${run}/cancel`, "cancel-a-workflow-run", cancel),
  endpoint(
    "Repositories.dispatch",
    `POST ${repo}/dispatches`,
    "repos/repos#create-a-repository-dispatch-event",
    dispatchEvent
  ),
  endpoint(
    "Actions.listWorkflows",
    `GET ${actions}/workflows`,
    "actions/workflows#list-repository-workflows",
    listWorkflows
  ),
  endpoint("Actions.getWorkflow", `GET ${workflow}`, "actions/workflows#get-a-workflow", getWorkflow),
  endpoint(
    "Actions.enableWorkflow",
    `PUT ${workflow}/enable`,
    "actions/workflows#enable-a-workflow",
    switchTo("active")
  ),
  endpoint(
    "Actions.disableWorkflow",
    `PUT ${workflow}/disable`,
    "actions/workflows#disable-a-workflow",
    switchTo("disabled_manually")
  ),
  endpoint(
    "Actions.getWorkflowUsage",
    `GET ${workflow}/timing`,
    "actions/workflows#get-workflow-usage",
    getWorkflowUsage
  )
]
