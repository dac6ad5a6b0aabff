/** Reads on behalf of a write that may have been carried out. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Call, Decoded, Reader } from "../../Call.ts"
import type { Template } from "../../Declaration.ts"
import type { Dialect } from "../../Dialect.ts"
import type { Look, Reading } from "../../FoundBy.ts"
import { CacheMode } from "../../HttpCache.ts"
import * as RestError from "../../RestError.ts"
import type { Transport } from "../../Transport.ts"
import { usualStatuses } from "../declare/plan.ts"
import { linksOf } from "../response/linkHeader.ts"
import * as Readers from "../../Reader.ts"
import { parse } from "../../PathTemplate.ts"
import { redactor } from "../text/redact.ts"
import { foreignLink } from "../wire/failures.ts"
import { noBody } from "../wire/requestBody.ts"
import * as Mark from "../../Mark.ts"

/** How many pages of a listing are read. */
const mostPages = 30

const pageSize = 100

/** Refusals of a read that mean that the record is not there. */
const refusals = [RestError.NotFound, RestError.Gone, RestError.Conflict, RestError.ValidationFailed] as const

export const makeLook = (
  transport: Transport,
  operation: string,
  dialect: Dialect,
  mark: string,
  /** In milliseconds. */
  since: number
): Look => {
  const ask = <A>(
    method: string,
    url: string,
    reader: Reader<A>
  ): Effect.Effect<Option.Option<Decoded<A>>, RestError.RequestError> => {
    const call: Call = {
      operation,
      method,
      url,
      host: "api",
      accept: undefined,
      body: noBody,
      resource: dialect.resource,
      statuses: method === "GET" ? usualStatuses.read : usualStatuses.noContent,
      repeatable: true,
      looks: true,
      declared: refusals
    }
    return transport.request(call, reader).pipe(
      Effect.map(Option.some),
      Effect.catch((failure): Effect.Effect<Option.Option<Decoded<A>>, RestError.RequestError> =>
        refusals.some((refusal) => failure instanceof refusal)
          ? Effect.succeedNone
          : // The cast is safe: without `since` a call fails with `RequestError` or a declared error.
            Effect.fail(failure as RestError.RequestError)
      ),
      // What was kept before the write does not show it.
      Effect.provideService(CacheMode, "off")
    )
  }

  const read = <A>(
    method: string,
    path: string,
    reading: Reading,
    reader: Reader<A>,
    query?: Reading["query"]
  ): Effect.Effect<Option.Option<Decoded<A>>, RestError.RequestError> =>
    Result.match(urlOf(operation, method, path, { ...reading, query: { ...reading.query, ...query } }), {
      onFailure: (refused): ReturnType<typeof ask<A>> => Effect.fail(refused),
      onSuccess: (url) => ask(method, url, reader)
    })

  return {
    since: DateTime.makeUnsafe(since),
    isEarlier: (time) => DateTime.toEpochMillis(time) < since,
    isMarked: (text) => Mark.isIn(text, mark),
    get: (path, schema, reading) =>
      Effect.map(
        read("GET", path, reading, Readers.json(schema)),
        Option.map(({ value }) => value)
      ),
    remove: (path, reading) => Effect.asVoid(read("DELETE", path, reading, Readers.nothing)),
    first: <S extends Schema.ConstraintDecoder<unknown>>(
      path: `/${string}`,
      item: S,
      isIt: (item: S["Type"]) => boolean,
      reading: Reading & { readonly until?: ((item: S["Type"]) => boolean) | undefined }
    ) => {
      const reader = Readers.items(item, undefined)
      const info = { operation, method: "GET", url: path }
      return Effect.gen(function* () {
        let page = yield* read("GET", path, reading, reader, { per_page: pageSize })
        for (let pages = 1; Option.isSome(page); pages++) {
          for (const item of page.value.value.items) {
            if (reading.until?.(item) === true) return Option.none()
            if (isIt(item)) return Option.some(item)
          }
          const next = nextOf(page.value)
          if (next === null) return Option.none()
          if (!transport.isOwn(next)) return yield* foreignLink(info, next, redactor(undefined, dialect.tokens))
          if (pages === mostPages) {
            const reason = `cannot be looked for: more than ${mostPages * pageSize} records were made since it was first used`
            return yield* RestError.invalidInput(operation, "key", reason)
          }
          page = yield* ask("GET", next, reader)
        }
        return Option.none()
      })
    }
  }
}

/** The URL of the next page. A full page without a Link may have lost it on its way. */
const nextOf = ({ headers, url, value }: Decoded<Readers.Items<unknown>>): string | null => {
  const { next } = linksOf(headers["link"], url)
  if (next !== null || value.items.length < pageSize) return next
  const target = new URL(url)
  target.searchParams.set("page", String(Number(target.searchParams.get("page") ?? 1) + 1))
  return target.href
}

const urlOf = (
  operation: string,
  method: string,
  path: string,
  { input, manySegments, query = {} }: Reading
): Result.Result<string, RestError.InvalidInput> => {
  // The cast is safe: methods and paths of a look are well formed.
  const at = parse(`${method} ${path}` as Template, manySegments).path({ ...input })
  if (typeof at !== "string") return Result.fail(RestError.invalidInput(operation, at.parameter, at.reason))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, DateTime.isDateTime(value) ? wholeSeconds(value) : String(value))
  }
  return Result.succeed(asked.size === 0 ? at : `${at}?${asked.toString()}`)
}

const wholeSeconds = (time: DateTime.Utc): string => `${DateTime.formatIso(time).slice(0, 19)}Z`
