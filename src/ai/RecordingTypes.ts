/** What a recording has. `Recording` has it. */
import type { ToolCall } from "./ToolCall.ts"

/** How a call has ended. */
export type RecordedEnd =
  /** It was answered. `facts` are the fields by which a test recognizes the answer; for a list, how many items it has. */
  | {
      readonly _tag: "Answered"
      readonly facts: Readonly<Record<string, string | number | boolean>>
      readonly count: number | undefined
    }
  /** It has failed. `error` is the tag. */
  | { readonly _tag: "Failed"; readonly error: string }
  /** It was refused, by this bound. */
  | { readonly _tag: "Refused"; readonly bound: string }
  /** It was planned, and not sent. */
  | { readonly _tag: "Planned" }
  /** The session had made the call before, and nothing was sent. */
  | { readonly _tag: "Repeated" }
  /** It has no answer: it was interrupted, ended with a defect, or is under way. */
  | { readonly _tag: "Unanswered" }

/** A call of a tool. */
export interface RecordedCall {
  /** Name of the tool, such as `issues_list`. */
  readonly tool: string
  /** What it is a tool of. */
  readonly service: ToolCall["service"]
  /** Name of the operation or the workflow, such as `Issues.list`. */
  readonly operation: string
  /** How a program calls it: as a function, by `.page`, `.bytes` or, for a workflow, `.run`. */
  readonly by: "call" | "page" | "bytes" | "run"
  /** What was passed, without secrets. Of a call that was refused, only what is in its path. */
  readonly input: Readonly<Record<string, unknown>>
  /** How it has ended. */
  readonly end: RecordedEnd
}

/** How to write a program. */
export interface ProgramOptions {
  /**
   * Where the program's own operations and workflows are, by module: `{ Gadgets: "./Gadgets.ts" }` for `Gadgets.list`.
   * Others are comments. Default: none.
   */
  readonly modules?: Readonly<Record<string, string>> | undefined
}

/** How to write a test. */
export interface TestOptions extends ProgramOptions {
  /** What the test says in one line. Default: a few words. */
  readonly title?: string | undefined
  /** The seed of `ForgeSimulator.layer`, as JSON has it. Default: none. */
  readonly seed?: object | undefined
  /** The seed of `WeatherSimulator.layer`, as JSON has it. Default: none. */
  readonly weather?: object | undefined
}
