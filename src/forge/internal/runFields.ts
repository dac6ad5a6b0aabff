/** What operations of `Actions` share: fields of inputs, and how writes are found again. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Look } from "../../rest/FoundBy.ts"
import * as Wire from "../../rest/Wire.ts"
import { both, Flag, inRepo, Name, Ordinal } from "./fields.ts"
import { most, ofSearchedRuns } from "./search.ts"

/** How many workflow runs the service returns at most. */
export const mostRuns = { ...most, by: ofSearchedRuns }

/** The filters of workflow runs. */
export const RunFilters = {
  /** Only the runs that this account has triggered: its login. */
  actor: Name,
  /** Only the runs of this branch. */
  branch: Name,
  /** Only the runs that this event has triggered, such as `push`, `pull_request` or `workflow_dispatch`. */
  event: Name,
  /** Only the runs with this status, or with this conclusion. */
  status: Schema.optional(
    Schema.Literals([
      "completed",
      "action_required",
      "cancelled",
      "failure",
      "neutral",
      "skipped",
      "stale",
      "success",
      "timed_out",
      "in_progress",
      "queued",
      "requested",
      "waiting",
      "pending"
    ])
  ),
  /** When the runs were created, as searches write it: `>=2026-01-01`, or `2026-01-01..2026-01-07T12:00:00Z`. */
  created: Name,
  /** Whether to leave `pull_requests` empty. Default: false. */
  exclude_pull_requests: Flag,
  /** Only the runs of this check suite. */
  check_suite_id: Schema.optional(Ordinal),
  /** Only the runs of this commit: its full sha. */
  head_sha: Name
}

/** The values of a workflow's inputs. */
export const WorkflowInputs = Schema.optional(
  Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])).check(
    Schema.isMaxProperties(25, { expected: "at most 25 inputs" })
  )
)

/** The path of a workflow. */
export const WorkflowPath = inRepo({
  /** The file of the workflow in `.github/workflows`, such as `build.yml`, or its id. */
  workflow_id: Schema.Union([Ordinal, Schema.NonEmptyString])
})

/** The path of a workflow run. */
export const RunPath = inRepo({
  /** The `id` of the run. */
  run_id: Ordinal
})

/** The path of an attempt of a workflow run. */
export const AttemptPath = both(RunPath, {
  /** Number of the attempt, from 1: the `run_attempt` of a run. */
  attempt_number: Ordinal
})

/** The path of a job. */
export const JobPath = inRepo({
  /** The `id` of the job. */
  job_id: Ordinal
})

/** The path of an artifact. */
export const ArtifactPath = inRepo({
  /** The `id` of the artifact. */
  artifact_id: Ordinal
})

/** Whether runs come without their pull requests. */
export const WithoutPulls = {
  /** Whether to leave `pull_requests` empty. Default: false. */
  exclude_pull_requests: Flag
}

/** Whether the runner of another attempt logs more. */
export const Debugged = {
  /** Whether the runner logs more. Default: false. */
  enable_debug_logging: Flag
}

const Progress = Schema.Struct({ status: Wire.nullable(Schema.String), conclusion: Wire.nullable(Schema.String) })

const OfRun = Schema.Struct({ run_id: Schema.Int })

interface OnRun {
  readonly owner: string
  readonly repo: string
  readonly run_id: number
}

const progressIf = (input: OnRun, look: Look, isDone: (progress: typeof Progress.Type) => boolean) =>
  Effect.map(
    look.get("/repos/{owner}/{repo}/actions/runs/{run_id}", Progress, { input }),
    Option.flatMap((progress) => (isDone(progress) ? Option.some(undefined) : Option.none()))
  )

/** A run that has begun again since its job was asked to. */
export const JobRerun = {
  by: "status",
  find: (input: { readonly owner: string; readonly repo: string; readonly job_id: number }, look: Look) =>
    Effect.gen(function* () {
      const job = yield* look.get("/repos/{owner}/{repo}/actions/jobs/{job_id}", OfRun, { input })
      if (Option.isNone(job)) return Option.none()
      return yield* Rerun.find({ ...input, run_id: job.value.run_id }, look)
    })
} as const

/** Only a completed run can be started again, so one that is not completed was. */
export const Rerun = {
  by: "status",
  find: (input: OnRun, look: Look) => progressIf(input, look, ({ status }) => status !== "completed")
} as const

/** How a cancellation is found again. */
export const Cancelled = {
  by: "conclusion",
  find: (input: OnRun, look: Look) => progressIf(input, look, ({ conclusion }) => conclusion === "cancelled")
} as const

/** A run that waits for an approval has this conclusion, so one without it was approved. */
export const Approved = {
  by: "conclusion",
  find: (input: OnRun, look: Look) => progressIf(input, look, ({ conclusion }) => conclusion !== "action_required")
} as const
