/**
 * The one pipeline that every request passes through:
 *
 * reads in flight → cache → retries of [ rate-limit gate → credentials → exchange → record the limits → turn an error
 * response into a tagged error ] → turn a 304 into the cached response → decode → cache.
 *
 * Its stages are modules of `internal/pipeline`: `inFlight`, `cached`, `attempts`, `attempt`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { AnyReader, Call, Decoded } from "./Call.ts"
import * as Credentials from "./Credentials.ts"
import type { Dialect } from "./Dialect.ts"
import * as FetchClient from "./FetchClient.ts"
import * as HttpCache from "./HttpCache.ts"
import { readOf } from "./internal/answer/replyHeaders.ts"
import { withoutResponse } from "./internal/answer/responseError.ts"
import { refused } from "./internal/input/input.ts"
import { ownHeaders } from "./internal/input/requestHeaders.ts"
import type * as Pipeline from "./internal/pipeline/context.ts"
import * as InFlight from "./internal/pipeline/inFlight.ts"
import * as Policies from "./internal/pipeline/policies.ts"
import { makeRetryBudget } from "./internal/pipeline/retryBudget.ts"
import { withSpan } from "./internal/pipeline/span.ts"
import { fitsHeader, mediaType } from "./internal/text/headerText.ts"
import { isBrowser } from "./internal/text/runtime.ts"
import * as Urls from "./internal/text/urls.ts"
import { senderOf } from "./internal/wire/anyClient.ts"
import type { CountedQuota, Quota } from "./Limit.ts"
import * as RateLimit from "./RateLimit.ts"
import { RequestHeaders } from "./Policies.ts"
import * as RestError from "./RestError.ts"
import type { Sender } from "./Sender.ts"

export type { AnyReader, BytesReader, Call, Decoded, Misread, OpenResponse, Reader } from "./Call.ts"
export { secretHeader, type SecretInHeaders, secretParameter, type SecretInUrl } from "./Credentials.ts"
export {
  AllowInsecure,
  CallTimeout,
  Compression,
  ErrorBodyLimit,
  type GivenHeaders,
  LowestSpeed,
  PropagateTrace,
  RequestHeaders,
  RequestTimeouts,
  ResponseLimit,
  ShareReads,
  type Speed,
  type Timeouts
} from "./Policies.ts"

/** Sends the calls of one service. */
export interface Transport {
  /** What the service allows, if its responses do not state it. */
  readonly quota: Quota | undefined
  /** Whether a URL is one of the service's own. */
  readonly isOwn: (url: string) => boolean
  /** The root URL of the host that calls of a declaration go to. */
  readonly rootOf: (call: Pick<Call, "host" | "operation">) => string
  /** Reads a policy: as set for this call, else as set when the Layer was built, else the default. */
  readonly policy: <A>(fiber: Fiber.Fiber<unknown, unknown>, reference: Context.Reference<A>) => A
  /**
   * Makes a call and reads its response. With `since`, a 304 fails with `NotModified`. The response comes from the
   * service's own origins: a redirect to another one fails with `UnsafeRedirect`.
   */
  readonly request: <A>(
    call: Call,
    reader: AnyReader<A>,
    since?: HttpCache.Validators
  ) => Effect.Effect<Decoded<A>, RestError.Failure>
  /**
   * Makes a call with a stage of the pipeline that the caller brings, so that other programs do not carry it. `bounds` are
   * those of a download by default.
   */
  readonly transfer: <A, R>(call: Call, stage: Stage<A, R>, bounds?: Bounds) => Effect.Effect<A, RestError.Failure, R>
  /** Carries out a write that can be found again, in place of sending it. Journals need to know the write itself. */
  readonly carryOut?: ((write: unknown, input: unknown) => Effect.Effect<unknown, unknown>) | undefined
}

/** What bounds a call. */
export interface Bounds {
  /** Whether the default of `CallTimeout` bounds it. Transfers may take long, but not be slow. */
  readonly isTimed: boolean
  /** Whether a redirect may lead to another origin, which does not get the token. */
  readonly mayLeave: boolean
}

/** A stage of the pipeline. Only the pipeline knows what it takes: the parts of the service, and the context of the call. */
export interface Stage<out A, out R> {
  (parts: never, context: never): Effect.Effect<A, RestError.Failure, R>
}

/** Describes a service. */
export interface Options {
  /** Root URLs of the service's hosts by name. Slashes at their end are ignored. */
  readonly hosts: Readonly<Record<string, string>>
  /** The media type of the service's JSON. */
  readonly accept: string
  /** Headers that are sent with every request, to other origins too: they must not hold secrets. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Names of headers that only state a default. In a browser, each header of a cross-origin request beyond the usual ones
   * makes it ask for permission first (a CORS preflight), so reads without an `Authorization` header leave these out.
   */
  readonly defaultHeaders?: ReadonlyArray<string> | undefined
  /** The service's dialect. */
  readonly dialect: Dialect
  /** How to send the token in the URL. Default: it is sent in the Authorization header. */
  readonly secretInUrl?: Credentials.SecretInUrl | undefined
  /** How to send the token in headers of the service's own, or a signature in its place. */
  readonly secretInHeaders?: Credentials.SecretInHeaders | undefined
  /** What the service allows, if its responses do not state it. */
  readonly quota?: CountedQuota | undefined
  /** Defaults of policies for this service. A policy that the program sets takes precedence. */
  readonly policies?: Context.Context<never> | undefined
}

/** The parts of a transport that keep something from call to call. */
export type Stores = HttpCache.HttpCache | RateLimit.RateLimit

/** The parts of a transport beside the HTTP client. */
export type Parts = Credentials.Credentials | Stores

/** A cache and rate limits in memory, with their defaults. */
export const inMemory: Layer.Layer<Stores> = Layer.mergeAll(HttpCache.layerMemory(), RateLimit.layerMemory())

/** Makes the transport of a service. */
export const make = (options: Options): Effect.Effect<Transport, never, HttpClient.HttpClient | Parts> =>
  Effect.flatMap(HttpClient.HttpClient, (client) => makeBy(senderOf(client), options))

/** Makes the transport of a service on fetch: a smaller bundle than with `FetchHttpClient.layer`. */
export const makeFetch = (options: Options): Effect.Effect<Transport, never, Parts> =>
  Effect.flatMap(FetchClient.sender, (sender) => makeBy(sender, options))

const makeBy = Effect.fnUntraced(function* (
  sender: Sender,
  options: Options
): Effect.fn.Return<Transport, never, Parts> {
  const credentials = yield* Credentials.Credentials
  // References that are provided to the Layer are not in the context of the calls, so they are captured here.
  const provided = yield* Effect.context<never>()
  const built = options.policies === undefined ? provided : Context.merge(options.policies, provided)
  const misfit = misfitOf(options)
  const origins = Object.values(options.hosts).filter(Urls.isRoot).map(Urls.originOf)
  const [origin = ""] = origins
  const parts: Pipeline.Parts = {
    sender,
    cache: yield* HttpCache.HttpCache,
    limits: yield* RateLimit.RateLimit,
    dialect: options.dialect,
    reads: readOf(options.dialect),
    accept: options.accept,
    headers: options.headers,
    simpleHeaders: simpleHeadersOf(options),
    origin,
    ownOrigins: new Set(origins),
    exposedOrigins: new Set(origins.filter(Urls.isExposed)),
    secretInUrl: options.secretInUrl,
    secretInHeaders: options.secretInHeaders,
    quota: options.quota,
    retries: makeRetryBudget(),
    flights: new Map()
  }

  const start = <A, R>(
    call: Call,
    { isTimed, mayLeave }: Bounds,
    run: (context: Pipeline.CallContext) => Effect.Effect<A, RestError.Failure, R>
  ): Effect.Effect<A, RestError.Failure, R> =>
    Effect.withFiber((fiber) => {
      if (misfit !== undefined) return Effect.fail(refused(call.operation, ...misfit))
      if (call.accept !== undefined && !mediaType.test(call.accept)) {
        return Effect.fail(refused(call.operation, "accept", "is not a media type"))
      }
      const policy = Policies.lookup(fiber, built)
      const own = ownHeaders(call.operation, policy(RequestHeaders))
      if (Result.isFailure(own)) return Effect.fail(own.failure)
      const target = call.url.startsWith("/") ? rootOf(options, call) + call.url : withoutSecret(options, call.url)
      const info = { operation: call.operation, method: call.method, url: Urls.safe(target) }
      const context: Pipeline.CallContext = {
        call,
        info,
        target,
        isTimed,
        mayLeave,
        credential: Effect.mapErrorEager(credentials.get, (error) => providerFailed(info, error)),
        renew: (refused) =>
          credentials.renew === undefined
            ? Effect.undefined
            : Effect.mapError(credentials.renew(refused), (error) => providerFailed(info, error)),
        cacheKey: "",
        refused: undefined,
        policy,
        own: own.success,
        clock: fiber.getRef(Clock.Clock),
        services: fiber.context,
        attempts: 0,
        cache: "off",
        status: undefined,
        principal: undefined,
        spent: 0
      }
      return withSpan(fiber, context, run(context))
    })

  return {
    quota: options.quota,
    isOwn: (url) => Urls.isIn(parts.ownOrigins, url),
    rootOf: (call) => rootOf(options, call),
    policy: (fiber, reference) => Policies.lookup(fiber, built)(reference),
    request: (call, reader, since) =>
      start(call, { isTimed: call.body._tag !== "Stream", mayLeave: false }, (context) =>
        InFlight.request(parts, context, reader, since)
      ),
    transfer: (call, stage, bounds = { isTimed: false, mayLeave: true }) =>
      start(call, bounds, (context) =>
        // A stage is a function of the pipeline's own: these are the parts and the context that it takes.
        stage(parts as never, context as never)
      )
  }
})

/** The headers of a read without an `Authorization` header. */
const simpleHeadersOf = ({ defaultHeaders = [], headers }: Options): Options["headers"] =>
  isBrowser() ? Object.fromEntries(Object.entries(headers).filter(([name]) => !defaultHeaders.includes(name))) : headers

/** Returns the option that makes every request impossible to send, and why. Not its value: that may be a secret. */
const misfitOf = ({ accept, headers, hosts }: Options): readonly [path: string, reason: string] | undefined => {
  for (const [name, root] of Object.entries(hosts)) {
    const problem = Urls.whyNoRoot(root)
    if (problem !== undefined) return [`hosts.${name}`, problem]
  }
  for (const [name, value] of Object.entries({ accept, ...headers })) {
    if (!fitsHeader(value)) return [`headers.${name}`, "cannot be sent in a header"]
  }
  return undefined
}

const rootOf = ({ hosts }: Options, { host, operation }: Pick<Call, "host" | "operation">): string => {
  const root = hosts[host]
  if (root === undefined) {
    throw new Error(`${operation} is declared for the host "${host}", which its service does not have`)
  }
  return Urls.withoutSlash(root)
}

/** A URL that a response has stated may repeat the secret parameter, which is added anew. */
const withoutSecret = ({ secretInUrl }: Options, url: string): string => {
  if (secretInUrl === undefined) return url
  const bare = new URL(url)
  secretInUrl.remove(bare)
  return bare.href
}

const providerFailed = (
  info: RestError.RequestInfo,
  error: Credentials.CredentialsFailed | RestError.RequestError
): RestError.RequestError => {
  if (error._tag !== "CredentialsFailed") return error
  const why = `the provider of credentials failed: ${error.message}`
  return new RestError.Unauthorized({ ...withoutResponse(info, why), reason: error.reason })
}
