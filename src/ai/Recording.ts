/**
 * A session of tool calls as a program: of the same operations, to be read, run again, and used as a test.
 *
 * ```ts
 * const recording = yield* Recording.make
 * yield* agent.pipe(Effect.provideService(ToolCall.ToolCalls, [recording.step, session.step]))
 *
 * const text = Recording.program(yield* recording.calls)
 * ```
 *
 * **Details**
 *
 * The program calls what the tools called, in the order in which the model did, with the same inputs. Where a later
 * input uses the answer of an earlier call, it has a plain value. A failure that says something about the service, such
 * as a `NotFound`, is expected again; calls that were refused, planned or repeated, or that failed temporarily, are
 * comments. Once a plan is carried out by `plan_apply`, its calls are in the program.
 *
 * Secrets that were sent, and everything that looks like a secret, are `<redacted>`, so a program has to be completed
 * where it sets them.
 *
 * **Gotchas**
 *
 * Put the step before all others, which may refuse a call or answer it themselves. A call whose input the tool could
 * not read has sent nothing, and is not recorded. An operation that was derived with `.as` is recorded as the original
 * one.
 */
import * as Effect from "effect/Effect"
import { programOf, testOf } from "./internal/recording/code.ts"
import { recorder } from "./internal/recording/recorder.ts"
import type { PlannedCall } from "./PlanningTypes.ts"
import type { ProgramOptions, RecordedCall, TestOptions } from "./RecordingTypes.ts"
import type { ToolStep } from "./ToolCall.ts"

export type * from "./RecordingTypes.ts"

/** A recording of one session. */
export interface Recording {
  /** The step around calls of tools. It belongs before all others. */
  readonly step: ToolStep
  /** What was called so far, in the order in which the calls began. */
  readonly calls: Effect.Effect<ReadonlyArray<RecordedCall>>
  /**
   * Records that planned calls were carried out, so that they are part of the program from here on. The tools of
   * `PlanTools` do this themselves; a program that calls `Planning.apply` has to call it.
   */
  readonly applied: (calls: ReadonlyArray<PlannedCall>) => Effect.Effect<void>
}

/** Makes a recording. */
export const make: Effect.Effect<Recording> = Effect.sync(recorder)

/**
 * Writes calls as a module of TypeScript. It exports `program`, an Effect that needs `Forge`, `Weather` or both, as the calls do.
 */
export const program = (calls: ReadonlyArray<RecordedCall>, options: ProgramOptions = {}): string =>
  programOf(calls, options)

/**
 * Writes calls as a test for `@effect/vitest`, against the simulators. It asserts that each call answers as before, by
 * numbers, states, names and counts, and by the tags of errors.
 */
export const test = (calls: ReadonlyArray<RecordedCall>, options: TestOptions): string => testOf(calls, options)
