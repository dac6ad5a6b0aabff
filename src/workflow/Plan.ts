/**
 * Plans a program: what it would write, without writing it. A plan that somebody has approved is then carried out exactly.
 *
 * ```ts
 * const plan = yield* Plan.dryRun(Sync.labels({ owner, repo, labels }, { prune: true }))
 * yield* Effect.log(Plan.table(plan))
 * yield* Plan.apply(plan)
 * ```
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { Forge } from "../forge/Forge.ts"
import * as Transport from "../rest/Transport.ts"
import { observed, observedAround } from "./internal/observed.ts"
import * as Applying from "./internal/plan/apply.ts"
import * as Bodies from "./internal/plan/bodies.ts"
import * as Costs from "./internal/plan/cost.ts"
import { generator } from "./internal/plan/generator.ts"
import * as Recorder from "./internal/plan/recorder.ts"
import * as Show from "./internal/plan/show.ts"
import * as Symbols from "./internal/plan/symbols.ts"
import type { Applied, ApplyFailure, ValueOf } from "./PlanError.ts"
import type { ApplyOptions, Cost, Plan } from "./PlanTypes.ts"

export * from "./PlanError.ts"
export * from "./PlanTypes.ts"

/**
 * Runs a program without its writes: sends its reads, records its writes, and returns the list of them.
 *
 * **Details**
 *
 * The answer to a write is not known. Fields that the input determines have their values (a title, a name, the parents
 * of a commit); the others are placeholders: the program may pass them on, into paths, texts and further inputs, and
 * the plan shows them by name, such as `‹Git.createTree.sha of write 2›`. If the program reads something that it can
 * only branch on (a boolean, a state, a count, a list, a time), or computes with a placeholder, the plan ends:
 * `Stopped`, with the value. Nothing that the program does after that is sent or recorded, including its finalizers.
 *
 * A read of what the plan writes is answered from the plan, or planned as well. A listing of issues, pull requests, releases
 * or comments has what the service lists now, with what the writes do to it, where its filters (`state`, `labels`, `head`, `base`)
 * tell which items it has: what a write has changed in them can be passed on, or ends the plan. Other reads are sent, and
 * `apply` asks for them again. Operations that only read, such as `Releases.generateNotes`, are sent whatever their method is.
 *
 * **Gotchas**
 *
 * A text or a number that is not known yet differs from all others, and the plan cannot tell that a program has
 * compared it: a comparison for equality is planned as if it were false. A field that may be null counts as not null,
 * which `apply` verifies.
 *
 * A hash of such a value is not found again, nor is a value in bytes of more than 64 KiB, or a part of less than 7 letters.
 * A GraphQL query does not see planned REST writes, or the other way round. A plan does not know that a merge makes
 * another pull request conflict.
 *
 * A write with a client that the program creates, such as that of an installation, ends the plan: plan the inner program.
 *
 * Waits take their normal time, and everything that the program does elsewhere really happens.
 */
export const dryRun = Effect.fn("Plan.dryRun")(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.fn.Return<Plan<E>, never, R | Forge> {
  const seed = yield* Effect.all(Array.from({ length: 4 }, () => Random.nextInt))
  const { rootOf } = yield* Forge
  const symbols = Symbols.make(generator(seed))
  const recorder = Recorder.make(rootOf, symbols)
  const planned = Transport.around({
    request: recorder.send,
    // Inside `Durable.steps`, writes would be carried out.
    carryOut: (_write, _input, next) => next
  })
  const exit = yield* Effect.updateService(effect, Forge, planned).pipe(
    Effect.provideService(Transport.InsteadOfWrites, recorder.elsewhere),
    Effect.exit
  )
  const writes = yield* Bodies.read(recorder.writes, recorder.bodies, symbols)
  const reads = recorder.reads()
  const ended = (end: Plan<E>["end"]): Plan<E> => Applying.keep({ writes, reads, end }, recorder.bodies)

  const stopped = recorder.stopped()
  if (stopped !== undefined) return ended({ _tag: "Stopped", error: stopped })
  if (Exit.isSuccess(exit)) return ended({ _tag: "Completed" })
  const error = Exit.findErrorOption(exit)
  if (Option.isSome(error)) return ended({ _tag: "Failed", error: error.value })
  // The cast is safe: the cause holds no failure, only a defect or an interruption, which are not a plan.
  return yield* Effect.failCause(exit.cause as Cause.Cause<never>)
}, observedAround)

/**
 * Carries out a plan: exactly its writes, in their order, with the values from the answers in place of those that were
 * not known. Returns how far it came, which is the end.
 *
 * **Details**
 *
 * First, it reads again everything that the plan was based on. If something has changed, it fails with `PlanOutdated`,
 * and nothing is written. Counts of stars and the like may differ.
 *
 * If a write fails, it fails with `PlanHalted`, whose `applied` says how far it came. Pass it as `after` to continue
 * there. A process that may be killed stores what `onProgress` reports: it is called before and after each write. A
 * write whose response is lost is looked for before it is sent again, where its operation can be found (`foundBy`).
 * If it cannot be found, it fails with a `PlanHalted` whose `applied.inDoubt` is true, and continuing fails with
 * `PlanNotApplicable`, as does the plan of a program that fails. It fails with `AnswerDiffers` in a `PlanHalted` if an
 * answer is not what the program assumed.
 *
 * A plan that was stored lacks its secrets, and bodies of more than 64 KiB: `secret` and `bytes` supply them.
 *
 * **Gotchas**
 *
 * What is read by downloads and GraphQL is not compared, unless it has an ETag. What happens between the reads and the last
 * write is not noticed, as in the program itself, which does more about it: `apply` does not try again where a branch moves.
 */
export const apply: <E, E2 = never, R = never, R2 = never>(
  plan: Plan<E>,
  options?: ApplyOptions<E2, R, R2>
) => Effect.Effect<Applied, E2 | ApplyFailure, Forge | R | R2> = Effect.fn("Plan.apply")(function* <E, E2, R, R2>(
  plan: Plan<E>,
  options: ApplyOptions<E2, R, R2> = {}
): Effect.fn.Return<Applied, E2 | ApplyFailure, Forge | R | R2> {
  return yield* Applying.apply(plan, options)
}, observed)

/** The name by which a plan shows a value that is not known yet. */
export const nameOf: (value: ValueOf) => string = Symbols.nameOf

/** What it costs to carry out a plan, and to check first whether it is still valid. */
export const cost: <E>(plan: Plan<E>) => Cost = Costs.cost

/** A plan as a table for terminals. */
export const table: <E>(plan: Plan<E>) => string = Show.table

/**
 * A plan as Markdown, for a comment: `Report.plan` keeps one up to date. It has at most 64,512 characters, which leave room
 * in a comment for a title and a mark. Bodies that do not fit are left out.
 */
export const markdown: <E>(plan: Plan<E>) => string = Show.markdown
