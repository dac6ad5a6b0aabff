/** Looks at the checks of a commit, and decides whether they pass. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Checks from "../../forge/Checks.ts"
import type { Forge } from "../../forge/Forge.ts"
import type { CheckRun } from "../../forge/schema/CheckRun.ts"
import type { CommitStatus } from "../../forge/schema/CommitStatus.ts"
import * as Statuses from "../../forge/Statuses.ts"
import type { Annotation, Appearing, Check, CheckStates, CommitInput, LookError } from "../CheckStates.ts"
import { ChecksFailed, ChecksTimedOut } from "../WorkflowError.ts"

/** How long to wait for a first check, unless told. */
export const usualAppearance = Duration.minutes(1)

const good = new Set<string | null>(["success", "neutral", "skipped"])

/** A check that counts. */
export interface Wanted {
  /** The context of a status, or the name of a check run. */
  readonly context: string
  /** The App that must report it; null for any. A status does not say which App has set it. */
  readonly app_id: number | null
}

/** The checks of these names, whoever reports them. */
export const named = (names: ReadonlyArray<string> | undefined): ReadonlyArray<Wanted> | undefined =>
  names?.map((context) => ({ context, app_id: null }))

const ofRun = (run: CheckRun): Check => ({
  kind: "run",
  id: run.id,
  name: run.name,
  verdict: run.status !== "completed" ? "pending" : good.has(run.conclusion) ? "passed" : "failed",
  state: run.conclusion ?? run.status,
  title: run.output.title,
  url: run.details_url ?? run.html_url
})

const ofStatus = (status: CommitStatus): Check => ({
  kind: "status",
  id: null,
  name: status.context,
  verdict: status.state === "success" ? "passed" : status.state === "pending" ? "pending" : "failed",
  state: status.state,
  title: status.description,
  url: status.target_url
})

const pageSize = 100

/** The newest status of each context. */
const statusesOf = (input: CommitInput) =>
  Stream.paginate(1, (page) =>
    Effect.map(
      Statuses.getCombined({ ...input, per_page: pageSize, page }),
      ({ statuses, total_count }) =>
        [statuses, total_count > page * pageSize ? Option.some(page + 1) : Option.none()] as const
    )
  ).pipe(Stream.runCollect)

/** Looks at the checks of a commit once: check runs and statuses together. Without `wanted`, all count. */
export const look = (
  input: CommitInput,
  wanted: ReadonlyArray<Wanted> | undefined
): Effect.Effect<CheckStates, LookError, Forge> =>
  Effect.zipWith(
    Stream.runCollect(Checks.listRuns(input)),
    statusesOf(input),
    (runs, statuses): CheckStates => {
      const all = [
        ...runs.map((run) => ({ check: ofRun(run), by: run.app?.id ?? null })),
        ...statuses.map((status) => ({ check: ofStatus(status), by: null }))
      ]
      const isIt =
        ({ app_id, context }: Wanted) =>
        ({ by, check: { name } }: (typeof all)[number]) =>
          name === context && (app_id === null || by === null || by === app_id)
      const counting = wanted === undefined ? all : all.filter((one) => wanted.some((each) => isIt(each)(one)))
      const checks = counting.map(({ check }) => check)
      const missing = (wanted ?? []).filter((each) => !counting.some(isIt(each))).map(({ context }) => context)
      const has = (verdict: Check["verdict"]) => checks.some((check) => check.verdict === verdict)
      return {
        verdict: has("failed") ? "failed" : has("pending") || missing.length > 0 ? "pending" : "passed",
        checks,
        missing
      }
    },
    { concurrent: true }
  )

/** Whether the checks have passed. Fails if one has failed. */
export const isGreen = (
  input: CommitInput,
  { checks, verdict }: CheckStates,
  elapsed: number,
  { appearance = usualAppearance, required }: Appearing & { readonly required: unknown }
): Effect.Effect<boolean, ChecksFailed, Forge> => {
  if (verdict === "failed") return checksFailed(input, checks)
  // Checks appear some seconds after a push.
  const mayAppear = checks.length === 0 && required === undefined && elapsed < Duration.toMillis(appearance)
  return Effect.succeed(verdict === "passed" && !mayAppear)
}

const checksFailed = Effect.fnUntraced(function* ({ owner, ref, repo }: CommitInput, checks: ReadonlyArray<Check>) {
  const failed = checks.filter(({ verdict }) => verdict === "failed")
  const annotations = yield* Effect.forEach(
    failed.filter(({ id }) => id !== null).slice(0, mostRuns),
    (check) => annotationsOf({ owner, repo }, check),
    { concurrency: "unbounded" }
  )
  const message = `Failed: ${namesOf(failed)}`
  return yield* new ChecksFailed({ owner, repo, ref, failed, annotations: annotations.flat(), message })
})

/** Of how many runs the annotations are read. */
const mostRuns = 10

/** The first page of a run's annotations. The checks have failed, whether or not they can be read. */
const annotationsOf = (
  repository: Pick<CommitInput, "owner" | "repo">,
  { id, name }: Check
): Effect.Effect<ReadonlyArray<Annotation>, never, Forge> =>
  Checks.listAnnotations.page({ ...repository, check_run_id: id ?? 0, per_page: pageSize }).pipe(
    Effect.map(({ items }) =>
      items.map(({ annotation_level: level, end_line, message, path, start_line, title }) => ({
        check: name,
        path,
        start_line,
        end_line,
        level,
        title,
        message
      }))
    ),
    Effect.catch(() => Effect.succeed([]))
  )

/** The failure of a wait whose time is over. */
export const timedOut = (
  { owner, ref, repo }: CommitInput,
  seen: CheckStates | undefined,
  after: Duration.Duration
): ChecksTimedOut => {
  const pending = seen?.checks.filter(({ verdict }) => verdict === "pending") ?? []
  const missing = seen?.missing ?? []
  const awaited = [...pending, ...missing.map((name) => ({ name }))]
  const message = `No result after ${Duration.format(after)}: ${awaited.length === 0 ? "the checks" : namesOf(awaited)}`
  return new ChecksTimedOut({ owner, repo, ref, pending, missing, after, message })
}

const namesOf = (checks: ReadonlyArray<{ readonly name: string }>): string => {
  const few = checks.slice(0, 5).map(({ name }) => name)
  return checks.length > few.length ? `${few.join(", ")} and ${checks.length - few.length} more` : few.join(", ")
}
