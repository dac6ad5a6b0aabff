/** Judges the links of a page: whether they lead back, and whether the link to a next page is missing. */
import type { Decoded } from "../../Call.ts"
import type { Truncation } from "../../Declaration.ts"
import { type Links, linksOf } from "../answer/linkHeader.ts"
import type { Items } from "../decode/reader.ts"

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

/** Finds what is wrong with the links of a page. `earlier` is undefined for a page that the input asks for. */
export const flawOf = (page: Decoded<Items<unknown>>, sizes: Sizes, earlier: Earlier | undefined): Flaw | undefined =>
  flawIn(linksOf(page.headers["link"], page.url), page, sizes, earlier)

/**
 * Whether a page may be cached: its links are right, and a 304 would reveal a new next page. Neither a 304 nor the ETag
 * includes Link. For a full page that was the last one, the service responds with 304 even when another page has been
 * added.
 */
export const isLasting = (
  page: Decoded<Items<unknown>>,
  sizes: Sizes,
  earlier: Earlier | undefined,
  isOwn: (url: string) => boolean
): boolean => {
  const links = linksOf(page.headers["link"], page.url)
  const revealsNext =
    links.next === null ? page.value.items.length < pageSize(page.url, sizes.usual) : isOwn(links.next)
  return revealsNext && flawIn(links, page, sizes, earlier) === undefined
}

const flawIn = (
  links: Links,
  page: Decoded<Items<unknown>>,
  sizes: Sizes,
  earlier: Earlier | undefined
): Flaw | undefined => {
  const position = pageNumber(page.url) ?? (earlier === undefined ? 1 : undefined)
  const { next } = links
  if (next !== null) {
    const own = [page.url, page.requestedUrl]
    const leadsBack = earlier?.read.has(next) === true || own.some((from) => isBackward(next, from, position))
    return leadsBack ? { _tag: "Circle", to: next } : undefined
  }
  const expected = whatMustFollow(page, sizes, earlier, links, position)
  if (expected === undefined) return undefined
  return { _tag: "Missing", found: `Expected ${expected}, found ${described(page, links)}` }
}

/** The link that a page without `next` must have; undefined if it may be the last page. */
const whatMustFollow = (
  { url, value: { incomplete_results, items, total_count } }: Decoded<Items<unknown>>,
  { most, usual }: Sizes,
  earlier: Earlier | undefined,
  { about, last }: Links,
  position: number | undefined
): string | undefined => {
  const size = pageSize(url, usual)
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
const isBackward = (next: string, from: string, position: number | undefined): boolean => {
  if (!URL.canParse(next)) return false
  const number = pageNumber(next)
  const isAhead = position === undefined || number === undefined || number > position
  return isAhead ? next === new URL(from).href : withoutPage(next) === withoutPage(from)
}

const withoutPage = (url: string): string => {
  const bare = new URL(url)
  bare.searchParams.delete("page")
  bare.searchParams.sort()
  return bare.href
}

/** The number in a URL of a page. */
export const pageNumber = (url: string): number | undefined => {
  const page = new URL(url).searchParams.get("page")
  return page !== null && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : undefined
}

const pageSize = (url: string, usual: number): number => Number(new URL(url).searchParams.get("per_page") ?? usual)
