/**
 * The plan of a session as tools of a model: one that shows what is planned, and one that has it approved and carried out.
 *
 * ```ts
 * const session = yield* Bounds.make({ ...bounds, mode: "plan" })
 * const tools = PlanTools.toolkit({ session, ask: Planning.byComment({ owner, repo, issue_number }) })
 * ```
 *
 * **Details**
 *
 * A model can ask for a plan to be carried out. It cannot approve one: `plan_apply` asks a person about all that is planned, and
 * sends exactly that. A plan that is declined is dropped, and its calls can be planned again.
 */
import type { Forge } from "../forge/Forge.ts"
import type { Session } from "./Bounds.ts"
import { make } from "./internal/planTools.ts"
import type { Ask } from "./Planning.ts"
import type { ShownApplied, ShownPlan } from "./PlanningTypes.ts"
import type { AnyTool, Tools } from "./ToolTypes.ts"

/** Nothing is passed. */
export interface NoInput {}

/** The two tools. */
export type PlanTools = {
  /** Shows what is planned. */
  readonly plan_show: AnyTool<"plan_show", ShownPlan>
  /** Asks a person about what is planned, and carries it out. */
  readonly plan_apply: AnyTool<"plan_apply", ShownApplied>
}

/** What the tools take. */
export interface Inputs {
  /** It shows all that is planned. */
  readonly plan_show: NoInput
  /** It asks about all that is planned. */
  readonly plan_apply: NoInput
}

/** Whose plan it is, and who decides about it. */
export interface Options<E, R> {
  /** The session. Its `mode` is `plan`. */
  readonly session: Session
  /** Asks a person about a plan: a function of the program, `Planning.byComment`, or what a server asks its client. */
  readonly ask: Ask<E, R>
}

/**
 * Makes the tools of the plan of a session.
 *
 * `plan_apply` fails with `NotApproved` if the person declines. If a write fails, it fails with `PlanHalted`; called
 * again, it continues there without asking again. After any other failure, calls that were not carried out are dropped,
 * and can be planned again.
 */
export const toolkit = <E, R>(options: Options<E, R>): Tools<PlanTools, Inputs, Forge | R> =>
  // The cast is safe: the tools are made by these names, with these views.
  make(options) as never
