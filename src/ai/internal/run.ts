/** Runs the calls of tools: through the steps of `ToolCalls`, with their failures as results. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Transport from "../../rest/Transport.ts"
import { type ToolAnswer, type ToolCall, ToolCalls, type ToolStep } from "../ToolCall.ts"
import type { ToolFailure, ToolRefused } from "../ToolError.ts"
import { failureOf } from "./failures.ts"
import { refusalIn } from "./refusal.ts"

/** Puts the steps around the requests of a call, the outermost first. */
const withTransport = <A, E, R, Self>(
  run: Effect.Effect<A, E, R>,
  call: ToolCall,
  steps: ReadonlyArray<ToolStep>,
  service: Context.Key<Self, Transport.Transport>
): Effect.Effect<A, E, R | Self> => {
  const around = steps.flatMap(({ transport }) => (transport === undefined ? [] : [Transport.around(transport(call))]))
  return around.length === 0
    ? run
    : Effect.updateService(run, service, (transport) => around.reduceRight((inner, step) => step(inner), transport))
}

/** Runs a call, and returns what the model is shown. */
export const run = <E, R, Self>(
  call: ToolCall,
  answer: Effect.Effect<ToolAnswer, E, R>,
  service: Context.Key<Self, Transport.Transport>
): Effect.Effect<unknown, ToolFailure, R | Self> =>
  Effect.flatMap(ToolCalls, (steps) => {
    const inner: Effect.Effect<ToolAnswer, E | ToolRefused, R | Self> = withTransport(answer, call, steps, service)
    // The outermost step is asked first, and may never ask the others.
    const outer = steps.reduceRight(
      (run, { around }) => (around === undefined ? run : Effect.suspend(() => around(call, run))),
      inner
    )
    const told = (failure: ToolFailure) =>
      steps.reduceRight((said, step) => step.failure?.(call, said) ?? said, failure)
    return outer.pipe(
      Effect.map(({ view }) => view),
      Effect.catchCause((cause) => {
        const refusal = refusalIn(cause)
        if (refusal !== undefined) return Effect.fail(told(failureOf(refusal, 0)))
        const failed = cause.reasons.find(Cause.isFailReason)
        return failed === undefined || cause.reasons.some(Cause.isDieReason)
          ? // It has no failure, or one that a defect hides.
            Effect.failCause(cause as Cause.Cause<never>)
          : Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(told(failureOf(failed.error, now))))
      })
    )
  })
