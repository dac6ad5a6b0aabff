/**
 * Readers: they make the value of a call from the text of its response. An operation with a `success` has the right one.
 *
 * A reader must return equal values for equal texts, because the cache stores the value. Make it once, not for each call:
 * calls share a response in flight if they have the same reader.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Reader } from "./Call.ts"
import * as Decoder from "./Decoder.ts"

export type { AnyReader, BytesReader, Misread, Reader } from "./Call.ts"

/** Needs no text: the body of the response is not even read. */
export const nothing: Reader<void> = () => Result.void

/** Reads the answer to a question of the status: 404 is no. */
export const found: Reader<boolean> = (_text, status) => Result.succeed(status !== 404)

/**
 * The text of a response that is not JSON, such as HTML: the `success` of an operation with another `accept`, or what `as`
 * reads in another media type.
 */
export const Text: Schema.String = Schema.String.annotate({ identifier: "Text" })

/** Reads JSON. A 204 reads as null; an empty body of any other response cannot be read. */
export const json = <S extends Schema.ConstraintDecoder<unknown>>(schema: S): Reader<S["Type"]> => {
  const decode = Decoder.make<S["Type"]>(schema)
  return by(schema, (text, status) => {
    if (status === 204) return decode(null)
    if (text === "") return Result.fail({ path: "", found: "Expected JSON, found an empty body" })
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return Result.fail({ path: "", found: `Expected JSON, found ${text.length} characters that are not JSON` })
    }
    return decode(value)
  })
}

/** A reader that says by which schema it reads. */
const by = <A>(schema: Schema.ConstraintDecoder<unknown>, read: Reader<A>): Reader<A> => Object.assign(read, { schema })

/** What a schema may make of no body: nothing, or a record of which nothing is required. */
const nothings = [null, undefined, {}]

/**
 * Reads the JSON of a write. A successful write was carried out, so it does not fail if the body is missing, unless its
 * value needs one. An empty body of a read was cut off.
 */
const written = <S extends Schema.ConstraintDecoder<unknown>>(schema: S): Reader<S["Type"]> => {
  const read = json(schema)
  const decode = Decoder.make<S["Type"]>(schema)
  return by(schema, (text, status) => {
    if (text !== "" || status === 204) return read(text, status)
    return nothings.map(decode).find(Result.isSuccess) ?? read(text, status)
  })
}

/**
 * Reads the response to a method: the JSON of a GET must be complete, and a write may have no body if its value needs none.
 * With the schema `Text`, it reads any text.
 */
export const valueOf = <S extends Schema.ConstraintDecoder<unknown>>(method: string, schema: S): Reader<S["Type"]> => {
  // The identity of the schema, as its type is that of any string.
  if ((schema as unknown) === Text) return Result.succeed
  return method === "GET" ? json(schema) : written(schema)
}

/** The items of a page, with the counts of its envelope. */
export interface Items<out A> {
  /** The items, in the service's order. */
  readonly items: ReadonlyArray<A>
  /** The total number of items; null where it is not stated. */
  readonly total_count: number | null
  /** Whether the service stopped before it had found everything; null where it is not stated. */
  readonly incomplete_results: boolean | null
  /** What the body states of the next page; null on the last one. Absent where the `Link` header states it. */
  readonly next?: Next | null | undefined
}

/** What the body of a page states of the next one. */
export interface Next {
  /** A cursor, or a URL, which may be relative. */
  readonly value: string
  /** The parameter of the query that takes the cursor; undefined for a URL. */
  readonly parameter: string | undefined
}

/**
 * Reads a page: an array, an object with the array in the field `envelope`, which may be absent if there are no items, or a
 * 204 without items.
 */
export const items = <S extends Schema.ConstraintDecoder<unknown>>(
  item: S,
  envelope: string | undefined,
  mayBeAbsent = false
): Reader<Items<S["Type"]>> => {
  const read = envelope === undefined ? bare(item) : enveloped(item, envelope, mayBeAbsent)
  return Object.assign(
    (text: string, status: number) => (status === 204 ? Result.succeed(noItems) : read(text, status)),
    { item }
  )
}

/** A page without items. */
export const noItems: Items<never> = { items: [], total_count: null, incomplete_results: null }

const bare = <S extends Schema.ConstraintDecoder<unknown>>(item: S): Reader<Items<S["Type"]>> => {
  const read = json(Schema.Array(item))
  return (text, status) => Result.map(read(text, status), (items) => ({ ...noItems, items }))
}

const enveloped = <S extends Schema.ConstraintDecoder<unknown>>(
  item: S,
  envelope: string,
  mayBeAbsent: boolean
): Reader<Items<S["Type"]>> => {
  const list = Schema.Array(item)
  const read = json(
    Schema.Struct({
      total_count: Schema.optional(Schema.NullOr(Schema.Int)),
      incomplete_results: Schema.optional(Schema.NullOr(Schema.Boolean)),
      [envelope]: mayBeAbsent ? Schema.optional(list) : list
    })
  )
  return (text, status) =>
    Result.map(read(text, status), (answer) => ({
      items: (answer[envelope] ?? []) as ReadonlyArray<S["Type"]>,
      total_count: answer.total_count ?? null,
      incomplete_results: answer.incomplete_results ?? false
    }))
}

/** What `pages` reads. */
export interface PageFields<A, P> {
  /** Schema of an item. */
  readonly item: Schema.ConstraintDecoder<A>
  /** The field that has the items. */
  readonly envelope: string
  /** Schemas of the other fields. */
  readonly fields: { readonly [name: string]: Schema.ConstraintDecoder<unknown> }
  /** What a page states of the next one; null or empty on the last page. */
  readonly next: (page: P) => string | number | null
  /** The parameter of the query that takes what `next` returns. Default: none, as that is a URL. */
  readonly cursor?: string | undefined
  /** The total number of items. Default: not stated. */
  readonly total?: ((page: P) => number | null) | undefined
}

/** Reads a page that is an object, and what it states of the next one. `Page.paging` uses it. */
export const pages = <A, P>({ cursor, envelope, fields, item, next, total }: PageFields<A, P>): Reader<Items<A>> => {
  const read = json(Schema.Struct({ ...fields, [envelope]: Schema.Array(item) }))
  return (text, status) =>
    Result.map(read(text, status), (page) => {
      // The cast is safe: the schema has these fields.
      const value = String(next(page as P) ?? "")
      return {
        items: page[envelope] as ReadonlyArray<A>,
        total_count: total?.(page as P) ?? null,
        incomplete_results: null,
        next: value === "" ? null : { value, parameter: cursor }
      }
    })
}
