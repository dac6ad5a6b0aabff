/** Tools of operations. */
import type * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { AnyDeclaration } from "../../rest/Declaration.ts"
import type { Page } from "../../rest/Page.ts"
import type { Transport } from "../../rest/Transport.ts"
import type { ToolAnswer, ToolCall } from "../ToolCall.ts"
import type { ToolFailure } from "../ToolError.ts"
import type { View } from "../View.ts"
import type { OperationDocs } from "./docs.ts"
import { dynamicTool } from "./dynamicTool.ts"
import * as Inputs from "./inputs.ts"
import * as Pages from "./pages.ts"
import { run } from "./run.ts"
import * as Shown from "./shown.ts"
import { viewOf } from "./views.ts"

type Input = Readonly<Record<string, unknown>>

/** An operation as this module calls it: its input is checked by the operation itself. */
interface AnyOperation {
  (input: Input): Effect.Effect<unknown, unknown, unknown>
  readonly page?: (input: Input) => Effect.Effect<Page<unknown>, unknown, unknown>
  readonly bytes?: (input: Input) => Effect.Effect<Uint8Array, unknown, unknown>
  readonly declaration: AnyDeclaration
}

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "function" && "declaration" in value && typeof value.declaration === "object"

/** `PullRequests` and `listFiles` as `pull_requests_list_files`. */
export const toolName = (module: string, operation: string): string =>
  [module, operation].map((name) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, "_$&").toLowerCase()).join("_")

/** Uploads need bytes, and a stream may have no end. */
const kinds: ReadonlyArray<AnyDeclaration["kind"]> = ["operation", "listing", "download", "batch"]

/** Whether an operation may change something. */
const isWrite = ({ template }: AnyDeclaration): boolean => !template.startsWith("GET ")

/** What tools are made of. */
export interface Options<Self> {
  readonly operations: { readonly [module: string]: object }
  readonly readOnly?: boolean | undefined
  readonly views?: ReadonlyArray<View> | undefined
  readonly strict?: boolean | undefined
  readonly service: Context.Key<Self, Transport>
  readonly kind: ToolCall["service"]
  readonly docs: (operation: string) => OperationDocs | undefined
  /** Shows a result. Default: as a record. */
  readonly show?: ((value: unknown, own: Inputs.Own) => Readonly<Record<string, unknown>>) | undefined
}

/** The operations with the names of their tools. Earlier names of an operation are left out. */
const namedOf = (operations: { readonly [module: string]: object }): ReadonlyArray<readonly [string, AnyOperation]> =>
  Object.entries(operations).flatMap(([module, exports]) => {
    const found = Object.entries(exports).filter((entry): entry is [string, AnyOperation] => isOperation(entry[1]))
    const isEarlier = (name: string, operation: AnyOperation) =>
      found.some(
        ([other, same]) => same === operation && other !== name && operation.declaration.name.endsWith(`.${other}`)
      )
    return found.flatMap(([name, operation]) =>
      isEarlier(name, operation) || !kinds.includes(operation.declaration.kind)
        ? []
        : [[toolName(module, name), operation] as const]
    )
  })

/** What answers the calls of a tool. */
interface Answering {
  /** The page that a call reads. Default: it is not a listing. */
  readonly at?: Pages.Pages["at"]
  readonly answer: (input: Input, own: Inputs.Own) => Effect.Effect<ToolAnswer, unknown, unknown>
}

/** The tag of the failure of a download that is not text. */
export const notText = "NotText"

/** Makes what answers the calls of a tool. */
const answering = (operation: AnyOperation, view: View | undefined, show: Options<never>["show"]): Answering => {
  const { bytes, declaration, page } = operation
  if (page !== undefined) {
    const { at, read } = Pages.make(declaration.name, page)
    const answer: Answering["answer"] = (input, own) =>
      Effect.map(read(input, own), (value) => ({ value, view: Shown.page(value, view, own) }))
    return { at, answer }
  }
  if (bytes !== undefined) {
    const answer: Answering["answer"] = (input, own) =>
      Effect.flatMap(bytes(input), (value) => {
        const text = Shown.textOf(value)
        return text === undefined
          ? Effect.fail({ _tag: notText, message: `${declaration.name}: what was downloaded is not text` })
          : Effect.succeed({ value: text, view: Shown.text(text, own) })
      })
    return { answer }
  }
  return {
    answer: (input, own) =>
      Effect.map(operation(input), (value) => ({ value, view: show?.(value, own) ?? Shown.record(value, view, own) }))
  }
}

/** Which of its own fields a tool has. */
const shownBy = ({ bytes, declaration }: AnyOperation, isShown: boolean): Inputs.Description["shows"] => {
  if (bytes !== undefined) return "text"
  return declaration.result === undefined || isShown ? "nothing" : "records"
}

const toolOf = <Self>(name: string, operation: AnyOperation, options: Options<Self>) => {
  const { declaration } = operation
  const { kind, service, show, strict = false, views = [] } = options
  const docs = options.docs(declaration.name)
  const writes = isWrite(declaration)
  const input = Inputs.make({
    operation: declaration.name,
    fields: Inputs.fieldsOfDeclaration(declaration),
    describe: (field) => docs?.fields[field],
    isListing: operation.page !== undefined,
    shows: shownBy(operation, show !== undefined),
    changes: writes,
    isStrict: strict
  })
  const { answer, at } = answering(operation, viewOf(declaration.result, views), show)
  const tool = dynamicTool(name, {
    about: docs?.about,
    input,
    writes,
    // A POST adds. What replaces or removes cannot be undone by the model.
    destroys: writes && !declaration.template.startsWith("POST "),
    isRepeatable: declaration.repeatable,
    isStrict: strict
  })
  const handler = (params: unknown, { toolCallId }: { readonly toolCallId?: string | undefined }) => {
    const read = input.read(params)
    if (Result.isFailure(read)) return Effect.fail(read.failure)
    const { own, input: given } = read.success
    const call = callOf({
      tool: name,
      service: kind,
      operation: declaration.name,
      declaration,
      input: given,
      page: at?.(given, own),
      writes,
      id: toolCallId
    })
    return run(call, answer(given, own), service)
  }
  return { tool, handler }
}

const textAt = (input: Input, name: string): string | undefined => {
  const value = input[name]
  return typeof value === "string" ? value : undefined
}

/** A call of a tool, with what its input names. */
export const callOf = (call: Omit<ToolCall, "repository" | "organization">): ToolCall => {
  const [owner, repo] = [textAt(call.input, "owner"), textAt(call.input, "repo")]
  return {
    ...call,
    repository: owner === undefined || repo === undefined ? undefined : { owner, repo },
    organization: textAt(call.input, "org")
  }
}

type Handlers = Toolkit.WithHandler<Record<string, Tool.Any>>

/** Calls a tool of a toolkit as a model does. */
const callBy = (toolkit: Toolkit.Toolkit<Record<string, Tool.Any>>) => {
  // A toolkit compiles its schemas again whenever it is asked for its handlers, which depend on the context alone.
  const known = new WeakMap<object, Handlers>()
  return (name: string, input: unknown) =>
    Effect.gen(function* () {
      const context = yield* Effect.context<never>()
      const handlers = known.get(context) ?? (yield* toolkit)
      known.set(context, handlers)
      // What is shown is JSON, so that only the tool itself can fail, and says so in its result.
      const results = yield* Effect.orDie(handlers.handle(name, input))
      const result = yield* Effect.orDie(Effect.flatMap(Stream.runLast(results), Effect.fromOption))
      return yield* result.isFailure ? Effect.fail(result.result as ToolFailure) : Effect.succeed(result.result)
    })
}

/** Makes a toolkit, and the Layer that carries its tools out. */
export const make = <Self>(options: Options<Self>) => {
  const made = namedOf(options.operations)
    .filter(([, { declaration }]) => options.readOnly !== true || !isWrite(declaration))
    .map(([name, operation]) => toolOf(name, operation, options))
  return together(made)
}

/** Tools with their handlers as one toolkit. */
export const together = (
  made: ReadonlyArray<{
    readonly tool: Tool.Any
    readonly handler: (
      params: unknown,
      context: { readonly toolCallId?: string | undefined }
    ) => Effect.Effect<unknown, ToolFailure, unknown>
  }>
) => {
  const toolkit = Toolkit.make(...made.map(({ tool }) => tool))
  const handlers = Object.fromEntries(made.map(({ handler, tool }) => [String(tool.name), handler]))
  return { toolkit, layer: toolkit.toLayer(handlers as never), call: callBy(toolkit) }
}
