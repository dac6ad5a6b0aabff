/** The policies of a call. A new one is read here, and followed by its step. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Fiber from "effect/Fiber"
import { CacheMode, type Mode, TimeToLive } from "../../HttpCache.ts"
import * as Transport from "../../Policies.ts"
import { MaxRetryAfter, MaxWait, WriteInterval } from "../../RateLimit.ts"
import { type Policy, RetryPolicy } from "../../Retry.ts"
import type { Speed } from "../../Watch.ts"

/** Reads a policy as it stands for one call. */
export interface Lookup {
  <A>(reference: Context.Reference<A>): A
}

/** Policies as the steps need them. Times are in milliseconds. */
export interface Policies {
  readonly cacheMode: Mode
  readonly timeToLive: number
  readonly maxWait: Duration.Duration
  readonly maxRetryAfter: number
  /** Undefined for what the gate learns. */
  readonly writeInterval: Duration.Duration | undefined
  readonly retry: Policy
  /** For the head of a response. */
  readonly head: number
  /** For the next piece of a body. */
  readonly silence: number
  readonly callTimeout: number
  /** The same for a transfer: the default is none. */
  readonly transferTimeout: number
  readonly lowestSpeed: Speed
  /** How many bytes of a response may be read into memory. */
  readonly responseLimit: number
  readonly errorBodyLimit: number
  /** Undefined for none. */
  readonly requestHeaders: Transport.GivenHeaders | undefined
  readonly observer: Transport.CallObserver
  readonly shareReads: boolean
  readonly compression: boolean
  readonly propagateTrace: boolean
  readonly allowInsecure: boolean
}

/** Reads the value provided to the call, else the one that its Layer was built with, else the default. */
export const lookup =
  // The context of the moment: the fiber may go on without the call.
  ({ context }: Fiber.Fiber<unknown, unknown>, built: Context.Context<never>): Lookup =>
    (reference) =>
      Context.getOrUndefined(context, reference) ?? Context.getOrUndefined(built, reference) ?? reference.defaultValue()

/** Reads the policies of calls. Most calls of a program have the same context: theirs are read once. */
export const policiesBy = (built: Context.Context<never>): ((fiber: Fiber.Fiber<unknown, unknown>) => Policies) => {
  let last: { readonly context: Context.Context<never>; readonly policies: Policies } | undefined
  return (fiber) => {
    if (last?.context !== fiber.context) last = { context: fiber.context, policies: read(lookup(fiber, built)) }
    return last.policies
  }
}

/** The longest string of V8, of which a UTF-8 text of as many bytes never makes a longer one. */
export const longestText = 2 ** 29 - 24

const read = (policy: Lookup): Policies => {
  const { head, silence } = policy(Transport.RequestTimeouts)
  const { bytesPerSecond, over } = policy(Transport.LowestSpeed)
  const timeout = policy(Transport.CallTimeout)
  const interval = policy(WriteInterval)
  const headers = policy(Transport.RequestHeaders)
  const callTimeout = Duration.toMillis(timeout)
  return {
    cacheMode: policy(CacheMode),
    timeToLive: Duration.toMillis(policy(TimeToLive)),
    maxWait: Duration.fromInputUnsafe(policy(MaxWait)),
    maxRetryAfter: Duration.toMillis(policy(MaxRetryAfter)),
    writeInterval: interval === "learned" ? undefined : Duration.fromInputUnsafe(interval),
    retry: policy(RetryPolicy),
    head: Duration.toMillis(head),
    silence: Duration.toMillis(silence),
    callTimeout,
    // The default is known by its identity.
    transferTimeout: timeout === Transport.CallTimeout.defaultValue() ? Infinity : callTimeout,
    lowestSpeed: { bytesPerSecond, over: Duration.toMillis(over) },
    responseLimit: Math.min(policy(Transport.ResponseLimit), longestText),
    errorBodyLimit: policy(Transport.ErrorBodyLimit),
    requestHeaders: headers === Transport.RequestHeaders.defaultValue() ? undefined : headers,
    observer: policy(Transport.Observer),
    shareReads: policy(Transport.ShareReads),
    compression: policy(Transport.Compression),
    propagateTrace: policy(Transport.PropagateTrace),
    allowInsecure: policy(Transport.AllowInsecure)
  }
}
