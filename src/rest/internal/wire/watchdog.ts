/** The watchdog: fails an exchange when nothing happens for too long. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Speed, speedometer } from "./speed.ts"

/** Timeouts in milliseconds. */
export interface Bounds {
  /** For the head of a response. */
  readonly head: number
  /** For the next piece of a body. */
  readonly silence: number
  /** For the whole exchange. */
  readonly total: number
  /** How slow a transfer may be; undefined when that does not matter. */
  readonly speed?: Speed | undefined
}

/** How a watched exchange reports to its watchdog. */
export interface Watch {
  readonly bounds: Bounds
  /** Starts the timeout for the head of the response, extended by `longer` milliseconds. */
  readonly awaitHead: (longer?: number) => void
  /** Starts the timeout for the next piece of the response's body. */
  readonly awaitBody: () => void
  /** Starts the timeout for the service to read the next piece of the request's body. */
  readonly awaitSent: () => void
  /** Counts bytes of a body that have been sent or received. */
  readonly moved: (bytes: number) => void
  /** Stops the timeout: it is the turn of the body's consumer or producer. */
  readonly rest: () => void
}

/** An exchange took too long. */
export interface Expired {
  readonly _tag: "Expired"
  readonly why: string
}

export const expired = (why: string): Expired => ({ _tag: "Expired", why })

/** The call as a whole took too long. */
export const overdue = "took longer than Transport.CallTimeout allows"

/** Makes a watch, and the effect that fails when its timeout expires. */
export const makeWatch = (bounds: Bounds): Effect.Effect<readonly [Watch, Effect.Effect<never, Expired>]> =>
  Effect.map(Clock.Clock, (clock) => {
    const [watch, check] = watchBy(bounds, clock)
    return [watch, guardBy(check)]
  })

/** Returns why the watch's timeout has expired; or when to check again, in milliseconds. */
export interface Check {
  (): number | string
}

/** Makes a watch by a clock. */
export const watchBy = (bounds: Bounds, clock: Clock.Clock): readonly [Watch, Check] => {
  let awaited: keyof typeof waits | undefined
  let within = Infinity
  const begin = clock.currentTimeMillisUnsafe()
  let since = begin
  const speed = bounds.speed && speedometer(bounds.speed, () => clock.currentTimeMillisUnsafe())
  const expect = (next: typeof awaited, milliseconds: number) => {
    awaited = next
    within = milliseconds
    since = clock.currentTimeMillisUnsafe()
    if (next === "body" || next === "sent") speed?.start()
    else speed?.stop()
  }
  const check: Check = () => {
    const now = clock.currentTimeMillisUnsafe()
    const leftInTotal = begin + bounds.total - now
    if (leftInTotal <= 0) return overdue
    const left = Math.min(since + within - now, leftInTotal)
    if (left <= 0 && awaited !== undefined) return `waited ${within} ms for ${waits[awaited]}`
    const untilMeasured = speed?.measure() ?? Infinity
    if (typeof untilMeasured === "string") return untilMeasured
    // The timeout may change in the meantime.
    return Math.max(1, Math.min(left, untilMeasured, bounds.head, bounds.silence, bounds.speed?.over ?? Infinity))
  }
  const watch: Watch = {
    bounds,
    awaitHead: (longer = 0) => expect("head", bounds.head + longer),
    awaitBody: () => expect("body", bounds.silence),
    awaitSent: () => expect("sent", bounds.head),
    moved: (bytes) => speed?.count(bytes),
    rest: () => expect(undefined, Infinity)
  }
  return [watch, check]
}

/** Fails when the timeout expires. */
export const guardBy = (check: Check): Effect.Effect<never, Expired> => {
  const guard: Effect.Effect<never, Expired> = Effect.suspend(() => {
    const next = check()
    if (typeof next === "string") return Effect.fail(expired(next))
    return next === Infinity ? Effect.never : Effect.andThen(Effect.sleep(next), guard)
  })
  return guard
}

const waits = {
  head: "the head of the response",
  body: "the body to continue",
  sent: "the service to read the body of the request"
}

/** Runs an exchange with a watchdog. One sleeping fiber for all of it is cheaper than a timeout for each piece. */
export const watched = <A, E, R>(
  bounds: Bounds,
  exchange: (watch: Watch) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Expired, R> =>
  Effect.flatMap(makeWatch(bounds), ([watch, guard]) => Effect.raceFirst(exchange(watch), guard))
