/** What a declaration of an operation is made of. */
import type * as Schema from "effect/Schema"
import type { DeclaredError, DeclaredErrorClass, ResponseInfo } from "./RestError.ts"

/** The method and the path of an operation, as the service's documentation writes them. */
export type Template = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`

/** The names of a template's parameters. */
export type Parameters<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never

/** What is left of a template without its parameters. */
type Literals<T extends string> = T extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends "" | `${string}{${string}` ? "{" : ""}${Literals<After>}`
  : T

/** The template itself, or what the compiler says of one that is not well formed. */
export type WellFormed<T extends string> =
  Literals<T> extends `${string}${"{" | "}"}${string}`
    ? `${T}: each { needs a name and a }`
    : Literals<T> extends `${string}${"?" | "#"}${string}`
      ? `${T}: a path has no ? or #, declare a query instead`
      : T

/** A schema that needs nothing but the value to encode it. */
export type Field = Schema.ConstraintCodec<unknown, unknown, unknown, never>

/** What can stand in a URL. */
export type Scalar = string | number | boolean

/** A field that is never left out: nothing else could stand in its place. */
export type PathField = Schema.ConstraintCodec<unknown, Scalar, unknown, never>

/** Fields of a query: scalars, and lists that are joined with commas. */
export interface QueryFields {
  readonly [name: PropertyKey]: Schema.ConstraintCodec<
    unknown,
    Scalar | ReadonlyArray<Scalar> | null | undefined,
    unknown,
    never
  >
}

export interface Fields {
  readonly [name: PropertyKey]: Field
}

/** A rule that no single field can state. It is checked on inputs whose fields are all valid. */
export interface Rule {
  /** The field to blame. */
  readonly path: string
  /** Completes "its path …". */
  readonly reason: string
  readonly isBroken: (input: Readonly<Record<string, unknown>>) => boolean
}

/** A schema for each parameter of a template, and for nothing else. */
export type PathOf<T extends Template, Path extends Fields> = Path & {
  readonly [K in Parameters<T>]: PathField
} & {
  // The type is what the compiler says of a surplus field.
  readonly [K in Exclude<keyof Path, Parameters<T>>]: `${T} has no {${K & string}}`
}

/** The input is flat: two fields of one name would be one. */
export type Distinct<Fields, Others> = Fields & {
  readonly [K in Extract<keyof Fields, Others>]: `${K & string} is declared already: an input has one field of a name`
}

/** What all declarations say. */
export interface Common<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> {
  /** A schema for each parameter of the path, and for nothing else. */
  readonly path?: PathOf<T, Path> | undefined
  /** Parameters of the path that are several segments: their slashes are kept. */
  readonly manySegments?: ReadonlyArray<Parameters<T>> | undefined
  readonly query?: Distinct<Query, keyof Path> | undefined
  /** Parameters of the query that mean nothing without another, and are not sent then: `{ order: "sort" }`. */
  readonly sentWith?: { readonly [K in keyof Query]?: keyof Query } | undefined
  /** The errors beyond `RequestError`. Of those that fit an answer, the first is made. */
  readonly errors?: Errors | undefined
  /** Rules that no single field can state. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** The budget it draws on. Default: the one of the dialect. */
  readonly resource?: string | undefined
  /** The name of one of the service's hosts. Default: `api`. */
  readonly host?: string | undefined
  /** The media type to ask for. Default: the service's JSON. */
  readonly accept?: string | undefined
}

/** Only a template without parameters has no need of a path. */
export type Needed<T extends Template> = [Parameters<T>] extends [never]
  ? unknown
  : { readonly path: { readonly [K in Parameters<T>]: PathField } }

/** The type is what the compiler says of a body where there can't be one. */
export type Bodied<T extends Template> = T extends `GET ${string}` ? "a GET has no body" : unknown

/** Where a listing is cut off by its service. */
export interface Truncation<out E extends DeclaredError = DeclaredError> {
  /** How many items the service returns at most. */
  readonly items: number
  /** What the stream of a longer listing fails with. */
  readonly error: DeclaredErrorClass & { readonly exceeded: (base: ResponseInfo, total_count: number) => E }
}

/** A declaration as data, whatever its types. The documentation is made from it. */
export interface AnyDeclaration {
  readonly name: string
  readonly template: Template
  readonly kind: "operation" | "listing" | "upload" | "download"
  readonly path: Fields
  readonly query: Fields
  readonly body: Fields | undefined
  /** The success of an operation, or the item of a listing. */
  readonly result: Schema.ConstraintDecoder<unknown> | undefined
  readonly errors: ReadonlyArray<string>
  readonly repeatable: boolean
  readonly resource: string
}
