/** What protection and rulesets both look at in a move of a branch. */
import type { Objects, Sha } from "../../git/objects.ts"
import { verificationOf } from "../../git/signature.ts"
import { contextsOf, latestRuns, type Verdict, verdictOfRun } from "../state/checks.ts"
import { type Repository, same } from "../state/model.ts"
import type { RequiredCheck } from "../state/protection.ts"
import type { MergeMethod } from "../state/mergeTypes.ts"
import { rangeOf } from "../state/pulls.ts"
import { environmentOf } from "../state/records.ts"

export const viaPull = "Changes must be made through a pull request."
export const unsigned = "Commits must have verified signatures."
export const unlinear = "This branch must not contain merge commits."

/** The verdict of a required check, which may have to come from one app. */
export const verdictOf = (
  repository: Repository,
  sha: Sha,
  { app_id, context }: RequiredCheck
): Verdict | undefined => {
  if (app_id === null) return contextsOf(repository, sha).get(context)
  const run = latestRuns(repository.checks.get(sha) ?? []).find(({ app, name }) => app === app_id && name === context)
  return run && verdictOfRun(run)
}

/** Whether the signatures of all commits are verified that lead from one commit to another. */
export const areSigned = (objects: Objects, from: Sha, to: Sha): boolean =>
  rangeOf(objects, from, to).ahead.every((commit) => verificationOf(commit).verified)

/** Whether all commits are signed that a merge brings: the service signs what it squashes, and never what it rebases. */
export const isSignedBy = (objects: Objects, method: MergeMethod, from: Sha, to: Sha): boolean =>
  method === "squash" || (method === "merge" && areSigned(objects, from, to))

/** Whether no merge leads from one commit to another. */
export const isLinear = (objects: Objects, from: Sha, to: Sha): boolean =>
  rangeOf(objects, from, to).ahead.every(({ parents }) => parents.length < 2)

/** Which environment a commit was not deployed to with success, or no longer is. */
export const missingDeployment = (
  { deployments }: Repository,
  sha: Sha,
  environments: ReadonlyArray<string>
): string | undefined => {
  const missing = environments.find(
    (wanted) =>
      ![...deployments.values()].some(
        (each) => each.sha === sha && same(environmentOf(each), wanted) && each.statuses.at(-1)?.state === "success"
      )
  )
  return missing === undefined ? undefined : `Missing successful active ${missing} deployment.`
}

/** Why required checks forbid a push. */
export const awaitedChecks = (
  repository: Repository,
  sha: Sha,
  checks: ReadonlyArray<RequiredCheck>
): string | undefined => {
  const awaited = checks.filter((check) => verdictOf(repository, sha, check) !== "success")
  const [first] = awaited
  if (first === undefined) return undefined
  return awaited.length === 1
    ? `Required status check "${first.context}" is expected.`
    : `${awaited.length} of ${checks.length} required status checks are expected.`
}
