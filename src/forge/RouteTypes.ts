/**
 * What the service's description says about each of its routes, as types. `Routes` calls them.
 *
 * This module needs the types of the optional peer `@octokit/openapi-types`. Only `Routes` imports it.
 */
// oxlint-disable-next-line typescript/ban-ts-comment -- With the peer, there is no error to expect.
/** @ts-ignore: Without the peer, the types below say so. */
import type { paths } from "@octokit/openapi-types"

/** Whether the types of the peer are missing: only the keys of what cannot be found may be symbols. */
type IsMissing = symbol extends keyof paths ? true : false

/** What the results are without the types of the peer. */
export type Missing = "To type routes, install @octokit/openapi-types as a development dependency"

/** Any route, where the types of the peer are missing. */
type AnyRoute<Method extends string = string> = `${Method} /${string}`

/** Every route that the service describes, such as `GET /repos/{owner}/{repo}/actions/runs`. */
export type Route = IsMissing extends true
  ? AnyRoute
  : { [P in Path]: `${Uppercase<keyof paths[P] & string>} ${P}` }[Path]

type Path = Extract<keyof paths, string>

/** The description of a route. */
type Described<R extends string> = R extends `${infer M} ${infer P extends Path}`
  ? paths[P][Lowercase<M> & keyof paths[P]]
  : never

type Responses<R extends string> = Described<R> extends { readonly responses: infer S } ? S : never

/** The statuses of a success that the description uses. */
type Success = 200 | 201 | 202 | 204 | 205 | 207

/** The routes whose only success is a redirect to a file: archives and logs. */
type Elsewhere = {
  [R in Route]: [keyof Responses<R> & Success] extends [never] ? R : never
}[Route]

/** The routes whose body is not JSON. */
export type UploadRoute = IsMissing extends true
  ? AnyRoute<"POST">
  : "POST /markdown/raw" | "POST /repos/{owner}/{repo}/releases/{release_id}/assets"

/** The routes that have one response with a value, or without one. */
export type RequestRoute = IsMissing extends true ? AnyRoute : Exclude<Route, Elsewhere | UploadRoute>

/** The routes that only read. */
export type ReadRoute = IsMissing extends true ? AnyRoute<"GET"> : Extract<RequestRoute, `GET ${string}`>

/** The routes whose response can be read as bytes. */
export type DownloadRoute = IsMissing extends true ? AnyRoute<"GET"> : Extract<Route, `GET ${string}`>

/** The routes that return a listing in pages. */
export type PagedRoute = IsMissing extends true
  ? AnyRoute<"GET">
  : { [R in ReadRoute]: [Item<R>] extends [never] ? never : R }[ReadRoute]

/**
 * JSON as it is: arrays and objects cannot be changed, since the cache may serve them again, and large numbers are what
 * `JSON.parse` makes of them.
 */
export type Plain<T> = T extends bigint ? never : T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T

/** Fields that may be left out may be undefined. */
type Fields<T> = T extends unknown
  ? { readonly [K in keyof T]: {} extends Pick<T, K> ? Plain<T[K]> | undefined : Plain<T[K]> }
  : never

type PathOf<O> = O extends { readonly parameters: { readonly path: infer P } } ? P : unknown

type QueryOf<O> = O extends { readonly parameters: { readonly query?: infer Q } } ? OrNothing<NonNullable<Q>> : unknown

type OrNothing<Q> = [Q] extends [never] ? unknown : Q

type BodyOf<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? ObjectIn<C>
  : O extends { readonly requestBody?: { readonly content: infer C } }
    ? Optional<ObjectIn<C>>
    : unknown

/** A body that is JSON. Those that can be null are objects, too. */
type ObjectIn<C> = C extends { readonly "application/json": infer B } ? Extract<B, object> : unknown

/** All of a body, or nothing of it. */
type Optional<B> = {} extends B ? B : B | { readonly [K in B extends unknown ? keyof B : never]?: undefined }

/** The input of a route: one flat object of the fields of its path, its query and its body. */
export type Input<R extends string, O = {}> = IsMissing extends true
  ? Readonly<Record<string, unknown>>
  : InputOf<Described<R>, O>

type InputOf<D, O> = Fields<PathOf<D> & QueryOf<D> & (O extends { readonly body: unknown } ? unknown : BodyOf<D>)>

/** The media types of records with a text. The description has all representations of the text in one record. */
type Usual =
  | "application/json"
  | "application/vnd.github+json"
  | `application/vnd.github.${"raw" | "html" | "text" | "full" | "text-match"}+json`

/** The value of a response by its media types. */
type ValueIn<C, A> = [C] extends [never]
  ? undefined
  : A extends keyof C
    ? C[A]
    : A extends `${infer B extends keyof C & string}+json`
      ? C[B]
      : A extends undefined | Usual
        ? "application/json" extends keyof C
          ? C["application/json"]
          : string
        : A extends `${string}json`
          ? unknown
          : string

type ValueOf<S, A> = {
  [K in keyof S & Success]: S[K] extends { readonly content: infer C } ? ValueIn<C, A> : undefined
}[keyof S & Success]

type OrVoid<T> = [T] extends [undefined] ? void : T

/** The media type that options ask for. */
export type AcceptOf<O> = O extends { readonly accept: infer A } ? A : undefined

/** The result of a route, in the media type `A`. */
export type Result<R extends string, A = undefined> = IsMissing extends true
  ? Missing
  : OrVoid<Plain<ValueOf<Responses<R>, A>>>

/** The JSON of a page. */
type PageOf<D> = D extends { readonly responses: { readonly 200: { readonly content: infer C } } }
  ? C extends { readonly "application/json": infer T }
    ? T
    : never
  : never

type KeysOfLists<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends ReadonlyArray<unknown> ? K : never
}[keyof T]

/** A single key; never for several. */
type Single<K, All = K> = K extends unknown ? ([All] extends [K] ? K : never) : never

type ItemOf<T> = T extends ReadonlyArray<infer I> ? I : never

/** The items of a page: the response itself, the list `items` in it, or its only list. */
type ItemsOf<T> =
  T extends ReadonlyArray<infer I>
    ? I
    : T extends { readonly items: infer L }
      ? ItemOf<L>
      : T extends unknown
        ? ItemOf<NonNullable<T[Single<KeysOfLists<T>>]>>
        : never

/** Whether the description says that a route has pages: by the size of a page, or by links between lists. */
type HasPages<D> = D extends { readonly parameters: { readonly query?: infer Q } }
  ? "per_page" extends keyof NonNullable<Q>
    ? true
    : HasLinks<D>
  : HasLinks<D>

type HasLinks<D> = D extends { readonly responses: { readonly 200: { readonly headers: { readonly Link?: unknown } } } }
  ? PageOf<D> extends ReadonlyArray<unknown>
    ? true
    : false
  : false

/** An item of a listing; never for a route without pages. */
export type Item<R extends string> = IsMissing extends true ? Missing : ItemIn<Described<R>>

type ItemIn<D> = HasPages<D> extends true ? Plain<ItemsOf<PageOf<D>>> : never
