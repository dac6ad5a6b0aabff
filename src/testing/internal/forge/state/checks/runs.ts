/** Adds and changes check runs and statuses. */
import type { Sha } from "../../../git/objects.ts"
import type { App } from "../accounts.ts"
import type { CheckRun, CommitStatus } from "../checks.ts"
import { nextId, type Repository, type World } from "../model.ts"

/** The service's own app, which makes the check runs of a seed. */
export const actions: App = {
  id: 15_368,
  slug: "github-actions",
  name: "GitHub Actions",
  client_id: "Iv1.05c79e9ad1f6bdfa",
  owner: "github",
  public_key: "",
  permissions: { checks: "write", contents: "write" },
  installations: new Map()
}

export const addStatus = (repository: Repository, sha: Sha, status: CommitStatus): CommitStatus => {
  repository.statuses.set(sha, [...(repository.statuses.get(sha) ?? []), status])
  return status
}

/** The suite of an app's runs of a commit. */
const suiteOf = (world: World, runs: ReadonlyArray<CheckRun>, app: number): number =>
  runs.find((run) => run.app === app)?.suite ?? nextId(world, "check suite")

/** Adds a run, under the next ids or the given ones. */
export const addRun = (
  world: World,
  repository: Repository,
  run: Omit<CheckRun, "id" | "suite">,
  given: { readonly id?: number; readonly suite?: number } = {}
): CheckRun => {
  const runs = repository.checks.get(run.head_sha) ?? []
  const suite = given.suite === undefined ? suiteOf(world, runs, run.app) : nextId(world, "check suite", given.suite)
  const made: CheckRun = { ...run, id: nextId(world, "check run", given.id), suite }
  repository.checks.set(run.head_sha, [...runs, made])
  repository.checkCommit.set(made.id, run.head_sha)
  return made
}

export const runOf = (repository: Repository, id: number): CheckRun | undefined =>
  repository.checks.get(repository.checkCommit.get(id) ?? "")?.find((run) => run.id === id)

export const replaceRun = (repository: Repository, run: CheckRun): CheckRun => {
  const runs = repository.checks.get(run.head_sha) ?? []
  repository.checks.set(
    run.head_sha,
    runs.map((each) => (each.id === run.id ? run : each))
  )
  return run
}
