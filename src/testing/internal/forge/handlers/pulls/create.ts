/** Handler of `PullRequests.create`. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { mustBeAdmin, signedIn } from "../../access/lookups.ts"
import { isVisible, may } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { type Fault, invalid } from "../../http/refusals.ts"
import { openBetween } from "../../state/branchMoves.ts"
import type { Issue, Repository } from "../../state/model.ts"
import { type Pull, rangeOf, register } from "../../state/pulls.ts"
import type { PullHead } from "../../state/records.ts"
import { branchTip } from "../../state/refs.ts"
import { inNetwork } from "../../state/repositories.ts"
import { newPull } from "../../state/seed/pulls.ts"
import { newIssue } from "../issues/issues.ts"
import { pullAnswer } from "./single.ts"

const title = { resource: "PullRequest", maximum: 256 }
const branch = { resource: "PullRequest", maximum: 1024 }
const body = { resource: "PullRequest", maximum: 65_536, blank: true }

const wrong = (call: Call, field: string): Answer => invalid(call, { resource: "PullRequest", field, code: "invalid" })

const custom = (message: string): Fault => ({ resource: "PullRequest", code: "custom", message })

/** A head, with the repository that it is in. */
type Head = readonly [origin: Repository, head: PullHead]

/** Finds a head: `branch`, or `owner:branch` of a fork. */
const headNamed = (
  call: Call,
  repository: Repository,
  name: string,
  fork: string | null | undefined
): Result.Result<Head, Answer> => {
  const [, owner = repository.owner, ref = name] = /^([^:]+):(.+)$/.exec(name) ?? []
  const origin = inNetwork(call.world, repository, owner, fork?.split("/").at(-1))
  const sha = origin !== undefined && isVisible(call, origin) ? branchTip(origin, ref) : undefined
  return origin === undefined || sha === undefined
    ? Result.fail(wrong(call, "head"))
    : Result.succeed([origin, { repository: origin.id, owner: origin.owner, ref, sha }])
}

/** Refuses a pull request between branches that have one, or nothing to merge. */
export const canBeProposed = (
  call: Call,
  repository: Repository,
  [origin, head]: Head,
  base: { readonly ref: string; readonly sha: string }
): Result.Result<void, Answer> => {
  const isFork = origin.id !== repository.id
  const from = isFork ? `${origin.owner}:${head.ref}` : head.ref
  const to = isFork ? `${repository.owner}:${base.ref}` : base.ref
  if (openBetween(call.world, repository, origin, head.ref, base.ref) !== undefined) {
    return Result.fail(invalid(call, custom(`A pull request already exists for ${origin.owner}:${head.ref}.`)))
  }
  const { ahead, mergeBase } = rangeOf(call.world.objects, base.sha, head.sha)
  if (mergeBase === undefined) {
    return Result.fail(invalid(call, custom(`The ${from} branch has no history in common with ${to}`)))
  }
  return ahead.length === 0 ? Result.fail(invalid(call, custom(`No commits between ${to} and ${from}`))) : Result.void
}

/** Finds the issue that is to become a pull request. */
const issueFor = (call: Call, repository: Repository, number: number): Result.Result<Issue, Answer> => {
  const issue = repository.issues.get(number)
  return issue === undefined || issue.state === "closed" || issue.pull_request !== null
    ? Result.fail(wrong(call, "issue"))
    : Result.succeed(issue)
}

export const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const fields = yield* Input.fieldsOf(call)
  const number = yield* Input.integer(call, fields, "issue")
  const name = number === undefined ? yield* Input.requiredText(call, fields, "title", title) : ""
  const headName = yield* Input.requiredText(call, fields, "head", branch)
  const baseName = yield* Input.requiredText(call, fields, "base", branch)
  const fork = yield* Input.text(call, fields, "head_repo")
  const text = yield* Input.boundedText(call, fields, "body", body)
  const draft = yield* Input.flag(call, fields, "draft")
  const modifiable = yield* Input.flag(call, fields, "maintainer_can_modify")
  const baseTip = branchTip(repository, baseName)
  if (baseTip === undefined) return yield* Result.fail(wrong(call, "base"))
  const [origin, head] = yield* headNamed(call, repository, headName, fork)
  if (!may(call, origin, "write")) return yield* Result.fail(mustBeAdmin(call))
  const base = { ref: baseName, sha: baseTip }
  yield* canBeProposed(call, repository, [origin, head], base)
  const issue = number === undefined ? undefined : yield* issueFor(call, repository, number)
  const opened: Pull = {
    ...(issue ?? newIssue(call, repository, viewer, name, text ?? null)),
    type: null,
    field_values: [],
    updated_at: call.now,
    pull_request: {
      ...newPull(call.world, head, base),
      draft: draft ?? false,
      // It says something about forks only: whoever may write to the repository may write to its branches.
      maintainer_can_modify: origin.id !== repository.id && modifiable !== false
    }
  }
  repository.issues.set(opened.number, opened)
  register(call.world, repository, opened.number, head)
  return pullAnswer(call, repository, opened, 201)
})
