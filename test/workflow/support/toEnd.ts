/** Runs workflows to their end, over suspensions and the deaths of processes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as HttpClient from "effect/http/HttpClient"
import * as TestClock from "effect/testing/TestClock"
import type * as Workflow from "effect/workflow/Workflow"
import type { WorkflowEngine, WorkflowInstance } from "effect/workflow/WorkflowEngine"
import type { Forge } from "../../../src/forge/Forge.ts"
import { pass, start } from "../../rest/support/time.ts"
import { type Journal, run } from "./journal.ts"
import { type Death, process } from "./killing.ts"

export type Body<A, E, R = never> = Effect.Effect<A, E, Forge | WorkflowEngine | WorkflowInstance | R>

/**
 * Runs a workflow in one process after another until it completes; the first one dies. Between two processes, `between` is
 * done.
 */
export const toEnd = <A, E, R = never>(
  journal: Journal,
  body: Body<A, E>,
  death?: Death,
  between: Effect.Effect<unknown, never, R> = Effect.void
): Effect.Effect<Exit.Exit<A, E>, never, HttpClient.HttpClient | R> =>
  Effect.gen(function* () {
    for (let i = 0; i < 40; i++) {
      if (i > 0) yield* between
      const running = yield* start(process(run(journal, body), i === 0 ? death : undefined))
      for (let j = 0; j < 300 && running.endedAt() === undefined; j++) yield* pass("1 second")
      const ended = running.exit()
      if (ended === undefined) return yield* Effect.die("it does not end")
      const exit: Exit.Exit<Workflow.Result<A, E>> | undefined = yield* ended
      if (exit === undefined) continue
      const result = yield* exit
      if (result._tag === "Complete") return result.exit
      const now = yield* Clock.currentTimeMillis
      yield* TestClock.setTime(Math.min(...[...journal.clocks.values()].filter((time) => time > now)))
    }
    return yield* Effect.die("it does not complete")
  })
