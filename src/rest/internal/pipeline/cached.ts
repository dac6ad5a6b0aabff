/** The cache: serves reads from it, revalidates its entries, and stores new responses. */
import * as Effect from "effect/Effect"
import type { BodyReader, Decoded } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Entry, Validators } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import { type Failure, NotModified, UnexpectedStatus } from "../../RestError.ts"
import { pollIntervalOf, validatorsOf } from "../response/replyHeaders.ts"
import { responseInfo } from "../response/responseError.ts"
import { release } from "../wire/bytes.ts"
import type { OngoingCall, ValidatorsFor } from "./call.ts"
import { confirmedEntry, entryOf, isFresh, isKnown, keeps, placeOf, recall, smallText } from "./entries.ts"
import type { ReadBody } from "./read.ts"
import type { Outcome } from "./outcome.ts"
import { confirms, usable } from "./validators.ts"

/** Asks the service, with validators. */
interface NextWithValidators<out A> {
  (validatorsFor: ValidatorsFor): Effect.Effect<Outcome<ReadBody<A>>, Failure>
}

/** A read that goes through the cache. */
interface CachedRead<out A> {
  readonly call: OngoingCall
  readonly credential: Credential
  readonly reader: BodyReader<A>
  /** The validators of the caller. With them, a 304 is an error. */
  readonly since: Validators | undefined
  readonly next: NextWithValidators<A>
  /** Its key in the cache, up to the principal; undefined without the cache. */
  readonly place: string | undefined
}

const unconditional: ValidatorsFor = () => undefined

/** Makes a call as a principal. With `since`, a 304 fails with `NotModified`. */
export const cached = <A>(
  call: OngoingCall,
  credential: Credential,
  reader: BodyReader<A>,
  since: Validators | undefined,
  next: NextWithValidators<A>
): Effect.Effect<Decoded<A>, Failure> => {
  const { asked, policies, recorder } = call
  const read: CachedRead<A> = { call, credential, reader, since, next, place: undefined }
  if (asked.method !== "GET" || policies.cacheMode === "off") return anew(read)
  recorder.cache = "miss"
  const place = placeOf(call, credential)
  return typeof place === "string"
    ? looksUp({ ...read, place }, place + credential.principal)
    : Effect.flatMap(place, (place) => looksUp({ ...read, place }, place + credential.principal))
}

const looksUp = <A>(read: CachedRead<A>, key: string): Effect.Effect<Decoded<A>, Failure> => {
  const { call, credential, reader, since } = read
  const { policies, service } = call
  if (policies.cacheMode === "reload" || since !== undefined) return anew(read)
  const suffices = (entry: Entry) =>
    policies.timeToLive > 0 ? isFresh(call, entry) : entry.fingerprint === credential.fingerprint
  const looked = Effect.flatMap(service.cache.get(key, suffices), (entry) => {
    if (entry === undefined) return anew(read)
    if (!isFresh(call, entry)) return revalidated(read, entry, key)
    return Effect.flatMap(recall(call, reader, entry, credential), (decoded) =>
      keeps(call, decoded) ? hit(read, entry, key, decoded) : revalidated(read, entry, key)
    )
  })
  const { ended } = service.cache
  return ended === undefined ? looked : Effect.onExitPrimitive(looked, () => ended(key))
}

const namesOf = ({ counted: { operation, resource } }: OngoingCall) => ({ operation, resource })

/** Serves an entry without a request. */
const hit = <A>({ call, reader }: CachedRead<A>, entry: Entry, key: string, decoded: Decoded<A>) => {
  call.recorder.cache = "hit"
  Metrics.cacheHits.of({ ...namesOf(call), outcome: "fresh" }).updateUnsafe(1, call.context)
  const isWorth = !isKnown(entry, reader) && entry.body.length <= smallText
  if (!isWorth) return Effect.succeed(decoded)
  return Effect.as(call.service.cache.set(key, { ...entry, decoded: { reader, value: decoded.value } }), decoded)
}

/** Asks whether an entry is still right. */
const revalidated = <A>(read: CachedRead<A>, entry: Entry, key: string): Effect.Effect<Decoded<A>, Failure> => {
  const { call, credential, next, reader } = read
  // The principal may change between tries. The entry belongs to the first one.
  const validatorsFor: ValidatorsFor = (current) =>
    current.principal === credential.principal ? usable(entry, current) : undefined
  return Effect.matchEffect(next(validatorsFor), {
    // The ETag of an entry may be another token's, which is not sent: then a 304 confirms nothing.
    onFailure: (failure) => (isUnasked(failure) ? once(read) : Effect.fail(failure)),
    onSuccess: (received) => {
      if (received.body !== undefined) return stored(read, received, received.body)
      const { credential, headers } = received
      // It is about another response than the cached one.
      if (!confirms(validatorsFor(credential), headers)) return once(read)
      return Effect.flatMapEager(recall(call, reader, entry, credential, received), (decoded) => {
        // It leads astray.
        if (!keeps(call, decoded)) return once(read)
        call.recorder.cache = "revalidated"
        Metrics.cacheHits.of({ ...namesOf(call), outcome: "revalidated" }).updateUnsafe(1, call.context)
        const news = confirmedEntry(call, reader, entry, received, decoded)
        return news === undefined ? Effect.succeed(decoded) : Effect.as(call.service.cache.set(key, news), decoded)
      })
    }
  })
}

const once = <A>(read: CachedRead<A>) => anew(read, unconditional)

/** Whether it is the error of a 304 to a request that was not conditional. */
const isUnasked = (failure: Failure): boolean => failure instanceof UnexpectedStatus && failure.status === 304

/** Asks for a response that is not known yet. */
const anew = <A>(
  read: CachedRead<A>,
  validatorsFor: ValidatorsFor = read.since === undefined ? unconditional : () => read.since
): Effect.Effect<Decoded<A>, Failure> =>
  Effect.flatMap(read.next(validatorsFor), (received) =>
    received.body === undefined ? Effect.fail(unchanged(read, received)) : stored(read, received, received.body)
  )

/** The error of a 304 that the caller has asked for. */
const unchanged = ({ call, since }: CachedRead<unknown>, received: Outcome<unknown>): Failure => {
  const { info, service } = call
  const { headers } = received
  const base = responseInfo(info, received, service.dialect, received.redact)
  if (since === undefined) return new UnexpectedStatus({ ...base, body: "" })
  const validators = confirms(since, headers) ? { ...since, ...validatorsOf(headers) } : since
  return new NotModified({ ...base, validators, pollInterval: pollIntervalOf(headers) })
}

/** Returns a new response, and stores it. */
const stored = <A>(
  { call, place, reader }: CachedRead<A>,
  received: Outcome<unknown>,
  read: ReadBody<A>
): Effect.Effect<Decoded<A>> => {
  const { budget, credential, headers, redact, status, url } = received
  const { body, value } = read
  const decoded: Decoded<A> = { value, status, headers, requestedUrl: call.target, url, budget, cached: false, redact }
  const entry = place === undefined ? undefined : entryOf(call, reader, received, read, decoded)
  if (typeof body === "object" && reader.copies === true) release(body)
  if (entry === undefined || place === undefined) return Effect.succeed(decoded)
  return Effect.as(call.service.cache.set(place + credential.principal, entry), decoded)
}
