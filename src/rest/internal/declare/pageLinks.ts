/** Checks the links of a page: whether they lead back, and whether the link to a next page is missing. */
import type { Decoded } from "../../Call.ts"
import type { Truncation } from "../../Declaration.ts"
import { type Links, linksOf, statedLinks } from "../response/linkHeader.ts"
import type { Items } from "../../Reader.ts"

/** What the pages that were read before say. */
export interface Earlier {
  /** The last page, as the newest of them that named one did. */
  readonly last: string | null
  /** The URLs that were read. */
  readonly read: ReadonlySet<string>
}

/** For a cursor: the pages before it are unknown. */
export const unknown: Earlier = { last: null, read: new Set() }

/** The sizes that a listing can have. */
export interface Sizes {
  /** Items per page, if the request does not say. */
  readonly usual: number
  readonly most: Truncation | undefined
}

/** What is wrong with the links of a page. */
export type Flaw =
  | { readonly _tag: "Circle"; readonly to: string }
  /** The page is not the last one, and does not link to the next. */
  | { readonly _tag: "Missing"; readonly found: string }

/** What a page says by itself of its place in the listing. */
export interface PagePosition {
  readonly links: Links
  /** The number in its own URL, and in that of the next page. */
  readonly number: number | undefined
  readonly nextNumber: number | undefined
  /** Whether `next` leads to the page itself. */
  readonly isOwnNext: boolean
  readonly perPage: string | null
  /** The URL that was requested, normalized. */
  readonly requestedUrl: string
}

interface Placed {
  readonly header: string | undefined
  readonly url: string
  readonly requestedUrl: string
  readonly place: PagePosition
}

const places = new WeakMap<object, Placed>()

/** Reads the place of a page. Caches it by the page's value, which a 304 serves again, mostly with the same links. */
export const positionOf = ({ headers, requestedUrl, url, value }: Decoded<Items<unknown>>): PagePosition => {
  const header = headers["link"]
  const known = places.get(value)
  if (known?.header === header && known?.url === url && known.requestedUrl === requestedUrl) return known.place
  const links = value.next === undefined ? linksOf(header, url) : statedLinks(value.next, url)
  const place = readPosition(links, new URL(url), requestedUrl === url ? undefined : requestedUrl)
  places.set(value, { header, url, requestedUrl, place })
  return place
}

const readPosition = (links: Links, at: URL, requested: string | undefined): PagePosition => {
  const { next } = links
  const requestedUrl = requested === undefined ? at.href : new URL(requested).href
  return {
    links,
    number: numberIn(at),
    nextNumber: next === null || !URL.canParse(next) ? undefined : pageNumber(next),
    isOwnNext: next !== null && (next === at.href || next === requestedUrl),
    perPage: at.searchParams.get("per_page"),
    requestedUrl
  }
}

/** Finds what is wrong with the links of a page. `earlier` is undefined for a page that the input asks for. */
export const flawOf = (page: Decoded<Items<unknown>>, sizes: Sizes, earlier: Earlier | undefined): Flaw | undefined => {
  const place = positionOf(page)
  const position = place.number ?? (earlier === undefined ? 1 : undefined)
  const { next } = place.links
  if (next !== null) {
    const leadsBack = earlier?.read.has(next) === true || isBackward(next, page, place, position)
    return leadsBack ? { _tag: "Circle", to: next } : undefined
  }
  const expected = whatMustFollow(page, sizes, earlier, place, position)
  if (expected === undefined) return undefined
  return { _tag: "Missing", found: `Expected ${expected}, found ${described(page, place.links)}` }
}

/**
 * Whether a page may be cached: its links are right, and a 304 would reveal a new next page, as a body that states it does.
 * Neither a 304 nor the ETag includes Link. For a full page that was the last one, the service responds with 304 even when another page has been
 * added.
 */
export const isLasting = (
  page: Decoded<Items<unknown>>,
  sizes: Sizes,
  earlier: Earlier | undefined,
  isOwn: (url: string) => boolean
): boolean => {
  const place = positionOf(page)
  const { next } = place.links
  const { items, next: stated } = page.value
  const revealsNext = next === null ? stated === null || items.length < pageSize(place, sizes.usual) : isOwn(next)
  return revealsNext && flawOf(page, sizes, earlier) === undefined
}

/** The link that a page without `next` must have; undefined if it may be the last page. */
const whatMustFollow = (
  { value: { incomplete_results, items, total_count } }: Decoded<Items<unknown>>,
  { most, usual }: Sizes,
  earlier: Earlier | undefined,
  place: PagePosition,
  position: number | undefined
): string | undefined => {
  const { about, last } = place.links
  const size = pageSize(place, usual)
  // The listing may have shrunk since an earlier page. Links that say so are believed.
  const named = last ?? (about === "pages" ? null : (earlier?.last ?? null))
  const final = named === null ? undefined : pageNumber(named)
  if (position !== undefined) {
    if (final !== undefined && final > position) return `a link to page ${position + 1} of ${final}`
    // The count of incomplete results is an estimate.
    const total = incomplete_results === true ? null : total_count
    if (total !== null && about !== "pages" && Math.min(total, most?.items ?? total) > position * size) {
      return `a link to page ${position + 1} of ${total} items`
    }
  }
  return about === "unreadable" && items.length >= size ? "links between pages" : undefined
}

const described = ({ headers }: Decoded<unknown>, { about }: Links): string => {
  const header = headers["link"]
  if (header === undefined) return "no Link header"
  if (header.trim() === "") return "an empty Link header"
  switch (about) {
    case "unreadable":
      return `a Link header of ${header.length} characters that cannot be parsed`
    case "nothing":
      return "a Link header without links to pages"
    case "pages":
      return "a Link header without that link"
  }
}

/** Whether a link leads to the page itself, or to one with the same URL and a smaller page number. */
const isBackward = (
  next: string,
  { requestedUrl, url }: Decoded<unknown>,
  { isOwnNext, nextNumber }: PagePosition,
  position: number | undefined
): boolean => {
  const isAhead = position === undefined || nextNumber === undefined || nextNumber > position
  if (isAhead) return isOwnNext
  const bare = withoutPage(next)
  return bare === withoutPage(url) || bare === withoutPage(requestedUrl)
}

const withoutPage = (url: string): string => {
  const bare = new URL(url)
  bare.searchParams.delete("page")
  bare.searchParams.sort()
  return bare.href
}

/** The number in a URL of a page. */
export const pageNumber = (url: string): number | undefined => numberIn(new URL(url))

const numberIn = (url: URL): number | undefined => {
  const page = url.searchParams.get("page")
  return page !== null && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : undefined
}

const pageSize = ({ perPage }: PagePosition, usual: number): number => Number(perPage ?? usual)
