/** Handlers that start and end workflow runs. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json, noContent } from "../../../exchange.ts"
import { commitOf } from "../../../git/objects.ts"
import { writable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { conflict, forbidden, malformed, unprocessable } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import type { Job, Run, Workflow } from "../../state/records.ts"
import { branchRef, branchTip, tagRef } from "../../state/refs.ts"
import { cancelRun, hasFailed, restart, startRun } from "../../state/workflows.ts"
import { pageUrl, repositoryUrl } from "../../wire/common.ts"
import { runIn, workflowIn } from "./read.ts"

type Step<A> = Result.Result<A, Answer>

const mostInputs = 25

const inputsIn = (call: Call, workflow: Workflow, fields: Input.Fields): Step<void> =>
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

export const dispatch: Handler = handler(function* (call) {
  const [repository, actor] = yield* writable(call)
  const workflow = yield* workflowIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const { commit, ref } = yield* refIn(call, repository, fields)
  const event = "workflow_dispatch"
  if (!workflow.on.includes(event)) {
    return yield* Result.fail(unprocessable(call, `Workflow does not have '${event}' trigger`))
  }
  yield* inputsIn(call, workflow, fields)
  const isAsked = yield* Input.flag(call, fields, "return_run_details")
  const { id } = startRun(call.world, repository, { workflow, event, head_branch: ref, commit, actor }, call.now)
  if (isAsked !== true) return noContent
  const path = `/actions/runs/${id}`
  return json(200, {
    workflow_run_id: id,
    run_url: repositoryUrl(call, repository) + path,
    html_url: pageUrl(call, repository) + path
  })
})

/** `repository_dispatch`: starts the workflows of the default branch that wait for it. */
export const dispatchEvent: Handler = handler(function* (call) {
  const [repository, actor] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.requiredText(call, fields, "event_type", { resource: "RepositoryDispatch", maximum: 100 })
  const payload = Object.keys((yield* Input.object(call, fields, "client_payload")) ?? {})
  if (payload.length > 10) {
    const message = "No more than 10 properties are allowed; "
    return yield* Result.fail(malformed(call, `${message}${payload.length} were supplied.`))
  }
  const tip = branchTip(repository, repository.default_branch)
  if (tip === undefined) return noContent
  const commit = commitOf(call.world.objects, tip)
  const event = "repository_dispatch"
  for (const workflow of repository.workflows.values()) {
    if (!workflow.on.includes(event)) continue
    const head_branch = repository.default_branch
    startRun(call.world, repository, { workflow, event, head_branch, commit, actor }, call.now)
  }
  return noContent
})

const month = 30 * 86_400_000

/** Refuses to run again what is running, or is too old. */
const mayRestart = (call: Call, { created_at, latest }: Run): Step<void> => {
  if (latest.status !== "completed") return Result.fail(forbidden(call, "This workflow is already running"))
  return call.now >= created_at + month
    ? Result.fail(forbidden(call, "Unable to retry this workflow run because it was created over a month ago"))
    : Result.void
}

const rerunBy = (choose: (call: Call, run: Run) => Step<(job: Job) => boolean>): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* writable(call)
    const run = yield* runIn(call, repository)
    yield* Input.flag(call, yield* Input.fieldsOf(call), "enable_debug_logging")
    yield* mayRestart(call, run)
    restart(call.world, repository, run, viewer, yield* choose(call, run), call.now)
    return json(201, {})
  })

export const rerun: Handler = rerunBy(() => Result.succeed(() => true))

export const rerunFailedJobs: Handler = rerunBy((call, { latest }) =>
  latest.jobs.some(hasFailed)
    ? Result.succeed(hasFailed)
    : Result.fail(forbidden(call, "This workflow run cannot be retried"))
)

/** The real service takes some seconds. Here, the run ends at once. */
export const cancel: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const run = yield* runIn(call, repository)
  if (run.latest.status === "completed") {
    return yield* Result.fail(conflict(call, "Cannot cancel a workflow run that is completed."))
  }
  cancelRun(repository, run, call.now)
  return json(202, {})
})
