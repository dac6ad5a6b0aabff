/** Statuses and check runs: how they are added and changed, and what those of a commit say together. */
import type { Sha } from "../../git/objects.ts"
import type { App } from "./accounts.ts"
import { noHook } from "./hooks.ts"
import { nextId, type Repository, same, type World } from "./model.ts"
import type { CheckRun, CheckSuite, CommitStatus } from "./records.ts"

export type Verdict = "success" | "pending" | "failure"

/** The newest status of each context, in the order in which the contexts came up. */
export const latestStatuses = (repository: Repository, sha: Sha): ReadonlyArray<CommitStatus> => {
  const latest = new Map<string, CommitStatus>()
  for (const status of repository.statuses.get(sha) ?? []) latest.set(status.context, status)
  return [...latest.values()]
}

/** The newest run of each check of each app. */
export const latestRuns = (runs: ReadonlyArray<CheckRun>): ReadonlyArray<CheckRun> => {
  const latest = new Map<string, CheckRun>()
  for (const run of runs) latest.set(`${run.app} ${run.name}`, run)
  return [...latest.values()]
}

const ofStatus = ({ state }: CommitStatus): Verdict => (state === "error" ? "failure" : state)

const harmless: ReadonlySet<CheckRun["conclusion"]> = new Set(["success", "neutral", "skipped"])

export const verdictOfRun = ({ conclusion, status }: CheckRun): Verdict =>
  status !== "completed" ? "pending" : harmless.has(conclusion) ? "success" : "failure"

const worse = (a: Verdict | undefined, b: Verdict): Verdict =>
  a === "failure" || b === "failure" ? "failure" : a === "pending" || b === "pending" ? "pending" : "success"

/** What makes a suite what it is, the worst first. */
const severities: ReadonlyArray<CheckRun["conclusion"]> = [
  "action_required",
  "timed_out",
  "cancelled",
  "failure",
  "stale",
  "success",
  "neutral",
  "skipped"
]

/** How far the latest runs of a suite are together. A request to run one of them again resets the suite. */
export const progressOf = (runs: ReadonlyArray<CheckRun>): Pick<CheckRun, "status" | "conclusion"> => {
  const isQueued = runs.some((run) => run.rerequested) || runs.every(({ status }) => status === "queued")
  if (isQueued) return { status: "queued", conclusion: null }
  if (runs.some(({ status }) => status !== "completed")) return { status: "in_progress", conclusion: null }
  const found = severities.find((severity) => runs.some(({ conclusion }) => conclusion === severity))
  return { status: "completed", conclusion: found ?? null }
}

/** The verdict for each context: of its status, and of the check runs with its name. */
export const contextsOf = (repository: Repository, sha: Sha): ReadonlyMap<string, Verdict> => {
  const verdicts = new Map<string, Verdict>()
  for (const status of latestStatuses(repository, sha)) verdicts.set(status.context, ofStatus(status))
  for (const run of latestRuns(repository.checks.get(sha) ?? [])) {
    verdicts.set(run.name, worse(verdicts.get(run.name), verdictOfRun(run)))
  }
  return verdicts
}

/** The state of all contexts together: pending while there is none. */
export const combined = (statuses: ReadonlyArray<CommitStatus>): Verdict =>
  statuses.length === 0 ? "pending" : statuses.map(ofStatus).reduce(worse)

/** The service's own app, which makes the check runs of a seed. */
export const actions: App = {
  id: 15_368,
  slug: "github-actions",
  name: "GitHub Actions",
  client_id: "Iv1.05c79e9ad1f6bdfa",
  client_secret: null,
  callback_urls: null,
  device_flow: false,
  expire_user_tokens: true,
  owner: "github",
  public_key: "",
  permissions: { checks: "write", contents: "write" },
  installations: new Map(),
  installation_requests: [],
  hook: noHook
}

export const addStatus = (repository: Repository, sha: Sha, status: CommitStatus): CommitStatus => {
  repository.statuses.set(sha, [...(repository.statuses.get(sha) ?? []), status])
  return status
}

/** The suite of an app for a commit. */
const suiteFor = (world: World, repository: Repository, sha: Sha, app: number): number =>
  suitesOf(repository, sha).find((suite) => suite.app === app)?.id ?? nextId(world, "check suite")

/** The suites of a commit: those that apps have created, and those of runs. */
export const suitesOf = (repository: Repository, sha: Sha): ReadonlyArray<CheckSuite> => {
  const suites = new Map([...repository.suites].filter(([, { head_sha }]) => head_sha === sha))
  for (const { app, head_sha, started_at, suite } of repository.checks.get(sha) ?? []) {
    const { before = null, created_at = started_at } = suites.get(suite) ?? {}
    suites.set(suite, { id: suite, app, head_sha, before, created_at: Math.min(created_at, started_at) })
  }
  return [...suites.values()]
}

export const suiteNumbered = (repository: Repository, id: number): CheckSuite | undefined => {
  const made = repository.suites.get(id)
  const shas = made === undefined ? repository.checks.keys() : [made.head_sha]
  for (const sha of shas) {
    const found = suitesOf(repository, sha).find((suite) => suite.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

export const runsOf = (repository: Repository, { head_sha, id }: CheckSuite): ReadonlyArray<CheckRun> =>
  (repository.checks.get(head_sha) ?? []).filter(({ suite }) => suite === id)

/** Returns the suite of an app for a commit, and creates it if necessary. */
export const ensureSuite = (
  world: World,
  repository: Repository,
  suite: Omit<CheckSuite, "id">,
  wished?: number
): CheckSuite => {
  const known = suitesOf(repository, suite.head_sha).find(({ app }) => app === suite.app)
  if (known !== undefined) return known
  const made = { ...suite, id: nextId(world, "check suite", wished) }
  repository.suites.set(made.id, made)
  return made
}

/** Asks the apps that check a repository to check what was pushed: each gets a suite, unless that is switched off. */
export const requestSuites = (
  world: World,
  repository: Repository,
  {
    before = null,
    head_sha,
    now
  }: { readonly before: Sha | null | undefined; readonly head_sha: Sha; readonly now: number }
): void => {
  for (const { id: app, installations } of world.apps.values()) {
    const isInstalled = [...installations.values()].some(
      ({ account, permissions, repositories, suspended_at }) =>
        same(account, repository.owner) &&
        permissions["checks"] === "write" &&
        suspended_at === null &&
        (repositories === null || repositories.has(repository.id))
    )
    if (isInstalled && repository.autoTriggers.get(app) !== false) {
      ensureSuite(world, repository, { app, head_sha, before, created_at: now })
    }
  }
}

/** Adds a run, under the next ids or the given ones. */
export const addRun = (
  world: World,
  repository: Repository,
  run: Omit<CheckRun, "id" | "suite">,
  given: { readonly id?: number; readonly suite?: number } = {}
): CheckRun => {
  const runs = repository.checks.get(run.head_sha) ?? []
  const suite =
    given.suite === undefined
      ? suiteFor(world, repository, run.head_sha, run.app)
      : nextId(world, "check suite", given.suite)
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
