/**
 * Check runs of commits, which GitHub Apps create, and their suites: the runs of one App for one commit. For the statuses
 * that other services set, see `Statuses`.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Look } from "../rest/FoundBy.ts"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Timestamp from "../rest/Timestamp.ts"
import * as Wire from "../rest/Wire.ts"
import * as Forge from "./Forge.ts"
import { anyCase } from "./internal/anyCase.ts"
import { both, FullSha, inRepo, Name, Ordinal, RepoPath, Since, Text } from "./internal/fields.ts"
import { ChangedCheckOutput, CheckAction, NewCheckOutput } from "./schema/CheckInput.ts"
import { CheckRun } from "./schema/CheckRun.ts"
import { CheckRunAnnotation } from "./schema/CheckRunAnnotation.ts"
import { AutoTrigger, CheckSuite, CheckSuitePreferences } from "./schema/CheckSuite.ts"

/** GitHub alone sets the others. */
const Status = Schema.optional(Schema.Literals(["queued", "in_progress", "completed"]))

const CommitPath = inRepo({
  /** A sha, a branch or a tag. */
  ref: Schema.NonEmptyString
})

const RunFilters = {
  /** Only the runs with this name. */
  check_name: Text,
  /** Only the runs with this status. */
  status: Status,
  /** `latest` has the newest run of each check, `all` has every run. Default: latest. */
  filter: Schema.optional(Schema.Literals(["latest", "all"]))
}

/**
 * Lists the check runs of a commit. `ref` is a sha, a branch or a tag. `.page` also returns the `total_count`.
 *
 * Filters: `check_name`; `status`; `filter`: `latest` (default, the newest run of each check) or `all`; `app_id`. If a
 * commit has more than 1,000 check suites, the service considers the newest 1,000 only.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/check-runs
 */
export const listRuns = Forge.listing("Checks.listRuns", "GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
  path: CommitPath,
  query: both(RunFilters, {
    /** Only the runs of this GitHub App. */
    app_id: Schema.optional(Ordinal)
  }),
  item: CheckRun,
  envelope: "check_runs",
  errors: [NotFound, ValidationFailed]
})

const RunPath = inRepo({
  /** The `id` of the run. */
  check_run_id: Ordinal
})

/**
 * Gets a check run.
 *
 * GET /repos/{owner}/{repo}/check-runs/{check_run_id}
 */
export const get = Forge.operation("Checks.get", "GET /repos/{owner}/{repo}/check-runs/{check_run_id}", {
  path: RunPath,
  success: CheckRun,
  errors: [NotFound]
})

/**
 * Lists the annotations of a check run: its remarks on lines of files, in the order in which they were added.
 *
 * GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations
 */
export const listAnnotations = Forge.listing(
  "Checks.listAnnotations",
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
  {
    path: RunPath,
    item: CheckRunAnnotation,
    errors: [NotFound]
  }
)

const Actions = Schema.optional(
  Schema.Array(CheckAction).check(Schema.isMaxLength(3, { expected: "at most 3 actions" }))
)

const Conclusion = Schema.optional(
  Schema.Literals(["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"])
)

const concluded = {
  path: "conclusion",
  reason: "is required for a completed run",
  isBroken: ({ completed_at, conclusion, status }: Readonly<Record<string, unknown>>) =>
    conclusion === undefined && (status === "completed" || completed_at !== undefined)
}

/** The service keeps whole seconds. */
const isAt = (recorded: DateTime.Utc | null, given: Timestamp.Instant): boolean =>
  recorded !== null && secondsOf(recorded) === secondsOf(Timestamp.toUtc(given))

const secondsOf = (instant: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(instant) / 1_000)

const Runs = Schema.Struct({ check_runs: Schema.Array(CheckRun) })

/**
 * Creates a check run for a commit. `head_sha` is its full sha. Only GitHub Apps can (`Forbidden` otherwise).
 *
 * `status` defaults to `queued`, and `started_at` to now. A `conclusion` completes the run, and is required for
 * `completed`. `external_id` is the App's own id for the run: with it, `Write.once` tells runs of one name apart.
 *
 * POST /repos/{owner}/{repo}/check-runs · not retried when the service may have acted
 */
export const create = Forge.operation("Checks.create", "POST /repos/{owner}/{repo}/check-runs", {
  path: RepoPath,
  body: {
    /** Name of the check, such as `unit tests`. */
    name: Schema.NonEmptyString,
    /** The full sha of the commit. */
    head_sha: FullSha,
    /** The App's own id for the run. `Write.once` tells runs of one name apart by it. */
    external_id: Text,
    /** Where the App shows the run's details. Default: the App's home page. */
    details_url: Text,
    /** How far the run is. Default: queued. */
    status: Status,
    /** The result, which completes the run. Required when `status` is `completed`. */
    conclusion: Conclusion,
    /** When the run began, in whole seconds. */
    started_at: Since,
    /** When the run ended, in whole seconds. Needs a `conclusion`. */
    completed_at: Since,
    /** What the run found: a title, a summary, a text and annotations. */
    output: Schema.optional(NewCheckOutput),
    /** Buttons that request an action of the App, at most 3. */
    actions: Actions
  },
  rules: [concluded],
  success: CheckRun,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "name",
    find: (input, look) => {
      const { external_id = "", head_sha, name, started_at } = input
      const isIt = (run: CheckRun): boolean =>
        run.name === name &&
        run.head_sha === head_sha.toLowerCase() &&
        (run.external_id ?? "") === external_id &&
        // By default, a run starts when it is created.
        (started_at === undefined
          ? run.started_at !== null && !look.isEarlier(run.started_at)
          : isAt(run.started_at, started_at))
      const reading = {
        input: { ...input, ref: head_sha },
        query: { check_name: name, filter: "all", per_page: 100 }
      }
      return Effect.map(
        look.get("/repos/{owner}/{repo}/commits/{ref}/check-runs", Runs, reading),
        Option.flatMap(({ check_runs }) => Option.fromUndefinedOr(check_runs.find(isIt)))
      )
    }
  }
})

interface Change {
  readonly name?: string | undefined
  readonly external_id?: string | undefined
  readonly details_url?: string | undefined
  readonly status?: string | undefined
  readonly conclusion?: string | undefined
  readonly started_at?: Timestamp.Instant | undefined
  readonly completed_at?: Timestamp.Instant | undefined
  readonly output?: ChangedCheckOutput | undefined
}

const hasAll = <const K extends string>(
  recorded: { readonly [_ in K]: string | null } | null,
  given: { readonly [_ in K]?: string | undefined } | undefined,
  names: ReadonlyArray<K>
): boolean => names.every((name) => given?.[name] === undefined || given[name] === recorded?.[name])

/** Whether a run is as the change makes it. */
const isChanged = (run: CheckRun, change: Change): boolean =>
  hasAll(run, change, ["name", "external_id", "details_url", "conclusion"]) &&
  run.status === (change.conclusion === undefined ? (change.status ?? run.status) : "completed") &&
  (change.started_at === undefined || isAt(run.started_at, change.started_at)) &&
  (change.completed_at === undefined || isAt(run.completed_at, change.completed_at)) &&
  hasAll(run.output, change.output, ["title", "summary", "text"])

/** What tells one annotation from another. */
const Noted = Schema.Struct({
  path: Schema.String,
  start_line: Schema.Int,
  message: Wire.nullable(Schema.String)
})

/**
 * Changes a check run. Only the given fields change; `output` needs its `summary`. A `conclusion` completes the run. Only
 * the GitHub App that created it can change it (`Forbidden` otherwise).
 *
 * Every update adds its `annotations` to those of the run. So it is not retried when the service may have acted: use
 * `Write.once`.
 *
 * PATCH /repos/{owner}/{repo}/check-runs/{check_run_id} · not retried when the service may have acted
 */
export const update = Forge.operation("Checks.update", "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
  path: RunPath,
  body: {
    /** Name of the check, such as `unit tests`. */
    name: Name,
    /** The App's own id for the run. `Write.once` tells runs of one name apart by it. */
    external_id: Text,
    /** Where the App shows the run's details. Default: the App's home page. */
    details_url: Text,
    /** How far the run is. */
    status: Status,
    /** The result, which completes the run. Required when `status` is `completed`. */
    conclusion: Conclusion,
    /** When the run began, in whole seconds. */
    started_at: Since,
    /** When the run ended, in whole seconds. Needs a `conclusion`. */
    completed_at: Since,
    /** What the run found. Its annotations are added to those that the run has. */
    output: Schema.optional(ChangedCheckOutput),
    /** Buttons that request an action of the App, at most 3. */
    actions: Actions
  },
  rules: [concluded],
  success: CheckRun,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "content",
    find: (input, look) =>
      Effect.gen(function* () {
        const run = Option.filter(
          yield* look.get("/repos/{owner}/{repo}/check-runs/{check_run_id}", CheckRun, { input }),
          (run) => isChanged(run, input)
        )
        const last = input.output?.annotations?.at(-1)
        if (last === undefined || Option.isNone(run)) return run
        const noted = yield* look.first(
          "/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
          Noted,
          ({ message, path, start_line }) =>
            path === last.path && start_line === last.start_line && message === last.message,
          { input }
        )
        return Option.flatMap(noted, () => run)
      })
  }
})

const Suite = Schema.Struct({ status: Wire.nullable(anyCase(["queued", "in_progress", "completed"])) })

/** Whether a suite is queued. */
const queued = (input: object, look: Look) =>
  Effect.map(
    look.get("/repos/{owner}/{repo}/check-suites/{check_suite_id}", Suite, { input }),
    Option.flatMap(({ status }) => (status === "queued" ? Option.some(undefined) : Option.none()))
  )

/**
 * Asks the GitHub App of a completed check run to run it again. The service tells the App by a webhook, and sets the
 * suite of the run to `queued`. The run stays as it is until the App changes it.
 *
 * Fails with `Forbidden` for the runs of another App, and with `ValidationFailed` for a run that cannot be requested
 * again. `Write.once` finds the request by the run or its suite, which are no longer completed.
 *
 * POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest · not retried when the service may have acted
 */
export const rerequest = Forge.operation(
  "Checks.rerequest",
  "POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest",
  {
    path: RunPath,
    statuses: [201, 204, 205],
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "state",
      find: (input, look) =>
        Effect.gen(function* () {
          const run = yield* look.get("/repos/{owner}/{repo}/check-runs/{check_run_id}", CheckRun, { input })
          if (Option.isNone(run)) return Option.none()
          // The App has begun already.
          if (run.value.status !== "completed") return Option.some(undefined)
          // A suite in progress may be so for the sake of its other runs.
          return yield* queued({ ...input, check_suite_id: run.value.check_suite?.id ?? 0 }, look)
        })
    }
  }
)

const SuitePath = inRepo({
  /** The `id` of the suite. */
  check_suite_id: Ordinal
})

/**
 * Lists the check suites of a commit. `ref` is a sha, a branch or a tag. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/commits/{ref}/check-suites
 */
export const listSuites = Forge.listing("Checks.listSuites", "GET /repos/{owner}/{repo}/commits/{ref}/check-suites", {
  path: CommitPath,
  query: {
    /** Only the suite of this GitHub App. */
    app_id: Schema.optional(Ordinal),
    /** Only the suites that have a run with this name. */
    check_name: Text
  },
  item: CheckSuite,
  envelope: "check_suites",
  errors: [NotFound, ValidationFailed]
})

/**
 * Gets a check suite.
 *
 * GET /repos/{owner}/{repo}/check-suites/{check_suite_id}
 */
export const getSuite = Forge.operation("Checks.getSuite", "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}", {
  path: SuitePath,
  success: CheckSuite,
  errors: [NotFound]
})

/**
 * Lists the check runs of a suite. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs
 */
export const listRunsForSuite = Forge.listing(
  "Checks.listRunsForSuite",
  "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs",
  {
    path: SuitePath,
    query: RunFilters,
    item: CheckRun,
    envelope: "check_runs",
    errors: [NotFound]
  }
)

/**
 * Creates a check suite for a commit, or returns the one that the App has for it. Only GitHub Apps can (`Forbidden`
 * otherwise). Pushes and `create` make suites automatically, unless `setSuitePreferences` has switched that off.
 *
 * POST /repos/{owner}/{repo}/check-suites
 */
export const createSuite = Forge.operation("Checks.createSuite", "POST /repos/{owner}/{repo}/check-suites", {
  path: RepoPath,
  body: {
    /** The full sha of the commit. */
    head_sha: FullSha
  },
  success: CheckSuite,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Asks the GitHub App of a check suite to run all of its checks again. The service tells the App by a webhook, and sets
 * the suite to `queued`.
 *
 * `Write.once` finds the request by the suite, which is `queued`.
 *
 * POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest · needs write access · not retried when the service
 * may have acted
 */
export const rerequestSuite = Forge.operation(
  "Checks.rerequestSuite",
  "POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest",
  {
    path: SuitePath,
    statuses: [201, 204, 205],
    errors: [NotFound],
    foundBy: { by: "status", find: queued }
  }
)

/**
 * Sets for which GitHub Apps pushes create check suites, which they do by default. Other Apps stay as they are.
 *
 * PATCH /repos/{owner}/{repo}/check-suites/preferences · needs admin access
 */
export const setSuitePreferences = Forge.operation(
  "Checks.setSuitePreferences",
  "PATCH /repos/{owner}/{repo}/check-suites/preferences",
  {
    path: RepoPath,
    body: {
      /** The Apps by their ids, each with whether pushes create suites for it. */
      auto_trigger_checks: Schema.optional(Schema.Array(AutoTrigger))
    },
    success: CheckSuitePreferences,
    errors: [NotFound],
    repeatable: true
  }
)
