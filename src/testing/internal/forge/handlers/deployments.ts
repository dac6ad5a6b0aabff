/** Handlers of the `Deployments` operations. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { DeploymentState } from "../../../ForgeState.ts"
import { json } from "../../exchange.ts"
import { commitsBetween } from "../../git/history.ts"
import { mergeCommits } from "../../git/merge.ts"
import type { Commit } from "../../git/objects.ts"
import { putSigned } from "../../git/signature.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { conflict, invalid, malformed, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { contextsOf } from "../state/checks.ts"
import { addDeployment, addDeploymentStatus } from "../state/deployments.ts"
import { setEnvironment } from "../state/environments.ts"
import { identityOf, webFlow } from "../state/identities.ts"
import { nextId, type Repository } from "../state/model.ts"
import { type Deployment, environmentOf } from "../state/records.ts"
import { branchRef, branchTip, moveRef, resolveCommit } from "../state/refs.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/workflows.ts"

/** Merges the default branch into a branch that is behind it. Returns what was merged; undefined if nothing was to be. */
const autoMerged = (call: Call, repository: Repository, ref: string, viewer: string): OrRefusal<string | undefined> => {
  const { default_branch } = repository
  const { objects } = call.world
  const head = branchTip(repository, ref)
  const base = branchTip(repository, default_branch)
  if (head === undefined || base === undefined || ref === default_branch) return Result.succeed(undefined)
  if (commitsBetween(objects, head, base).ahead.length === 0) return Result.succeed(undefined)
  const merged = mergeCommits(objects, head, base)
  if (merged._tag === "Conflict") {
    return Result.fail(conflict(call, `Conflict merging ${default_branch} into ${ref}.`))
  }
  const { sha } = putSigned(objects, {
    tree: merged.tree,
    parents: [head, base],
    author: identityOf(call.world, viewer, call.now),
    committer: webFlow(call.now),
    message: `Merge branch '${default_branch}' into ${ref}`
  })
  moveRef(call.world, repository, branchRef(ref), sha, call.now, viewer)
  return Result.succeed(`Auto-merged ${default_branch} into ${ref} on deployment.`)
}

/** Refuses a commit whose statuses are not all a success, or not those that are required. */
const isReady = (
  call: Call,
  repository: Repository,
  ref: string,
  { sha }: Commit,
  fields: Input.Fields
): OrRefusal<void> =>
  Result.flatMap(Input.names(call, fields, "required_contexts", "context"), (required) => {
    const verdicts = contextsOf(repository, sha)
    const wanted = required ?? [...verdicts.keys()]
    return wanted.every((context) => verdicts.get(context) === "success")
      ? Result.void
      : Result.fail(conflict(call, `Conflict: Commit status checks failed for ${ref}.`))
  })

const isObject = Schema.is(Schema.JsonObject)

const payloadIn = (call: Call, { payload }: Input.Fields): OrRefusal<Deployment["payload"]> => {
  if (payload === undefined || payload === null || payload === "") return Result.succeed({})
  return typeof payload === "string" || isObject(payload)
    ? Result.succeed(payload)
    : Result.fail(malformed(call, `For 'properties/payload', ${JSON.stringify(payload)} is not an object.`))
}

const create: Handler = handler(function* (call) {
  const [repository, creator] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "ref")
  const ref = (yield* Input.text(call, fields, "ref")) ?? ""
  const commit = resolveCommit(call.world, repository, ref)
  if (commit === undefined) return yield* Result.fail(unprocessable(call, `No ref found for: ${ref}`))
  const environment = (yield* Input.text(call, fields, "environment")) || "production"
  const given = {
    ref,
    sha: commit.sha,
    task: (yield* Input.text(call, fields, "task")) || "deploy",
    environment,
    description: (yield* Input.text(call, fields, "description")) || null,
    payload: yield* payloadIn(call, fields),
    transient_environment: (yield* Input.flag(call, fields, "transient_environment")) ?? false,
    production_environment: (yield* Input.flag(call, fields, "production_environment")) ?? environment === "production"
  }
  if ((yield* Input.flag(call, fields, "auto_merge")) !== false) {
    const message = yield* autoMerged(call, repository, ref, creator)
    if (message !== undefined) return json(202, { message })
  }
  yield* isReady(call, repository, ref, commit, fields)
  const deployment: Deployment = {
    ...given,
    id: nextId(call.world, "deployment"),
    creator,
    statuses: [],
    created_at: call.now,
    updated_at: call.now
  }
  addDeployment(call.world, repository, deployment)
  if (!repository.environments.has(environment.toLowerCase())) {
    setEnvironment(call.world, repository, environment, {}, call.now)
  }
  const wire = Wire.deployment(call, repository, deployment)
  return json(201, wire, { location: wire.url })
})

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const isAsked = (name: string, value: string) => [null, "", "none", value].includes(call.query.get(name))
  const found = [...repository.deployments.values()]
    .filter(
      (deployment) =>
        isAsked("sha", deployment.sha) &&
        isAsked("ref", deployment.ref) &&
        isAsked("task", deployment.task) &&
        isAsked("environment", environmentOf(deployment))
    )
    .sort((a, b) => b.id - a.id)
  return pageOf(call, `${stablePath(repository)}/deployments`, found, (each) => Wire.deployment(call, repository, each))
})

const deploymentIn = (call: Call, repository: Repository): OrRefusal<Deployment> => {
  const deployment = repository.deployments.get(pathNumber(call, "deployment_id") ?? 0)
  return deployment === undefined ? Result.fail(notFound(call)) : Result.succeed(deployment)
}

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Wire.deployment(call, repository, yield* deploymentIn(call, repository)))
})

const states: ReadonlyArray<DeploymentState> = [
  "error",
  "failure",
  "inactive",
  "in_progress",
  "queued",
  "pending",
  "success"
]

const resource = "DeploymentStatus"

const stateIn = (call: Call, fields: Input.Fields): OrRefusal<DeploymentState> =>
  Result.flatMap(Input.required(call, fields, "state"), () => {
    const state = states.find((known) => known === fields["state"])
    const message = "state is not included in the list"
    return state === undefined
      ? Result.fail(invalid(call, { resource, code: "custom", field: "state", message }))
      : Result.succeed(state)
  })

const createStatus: Handler = handler(function* (call) {
  const [repository, creator] = yield* writable(call)
  const deployment = yield* deploymentIn(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const target = yield* Input.text(call, fields, "target_url")
  const given = {
    state: yield* stateIn(call, fields),
    description: (yield* Input.boundedText(call, fields, "description", { resource, maximum: 140, blank: true })) ?? "",
    environment: (yield* Input.text(call, fields, "environment")) || environmentOf(deployment),
    environment_url: (yield* Input.text(call, fields, "environment_url")) ?? "",
    log_url: (yield* Input.text(call, fields, "log_url")) ?? target ?? "",
    creator,
    created_at: call.now
  }
  const replaces = (yield* Input.flag(call, fields, "auto_inactive")) ?? true
  const status = addDeploymentStatus(call.world, repository, deployment, given, replaces)
  const wire = Wire.status(call, repository, deployment, status)
  return json(201, wire, { location: wire.url })
})

const listStatuses: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const deployment = yield* deploymentIn(call, repository)
  const target = `${stablePath(repository)}/deployments/${deployment.id}/statuses`
  return pageOf(call, target, deployment.statuses.toReversed(), (status) =>
    Wire.status(call, repository, deployment, status)
  )
})

const deployments = "/repos/{owner}/{repo}/deployments"
const deployment = `${deployments}/{deployment_id}`

const endpoint = endpointsOf("deployments/deployments")

export const routes: ReadonlyArray<Route> = [
  endpoint("Deployments.list", `GET ${deployments}`, "list-deployments", list),
  endpoint("Deployments.create", `POST ${deployments}`, "create-a-deployment", create),
  endpoint("Deployments.get", `GET ${deployment}`, "get-a-deployment", get),
  endpoint(
    "Deployments.listStatuses",
    `GET ${deployment}/statuses`,
    "deployments/statuses#list-deployment-statuses",
    listStatuses
  ),
  endpoint(
    "Deployments.createStatus",
    `POST ${deployment}/statuses`,
    "deployments/statuses#create-a-deployment-status",
    createStatus
  )
]
