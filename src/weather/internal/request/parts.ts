/** Streams long spans of days as parts. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as CallSite from "../../../rest/CallSite.ts"
import type { QueryFields } from "../../../rest/Declaration.ts"
import * as HttpCache from "../../../rest/HttpCache.ts"
import * as Page from "../../../rest/Page.ts"
import { invalidInput, type RequestError } from "../../../rest/RestError.ts"
import { type Answer, AnswerPart, EnsembleAnswerPart, type Selection, seriesBlocks } from "../../Answer.ts"
import { type InputOf, Span as DaySpan } from "../../Input.ts"
import * as Quota from "../../Quota.ts"
import type { GetEnsembleParts, GetParts, Streamed } from "../../Request.ts"
import * as Series from "../../Series.ts"
import { millisOf } from "../series/held.ts"
import { Weather } from "../../Weather.ts"
import * as Readers from "../decode/readers.ts"
import * as One from "./one.ts"
import * as Plan from "./plan.ts"
import { dateOf, dayMillis, dayOf, daysOf, type Span, splitSpan } from "./split.ts"

/**
 * Maximum weight of a part: a sixth of the free quota of a minute. A part of ten variables has 330,000 values, little
 * to hold in memory, and worth a request.
 */
const partWeight = 100

/** Days until values are final. Later ones are preliminary, so they are not served from the cache. */
const settledAfter = 92

const dayOfInstant = (instant: Series.Instant): number => Math.floor(millisOf(instant) / dayMillis)

/** Parts have their own days, so a stream has no other spans and no numbers of rows around now. */
const unfit = /^(?:start|end)_(?!date)|^(?:past|forecast|initial)_|^run$/

const make = (name: string, declared: Plan.AnyDeclared, result: typeof AnswerPart | typeof EnsembleAnswerPart) => {
  const fields = Object.entries(One.fieldsOf(declared)).filter(([field]) => !unfit.test(field))
  const query: QueryFields = { ...Object.fromEntries(fields), ...DaySpan.fields }
  const declaration = Plan.declare(name, declared, { kind: "stream", query, result })
  const prepare = One.prepare(declaration, declared, query)
  // The shorter and faster format, if the service has both.
  const usual = "timeformat" in query ? { timeformat: "unixtime" } : {}
  const stream = (
    request: Plan.RequestInput,
    from?: Series.Instant | string
  ): Stream.Stream<AnswerPart<Selection>, RequestError, Weather> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const transport = yield* Effect.service(Weather)
        const whole = prepare({ ...usual, ...request }, transport)
        if (Result.isFailure(whole)) return Stream.fail(whole.failure)
        const { fields, load } = whole.success
        const first = dayOf(String(fields["start_date"])) ?? 0
        const last = dayOf(String(fields["end_date"])) ?? 0
        const begin = beginOf(from, first)
        if (begin === undefined) return Stream.fail(invalidInput(name, "from", "is neither a date nor an instant"))
        const spans = splitSpan(
          { first: Math.max(first, begin), last },
          Quota.daysWithin(Quota.columns(load), 1, partWeight)
        )
        const readAhead = yield* Effect.withFiber((fiber) => Effect.succeed(transport.policy(fiber, Page.ReadAhead)))
        const today = Math.floor((yield* Clock.currentTimeMillis) / dayMillis)
        const get = Effect.fnUntraced(function* (span: Span) {
          const part = prepare(
            { ...whole.success.request, start_date: dateOf(span.first), end_date: dateOf(span.last) },
            transport
          )
          if (Result.isFailure(part)) return yield* Effect.fail(part.failure)
          const sending = One.sendPrepared(transport, declaration, part.success, Readers.one(part.success.selection))
          const { value } = yield* span.last + settledAfter <= today
            ? sending
            : Effect.provideService(sending, HttpCache.TimeToLive, 0)
          return {
            ...(typeof from === "object" ? since(value, from) : value),
            part: {
              start_date: dateOf(span.first),
              end_date: dateOf(span.last),
              done: span.last - first + 1,
              total: daysOf({ first, last }),
              next: span.last < last ? dateOf(span.last + 1) : null
            }
          }
        })
        // A failure comes after the parts before it, even if it happened earlier.
        const results = Stream.mapEffect(Stream.fromIterable(spans), (span) => Effect.result(get(span)), {
          concurrency: Math.max(1, Math.min(readAhead, transport.quota?.concurrency ?? readAhead))
        })
        return Stream.mapEffect(results, Effect.fromResult)
      })
    )
  return Object.assign(CallSite.stream(stream), { declaration })
}

/** Makes the stream of a declaration. */
export const parts = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): GetParts<Streamed<InputOf<P>>, Name> =>
  // Like the calls for one place: a part has the requested columns.
  make(name, declared, AnswerPart) as never

/** Makes the stream of a declaration, for ensemble models. */
export const partsWithMembers = <const Name extends string, P extends Plan.AnyParameters>(
  name: Name,
  declared: Plan.Declared<P>
): GetEnsembleParts<Streamed<InputOf<P>>, Name> =>
  // As above.
  make(name, declared, EnsembleAnswerPart) as never

/** The first day of the stream. An instant may be on the day before or after its UTC date by the clock of the place. */
const beginOf = (from: Series.Instant | string | undefined, first: number): number | undefined => {
  if (from === undefined) return first
  return typeof from === "string" ? dayOf(from) : dayOfInstant(from) - 1
}

/** Returns a result with the rows from an instant on. */
const since = (answer: Answer<Selection>, from: Series.Instant): Answer<Selection> => {
  const cut: Record<string, unknown> = { ...answer }
  for (const block of seriesBlocks) {
    const series = cut[block]
    if (Series.isSeries(series)) cut[block] = Series.slice(series, { from })
  }
  // The blocks are the same, with fewer rows.
  return cut as unknown as Answer<Selection>
}
