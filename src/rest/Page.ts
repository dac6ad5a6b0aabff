/** Pages of a listing, and the policies for reading them. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"

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
