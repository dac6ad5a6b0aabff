/** Cuts listings into pages, and links them with the `Link` header. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, jsonText } from "../../exchange.ts"
import type { Call, Handled } from "./call.ts"
import { queryFault } from "./input.ts"
import { invalid, unprocessable } from "./refusals.ts"

const positive = (text: string | null, otherwise: number): number => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= 1 ? number : otherwise
}

interface Window {
  readonly page: number
  readonly perPage: number
  /** The number of the last page; 1 if there are no items. */
  readonly last: number
}

/** How many items a page has, unless the query says so, and at most. */
export interface Sizes {
  readonly usual: number
  readonly most: number
}

export const listings: Sizes = { usual: 30, most: 100 }

const windowOf = (call: Call, total: number, sizes: Sizes): Window => {
  const perPage = Math.min(sizes.most, positive(call.query.get("per_page"), sizes.usual))
  return { page: positive(call.query.get("page"), 1), perPage, last: Math.max(1, Math.ceil(total / perPage)) }
}

/** The query as it was sent, with another page. */
const queryOfPage = (query: URLSearchParams, page: number): string => {
  const next = new URLSearchParams(query)
  next.delete("page")
  next.append("page", String(page))
  return next.toString()
}

/** A `Link` header (RFC 8288) with the relations that lead to another page; undefined if there is only one page. */
const linkHeader = (target: string, query: URLSearchParams, window: Window): string | undefined => {
  const { page, last } = window
  const relations: ReadonlyArray<readonly [name: string, page: number, isThere: boolean]> = [
    ["prev", Math.min(page - 1, last), page > 1],
    ["next", page + 1, page < last],
    ["last", last, page < last],
    ["first", 1, page > 1]
  ]
  const links = relations.flatMap(([name, number, isThere]) =>
    isThere ? [`<${target}?${queryOfPage(query, number)}>; rel="${name}"`] : []
  )
  return links.length === 0 ? undefined : links.join(", ")
}

/** The items of a listing, of which a page is cut. */
export type Rows<A> = Pick<ReadonlyArray<A>, "length" | "slice">

/** The items from the last to the first, without copying all of them. */
export const reversed = <A>(rows: Rows<A>): Rows<A> => ({
  length: rows.length,
  slice: (start = 0, end = rows.length) =>
    rows.slice(Math.max(0, rows.length - end), Math.max(0, rows.length - start)).reverse()
})

/** The items that pass a test. As `total` says how many they are, a page costs the items between it and the nearer end. */
export const matching = <A>(all: ReadonlyArray<A>, test: (item: A) => boolean, total: number): Rows<A> => ({
  length: total,
  slice: (start = 0, end = total) => {
    const last = Math.min(end, total)
    const forward = start <= total - last
    const found: Array<A> = []
    let skipped = forward ? start : total - last
    for (let index = 0; index < all.length && found.length < last - start; index++) {
      const item = all[forward ? index : all.length - 1 - index]
      if (item === undefined || !test(item)) continue
      if (skipped > 0) skipped--
      else found.push(item)
    }
    return forward ? found : found.reverse()
  }
})

export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
}

/** Cuts the requested page out of all items, for responses that are more than a list. */
export const cut = <A>(call: Call, target: string, all: Rows<A>, sizes = listings): Page<A> => {
  const window = windowOf(call, all.length, sizes)
  const start = (window.page - 1) * window.perPage
  const link = linkHeader(`${call.urls.api}${target}`, call.query, window)
  return {
    items: all.slice(start, start + window.perPage),
    number: window.page,
    headers: link === undefined ? {} : { link }
  }
}

/**
 * Cuts a page that has no number: it begins with the item of a cursor, and links to the next one. Returns undefined if no
 * item has the cursor.
 */
export const cutAtCursor = <A>(
  call: Call,
  target: string,
  all: ReadonlyArray<A>,
  cursorOf: (item: A) => string
): Omit<Page<A>, "number"> | undefined => {
  const cursor = call.query.get("cursor")
  const start = cursor === null ? 0 : all.findIndex((item) => cursorOf(item) === cursor)
  if (start < 0) return undefined
  const end = start + Math.min(listings.most, positive(call.query.get("per_page"), listings.usual))
  const next = all[end]
  if (next === undefined) return { items: all.slice(start), headers: {} }
  const query = new URLSearchParams(call.query)
  query.set("cursor", cursorOf(next))
  return { items: all.slice(start, end), headers: { link: `<${call.urls.api}${target}?${query}>; rel="next"` } }
}

/**
 * Answers with the requested page of all items. Links should name the repository by its id, as the service's do, so that
 * they survive a rename.
 */
export const pageOf = <A>(call: Call, target: string, all: Rows<A>, toWire: (item: A) => unknown): Response => {
  const { headers, items } = cut(call, target, all)
  return json(200, items.map(toWire), headers)
}

/** Like `pageOf`, for records that are written as JSON one by one. */
export const pageOfTexts = <A>(call: Call, target: string, all: Rows<A>, toText: (item: A) => string): Response => {
  const { headers, items } = cut(call, target, all)
  return jsonText(200, `[${items.map(toText).join(",")}]`, headers)
}

/** Where an item stands in an order: its key, and its number among those of the same key. */
export type Place = readonly [key: number, number: number]

const cursorOf = (place: Place): string => btoa(`cursor:v2:${place.join()}`)

const placeIn = (cursor: string): Place | undefined => {
  try {
    const [, key, number] = /^cursor:v2:(-?\d+(?:\.\d+)?),(\d+)$/.exec(atob(cursor)) ?? []
    return key === undefined ? undefined : [Number(key), Number(number)]
  } catch {
    return undefined
  }
}

/** The position of the first item for which a test holds, of items for which it holds from there on. */
const firstThat = <A>(all: Rows<A>, holds: (item: A) => boolean): number => {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (all.slice(middle, middle + 1).some(holds)) high = middle
    else low = middle + 1
  }
  return low
}

/** Pages with numbers end before this item. */
const deepest = 10_000

/** What a listing by cursors is ordered by. */
export interface Ordered<A> {
  readonly placeOf: (item: A) => Place
  readonly direction: "asc" | "desc"
  /** What the items are called where a cursor is refused. */
  readonly resource: string
}

/**
 * Like `pageOf`, for listings that the service pages by cursors: a link continues after the last item of the page, or
 * before the first, wherever they are by then. No link names the last page. Deep pages cannot be asked for by number.
 */
export const pageByCursor = <A>(
  call: Call,
  target: string,
  all: Rows<A>,
  { direction, placeOf, resource }: Ordered<A>,
  toWire: (item: A) => unknown
): Handled => {
  const { page, perPage } = windowOf(call, all.length, listings)
  const way = call.query.has("after") ? "after" : call.query.has("before") ? "before" : undefined
  const given = way === undefined ? "" : (call.query.get(way) ?? "")
  const place = placeIn(given)
  if (way !== undefined && place === undefined) return Result.fail(invalid(call, queryFault(resource, way, given)))
  if (place === undefined && page * perPage >= deepest) {
    const advice = "please use cursor based pagination (after/before)"
    const message = `Pagination with the page parameter is not supported for large datasets, ${advice}`
    return Result.fail(unprocessable(call, message))
  }
  /** How far an item is behind the cursor. */
  const distance = (item: A, [key, number]: Place): number => {
    const [itsKey, itsNumber] = placeOf(item)
    return (direction === "asc" ? 1 : -1) * (itsKey - key || itsNumber - number)
  }
  const at =
    place && firstThat(all, (item) => (way === "after" ? distance(item, place) > 0 : distance(item, place) >= 0))
  const start = at === undefined ? (page - 1) * perPage : way === "after" ? at : Math.max(0, at - perPage)
  const end = way === "before" && at !== undefined ? at : start + perPage
  const items = all.slice(start, end)
  const link = (name: string, parameter: "after" | "before", item: A | undefined, isThere: boolean, to: number) => {
    if (item === undefined || !isThere) return []
    const query = new URLSearchParams(call.query)
    for (const each of ["after", "before", "page"]) query.delete(each)
    query.append(parameter, cursorOf(placeOf(item)))
    query.append("page", String(to))
    return [`<${call.urls.api}${target}?${query}>; rel="${name}"`]
  }
  const links = [
    ...link("prev", "before", items[0], start > 0, Math.max(1, page - 1)),
    ...link("next", "after", items.at(-1), end < all.length, page + 1)
  ]
  return Result.succeed(json(200, items.map(toWire), links.length === 0 ? {} : { link: links.join(", ") }))
}
