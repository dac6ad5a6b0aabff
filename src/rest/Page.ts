/** Pages of a listing, and the policies for reading them. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import * as Reader from "./Reader.ts"

/** The position of a page: an opaque string, which can be stored and used later. */
export const Cursor = Schema.String.pipe(Schema.brand("forgecast/Cursor"))
export type Cursor = typeof Cursor.Type

/** One page of a listing. */
export interface Page<out A> {
  /** The items, in the service's order. */
  readonly items: ReadonlyArray<A>
  /** The cursor of the next page; null on the last one. */
  readonly next: Cursor | null
  /** The total number of items; null for listings that do not state it. */
  readonly total_count: number | null
  /** For searches: whether the service stopped before it had found everything. Null for other listings. */
  readonly incomplete_results: boolean | null
}

/** Items per page when a call does not specify `per_page`. Default: 100, the most that the service returns. */
export const PageSize = Context.Reference<number>("forgecast/rest/Page/PageSize", {
  defaultValue: () => 100
})

/** How many pages a stream reads ahead of its consumer. Default: 8. With 1, it reads one page after another. */
export const ReadAhead = Context.Reference<number>("forgecast/rest/Page/ReadAhead", {
  defaultValue: () => 8
})

/**
 * How a service divides its listings into pages whose body states the next one. Without it, pages have numbers, and a
 * `Link` header states the next one. `Operation.listing` takes it.
 */
export interface Paging<out Size extends string = string> {
  /** The parameter of the query that says how many items a page has, such as `limit`. */
  readonly size: Size
  /** Makes the reader of a page. `envelope` is the field with the items, if the declaration names one. */
  readonly items: <S extends Schema.ConstraintDecoder<unknown>>(
    item: S,
    envelope: string | undefined
  ) => Reader.Reader<Reader.Items<S["Type"]>>
}

/** Describes pages that are objects: the items, along with fields that state the next page. */
export interface PagingOptions<Size extends string, Fields extends Schema.Struct.Fields> {
  /** The parameter of the query that says how many items a page has, such as `limit`. */
  readonly size: Size
  /** The field that has the items. The `envelope` of a declaration takes precedence. Default: `items`. */
  readonly items?: string | undefined
  /** Schemas of the other fields that are read. They need no services. */
  readonly fields: Fields & { readonly [name: string]: Schema.ConstraintDecoder<unknown> }
  /**
   * What a page states of the next one: a cursor, or the URL itself if there is no `cursor`. Null or empty on the last
   * page.
   */
  readonly next: (page: Schema.Struct.Type<Fields>) => string | number | null
  /** The parameter of the query that takes the cursor. Default: none, as `next` is a URL, which may be relative. */
  readonly cursor?: string | undefined
  /** The total number of items. Default: not stated. */
  readonly total?: ((page: Schema.Struct.Type<Fields>) => number | null) | undefined
}

/**
 * Describes the pages of a service whose body states the next one.
 *
 * **Example** (Pages with a cursor)
 *
 * ```ts
 * import * as Page from "forgecast/rest/Page"
 * import * as Wire from "forgecast/rest/Wire"
 * import * as Schema from "effect/Schema"
 *
 * // { "items": [...], "next_cursor": "b2Zmc2V0OjIw" }
 * const paging = Page.paging({
 *   size: "limit",
 *   fields: { next_cursor: Wire.nullable(Schema.String) },
 *   next: (page) => page.next_cursor,
 *   cursor: "cursor"
 * })
 * ```
 */
export const paging = <const Size extends string, const Fields extends Schema.Struct.Fields>({
  cursor,
  fields,
  items: usual = "items",
  next,
  size,
  total
}: PagingOptions<Size, Fields>): Paging<Size> => ({
  size,
  items: (item, envelope = usual) => Reader.pages({ item, envelope, fields, next, cursor, total })
})
