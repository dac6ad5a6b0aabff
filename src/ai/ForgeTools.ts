/**
 * Operations on GitHub as tools of a model.
 *
 * ```ts
 * const tools = ForgeTools.toolkit({ operations: { Issues, Labels: { list: Labels.list } }, readOnly: true })
 *
 * const answer = LanguageModel.generateText({ prompt: "Which issues are urgent?", toolkit: tools.toolkit }).pipe(
 *   Effect.provide(tools.layer),
 *   Effect.provide(Forge.layerGitHub)
 * )
 * ```
 */
import { Forge } from "../forge/Forge.ts"
import type * as Download from "../rest/Download.ts"
import type { Deprecated, Listing, Operation, Read } from "../rest/Operation.ts"
import { docsOf } from "./internal/docs.ts"
import { forge } from "./internal/docs/forge.ts"
import { make } from "./internal/operationTools.ts"
import type { AnyTool, SnakeCase, Tools } from "./ToolTypes.ts"
import type { Shown, ShownPage, ShownText, View } from "./View.ts"

const docs = /* @__PURE__ */ docsOf(forge)

/** Operations by module: modules of `forgecast/forge`, or some of their operations. The name of a tool combines both. */
export interface Operations {
  readonly [module: string]: object
}

/** What a model can ask a tool for in addition. */
interface Asks {
  /** Names of further fields to show. */
  readonly fields?: ReadonlyArray<string> | undefined
  /** Shows long texts from this character on. Default: 0. */
  readonly text_from?: number | undefined
}

/** An input as a model writes it: null only says that a field is left out, and `clear` names the fields to empty. */
type Written<Input, More> = (Exclude<Input, void> extends infer I
  ? { readonly [K in keyof I]: Exclude<I[K], null> }
  : never) &
  More & { readonly clear?: ReadonlyArray<string> | undefined }

/** A page of a listing. */
interface PageAsks {
  /** Number of the page, from 1. Default: 1. */
  readonly page?: number | undefined
  /** Items of a page, 1 to 30. Default: 30. */
  readonly per_page?: number | undefined
  /** Names of further fields to show. */
  readonly fields?: ReadonlyArray<string> | undefined
}

/** The name, the input and the result of the tool of an operation. */
type Entry<Name extends string, O> = O extends Deprecated<unknown> & {
  readonly deprecated?: never
  readonly declaration: unknown
} & ("deprecated" extends keyof O ? unknown : never)
  ? never
  : O extends Listing<infer Input, infer A, infer _E, infer _R, infer _At>
    ? {
        readonly name: Name
        readonly input: Written<Input, PageAsks>
        readonly view: ShownPage<A>
        readonly reads: true
      }
    : O extends Download.Download<infer Input, infer _E, infer _R>
      ? {
          readonly name: Name
          readonly input: Written<Input, Pick<Asks, "text_from">>
          readonly view: ShownText
          readonly reads: true
        }
      : O extends Operation<infer Input, infer A, infer _E, infer _R>
        ? {
            readonly name: Name
            readonly input: Written<Input, Asks>
            readonly view: Shown<A>
            readonly reads: O extends Read<infer _I, infer _A, infer _E2, infer _R2> ? true : false
          }
        : never

type EntriesOf<O extends Operations> = {
  readonly [M in keyof O & string]: {
    readonly [K in keyof O[M] & string]: Entry<`${SnakeCase<M>}_${SnakeCase<K>}`, O[M][K]>
  }[keyof O[M] & string]
}[keyof O & string]

interface AnyEntry {
  readonly name: string
  readonly input: unknown
  readonly view: unknown
  readonly reads: boolean
}

/** The tools of some operations. With `ReadOnly`, those that only read. */
export type ToolsOf<O extends Operations, ReadOnly extends boolean> =
  EntriesOf<O> extends infer E
    ? {
        readonly [
          T in Extract<E, ReadOnly extends true ? AnyEntry & { readonly reads: true } : AnyEntry> as T["name"]
        ]: AnyTool<T["name"], T["view"]>
      }
    : never

/** The inputs of the tools of some operations, as a model writes them. */
export type InputsOf<O extends Operations> =
  EntriesOf<O> extends infer E ? { readonly [T in Extract<E, AnyEntry> as T["name"]]: T["input"] } : never

/** Which tools to make, and how. */
export interface Options<O extends Operations, ReadOnly extends boolean> {
  /** The operations. Uploads cannot be tools, and are left out. */
  readonly operations: O
  /** Whether to leave out what may change something. Default: false. */
  readonly readOnly?: ReadOnly | undefined
  /** Views to use instead of the built-in ones. Default: none. */
  readonly views?: ReadonlyArray<View> | undefined
  /**
   * Whether the schemas are for the strict mode of a provider, in which every field must be present: null then says
   * that it is left out. Otherwise fields can be left out, which is shorter, and which most providers accept. Default:
   * false.
   */
  readonly strict?: boolean | undefined
}

/**
 * Makes tools of operations.
 *
 * **Details**
 *
 * A tool shows a view of the record (`View`), or a page of a listing, of at most 30 items. Long texts are cut; the model reads
 * on with `text_from`. It fails with a `ToolFailure`, which is a result that the model gets.
 *
 * What the model passes is checked before anything is sent: an unknown field is refused, and the failure names the
 * field that was probably meant. Pages have numbers; a model cannot pass a cursor, which is a URL.
 */
export const toolkit = <const O extends Operations, const ReadOnly extends boolean = false>(
  options: Options<O, ReadOnly>
): Tools<ToolsOf<O, ReadOnly>, InputsOf<O>, Forge> =>
  // The cast is safe: the names, inputs and views are made of the operations in the way that the types say.
  make({ ...options, kind: "forge", service: Forge, docs }) as never
