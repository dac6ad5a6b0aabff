/** The workflow runs of the last week that failed, with the jobs and steps that did, and a summary of them. */
import { Actions, type Forge } from "forgecast/forge"
import type { WorkflowRun } from "forgecast/forge/schema/WorkflowRun"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export interface Repository {
  readonly owner: string
  readonly repo: string
}

export interface FailedRun {
  readonly run: WorkflowRun
  /** The failed jobs with their first failed step, such as `test: Run tests`. */
  readonly where: ReadonlyArray<string>
}

/** The jobs of a run that failed. */
const failedJobs = (repository: Repository, run: WorkflowRun) =>
  Actions.listJobs({ ...repository, run_id: run.id }).pipe(
    Stream.filter(({ conclusion }) => conclusion === "failure"),
    Stream.map(({ name, steps }) => {
      const step = steps.find(({ conclusion }) => conclusion === "failure")
      return step === undefined ? name : `${name}: ${step.name}`
    }),
    Stream.runCollect
  )

/** Streams the failed runs of the last 7 days, newest first. Looks at the jobs of four runs at a time. */
export const failedRuns = (repository: Repository) =>
  Effect.map(DateTime.now, (now) =>
    Actions.listRuns({
      ...repository,
      status: "failure",
      created: `>=${DateTime.formatIso(DateTime.subtract(now, { days: 7 }))}`
    })
  ).pipe(
    Stream.unwrap,
    Stream.mapEffect((run) => Effect.map(failedJobs(repository, run), (where): FailedRun => ({ run, where })), {
      concurrency: 4
    })
  )

export interface Summary {
  readonly workflow: string
  readonly failures: number
  /** How often each job and step has failed. */
  readonly where: Readonly<Record<string, number>>
  /** The web page of the newest failed run. */
  readonly latest: string
}

const add = (summary: Summary | undefined, workflow: string, { run, where }: FailedRun): Summary => {
  const counts: Record<string, number> = { ...summary?.where }
  for (const place of where) counts[place] = (counts[place] ?? 0) + 1
  return { workflow, failures: (summary?.failures ?? 0) + 1, where: counts, latest: summary?.latest ?? run.html_url }
}

/** Summarises the failed runs by workflow, most failures first. */
export const summarise = <E>(
  failed: Stream.Stream<FailedRun, E, Forge.Forge>
): Effect.Effect<ReadonlyArray<Summary>, E, Forge.Forge> =>
  failed.pipe(
    Stream.runFold(
      () => new Map<string, Summary>(),
      (summaries, one) => {
        const workflow = one.run.name ?? "unknown"
        return summaries.set(workflow, add(summaries.get(workflow), workflow, one))
      }
    ),
    Effect.map((summaries) => [...summaries.values()].toSorted((a, b) => b.failures - a.failures))
  )
