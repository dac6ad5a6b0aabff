/**
 * Operations: one declaration in, a callable out.
 *
 * `operation` and `listing` are bound to a service by its module (`Forge.operation`, `Forge.listing`); with them users
 * declare endpoints of their own.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { Simplify } from "effect/Types"
import type { Validators } from "./HttpCache.ts"
import * as Callables from "./internal/declare/callable.ts"
import * as Input from "./internal/input/input.ts"
import * as Reader from "./internal/decode/reader.ts"
import * as Template from "./internal/input/template.ts"
import type * as Page from "./Page.ts"
import type { Reply } from "./Reply.ts"
import type { DecodeFailed, DeclaredErrorClass, NotModified, RequestError } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

/** A call with one answer. */
export interface Operation<in Input, out A, out E, out R> {
  (input: Input): Effect.Effect<A, E, R>
  /** The value with what came beside it: status, validators, rate limit, request id, deprecation. */
  readonly withReply: (input: Input) => Effect.Effect<Reply<A>, E, R>
  /** The same operation, its answer read with another schema: more fields, or fewer. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S
  ) => Operation<Input, S["Type"], E | DecodeFailed, R>
  readonly declaration: AnyDeclaration
}

/** An operation that changes nothing. */
export interface Read<in Input, out A, out E, out R> extends Operation<Input, A, E, R> {
  /** Fails with `NotModified` when nothing has changed since the reply that had these validators. */
  readonly ifChanged: (input: Input, since: Validators) => Effect.Effect<Reply<A>, E | NotModified, R>
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => Read<Input, S["Type"], E | DecodeFailed, R>
}

/** Where a page is: its number, or the cursor that another page gave, which stands for the whole input. */
export interface PageInput {
  readonly page?: number | Page.Cursor | undefined
}

/** A listing: a Stream of its items, in the order of the service. */
export interface Listing<in Input, out A, out E, out R> {
  (input: Input): Stream.Stream<A, E, R>
  /** The same page by page; from a cursor on if there is one, which then stands for the whole input. */
  readonly pages: (input: Input, from?: Page.Cursor) => Stream.Stream<Page.Page<A>, E, R>
  /** One page. */
  readonly page: Read<Input & PageInput, Page.Page<A>, E, R>
  /** The same listing, its items read with another schema. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => Listing<Input, S["Type"], E, R>
  readonly declaration: AnyDeclaration
}

/** A schema for each parameter of a template, and for nothing else. */
type PathOf<T extends Template.Template, Path extends Input.Fields> = Path & {
  readonly [K in Template.Parameters<T>]: Input.PathField
} & {
  // The type is what the compiler says of a surplus field.
  readonly [K in Exclude<keyof Path, Template.Parameters<T>>]: `${T} has no {${K & string}}`
}

/** The input is flat: two fields of one name would be one. */
type Distinct<Fields, Others> = Fields & {
  readonly [K in Extract<keyof Fields, Others>]: `${K & string} is declared already: an input has one field of a name`
}

/** What all declarations say. */
export interface Common<
  T extends Template.Template,
  Path extends Input.Fields,
  Query extends Input.QueryFields,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> {
  /** A schema for each parameter of the path, and for nothing else. */
  readonly path?: PathOf<T, Path> | undefined
  /** Parameters of the path that are several segments: their slashes are kept. */
  readonly manySegments?: ReadonlyArray<Template.Parameters<T>> | undefined
  readonly query?: Distinct<Query, keyof Path> | undefined
  /** Parameters of the query that mean nothing without another, and are not sent then: `{ order: "sort" }`. */
  readonly sentWith?: { readonly [K in keyof Query]?: keyof Query } | undefined
  /** The errors beyond `RequestError`. Of those that fit an answer, the first is made. */
  readonly errors?: Errors | undefined
  /** Rules that no single field can state. */
  readonly rules?: ReadonlyArray<Input.Rule> | undefined
  /** The budget it draws on. Default: `core`. */
  readonly resource?: string | undefined
  /** The name of one of the service's hosts. Default: `api`. */
  readonly host?: string | undefined
  /** The media type to ask for. Default: the service's JSON. */
  readonly accept?: string | undefined
}

/** Only a template without parameters has no need of a path. */
export type Needed<T extends Template.Template> = [Template.Parameters<T>] extends [never]
  ? unknown
  : { readonly path: { readonly [K in Template.Parameters<T>]: Input.PathField } }

/** The type is what the compiler says of a body where there can't be one. */
type Bodied<T extends Template.Template> = T extends `GET ${string}` ? "a GET has no body" : unknown

/** Declares an operation. */
export interface OperationDeclaration<
  T extends Template.Template,
  Path extends Input.Fields,
  Query extends Input.QueryFields,
  Body extends Input.Fields,
  Success extends Schema.ConstraintDecoder<unknown> | undefined,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> extends Common<T, Path, Query, Errors> {
  /** Fields of the JSON body. */
  readonly body?: (Distinct<Body, keyof Path | keyof Query> & Bodied<T>) | undefined
  /** What the answer holds; without it, nothing. */
  readonly success?: Success | undefined
  /** Whether sending it twice is harmless. Default: only GET is. */
  readonly repeatable?: boolean | undefined
}

/** Declares a listing. */
export interface ListingDeclaration<
  T extends Template.Template,
  Path extends Input.Fields,
  Query extends Input.QueryFields,
  Item extends Schema.ConstraintDecoder<unknown>,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> extends Common<T, Path, Query, Errors> {
  /** One item. */
  readonly item: Item
  /** The field that holds the items, when the answer is an object around them. */
  readonly envelope?: string | undefined
  /** How many items the service gives at most: of a longer listing the stream then fails with `SearchTruncated`. */
  readonly most?: number | undefined
}

/** A declaration as it can be looked at, whatever its types: the documentation is made from it. */
export interface AnyDeclaration {
  readonly name: string
  readonly template: Template.Template
  /** A `batch` is an operation that sends several requests, a `stream` sends one for each of its values. */
  readonly kind: "operation" | "listing" | "upload" | "download" | "batch" | "stream"
  readonly path: Input.Fields
  readonly query: Input.Fields
  readonly body: Input.Fields | undefined
  /** Of an operation its success, of a listing its item, of a batch and a stream what they give. */
  readonly result: Schema.ConstraintDecoder<unknown> | undefined
  readonly errors: ReadonlyArray<string>
  readonly repeatable: boolean
  readonly resource: string
  /** The name of the service's host. */
  readonly host: string
}

type InputOf<Path extends Input.Fields, Query extends Input.QueryFields, Body extends Input.Fields> = Simplify<
  Schema.Struct.Type<Path> & Schema.Struct.Type<Query> & Schema.Struct.Type<Body>
>

/** An operation without a success has nothing to decode. */
type RequestErrorOf<Success> = Success extends Schema.Constraint ? RequestError : Exclude<RequestError, DecodeFailed>

type ValueOf<Success> = Success extends Schema.Constraint ? Success["Type"] : void

type Callable<T extends Template.Template, Input, A, E, R> = T extends `GET ${string}`
  ? Read<Input, A, E, R>
  : Operation<Input, A, E, R>

type Nothing = Record<never, never>

/** Declares operations of a service. */
export const operation =
  <Self>(service: Context.Key<Self, Transport>) =>
  <
    const T extends Template.Template,
    Path extends Input.Fields = Nothing,
    Query extends Input.QueryFields = Nothing,
    Body extends Input.Fields = Nothing,
    Success extends Schema.ConstraintDecoder<unknown> | undefined = undefined,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: Template.WellFormed<T>,
    declaration: OperationDeclaration<T, Path, Query, Body, Success, Errors> & Needed<T>
  ): Callable<
    T,
    InputOf<Path, Query, Body>,
    ValueOf<Success>,
    RequestErrorOf<Success> | InstanceType<Errors[number]>,
    Self
  > => {
    const { success } = declaration
    const plan = planOf(service, template, declaration, {
      name,
      template,
      kind: "operation",
      path: declaration.path ?? {},
      query: declaration.query ?? {},
      body: declaration.body,
      result: success,
      errors: tagsOf(declaration.errors),
      repeatable: declaration.repeatable ?? template.startsWith("GET "),
      resource: declaration.resource ?? "core",
      host: declaration.host ?? "api"
    })
    const reader: Reader.Reader<unknown> = success === undefined ? Reader.nothing : Reader.json(success)
    // Here the types are built: the plan encodes inputs by the declaration's fields, reads values by its success, and
    // the transport makes no errors but those of `RequestError` and the declared ones.
    return Callables.operation(plan, reader) as never
  }

/** Declares listings of a service. */
export const listing =
  <Self>(service: Context.Key<Self, Transport>) =>
  <
    const T extends `GET /${string}`,
    Item extends Schema.ConstraintDecoder<unknown>,
    Path extends Input.Fields = Nothing,
    Query extends Input.QueryFields = Nothing,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: Template.WellFormed<T>,
    declaration: ListingDeclaration<T, Path, Query, Item, Errors> & Needed<T>
  ): Listing<InputOf<Path, Query, typeof PerPage>, Item["Type"], RequestError | InstanceType<Errors[number]>, Self> => {
    const plan = planOf(service, template, declaration, {
      name,
      template,
      kind: "listing",
      path: declaration.path ?? {},
      query: { ...declaration.query, ...PerPage, ...PageNumber },
      body: undefined,
      result: declaration.item,
      errors: tagsOf(declaration.errors),
      repeatable: true,
      resource: declaration.resource ?? "core",
      host: declaration.host ?? "api"
    })
    // As above.
    return Callables.listing(plan, declaration.item, declaration) as never
  }

const PerPage = { per_page: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))) }

const PageNumber = { page: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))) }

/** @internal */
export const tagsOf = (errors: ReadonlyArray<DeclaredErrorClass> = []): ReadonlyArray<string> =>
  errors.map((error) => error.fields._tag.schema.literal)

/** How the operations of a declaration ask. @internal */
export const planOf = <Self>(
  service: Context.Key<Self, Transport>,
  template: Template.Template,
  declared: Pick<
    Common<Template.Template, Input.Fields, Input.QueryFields, ReadonlyArray<DeclaredErrorClass>>,
    "accept" | "errors" | "rules" | "sentWith"
  > & { readonly manySegments?: ReadonlyArray<string> | undefined },
  declaration: AnyDeclaration
): Callables.Plan<Self> => {
  const route = Template.parse(template, declared.manySegments)
  return {
    service,
    declaration,
    wire: Input.compile({
      operation: declaration.name,
      route,
      path: declaration.path,
      query: declaration.query,
      body: declaration.body,
      sentWith: declared.sentWith ?? {},
      rules: declared.rules ?? []
    }),
    call: {
      operation: declaration.name,
      method: route.method,
      host: declaration.host,
      accept: declared.accept,
      resource: declaration.resource,
      repeatable: declaration.repeatable,
      declared: declared.errors ?? []
    }
  }
}
