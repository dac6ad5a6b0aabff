/** Writes what each session does to a file of its own: a program, and on simulated services a test as well. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { PlannedCall } from "../ai/Planning.ts"
import * as Recording from "../ai/Recording.ts"
import type { ToolStep } from "../ai/ToolCall.ts"

/** What records a session. */
export interface Recorder {
  /** The step around its calls. It belongs before all others. */
  readonly step: ToolStep
  /** Says that planned calls were carried out. */
  readonly applied: (calls: ReadonlyArray<PlannedCall>) => Effect.Effect<void>
}

/** Where files go, and what their tests start with. */
export interface RecordingOptions {
  /** The directory. */
  readonly directory: string
  /** The seed of the simulated service; undefined for the real one. */
  readonly seed: object | undefined
}

/**
 * Makes the recorders of sessions. Each has a file, named by the time and by its place among the sessions of the process, which is
 * written whenever a call has ended. Ids of sessions are in no name: who knows one can use the session.
 */
export const makeRecorders = ({ directory, seed }: RecordingOptions): Effect.Effect<Recorder> => {
  let count = 0
  return Effect.gen(function* () {
    const recording = yield* Recording.make
    const time = DateTime.formatIso(yield* DateTime.now)
      .slice(0, 19)
      .replaceAll(":", "-")
    const file = Path.join(directory, `session-${time}-${++count}`)
    const write = (path: string, text: string) =>
      Effect.try({ try: () => Fs.writeFileSync(path, text), catch: String }).pipe(
        // A full disk does not keep a model from its answer.
        Effect.catch((error) => Effect.logWarning(`The session is not recorded: ${error}`))
      )
    const save = Effect.gen(function* () {
      const calls = yield* recording.calls
      if (calls.length === 0) return
      yield* write(`${file}.ts`, Recording.program(calls))
      if (seed !== undefined) yield* write(`${file}.test.ts`, Recording.test(calls, { seed }))
    })
    const { applied, step } = recording
    return {
      step: {
        ...step,
        around: (call, run) => Effect.ensuring(step.around === undefined ? run : step.around(call, run), save)
      },
      applied: (calls) => Effect.andThen(applied(calls), save)
    }
  })
}
