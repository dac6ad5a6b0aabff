/** Closes and reopens issues and pull requests. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { State, StateReason } from "../../../../ForgeState.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import { closed, reopened } from "../../state/branchMoves.ts"
import type { Issue, Repository } from "../../state/model.ts"
import { isPull, type Pull } from "../../state/pulls.ts"

type Transition = Result.Result<Partial<Issue>, Answer>

/** A merged pull request stays closed, and so does one whose branch is gone. */
export const pullTransition = (
  call: Call,
  repository: Repository,
  pull: Pull,
  state: State | null | undefined
): Transition => {
  if (state === undefined || state === null || state === pull.state) return Result.succeed({})
  if (state === "closed") return Result.succeed(closed(repository, pull, call.viewer, call.now))
  const again = reopened(call.world, repository, pull)
  return again._tag === "Refused"
    ? Result.fail(invalid(call, { resource: "PullRequest", code: "custom", field: "state", message: again.message }))
    : Result.succeed({ state, closed_at: null, closed_by: null, pull_request: again.pull.pull_request })
}

/** Reads the id of the issue that another one repeats. It must exist where the viewer sees it. */
export const duplicateOf = (
  call: Call,
  issue: Issue,
  reason: StateReason | null | undefined,
  fields: Input.Fields
): Result.Result<number | null, Answer> =>
  Result.flatMap(Input.integer(call, fields, "duplicate_issue_id"), (id) => {
    if (reason !== "duplicate" || id === undefined) return Result.succeed(null)
    const [place = 0, number = 0] = call.world.issuePlaces.get(id) ?? []
    const repository = call.world.repositories.get(place)
    const found = repository?.issues.get(number)
    const isSeen = repository !== undefined && call.sees(repository)
    return isSeen && found !== undefined && !isPull(found) && found.id !== issue.id
      ? Result.succeed(id)
      : Result.fail(invalid(call, { value: id, resource: "Issue", field: "duplicate_issue_id", code: "invalid" }))
  })

/** Closes or reopens. A reason counts only together with a change of state. */
export const transition = (
  call: Call,
  repository: Repository,
  issue: Issue,
  state: State | null | undefined,
  reason: StateReason | null | undefined,
  duplicate_of: number | null
): Transition => {
  if (isPull(issue)) return pullTransition(call, repository, issue, state)
  if (state === undefined || state === null || state === issue.state) return Result.succeed({})
  if (state === "open") {
    return Result.succeed({ state, state_reason: "reopened", duplicate_of: null, closed_at: null, closed_by: null })
  }
  if (reason === "reopened") {
    return Result.fail(invalid(call, { resource: "Issue", field: "state_reason", code: "invalid", value: reason }))
  }
  const state_reason = reason ?? "completed"
  return Result.succeed({ state, state_reason, duplicate_of, closed_at: call.now, closed_by: call.viewer })
}
