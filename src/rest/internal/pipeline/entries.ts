/** The entries of the cache: when one may be made, how it is read, and what a 304 changes in it. */
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import type { BodyReader, Decoded } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Entry } from "../../HttpCache.ts"
import type { Failure } from "../../RestError.ts"
import { digestOf } from "../input/requestHeaders.ts"
import { notable, saysNothingNew } from "../response/replyHeaders.ts"
import { digest } from "../text/digest.ts"
import { holds, secretOf, withoutSecrets } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { type OngoingCall, redactorOf } from "./call.ts"
import { type Body, type ReadBody, valueOf } from "./read.ts"
import type { Outcome } from "./outcome.ts"
import * as Validators from "./validators.ts"

/**
 * The longest text whose decoded value is cached with its first response, and then only if it may be served without a
 * 304. Most values are never read again, and would burden the garbage collector, so they are cached once a 304 has
 * confirmed them.
 */
export const smallText = 65_536

/**
 * The key of a call, up to the principal, which comes last. It may be stored, so a URL that contains a secret, be it the
 * token in use, is replaced by its digest.
 */
export const placeOf = (call: OngoingCall, credential: Credential): string | Effect.Effect<string> => {
  const { asked, info, own, service, target } = call
  const rest = `${asked.accept ?? service.accept}\n`
  const isPlain =
    info.url === target &&
    (service.cache.inMemory === true || withoutSecrets(info, redactorOf(call, credential)) === info)
  if (own === undefined && isPlain) return `${asked.method}\n${target}\n${rest}`
  const url = isPlain ? Effect.succeed(target) : digest(target)
  const variant = own === undefined ? Effect.succeed("") : Effect.map(digestOf(own), (hash) => ` ${hash}`)
  return Effect.flatMap(url, (url) => Effect.map(variant, (variant) => `${asked.method}${variant}\n${url}\n${rest}`))
}

/** Whether it may be served without a request. It may be of the future: clocks are set back, and others are ahead. */
export const isFresh = ({ clock, policies }: OngoingCall, { storedAt }: Entry): boolean =>
  Math.abs(clock.currentTimeMillisUnsafe() - storedAt) < policies.timeToLive

/** Whether its value was made by the reader, from the same text. */
export const isKnown = (entry: Entry, reader: object): boolean => entry.decoded?.reader === reader

/** Reads an entry, which a 304 may have confirmed. */
export const recall = <A>(
  call: OngoingCall,
  reader: BodyReader<A>,
  entry: Entry,
  credential: Credential,
  confirmation?: Outcome<unknown>
): Effect.Effect<Decoded<A>, Failure> => {
  const { service, target } = call
  const { status } = entry
  const headers = Headers.fromRecordUnsafe(
    confirmation === undefined ? { ...entry.headers } : Validators.confirmed(entry, confirmation, service.dialect)
  )
  const facts = {
    status,
    headers,
    requestedUrl: target,
    url: confirmation?.url ?? target,
    budget: confirmation?.budget,
    cached: true,
    redact: confirmation?.redact ?? redactorOf(call, credential)
  }
  // The cast is safe: the same reader made it of the same text.
  if (isKnown(entry, reader)) return Effect.succeed({ value: entry.decoded?.value as A, ...facts })
  const body = reader.text === undefined ? entry.body : reader.text.decode(entry.body)
  return Effect.mapEager(valueOf(call, { status, headers, body }, reader, credential), (value) => ({ value, ...facts }))
}

/** Whether the call lets a response be cached. */
export const keeps = ({ asked, service }: OngoingCall, decoded: Decoded<unknown>): boolean =>
  asked.keeps === undefined || asked.keeps(decoded, (url) => Urls.isIn(service.ownOrigins, url))

/** The entry of a new response; undefined if it must not be cached, or need not be. */
export const entryOf = <A>(
  call: OngoingCall,
  reader: BodyReader<A>,
  { credential, headers, status }: Outcome<unknown>,
  { body, value }: ReadBody<A>,
  decoded: Decoded<A>
): Entry | undefined => {
  const { clock, own, policies, service } = call
  const { timeToLive } = policies
  if (!mayCache(headers, timeToLive) || !keeps(call, decoded)) return undefined
  const text = textOf(reader, body)
  if (text === undefined) return undefined
  // What is cached may be stored, so a body that repeats a secret is not. To look for it takes longer than all the rest.
  if (service.cache.inMemory !== true && holds(text, [secretOf(credential), ...(own?.secrets ?? [])])) return undefined
  return {
    status,
    headers: notable(headers, service.dialect),
    body: text,
    validators: Validators.lasting(headers, headers),
    fingerprint: credential.fingerprint,
    storedAt: clock.currentTimeMillisUnsafe(),
    decoded: timeToLive > 0 && text.length <= smallText ? { reader, value } : undefined
  }
}

/** Whether caching a response is useful, and allowed by the service. */
const mayCache = (headers: Headers.Headers, timeToLive: number): boolean =>
  (timeToLive > 0 || headers["etag"] !== undefined || headers["last-modified"] !== undefined) &&
  !/\bno-store\b/i.test(headers["cache-control"] ?? "")

const textOf = (reader: BodyReader<unknown>, body: Body): string | undefined =>
  typeof body === "object" ? reader.text?.encode(body) : body

/** The entry after a 304, with its headers; undefined if it stays as it is. */
export const confirmedEntry = <A>(
  { clock, policies }: OngoingCall,
  reader: BodyReader<A>,
  entry: Entry,
  { credential, headers: sent }: Outcome<unknown>,
  { headers, value }: Decoded<A>
): Entry | undefined => {
  const isSame = credential.fingerprint === entry.fingerprint && saysNothingNew(sent, entry.headers)
  if (isSame && policies.timeToLive === 0 && isKnown(entry, reader)) return undefined
  return {
    ...entry,
    headers,
    validators: Validators.lasting(headers, sent),
    fingerprint: credential.fingerprint,
    storedAt: clock.currentTimeMillisUnsafe(),
    decoded: { reader, value }
  }
}
