/** The types of GraphQL documents and connections. */
import type * as Schema from "effect/Schema"

type AnySchema = Schema.ConstraintDecoder<unknown>

/**
 * A document as `gql.tada`, `graphql-codegen` and others make it: parsed, or a subclass of `String`. A typed one has the
 * types of its variables and its result in `__apiType`, which is not there at run time.
 */
export type TypedDocument =
  // oxlint-disable-next-line typescript/no-wrapper-object-types -- These documents are instances of a subclass.
  String | { readonly kind: string; readonly definitions: ReadonlyArray<{ readonly kind: string }> }

/** An operation of `effect/graphql`, with schemas of its variables and its result. */
export interface Operation {
  /** What it does. Subscriptions need another transport. */
  readonly kind: "query" | "mutation"
  /** Its name in the document. */
  readonly name: string
  /** The text of the document. */
  readonly document: string
  /** Encodes the variables. */
  readonly variables: Schema.ConstraintCodec<unknown, unknown, unknown, never>
  /** Decodes the data. */
  readonly result: AnySchema
  /** Only the client of `effect/graphql` runs middleware. */
  readonly "~middleware"?: never
}

/** A document: its text, a typed document, or an operation of `effect/graphql`. */
export type Document = string | TypedDocument | Operation

/** The variables of a document without types. */
export interface Variables {
  readonly [name: string]: unknown
}

type ApiOf<D> = D extends { readonly __apiType?: infer Api }
  ? "__apiType" extends keyof D
    ? Api
    : undefined
  : undefined

/** The variables of a document. */
export type VariablesOf<D extends Document> = D extends Operation
  ? D["variables"]["Type"]
  : NonNullable<ApiOf<D>> extends (variables: infer V) => unknown
    ? V
    : Variables

/** The data of a document, as its types promise it; `unknown` if it has none. */
export type ResultOf<D extends Document> = D extends Operation
  ? D["result"]["Type"]
  : NonNullable<ApiOf<D>> extends (variables: never) => infer R
    ? R
    : unknown

interface Paged {
  /** Select both: `pageInfo { hasNextPage endCursor }`. */
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
  /** The number of all items, if the document selects it. */
  readonly totalCount?: number | null | undefined
}

/** A connection with its items in `nodes`. */
export interface Nodes extends Paged {
  /** The items. */
  readonly nodes: ReadonlyArray<unknown> | null
}

/** A connection with its items in `edges`. */
export interface Edges extends Paged {
  /** The items, each in the `node` of an edge. */
  readonly edges: ReadonlyArray<{ readonly node?: unknown } | null> | null
}

/** A page of a connection. It is read with `nodes` if it has both. */
export type Connection = Nodes | Edges

/** An item of a connection. */
export type Item<C> = C extends { readonly nodes: ReadonlyArray<infer Node> | null }
  ? NonNullable<Node>
  : C extends { readonly edges: ReadonlyArray<infer Edge> | null }
    ? Edge extends { readonly node?: infer Node }
      ? NonNullable<Node>
      : never
    : never
