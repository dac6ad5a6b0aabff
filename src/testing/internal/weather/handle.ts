/** Makes the handle on the simulated weather services. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Outcome, Request } from "../../Exchange.ts"
import { table } from "../../Journal.ts"
import type { Handle, ValueOptions, Where } from "../../WeatherHandle.ts"
import type { Seed } from "../../WeatherSeed.ts"
import { named } from "../fault.ts"
import { printable } from "../journal.ts"
import { makeSimulator } from "../simulator.ts"
import { refuseUnknown } from "./seedFields.ts"
import { settled } from "./series/block.ts"
import { siteOf } from "./series/query.ts"
import { type Addresses, makeService, operationNames, ownServer, ownUrls, sameOperations } from "./service.ts"
import { services } from "./services.ts"
import { truth } from "./world/climate.ts"
import { daylight } from "./world/sun.ts"

export interface Simulated {
  readonly handle: Handle
  readonly exchange: (request: Request) => Effect.Effect<Outcome>
}

export interface MakeOptions {
  /** Where the services are, if not at their own addresses. */
  readonly addresses?: Addresses
  /** A clock to use in place of the caller's. */
  readonly clock?: Clock.Clock
}

const millisOf = (instant: DateTime.DateTime | Date): number =>
  instant instanceof Date ? instant.getTime() : DateTime.toEpochMillis(instant)

export const makeWeather = Effect.fnUntraced(function* (seed: Seed, options: MakeOptions = {}) {
  const timed = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
    options.clock === undefined ? effect : Effect.provideService(effect, Clock.Clock, options.clock)
  const withNow = <A>(f: (now: number) => A): Effect.Effect<A> => timed(Effect.map(Clock.currentTimeMillis, f))

  const addresses = options.addresses ?? { baseUrl: ownServer }
  const serviceOf = (given: Seed, now: number) => {
    refuseUnknown(given)
    return makeService(given, now, addresses)
  }
  let service = yield* withNow((now) => serviceOf(seed, now))
  const simulator = makeSimulator(() => service)

  const valueAt = (name: string, where: Where, instant: number, { interval = 3_600, service: root }: ValueOptions) => {
    const variable = services[root ?? "forecast"]?.source(name)
    if (variable === undefined) throw new Error(`The simulator has no variable ${name}`)
    const site = siteOf(where, where.elevation ?? undefined, service.world)
    const air = service.world.climate(site, instant, interval)(truth)
    const value = settled(variable.value(air, { tilt: 0, azimuth: 0 }), variable.quantity)
    return Number.isNaN(value) ? null : value
  }

  const sunOf = (where: Where, start: number) => {
    const { latitude, longitude } = siteOf(where, undefined, service.world)
    const { sunrise, sunset } = daylight(latitude, longitude, start)
    if (sunrise === null || sunset === null) return null
    return { rise: DateTime.makeUnsafe(sunrise), set: DateTime.makeUnsafe(sunset) }
  }

  const handle: Handle = {
    urls: addresses.urls ?? ownUrls(),
    baseUrl: addresses.baseUrl,
    requests: Effect.sync(() => printable(simulator.log())),
    journal: Effect.sync(() => table(simulator.log())),
    clearRequests: Effect.sync(simulator.clearLog),
    seed: (more) =>
      withNow((now) => {
        refuseUnknown(more)
        service.plant(more, now)
      }),
    reset: (other = seed) =>
      withNow((now) => {
        service = serviceOf(other, now)
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

  const made: Simulated = { handle, exchange: (request) => timed(simulator.exchange(request)) }
  return made
})
