/** What the statuses and check runs of a commit say together. */
import type { Sha } from "../../../git/objects.ts"
import type { CheckRun, CommitStatus } from "../checks.ts"
import type { Repository } from "../model.ts"

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

const ofRun = ({ conclusion, status }: CheckRun): Verdict =>
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
    verdicts.set(run.name, worse(verdicts.get(run.name), ofRun(run)))
  }
  return verdicts
}

/** The state of all contexts together: pending while there is none. */
export const combined = (statuses: ReadonlyArray<CommitStatus>): Verdict =>
  statuses.length === 0 ? "pending" : statuses.map(ofStatus).reduce(worse)
