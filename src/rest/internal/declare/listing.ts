/** Makes callables from declared listings: streams of items and of pages, and reads of a single page. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Call, Decoded, Reader } from "../../Call.ts"
import type { CallPlan } from "../../CallPlan.ts"
import * as CallSite from "../../CallSite.ts"
import { fieldNames, type Representation, type Truncation, truncated } from "../../Declaration.ts"
import * as Input from "../../Input.ts"
import * as Page from "../../Page.ts"
import { type Failure, type InvalidInput, invalidInput, withoutResponse } from "../../RestError.ts"
import { misread, responseInfo } from "../response/responseError.ts"
import * as Readers from "../../Reader.ts"
import { leadsTo } from "../input/ownPath.ts"
import { named } from "../text/cut.ts"
import * as Urls from "../text/urls.ts"
import { circularLink, foreignLink } from "../wire/failures.ts"
import { noBody } from "../wire/requestBody.ts"
import { type MakeCall, callBy, callable } from "./callable.ts"
import { type Earlier, flawOf, isLasting, positionOf, type Sizes, unknown } from "./pageLinks.ts"
import { derived, policy, withTransport } from "./plan.ts"
import { type LinkedPage, walk } from "./walk.ts"

interface PageInput {
  readonly page?: number | string | undefined
  readonly [name: string]: unknown
}

/** The options of a listing. */
interface Listed {
  /** Makes the reader of a page from the schema of its items. */
  readonly items: (item: Schema.ConstraintDecoder<unknown>) => Reader<Readers.Items<unknown>>
  readonly most?: Truncation | undefined
  /** The parameter that says how many items a page has. */
  readonly size: string
}

/** Makes the callable of a listing. */
export const listing = <Self>(planned: CallPlan<Self>, item: Schema.ConstraintDecoder<unknown>, listed: Listed) => {
  const { dialect, info, redact } = planned
  const { most, usual } = dialect.pageSize
  const mostIf = (has: (name: string) => boolean): Truncation | undefined =>
    listed.most?.by?.some(has) === false ? undefined : listed.most
  const sizes: Sizes = { usual, most: listed.most }
  const sizesAt = (url: string): Sizes => {
    // Most listings end where they end: their URL need not be parsed.
    if (listed.most?.by === undefined) return sizes
    const { searchParams } = new URL(url)
    return { usual, most: mostIf((name) => searchParams.has(name)) }
  }
  /** A page is cached only if its links can be followed. */
  const keepsAfter =
    (earlier: Earlier | undefined): Call["keeps"] =>
    (page, isOwn) =>
      isLasting(asPage(page), sizesAt(page.requestedUrl), earlier, isOwn)
  const plan: CallPlan<Self> = { ...planned, call: { ...planned.call, keeps: keepsAfter(undefined) } }
  const reader = listed.items(item)
  let { pathOf } = planned

  /** Fails if the links of a page are wrong. The listing would seem to end, or never end. */
  const checked = <A>(page: Decoded<A>, earlier: Earlier | undefined): Effect.Effect<Decoded<A>, Failure> => {
    const flaw = flawOf(asPage(page), sizesAt(page.requestedUrl), earlier)
    if (flaw === undefined) return Effect.succeed(page)
    if (flaw._tag === "Circle") return Effect.fail(circularLink(info, flaw.to, redact))
    const redactAll = page.redact ?? redact
    const base = responseInfo({ ...info, url: Urls.safe(page.requestedUrl) }, page, dialect, redactAll)
    return Effect.fail(misread(base, { path: "Link", found: flaw.found }, redactAll))
  }

  const followAfter =
    (plan: CallPlan<Self>, earlier: Earlier): MakeCall<string, Self> =>
    (url, reader, since) =>
      withTransport(plan, (transport) => {
        if (!transport.isOwn(url)) return Effect.fail(foreignLink(info, url, redact))
        const call = { ...plan.call, url: new URL(url).href, body: noBody, keeps: keepsAfter(earlier) }
        return Effect.flatMap(transport.request(call, reader, since), (page) => checked(page, earlier))
      })

  /** The URL of a cursor, which leads to the listing of the input. Fails if it does not. */
  const urlAt = (field: string, cursor: string, input: unknown): Effect.Effect<string, InvalidInput, Self> =>
    withTransport(plan, (transport) => {
      const refuse = (reason: string) => Effect.fail(invalidInput(info.operation, field, reason))
      if (!URL.canParse(cursor)) return refuse("is not a cursor: pass the `next` of a page")
      if (Urls.hasUser(cursor)) return refuse(Urls.userRefused)
      pathOf ??= pathBy(planned)
      const own = pathOf(input)
      if (Result.isFailure(own)) return Effect.fail(own.failure)
      const url = new URL(cursor)
      return leadsTo(url, transport.rootOf(plan.call), own.success, dialect.aliases)
        ? Effect.succeed(url.href)
        : refuse("is a cursor of another listing: pass the `next` of a page of this one")
    })

  /** Reads a page by the input, or by a cursor. Untyped callers may pass no input at all. */
  const askPageBy = (plan: CallPlan<Self>): MakeCall<PageInput | undefined, Self> => {
    const ask = callBy(plan)
    return (input, reader, since) => {
      if (typeof input?.page === "string") {
        const at = urlAt("page", input.page, input)
        return Effect.flatMap(at, (url) => followAfter(plan, unknown)(url, reader, since))
      }
      // Untyped callers may pass null.
      const isSized = (input?.[listed.size] ?? undefined) !== undefined
      const page = isSized
        ? ask(input, reader, since)
        : Effect.flatMap(policy(plan, Page.PageSize), (size) =>
            ask({ ...input, [listed.size]: Math.min(size, most) }, reader, since)
          )
      return Effect.flatMap(page, (page) => checked(page, undefined))
    }
  }
  const askPage = askPageBy(plan)

  const pages = (input: PageInput, from?: Page.Cursor): Stream.Stream<Page.Page<unknown>, Failure, Self> => {
    const walked = (from: string | undefined, readAhead: number) =>
      walk(
        // Drops `page`, which an input made for `.page` may have: this reads the whole listing.
        (url, earlier) =>
          Effect.map(
            url === undefined
              ? askPage({ ...input, page: undefined }, reader)
              : followAfter(plan, earlier)(url, reader, undefined),
            linked
          ),
        readAhead,
        from,
        (url) => Effect.fail(circularLink(info, url, redact))
      )
    const fields: Readonly<Record<string, unknown>> = { ...input }
    const mostOf = (from: string | undefined) =>
      from === undefined ? mostIf((name) => (fields[name] ?? null) !== null) : sizesAt(from).most
    return Stream.unwrap(
      Effect.gen(function* () {
        const at = from === undefined ? undefined : yield* urlAt("from", from, input)
        const readAhead = yield* policy(plan, Page.ReadAhead)
        return untilTruncated(walked(at, readAhead), plan, mostOf(at))
      })
    )
  }

  const items = (input: PageInput) =>
    Stream.flattenIterable(Stream.map(untilIncomplete(pages(input), info, listed.most), ({ items }) => items))
  return Object.assign(CallSite.stream(items), {
    pages: CallSite.stream(pages),
    page: callable(plan, askPageBy, reader, (decoded) => linked(decoded).page),
    as: (schema: Schema.ConstraintDecoder<unknown>, options?: Representation): unknown =>
      listing(derived(plan, schema, options), schema, listed),
    declaration: plan.declaration
  })
}

/** Makes the path of an input of the schemas of the path alone. */
const pathBy = <Self>({
  declaration,
  dialect,
  manySegments
}: CallPlan<Self>): NonNullable<CallPlan<Self>["pathOf"]> => {
  const { name, path, template } = declaration
  const beside = [...fieldNames(declaration), "page"]
  const { refusesInPath } = dialect
  const encode = Input.compile({ operation: name, template, manySegments, path, beside, refusesInPath })
  return (input) => Result.map(encode(input), ({ url }) => url)
}

/** The response as a page. `page.as` reads whole responses: only its schema knows where their items are. */
const asPage = (response: Decoded<unknown>): Decoded<Readers.Items<unknown>> => {
  const { value } = response
  const isPage = typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items)
  // The cast is safe: the reader of a listing made it.
  return isPage ? (response as Decoded<Readers.Items<unknown>>) : { ...response, value: Readers.noItems }
}

/** Streams the pages of a listing. If it has more items than the service returns, the stream fails at its end. */
const untilTruncated = <A, R>(
  pages: Stream.Stream<Page.Page<A>, Failure, R>,
  { info }: Pick<CallPlan<never>, "info">,
  most: Truncation | undefined
): Stream.Stream<Page.Page<A>, Failure, R> => {
  if (most === undefined) return pages
  return Stream.suspend(() => {
    let total: number | null = null
    const seen = Stream.map(pages, (page) => {
      total = page.total_count
      return page
    })
    const end = Stream.suspend(() =>
      total !== null && total > most.items ? Stream.fail(truncated(info, most, total)) : Stream.empty
    )
    return Stream.mapError(Stream.concat(seen, end), (error) =>
      // A link may lead past the last page that the service returns.
      error instanceof most.error && total !== null ? truncated(info, most, total) : error
    )
  })
}

/** Streams the pages of a listing. If the service stopped looking at one of them, the stream fails at its end. */
const untilIncomplete = <A, R>(
  pages: Stream.Stream<Page.Page<A>, Failure, R>,
  info: CallPlan<never>["info"],
  most: Truncation | undefined
): Stream.Stream<Page.Page<A>, Failure, R> => {
  const incomplete = most?.error.incomplete
  if (incomplete === undefined) return pages
  return Stream.suspend(() => {
    let error: Failure | undefined
    const seen = Stream.map(pages, (page) => {
      if (page.incomplete_results === true) {
        const why = `the service stopped looking, so results may be missing: search again, or for less ${named(info)}`
        error = incomplete(withoutResponse(info, why), page.total_count)
      }
      return page
    })
    return Stream.concat(
      seen,
      Stream.suspend(() => (error === undefined ? Stream.empty : Stream.fail(error)))
    )
  })
}

const linked = <A>(decoded: Decoded<Readers.Items<A>>): LinkedPage<A> => {
  const { links, requestedUrl } = positionOf(decoded)
  return {
    page: { ...decoded.value, next: links.next as Page.Cursor | null },
    links,
    urls: [requestedUrl, decoded.url]
  }
}
