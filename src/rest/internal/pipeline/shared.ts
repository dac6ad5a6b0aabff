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
import { type BodyReader, type Decoded, isWrite } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Validators } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import type { Failure } from "../../RestError.ts"
import type { Flight, OngoingCall } from "./call.ts"
import { keeps } from "./entries.ts"

/** How many writes of this program have ended, whatever their service and principal. */
let writesEnded = 0

/** Runs a write. Once it has ended, nobody joins a read that began before. */
export const writing = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onExitPrimitive(write, () => {
    writesEnded++
    return undefined
  })

/** A read, and who asks for it. */
interface SharedRead<out A> {
  readonly call: OngoingCall
  readonly credential: Credential
  readonly reader: BodyReader<A>
  readonly since: Validators | undefined
}

/** The next step, which is begun only when it is needed: who joins a read must not begin one. */
interface Next<out A> {
  (): Effect.Effect<Decoded<A>, Failure>
}

/** Makes a call, or joins an identical read that is in flight. Once a write has ended, nobody joins an earlier read. */
export const shared = <A>(
  call: OngoingCall,
  credential: Credential,
  reader: BodyReader<A>,
  since: Validators | undefined,
  next: Next<A>
): Effect.Effect<Decoded<A>, Failure> => {
  if (isWrite(call.asked)) return writing(next())
  const isShared = call.asked.method === "GET" && call.policies.shareReads
  return isShared ? sharing({ call, credential, reader, since }, next) : next()
}

const sharing = <A>(asked: SharedRead<A>, next: Next<A>): Effect.Effect<Decoded<A>, Failure> => {
  const { call, credential } = asked
  const { flights } = call.service
  const key = `${credential.principal}\n${call.asked.accept ?? ""}\n${call.target}`
  // One effect: no interruption comes between a caller and its place.
  return Effect.callback((resume) => {
    // The cast is safe: an effect runs in a fiber. To be given it would take another effect.
    const caller = Fiber.getCurrent() as Fiber.Fiber<unknown, unknown>
    const found = flights.get(key)
    const isOpen = found !== undefined && found.begunAfter === writesEnded
    if (isOpen && !isSame(found, asked)) return resume(next())
    const flight = isOpen ? found : begin(flights, key, asked, caller, next)
    flight.callers++
    const forget = flight.fiber.addObserver((exit) => {
      close(flights, key, flight)
      // The cast is safe: the same reader has read it, or an equal one.
      const ended = exit as Ended<A>
      resume(isOpen ? joined(flight, asked, ended, next) : ended)
    })
    return Effect.suspend(() => {
      forget()
      if (--flight.callers > 0 || flight.fiber.pollUnsafe() !== undefined) return Effect.void
      close(flights, key, flight)
      // `Fiber.interrupt` would also say where in the caller, and nobody is left to see it.
      flight.fiber.interruptUnsafe(caller.id)
      return Effect.asVoid(Fiber.await(flight.fiber))
    })
  })
}

type Ended<A> = Exit.Exit<Decoded<A>, Failure>

type Flights = OngoingCall["service"]["flights"]

/** Removes a read that nobody may join any more. */
const close = (flights: Flights, key: string, flight: Flight) => {
  if (flights.get(key) === flight) flights.delete(key)
}

const begin = <A>(
  flights: Flights,
  key: string,
  { call, reader, since }: SharedRead<A>,
  caller: Fiber.Fiber<unknown, unknown>,
  next: Next<A>
): Flight => {
  const fiber = Effect.runForkWith(caller.context)(next())
  const flight: Flight = { call, reader, since, begunAfter: writesEnded, fiber, callers: 0 }
  if (fiber.pollUnsafe() === undefined) flights.set(key, flight)
  return flight
}

/** What a caller gets who joined a read. */
const joined = <A>(
  { call: { recorder } }: Flight,
  { call, credential }: SharedRead<A>,
  exit: Ended<A>,
  next: Next<A>
): Effect.Effect<Decoded<A>, Failure> => {
  // Another principal may have asked in the end, and a cached listing may have links that lead this caller in a circle.
  if (recorder.principal !== undefined && recorder.principal !== credential.principal) return next()
  if (exit._tag === "Success" && exit.value.cached && !keeps(call, exit.value)) return next()
  call.recorder.cache = "shared"
  call.recorder.status = recorder.status
  Metrics.sharedReads.of(call.counted).updateUnsafe(1, call.context)
  return exit
}

const readsSame = (a: BodyReader<unknown>, b: BodyReader<unknown>): boolean =>
  a === b || (a.looksFor !== undefined && Equal.equals(a.looksFor, b.looksFor))

/** Whether a read in flight is what a caller asks for. A reload is always sent. */
const isSame = (flight: Flight, { call, reader, since }: SharedRead<unknown>): boolean =>
  flight.call.clock === call.clock &&
  flight.call.asked.operation === call.asked.operation &&
  call.policies.cacheMode !== "reload" &&
  readsSame(flight.reader, reader) &&
  Equal.equals(flight.since, since) &&
  Equal.equals(flight.call.policies, call.policies)
