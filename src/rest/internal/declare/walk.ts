/**
 * Reads the pages of a listing in order. When the last page is known, it reads a bounded number of pages ahead. When it
 * is not, it follows `next`, one page after another.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Page } from "../../Page.ts"
import type { Links } from "../answer/linkHeader.ts"

/** A page with the links of its response. */
export interface Linked<out A> {
  readonly page: Page<A>
  readonly links: Links
}

/**
 * Streams the pages, starting at `from`. `fetch` gets the URL of a page, or undefined for the first. If a page fails,
 * the stream fails after the pages before it. A link that leads back to an earlier page fails with `inCircle`.
 */
export const walk = <A, E, R>(
  fetch: (url: string | undefined) => Effect.Effect<Linked<A>, E, R>,
  readAhead: number,
  from: string | undefined,
  inCircle: (url: string) => Effect.Effect<never, E>
): Stream.Stream<Page<A>, E, R> =>
  Stream.suspend(() => {
    const comesAgain = circleFinder()
    const get = (url: string) => (comesAgain(url) ? inCircle(url) : fetch(url))
    /** The links of the last page that has been read. */
    let onward: Links | undefined
    const read = ({ links, page }: Linked<A>) => {
      onward = links
      return page
    }
    const nextStretch = () => {
      if (onward === undefined) return Stream.fromEffect(Effect.map(fetch(from), read))
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
  get: (url: string) => Effect.Effect<Linked<A>, E, R>,
  range: Range,
  concurrency: number
): Stream.Stream<Linked<A>, E, R> =>
  Stream.range(range.first, range.last).pipe(
    // As results, because a failing page would otherwise fail the stream before the pages ahead of it are emitted.
    Stream.mapEffect((page) => Effect.result(Effect.suspend(() => get(range.url(page)))), { concurrency }),
    Stream.mapEffect(Effect.fromResult),
    Stream.takeUntil(({ links }) => links.next === null)
  )

/** Detects a repeated URL without storing all of them (Brent's algorithm). */
const circleFinder = () => {
  let mark: string | undefined
  let sinceMark = 0
  let keepFor = 1
  return (url: string): boolean => {
    if (url === mark) return true
    sinceMark++
    if (sinceMark === keepFor) {
      mark = url
      sinceMark = 0
      keepFor *= 2
    }
    return false
  }
}

interface Range {
  readonly first: number
  readonly last: number
  readonly url: (page: number) => string
}

/** The pages from `next` to `last`, if the two URLs differ only in their page number. */
const numbered = (next: string, last: string): Range | undefined => {
  if (!URL.canParse(next)) return undefined
  const from = new URL(next)
  const to = new URL(last)
  const first = pageNumber(from)
  const final = pageNumber(to)
  if (first === undefined || final === undefined || final < first) return undefined
  const url = (page: number) => {
    const target = new URL(from)
    target.searchParams.set("page", String(page))
    return target.href
  }
  to.searchParams.set("page", String(first))
  return url(first) === to.href ? { first, last: final, url } : undefined
}

const pageNumber = (url: URL): number | undefined => {
  const page = url.searchParams.get("page")
  return page !== null && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : undefined
}
