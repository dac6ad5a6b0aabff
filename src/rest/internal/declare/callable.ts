/** Makes callables of declarations: the run-time half of `Operation.ts`, whose types say what these do. */
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Validators } from "../../HttpCache.ts"
import type { AnyDeclaration } from "../../Operation.ts"
import * as Page from "../../Page.ts"
import type { Reply } from "../../Reply.ts"
import type { Asked, InvalidInput, RestError } from "../../RestError.ts"
import type { Answer, Call, Transport } from "../../Transport.ts"
import { searchTruncated } from "../answer/answerError.ts"
import { circularLink, foreignLink } from "../wire/exchange.ts"
import { fitsHeader } from "../text/headerText.ts"
import { refused, type Wired } from "../input/input.ts"
import { linksOf } from "../answer/linkHeader.ts"
import * as Reader from "../decode/reader.ts"
import { deprecationOf, requestIdOf, validatorsOf } from "../answer/replyHeaders.ts"
import { type Linked, walk } from "./walk.ts"

/** How an operation asks, whatever it reads. */
export interface Plan<Self> {
  readonly service: Context.Key<Self, Transport>
  readonly declaration: AnyDeclaration
  readonly wire: (input: unknown) => Result.Result<Wired, InvalidInput>
  readonly call: Omit<Call, "url" | "body">
}

/** Asks, and reads the answer. */
interface Ask<Input, Self> {
  <A>(input: Input, reader: Reader.Reader<A>, since?: Validators): Effect.Effect<Answer<A>, RestError, Self>
}

const askBy =
  <Self>(plan: Plan<Self>): Ask<unknown, Self> =>
  (input, reader, since) =>
    Effect.flatMap(Effect.service(plan.service), (transport) => {
      const wired = plan.wire(input)
      return Result.isFailure(wired)
        ? Effect.fail(wired.failure)
        : transport.request({ ...plan.call, ...wired.success }, reader, since)
    })

/** A value with what came beside it. */
export const replyOf = <A>(answer: Answer<unknown>, value: A): Reply<A> => ({
  value,
  status: answer.status,
  validators: validatorsOf(answer.headers),
  rateLimit:
    answer.budget === undefined
      ? null
      : {
          resource: answer.budget.resource,
          limit: answer.budget.limit,
          remaining: answer.budget.remaining,
          used: answer.budget.used,
          resetAt: DateTime.makeUnsafe(answer.budget.resetAt)
        },
  requestId: requestIdOf(answer.headers),
  deprecation: deprecationOf(answer.headers),
  cached: answer.cached
})

/** The callable of one answer, and for reads its `ifChanged`. */
const callable = <Input, A, B, Self>(
  declaration: AnyDeclaration,
  ask: Ask<Input, Self>,
  reader: Reader.Reader<A>,
  valueOf: (answer: Answer<A>) => B
) => {
  const reply = (input: Input, since?: Validators) =>
    canBeSent(since)
      ? Effect.map(ask(input, reader, since), (answer) => replyOf(answer, valueOf(answer)))
      : Effect.fail(refused(declaration.name, "since", "has a validator that no header can carry"))
  return Object.assign((input: Input) => Effect.map(ask(input, reader), valueOf), {
    withReply: (input: Input) => reply(input),
    ifChanged: reply,
    as: (schema: Schema.ConstraintDecoder<unknown>): unknown => callable(declaration, ask, Reader.json(schema), itself),
    declaration
  })
}

const canBeSent = (validators: Validators | null | undefined): boolean =>
  Object.values(validators ?? {}).every((validator) => validator === undefined || fitsHeader(validator))

/** The value of an answer. */
export const itself = <A>(answer: Answer<A>): A => answer.value

/** An operation. */
export const operation = <A, Self>(plan: Plan<Self>, reader: Reader.Reader<A>) =>
  callable(plan.declaration, askBy(plan), reader, itself)

interface PageInput {
  readonly page?: number | string | undefined
  readonly per_page?: number | undefined
}

/** What is particular to a listing. */
interface Listed {
  /** The field that holds the items. */
  readonly envelope?: string | undefined
  /** How many items the service gives at most. */
  readonly most?: number | undefined
}

/** A listing: its items, its pages, one page. */
export const listing = <Self>(planned: Plan<Self>, item: Schema.ConstraintDecoder<unknown>, listed: Listed) => {
  const plan: Plan<Self> = { ...planned, call: { ...planned.call, keeps: knowsItsNext } }
  const reader = Reader.items(item, listed.envelope)
  const ask = askBy(plan)
  const { method, operation } = plan.call
  const asked = { operation, method, url: plan.declaration.template.slice(method.length + 1) }

  const follow: Ask<string, Self> = (url, reader, since) =>
    Effect.flatMap(Effect.service(plan.service), (transport) =>
      transport.isOwn(url)
        ? transport.request({ ...plan.call, url: new URL(url).href, body: HttpBody.empty }, reader, since)
        : Effect.fail(foreignLink(asked, url))
    )

  const noCursor = (path: string) => refused(operation, path, "is no cursor: a page gives one as its `next`")

  /** By the input, or by the cursor that another page gave. Callers without types may pass nothing at all. */
  const askPage: Ask<PageInput | undefined, Self> = (input, reader, since) =>
    typeof input?.page === "string"
      ? URL.canParse(input.page)
        ? follow(input.page, reader, since)
        : Effect.fail(noCursor("page"))
      : Effect.flatMap(policy(plan, Page.PageSize), (per_page) =>
          ask({ ...input, per_page: input?.per_page ?? per_page }, reader, since)
        )

  const pages = (input: PageInput, from?: Page.Cursor): Stream.Stream<Page.Page<unknown>, RestError, Self> => {
    if (from !== undefined && !URL.canParse(from)) return Stream.fail(noCursor("from"))
    return Stream.unwrap(
      Effect.map(policy(plan, Page.ReadAhead), (readAhead) =>
        untilTruncated(
          walk(
            // The whole listing, whatever page an input made for `page` asks for.
            (url) =>
              Effect.map(
                url === undefined ? askPage({ ...input, page: undefined }, reader) : follow(url, reader),
                linked
              ),
            readAhead,
            from,
            (url) => Effect.fail(circularLink(asked, url))
          ),
          asked,
          listed.most
        )
      )
    )
  }

  return Object.assign((input: PageInput) => Stream.flattenIterable(Stream.map(pages(input), ({ items }) => items)), {
    pages,
    page: callable(plan.declaration, askPage, reader, (answer) => linked(answer).page),
    as: (schema: Schema.ConstraintDecoder<unknown>): unknown => listing(plan, schema, listed),
    declaration: plan.declaration
  })
}

/**
 * Whether a 304 would tell of the page that comes next. The service leaves Link out of it, and of the ETag too: a full
 * page that was the last one is answered 304 also when there is one more by now.
 */
const knowsItsNext = ({ headers, url, value }: Answer<unknown>): boolean => {
  // What the reader of a listing makes.
  const { items } = value as Reader.Items<unknown>
  return items.length < pageSizeOf(url) || linksOf(headers["link"], url).next !== null
}

/** How many items a full page has: 30 where the service is not told a number. */
const pageSizeOf = (url: string): number => Number(new URL(url).searchParams.get("per_page") ?? 30)

/** The pages of a listing; if there are more items than the service gives, it does not end as if these were all. */
const untilTruncated = <A, R>(
  pages: Stream.Stream<Page.Page<A>, RestError, R>,
  asked: Asked,
  most: number | undefined
): Stream.Stream<Page.Page<A>, RestError, R> => {
  if (most === undefined) return pages
  return Stream.suspend(() => {
    let total: number | null = null
    const seen = Stream.map(pages, (page) => {
      total = page.total_count
      return page
    })
    const end = Stream.suspend(() =>
      total !== null && total > most ? Stream.fail(searchTruncated(asked, most, total)) : Stream.empty
    )
    return Stream.mapError(Stream.concat(seen, end), (error) =>
      // A link may lead beyond what the service gives.
      error._tag === "SearchTruncated" && total !== null ? searchTruncated(asked, most, total) : error
    )
  })
}

/** A policy of the transport, as it stands for this call. */
const policy = <A, Self>(plan: Plan<Self>, reference: Context.Reference<A>): Effect.Effect<A, never, Self> =>
  Effect.flatMap(Effect.service(plan.service), (transport) =>
    Effect.withFiber((fiber) => Effect.succeed(transport.policy(fiber, reference)))
  )

const linked = <A>(answer: Answer<Reader.Items<A>>): Linked<A> => {
  const links = linksOf(answer.headers["link"], answer.url)
  return { page: { ...answer.value, next: links.next as Page.Cursor | null }, links }
}
