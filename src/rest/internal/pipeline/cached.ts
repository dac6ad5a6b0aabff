/** The cache stage: serves reads from the cache, revalidates cached responses, and caches new ones. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Result from "effect/Result"
import type { AnyReader, Call, Decoded } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import * as HttpCache from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import * as RestError from "../../RestError.ts"
import { notable, pollIntervalOf, saysNothingNew, validatorsOf } from "../answer/replyHeaders.ts"
import { unreadable } from "../answer/representation.ts"
import * as ResponseError from "../answer/responseError.ts"
import * as Readers from "../decode/reader.ts"
import { digestOf } from "../input/requestHeaders.ts"
import { digest } from "../text/digest.ts"
import { holds, redactor, secretOf } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { unread } from "../wire/body.ts"
import { release } from "../wire/bytes.ts"
import { bucketOf, type Receive, type Received } from "./attempt.ts"
import { attempts } from "./attempts.ts"
import type { CallContext, Parts } from "./context.ts"
import { responseLimit } from "./policies.ts"
import * as Validators from "./validators.ts"

/** A body as text, or as bytes if the reader takes them. Undefined when nobody needs it: it has not been read then. */
type Body = string | Uint8Array | undefined

/** A response that has been read. `read` is undefined for a 304. */
interface ReadResponse<out A> {
  readonly received: Received<Body>
  readonly read: { readonly body: Body; readonly value: A } | undefined
}

/** Makes a call as a principal and reads its response. With `since`, a 304 fails with `NotModified`. */
export const cached = Effect.fnUntraced(function* <A>(
  parts: Parts,
  context: CallContext,
  credential: Credential,
  reader: AnyReader<A>,
  since: HttpCache.Validators | undefined
): Effect.fn.Return<Decoded<A>, RestError.Failure> {
  const { accept, cache, dialect } = parts
  const { call, clock, info, policy, services, target } = context
  const mode = call.method === "GET" ? policy(HttpCache.CacheMode) : "off"
  // A key may be stored, so a URL that contains a secret is replaced by its digest.
  const place = mode === "off" || info.url === target ? target : yield* digest(target)
  const variant = mode === "off" || context.own === undefined ? "" : ` ${yield* digestOf(context.own)}`
  const keyOf = ({ principal }: Credential) =>
    mode === "off" ? "" : [call.method + variant, place, call.accept ?? accept, principal].join("\n")
  const key = keyOf(credential)
  context.cacheKey = key
  const timeToLive = Duration.toMillis(policy(HttpCache.TimeToLive))
  // An entry may be of the future: the clock may have been set back, and that of another machine may be ahead.
  const isFresh = (entry: HttpCache.Entry) => Math.abs(clock.currentTimeMillisUnsafe() - entry.storedAt) < timeToLive
  const suffices = (entry: HttpCache.Entry) =>
    timeToLive > 0 ? isFresh(entry) : entry.fingerprint === credential.fingerprint
  const entry = mode === "revalidate" && since === undefined ? yield* cache.get(key, suffices) : undefined
  if (mode !== "off") context.cache = "miss"
  if (entry !== undefined && isFresh(entry)) {
    const { decoded, known } = yield* recall(parts, context, reader, entry, credential)
    if (keeps(parts, call, decoded)) {
      if (!known && entry.body.length <= smallText) {
        yield* cache.set(key, { ...entry, decoded: { reader, value: decoded.value } })
      }
      context.cache = "hit"
      Metrics.cacheHits.updateUnsafe(1, services)
      return decoded
    }
  }
  // The principal may change between attempts. The entry belongs to the first one.
  const entryFor = (current: Credential) => (current.principal === credential.principal ? entry : undefined)
  const validatorsFor = (current: Credential) => since ?? Validators.usable(entryFor(current), current)
  const limit = responseLimit(policy)
  const receive: Receive<Body> =
    reader === Readers.nothing
      ? unread
      : (response) => (reader.text === undefined ? response.text(limit) : response.bytes(limit))
  const charge = (credential: Credential, value: A) => {
    const sentAt = clock.currentTimeMillisUnsafe()
    const notice = { sentAt, budget: undefined, limit: undefined, surcharge: call.surcharge?.(value) }
    return parts.limits.note(bucketOf(parts, call, credential), notice)
  }
  const finish = (received: Received<Body>): Effect.Effect<ReadResponse<A>, RestError.Failure> => {
    if (received.status === 304) return Effect.succeed({ received, read: undefined })
    const { body, headers, status } = received
    const value = readBody(parts, context, { status, headers, body: body ?? "" }, reader, received.credential)
    const read = Effect.mapEager(value, (value) => ({ received, read: { body, value } }))
    return call.surcharge === undefined ? read : Effect.tap(read, ({ read }) => charge(received.credential, read.value))
  }
  const ask = (validatorsFor: (credential: Credential) => HttpCache.Validators | undefined) =>
    attempts(parts, context, credential, validatorsFor, receive, finish)
  const unconditional = Effect.suspend(() => ask(() => undefined))
  const asked = ask(validatorsFor)
  // The ETag of a cached response may be another token's, which is not sent.
  let { read, received } = yield* entry === undefined ? asked : Effect.catchIf(asked, isUnasked, () => unconditional)
  const kept = read === undefined && since === undefined ? entryFor(received.credential) : undefined
  if (kept !== undefined) {
    const { credential, headers } = received
    if (Validators.confirms(Validators.usable(kept, credential), headers)) {
      const { decoded, known } = yield* recall(parts, context, reader, kept, credential, received)
      if (keeps(parts, call, decoded)) {
        context.cache = "revalidated"
        Metrics.cacheHits.updateUnsafe(1, services)
        if (!(known && confirmsAll(kept, received, timeToLive))) {
          yield* cache.set(key, confirmedEntry(kept, received, decoded, reader, clock.currentTimeMillisUnsafe()))
        }
        return decoded
      }
    }
    // The 304 is about another response than the cached one, or leads astray.
    ;({ read, received } = yield* unconditional)
  }
  if (read === undefined) {
    const base = ResponseError.responseInfo(info, received, dialect)
    if (since === undefined) return yield* new RestError.UnexpectedStatus({ ...base, body: "" })
    const validators = Validators.confirms(since, received.headers)
      ? { ...since, ...validatorsOf(received.headers) }
      : since
    return yield* new RestError.NotModified({ ...base, validators, pollInterval: pollIntervalOf(received.headers) })
  }
  const { budget, headers, status, url } = received
  const { body, value } = read
  const decoded: Decoded<A> = { value, status, headers, requestedUrl: target, url, budget, cached: false }
  const isKept = mode !== "off" && mayCache(headers, timeToLive) && keeps(parts, call, decoded)
  const text = isKept ? textOf(reader, body) : undefined
  if (reader.copies === true && typeof body === "object") release(body)
  // What is cached may be stored, so a body that repeats a secret is not. To look for it takes longer than all the rest.
  const repeats =
    text !== undefined &&
    cache.inMemory !== true &&
    holds(text, [secretOf(received.credential), ...(context.own?.secrets ?? [])])
  if (text !== undefined && !repeats) {
    yield* cache.set(keyOf(received.credential), {
      status,
      headers: notable(headers, dialect),
      body: text,
      validators: Validators.lasting(headers, headers),
      fingerprint: received.credential.fingerprint,
      storedAt: clock.currentTimeMillisUnsafe(),
      decoded: timeToLive > 0 && text.length <= smallText ? { reader, value } : undefined
    })
  }
  return decoded
})

/** Whether it is the error of a 304 to a request that was not conditional. */
const isUnasked = (failure: RestError.Failure): boolean =>
  failure instanceof RestError.UnexpectedStatus && failure.status === 304

const textOf = ({ text }: AnyReader<unknown>, body: Body): string | undefined =>
  typeof body === "object" ? text?.encode(body) : body

/** A cached response. `known` tells whether its value was cached with it. */
interface Recalled<out A> {
  readonly decoded: Decoded<A>
  readonly known: boolean
}

/** Reads a cached response, which a 304 may have confirmed. */
const recall = <A>(
  parts: Parts,
  context: CallContext,
  reader: AnyReader<A>,
  entry: HttpCache.Entry,
  credential: Credential,
  confirmation?: Received<unknown>
): Effect.Effect<Recalled<A>, RestError.DecodeFailed | RestError.ServiceUnavailable> => {
  const { target } = context
  const headers = Headers.fromRecordUnsafe(
    confirmation === undefined ? { ...entry.headers } : Validators.confirmed(entry, confirmation, parts.dialect)
  )
  const { status } = entry
  const url = confirmation?.url ?? target
  const budget = confirmation?.budget
  const recalled = (value: A, known: boolean): Recalled<A> => ({
    decoded: { value, status, headers, requestedUrl: target, url, budget, cached: true },
    known
  })
  // The same reader decoded it from the same text.
  if (entry.decoded?.reader === reader) return Effect.succeed(recalled(entry.decoded.value as A, true))
  const body = reader.text === undefined ? entry.body : reader.text.decode(entry.body)
  return Effect.mapEager(readBody(parts, context, { status, headers, body }, reader, credential), (value) =>
    recalled(value, false)
  )
}

/** The cache entry after a 304, with its headers. */
const confirmedEntry = <A>(
  entry: HttpCache.Entry,
  { credential, headers: sent }: Received<unknown>,
  { headers, value }: Decoded<A>,
  reader: AnyReader<A>,
  storedAt: number
): HttpCache.Entry => ({
  ...entry,
  headers,
  validators: Validators.lasting(headers, sent),
  fingerprint: credential.fingerprint,
  storedAt,
  decoded: { reader, value }
})

/** Whether the call lets a response be cached. */
export const keeps = ({ ownOrigins }: Parts, { keeps }: Call, decoded: Decoded<unknown>): boolean =>
  keeps === undefined || keeps(decoded, (url) => Urls.isIn(ownOrigins, url))

/**
 * The longest text whose decoded value is cached with its first response, and then only if it may be served without a
 * 304. Most values are never read again, and would burden the garbage collector, so they are cached once a 304 has
 * confirmed them.
 */
const smallText = 65_536

/** Whether a 304 leaves a cache entry unchanged, so that it need not be stored again. */
const confirmsAll = (entry: HttpCache.Entry, { credential, headers }: Received<unknown>, timeToLive: number): boolean =>
  credential.fingerprint === entry.fingerprint && saysNothingNew(headers, entry.headers) && timeToLive === 0

/** Whether caching a response is useful, and allowed by the service. */
const mayCache = (headers: Headers.Headers, timeToLive: number): boolean =>
  (timeToLive > 0 || headers["etag"] !== undefined || headers["last-modified"] !== undefined) &&
  !/\bno-store\b/i.test(headers["cache-control"] ?? "")

const readBody = <A>(
  parts: Parts,
  context: CallContext,
  response: { readonly status: number; readonly headers: Headers.Headers; readonly body: string | Uint8Array },
  reader: AnyReader<A>,
  credential: Credential
): Effect.Effect<A, RestError.DecodeFailed | RestError.ServiceUnavailable> => {
  const why = response.body.length === 0 ? undefined : unreadable(response.headers)
  // A body is what its reader takes.
  const result = why === undefined ? reader(response.body as never, response.status) : Result.fail(why)
  if (Result.isSuccess(result)) return Effect.succeed(result.success)
  const base = ResponseError.responseInfo(context.info, response, parts.dialect)
  const redact = redactor(secretOf(credential), parts.dialect.tokens, context.own?.hidden)
  return Effect.fail(ResponseError.misread(base, result.failure, redact))
}
