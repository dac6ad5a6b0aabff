/** Handlers that change pull requests and their branches. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { putCommit } from "../../../git/objects.ts"
import { mustBeAdmin, signedIn } from "../../access/lookups.ts"
import { may } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { type Fault, invalid, unprocessable } from "../../http/refusals.ts"
import { identityOf } from "../../state/identities.ts"
import { webFlow } from "../../state/merging.ts"
import type { Repository } from "../../state/model.ts"
import { baseSha, type Pull, rangeOf, trialMerge } from "../../state/pulls.ts"
import { branchRef, branchTip, moveRef } from "../../state/refs.ts"
import { pageUrl } from "../../wire/common.ts"
import { replaceIssue } from "../issues/issues.ts"
import { pullTransition } from "../issues/transition.ts"
import { canBeProposed } from "./create.ts"
import { editablePull, pullIn } from "./lookups.ts"
import { pullAnswer } from "./single.ts"

const title = { resource: "PullRequest", maximum: 256 }
const body = { resource: "PullRequest", maximum: 65_536, blank: true }
const branch = { resource: "PullRequest", maximum: 1024 }

const fault = (field: string, message: string): Fault => ({
  resource: "PullRequest",
  code: "invalid",
  field,
  message
})

/** Checks the branch that a pull request should be merged into from now on. */
const retarget = (
  call: Call,
  repository: Repository,
  pull: Pull,
  ref: string | null | undefined
): Result.Result<{ readonly ref: string; readonly sha: string } | undefined, Answer> => {
  const { base, head } = pull.pull_request
  if (ref === undefined || ref === null || ref === base.ref) return Result.succeed(undefined)
  if (pull.state === "closed") {
    return Result.fail(invalid(call, fault("base", "Cannot change the base branch of a closed pull request.")))
  }
  const sha = branchTip(repository, ref)
  if (sha === undefined) {
    return Result.fail(invalid(call, fault("base", `Proposed base branch '${ref}' was not found`)))
  }
  const origin = head.repository === null ? undefined : call.world.repositories.get(head.repository)
  const wanted = { ref, sha }
  return origin === undefined
    ? Result.succeed(wanted)
    : Result.map(canBeProposed(call, repository, [origin, head], wanted), () => wanted)
}

export const update: Handler = handler(function* (call) {
  const { pull, repository } = yield* editablePull(call, "triage")
  const fields = yield* Input.fieldsOf(call)
  const name = fields["title"] === null ? undefined : yield* Input.boundedText(call, fields, "title", title)
  const text = yield* Input.boundedText(call, fields, "body", body)
  const state = yield* Input.oneOf(call, fields, "state", ["open", "closed"], "PullRequest")
  const ref = fields["base"] === null ? undefined : yield* Input.boundedText(call, fields, "base", branch)
  const modifiable = yield* Input.flag(call, fields, "maintainer_can_modify")
  const base = yield* retarget(call, repository, pull, ref)
  const transitioned = yield* pullTransition(call, repository, pull, state)
  const pull_request = {
    ...(transitioned.pull_request ?? pull.pull_request),
    ...(base === undefined ? {} : { base }),
    ...(modifiable === undefined ? {} : { maintainer_can_modify: modifiable })
  }
  const changed = replaceIssue(call, repository, pull, {
    ...(typeof name === "string" ? { title: name } : {}),
    ...(text === undefined ? {} : { body: text }),
    ...transitioned,
    pull_request
  })
  return pullAnswer(call, repository, { ...pull, ...changed, pull_request })
})

/** Merges the base into the head. */
export const updateBranch: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const pull = yield* pullIn(call, repository)
  const { base, head } = pull.pull_request
  const origin = head.repository === null ? undefined : call.world.repositories.get(head.repository)
  if (origin === undefined || !may(call, origin, "write")) return yield* Result.fail(mustBeAdmin(call))
  const expected = yield* Input.text(call, yield* Input.fieldsOf(call), "expected_head_sha")
  if (typeof expected === "string" && expected !== head.sha) {
    return yield* Result.fail(unprocessable(call, "expected head sha didn’t match current head ref."))
  }
  if (pull.state === "closed") return yield* Result.fail(unprocessable(call, "Pull request is closed."))
  const { objects } = call.world
  const tip = baseSha(repository, pull)
  if (rangeOf(objects, head.sha, tip).ahead.length === 0) {
    return yield* Result.fail(unprocessable(call, "There are no new commits on the base branch."))
  }
  const tree = trialMerge(objects, tip, head.sha)
  if (tree === undefined) return yield* Result.fail(unprocessable(call, "merge conflict between base and head"))
  const { sha } = putCommit(objects, {
    tree,
    parents: [head.sha, tip],
    author: identityOf(call.world, viewer, call.now),
    committer: webFlow(call.now),
    message: `Merge branch '${base.ref}' into ${head.ref}`
  })
  moveRef(call.world, origin, branchRef(head.ref), sha, call.now, call.viewer)
  const url = `${pageUrl(call, repository)}/pull/${pull.number}`
  return json(202, { message: "Updating pull request branch.", url })
})
