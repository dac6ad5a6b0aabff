/**
 * Shares reads in flight: identical reads of one principal that are asked for at the same time are sent once.
 *
 * A read runs in a fiber of its own, so that it outlives the caller that began it. It ends when the last caller leaves.
 * Nobody joins a read that began before a write of this program ended: its response may lack what was written.
 */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { AnyReader, Decoded } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import * as HttpCache from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import * as Policies from "../../Policies.ts"
import { MaxRetryAfter, MaxWait } from "../../RateLimit.ts"
import type { Failure } from "../../RestError.ts"
import { RetryPolicy } from "../../Retry.ts"
import { cached, keeps } from "./cached.ts"
import { type CallContext, type Flight, type Lookup, type Parts, writes } from "./context.ts"

/** How many writes of this program have ended, whatever their service and principal. */
let writesEnded = 0

/** Runs a write. Once it has ended, nobody joins a read that began before. */
export const writing = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onExitPrimitive(write, () => {
    writesEnded++
    return undefined
  })

/** Makes a call and reads its response, or joins an identical read that is in flight. */
export const request = <A>(
  parts: Parts,
  context: CallContext,
  reader: AnyReader<A>,
  since: HttpCache.Validators | undefined
): Effect.Effect<Decoded<A>, Failure> =>
  Effect.flatMap(context.credential, (credential) => {
    const { call, policy } = context
    const answered = cached(parts, context, credential, reader, since)
    const { ended } = parts.cache
    const alone = ended === undefined ? answered : Effect.onExitPrimitive(answered, () => ended(context.cacheKey))
    if (writes(call)) return writing(alone)
    return call.method === "GET" && policy(Policies.ShareReads)
      ? shared(parts, { context, reader, since, credential }, alone)
      : alone
  })

/** A read, and who asks for it. */
interface Asked<A> extends Pick<Flight, "context" | "since"> {
  readonly reader: AnyReader<A>
  readonly credential: Credential
}

const shared = <A>(
  parts: Parts,
  asked: Asked<A>,
  alone: Effect.Effect<Decoded<A>, Failure>
): Effect.Effect<Decoded<A>, Failure> => {
  const { flights } = parts
  const { context, credential, reader, since } = asked
  const key = `${credential.principal}\n${context.call.accept ?? ""}\n${context.target}`

  /** Removes a read that nobody may join any more. */
  const close = (flight: Flight) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const begin = (caller: Fiber.Fiber<unknown, unknown>): Flight => {
    const fiber = Effect.runForkWith(caller.context)(alone)
    const flight: Flight = { context, reader, since, begunAfter: writesEnded, fiber, callers: 0 }
    if (fiber.pollUnsafe() === undefined) {
      flights.set(key, flight)
      fiber.addObserver(() => close(flight))
    }
    return flight
  }

  /** What a caller gets who joined a read. */
  const joined = ({ context: { principal, status } }: Flight, exit: Ended<A>): Effect.Effect<Decoded<A>, Failure> => {
    // Another principal may have asked in the end, and a cached listing may have links that lead this caller in a circle.
    if (principal !== undefined && principal !== credential.principal) return alone
    if (exit._tag === "Success" && exit.value.cached && !keeps(parts, context.call, exit.value)) return alone
    context.cache = "shared"
    context.status = status
    Metrics.sharedReads.updateUnsafe(1, context.services)
    return exit
  }

  return Effect.withFiber((caller) =>
    // One step: no interruption comes between a caller and its place.
    Effect.callback((resume) => {
      const found = flights.get(key)
      const isOpen = found !== undefined && found.begunAfter === writesEnded
      if (isOpen && !isSame(found, asked)) return resume(alone)
      const flight = isOpen ? found : begin(caller)
      flight.callers++
      const forget = flight.fiber.addObserver((exit) => {
        // The cast is safe: the same reader has read it, or an equal one.
        const ended = exit as Ended<A>
        resume(isOpen ? joined(flight, ended) : ended)
      })
      return Effect.suspend(() => {
        forget()
        if (--flight.callers > 0 || flight.fiber.pollUnsafe() !== undefined) return Effect.void
        close(flight)
        return Fiber.interrupt(flight.fiber)
      })
    })
  )
}

type Ended<A> = Exit.Exit<Decoded<A>, Failure>

/** The policies that a read follows. Callers who set them differently do not share it. */
const policiesOf = (policy: Lookup): ReadonlyArray<unknown> => [
  policy(HttpCache.CacheMode),
  policy(HttpCache.TimeToLive),
  policy(MaxWait),
  policy(MaxRetryAfter),
  policy(RetryPolicy),
  policy(Policies.RequestTimeouts),
  policy(Policies.CallTimeout),
  policy(Policies.ResponseLimit),
  policy(Policies.ErrorBodyLimit),
  policy(Policies.RequestHeaders),
  policy(Policies.Compression),
  policy(Policies.PropagateTrace),
  policy(Policies.AllowInsecure)
]

const readsSame = (a: AnyReader<unknown>, b: AnyReader<unknown>): boolean =>
  a === b || (a.looksFor !== undefined && Equal.equals(a.looksFor, b.looksFor))

/** Whether a read in flight is what a caller asks for. A reload is always sent. */
const isSame = (flight: Flight, { context, reader, since }: Asked<unknown>): boolean =>
  flight.context.clock === context.clock &&
  flight.context.call.operation === context.call.operation &&
  context.policy(HttpCache.CacheMode) !== "reload" &&
  readsSame(flight.reader, reader) &&
  Equal.equals(flight.since, since) &&
  Equal.equals(policiesOf(flight.context.policy), policiesOf(context.policy))
