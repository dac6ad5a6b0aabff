/** How pull requests are merged. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import type { Sha } from "../../git/objects.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { conflict, notAllowed } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { mergePull } from "../state/merging.ts"
import type { Repository } from "../state/model.ts"
import type { Pull } from "../state/pulls.ts"
import type { MergeMethod } from "../state/mergeTypes.ts"
import { mergeRefusal } from "./mergeability.ts"
import { writablePull } from "./pulls.ts"

export const methods = ["merge", "squash", "rebase"] as const

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
): Response | undefined => {
  const { base, draft, head, merged_at } = pull.pull_request
  if (merged_at !== null) return notAllowed(call, "Pull Request is already merged")
  if (pull.state === "closed") return notAllowed(call, "Pull Request is closed")
  if (draft) return notAllowed(call, "Pull Request is still a draft")
  if (!repository.merges[method]) return notAllowed(call, `${names[method]} are not allowed on this repository.`)
  if (typeof sha === "string" && sha !== head.sha) {
    return conflict(call, "Head branch was modified. Review and try the merge again.")
  }
  if (!repository.refs.has(`refs/heads/${base.ref}`)) return notAllowed(call, "Pull Request is not mergeable")
  const unmet = mergeRefusal(call, repository, pull, method)
  return unmet === undefined ? undefined : notAllowed(call, unmet)
}

interface Wanted {
  readonly method: MergeMethod
  readonly title?: string | null | undefined
  readonly message?: string | null | undefined
  /** The address of the author. */
  readonly email?: string | null
  /** The head that is meant. */
  readonly sha?: string | null | undefined
}

/** Merges a pull request as the sender, if its rules let it. */
export const merged = (
  call: Call,
  repository: Repository,
  pull: Pull,
  by: string,
  { email, message, method, sha: guard, title }: Wanted
): OrRefusal<Sha> => {
  const refusal = refusalOf(call, repository, pull, method, guard)
  if (refusal !== undefined) return Result.fail(refusal)
  const sha = mergePull(call.world, repository, pull, {
    method,
    title: title === null || title === "" ? undefined : title,
    message: message ?? undefined,
    email: email ?? undefined,
    by,
    now: call.now
  })
  if (sha !== undefined) return Result.succeed(sha)
  const reason = method === "rebase" ? "This branch can't be rebased" : "Pull Request is not mergeable"
  return Result.fail(notAllowed(call, reason))
}

const merge: Handler = handler(function* (call) {
  const { pull, repository, viewer } = yield* writablePull(call)
  const fields = yield* Input.fieldsOf(call)
  const wanted = yield* Input.oneOf(call, fields, "merge_method", methods, "PullRequest")
  const title = yield* Input.text(call, fields, "commit_title")
  const message = yield* Input.text(call, fields, "commit_message")
  const guard = yield* Input.text(call, fields, "sha")
  const method = methodFor(repository, wanted)
  const sha = yield* merged(call, repository, pull, viewer, { method, title, message, sha: guard })
  return json(200, { sha, merged: true, message: "Pull Request successfully merged" })
})

const endpoint = endpointsOf("pulls/pulls")

export const routes: ReadonlyArray<Route> = [
  endpoint("PullRequests.merge", "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", "merge-a-pull-request", merge)
]
