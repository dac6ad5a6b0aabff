/** A tool as models get it: its input is JSON that the handler reads, and its failures are results to act on. */
import * as Tool from "effect/ai/Tool"
import * as Schema from "effect/Schema"
import { ToolFailure } from "../ToolError.ts"
import type * as Inputs from "./inputs.ts"

interface Facts {
  /** What a model is told of it. */
  readonly about: string | undefined
  readonly input: Pick<Inputs.ToolInput, "schema">
  readonly writes: boolean
  /** Whether a model cannot undo what it does. */
  readonly destroys: boolean
  /** Whether a second call with the same input changes nothing more. */
  readonly isRepeatable: boolean
  readonly isStrict: boolean
}

export const dynamicTool = (name: string, { about, destroys, input, isRepeatable, isStrict, writes }: Facts) =>
  Tool.dynamic(name, {
    description: about,
    parameters: { ...input.schema },
    success: Schema.Json,
    failure: ToolFailure,
    failureMode: "return"
  })
    .annotate(Tool.Readonly, !writes)
    .annotate(Tool.Destructive, destroys)
    .annotate(Tool.Idempotent, isRepeatable)
    // Where nothing says so, providers take strict mode for granted, which needs each field to be required.
    .annotate(Tool.Strict, isStrict ? undefined : false)
