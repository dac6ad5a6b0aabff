/** Handlers of the `Statuses` operations. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import { commitNamed, commitOrUnknown, readable, writable } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut, pageOf } from "../http/paging.ts"
import { invalid, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { addStatus, latestStatuses } from "../state/checks.ts"
import { nextId } from "../state/model.ts"
import type { CommitStatus } from "../state/records.ts"
import * as Wire from "../wire/checks.ts"
import { stablePath } from "../wire/common.ts"

const getCombined: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { sha } = yield* commitNamed(call, repository, call.params["ref"] ?? "")
  const statuses = latestStatuses(repository, sha)
  const { headers, items } = cut(call, `${stablePath(repository)}/commits/${sha}/status`, statuses)
  return json(200, Wire.combinedStatus(call, repository, sha, statuses, items), headers)
})

/** Lists all statuses of a commit, the newest first. */
const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const { sha } = yield* commitNamed(call, repository, call.params["ref"] ?? "")
  const statuses = [...(repository.statuses.get(sha) ?? [])].reverse()
  return pageOf(call, `${stablePath(repository)}/commits/${sha}/statuses`, statuses, (status) =>
    Wire.status(call, repository, sha, status)
  )
})

const states: ReadonlyArray<CommitStatus["state"]> = ["error", "failure", "pending", "success"]

const custom = (call: Call, field: string, message: string): Response =>
  invalid(call, { resource: "Status", code: "custom", field, message })

const stateOf = (call: Call, fields: Input.Fields): OrRefusal<CommitStatus["state"]> =>
  Result.flatMap(Input.required(call, fields, "state"), () => {
    const state = states.find((known) => known === fields["state"])
    return state === undefined
      ? Result.fail(custom(call, "state", "state is not included in the list"))
      : Result.succeed(state)
  })

const targetOf = (call: Call, fields: Input.Fields): OrRefusal<string | null> =>
  Result.flatMap(Input.text(call, fields, "target_url"), (url) => {
    if (url === undefined || url === null || url === "") return Result.succeed(null)
    return /^https?:\/\//i.test(url)
      ? Result.succeed(url)
      : Result.fail(custom(call, "target_url", "target_url must use http(s) scheme"))
  })

const description = { resource: "Status", maximum: 140, blank: true }
const context = { resource: "Status", maximum: 255, blank: true }

/** How many statuses a context of a commit can have. */
const most = 1000

const create: Handler = handler(function* (call) {
  const [repository, creator] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const { sha } = yield* commitOrUnknown(call, repository, "sha")
  const status = {
    state: yield* stateOf(call, fields),
    context: (yield* Input.boundedText(call, fields, "context", context)) || "default",
    description: (yield* Input.boundedText(call, fields, "description", description)) ?? null,
    target_url: yield* targetOf(call, fields)
  }
  const others = (repository.statuses.get(sha) ?? []).filter((other) => other.context === status.context)
  if (others.length >= most) {
    return yield* Result.fail(unprocessable(call, "This SHA and context has reached the maximum number of statuses."))
  }
  const made = addStatus(repository, sha, {
    ...status,
    id: nextId(call.world, "status"),
    creator,
    created_at: call.now
  })
  const wire = Wire.status(call, repository, sha, made)
  return json(201, wire, { location: wire.url })
})

const repo = "/repos/{owner}/{repo}"
const commit = `${repo}/commits/{ref*}`

const endpoint = endpointsOf("commits/statuses")

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Statuses.getCombined",
    `GET ${commit}/status`,
    "get-the-combined-status-for-a-specific-reference",
    getCombined
  ),
  endpoint("Statuses.list", `GET ${commit}/statuses`, "list-commit-statuses-for-a-reference", list),
  endpoint("Statuses.create", `POST ${repo}/statuses/{sha}`, "create-a-commit-status", create)
]
