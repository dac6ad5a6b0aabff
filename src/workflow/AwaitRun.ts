/** Waits for machines: workflow runs and deployments. `Await` has them. */
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import * as Actions from "../forge/Actions.ts"
import * as Deployments from "../forge/Deployments.ts"
import type { Forge } from "../forge/Forge.ts"
import { SearchTruncated } from "../forge/ForgeError.ts"
import type { Artifact } from "../forge/schema/Artifact.ts"
import type { Deployment } from "../forge/schema/Deployment.ts"
import type { DeploymentStatus } from "../forge/schema/DeploymentStatus.ts"
import type { WorkflowJob } from "../forge/schema/WorkflowJob.ts"
import type { WorkflowRun } from "../forge/schema/WorkflowRun.ts"
import * as CallSite from "../rest/CallSite.ts"
import { Gone, IntegrityFailed, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import type { Waiting } from "./CheckStates.ts"
import { failureOf } from "./internal/failures.ts"
import { observed, observedStream } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { usualTimeout, watch } from "./internal/watch.ts"
import { AwaitTimedOut, DeploymentFailed, RunFailed } from "./WorkflowError.ts"

/** The workflow, and what it gets. */
export interface RunInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The name of its file, such as `deploy.yml`, or its id. It is triggered by `workflow_dispatch`. */
  readonly workflow_id: string | number
  /** The branch or tag whose workflow runs. */
  readonly ref: string
  /** Values of the inputs that the workflow declares. Default: those in its file. */
  readonly inputs?: Readonly<Record<string, string | number | boolean>> | undefined
}

/** How to know the run, and how long to wait. */
export interface RunOptions<out R = never> extends Waiting<R> {
  /**
   * Names the run, so that a program that is started again continues with it, and a lost response does not start a
   * second one. The workflow gets the `key` as an input, and shows it in its name: `run-name: Deploy ${{ inputs.id }}`.
   * Default: each call starts a run, and fails if it is not known whether the run was started.
   */
  readonly mark?: { readonly input: string; readonly key: string } | undefined
}

/** A run that has succeeded. */
export interface RunResult {
  /** The run, as it ended. */
  readonly run: WorkflowRun
  /** The jobs of its latest attempt. */
  readonly jobs: ReadonlyArray<WorkflowJob>
  /** What it uploaded: `Actions.downloadArtifact` reads one. */
  readonly artifacts: ReadonlyArray<Artifact>
}

/** What happens in a run. */
export type RunEvent =
  /** The run is there. */
  | { readonly _tag: "Started"; readonly run: WorkflowRun }
  /** A job, when it appears, and whenever it or one of its steps changes. */
  | { readonly _tag: "Job"; readonly job: WorkflowJob }
  /** The log of a job that has ended; it is left out if the service has none. */
  | { readonly _tag: "Log"; readonly job: WorkflowJob; readonly text: string }
  /** The run has succeeded. */
  | ({ readonly _tag: "Finished" } & RunResult)

/** What `run` and `runEvents` can fail with. */
export const RunFailure = failureOf([
  NotFound,
  ValidationFailed,
  SearchTruncated,
  Gone,
  IntegrityFailed,
  RunFailed,
  AwaitTimedOut
])
export type RunFailure = typeof RunFailure.Type

type Events = Queue.Queue<RunEvent, RunFailure | Cause.Done>

/**
 * Starts a workflow, finds its run, and waits until it has succeeded.
 *
 * Fails with `RunFailed`, which names the jobs, if it ends otherwise, and with `AwaitTimedOut` after `timeout` or at the end
 * of `schedule`: the run then continues, as it does after an interruption. An outage or a rate limit in the meantime
 * does not end the wait, unless it lasts until the end: the wait then fails with that error.
 *
 * **Gotchas**
 *
 * Inside `Durable.steps`, a process that is killed while it starts the run can start a second one.
 */
export const run: <R = never>(
  input: RunInput,
  options?: RunOptions<R>
) => Effect.Effect<RunResult, RunFailure, Forge | R> = Effect.fn("Await.run")(
  <R = never>(input: RunInput, options: RunOptions<R> = {}) => awaitRun("Await.run", input, options, undefined),
  observed
)

/**
 * Does the same as `run`, with the same failures, and streams what happens: the run, each change of its jobs, the logs
 * of jobs that have ended, and its result.
 */
export const runEvents: <R = never>(
  input: RunInput,
  options?: RunOptions<R>
) => Stream.Stream<RunEvent, RunFailure, Forge | R> = CallSite.stream(
  <R = never>(input: RunInput, options: RunOptions<R> = {}) =>
    observedStream(
      "Await.runEvents",
      Stream.callback<RunEvent, RunFailure, Forge | R>((queue) =>
        Queue.into(awaitRun("Await.runEvents", input, options, queue), queue)
      ),
      input
    )
)

const awaitRun = Effect.fnUntraced(function* <R>(
  name: "Await.run" | "Await.runEvents",
  input: RunInput,
  { mark, schedule, timeout = usualTimeout }: RunOptions<R>,
  events: Events | undefined
): Effect.fn.Return<RunResult, RunFailure, Forge | R> {
  yield* Given.check(name, {
    "mark.input": Given.name(mark?.input),
    "mark.key": Given.name(mark?.key),
    timeout: Given.duration(timeout)
  })
  const place = { owner: input.owner, repo: input.repo }
  const find = mark === undefined ? yield* startedBy(input) : markedBy(input, mark)
  let id: number | undefined
  const emit = (event: RunEvent): Effect.Effect<unknown> =>
    events === undefined ? Effect.void : Queue.offer(events, event)
  let isTold = false
  const states = new Map<number, string>()
  const logged = new Set<number>()

  const read = Effect.gen(function* () {
    id ??= yield* find
    if (id === undefined) return undefined
    const run = yield* Actions.getRun({ ...place, run_id: id })
    return { run, jobs: yield* Stream.runCollect(Actions.listJobs({ ...place, run_id: id })) }
  })

  const tell = Effect.fnUntraced(function* (run: WorkflowRun, jobs: ReadonlyArray<WorkflowJob>) {
    if (events === undefined) return
    if (!isTold) yield* emit({ _tag: "Started", run })
    isTold = true
    for (const job of jobs) {
      const state = stateOf(job)
      if (states.get(job.id) !== state) yield* emit({ _tag: "Job", job })
      states.set(job.id, state)
      if (job.status !== "completed" || logged.has(job.id)) continue
      const text = yield* Actions.downloadLogsForJob
        .text({ ...place, job_id: job.id })
        .pipe(Effect.catchTag(["NotFound", "Gone"], () => Effect.undefined))
      if (text === undefined) continue
      logged.add(job.id)
      yield* emit({ _tag: "Log", job, text })
    }
  })

  const decide = Effect.fnUntraced(function* (
    look: { readonly run: WorkflowRun; readonly jobs: ReadonlyArray<WorkflowJob> } | undefined
  ): Effect.fn.Return<Option.Option<RunResult>, RunFailure, Forge> {
    if (look === undefined) return Option.none()
    const { jobs, run } = look
    yield* tell(run, jobs)
    if (run.status !== "completed") return Option.none()
    if (!good.has(run.conclusion)) return yield* failed(place, run, jobs)
    const artifacts = yield* Stream.runCollect(Actions.listArtifacts({ ...place, run_id: run.id }))
    yield* emit({ _tag: "Finished", run, jobs, artifacts })
    return Option.some({ run, jobs, artifacts })
  })

  return yield* watch({
    place,
    read,
    decide,
    timedOut: (_, after) =>
      new AwaitTimedOut({
        ...place,
        awaited: "run",
        after,
        message: `The run of ${input.workflow_id} has not ended after ${Duration.format(after)}`
      }),
    schedule,
    timeout
  })
})

/** What an event tells of a job. */
const stateOf = ({ conclusion, status, steps }: WorkflowJob): string =>
  JSON.stringify([status, conclusion, steps.map((step) => [step.status, step.conclusion])])

const good = new Set<string | null>(["success", "neutral", "skipped"])

const failed = (
  place: { readonly owner: string; readonly repo: string },
  { conclusion, html_url, id }: WorkflowRun,
  jobs: ReadonlyArray<WorkflowJob>
): RunFailed => {
  const bad = jobs
    .filter((job) => !good.has(job.conclusion))
    .map(({ conclusion, html_url, id, name }) => ({ id, name, conclusion, url: html_url }))
  const message = `Run ${id} has ended as ${conclusion}: ${bad.map(({ name }) => name).join(", ")}`
  return new RunFailed({ ...place, run_id: id, conclusion, failed: bad, url: html_url, message })
}

const listed = ({ owner, repo, workflow_id }: RunInput) =>
  Effect.map(
    Actions.listWorkflowRuns.page({ owner, repo, workflow_id, event: "workflow_dispatch", per_page: 100 }),
    ({ items }) => items
  )

const dispatch = ({ inputs, owner, ref, repo, workflow_id }: RunInput) =>
  Effect.map(
    Actions.dispatch({ owner, repo, workflow_id, ref, inputs, return_run_details: true }),
    // Older servers do not say which one they have started.
    (details) => details?.workflow_run_id
  )

/** Returns the id of the run, or undefined as long as it does not show. */
type Finding = Effect.Effect<number | undefined, RunFailure, Forge>

/** Starts a run. It is the first one of the ref that is newer than those before. */
const startedBy = Effect.fnUntraced(function* (input: RunInput): Effect.fn.Return<Finding, RunFailure, Forge> {
  const newest = Math.max(0, ...(yield* listed(input)).map(({ id }) => id))
  const known = yield* dispatch(input)
  return known === undefined
    ? Effect.map(
        listed(input),
        (all) => all.findLast(({ head_branch, id }) => id > newest && head_branch === input.ref)?.id
      )
    : Effect.succeed(known)
})

/** Finds the run of a mark, or starts it. After a failure that leaves it in doubt, it is looked for first. */
const markedBy = (input: RunInput, mark: NonNullable<RunOptions["mark"]>): Finding => {
  const marked = { ...input, inputs: { ...input.inputs, [mark.input]: mark.key } }
  let isSent = false
  /** Until when a write that is in doubt may still show. */
  let settledAt = 0
  return Effect.gen(function* () {
    const found = (yield* listed(input)).find(({ display_title }) => (display_title ?? "").includes(mark.key))
    const now = yield* Clock.currentTimeMillis
    if (found !== undefined || isSent || now < settledAt) return found?.id
    const id = yield* Effect.tapError(dispatch(marked), () =>
      Effect.gen(function* () {
        settledAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(yield* Write.Settling)
      })
    )
    isSent = true
    return id
  })
}

/** The deployment: one that is known, or the newest one of a commit to an environment, which may not be there yet. */
export type DeploymentInput = {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
} & (
  | {
      /** The `id` of the deployment. */
      readonly deployment_id: number
    }
  | {
      /** Where it is deployed, such as `staging`. */
      readonly environment: string
      /** The full sha of the commit. */
      readonly sha: string
    }
)

/** A deployment that has succeeded. */
export interface Deployed {
  /** The deployment, without its statuses. */
  readonly deployment: Deployment
  /** Its newest status, with the URL of what was deployed. */
  readonly status: DeploymentStatus
}

/** What `deployment` can fail with. */
export const DeploymentFailure = failureOf([NotFound, DeploymentFailed, AwaitTimedOut])
export type DeploymentFailure = typeof DeploymentFailure.Type

/**
 * Waits until a deployment has succeeded. Changes nothing.
 *
 * Fails with `DeploymentFailed` if its newest status is `failure`, `error` or `inactive`, and with `AwaitTimedOut` after
 * `timeout` or at the end of `schedule`. An outage or a rate limit in the meantime does not end the wait, unless it
 * lasts until the end: the wait then fails with that error. A deployment that is asked for by its commit may appear
 * later.
 */
export const deployment: <R = never>(
  input: DeploymentInput,
  options?: Waiting<R>
) => Effect.Effect<Deployed, DeploymentFailure, Forge | R> = Effect.fn("Await.deployment")(function* <R = never>(
  input: DeploymentInput,
  { schedule, timeout = usualTimeout }: Waiting<R> = {}
) {
  yield* Given.check("Await.deployment", { timeout: Given.duration(timeout) })
  const place = { owner: input.owner, repo: input.repo }

  const read = Effect.gen(function* () {
    const deployment =
      "deployment_id" in input
        ? yield* Deployments.get({ ...place, deployment_id: input.deployment_id })
        : (yield* Deployments.list.page({ ...place, sha: input.sha, environment: input.environment, per_page: 1 }))
            .items[0]
    if (deployment === undefined) return undefined
    const { items } = yield* Deployments.listStatuses.page({ ...place, deployment_id: deployment.id, per_page: 1 })
    return { deployment, status: items[0] }
  })

  return yield* watch({
    place,
    read,
    decide: (look): Effect.Effect<Option.Option<Deployed>, DeploymentFailure> => {
      if (look?.status === undefined) return Effect.succeedNone
      const { deployment, status } = look
      const { description, log_url, state } = status
      if (state === "success") return Effect.succeedSome({ deployment, status })
      if (state !== "failure" && state !== "error" && state !== "inactive") return Effect.succeedNone
      const { environment, id } = deployment
      const message = `Deployment ${id} to ${environment} is ${state}`
      return Effect.fail(
        new DeploymentFailed({
          ...place,
          deployment_id: id,
          environment,
          state,
          description,
          log_url: log_url || null,
          message
        })
      )
    },
    timedOut: (_, after) =>
      new AwaitTimedOut({
        ...place,
        awaited: "deployment",
        after,
        message: `The deployment has not succeeded after ${Duration.format(after)}`
      }),
    schedule,
    timeout
  })
}, observed)
