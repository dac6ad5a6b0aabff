/**
 * Holds an effect while the run of its workflow is left, because it suspends or its runner stops: nothing is over then, so
 * nothing may clean up. The next run begins the effect anew, and reads from the journal what it has done. A run is left
 * when none of its branches does anything: one that sleeps does not keep the others from their steps.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Workflow from "effect/workflow/Workflow"
import { WorkflowInstance } from "effect/workflow/WorkflowEngine"

/** What holds an effect, and lets its steps through. */
export interface Held {
  /** Runs the effect. It is interrupted at the end of the workflow at the earliest, and its finalizers run only then. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Carries out a step of the effect, unless the run was left: the step does not return then. */
  readonly step: <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, WorkflowInstance>>
}

/**
 * How long no branch does anything before the run is left. What is between two steps takes little time, as the clock of
 * steps only moves with them, and what suspends a run takes more than a minute by default.
 */
const quietTime = "1 second"

export const makeHeld: Effect.Effect<Held, never, WorkflowInstance> = Effect.gen(function* () {
  const instance = yield* WorkflowInstance
  /** `ended`: the workflow is over, and finalizers may act. `dropped`: another run goes on. */
  let state: "running" | "left" | "ended" | "dropped" = "running"
  const steps = new Set<Fiber.Fiber<unknown, unknown>>()
  /** How many steps were begun. */
  let begun = 0
  const suspended = yield* Deferred.make<void>()
  const over = yield* Deferred.make<void>()

  const leave = Effect.suspend(() => {
    if (state === "running") state = "left"
    return Fiber.interruptAll(steps)
  })
  const wait = Effect.interruptible(Deferred.await(over)).pipe(Effect.andThen(Effect.interrupt))

  const step: Held["step"] = (step) =>
    Effect.suspend(() => {
      if (state === "left" || state === "dropped") return wait
      begun++
      // What a step says of its suspension does not hold for the run, whose other branches may go on.
      const own = WorkflowInstance.of({ ...instance })
      // In a fiber of its own, because a step suspends the workflow by an interruption of its fiber.
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkDetach(Effect.provideService(step, WorkflowInstance, own)), (fiber) => {
          steps.add(fiber)
          fiber.addObserver(() => steps.delete(fiber))
          return restore(Fiber.await(fiber)).pipe(
            Effect.onInterrupt(() => Fiber.interrupt(fiber)),
            Effect.flatMap((exit) => {
              if (!Exit.hasInterrupts(exit) || !(state === "left" || own.suspended)) return exit
              instance.failed ||= own.failed
              instance.cause ??= own.cause
              return Effect.andThen(Deferred.succeed(suspended, undefined), wait)
            })
          )
        })
      )
    })

  /** Returns when all branches are suspended, or wait for one that is. */
  const quiet = Effect.gen(function* () {
    yield* Deferred.await(suspended)
    while (true) {
      const before = begun
      yield* Fiber.awaitAll(steps)
      yield* Effect.sleep(quietTime)
      if (steps.size === 0 && begun === before) return
    }
  })

  const run: Held["run"] = (effect) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkDetach(effect)
        yield* Scope.addFinalizerExit(instance.scope, (exit) =>
          Effect.suspend(() => {
            state = isEnd(instance, exit) ? "ended" : "dropped"
            return Effect.andThen(Deferred.succeed(over, undefined), Fiber.interrupt(fiber))
          })
        )
        const ended = yield* Effect.raceFirst(Effect.asSome(Fiber.await(fiber)), Effect.as(quiet, Option.none())).pipe(
          restore,
          Effect.onInterrupt(() => leave)
        )
        if (Option.isSome(ended)) return yield* ended.value
        yield* leave
        return yield* Workflow.suspend(instance)
      })
    )

  return { run, step }
})

/** Whether a workflow has ended with this exit, or was interrupted for good. Otherwise, it goes on in another run. */
const isEnd = (instance: WorkflowInstance["Service"], exit: Exit.Exit<unknown, unknown>): boolean => {
  if (instance.interrupted) return true
  if (instance.suspended || instance.abandoned) return false
  return Exit.isSuccess(exit) || !Cause.hasInterruptsOnly(exit.cause)
}
