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
 * The answer to a write is not known. Fields that the input determines are as it says (a title, a name, the parents of a
 * commit); others stand for what will be known: the program may pass them on, into paths, texts and further inputs, and the
 * plan shows them by their names, such as `‹Git.createTree.sha of write 2›`. Where the program reads something that it can
 * only branch on (a truth, a state, a count, a list, a time), or computes with a value, the plan ends: `Stopped`, with the
 * value. Nothing that the program does after that is sent or recorded, its finalizers included.
 *
 * A read of what the plan writes is answered from the plan, or planned as well. A listing of issues, pull requests, releases
 * or comments has what the service lists now, with what the writes do to it, where its filters (`state`, `labels`, `head`, `base`)
 * tell which items it has: what a write has changed in them can be passed on, or ends the plan. Other reads are sent, and
 * `apply` asks for them again. Operations that only read, such as `Releases.generateNotes`, are sent whatever their method is.
 *
 * **Gotchas**
 *
 * A text or a number that is not known yet differs from all others, and nothing tells that a program has compared it: a
 * comparison for equality is planned as if it did not hold. A field that may be null counts as one that is not, which
 * `apply` makes sure of.
 *
 * A hash of such a value is not found again, nor is a value in bytes of more than 64 KiB, or a part of less than 7 letters.
 * A query of GraphQL does not see planned writes by REST, nor the other way round. That a merge makes another pull request
 * conflict is in no plan.
 *
 * A write by a client that the program makes, such as that of an installation, ends the plan: plan what is inside.
 *
 * Waits last as long as they do, and everything that the program does elsewhere happens.
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
 * Carries out a plan: exactly its writes, in their order, with what the answers say in the place of values that were not
 * known. Returns how far it is, which is the end.
 *
 * **Details**
 *
 * First, it asks again for all that the plan was built on, and fails with `PlanOutdated` if the service has moved: nothing is
 * written then. Counts of stars and the like may differ.
 *
 * If a write fails, it fails with `PlanHalted`, whose `applied` says how far it is. Pass it as `after` to go on there. A
 * process that may be killed stores what `onProgress` tells: it is called before each write and after it. A write whose
 * response is lost is looked for before it is sent again, where its operation can be found (`foundBy`). Where it cannot,
 * it fails with `PlanHalted` whose `applied.inDoubt` is true, and going on fails with `PlanNotApplicable`, as does a program that
 * fails. It fails with `AnswerDiffers` in a `PlanHalted` if an answer is not what the program has taken it for.
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

/** What it costs to carry out a plan, and to check before that whether it still holds. */
export const cost: <E>(plan: Plan<E>) => Cost = Costs.cost

/** A plan as a table for terminals. */
export const table: <E>(plan: Plan<E>) => string = Show.table

/**
 * A plan as Markdown, for a comment: `Report.plan` keeps one up to date. It has at most 64,512 characters, which leave room
 * in a comment for a title and a mark. Bodies that do not fit are left out.
 */
export const markdown: <E>(plan: Plan<E>) => string = Show.markdown
