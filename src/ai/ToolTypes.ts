/** The types of tools. */
import type { Tool, Toolkit } from "effect/ai"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { ToolFailure } from "./ToolError.ts"

/** `listForRepo` as `list_for_repo`. */
export type SnakeCase<S extends string, After extends string = ""> = S extends `${infer C}${infer Rest}`
  ? C extends Lowercase<C>
    ? `${C}${SnakeCase<Rest, C>}`
    : `${After extends "" ? "" : After extends Lowercase<After> ? "_" : ""}${Lowercase<C>}${SnakeCase<Rest, C>}`
  : ""

/**
 * A tool. A model's parameters are `unknown` until the tool has read them: a program cannot trust their shape, and a
 * misspelled field is a result that the model gets, not a failure of the program.
 */
export interface AnyTool<Name extends string, View> extends Tool.Dynamic<
  Name,
  {
    readonly parameters: Schema.Unknown
    readonly success: Schema.Codec<View, Schema.Json>
    readonly failure: typeof ToolFailure
    readonly failureMode: "return"
  }
> {}

/** Tools, and the Layer that carries them out. */
export interface Tools<in out T extends Record<string, Tool.Any>, in out Inputs, out R> {
  /** The toolkit: give it to a `LanguageModel`, or to `McpServer.registerToolkit`. */
  readonly toolkit: Toolkit.Toolkit<T>
  /** Carries the tools out. */
  readonly layer: Layer.Layer<Tool.HandlersFor<T>, never, R>
  /** Calls a tool as a model does, with an input that the compiler checks. */
  readonly call: <Name extends keyof T & keyof Inputs & string>(
    name: Name,
    input: Inputs[Name]
  ) => Effect.Effect<Tool.Success<T[Name]>, ToolFailure, Tool.HandlersFor<T>>
}

/** Schemas of the fields of an input. They are decoded without services. */
export interface Fields {
  readonly [name: PropertyKey]: Schema.ConstraintCodec<unknown, unknown, never, never>
}

/** A workflow that a model can call. */
export interface Workflow<F extends Fields, View, E, R> {
  /** Name of the workflow, such as `Merge.whenGreen`. */
  readonly name: string
  /** What it does, for the model. */
  readonly about: string
  /** Schemas of the fields of its input. */
  readonly fields: F
  /** What is said of the fields. */
  readonly docs: { readonly [K in keyof F]?: string }
  /** Whether it may change something. */
  readonly writes: boolean
  /** Whether it may replace or remove something that cannot be restored. */
  readonly destroys: boolean
  /** Runs it, and returns what the model is shown: JSON. */
  readonly run: (input: Schema.Struct.Type<F>) => Effect.Effect<View, E, R>
}

/** Workflows by the names of their tools. */
export interface Workflows {
  // The input of a workflow is of its own kind: only its tool calls it.
  readonly [name: string]: {
    readonly fields: Fields
    readonly run: (input: never) => Effect.Effect<unknown, unknown, unknown>
    readonly writes: boolean
  }
}
