/** Tools of workflows. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import type { Transport } from "../../rest/Transport.ts"
import type { ToolFailure } from "../ToolError.ts"
import type { Workflow, Workflows } from "../ToolTypes.ts"
import { dynamicTool } from "./dynamicTool.ts"
import * as Inputs from "./inputs.ts"
import { callOf, together } from "./operationTools.ts"
import { run } from "./run.ts"

/** A workflow as this module runs it: its input is decoded here. */
type AnyWorkflow = Workflow<Record<never, never>, unknown, unknown, unknown>

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const refusedBy = (workflow: string, issue: SchemaIssue.Issue): ToolFailure => {
  const [first] = issuesOf(issue).issues
  const path = (first?.path ?? []).map((key) => String(typeof key === "object" ? key.key : key)).join(".")
  const reason = first?.message ?? "is invalid"
  return { error: "InvalidInput", message: `${workflow}: ${path === "" ? "the input" : path}: ${reason}`, path, reason }
}

const toolOf = <Self>(name: string, workflow: AnyWorkflow, strict: boolean, service: Context.Key<Self, Transport>) => {
  const { about, destroys, writes } = workflow
  const docs: Readonly<Record<string, string>> = workflow.docs
  const input = Inputs.make({
    operation: workflow.name,
    fields: workflow.fields,
    describe: (field) => docs[field],
    isListing: false,
    shows: "nothing",
    changes: false,
    isStrict: strict
  })
  const decode = SchemaParser.decodeUnknownResult(Schema.Struct(workflow.fields))
  // Workflows can be run again: that is what they are for.
  const tool = dynamicTool(name, { about, input, writes, destroys, isRepeatable: true, isStrict: strict })
  const handler = (params: unknown, { toolCallId }: { readonly toolCallId?: string | undefined }) => {
    const read = input.read(params)
    if (Result.isFailure(read)) return Effect.fail(read.failure)
    const decoded = decode(read.success.input)
    if (Result.isFailure(decoded)) return Effect.fail(refusedBy(workflow.name, decoded.failure))
    const call = callOf({
      tool: name,
      service: "workflow",
      operation: workflow.name,
      declaration: undefined,
      input: read.success.input,
      page: undefined,
      writes,
      id: toolCallId
    })
    return run(
      call,
      Effect.map(workflow.run(decoded.success), (value) => ({ value, view: value })),
      service
    )
  }
  return { tool, handler }
}

/** Makes a toolkit of workflows. */
export const toolsOf = <Self>(
  options: {
    readonly workflows: Workflows
    readonly readOnly?: boolean | undefined
    readonly strict?: boolean | undefined
  },
  service: Context.Key<Self, Transport>
) =>
  together(
    Object.entries(options.workflows)
      .filter(([, { writes }]) => options.readOnly !== true || !writes)
      // The cast is safe: the input is decoded by the fields of the same workflow.
      .map(([name, workflow]) => toolOf(name, workflow as unknown as AnyWorkflow, options.strict ?? false, service))
  )
