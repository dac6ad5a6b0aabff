/** The step of a session around calls of tools. */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Forge } from "../../../forge/Forge.ts"
import * as Transport from "../../../rest/Transport.ts"
import * as Write from "../../../rest/Write.ts"
import * as Plan from "../../../workflow/Plan.ts"
import type { PlannedCall } from "../../PlanningTypes.ts"
import type { ToolAnswer, ToolCall, ToolStep } from "../../ToolCall.ts"
import { type ToolFailure, ToolRefused } from "../../ToolError.ts"
import { refusalIn } from "../refusal.ts"
import { redact } from "../secrets.ts"
import { countTool, guard, inspecting, type Mode, type Session } from "./guard.ts"
import * as Repeats from "./repeats.ts"
import { notice } from "./texts.ts"

/** What a session keeps of its calls. */
export interface Calls {
  /** Names the writes of the session. */
  readonly id: string
  /** Whether writes may have been sent before, by a process that was killed. */
  readonly resumes: boolean
  readonly done: Repeats.Done
  /** The keys of writes that were sent, and have failed. */
  readonly tried: Set<string>
  readonly planned: Array<PlannedCall>
  /** What tells planned calls from others. */
  readonly keys: WeakMap<PlannedCall, string>
}

/** Takes calls out of what is planned. Those that are not written can be planned again. */
export const settle = ({ done, keys, planned }: Calls, settled: ReadonlyArray<PlannedCall>, written: boolean): void => {
  for (const call of settled) {
    const index = planned.indexOf(call)
    if (index === -1) continue
    planned.splice(index, 1)
    if (!written) done.delete(keys.get(call) ?? "")
  }
}

/** The weather has no repositories. */
const asItIs: Transport.Step = { request: (next) => next }

/** The modes of calls that are planned. */
type Modes = WeakMap<ToolCall, Mode>

export const stepOf = (session: Session, calls: Calls): ToolStep => {
  const modes: Modes = new WeakMap()
  const isPlanning = session.options.mode === "plan"
  const usual: Mode = { is: isPlanning ? "reading" : "acting" }
  return {
    around: (call, run) => {
      // To have the plan carried out is not a call of what it has. The person who is asked decides.
      if (call.service === "plan") return shown(session, call, run)
      const ran = isPlanning && call.writes ? planned(session, calls, modes, call, run) : shown(session, call, run)
      const repeatable = call.service === "weather" || !(Repeats.matters(call) || (isPlanning && call.writes))
      const told = repeatable ? ran : Repeats.once(calls.done, Repeats.keyOf(call), ran, repeated)
      return call.service === "weather" ? Effect.andThen(countTool(session, call), told) : told
    },
    transport: (call) =>
      // What is sent of a plan is held to the bounds by `applying`.
      call.service === "weather" || call.service === "plan"
        ? asItIs
        : {
            // The mode is set while the call runs.
            ...guard(session, call, () => modes.get(call) ?? usual),
            carryOut: isPlanning || call.declaration === undefined ? undefined : carryOut(calls, call)
          },
    // The cast is safe: only texts are replaced.
    failure: (_, failure) => redact(failure, [...session.secrets]) as ToolFailure
  }
}

/** Writes of operations are looked for before they are sent again. Workflows do that by themselves. */
const carryOut =
  (calls: Calls, call: ToolCall): Transport.CarryOut =>
  (write, input) => {
    const key = `${calls.id}/${Repeats.keyOf(call)}`
    const resume = calls.resumes || calls.tried.has(key)
    // The casts are safe: `once` takes such a write and its input, and returns what the write returns.
    const once = Write.once(write as never, input as never, { key, resume }) as Effect.Effect<unknown, unknown, Forge>
    // One that was refused was not sent, so that there is nothing to look for.
    const noted = Effect.onExit(once, (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit) && refusalIn(exit.cause) === undefined) calls.tried.add(key)
      })
    )
    return Effect.updateService(noted, Forge, (forge) => ({ ...forge, carryOut: undefined })) as never
  }

/** What the model is shown: without secrets, and marked if it has texts of outsiders. */
const shown = <E, R>(
  session: Session,
  call: ToolCall,
  run: Effect.Effect<ToolAnswer, E, R>
): Effect.Effect<ToolAnswer, E, R> =>
  Effect.map(run, ({ view, ...answer }) => {
    const clean = redact(view, [...session.secrets])
    return { ...answer, view: session.marked.has(call) ? withField(clean, "untrusted", notice) : clean }
  })

const repeated = ({ view, ...answer }: ToolAnswer): ToolAnswer => ({
  ...answer,
  repeated: true,
  view: withField(view, "repeated", "The session has done this before. Nothing was written again.")
})

const withField = (view: unknown, name: string, value: string): unknown => {
  if (Array.isArray(view)) return { [name]: value, items: view }
  if (typeof view === "object" && view !== null) return { [name]: value, ...view }
  return view === undefined || view === null ? { [name]: value } : { [name]: value, value: view }
}

/** Records what a call would write, and shows the model that. */
const planned = <E, R>(
  session: Session,
  calls: Calls,
  modes: Modes,
  call: ToolCall,
  run: Effect.Effect<ToolAnswer, E, R>
): Effect.Effect<ToolAnswer, E | ToolRefused, R> =>
  Effect.withFiber((fiber) => {
    const forge = Context.getOrUndefined(fiber.context, Forge)
    if (forge === undefined) return shown(session, call, run)
    const recorded = Deferred.makeUnsafe<undefined>()
    const isOperation = call.declaration !== undefined
    modes.set(call, {
      is: "planning",
      base: forge,
      // An operation has written then. What it would show of the answer is not known.
      onWrite: isOperation ? Effect.andThen(Deferred.succeed(recorded, undefined), Effect.never) : undefined
    })
    const program = isOperation ? Effect.raceFirst(Effect.asVoid(run), Deferred.await(recorded)) : Effect.asVoid(run)
    const inspected = Transport.around(inspecting(session, call))(forge)
    // The cast is safe: whatever else the program needs is in its own type.
    const dry = Effect.provideService(Plan.dryRun(program), Forge, inspected) as Effect.Effect<Plan.Plan<E>, never, R>
    return dry.pipe(
      Effect.flatMap((plan): Effect.Effect<ToolAnswer, E | ToolRefused> => {
        const { end, writes } = plan
        if (end._tag === "Failed") return Effect.fail(end.error)
        if (end._tag === "Stopped") {
          const { message } = end.error
          return Effect.fail(new ToolRefused({ tool: call.tool, operation: call.operation, bound: "plan", message }))
        }
        // The cast is safe: it has completed. It must be the same object, as bodies that it does not show are kept by it.
        const planned: PlannedCall = { tool: call.tool, operation: call.operation, plan: plan as Plan.CompletedPlan }
        calls.planned.push(planned)
        calls.keys.set(planned, Repeats.keyOf(call))
        return Effect.succeed({ value: undefined, view: plannedView(writes), planned })
      })
    )
  })

const plannedView = (writes: ReadonlyArray<{ readonly method: string; readonly url: string }>) => ({
  planned: writes.map(({ method, url }) => `${method} ${url}`),
  note: "Nothing is written yet. A person decides about the whole plan."
})
