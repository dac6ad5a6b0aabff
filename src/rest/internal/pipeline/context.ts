/** What the stages of the pipeline share. */
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { AnyReader, Call, Decoded } from "../../Call.ts"
import type { Credential, Refused, SecretInHeaders, SecretInUrl } from "../../Credentials.ts"
import type { Dialect } from "../../Dialect.ts"
import type { HttpCache, Validators } from "../../HttpCache.ts"
import type { CountedQuota, Gate } from "../../Limit.ts"
import type { Failure, RequestError, RequestInfo } from "../../RestError.ts"
import type { Sender } from "../../Sender.ts"
import type { OwnHeaders } from "../input/requestHeaders.ts"
import type { RetryBudget } from "./retryBudget.ts"

/** Reads a policy as it stands for one call. */
export interface Lookup {
  <A>(reference: Context.Reference<A>): A
}

/** The parts of a service, the same for all calls. */
export interface Parts {
  readonly sender: Sender
  readonly cache: HttpCache["Service"]
  readonly limits: Gate
  readonly dialect: Dialect
  /** The media type of the service's JSON. */
  readonly accept: string
  /** The names of the response headers that matter, but for downloads; undefined for all. */
  readonly reads: ReadonlyArray<string> | undefined
  /** Headers that are sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of them that reads without an `Authorization` header need. */
  readonly simpleHeaders: Readonly<Record<string, string>>
  /** Names the service: the origin of its first host. */
  readonly origin: string
  readonly ownOrigins: ReadonlySet<string>
  /** Those of them where the network could read a token. */
  readonly exposedOrigins: ReadonlySet<string>
  /** How to send the token in the URL; undefined for the Authorization header. */
  readonly secretInUrl: SecretInUrl | undefined
  /** How to send it in other headers; undefined for the Authorization header. */
  readonly secretInHeaders: SecretInHeaders | undefined
  readonly quota: CountedQuota | undefined
  readonly retries: RetryBudget
  /** Reads in flight that others may join. */
  readonly flights: Map<string, Flight>
}

/** A read in flight. */
export interface Flight {
  /** The context of the caller that began it. */
  readonly context: CallContext
  readonly reader: AnyReader<unknown>
  readonly since: Validators | undefined
  /** How many writes had ended when it began. */
  readonly begunAfter: number
  readonly fiber: Fiber.Fiber<Decoded<unknown>, Failure>
  /** How many wait for it. */
  callers: number
}

/** The course of a call so far. Its span reports it at the end. */
export interface Outcome {
  attempts: number
  cache: "off" | "miss" | "hit" | "revalidated" | "shared"
  status: number | undefined
  /** Who asked in the last attempt; undefined before the first one. */
  principal: string | undefined
  /** Milliseconds that its exchanges took. */
  spent: number
}

/** A call in progress. */
export interface CallContext extends Outcome {
  readonly call: Call
  readonly info: RequestInfo
  /** The full URL. */
  readonly target: string
  /** Whether the default of `CallTimeout` bounds it. Transfers may take long, but not be slow. */
  readonly isTimed: boolean
  /** Whether a redirect may lead to a foreign origin. */
  readonly mayLeave: boolean
  /** Asks who makes the request. */
  readonly credential: Effect.Effect<Credential, RequestError>
  /** Asks what to send in place of a credential that the service refused; undefined for nothing. */
  readonly renew: (refused: Refused) => Effect.Effect<Credential | undefined, RequestError>
  /** The key in the cache; empty without one. */
  cacheKey: string
  /** The last attempt's 401, if it had one. */
  refused: Pick<Refused, "credential" | "serverTime"> | undefined
  readonly policy: Lookup
  /** The headers that the program adds, for the service's own origins. */
  readonly own: OwnHeaders | undefined
  readonly clock: Clock.Clock
  /** The services of the call, for its metrics. */
  readonly services: Context.Context<never>
}

/** Whether a call may change something. */
export const writes = ({ method, onlyReads }: Call): boolean => method !== "GET" && onlyReads !== true
