/** Reads a search in windows of time, each small enough for the service to return all results. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as CallSite from "../../rest/CallSite.ts"
import { truncated } from "../../rest/Declaration.ts"
import * as Timestamp from "../../rest/Timestamp.ts"
import { fieldsEncoder } from "../../rest/Input.ts"
import type { Listing } from "../../rest/Operation.ts"
import type { Page } from "../../rest/Page.ts"
import { type InvalidInput, invalidInput } from "../../rest/RestError.ts"
import * as Wire from "../../rest/Wire.ts"
import type { ByDate, Failure, Input, Slice } from "../ByDate.ts"
import type { Forge } from "../Forge.ts"
import { hasAlternatives, isQualifiedBy, most } from "./search.ts"

interface SearchInput<Sort extends string> {
  readonly q: string
  readonly sort?: Sort | undefined
  readonly order?: "asc" | "desc" | undefined
  readonly per_page?: number | undefined
}

/** A date that can be searched by. */
interface Dated<in A, out Sort extends string> {
  /** The order closest to the date, so that the pages of a window do not overlap. */
  readonly sort: Sort
  /** The date of an item; null if the record does not contain it. The service's order is kept then. */
  readonly of: (item: A) => DateTime.Utc | null
}

/** In epoch seconds, both inclusive. */
interface Window {
  readonly from: number
  readonly to: number
}

export const make = <By extends string, Sort extends string, A extends { readonly id: number }>(
  operation: string,
  search: Listing<SearchInput<Sort>, A, Failure, Forge>,
  standard: NoInfer<By>,
  dates: { readonly [B in By]: Dated<A, Sort> }
): ByDate<By, A> => {
  const { template } = search.declaration
  const info = { operation, method: "GET", url: template.slice("GET ".length) }

  const check = fieldsEncoder(operation, {
    q: Schema.String,
    by: Schema.optional(Schema.Literals(Object.keys(dates))),
    from: Wire.InputTimestamp,
    to: Schema.optional(Wire.InputTimestamp)
  })

  /** The whole range as one window; undefined if it is empty or in the future. */
  const windowOf = (input: Input<By>): Effect.Effect<Window | undefined, InvalidInput> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const checked = check(input)
      if (Result.isFailure(checked)) return Effect.fail(checked.failure)
      const by = input.by ?? standard
      if (isQualifiedBy(input.q, by)) {
        return Effect.fail(invalidInput(operation, "q", `Expected a query without a ${by}: qualifier`))
      }
      const from = Math.ceil(millisOf(input.from) / 1_000)
      const to = Math.floor((input.to === undefined ? now : millisOf(input.to)) / 1_000)
      // The `next` of the last slice is a second after `to`: nothing is left to read, and that is valid.
      if (from > to + 1)
        return Effect.fail(invalidInput(operation, "to", "Expected an instant that is not before from"))
      const until = Math.min(to, Math.floor(now / 1_000))
      return Effect.succeed(from > until ? undefined : { from, to: until })
    })

  const slices = (input: Input<By>): Stream.Stream<Slice<A>, Failure, Forge> =>
    Stream.unwrap(
      Effect.map(windowOf(input), (whole) => {
        if (whole === undefined) return Stream.empty
        const by = input.by ?? standard
        return Stream.paginate([whole], (windows: ReadonlyArray<Window>) => step(input, by, windows))
      })
    )

  /** Reads the first window, or halves it. */
  const step = Effect.fnUntraced(function* (
    input: Input<By>,
    by: By,
    [window, ...later]: ReadonlyArray<Window>
  ): Effect.fn.Return<readonly [ReadonlyArray<Slice<A>>, Option.Option<ReadonlyArray<Window>>], Failure, Forge> {
    if (window === undefined) return [[], Option.none()]
    const request = {
      q: queryOf(input.q, by, window),
      sort: dates[by].sort,
      order: "asc",
      per_page: input.per_page
    } as const
    const first = yield* search.page(request)
    const pages = isTooMuch(first) ? undefined : yield* wholeOf(request, first)
    if (pages === undefined) {
      const [earlier, rest] = halves(window)
      if (rest === undefined) return yield* truncated(info, most, first.total_count ?? most.items)
      return [[], Option.some([earlier, rest, ...later])]
    }
    const slice = {
      from: instant(window.from),
      to: instant(window.to),
      items: inOrder(
        pages.flatMap((page) => page.items),
        dates[by].of
      ),
      total_count: pages.at(-1)?.total_count ?? 0,
      incomplete_results: pages.some((page) => page.incomplete_results === true),
      next: instant(window.to + 1)
    }
    return [[slice], later.length === 0 ? Option.none() : Option.some(later)]
  })

  /** Reads the pages of a window; undefined if it has too many results by now. */
  const wholeOf = (
    request: SearchInput<Sort>,
    first: Page<A>
  ): Effect.Effect<ReadonlyArray<Page<A>> | undefined, Failure, Forge> =>
    first.next === null
      ? Effect.succeed([first])
      : Stream.runCollect(search.pages(request, first.next)).pipe(
          Effect.map((others) => [first, ...others]),
          Effect.catchTag("SearchTruncated", () => Effect.undefined)
        )

  return Object.assign(
    CallSite.stream((input: Input<By>) => Stream.flattenIterable(Stream.map(slices(input), ({ items }) => items))),
    { slices: CallSite.stream(slices) }
  )
}

const isTooMuch = ({ total_count }: Page<unknown>): boolean => total_count !== null && total_count > most.items

const halves = ({ from, to }: Window): readonly [Window, Window | undefined] => {
  if (from === to) return [{ from, to }, undefined]
  const middle = from + Math.floor((to - from) / 2)
  return [
    { from, to: middle },
    { from: middle + 1, to }
  ]
}

/** Adds the date to the query. Alternatives are put in parentheses, so that the date applies to each of them. */
const queryOf = (q: string, by: string, { from, to }: Window): string => {
  const own = hasAlternatives(q) ? `(${q.trim()})` : q.trim()
  return `${own} ${by}:${text(from)}..${text(to)}`.trimStart()
}

const instant = (seconds: number): DateTime.Utc => DateTime.makeUnsafe(seconds * 1_000)

const text = (seconds: number): string => Timestamp.format(instant(seconds))

const millisOf = (time: Timestamp.Instant): number => Timestamp.toUtc(time).epochMilliseconds

/** Sorts the items by date, each once: an item may have moved to the next page in the meantime. */
const inOrder = <A extends { readonly id: number }>(
  items: ReadonlyArray<A>,
  of: (item: A) => DateTime.Utc | null
): ReadonlyArray<A> => {
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()]
  const at = (item: A) => of(item)?.epochMilliseconds
  return distinct.every((item) => at(item) !== undefined)
    ? distinct.toSorted((one, other) => (at(one) ?? 0) - (at(other) ?? 0))
    : distinct
}
