/**
 * Reports a program to the service: as the check of a commit while it runs, or as a plan before.
 *
 * ```ts
 * lint.pipe(Report.check({ owner, repo, head_sha: sha, name: "lint" }))
 * ```
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Checks from "../forge/Checks.ts"
import type { Forge } from "../forge/Forge.ts"
import type { CheckAnnotation } from "../forge/schema/CheckInput.ts"
import type { IssueComment } from "../forge/schema/IssueComment.ts"
import * as CallSite from "../rest/CallSite.ts"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { failureOf } from "./internal/failures.ts"
import { NewId } from "./internal/newId.ts"
import { observed, observedAround } from "./internal/observed.ts"
import { markdown } from "./internal/plan/show.ts"
import type { Plan } from "./PlanTypes.ts"
import * as Upsert from "./Upsert.ts"

/** What a check shows when its program has ended. */
export interface Output {
  /** One line. Default: `Succeeded`, `Failed` or `Cancelled`. */
  readonly title?: string | undefined
  /** Markdown. Default: the error of a failure, and the title otherwise. */
  readonly summary?: string | undefined
  /** Details as Markdown. */
  readonly text?: string | undefined
  /** Remarks on lines of files, any number of them. */
  readonly annotations?: ReadonlyArray<CheckAnnotation> | undefined
  /** The result. Default: `success`, `failure`, or `cancelled` for an interruption. */
  readonly conclusion?: "success" | "failure" | "neutral" | "cancelled" | "skipped" | "timed_out" | undefined
}

/** The check, and what it shows. */
export interface Options<in A = never, in E = never> {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The full sha of the commit. */
  readonly head_sha: string
  /** Name of the check. */
  readonly name: string
  /** Where the details are. Default: the App's home page. */
  readonly details_url?: string | undefined
  /** What the check shows at its end, by the exit of the program. */
  readonly output?: ((exit: Exit.Exit<A, E>) => Output) | undefined
}

/** What reporting can fail with. */
export const Failure = failureOf([NotFound, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Runs a program as a check of a commit: the check run is in progress while the program runs, and completed when it ends,
 * even if it is interrupted. Only GitHub Apps can have check runs.
 *
 * **Details**
 *
 * The conclusion is `success`, `failure` (a failure or a defect) or `cancelled` (an interruption). `output` adds what
 * was found, such as annotations made from the errors. The result is that of the program. If the program fails, a
 * failure to report that is only logged. If it succeeds, that failure is the result.
 *
 * The program does not start unless the check run was created. When this has ended, the run is completed, unless the
 * report failed, or the process was killed: then it stays in progress.
 *
 * Inside `Durable.steps`, the run stays in progress while the workflow is suspended or moves to another process, and
 * is completed there. A workflow that is interrupted for good cancels it.
 *
 * **Gotchas**
 *
 * Unless `output` says otherwise, the messages of errors are shown to everybody who can read the repository. An
 * interruption waits for the report.
 */
export const check: {
  <A, E>(options: Options<A, E>): <R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Failure, R | Forge>
  <A, E, R>(self: Effect.Effect<A, E, R>, options: Options<A, E>): Effect.Effect<A, E | Failure, R | Forge>
} = CallSite.naming((name) =>
  dual(2, <A, E, R>(self: Effect.Effect<A, E, R>, options: Options<A, E>): Effect.Effect<A, E | Failure, R | Forge> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { head_sha, owner, repo } = options
        const newId = yield* NewId
        const external_id = yield* newId(`check ${owner}/${repo} ${head_sha} ${options.name}`)
        const begin = restore(Write.once(Checks.create, begun(options, external_id), { key: external_id }))
        // The interrupted request may have created the run.
        const { id } = yield* name(Effect.onInterrupt(begin, () => Effect.ignore(cancel(options, external_id))))
        const exit = yield* Effect.exit(restore(self))
        const report = name(complete(options, id, outputOf(exit, options)))
        yield* Exit.isSuccess(exit)
          ? report
          : report.pipe(
              Effect.catch((error) => Effect.logWarning(`The check ${options.name} stays in progress`, error))
            )
        return yield* exit
      })
    ).pipe(
      (checked) => observedAround(checked, options),
      Effect.withSpan("Report.check", { attributes: { "forgecast.check": options.name } })
    )
  )
)

const begun = <A, E>({ details_url, head_sha, name, owner, repo }: Options<A, E>, external_id: string) =>
  ({ owner, repo, head_sha, name, details_url, external_id, status: "in_progress" }) as const

/** Completes a run whose creation was interrupted, if there is one. */
const cancel = <A, E>(options: Options<A, E>, external_id: string) =>
  Checks.listRuns({ ...placeOf(options), ref: options.head_sha, check_name: options.name, filter: "all" }).pipe(
    Stream.filter((run) => run.external_id === external_id),
    Stream.runHead,
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.void,
        onSome: ({ id }) => complete(options, id, outputOf(Exit.interrupt(), options))
      })
    )
  )

/** The most annotations of one update. */
const mostAnnotations = 50

/** Completes a run. What does not fit in one update is added before. */
const complete = <A, E>(options: Options<A, E>, check_run_id: number, { annotations, conclusion, ...words }: Ended) => {
  const batches = Array.from({ length: Math.max(1, Math.ceil(annotations.length / mostAnnotations)) }, (_, index) =>
    annotations.slice(index * mostAnnotations, (index + 1) * mostAnnotations)
  )
  return Effect.forEach(
    batches,
    (annotations, index) =>
      Write.once(
        Checks.update,
        {
          ...placeOf(options),
          check_run_id,
          output: { ...words, annotations },
          ...(index === batches.length - 1 ? { conclusion } : undefined)
        },
        { key: `check/${check_run_id}/${index}` }
      ),
    { discard: true }
  )
}

const placeOf = ({ owner, repo }: { readonly owner: string; readonly repo: string }) => ({ owner, repo })

/** An output whose defaults are filled in. */
interface Ended {
  readonly title: string
  readonly summary: string
  readonly text?: string | undefined
  readonly annotations: ReadonlyArray<CheckAnnotation>
  readonly conclusion: NonNullable<Output["conclusion"]>
}

const outputOf = <A, E>(exit: Exit.Exit<A, E>, { output }: Options<A, E>): Ended => {
  const given = output?.(exit) ?? {}
  const usual = usualOf(exit)
  const title = given.title ?? usual.title
  return {
    title,
    summary: given.summary ?? (usual.conclusion === "failure" ? fenced(exit) : title),
    text: given.text,
    annotations: given.annotations ?? [],
    conclusion: given.conclusion ?? usual.conclusion
  }
}

const usualOf = (exit: Exit.Exit<unknown, unknown>): Pick<Ended, "title" | "conclusion"> => {
  if (Exit.isSuccess(exit)) return { title: "Succeeded", conclusion: "success" }
  return Cause.hasInterruptsOnly(exit.cause)
    ? { title: "Cancelled", conclusion: "cancelled" }
    : { title: "Failed", conclusion: "failure" }
}

/** The errors of a failure as Markdown, without their stack traces. */
const fenced = (exit: Exit.Exit<unknown, unknown>): string => {
  const messages = Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause).map(({ message }) => message) : []
  return ["```text", messages.join("\n").slice(0, 10_000), "```"].join("\n")
}

/** What showing a plan can fail with. */
export const PlanFailure = Upsert.Failure
export type PlanFailure = typeof PlanFailure.Type

/** Where a plan is shown. */
export interface PlanOptions {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the issue or pull request. */
  readonly issue_number: number
  /** What is above the plan: a line of Markdown, at most 500 characters. Default: `### Plan`. */
  readonly title?: string | undefined
  /** Names the comment, so that the next plan takes its place. Default: `plan`. */
  readonly key?: string | undefined
  /** Login of the user whose comment counts, as in `Upsert.comment`. Default: the authenticated user. */
  readonly creator?: string | undefined
}

/**
 * Shows a plan in a comment of an issue or pull request: its writes, with their bodies, how far it reaches, and what it costs.
 * The next plan with the same key takes its place.
 *
 * **Gotchas**
 *
 * Everybody who can read the repository sees what the plan would write. Secrets are not in it.
 */
export const plan: <E>(
  plan: Plan<E>,
  options: PlanOptions
) => Effect.Effect<Upsert.Upserted<IssueComment>, PlanFailure, Forge> = Effect.fn("Report.plan")(function* <E>(
  plan: Plan<E>,
  { creator, issue_number, key = "plan", owner, repo, title = "### Plan" }: PlanOptions
) {
  const body = `${title.slice(0, 500)}\n\n${markdown(plan)}`
  return yield* Upsert.comment({ owner, repo, issue_number, body }, { key, creator })
}, observed)
