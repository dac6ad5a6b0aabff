/** The handle on the simulated weather services: seeds them, inspects them and breaks them. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Outcome, Request } from "../exchange.ts"
import { type Fault, named } from "../fault.ts"
import type { Received } from "../journal.ts"
import { makeSimulator } from "../simulator.ts"
import type { QuotaStatus } from "./quota.ts"
import type { ContentSeed, Seed } from "./seed.ts"
import { settled, siteOf } from "./series/place.ts"
import { makeService, operationNames, ownUrls, sameOperations, type Urls } from "./service.ts"
import { type Root, services } from "./services.ts"
import { truth } from "./world/climate.ts"
import { daylight } from "./world/sun.ts"

/** A point, and the elevation that its values are scaled to. */
export interface Where {
  readonly latitude: number
  readonly longitude: number
  /** Metres; that of the ground by default. */
  readonly elevation?: number | null | undefined
}

export interface ValueOptions {
  /** The service that has the variable, such as `marine` or `airQuality`; `forecast` by default. */
  readonly service?: Root
  /** Length in seconds of the interval that sums and means cover, such as 900 for `minutely_15`; 3,600 by default. */
  readonly interval?: number
}

export interface Handle {
  /** Root URLs of the services, as `Weather.layer` takes them. */
  readonly urls: Urls
  /** The received requests in order of arrival, with keys redacted. */
  readonly requests: Effect.Effect<ReadonlyArray<Received>>
  readonly clearRequests: Effect.Effect<void>
  /** Adds places, spells and keys. */
  readonly seed: (seed: ContentSeed) => Effect.Effect<void>
  /** Resets places, spells, keys, limits, log and faults, to the same seed or another one. */
  readonly reset: (seed?: Seed) => Effect.Effect<void>
  /**
   * Returns the exact value of a variable at a place and instant, in the service's default units; null if there is none.
   * Answers without `models` have this value in their own units, as far as the range of the service's models.
   */
  readonly value: (
    variable: string,
    where: Where,
    instant: DateTime.DateTime | Date,
    options?: ValueOptions
  ) => Effect.Effect<number | null>
  /** Returns when the sun rises and sets in the day that begins at an instant; null if it does not. */
  readonly sun: (
    where: Where,
    start: DateTime.DateTime | Date
  ) => Effect.Effect<{ readonly rise: DateTime.Utc; readonly set: DateTime.Utc } | null>
  readonly faults: {
    readonly add: (...faults: ReadonlyArray<Fault>) => Effect.Effect<void>
    readonly clear: Effect.Effect<void>
    /** The faults that may still hit a request. */
    readonly pending: Effect.Effect<ReadonlyArray<Fault>>
  }
  /** What is used of each window, by weight; empty without limits. */
  readonly quota: Effect.Effect<ReadonlyArray<QuotaStatus>>
  /** Uses up this weight, as if somebody else had made calls from the same address. */
  readonly spend: (weight: number) => Effect.Effect<void>
}

export interface Made {
  readonly handle: Handle
  readonly exchange: (request: Request) => Effect.Effect<Outcome>
}

export interface MakeOptions {
  /** Root URLs to use in place of the services' own. */
  readonly urls?: Urls
  /** A clock to use in place of the caller's. */
  readonly clock?: Clock.Clock
}

const millisOf = (instant: DateTime.DateTime | Date): number =>
  instant instanceof Date ? instant.getTime() : DateTime.toEpochMillis(instant)

export const makeWeather = Effect.fnUntraced(function* (seed: Seed, options: MakeOptions = {}) {
  const timed = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
    options.clock === undefined ? effect : Effect.provideService(effect, Clock.Clock, options.clock)
  const withNow = <A>(f: (now: number) => A): Effect.Effect<A> => timed(Effect.map(Clock.currentTimeMillis, f))

  let service = yield* withNow((now) => makeService(seed, now, options.urls))
  const simulator = makeSimulator(() => service)

  const valueAt = (name: string, where: Where, instant: number, { interval = 3_600, service: root }: ValueOptions) => {
    const variable = services[root ?? "forecast"]?.source(name)
    if (variable === undefined) throw new Error(`The simulator has no variable ${name}`)
    const site = siteOf(where, where.elevation ?? undefined, service.world)
    const air = service.world.climate(site, instant, interval, truth)
    const value = settled(variable.value(air, { tilt: 0, azimuth: 0 }), variable.quantity)
    return Number.isNaN(value) ? null : value
  }

  const sunOf = (where: Where, start: number) => {
    const { latitude, longitude } = siteOf(where, undefined, service.world)
    const { sunrise, sunset } = daylight(latitude, longitude, start)
    return sunset === 0 ? null : { rise: DateTime.makeUnsafe(sunrise), set: DateTime.makeUnsafe(sunset) }
  }

  const handle: Handle = {
    urls: options.urls ?? ownUrls(),
    requests: Effect.sync(simulator.log),
    clearRequests: Effect.sync(simulator.clearLog),
    seed: (more) => withNow((now) => service.plant(more, now)),
    reset: (other = seed) =>
      withNow((now) => {
        service = makeService(other, now, options.urls)
        simulator.clearLog()
        simulator.script.clear()
      }),
    value: (variable, where, instant, more = {}) =>
      Effect.sync(() => valueAt(variable, where, millisOf(instant), more)),
    sun: (where, start) => Effect.sync(() => sunOf(where, millisOf(start))),
    faults: {
      add: (...faults) => Effect.sync(() => simulator.script.add(named(faults, operationNames, sameOperations))),
      clear: Effect.sync(simulator.script.clear),
      pending: Effect.sync(simulator.script.pending)
    },
    quota: withNow((now) => service.quota?.all(now) ?? []),
    spend: (weight) => withNow((now) => service.quota?.spend(weight, now))
  }

  const made: Made = { handle, exchange: (request) => timed(simulator.exchange(request)) }
  return made
})
