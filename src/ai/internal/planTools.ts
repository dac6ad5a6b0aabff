/** Tools of the plan of a session. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { Forge } from "../../forge/Forge.ts"
import type { Session } from "../Bounds.ts"
import * as Planning from "../Planning.ts"
import type { ShownApplied, ShownPlan } from "../PlanningTypes.ts"
import type { ToolAnswer } from "../ToolCall.ts"
import { dynamicTool } from "./dynamicTool.ts"
import * as Inputs from "./inputs.ts"
import { callOf, together } from "./operationTools.ts"
import { run } from "./run.ts"

interface PlanTool {
  readonly name: string
  /** Name of what it does, as bounds and recordings know it. */
  readonly operation: string
  readonly about: string
  readonly writes: boolean
  readonly answer: Effect.Effect<ToolAnswer, unknown, unknown>
}

const toolOf = ({ about, answer, name, operation, writes }: PlanTool) => {
  const input = Inputs.make({
    operation,
    fields: {},
    describe: () => undefined,
    isListing: false,
    shows: "nothing",
    changes: false,
    isStrict: false
  })
  // What is carried out is no longer planned.
  const tool = dynamicTool(name, { about, input, writes, destroys: writes, isRepeatable: true, isStrict: false })
  const handler = (params: unknown, { toolCallId }: { readonly toolCallId?: string | undefined }) => {
    const read = input.read(params)
    if (Result.isFailure(read)) return Effect.fail(read.failure)
    const call = callOf({
      tool: name,
      service: "plan",
      operation,
      declaration: undefined,
      input: {},
      page: undefined,
      writes,
      id: toolCallId
    })
    return run(call, answer, Forge)
  }
  return { tool, handler }
}

/** Makes the tools. */
export const make = <E, R>({ ask, session }: { readonly session: Session; readonly ask: Planning.Ask<E, R> }) => {
  /** What was approved, until all of it is carried out. */
  let open: Planning.Approved | undefined

  const close = (approved: Planning.Approved) =>
    Effect.suspend(() => {
      open = undefined
      return Planning.settle(session, approved)
    })

  const approved = Effect.gen(function* () {
    if (open !== undefined) return open
    const plan = yield* session.plan
    return yield* Planning.approve(plan, ask).pipe(
      Effect.tapErrorTag("NotApproved", () => session.settle(plan.calls, false)),
      Effect.tap((approved) => Effect.sync(() => (open = approved)))
    )
  })

  const show = Effect.map(session.plan, (plan): ToolAnswer => {
    const { calls, digest } = plan
    const view: ShownPlan = {
      digest,
      calls: calls.length,
      ...(calls.length === 0 ? {} : { table: Planning.table(plan) })
    }
    return { value: plan, view }
  })

  const apply = Effect.gen(function* () {
    const plan = yield* approved
    const writes = yield* Planning.apply(session, plan).pipe(
      // One that has halted goes on. Others do not hold any more.
      Effect.tapError((error) => (error._tag === "PlanHalted" ? Effect.void : close(plan)))
    )
    yield* close(plan)
    const rest = (yield* session.plan).calls.length
    const { digest } = plan.plan
    const view: ShownApplied = { digest, writes, ...(rest === 0 ? {} : { planned: rest }) }
    return { value: plan.plan, view }
  })

  // A model may call tools at the same time, and a person is asked once.
  const one = Semaphore.makeUnsafe(1)
  return together([
    toolOf({
      name: "plan_show",
      operation: "Planning.show",
      about: "Shows what this session has planned: each call with what it would write. Nothing of it is written yet.",
      writes: false,
      answer: show
    }),
    toolOf({
      name: "plan_apply",
      operation: "Planning.apply",
      about:
        "Asks a person to approve all that is planned, and carries out exactly that. Fails with NotApproved if the person " +
        "declines: the plan is then dropped. After PlanHalted, call it again to continue.",
      writes: true,
      answer: one.withPermits(1)(apply)
    })
  ])
}
