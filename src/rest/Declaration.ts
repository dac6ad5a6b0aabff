/** The parts of a declaration. */
import type * as Schema from "effect/Schema"
import { named } from "./internal/text/cut.ts"
import {
  type DeclaredError,
  type DeclaredErrorClass,
  type RequestInfo,
  type ResponseInfo,
  withoutResponse
} from "./RestError.ts"

/** The method and path of an operation, as the service documents them. */
export type Template = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`

/** The names of a template's parameters. */
export type Parameters<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never

/** A template without its parameters. */
type Literals<T extends string> = T extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends "" | `${string}{${string}` ? "{" : ""}${Literals<After>}`
  : T

/** The template itself, or the compiler's message for a malformed one. */
export type WellFormed<T extends string> =
  Literals<T> extends `${string}${"{" | "}"}${string}`
    ? `${T}: each { needs a name and a closing }`
    : Literals<T> extends `${string}${"?" | "#"}${string}`
      ? `${T}: a path cannot contain ? or #; declare a query instead`
      : T

/** A schema that encodes without services. */
export type Field = Schema.ConstraintCodec<unknown, unknown, unknown, never>

/** A value that can be part of a URL. */
export type Scalar = string | number | boolean

/** A field of the path. It is required, since a path cannot leave a parameter out. */
export type PathField = Schema.ConstraintCodec<unknown, Scalar, unknown, never>

/** Fields of a query: scalars, and lists, which are joined with commas. */
export interface QueryFields {
  readonly [name: PropertyKey]: Schema.ConstraintCodec<
    unknown,
    Scalar | ReadonlyArray<Scalar> | null | undefined,
    unknown,
    never
  >
}

/** Schemas of fields, by name. */
export interface Fields {
  readonly [name: PropertyKey]: Field
}

/** A rule that involves several fields. It is checked once all fields are valid. */
export interface Rule {
  /** The field that the error names. */
  readonly path: string
  /** What is wrong with the field. The error message puts it after the path, such as "is required to comment". */
  readonly reason: string
  /** Whether an input breaks the rule. */
  readonly isBroken: (input: Readonly<Record<string, unknown>>) => boolean
}

/** The representation of a response that a derived operation asks for. */
export interface Representation {
  /** The media type to request. Default: that of the operation. One that no header can hold fails with `InvalidInput`. */
  readonly accept?: string | undefined
}

/** A schema for each parameter of a template, and no others. */
export type PathOf<T extends Template, Path extends Fields> = Path & {
  readonly [K in Parameters<T>]: PathField
} & {
  // The type is the compiler's message for a surplus field.
  readonly [K in Exclude<keyof Path, Parameters<T>>]: `${T} has no {${K & string}}`
}

/** The input is flat, so a name can be declared only once. */
export type Distinct<Fields, Others> = Fields & {
  readonly [K in Extract<keyof Fields, Others>]: `${K & string} is already declared: field names must be unique`
}

/** The status of a response that can be a success. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226

/** What all declarations have in common. */
export interface Common<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> {
  /** A schema for each parameter of the path, and no others. */
  readonly path?: PathOf<T, Path> | undefined
  /** Parameters of the path that span several segments. Their slashes are kept. */
  readonly manySegments?: ReadonlyArray<Parameters<T>> | undefined
  /** Schemas of the parameters of the query. */
  readonly query?: Distinct<Query, keyof Path> | undefined
  /** Parameters of the query that have no meaning without another one: `{ order: "sort" }`. */
  readonly requires?: { readonly [K in keyof Query]?: keyof Query } | undefined
  /**
   * Lists of the query that the service reads from a repeated parameter, as `id[]=1&id[]=2`. Default: none, as values are
   * joined with commas.
   */
  readonly repeated?: ReadonlyArray<keyof Query & string> | undefined
  /** The errors in addition to `RequestError`. The first one that matches the response is used. */
  readonly errors?: Errors | undefined
  /**
   * The statuses of a success. Any other 2xx fails with `UnexpectedStatus`: it may come from a captive portal or a
   * proxy. Default: 200, 201 and 203 with a response value, 204 and 205 without one, 200 and 203 for listings and
   * downloads. A listing that names 204 has no items then.
   */
  readonly statuses?: ReadonlyArray<SuccessStatus> | undefined
  /** Rules that involve several fields. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** The rate-limit resource that it draws on. Default: the dialect's. */
  readonly resource?: string | undefined
  /** The name of one of the service's hosts. Default: `api`. */
  readonly host?: string | undefined
  /** The media type to request. Default: the service's JSON. */
  readonly accept?: string | undefined
}

/** Requires `path` unless the template has no parameters. */
export type Needed<T extends Template> = [Parameters<T>] extends [never]
  ? unknown
  : { readonly path: { readonly [K in Parameters<T>]: PathField } }

/** Rejects the body of a GET. The type is the compiler's message. */
export type Bodied<T extends Template> = T extends `GET ${string}` ? "a GET cannot have a body" : unknown

/** Where the service cuts a listing off. */
export interface Truncation<out E extends DeclaredError = DeclaredError> {
  /** The largest number of items that the service returns. */
  readonly items: number
  /**
   * The parameters of the query of which one makes the service cut the listing off. Default: it always does.
   */
  readonly by?: ReadonlyArray<string> | undefined
  /** The error that the stream of a longer listing fails with. */
  readonly error: DeclaredErrorClass & {
    readonly exceeded: (base: ResponseInfo, total_count: number) => E
    /** Makes the error that the stream of items ends with if the service stopped looking. Default: it just ends. */
    readonly incomplete?: (base: ResponseInfo, total_count: number | null) => E
  }
}

/** The error of a listing that has `total` items, more than the service returns. */
export const truncated = <E extends DeclaredError>(
  info: RequestInfo,
  { error, items }: Truncation<E>,
  total: number
): E =>
  error.exceeded(withoutResponse(info, `the service returns ${items} of the ${total} results ${named(info)}`), total)

/** A declaration as data, without its types. The documentation is generated from it. */
export interface AnyDeclaration {
  /** Name of the operation, such as `Issues.get`. */
  readonly name: string
  /** Method and path, such as `GET /users/{username}`. */
  readonly template: Template
  /** A `batch` is an operation that sends several requests; a `stream` sends one for each of its values. */
  readonly kind: "operation" | "listing" | "upload" | "download" | "batch" | "stream"
  /** Schemas of the parameters of the path. */
  readonly path: Fields
  /** Schemas of the parameters of the query. */
  readonly query: Fields
  /** Schemas of the fields of the body; undefined if there is none. */
  readonly body: Fields | undefined
  /** The names in the request of fields of the body; those in the input if they are not here. */
  readonly sentAs: { readonly [name: PropertyKey]: string | undefined }
  /** The success schema of an operation, or the item schema of a listing. */
  readonly result: Schema.ConstraintDecoder<unknown> | undefined
  /** The field that holds the items of a listing, if it declares one. */
  readonly envelope: string | undefined
  /** Tags of the errors in addition to `RequestError`. */
  readonly errors: ReadonlyArray<string>
  /** The statuses of a success. */
  readonly statuses: ReadonlyArray<number>
  /** Whether it is retried even if the service may have acted. */
  readonly repeatable: boolean
  /** What `Write.once` finds it by; undefined if it cannot. */
  readonly foundBy: string | undefined
  /** The rate-limit resource that it draws on. */
  readonly resource: string
  /** The name of the service's host. */
  readonly host: string
}

/** The names of the fields of an input: of its parameters, and of the data of an upload. */
export const fieldNames = ({
  body,
  kind,
  path,
  query
}: Pick<AnyDeclaration, "body" | "kind" | "path" | "query">): ReadonlyArray<string> => [
  ...Object.keys({ ...path, ...query, ...body }),
  ...(kind === "upload" ? ["data", "content_type", "size", "upload_url"] : [])
]
