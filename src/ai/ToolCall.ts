/**
 * Calls of tools as data, and the steps around them.
 *
 * Every call of a model passes through `ToolCalls`. Bounds, plans, approval and recording are steps there, each a Layer:
 *
 * ```ts
 * const Logged = ToolCall.layer({ around: (call, run) => Effect.andThen(Effect.logInfo(call.tool), run) })
 *
 * const Tools = tools.layer.pipe(Layer.provide(Logged), Layer.provide(Forge.layerGitHub))
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AnyDeclaration } from "../rest/Declaration.ts"
import type { Cursor } from "../rest/Page.ts"
import type * as Transport from "../rest/Transport.ts"
import type { PlannedCall } from "./PlanningTypes.ts"
import type { ToolFailure, ToolRefused } from "./ToolError.ts"

/** The page of a listing that a call reads, as `list.page` takes it. */
export interface PageInput {
  /** Its number, or the cursor that the previous page stated. */
  readonly page: number | Cursor
  /** The most items that it has. */
  readonly per_page: number
}

/** A call of a tool, whose input has been read. */
export interface ToolCall {
  /** Name of the tool, such as `issues_list`. */
  readonly tool: string
  /** What it is a tool of: a service, workflows, or the plan of the session (`PlanTools.toolkit`). */
  readonly service: "forge" | "weather" | "workflow" | "plan"
  /** Name of the operation or the workflow, such as `Issues.list` or `Merge.whenGreen`. */
  readonly operation: string
  /** The declaration of the operation; undefined for a workflow. */
  readonly declaration: AnyDeclaration | undefined
  /** The input of the operation: without what only the tool knows, such as `fields`. */
  readonly input: Readonly<Record<string, unknown>>
  /** The page that it reads; undefined for operations that are not listings. */
  readonly page: PageInput | undefined
  /** Whether it may change something. A workflow that may write counts as a write. */
  readonly writes: boolean
  /** The repository that its input names; undefined for none. Case does not matter to the service. */
  readonly repository: { readonly owner: string; readonly repo: string } | undefined
  /** The organization that its input names (`org`); undefined for none. */
  readonly organization: string | undefined
  /** The id that the model gave the call; undefined if it gave none. */
  readonly id: string | undefined
}

/** What a tool answers. */
export interface ToolAnswer {
  /** The value as the operation or the workflow returns it: a record, or the `Page` of a listing. */
  readonly value: unknown
  /** What the model is shown of it: JSON. */
  readonly view: unknown
  /** What the call would write, which was planned and not sent. Left out of other answers. */
  readonly planned?: PlannedCall | undefined
  /** True if the session has made this call before, so that nothing was sent. Left out of other answers. */
  readonly repeated?: true | undefined
}

/** A step around the calls of tools. */
export interface ToolStep {
  /**
   * Runs a call. It may refuse it, hold it back, run it in another way, or change what the model is shown. Default: runs it.
   *
   * The tool's own service is in the context, whether or not the type of `run` says so: `Effect.serviceOption` finds it.
   */
  readonly around?:
    | (<E, R>(call: ToolCall, run: Effect.Effect<ToolAnswer, E, R>) => Effect.Effect<ToolAnswer, E | ToolRefused, R>)
    | undefined
  /**
   * The step around every request of the call to GitHub, including those of a workflow: none gets
   * past it. To refuse a request, it returns `refuse(error)`. Default: none.
   */
  readonly transport?: ((call: ToolCall) => Transport.Step) | undefined
  /**
   * Changes what the model is told of a failure, including failures of other steps. Default: it is passed on unchanged.
   */
  readonly failure?: ((call: ToolCall, failure: ToolFailure) => ToolFailure) | undefined
}

/** The steps around all calls, the outermost first. Default: none. */
export const ToolCalls = Context.Reference<ReadonlyArray<ToolStep>>("forgecast/ai/ToolCall/ToolCalls", {
  defaultValue: () => []
})

/** Adds a step, within those that are there. Provide it to the Layer of the tools. */
export const layer = (step: ToolStep): Layer.Layer<never> => layerEffect(Effect.succeed(step))

/** Adds a step that is made by an Effect, such as one that keeps count. */
export const layerEffect = <E, R>(step: Effect.Effect<ToolStep, E, R>): Layer.Layer<never, E, R> =>
  Layer.effect(
    ToolCalls,
    Effect.gen(function* () {
      return [...(yield* ToolCalls), yield* step]
    })
  )

/**
 * Ends the call from within its requests. The model gets the refusal as the result of the tool. No error of the operation
 * says this, and a workflow must not continue as it would after an error of the service, so it is a defect on its way
 * out.
 */
export const refuse = (error: ToolRefused): Effect.Effect<never> => Effect.die(error)
