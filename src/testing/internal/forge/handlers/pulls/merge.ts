/** Handler of `PullRequests.merge`. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { conflict, notAllowed } from "../../http/refusals.ts"
import { mergePull } from "../../state/merging.ts"
import type { Repository } from "../../state/model.ts"
import type { Pull } from "../../state/pulls.ts"
import type { MergeMethod } from "../../state/records.ts"
import { writablePull } from "./lookups.ts"
import { unmetDemand } from "./requirements.ts"

const methods = ["merge", "squash", "rebase"] as const

const names: Readonly<Record<MergeMethod, string>> = {
  merge: "Merge commits",
  squash: "Squash merges",
  rebase: "Rebase merges"
}

/** Returns the wanted method, or the repository's first one. */
const methodFor = ({ merges }: Repository, wanted: MergeMethod | null | undefined): MergeMethod =>
  wanted ?? methods.find((method) => merges[method]) ?? "merge"

/** Why it cannot be merged, apart from conflicts. */
const refusalOf = (
  call: Call,
  repository: Repository,
  pull: Pull,
  method: MergeMethod,
  sha: string | null | undefined
): Answer | undefined => {
  const { base, draft, head, merged_at } = pull.pull_request
  if (merged_at !== null) return notAllowed(call, "Pull Request is already merged")
  if (pull.state === "closed") return notAllowed(call, "Pull Request is closed")
  if (draft) return notAllowed(call, "Pull Request is still a draft")
  if (!repository.merges[method]) return notAllowed(call, `${names[method]} are not allowed on this repository.`)
  if (typeof sha === "string" && sha !== head.sha) {
    return conflict(call, "Head branch was modified. Review and try the merge again.")
  }
  if (!repository.refs.has(`refs/heads/${base.ref}`)) return notAllowed(call, "Pull Request is not mergeable")
  const unmet = unmetDemand(call.world, repository, pull)
  return unmet === undefined ? undefined : notAllowed(call, unmet)
}

export const merge: Handler = handler(function* (call) {
  const { pull, repository, viewer } = yield* writablePull(call)
  const fields = yield* Input.fieldsOf(call)
  const wanted = yield* Input.oneOf(call, fields, "merge_method", methods, "PullRequest")
  const title = yield* Input.text(call, fields, "commit_title")
  const message = yield* Input.text(call, fields, "commit_message")
  const guard = yield* Input.text(call, fields, "sha")
  const method = methodFor(repository, wanted)
  const refusal = refusalOf(call, repository, pull, method, guard)
  if (refusal !== undefined) return yield* Result.fail(refusal)
  const sha = mergePull(call.world, repository, pull, {
    method,
    title: title === null || title === "" ? undefined : title,
    message: message ?? undefined,
    by: viewer,
    now: call.now
  })
  if (sha === undefined) {
    const reason = method === "rebase" ? "This branch can't be rebased" : "Pull Request is not mergeable"
    return yield* Result.fail(notAllowed(call, reason))
  }
  return json(200, { sha, merged: true, message: "Pull Request successfully merged" })
})
