/** A call on its way: what each step of the pipeline knows of it. */
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { BodyReader, Call, Decoded } from "../../Call.ts"
import type { Credential, Credentials, SecretInHeaders, SecretInUrl } from "../../Credentials.ts"
import type { Dialect } from "../../Dialect.ts"
import type { HttpCache, Validators } from "../../HttpCache.ts"
import type { Bucket, CountedQuota, Gate, Patience } from "../../Limit.ts"
import type { Failure, RequestError, RequestInfo } from "../../RestError.ts"
import type { Sender } from "../../Sender.ts"
import type { OwnHeaders } from "../input/requestHeaders.ts"
import { type Redact, redactor, secretOf } from "../text/redact.ts"
import type { Counted } from "../wire/counts.ts"
import type { Policies } from "./policies.ts"
import type { RetryBudget } from "./retryBudget.ts"

/** What all calls of a service have in common. */
export interface Service {
  readonly sender: Sender
  readonly credentials: Credentials["Service"]
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

/** A call on its way. No step changes it. */
export interface OngoingCall {
  readonly service: Service
  /** The call as the operation describes it. */
  readonly asked: Call
  /** What metrics, spans and logs name it. */
  readonly counted: Counted
  /** Its URL may have a secret that the caller has put into the input: errors show it by `withoutSecrets`. */
  readonly info: RequestInfo
  /** The full URL. */
  readonly target: string
  /** Whether the default of `CallTimeout` bounds it. Transfers may take long, but not be slow. */
  readonly isTimed: boolean
  /** Whether a redirect may lead to a foreign origin. */
  readonly mayLeave: boolean
  /** Asks who makes the request. */
  readonly credential: Effect.Effect<Credential, RequestError>
  readonly policies: Policies
  /** The headers that the program adds, for the service's own origins. */
  readonly own: OwnHeaders | undefined
  /** What no text shows: values of those headers, and secrets of the body. */
  readonly hidden: ReadonlyArray<string>
  readonly clock: Clock.Clock
  /** The context of the caller, for metrics. */
  readonly context: Context.Context<never>
  readonly allowance: Allowance
  readonly recorder: Recorder
}

/** What a call has used of what it may. It outlasts a second request for a 304 that was wrong, and the rest of a download. */
export interface Allowance extends Patience {
  /** Its tries: attempts, without those that only changed the credential. `retried` counts them. */
  tries: number
  /** Milliseconds on the wire. `exchanged` counts them, and a download what its body takes. */
  spent: number
}

/** What a call may still spend, in milliseconds on the wire. */
export const timeLeft = ({ allowance, isTimed, policies }: OngoingCall): number =>
  (isTimed ? policies.callTimeout : policies.transferTimeout) - allowance.spent

/** Redacts what the request of a call, or the response to it, may repeat. It costs nothing until it is used. */
export const redactorOf = ({ hidden, service }: OngoingCall, credential: Credential): Redact =>
  redactor(secretOf(credential), service.dialect.tokens, hidden)

/** The course of a call for its span. Each step sets its own. */
export interface Recorder {
  /** Set by `renewed`. */
  attempts: number
  /** Set by `cached` and `shared`. */
  cache: "off" | "miss" | "hit" | "revalidated" | "shared"
  /** The status of the last attempt that has succeeded, set by `read` and `opened`. */
  status: number | undefined
  /** What it waited for at the gate, set by `gated`. */
  waits: ReadonlyArray<LimitWait>
  /** Who asked in the last attempt, set by `gated`; undefined before the first one. */
  principal: string | undefined
}

/** A wait for a rate limit. */
export interface LimitWait {
  readonly kind: "primary" | "secondary"
  readonly resource: string
  /** When it began, in nanoseconds. */
  readonly at: bigint
  /** When it ends if nothing happens before, in milliseconds. */
  readonly until: number
}

/** A read in flight. */
export interface Flight {
  /** The call of the caller that began it. */
  readonly call: OngoingCall
  readonly reader: BodyReader<unknown>
  readonly since: Validators | undefined
  /** How many writes had ended when it began. */
  readonly begunAfter: number
  readonly fiber: Fiber.Fiber<Decoded<unknown>, Failure>
  /** How many wait for it. */
  callers: number
}

/** The leave to send one request. */
export interface Permit {
  readonly credential: Credential
  readonly bucket: Bucket
  /** When the gate let it pass, in milliseconds. */
  readonly sentAt: number
  /** The context of that moment, for its trace and metrics. */
  readonly context: Context.Context<never>
}

/** The next step for most steps: asks the service as a principal. */
export interface NextStep<out A, out E = Failure> {
  (credential: Credential): Effect.Effect<A, E>
}

/** The validators to send with a credential. */
export interface ValidatorsFor {
  (credential: Credential): Validators | undefined
}
