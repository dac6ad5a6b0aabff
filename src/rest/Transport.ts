/**
 * The one pipeline that every request walks:
 *
 * cache look-up → retry around [ rate-limit gate → credentials → exchange → note the limits → error answers become
 * tagged errors ] → 304 becomes the kept answer → decode → keep.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import * as Credentials from "./Credentials.ts"
import * as HttpCache from "./HttpCache.ts"
import * as AnswerError from "./internal/answer/answerError.ts"
import type { Call, Parts, Receive, Received } from "./internal/pipeline/attempt.ts"
import { attempts, type Ongoing } from "./internal/pipeline/attempts.ts"
import * as Body from "./internal/wire/body.ts"
import { digest } from "./internal/text/digest.ts"
import * as Direct from "./internal/wire/direct.ts"
import { fitsHeader } from "./internal/text/headerText.ts"
import { refused } from "./internal/input/input.ts"
import * as Limits from "./internal/answer/limits.ts"
import * as Policies from "./internal/pipeline/policies.ts"
import type { Reader } from "./internal/decode/reader.ts"
import { notable, saysNothingNew, validatorsOf } from "./internal/answer/replyHeaders.ts"
import { secretOf } from "./internal/text/secret.ts"
import type { SecretInUrl } from "./internal/text/secretParameter.ts"
import * as Span from "./internal/pipeline/span.ts"
import * as Urls from "./internal/text/urls.ts"
import * as Validators from "./internal/pipeline/validators.ts"
import type { Bounds } from "./internal/wire/watchdog.ts"
import * as Metrics from "./Metrics.ts"
import * as RateLimit from "./RateLimit.ts"
import * as RestError from "./RestError.ts"

export type { Call } from "./internal/pipeline/attempt.ts"
export type { LimitOf } from "./internal/answer/limits.ts"
export { secretParameter, type SecretInUrl } from "./internal/text/secretParameter.ts"
export { ErrorBodyLimit, PropagateTrace, RequestTimeouts, type Timeouts } from "./internal/pipeline/policies.ts"

/** An answer whose body has been read. */
export interface Answer<out A> {
  readonly value: A
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that answered, after redirects. */
  readonly url: string
  readonly budget: Limits.Budget | undefined
  readonly cached: boolean
}

/** An answer with what was made of its body, and what is needed to go on with it. */
export interface Arrived<out B> extends Received<B> {
  readonly asked: RestError.Asked
  readonly bounds: Bounds
}

export interface Transport {
  /** What the service allows without telling it in its answers. */
  readonly quota: RateLimit.Quota | undefined
  /** Whether a URL is one of the service's own. */
  readonly isOwn: (url: string) => boolean
  /** A policy, as set for this call, or when the Layer was built, or by default. */
  readonly policy: <A>(fiber: Fiber.Fiber<unknown, unknown>, reference: Context.Reference<A>) => A
  /** Asks, and reads the answer; with `since` a 304 is the failure `NotModified`. */
  readonly request: <A>(
    call: Call,
    reader: Reader<A>,
    since?: HttpCache.Validators
  ) => Effect.Effect<Answer<A>, RestError.RestError>
  /** Asks by way of other parts, past the cache, and does with the body as it is told: downloads are made of it. */
  readonly receive: <B>(
    call: Call,
    receive: Receive<B>,
    through: (parts: Parts) => Parts
  ) => Effect.Effect<Arrived<B>, RestError.RestError>
}

export interface Options {
  /** Roots of the service's hosts by their names, without a slash at the end. */
  readonly hosts: Readonly<Record<string, string>>
  /** The media type of the service's JSON. */
  readonly accept: string
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** How the credentials' token goes in the URL. Default: it goes in the Authorization header. */
  readonly secretInUrl?: SecretInUrl | undefined
  /** What the service allows without telling it in its answers. */
  readonly quota?: RateLimit.CountedQuota | undefined
  /** Recognises limits in the service's answers. Default: by status, headers and words, as GitHub's. */
  readonly limitOf?: Limits.LimitOf | undefined
  /** The status that an error answer means, where it isn't the one that it has. */
  readonly meaningOf?: Parts["meaningOf"] | undefined
}

/** An answer, with what was made of its text; a 304 has none. */
interface Finished<out A> {
  readonly received: Received<string>
  readonly made: { readonly text: string; readonly value: A } | undefined
}

export const make = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<
  Transport,
  never,
  HttpClient.HttpClient | Credentials.Credentials | HttpCache.HttpCache | RateLimit.RateLimit
> {
  const credentials = yield* Credentials.Credentials
  const cache = yield* HttpCache.HttpCache
  // References that are provided under the Layer are not in the context of the calls: they are kept here.
  const built = yield* Effect.context<never>()
  const client = yield* HttpClient.HttpClient
  const misfit = misfitOf(options)
  const parts: Parts = {
    client,
    direct: Direct.find(client),
    limits: yield* RateLimit.RateLimit,
    accept: options.accept,
    headers: options.headers,
    ownOrigins: new Set(Object.values(options.hosts).filter(Urls.isRoot).map(Urls.originOf)),
    secretInUrl: options.secretInUrl,
    quota: options.quota,
    limitOf: options.limitOf ?? Limits.limitOf,
    meaningOf: options.meaningOf ?? (({ status }) => status)
  }

  const answer = Effect.fnUntraced(function* <A>(
    ongoing: Ongoing,
    reader: Reader<A>,
    since: HttpCache.Validators | undefined
  ): Effect.fn.Return<Answer<A>, RestError.RestError> {
    const { asked, call, policy, target } = ongoing
    const credential = yield* ongoing.whoAsks
    const mode = call.method === "GET" ? policy(HttpCache.CacheMode) : "off"
    // A key may be written down: a URL that holds a secret stands in it as its digest.
    const place = mode === "off" || asked.url === target ? target : yield* digest(target)
    const keyOf = ({ principal }: Credentials.Credential) =>
      mode === "off" ? "" : [call.method, place, call.accept ?? options.accept, principal].join("\n")
    const key = keyOf(credential)
    const kept = mode === "revalidate" && since === undefined ? yield* cache.get(key) : undefined
    if (mode !== "off") ongoing.cache = "miss"
    const timeToLive = Duration.toMillis(policy(HttpCache.TimeToLive))
    if (kept !== undefined && timeToLive > 0 && (yield* Clock.currentTimeMillis) < kept.storedAt + timeToLive) {
      ongoing.cache = "hit"
      return yield* fromCache(ongoing, reader, key, kept, credential)
    }
    // By the next attempt somebody else may be asking: what is kept is not theirs.
    const keptFor = (current: Credentials.Credential) => (current.principal === credential.principal ? kept : undefined)
    const validatorsFor = (current: Credentials.Credential) => since ?? Validators.usable(keptFor(current), current)
    const finish = (received: Received<string>): Effect.Effect<Finished<A>, RestError.RestError> => {
      if (received.status === 304) return Effect.succeed({ received, made: undefined })
      const { body = "", headers, status } = received
      const value = read(asked, { status, headers, body }, reader, received.credential)
      return Effect.map(value, (value) => ({ received, made: { text: body, value } }))
    }
    const { made, received } = yield* attempts(parts, ongoing, credential, validatorsFor, Body.text, finish)
    if (made === undefined) {
      if (since !== undefined) {
        const validators = { ...since, ...validatorsOf(received.headers) }
        return yield* new RestError.NotModified({ ...AnswerError.describe(asked, received), validators })
      }
      const confirmed = keptFor(received.credential)
      if (confirmed !== undefined) {
        ongoing.cache = "revalidated"
        return yield* fromCache(ongoing, reader, key, confirmed, received.credential, received)
      }
      return yield* new RestError.UnexpectedStatus({ ...AnswerError.describe(asked, received), body: "" })
    }
    const { budget, headers, status, url } = received
    const { text, value } = made
    const answered: Answer<A> = { value, status, headers, url, budget, cached: false }
    if (mode !== "off" && keeps(answered, timeToLive) && call.keeps?.(answered) !== false) {
      yield* cache.set(keyOf(received.credential), {
        status,
        headers: notable(headers),
        body: text,
        validators: validatorsOf(headers),
        fingerprint: received.credential.fingerprint,
        storedAt: yield* Clock.currentTimeMillis,
        decoded: text.length <= small ? { reader, value } : undefined
      })
    }
    return answered
  })

  /** Serves a kept answer. One that a 304 has just confirmed is kept anew, with what the 304 says. */
  const fromCache = Effect.fnUntraced(function* <A>(
    ongoing: Ongoing,
    reader: Reader<A>,
    key: string,
    kept: HttpCache.Entry,
    credential: Credentials.Credential,
    confirmation?: Received<string>
  ): Effect.fn.Return<Answer<A>, RestError.DecodeFailed | RestError.ServiceUnavailable> {
    const { asked, target } = ongoing
    yield* Metric.update(Metrics.cacheHits, 1)
    const headers = Headers.fromRecordUnsafe(
      confirmation === undefined ? { ...kept.headers } : Validators.confirmed(kept, confirmation)
    )
    // The same reader made it of the same text.
    const known = kept.decoded?.reader === reader ? (kept.decoded as { readonly value: A }) : undefined
    const value = known === undefined ? yield* read(asked, { ...kept, headers }, reader, credential) : known.value
    if (confirmation !== undefined && !(known !== undefined && confirmsAll(kept, confirmation, ongoing))) {
      yield* cache.set(key, {
        ...kept,
        headers,
        validators: validatorsOf(headers),
        fingerprint: credential.fingerprint,
        storedAt: yield* Clock.currentTimeMillis,
        decoded: { reader, value }
      })
    }
    return {
      value,
      status: kept.status,
      headers,
      url: confirmation?.url ?? target,
      budget: confirmation?.budget,
      cached: true
    }
  })

  const start = <A>(
    call: Call,
    go: (ongoing: Ongoing) => Effect.Effect<A, RestError.RestError>
  ): Effect.Effect<A, RestError.RestError> =>
    Effect.withFiber((fiber) => {
      if (misfit !== undefined) return Effect.fail(refused(call.operation, ...misfit))
      const target = call.url.startsWith("/") ? rootOf(options, call) + call.url : call.url
      const policy = Policies.lookup(fiber, built)
      const asked = { operation: call.operation, method: call.method, url: Urls.safe(target) }
      const ongoing: Ongoing = {
        call,
        asked,
        target,
        whoAsks: Effect.mapError(credentials.get, ({ reason }) => providerFailed(asked, reason)),
        policy,
        attempts: 0,
        cache: "off",
        status: undefined
      }
      return Span.withSpan(fiber, call, policy, ongoing, go(ongoing))
    })

  return {
    quota: options.quota,
    isOwn: (url) => URL.canParse(url) && parts.ownOrigins.has(Urls.originOf(url)),
    policy: (fiber, reference) => Policies.lookup(fiber, built)(reference),
    request: (call, reader, since) => start(call, (ongoing) => answer(ongoing, reader, since)),
    receive: (call, receive, through) =>
      start(call, (ongoing) =>
        Effect.flatMap(ongoing.whoAsks, (first) =>
          Effect.map(attempts(through(parts), ongoing, first, unconditional, receive, Effect.succeed), (received) => ({
            ...received,
            asked: ongoing.asked,
            bounds: Policies.bounds(ongoing.policy)
          }))
        )
      )
  }
})

/** Which option no request can be sent with, and why; its value may hold a secret. */
const misfitOf = ({ accept, headers, hosts }: Options): readonly [path: string, reason: string] | undefined => {
  for (const [name, root] of Object.entries(hosts)) {
    if (!Urls.isRoot(root)) return [`hosts.${name}`, "is no HTTP URL"]
  }
  for (const [name, value] of Object.entries({ accept, ...headers })) {
    if (!fitsHeader(value)) return [`headers.${name}`, "can't be carried by a header"]
  }
  return undefined
}

/**
 * The longest text whose value is kept at once. A larger value may be read this once only, and would just burden the
 * garbage collector: it is kept when a 304 has confirmed it.
 */
const small = 65_536

const unconditional = () => undefined

const rootOf = ({ hosts }: Options, { host, operation }: Call): string => {
  const root = hosts[host]
  if (root === undefined)
    throw new Error(`${operation} is declared for "${host}", which is none of its service's hosts`)
  return root
}

const providerFailed = (asked: RestError.Asked, reason: string): RestError.Unauthorized =>
  new RestError.Unauthorized(AnswerError.unanswered(asked, `the provider of credentials failed with ${reason}`))

/** Whether a 304 leaves a kept answer as it is: then there is nothing to write. */
const confirmsAll = (kept: HttpCache.Entry, { credential, headers }: Received<string>, ongoing: Ongoing): boolean =>
  credential.fingerprint === kept.fingerprint &&
  saysNothingNew(headers, kept.headers) &&
  Duration.toMillis(ongoing.policy(HttpCache.TimeToLive)) === 0

/** Whether there is a use for an answer, and its service allows it. */
const keeps = ({ headers }: Answer<unknown>, timeToLive: number): boolean =>
  (timeToLive > 0 || headers["etag"] !== undefined || headers["last-modified"] !== undefined) &&
  !/\bno-store\b/i.test(headers["cache-control"] ?? "")

const read = <A>(
  asked: RestError.Asked,
  answer: { readonly status: number; readonly headers: Headers.Headers; readonly body: string },
  reader: Reader<A>,
  credential: Credentials.Credential
): Effect.Effect<A, RestError.DecodeFailed | RestError.ServiceUnavailable> =>
  Effect.suspend(() => {
    const result = reader(answer.body, answer.status)
    return Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.fail(AnswerError.misread(AnswerError.describe(asked, answer), result.failure, secretOf(credential)))
  })
