/**
 * Reads the pages of a listing in order. When the last page is known, it reads a bounded number of pages ahead. When it
 * is not, it follows `next`, one page after another.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Page } from "../../Page.ts"
import type { Links } from "../response/linkHeader.ts"
import { type Earlier, pageNumber } from "./pageLinks.ts"

/** A page with the links of its response. */
export interface LinkedPage<out A> {
  readonly page: Page<A>
  readonly links: Links
  /** The URL that was requested, and the one that responded. */
  readonly urls: ReadonlyArray<string>
}

/**
 * Streams the pages, starting at `from`. `fetch` gets the URL of a page, or undefined for the first, and what the pages
 * before it say. If a page fails, the stream fails after the pages before it. A page that was read already fails with
 * `inCircle`.
 */
export const walk = <A, E, R>(
  fetch: (url: string | undefined, earlier: Earlier) => Effect.Effect<LinkedPage<A>, E, R>,
  readAhead: number,
  from: string | undefined,
  inCircle: (url: string) => Effect.Effect<never, E>
): Stream.Stream<Page<A>, E, R> =>
  Stream.suspend(() => {
    const urls = new Set<string>()
    const earlier: { last: string | null; readonly read: ReadonlySet<string> } = { last: null, read: urls }
    const get = (url: string) => (urls.has(url) ? inCircle(url) : fetch(url, earlier))
    /** The links of the last page that has been read. */
    let onward: Links | undefined
    const read = ({ links, page, urls: own }: LinkedPage<A>) => {
      for (const url of own) urls.add(url)
      earlier.last = links.last ?? earlier.last
      onward = links
      return page
    }
    const nextStretch = () => {
      if (onward === undefined) return Stream.fromEffect(Effect.map(fetch(from, earlier), read))
      const { last, next } = onward
      if (next === null) return undefined
      const range = last === null ? undefined : numbered(next, last)
      return range === undefined
        ? Stream.fromEffect(Effect.map(get(next), read))
        : Stream.map(ahead(get, range, readAhead), read)
    }
    // Each stretch is computed after the previous one has been read: the listing may grow in the meantime.
    return Stream.flatten(
      Stream.unfold(undefined, () =>
        Effect.sync(() => {
          const stretch = nextStretch()
          return stretch && ([stretch, undefined] as const)
        })
      )
    )
  })

/** Reads a range of pages. It stops at the first page without `next`: the listing may have shrunk. */
const ahead = <A, E, R>(
  get: (url: string) => Effect.Effect<LinkedPage<A>, E, R>,
  range: Range,
  concurrency: number
): Stream.Stream<LinkedPage<A>, E, R> =>
  Stream.range(range.first, range.last).pipe(
    // As results, because a failing page would otherwise fail the stream before the pages ahead of it are emitted.
    Stream.mapEffect((page) => Effect.result(Effect.suspend(() => get(range.url(page)))), { concurrency }),
    Stream.mapEffect(Effect.fromResult),
    Stream.takeUntil(({ links }) => links.next === null)
  )

interface Range {
  readonly first: number
  readonly last: number
  readonly url: (page: number) => string
}

/** The pages from `next` to `last`, if the two URLs differ only in their page number. */
const numbered = (next: string, last: string): Range | undefined => {
  if (!URL.canParse(next)) return undefined
  const first = pageNumber(next)
  const final = pageNumber(last)
  if (first === undefined || final === undefined || final < first) return undefined
  const from = new URL(next)
  const url = (page: number) => {
    const target = new URL(from)
    target.searchParams.set("page", String(page))
    return target.href
  }
  const to = new URL(last)
  to.searchParams.set("page", String(first))
  return url(first) === to.href ? { first, last: final, url } : undefined
}
