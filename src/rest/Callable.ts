/**
 * Operations that are made at run time, from a plan and a reader, without the types of a declaration.
 *
 * `Operation.operation` and the other declaring functions are better wherever a program knows what it calls. Use these
 * for services that have a description, such as one of OpenAPI: make a plan with `CallPlan`, then a callable from it,
 * and give that the types that you know.
 */
import type * as Schema from "effect/Schema"
import type { Decoded, Reader } from "./Call.ts"
import type { CallPlan } from "./CallPlan.ts"
import type { Truncation } from "./Declaration.ts"
import type { Dialect } from "./Dialect.ts"
import type { Download } from "./Download.ts"
import * as Callables from "./internal/declare/callable.ts"
import * as Downloads from "./internal/declare/download.ts"
import * as Listings from "./internal/declare/listing.ts"
import * as Uploads from "./internal/declare/upload.ts"
import type { Listing, Read } from "./Operation.ts"
import type { Items } from "./Reader.ts"
import type { Reply } from "./Reply.ts"
import type { Failure } from "./RestError.ts"
import type { Stored, Upload } from "./Upload.ts"

// The casts of this module are safe: what is made has these members, and only the type of `as` is wider inside.

/** Makes an operation. `ifChanged` is for plans whose method is GET. */
export const operation = <A, Self>(plan: CallPlan<Self>, reader: Reader<A>): Read<unknown, A, Failure, Self> =>
  Callables.operation(plan, reader) as never

/** How a listing reads its pages. */
export interface Pages<S extends Schema.ConstraintDecoder<unknown>> {
  /** Schema of an item. */
  readonly item: S
  /** Makes the reader of a page from the schema of its items, which `as` may replace. */
  readonly reader: (item: Schema.ConstraintDecoder<unknown>) => Reader<Items<unknown>>
  /** The most items that the service returns. The stream of a longer listing fails at its end. Default: all. */
  readonly most?: Truncation | undefined
  /** The parameter of the query that says how many items a page has. Default: `per_page`. */
  readonly size?: string | undefined
}

/** Makes a listing. */
export const listing = <S extends Schema.ConstraintDecoder<unknown>, Self>(
  plan: CallPlan<Self>,
  pages: Pages<S>
): Listing<object, S["Type"], Failure, Self> =>
  Listings.listing(plan, pages.item, {
    items: pages.reader,
    most: pages.most,
    size: pages.size ?? "per_page"
  }) as never

/** Makes a download. `refuses` is a media type that means the response is not the requested content. */
export const download = <Self>(plan: CallPlan<Self>, refuses?: string): Download<unknown, Failure, Self> =>
  Downloads.download(plan, refuses)

/** Makes an upload. `stored` reads from the value what the service has stored, to compare it with what was sent. */
export const upload = <A, Self>(
  plan: CallPlan<Self>,
  reader: Reader<A>,
  stored?: (value: A) => Stored
): Upload<unknown, A, Failure, Self> => Uploads.upload(plan, reader, stored) as never

/** Makes a reply: a value with the metadata of the response that it was made of. */
export const replyOf = <A>(response: Decoded<unknown>, value: A, dialect: Dialect): Reply<A> =>
  Callables.replyOf(response, value, dialect)
