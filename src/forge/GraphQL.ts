/**
 * GraphQL: queries, mutations and the pages of connections.
 *
 * A call takes the same path as a declared operation, with the same credentials, rate limits, retries, timeouts, spans
 * and errors. It draws on the budget `graphql`. Queries are retried if their response is lost, and mutations are not.
 * Responses are not cached.
 *
 * Nothing checks the data unless the call has a `schema`. Its type is that of the document, or `unknown` for plain text.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { replyOf } from "../rest/Callable.ts"
import * as CallSite from "../rest/CallSite.ts"
import type { Cursor, Page } from "../rest/Page.ts"
import type { Reply } from "../rest/Reply.ts"
import { invalidInput, type NotFound, type RequestError } from "../rest/RestError.ts"
import { dialect } from "./dialect.ts"
import type { Forge } from "./Forge.ts"
import type { GraphQLFailed } from "./ForgeError.ts"
import type { Connection, Document, Item, ResultOf, VariablesOf } from "./GraphQLDocument.ts"
import * as Internal from "./internal/graphql/call.ts"
import { pageOf } from "./internal/graphql/connection.ts"

export type {
  Connection,
  Document,
  Edges,
  Item,
  Nodes,
  Operation,
  ResultOf,
  TypedDocument,
  Variables,
  VariablesOf
} from "./GraphQLDocument.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

/** The data of a call: that of its schema or, without one, of its document. */
export type Data<D extends Document, S> = S extends AnySchema ? S["Type"] : ResultOf<D>

/** Options of a call. */
export interface Options<S extends AnySchema | undefined = AnySchema | undefined> {
  /** Checks the data. The result has its type. */
  readonly schema?: S | undefined
  /** Which operation of the document to execute. Required if it has several. */
  readonly operationName?: string | undefined
  /** Whether it is safe to retry even if the service may have acted. Default: true for queries. */
  readonly repeatable?: boolean | undefined
}

/** A response with errors. `A` is the data of the call. */
export type Failed<A> = GraphQLFailed & { readonly data: A | null }

/** What a call can fail with. `A` is its data. */
export type Failure<A> = RequestError | NotFound | Failed<A>

/** Executes an operation. */
export interface Request {
  <const D extends Document, S extends AnySchema | undefined = undefined>(
    document: D,
    variables: VariablesOf<D>,
    options?: Options<S>
  ): Effect.Effect<Data<D, S>, Failure<Data<D, S>>, Forge>
  /** Returns the data with the metadata of its response: status, rate limit, request id. */
  readonly withReply: <const D extends Document, S extends AnySchema | undefined = undefined>(
    document: D,
    variables: VariablesOf<D>,
    options?: Options<S>
  ) => Effect.Effect<Reply<Data<D, S>>, Failure<Data<D, S>>, Forge>
}

/** Options of a paginated query. */
export interface PageOptions<
  D extends Document,
  S extends AnySchema | undefined,
  C extends Connection | null | undefined
> extends Options<S> {
  /** Selects the connection from the data. */
  readonly connection: (data: Data<D, S>) => C
}

/** The option to resume the pages. */
export interface From {
  /** The `next` of a page, or any `endCursor` of the connection: reads the pages from there on. */
  readonly from?: Cursor | string | undefined
}

/** Streams the items of a connection. */
export interface Paginate {
  <const D extends Document, C extends Connection | null | undefined, S extends AnySchema | undefined = undefined>(
    document: D,
    variables: VariablesOf<D>,
    options: PageOptions<D, S, C>
  ): Stream.Stream<Item<C>, Failure<Data<D, S>>, Forge>
  /** Streams the pages, from the cursor `from` on if given. */
  readonly pages: <
    const D extends Document,
    C extends Connection | null | undefined,
    S extends AnySchema | undefined = undefined
  >(
    document: D,
    variables: VariablesOf<D>,
    options: PageOptions<D, S, C> & From
  ) => Stream.Stream<Page<Item<C>>, Failure<Data<D, S>>, Forge>
}

// The casts are safe: the data has the type of the schema that decodes it, or the one that the document promises, which the
// docstring of this module states to be unchecked. Calls fail only with these errors.

const ask = (document: Document, variables: unknown, options: Options = {}) =>
  Effect.suspend(() =>
    Effect.flatMap(Effect.fromResult(Internal.planOf(document, options)), (plan) => plan.ask(variables, Result.succeed))
  )

/**
 * Executes a query or a mutation.
 *
 * **Details**
 *
 * `variables` are those of the document; `{}` for none. They are sent as JSON: dates may be a `Date` or a `DateTime.Utc`.
 *
 * A response with errors fails, even if it has data. Errors that are a rate limit fail with `RateLimited`, after the
 * waits and retries that the policies allow. If there is no data, and all errors are `NOT_FOUND`, or all
 * `FORBIDDEN` or `INSUFFICIENT_SCOPES`, it fails with `NotFound` or `Forbidden`. All others fail with `GraphQLFailed`,
 * which has both the errors and the data.
 *
 * **Example** (A typed document)
 *
 * ```ts
 * import * as GraphQL from "forgecast/forge/GraphQL"
 * import * as Schema from "effect/Schema"
 *
 * const viewer = GraphQL.request(`{ viewer { login } }`, {}, {
 *   schema: Schema.Struct({ viewer: Schema.Struct({ login: Schema.String }) })
 * })
 * ```
 */
export const request: Request = Object.assign(
  CallSite.effect((document: Document, variables: unknown, options?: Options) =>
    Effect.map(ask(document, variables, options), ({ value }) => value)
  ),
  {
    withReply: CallSite.effect((document: Document, variables: unknown, options?: Options) =>
      Effect.map(ask(document, variables, options), (decoded) => replyOf(decoded, decoded.value, dialect))
    )
  }
) as never

interface PagesOptions extends Options, From {
  readonly connection: (data: never) => unknown
}

/** The variables that take a cursor. */
const cursors = ["after", "cursor"]

const pages = (document: Document, variables: unknown, options: PagesOptions) =>
  Stream.unwrap(
    Effect.sync(() => {
      const planned = Internal.planOf(document, options)
      if (Result.isFailure(planned)) return Stream.fail(planned.failure)
      const { ask, operation, variables: names } = planned.success
      const cursor = cursors.find((name) => names.has(name))
      if (cursor === undefined) {
        return Stream.fail(
          invalidInput(operation, "document", "has no variable $after or $cursor to read the next page with")
        )
      }
      const given: Readonly<Record<string, unknown>> = { ...(variables as object) }
      const first = options.from ?? given[cursor]
      const known = new Set<unknown>([first])
      return Stream.paginate(first, (after) =>
        Effect.map(
          ask({ ...given, [cursor]: after }, (data) =>
            pageOf(options.connection(data as never), (next) => known.has(next))
          ),
          ({ value: page }) => {
            if (page.next !== null) known.add(page.next)
            return [[page], Option.fromNullishOr(page.next)] as const
          }
        )
      )
    })
  )

/**
 * Streams the items of a connection, page by page.
 *
 * **Details**
 *
 * The document has a variable `$after` or `$cursor`, passes it to the connection, and selects
 * `pageInfo { hasNextPage endCursor }` and `nodes`, or `edges { node }`. It also states the size of a page: `first: 100`.
 * `connection` selects the connection from the data.
 *
 * Items that are null, which the viewer may not see, are left out. A page is requested when the items before it have been
 * consumed. If a page has errors, the stream fails after the items of the previous pages.
 *
 * **Gotchas**
 *
 * A connection that is missing fails with `DecodeFailed`. So does a page that leads back to an earlier one: the variable
 * is probably not passed to the connection.
 *
 * **Example** (The titles of all open issues)
 *
 * ```ts
 * import * as GraphQL from "forgecast/forge/GraphQL"
 * import * as Schema from "effect/Schema"
 *
 * const Issues = Schema.Struct({
 *   repository: Schema.Struct({
 *     issues: Schema.Struct({
 *       pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) }),
 *       nodes: Schema.Array(Schema.Struct({ title: Schema.String }))
 *     })
 *   })
 * })
 *
 * const titles = GraphQL.paginate(
 *   `query Titles($after: String) {
 *     repository(owner: "acme", name: "web") {
 *       issues(first: 100, after: $after, states: OPEN) { pageInfo { hasNextPage endCursor } nodes { title } }
 *     }
 *   }`,
 *   {},
 *   { schema: Issues, connection: ({ repository }) => repository.issues }
 * )
 * ```
 */
export const paginate: Paginate = Object.assign(
  CallSite.stream((document: Document, variables: unknown, options: PagesOptions) =>
    Stream.flattenIterable(Stream.map(pages(document, variables, options), ({ items }) => items))
  ),
  { pages: CallSite.stream(pages) }
) as never
