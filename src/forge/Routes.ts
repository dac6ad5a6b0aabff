/**
 * Every endpoint of the service, typed from its own description.
 *
 * A call takes a route and its input, and takes the same path as a declared operation, with the same credentials,
 * cache, rate limits, retries, spans and errors. Nothing checks a response, unless the call has a `schema`: values are
 * as the service sends them, with dates as text. Prefer the declared operations where there are some.
 *
 * This module needs the types of the optional peer `@octokit/openapi-types`. Nothing else imports it.
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import * as Callable from "../rest/Callable.ts"
import * as CallSite from "../rest/CallSite.ts"
import type { Scalar } from "../rest/Declaration.ts"
import type * as Download from "../rest/Download.ts"
import type { Validators } from "../rest/HttpCache.ts"
import type { Cursor, Page } from "../rest/Page.ts"
import type { Reply } from "../rest/Reply.ts"
import type * as RestError from "../rest/RestError.ts"
import type * as Upload from "../rest/Upload.ts"
import type { Forge } from "./Forge.ts"
import * as Internal from "./internal/routes.ts"
import type {
  DownloadRoute,
  Input,
  Item,
  PagedRoute,
  ReadRoute,
  RequestRoute,
  Result,
  UploadRoute
} from "./RouteTypes.ts"
import type { StatusError } from "./RouteError.ts"

export type {
  DownloadRoute,
  Input,
  Item,
  PagedRoute,
  ReadRoute,
  RequestRoute,
  Result,
  UploadRoute
} from "./RouteTypes.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

/** Parameters of a query that the description does not know. */
export interface Query {
  readonly [name: string]: Scalar | ReadonlyArray<Scalar> | null | undefined
}

interface Common {
  /** Checks the response. The result has its type. For a listing, it is the schema of an item. */
  readonly schema?: AnySchema | undefined
  /** The media type to request. Default: the service's JSON. One that is not JSON returns text. */
  readonly accept?: string | undefined
  /** Parameters to add to the query. */
  readonly query?: Query | undefined
}

/** Options of a request. */
export interface Options extends Common {
  /**
   * Whether the request is safe to retry even if the service may have acted. Default: true for GET, and for a PUT or a
   * DELETE whose route ends in a parameter.
   */
  readonly repeatable?: boolean | undefined
  /** The JSON body. The input then has no fields of the body. */
  readonly body?: unknown
}

/** Options of a listing. */
export interface PageOptions extends Common {}

/** The option to resume a listing. */
export interface From {
  /** The `next` of a page: reads the pages from there on. */
  readonly from?: Cursor | undefined
}

/** Options of a download. */
export interface DownloadOptions extends Download.Options, Omit<Common, "schema"> {}

/** Options of an upload. */
export interface UploadOptions extends Upload.Options, Common {
  /** Whether the upload is safe to retry even if the service may have acted. Default: no. */
  readonly repeatable?: boolean | undefined
}

/** The value of a call with options. */
export type Value<R extends string, O> = O extends { readonly schema: infer S extends AnySchema }
  ? S["Type"]
  : Result<R, O extends { readonly accept: infer A } ? A : undefined>

/** The errors of a call with options. */
export type Failure<R extends string, O = {}> =
  | ([Value<R, O>] extends [void] ? RestError.ExchangeError : RestError.RequestError)
  | StatusError<R, O>

/** What the compiler names where an input is missing. */
export interface NeedsInput<out I> {
  /** The fields of the input. */
  readonly input: I
}

/** Refuses routes whose input has required fields. */
export type Bare<R extends string> = {} extends Input<R> ? unknown : NeedsInput<Input<R>>

/** Calls a route with one response. */
export interface Request {
  <const R extends RequestRoute>(route: R & Bare<R>): Effect.Effect<Value<R, {}>, Failure<R>, Forge>
  <const R extends RequestRoute, const O extends Options = {}>(
    route: R,
    input: Input<R, O>,
    options?: O
  ): Effect.Effect<Value<R, O>, Failure<R, O>, Forge>
  /** Returns the value with the metadata of its response: status, validators, rate limit, request id, deprecation. */
  readonly withReply: {
    <const R extends RequestRoute>(route: R & Bare<R>): Effect.Effect<Reply<Value<R, {}>>, Failure<R>, Forge>
    <const R extends RequestRoute, const O extends Options = {}>(
      route: R,
      input: Input<R, O>,
      options?: O
    ): Effect.Effect<Reply<Value<R, O>>, Failure<R, O>, Forge>
  }
  /** Fails with `NotModified` if nothing has changed since the reply with these validators. */
  readonly ifChanged: <const R extends ReadRoute, const O extends Options = {}>(
    route: R,
    input: Input<R, O>,
    since: Validators,
    options?: O
  ) => Effect.Effect<Reply<Value<R, O>>, Failure<R, O> | RestError.NotModified, Forge>
}

/** An item of a listing with options. */
export type ItemOf<R extends string, O> = O extends { readonly schema: infer S extends AnySchema } ? S["Type"] : Item<R>

/** The errors of a listing. */
export type PageFailure<R, O = {}> = RestError.RequestError | StatusError<R, O>

/** Streams the items of a listing. */
export interface Paginate {
  <const R extends PagedRoute>(route: R & Bare<R>): Stream.Stream<ItemOf<R, {}>, PageFailure<R>, Forge>
  <const R extends PagedRoute, const O extends PageOptions = {}>(
    route: R,
    input: Input<R>,
    options?: O
  ): Stream.Stream<ItemOf<R, O>, PageFailure<R, O>, Forge>
  /** Streams the pages, from the cursor `from` of the same listing on if given. It replaces the filters of the input. */
  readonly pages: {
    <const R extends PagedRoute>(route: R & Bare<R>): Stream.Stream<Page<ItemOf<R, {}>>, PageFailure<R>, Forge>
    <const R extends PagedRoute, const O extends PageOptions & From = {}>(
      route: R,
      input: Input<R>,
      options?: O
    ): Stream.Stream<Page<ItemOf<R, O>>, PageFailure<R, O>, Forge>
  }
}

/** Downloads the response of a route as a Stream of bytes, through redirects to other origins, which get no token. */
export interface Downloads {
  <const R extends DownloadRoute>(
    route: R,
    input: Input<R>,
    options?: DownloadOptions
  ): Stream.Stream<Uint8Array, DownloadFailure<R>, Forge>
  /** Downloads all bytes into memory. If there are more than `Transport.ResponseLimit`, it fails with `ResponseTooLarge`. */
  readonly bytes: <const R extends DownloadRoute>(
    route: R,
    input: Input<R>,
    options?: DownloadOptions
  ) => Effect.Effect<Uint8Array<ArrayBuffer>, DownloadFailure<R>, Forge>
  /** Downloads all bytes like `.bytes`, and decodes them as UTF-8. */
  readonly text: <const R extends DownloadRoute>(
    route: R,
    input: Input<R>,
    options?: DownloadOptions
  ) => Effect.Effect<string, DownloadFailure<R>, Forge>
  /** Sends the request, and returns as soon as the head has arrived. Closing the scope closes the connection. */
  readonly open: <const R extends DownloadRoute>(
    route: R,
    input: Input<R>,
    options?: DownloadOptions
  ) => Effect.Effect<Download.Opened<DownloadFailure<R>>, DownloadFailure<R>, Forge | Scope.Scope>
}

/** The errors of a download. */
export type DownloadFailure<R> =
  | RestError.RequestError
  | RestError.IntegrityFailed
  | StatusError<R, { readonly accept: string }>

/** Sends bytes, a text or a stream of bytes as the body. */
export interface Uploads {
  <const R extends UploadRoute, D extends Upload.Data = Uint8Array | string, const O extends UploadOptions = {}>(
    route: R,
    input: Input<R> & Upload.Payload<D>,
    options?: O
  ): Effect.Effect<Value<R, O>, Failure<R, O> | Stream.Error<D>, Forge | Stream.Services<D>>
  /** Returns the value with the metadata of its response. */
  readonly withReply: <
    const R extends UploadRoute,
    D extends Upload.Data = Uint8Array | string,
    const O extends UploadOptions = {}
  >(
    route: R,
    input: Input<R> & Upload.Payload<D>,
    options?: O
  ) => Effect.Effect<Reply<Value<R, O>>, Failure<R, O> | Stream.Error<D>, Forge | Stream.Services<D>>
}

// The casts are safe: the types of inputs and results are those of the service's description, which the docstring of this
// module states to be unchecked, and a `schema` reads what it types. The transport fails only with these errors.

const operation = (route: string, options: Options = {}) =>
  Callable.operation(Internal.planFor(route, "operation", options), Internal.readerFor(route, options))

/**
 * Calls a route of the service.
 *
 * **Details**
 *
 * The input is one flat object: parameters of the path, the others of the query for a GET, and the fields of the body for
 * all other methods. The exceptions of the service's description are known. `body` is for routes that take a list or a
 * text in place of an object, and `query` for parameters that are not described.
 *
 * A route whose success is a redirect to a file does not compile here: that is a `download`.
 *
 * **Gotchas**
 *
 * Nothing checks the response. Pass a `schema` where wrong data would do harm, or declare an operation.
 *
 * **Example** (The failed runs of a workflow)
 *
 * ```ts
 * import * as Routes from "forgecast/forge/Routes"
 *
 * const failed = Routes.request("GET /repos/{owner}/{repo}/actions/runs", {
 *   owner: "acme",
 *   repo: "web",
 *   status: "failure"
 * })
 * ```
 */
export const request: Request = Object.assign(
  CallSite.effect((route: string, input: unknown, options?: Options) =>
    CallSite.without(operation(route, options))(input)
  ),
  {
    withReply: CallSite.effect((route: string, input: unknown, options?: Options) =>
      CallSite.without(operation(route, options).withReply)(input)
    ),
    ifChanged: CallSite.effect((route: string, input: unknown, since: Validators, options?: Options) =>
      CallSite.without(operation(route, options).ifChanged)(input, since)
    )
  }
) as never

type AnyInput = Readonly<Record<string, unknown>>

const listing = (route: string, input: AnyInput, options: PageOptions = {}) =>
  Callable.listing(Internal.planFor(route, "listing", options), {
    item: options.schema ?? Schema.Unknown,
    reader: Internal.itemsOf,
    most: Internal.mostOf(route, input)
  })

/**
 * Streams the items of a listing, and reads pages ahead. `Page.PageSize` and `Page.ReadAhead` apply.
 *
 * The items are the response itself, the list `items` in it, or its only list. Routes without pages do not compile.
 *
 * Where the service finds more than it returns (searches, and workflow runs by status, branch and so on), the stream
 * fails with `SearchTruncated` after the first 1,000 items.
 */
export const paginate: Paginate = Object.assign(
  CallSite.stream((route: string, input: AnyInput = {}, options?: PageOptions) =>
    CallSite.without(listing(route, input, options))(input)
  ),
  {
    pages: CallSite.stream((route: string, input: AnyInput = {}, options: PageOptions & From = {}) =>
      CallSite.without(listing(route, input, options).pages)(input, options.from)
    )
  }
) as never

const downloadOf = (route: string, options: DownloadOptions = {}) =>
  Callable.download(Internal.planFor(route, "download", options))

/**
 * Downloads the response of a route: archives, logs, artifacts, and with `accept` any other representation, such as a
 * diff or the bytes of a file.
 *
 * Redirects may lead to other origins, which do not get the token. As with every download, the stream continues where
 * the connection broke off.
 */
export const download: Downloads = Object.assign(
  CallSite.stream((route: string, input: unknown, options?: DownloadOptions) =>
    CallSite.without(downloadOf(route, options))(input, options)
  ),
  {
    bytes: CallSite.effect((route: string, input: unknown, options?: DownloadOptions) =>
      CallSite.without(downloadOf(route, options).bytes)(input, options)
    ),
    text: CallSite.effect((route: string, input: unknown, options?: DownloadOptions) =>
      CallSite.without(downloadOf(route, options).text)(input, options)
    ),
    open: CallSite.effect((route: string, input: unknown, options?: DownloadOptions) =>
      CallSite.without(downloadOf(route, options).open)(input, options)
    )
  }
) as never

const uploadOf = (route: string, options: UploadOptions = {}) =>
  Callable.upload(Internal.uploadPlanFor(route, options), Internal.readerFor(route, options))

/** Sends `data` as the body: bytes, a text, or a stream of bytes with its `size`. */
export const upload: Uploads = Object.assign(
  CallSite.effect((route: string, input: Upload.Payload, options?: UploadOptions) =>
    CallSite.without(uploadOf(route, options))(input, options)
  ),
  {
    withReply: CallSite.effect((route: string, input: Upload.Payload, options?: UploadOptions) =>
      CallSite.without(uploadOf(route, options).withReply)(input, options)
    )
  }
) as never
