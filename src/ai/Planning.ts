/**
 * Plan, then act: what a session with `mode: "plan"` has planned is shown to a person, and exactly what that person
 * approves is carried out, once.
 *
 * ```ts
 * const session = yield* Bounds.make({ ...bounds, mode: "plan" })
 * yield* agent.pipe(Effect.provideService(ToolCall.ToolCalls, [session.step]))
 *
 * const plan = yield* session.plan
 * const approved = yield* Planning.approve(plan, Planning.byComment({ owner, repo, issue_number }))
 * yield* Planning.apply(session, approved)
 * ```
 *
 * **Details**
 *
 * Each call of a tool that would write is planned separately, as `Plan.dryRun` does, and the model is shown what it
 * would write. The service's answer is not known, so a model cannot use it in the same plan: the number of an issue
 * that the plan creates, for example. A workflow that is a tool can.
 */
import * as Effect from "effect/Effect"
import { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import type { Gone, NotFound, RequestError, ValidationFailed } from "../rest/RestError.ts"
import * as Transport from "../rest/Transport.ts"
import * as Write from "../rest/Write.ts"
import * as Await from "../workflow/Await.ts"
import * as Plan from "../workflow/Plan.ts"
import type { Session } from "./Bounds.ts"
import { refusalIn } from "./internal/refusal.ts"
import { NotApproved, type PlannedCall, type SessionPlan } from "./PlanningTypes.ts"
import type { ToolRefused } from "./ToolError.ts"

export * from "./PlanningTypes.ts"

declare const approval: unique symbol

/** A plan that a person has approved. Only `approve` makes one, and it is carried out once. */
export interface Approved {
  readonly [approval]: true
  /** The plan. */
  readonly plan: SessionPlan
}

/** How far an approved plan is. */
interface Progress {
  call: number
  after: Plan.Applied | undefined
}

const progressOf = new WeakMap<Approved, Progress>()

/**
 * Asks a person: returns whether the plan is approved. A function of the program, `byComment`, or what a server asks its
 * client by elicitation.
 */
export interface Ask<out E = never, out R = never> {
  (plan: SessionPlan): Effect.Effect<boolean, E, R>
}

/** Has a plan approved. Fails with `NotApproved` if it is not; a plan without writes needs no approval. */
export const approve: <E, R>(plan: SessionPlan, ask: Ask<E, R>) => Effect.Effect<Approved, E | NotApproved, R> =
  Effect.fn("Planning.approve")(function* <E, R>(plan: SessionPlan, ask: Ask<E, R>) {
    // What is approved is what was asked about, whatever happens to the object later.
    const asked = structuredCopy(plan)
    const writes = asked.calls.reduce((sum, call) => sum + call.plan.writes.length, 0)
    if (writes > 0 && !(yield* ask(asked))) {
      return yield* new NotApproved({ digest: plan.digest, message: `The plan ${plan.digest} is not approved` })
    }
    // The cast is safe: the symbol exists for the compiler alone.
    const approved = { plan: asked } as Approved
    progressOf.set(approved, { call: 0, after: undefined })
    return approved
  })

const structuredCopy = ({ calls, digest }: SessionPlan): SessionPlan => ({ calls: [...calls], digest })

/** What `apply` can fail with. */
export type ApplyFailure = Plan.ApplyFailure | NotApproved | ToolRefused

/**
 * Carries out an approved plan: exactly its writes, call by call, within the bounds of the session. Returns how many writes it
 * has sent: none if they were sent before.
 *
 * If a write fails, it fails with `PlanHalted`. Called again with the same approval, it continues there. It fails with
 * `PlanOutdated` if something has changed since a workflow of the plan read it, even through an earlier call of the
 * plan: plan the rest again. It fails with `ToolRefused` if a repository was renamed, or if the session's quota is used
 * up.
 */
export const apply: (session: Session, approved: Approved) => Effect.Effect<number, ApplyFailure, Forge> = Effect.fn(
  "Planning.apply"
)(function* (session: Session, approved: Approved) {
  const { plan } = approved
  const progress = progressOf.get(approved)
  if (progress === undefined) {
    return yield* new NotApproved({ digest: plan.digest, message: `Nobody has approved the plan ${plan.digest}` })
  }
  let sent = 0
  for (const call of plan.calls.slice(progress.call)) {
    const before = progress.after?.writes ?? 0
    const applied = Plan.apply(call.plan, {
      after: progress.after,
      onProgress: (applied) => Effect.sync(() => (progress.after = applied))
    }).pipe(
      // It knows better than what was told before the write whether that is in doubt.
      Effect.tapErrorTag("PlanHalted", (halted) => Effect.sync(() => (progress.after = halted.applied))),
      Effect.onExit(() => Effect.sync(() => (sent += (progress.after?.writes ?? before) - before)))
    )
    yield* bounded(session, call, applied)
    progress.call++
    progress.after = undefined
  }
  return sent
})

/**
 * What of an approved plan is not carried out yet: all of it, before `apply`. A call that stopped halfway is part of
 * it.
 */
export const rest = (approved: Approved): ReadonlyArray<PlannedCall> =>
  approved.plan.calls.slice(progressOf.get(approved)?.call ?? 0)

/**
 * Closes an approved plan: removes its calls from what the session has planned. Those that were carried out are done,
 * and are returned; the others are dropped, and can be planned again.
 */
export const settle: (session: Session, approved: Approved) => Effect.Effect<ReadonlyArray<PlannedCall>> = Effect.fn(
  "Planning.settle"
)(function* (session: Session, approved: Approved) {
  const { calls } = approved.plan
  const left = rest(approved)
  const done = calls.slice(0, calls.length - left.length)
  yield* session.settle(done, true)
  yield* session.settle(left, false)
  return done
})

/** Within the bounds of the session. A refusal is a defect on its way out of a request. */
const bounded = <A, E>(
  session: Session,
  call: PlannedCall,
  effect: Effect.Effect<A, E, Forge>
): Effect.Effect<A, E | ToolRefused, Forge> =>
  Effect.updateService(effect, Forge, Transport.around(session.applying(call))).pipe(
    Effect.catchCause((cause): Effect.Effect<never, E | ToolRefused> => {
      const refusal = refusalIn(cause)
      return refusal === undefined ? Effect.failCause(cause) : Effect.fail(refusal)
    })
  )

/** A plan as a table for terminals: each call with what it would write. */
export const table = ({ calls }: SessionPlan): string =>
  calls.map(({ plan, tool }) => `${tool}\n${Plan.table(plan)}`).join("\n\n")

/** A plan as Markdown, for a comment. It has at most 60,000 characters; calls that do not fit are counted. */
export const markdown = ({ calls, digest }: SessionPlan): string => {
  const shown: Array<string> = []
  let length = 0
  for (const { operation, plan } of calls) {
    const text = `### ${operation}\n\n${Plan.markdown(plan)}`
    length += text.length
    if (length > longest) break
    shown.push(text)
  }
  const left = calls.length - shown.length
  const more = left === 0 ? [] : [`And ${left} more calls, which do not fit.`]
  return [`## Plan ${digest}`, ...shown, ...more].join("\n\n")
}

const longest = 60_000

/** The issue or pull request where a plan is asked about, and who may answer. */
export interface CommentOptions {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the issue or pull request. */
  readonly issue_number: number
  /** What the person must be permitted to do there. Default: write. */
  readonly permission?: Await.Permission | undefined
  /** How long to wait for the answer. Default: that of `Await.comment`. */
  readonly timeout?: Await.CommentOptions["timeout"]
}

/** What `byComment` can fail with. */
export type CommentFailure = RequestError | NotFound | Gone | ValidationFailed | Await.CommentFailure

/**
 * Asks with a comment: it shows the plan, and waits until somebody answers `/approve` or `/decline` with its digest.
 * Comments of people without that permission do not count, nor do those about other plans. The requests are those of
 * the program, not of the session.
 *
 * It fails with `AwaitTimedOut` if nobody answers in time. A plan that does not fit into a comment is not approved.
 */
export const byComment =
  ({ issue_number, owner, permission = "write", repo, timeout }: CommentOptions): Ask<CommentFailure, Forge> =>
  (plan) =>
    Effect.gen(function* () {
      const shown = markdown(plan)
      if (shown.includes("more calls, which do not fit.")) return false
      const body = `${shown}\n\nAnswer \`/approve ${plan.digest}\` or \`/decline ${plan.digest}\`.`
      const place = { owner, repo, issue_number }
      const asked = yield* Write.once(Issues.createComment, { ...place, body }, { key: `plan-${plan.digest}` })
      let after = asked.id
      while (true) {
        const command = ["/approve", "/decline"]
        const given = yield* Await.comment(place, { command, after, permission, timeout })
        if (given.args[0] === plan.digest) return given.command === "/approve"
        after = given.comment.id
      }
    })
