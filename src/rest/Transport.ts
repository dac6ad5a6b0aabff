/**
 * The one pipeline that every request passes through:
 *
 * reads in flight → cache → retries of [ renewal of credentials → rate-limit gate → exchange → record the limits → turn
 * an error response into a tagged error → decode ] → turn a 304 into the cached response → cache.
 *
 * Its steps are in `internal/pipeline/request.ts`. A program puts its own steps around them with `around`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { type AnyReader, type Call, isWrite, type Send } from "./Call.ts"
import * as Credentials from "./Credentials.ts"
import type { AnyDeclaration } from "./Declaration.ts"
import type { Dialect } from "./Dialect.ts"
import * as FetchClient from "./FetchClient.ts"
import * as HttpCache from "./HttpCache.ts"
import { readOf } from "./internal/response/replyHeaders.ts"
import { ownHeaders } from "./internal/input/requestHeaders.ts"
import type { OngoingCall, Service } from "./internal/pipeline/call.ts"
import { lookup, policiesBy } from "./internal/pipeline/policies.ts"
import { providerFailed } from "./internal/pipeline/renewed.ts"
import { request } from "./internal/pipeline/request.ts"
import { makeRetryBudget } from "./internal/pipeline/retryBudget.ts"
import { withSpan } from "./internal/pipeline/span.ts"
import { fitsHeader, mediaType } from "./internal/text/headerText.ts"
import { isBrowser } from "./internal/text/runtime.ts"
import { redactor } from "./internal/text/redact.ts"
import * as Urls from "./internal/text/urls.ts"
import { senderOf } from "./internal/wire/anyClient.ts"
import { countedAs } from "./internal/wire/counts.ts"
import type { CountedQuota, Quota } from "./Limit.ts"
import * as RateLimit from "./RateLimit.ts"
import { type InvalidInput, invalidInput } from "./RestError.ts"
import type { Sender } from "./Sender.ts"

export type {
  AnyReader,
  BodyReader,
  BytesReader,
  Call,
  Decoded,
  Misread,
  OpenReader,
  Reader,
  Refusal,
  Send
} from "./Call.ts"
export { secretHeader, type SecretInHeaders, secretParameter, type SecretInUrl } from "./Credentials.ts"
export {
  AllowInsecure,
  type CallEvent,
  type CallObserver,
  CallTimeout,
  Compression,
  ErrorBodyLimit,
  type GivenHeaders,
  LowestSpeed,
  Observer,
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
  /** Reads a policy: as set for this call, otherwise as set when the Layer was built, otherwise the default. */
  readonly policy: <A>(fiber: Fiber.Fiber<unknown, unknown>, reference: Context.Reference<A>) => A
  /**
   * Makes a call and reads its response. With `since`, a 304 fails with `NotModified`. The response comes from the
   * service's own origins: a redirect to another one fails with `UnsafeRedirect`, unless it is read as it arrives.
   */
  readonly request: Send
  /** Carries out the writes that can be found again, in place of sending them. Default: they are sent. */
  readonly carryOut?: CarryOut | undefined
}

/** A write that can be found again, such as `Operation.Findable`. */
export interface FindableWrite<in Input, out A, out E, out R> {
  (input: Input): Effect.Effect<A, E, R>
  /** The declaration as data. */
  readonly declaration: AnyDeclaration
  /** What finds it again. */
  readonly finding: {
    /** Checks an input without sending it. */
    readonly check: (input: unknown) => Result.Result<Pick<Call, "url" | "body">, InvalidInput>
  }
}

/** Carries out a write that can be found again. `next` sends it. */
export interface CarryOut {
  <Input, A, E, R>(
    write: FindableWrite<Input, A, E, R>,
    input: Input,
    next: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R>
}

/**
 * What happens in place of each write that a part of a program would send, through any transport, including one that
 * this part creates itself, and that has no step around it. Default: writes are sent.
 */
export const InsteadOfWrites: Context.Reference<((call: Call) => Effect.Effect<never>) | undefined> = Context.Reference(
  "forgecast/rest/Transport/InsteadOfWrites",
  { defaultValue: (): ((call: Call) => Effect.Effect<never>) | undefined => undefined }
)

/** A step around the calls of a service. */
export interface Step {
  /** Takes what makes a call, the steps further in included, and returns what makes it with this step. */
  readonly request: (next: Send) => Send
  /** Carries out the writes that can be found again. It replaces that of the steps further in. */
  readonly carryOut?: CarryOut | undefined
}

/**
 * Puts a step around a transport: it sees each call, and may change it, hold it back, answer it itself, or look at what
 * becomes of it.
 *
 * **Example** (Logging what is sent)
 *
 * ```ts
 * const logged = Transport.around({
 *   request: (next) => (call, reader, since) =>
 *     Effect.andThen(Effect.logInfo(call.operation, call.url), next(call, reader, since))
 * })
 *
 * const program = Effect.updateService(triage, Forge.Forge, logged)
 * ```
 *
 * **Gotchas**
 *
 * It does not see the attempts of a call (`Observer` is told of them), the reads that a call joins, or the cache: it is
 * around them. A step without `carryOut` keeps that of the steps further in.
 */
export const around =
  ({ carryOut, request }: Step) =>
  <T extends Transport>(transport: T): T => ({
    ...transport,
    request: request(transport.request),
    carryOut: carryOut ?? transport.carryOut
  })

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
  /** How to send the token in the service's own headers, or a signature in its place. */
  readonly secretInHeaders?: Credentials.SecretInHeaders | undefined
  /** What the service allows, if its responses do not state it. */
  readonly quota?: CountedQuota | undefined
  /** Defaults of policies for this service. A policy that the program sets takes precedence. */
  readonly policies?: Context.Context<never> | undefined
}

/** A URL without slashes at its end, such as the root of a host that a program is given. */
export const withoutSlash = (url: string): string => {
  let end = url.length
  while (url[end - 1] === "/") end--
  return url.slice(0, end)
}

/** The parts of a transport that keep something from call to call. */
export type Stores = HttpCache.HttpCache | RateLimit.RateLimit

/** The parts of a transport, except the HTTP client. */
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
  const flaw = flawOf(options)
  const policiesOf = policiesBy(built)
  const roots = Object.fromEntries(Object.entries(options.hosts).map(([name, url]) => [name, withoutSlash(url)]))
  const origins = Object.values(options.hosts).filter(Urls.isRoot).map(Urls.originOf)
  const [origin = ""] = origins
  const service: Service = {
    sender,
    credentials,
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

  const send: Send = (call, reader, since) =>
    Effect.withFiber((fiber) => {
      const instead = isWrite(call) ? fiber.getRef(InsteadOfWrites) : undefined
      if (instead !== undefined) return instead(call)
      const begun = begin(fiber, call, reader)
      return "service" in begun ? withSpan(fiber, begun, request(begun, reader, since)) : Effect.fail(begun)
    })

  const begin = (
    fiber: Fiber.Fiber<unknown, unknown>,
    asked: Call,
    reader: AnyReader<unknown, unknown>
  ): OngoingCall | InvalidInput => {
    const { accept, body, method, operation, url } = asked
    if (flaw !== undefined) return invalidInput(operation, ...flaw)
    if (accept !== undefined && !mediaType.test(accept)) {
      return invalidInput(operation, "accept", "is not a media type")
    }
    const policies = policiesOf(fiber)
    const own = policies.requestHeaders && ownHeaders(operation, policies.requestHeaders)
    if (own !== undefined && Result.isFailure(own)) return own.failure
    const target = url.startsWith("/") ? rootOf(roots, asked) + url : withoutSecret(options, url)
    const info = { operation, method, url: Urls.safe(target) }
    const isDownload = reader.open !== undefined && reader.isDownload
    const hidden = [...(own?.success?.hidden ?? []), ...(asked.secrets ?? [])]
    return {
      service,
      asked,
      counted: countedAs(asked),
      info,
      target,
      isTimed: !isDownload && body._tag !== "Stream",
      mayLeave: isDownload,
      credential: Effect.mapError(credentials.get, (error) =>
        providerFailed(info, error, redactor(undefined, options.dialect.tokens, hidden))
      ),
      policies,
      own: own?.success,
      hidden,
      clock: fiber.getRef(Clock.Clock),
      context: fiber.context,
      allowance: { tries: 0, spent: 0, left: Duration.toMillis(policies.maxWait) },
      recorder: { attempts: 0, cache: "off", status: undefined, waits: [], principal: undefined }
    }
  }

  return {
    quota: options.quota,
    isOwn: (url) => Urls.isIn(service.ownOrigins, url),
    rootOf: (call) => rootOf(roots, call),
    policy: (fiber, reference) => lookup(fiber, built)(reference),
    request: send
  }
})

/** The headers of a read without an `Authorization` header. */
const simpleHeadersOf = ({ defaultHeaders = [], headers }: Options): Options["headers"] =>
  isBrowser() ? Object.fromEntries(Object.entries(headers).filter(([name]) => !defaultHeaders.includes(name))) : headers

/** Returns the option that makes every request impossible to send, and why. Not its value: that may be a secret. */
const flawOf = ({ accept, headers, hosts }: Options): readonly [path: string, reason: string] | undefined => {
  for (const [name, root] of Object.entries(hosts)) {
    const problem = Urls.whyNoRoot(root)
    if (problem !== undefined) return [`hosts.${name}`, Urls.isRoot(root) ? problem : `${problem}: ${wanted}`]
  }
  for (const [name, value] of Object.entries({ accept, ...headers })) {
    if (!fitsHeader(value)) return [`headers.${name}`, "cannot be sent in a header"]
  }
  return undefined
}

const wanted = "the Layer needs a root URL such as https://host/path, without a query"

const rootOf = (roots: Options["hosts"], { host, operation }: Pick<Call, "host" | "operation">): string => {
  const root = roots[host]
  if (root === undefined) {
    throw new Error(`${operation} is declared for the host "${host}", which its service does not have`)
  }
  return root
}

/** A URL that a response stated may repeat the secret parameter, which is added again. */
const withoutSecret = ({ secretInUrl }: Options, url: string): string => {
  if (secretInUrl === undefined) return url
  const bare = new URL(url)
  secretInUrl.remove(bare)
  return bare.href
}
