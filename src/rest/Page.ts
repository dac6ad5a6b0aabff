/** Pages of a listing, and how they are asked for. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"

/** Where to read on: opaque, and a plain string, so that it can be kept and used later. */
export const Cursor = /* @__PURE__ */ Schema.String.pipe(/* @__PURE__ */ Schema.brand("forgecast/Cursor"))
export type Cursor = typeof Cursor.Type

/** One page of a listing. */
export interface Page<out A> {
  readonly items: ReadonlyArray<A>
  /** Where the next page is; null on the last one. */
  readonly next: Cursor | null
  /** How many items there are in all, for the listings that tell. */
  readonly total_count: number | null
  /** For searches: whether the service gave up before it had found everything. */
  readonly incomplete_results: boolean | null
}

/** How many items to ask for at once when a call does not say. Default: 100, the most that the service gives. */
export const PageSize = /* @__PURE__ */ Context.Reference<number>("forgecast/rest/Page/PageSize", {
  defaultValue: () => 100
})

/** How many pages a stream reads ahead of its consumer. Default: 8. With 1, pages are read one after another. */
export const ReadAhead = /* @__PURE__ */ Context.Reference<number>("forgecast/rest/Page/ReadAhead", {
  defaultValue: () => 8
})
