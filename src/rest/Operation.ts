/**
 * Operations and listings: a declaration becomes a typed function.
 *
 * The module of a service binds `operation` and `listing` to it (`Forge.operation`, `Forge.listing`). Use those to
 * declare your own endpoints.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { Simplify } from "effect/Types"
import type { Reader } from "./Call.ts"
import * as CallPlan from "./CallPlan.ts"
import {
  type AnyDeclaration,
  type Bodied,
  type Common,
  type Distinct,
  fieldNames,
  type Fields,
  type Needed,
  type QueryFields,
  type Representation,
  type Template,
  type Truncation,
  type WellFormed
} from "./Declaration.ts"
import type { Dialect } from "./Dialect.ts"
import type { Finding, FoundBy } from "./FoundBy.ts"
import type { Encoded } from "./Input.ts"
import type { Validators } from "./HttpCache.ts"
import * as Callables from "./internal/declare/callable.ts"
import * as Listings from "./internal/declare/listing.ts"
import { findable, usualStatuses } from "./internal/declare/plan.ts"
import * as Readers from "./Reader.ts"
import type * as Page from "./Page.ts"
import type { Reply } from "./Reply.ts"
import type { DecodeFailed, DeclaredErrorClass, ExchangeError, NotModified, RequestError } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

export type { AnyDeclaration, Representation } from "./Declaration.ts"

/** An operation: a call with one response. */
export interface Operation<in Input, out A, out E, out R> {
  (input: Input): Effect.Effect<A, E, R>
  /** Returns the value with the metadata of its response: status, validators, rate limit, request id, deprecation. */
  readonly withReply: (input: Input) => Effect.Effect<Reply<A>, E, R>
  /**
   * The same operation with another schema for the response: more fields, or fewer; or in another media type. It is for responses
   * with a body: an operation without a value has one only if its declaration names such a status (`statuses: [200]`).
   * Otherwise, as for an operation that deletes, and for a question, it fails with `DecodeFailed` or
   * `UnexpectedStatus`.
   */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S,
    options?: Representation
  ) => Operation<Input, S["Type"], E | DecodeFailed, R>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** An operation that only reads. */
export interface Read<in Input, out A, out E, out R> extends Operation<Input, A, E, R> {
  /** Fails with `NotModified` if nothing has changed since the reply with these validators. */
  readonly ifChanged: (input: Input, since: Validators) => Effect.Effect<Reply<A>, E | NotModified, R>
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S,
    options?: Representation
  ) => Read<Input, S["Type"], E | DecodeFailed, R>
}

/**
 * A write that can be found again: `Write.once` takes it. `Looking` is what looking for it can fail with. An alias, so that
 * editors show the signature of a call without this name.
 */
export type Findable<Input, A, E, R, Looking> = Operation<Input, A, E, R> & {
  /** How `Write.once` finds the write. */
  readonly finding: Finding<R, FoundBy<Input, A, string, Looking>>
}

/** Which page to read: its number, or the `next` cursor of another page of the same listing. It replaces the filters. */
export interface PageInput<At = number | Page.Cursor> {
  /** Number of the page, from 1, or a cursor. With `Page.paging`, pages have no numbers. Default: the first page. */
  readonly page?: At | undefined
}

/** An earlier name of an operation. Tables of operations leave it out. */
export type Deprecated<O> = O & {
  /** Never set. It only marks the type as that of an earlier name. */
  readonly deprecated?: never
}

/** The input of one page. */
type Paged<Input, At> = (Input & PageInput<At>) | Extract<Input, void>

/** A listing: a Stream of its items, in the service's order. `At` is what leads to one of its pages. */
export interface Listing<in Input, out A, out E, out R, in At = number | Page.Cursor> {
  (input: Input): Stream.Stream<A, E, R>
  /** Streams the pages, from the cursor `from` of the same listing on if given. It replaces the filters of the input. */
  readonly pages: (input: Input, from?: Page.Cursor) => Stream.Stream<Page.Page<A>, E, R>
  /** Reads one page. */
  readonly page: Read<Paged<Input, At>, Page.Page<A>, E, R>
  /** The same listing with another schema for its items, or in another media type. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S,
    options?: Representation
  ) => Listing<Input, S["Type"], E, R, At>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** Declares an operation. */
export interface OperationDeclaration<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Body extends Fields,
  Success extends Schema.ConstraintDecoder<unknown> | undefined,
  Errors extends ReadonlyArray<DeclaredErrorClass>,
  By extends string = never,
  Looking = never
> extends Common<T, Path, Query, Errors> {
  /** Fields of the JSON body. */
  readonly body?: (Distinct<Body, keyof Path | keyof Query> & Bodied<T>) | undefined
  /**
   * Other names for fields of the body. An input is flat, so a field of the body cannot have a name that the path or the
   * query uses. `{ new_name: "name" }` sends the input's `new_name` as `name`. Default: the name in the input.
   */
  readonly sentAs?: { readonly [K in keyof Body]?: string } | undefined
  /**
   * The fields of the body that are secrets, such as `config.secret`. No error and no plan shows their values. Default: none.
   */
  readonly secrets?: ReadonlyArray<string> | undefined
  /** Schema of the response. Without it, the operation returns nothing. */
  readonly success?: Success | undefined
  /** Whether the operation is safe to retry even if the service may have acted. Default: true for GET only. */
  readonly repeatable?: boolean | undefined
  /**
   * Whether it changes nothing although it is not a GET, such as a preview. It is sent when a program is planned, and does not
   * wait for its turn among writes. Default: false.
   */
  readonly onlyReads?: boolean | undefined
  /**
   * What an input, encoded, says of the response to it: some of its JSON. Plans show it before the write is sent, and `apply`
   * makes sure of it. Undefined for a field that is not known. Default: texts, numbers and truths of the body, by their
   * names, but not `sha`.
   */
  readonly foreseen?: ((input: Encoded) => object) | undefined
  /** How its write is found again, so that `Write.once` takes the operation. */
  readonly foundBy?: FoundBy<InputOf<Path, Query, Body>, ValueOf<Success>, By, Looking> | undefined
}

/** Declares a listing. */
export interface ListingDeclaration<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Item extends Schema.ConstraintDecoder<unknown>,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> extends Common<T, Path, Query, Errors> {
  /** Schema of an item. */
  readonly item: Item
  /** The field that holds the items, if the response is an object around them. */
  readonly envelope?: string | undefined
  /**
   * Whether the object may be without that field, which means that there are no items. Default: it may not, as such a
   * response is not a page.
   */
  readonly mayBeAbsent?: boolean | undefined
  /** The most items that the service returns. The stream of a longer listing fails with `error` at its end. */
  readonly most?: Truncation | undefined
}

type InputOf<Path extends Fields, Query extends QueryFields, Body extends Fields> = Simplify<
  Schema.Struct.Type<Path> & Schema.Struct.Type<Query> & Schema.Struct.Type<Body>
>

/** An input whose fields may all be left out may be left out itself. */
type Given<Input> = {} extends Input ? Input | void : Input

/** An operation without a success has nothing to decode. */
type RequestErrorOf<Success> = Success extends Schema.Constraint ? RequestError : ExchangeError

type ValueOf<Success> = Success extends Schema.Constraint ? Success["Type"] : void

type Nothing = Record<never, never>

/**
 * What a declaration makes: a `Read` for a GET, a `Findable` if it has `foundBy`, and otherwise an `Operation`. `Self` is the
 * service.
 */
// Written out thrice: an alias of another alias loses its name, and editors then show all of it.
export type Declared<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Body extends Fields,
  Success extends Schema.ConstraintDecoder<unknown> | undefined,
  Errors extends ReadonlyArray<DeclaredErrorClass>,
  Self,
  By extends string,
  Looking
> = T extends `GET ${string}`
  ? Read<
      Given<InputOf<Path, Query, Body>>,
      ValueOf<Success>,
      RequestErrorOf<Success> | InstanceType<Errors[number]>,
      Self
    >
  : [By] extends [never]
    ? Operation<
        Given<InputOf<Path, Query, Body>>,
        ValueOf<Success>,
        RequestErrorOf<Success> | InstanceType<Errors[number]>,
        Self
      >
    : Findable<
        Given<InputOf<Path, Query, Body>>,
        ValueOf<Success>,
        RequestErrorOf<Success> | InstanceType<Errors[number]>,
        Self,
        Looking
      >

/** Declares operations of a service. */
export const operation =
  <Self>(service: Context.Key<Self, Transport>, dialect: Dialect) =>
  <
    const T extends Template,
    Path extends Fields = Nothing,
    Query extends QueryFields = Nothing,
    Body extends Fields = Nothing,
    Success extends Schema.ConstraintDecoder<unknown> | undefined = undefined,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = [],
    By extends string = never,
    Looking = never
  >(
    name: string,
    template: WellFormed<T>,
    declaration: OperationDeclaration<T, Path, Query, Body, Success, Errors, By, Looking> & Needed<T>
  ): Declared<T, Path, Query, Body, Success, Errors, Self, By, Looking> => {
    const { success } = declaration
    const plan = CallPlan.make(service, dialect, {
      ...declaration,
      name,
      template,
      kind: "operation",
      result: success,
      statuses: declaration.statuses ?? usualStatuses[success === undefined ? "noContent" : "content"],
      foundBy: declaration.foundBy?.by
    })
    // The cast is safe: the plan encodes inputs by the declaration's fields, reads values by its success schema, and
    // the transport fails only with `RequestError` and the declared errors.
    const reader: Reader<unknown> = success === undefined ? Readers.nothing : Readers.valueOf(plan.call.method, success)
    return findable(plan, declaration.foundBy, Callables.operation(plan, reader)) as never
  }

/**
 * Declares questions of a service: reads that the status answers. 204 is true, and 404 is false. The service also sends
 * 404 where the caller may not see what the question is about.
 */
export const question =
  <Self>(service: Context.Key<Self, Transport>, dialect: Dialect) =>
  <
    const T extends `GET /${string}`,
    Path extends Fields = Nothing,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: WellFormed<T>,
    declaration: Omit<Common<T, Path, Nothing, Errors>, "statuses"> & Needed<T>
  ): Read<Given<InputOf<Path, Nothing, Nothing>>, boolean, ExchangeError | InstanceType<Errors[number]>, Self> => {
    const statuses = usualStatuses.question
    const plan = CallPlan.make(service, dialect, { ...declaration, name, template, kind: "operation", statuses })
    // The cast is safe as above.
    return Callables.operation(plan, Readers.found) as never
  }

/** Declares listings of a service. `paging` is how its pages state the next one, if not in a `Link` header. */
export const listing =
  <Self, P extends Page.Paging | undefined = undefined>(
    service: Context.Key<Self, Transport>,
    dialect: Dialect,
    paging?: P
  ) =>
  <
    const T extends `GET /${string}`,
    Item extends Schema.ConstraintDecoder<unknown>,
    Path extends Fields = Nothing,
    Query extends QueryFields = Nothing,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: WellFormed<T>,
    declaration: ListingDeclaration<T, Path, Query, Item, Errors> & Needed<T>
  ): Listing<
    Given<InputOf<Path, Query, SizeField<P>>>,
    Item["Type"],
    RequestError | InstanceType<Errors[number]>,
    Self,
    [P] extends [Page.Paging] ? Page.Cursor : number | Page.Cursor
  > => {
    const plan = CallPlan.make(service, dialect, {
      ...declaration,
      name,
      template,
      kind: "listing",
      query: { ...declaration.query, ...(paging === undefined ? numbered(dialect) : sized(dialect, paging.size)) },
      result: declaration.item,
      statuses: declaration.statuses ?? usualStatuses.read
    })
    // The cast is safe as above.
    const { envelope, mayBeAbsent, most } = declaration
    const items = (item: Schema.ConstraintDecoder<unknown>) =>
      paging === undefined ? Readers.items(item, envelope, mayBeAbsent) : paging.items(item, envelope)
    return Listings.listing(plan, declaration.item, { items, most, size: paging?.size ?? "per_page" }) as never
  }

/** The field of the input that says how many items a page has. */
type SizeField<P> = P extends Page.Paging<infer Size> ? ReturnType<typeof sized<Size>> : ReturnType<typeof perPage>

const perPage = ({ pageSize }: Dialect) => ({
  /** How many items a page has. Default: `Page.PageSize`. */
  per_page: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageSize.most })))
})

const sized = <const Size extends string>(
  dialect: Dialect,
  size: Size
): { readonly [S in Size]: ReturnType<typeof perPage>["per_page"] } =>
  // A computed key is any string to the compiler.
  ({ [size]: perPage(dialect).per_page }) as never

const numbered = (dialect: Dialect) => ({ ...perPage(dialect), ...PageNumber })

const PageNumber = { page: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))) }

/**
 * Keeps the fields of an input that an operation has. A call fails with `InvalidInput` for any other field, since it is
 * probably misspelt. This function leaves out the other fields of a record that was read.
 *
 * ```ts
 * const renamed = Operation.pick(Issues.update, { ...repo, issue_number: issue.number, ...issue, title: "Rain" })
 * ```
 */
export const pick = <Input>({ declaration }: Takes<Input>, fields: NoInfer<Input> & object): Exclude<Input, void> => {
  const known = fieldNames(declaration)
  // The cast is safe: all fields of the input are kept.
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known.includes(name))) as never
}

/** An operation, or a listing, by its input. */
export interface Takes<in Input> {
  (input: Input, ...more: never): unknown
  /** The declaration as data: the names of its fields. */
  readonly declaration: AnyDeclaration
}
