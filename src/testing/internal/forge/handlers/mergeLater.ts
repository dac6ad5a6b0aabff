/** Auto-merge, and the ways into a merge queue and out of it. The service offers them by GraphQL alone. */
import * as Result from "effect/Result"
import { json } from "../../exchange.ts"
import { isReady } from "./settle.ts"
import { awaitedInQueue, mergeStateOf, unmetChecksOf } from "./mergeability.ts"
import { dequeue, enqueue, queueRules } from "./mergeQueue.ts"
import { methods } from "./mergePulls.ts"
import { writablePull } from "./pulls.ts"
import { changePull } from "./reviews.ts"
import { mustBeAdmin } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { bindingRules, senderRefusal } from "../access/protection.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { unprocessable } from "../http/refusals.ts"
import { endpointsOf } from "../http/router.ts"
import { mergeLater, type Repository } from "../state/model.ts"
import type { Pull } from "../state/pulls.ts"

const refused = (call: Call, message: string): OrRefusal<never> => Result.fail(unprocessable(call, message))

const methodNames = { merge: "merge commits", squash: "squash merging", rebase: "rebase merging" } as const

/** Refuses another head than the one that is meant. */
const isMeant = (call: Call, { pull_request: { head } }: Pull, fields: Input.Fields): OrRefusal<void> =>
  Result.flatMap(Input.text(call, fields, "sha"), (sha) =>
    typeof sha === "string" && sha !== head.sha
      ? refused(call, "Head branch was modified. Review and try the merge again.")
      : Result.void
  )

/** Refuses those who may not push to the base. */
const isAuthorized = (call: Call, repository: Repository, { pull_request: { base } }: Pull): OrRefusal<void> => {
  const rules = bindingRules(call, repository, base.ref)
  return rules === undefined || senderRefusal(call, repository, rules) === undefined
    ? Result.void
    : refused(call, "Pull request User is not authorized for this protected branch")
}

const enable: Handler = handler(function* (call) {
  const { pull, repository, viewer } = yield* writablePull(call)
  const fields = yield* Input.fieldsOf(call)
  const { base, queue } = pull.pull_request
  const wanted = (yield* Input.oneOf(call, fields, "merge_method", methods, "PullRequest")) ?? "merge"
  if (!repository.settings.allow_auto_merge) {
    return yield* refused(call, "Auto merge is not allowed for this repository")
  }
  if (pull.state === "closed") return yield* refused(call, "Can't enable auto-merge for this pull request.")
  const rules = queueRules(call, repository, base.ref)
  const method = rules?.method ?? wanted
  if (rules === undefined && !repository.merges[method]) {
    return yield* refused(
      call,
      `Merge method ${methodNames[method]} ${method === "merge" ? "are" : "is"} not allowed on this repository`
    )
  }
  yield* isMeant(call, pull, fields)
  yield* isAuthorized(call, repository, pull)
  if (queue !== null) return yield* refused(call, "Pull request is already in the queue")
  const state = mergeStateOf(call, repository, pull, method)
  const isWaiting = state === "blocked" || state === "behind"
  if (rules === undefined ? !isWaiting : state === "dirty" || state === "draft") {
    return yield* refused(call, `Pull request Pull request is in ${state} status`)
  }
  if (rules !== undefined && isReady(call, repository, pull, true)) enqueue(call, repository, pull, viewer)
  else {
    mergeLater(call.world, repository, pull.number)
    const auto_merge = {
      enabled_by: viewer,
      enabled_at: call.now,
      method,
      // A queue has texts of its own.
      title: rules === undefined ? ((yield* Input.text(call, fields, "commit_title")) ?? null) : null,
      message: rules === undefined ? ((yield* Input.text(call, fields, "commit_message")) ?? null) : null,
      email: (yield* Input.text(call, fields, "author_email")) ?? null
    }
    changePull(call, repository, pull, { auto_merge })
  }
  return json(200, {})
})

const disable: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call)
  if (pull.state === "closed") return yield* refused(call, "Can't disable auto-merge for this pull request.")
  if (pull.pull_request.auto_merge === null) return yield* refused(call, "Pull request Auto merge is not enabled")
  changePull(call, repository, pull, { auto_merge: null })
  return json(200, {})
})

/** Why a pull request cannot enter the queue of its base. What the service says of some is not written down. */
const unfit = (call: Call, repository: Repository, pull: Pull): string | undefined => {
  const { base, draft, merged_at } = pull.pull_request
  if (merged_at !== null) return "Pull Request is already merged"
  if (pull.state === "closed") return "Pull Request is closed"
  if (draft) return "Pull Request is still a draft"
  if (queueRules(call, repository, base.ref) === undefined) return `The branch ${base.ref} has no merge queue`
  if (mergeStateOf(call, repository, pull) === "dirty") return "Pull Request is not mergeable"
  return awaitedInQueue(call, repository, pull) ?? unmetChecksOf(call, repository, pull)
}

const enter: Handler = handler(function* (call) {
  const { pull, repository, viewer } = yield* writablePull(call)
  const fields = yield* Input.fieldsOf(call)
  const jump = (yield* Input.flag(call, fields, "jump")) === true
  if (jump && !may(call, repository, "admin")) return yield* Result.fail(mustBeAdmin(call))
  if (pull.pull_request.queue !== null) return yield* refused(call, "Pull request is already in the queue")
  yield* isMeant(call, pull, fields)
  yield* isAuthorized(call, repository, pull)
  const reason = unfit(call, repository, pull)
  if (reason !== undefined) return yield* refused(call, `Pull request ${reason}`)
  enqueue(call, repository, pull, viewer, jump)
  return json(200, {})
})

const leave: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call)
  if (pull.pull_request.queue === null)
    return yield* refused(call, `Failed to remove PR #${pull.number} from the queue`)
  dequeue(call, repository, pull, "MANUAL")
  return json(200, {})
})

const endpoint = endpointsOf("graphql/reference/mutations")
const pull = "/repos/{owner}/{repo}/pulls/{pull_number}"

export const enableAutoMerge = endpoint("enableAutoMerge", `PUT ${pull}/auto-merge`, "enable", enable)
export const disableAutoMerge = endpoint("disableAutoMerge", `DELETE ${pull}/auto-merge`, "disable", disable)
export const enterQueue = endpoint("enterQueue", `PUT ${pull}/queue`, "enter", enter)
export const leaveQueue = endpoint("leaveQueue", `DELETE ${pull}/queue`, "leave", leave)
