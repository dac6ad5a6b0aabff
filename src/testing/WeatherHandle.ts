/** The handle on the simulated weather services. */
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { Service } from "../weather/Weather.ts"
import type { Fault } from "./FaultTypes.ts"
import type { Received } from "./Journal.ts"
import type { ContentSeed, Seed, Window } from "./WeatherSeed.ts"

/** Root URLs of the services. */
export type Urls = Readonly<Record<Service, string>>

/** A point, and the elevation that its values are scaled to. */
export interface Where {
  /** Degrees north. */
  readonly latitude: number
  /** Degrees east. */
  readonly longitude: number
  /** Metres; that of the ground by default. */
  readonly elevation?: number | null | undefined
}

/** Options of the handle's `value`. */
export interface ValueOptions {
  /** The service that has the variable, such as `marine` or `airQuality`; `forecast` by default. */
  readonly service?: Service
  /** Length in seconds of the interval that sums and means cover, such as 900 for `minutely_15`; 3,600 by default. */
  readonly interval?: number
}

/** What is used of the limit of a window. */
export interface QuotaStatus {
  /** The window of time. */
  readonly window: Window
  /** The weight that may be used in it. */
  readonly limit: number
  /** Weight of the calls so far. */
  readonly used: number
  /** When the window ends, in epoch milliseconds. */
  readonly resetAt: number
}

/** Seeds the services, inspects them and breaks them. */
export interface Handle {
  /** Root URLs of the services, as `Weather.layer` takes them. */
  readonly urls: Urls
  /**
   * Root URL of a self-hosted server, as `Weather.layer` takes it. It serves all services, with its own limits, and
   * without a key or a quota. Services with the same path are one.
   */
  readonly baseUrl: string
  /** The received requests in order of arrival, with keys redacted. */
  readonly requests: Effect.Effect<ReadonlyArray<Received>>
  /** The received requests as a table, for logs and snapshots. */
  readonly journal: Effect.Effect<string>
  /** Forgets the received requests. */
  readonly clearRequests: Effect.Effect<void>
  /** Adds places, spells and keys. */
  readonly seed: (seed: ContentSeed) => Effect.Effect<void>
  /** Resets places, spells, keys, limits, log and faults, to the same seed or another one. */
  readonly reset: (seed?: Seed) => Effect.Effect<void>
  /**
   * Returns the exact value of a variable at a place and instant, in the service's default units; null if there is none.
   * Responses without `models` have this value in their own units, as far as the range of the service's models.
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
  /** The scripted failures. */
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
