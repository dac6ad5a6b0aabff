/** What the protection of a branch demands of those who move it without a pull request. It holds for administrators, too. */
import * as Result from "effect/Result"
import type { Sha } from "../../git/objects.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { unprocessable } from "../http/refusals.ts"
import { contextsOf } from "../state/checks.ts"
import type { Repository } from "../state/model.ts"

export const approvalRule = (required: number): string =>
  `At least ${required} approving ${required === 1 ? "review is" : "reviews are"} required by reviewers with write access.`

/** Says why a branch may not move to a commit (undefined: one that is still to be made); undefined if it may. */
export const demandOf = (repository: Repository, branch: string, sha?: Sha): string | undefined => {
  const rules = repository.protection.get(branch)
  if (rules === undefined) return undefined
  const { required_approvals, required_checks } = rules
  if (required_approvals > 0) return approvalRule(required_approvals)
  const contexts = sha === undefined ? undefined : contextsOf(repository, sha)
  const awaited = required_checks.filter((context) => contexts?.get(context) !== "success")
  const [first] = awaited
  if (first === undefined) return undefined
  return awaited.length === 1
    ? `Required status check "${first}" is expected.`
    : `${awaited.length} of ${required_checks.length} required status checks are expected.`
}

/** Refuses to move a protected branch to a commit that does not meet its demands. */
export const mayMove = (call: Call, repository: Repository, ref: string, sha: Sha): OrRefusal<void> => {
  const demand = ref.startsWith("refs/heads/") ? demandOf(repository, ref.slice("refs/heads/".length), sha) : undefined
  return demand === undefined ? Result.void : Result.fail(unprocessable(call, demand))
}
