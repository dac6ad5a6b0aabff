/** What the simulated services start with. */
import * as Duration from "effect/Duration"
import type { LimitsSeed } from "./quota.ts"
import type { Spell } from "./world/climate.ts"
import type { Place } from "./world/places.ts"

/** An instant: ISO 8601, a `Date`, or so long after (or before) the seeding. */
export type Moment = string | Date | { readonly in: Duration.Input } | { readonly ago: Duration.Input }

/** A place beyond the cities that are built in. */
export interface PlaceSeed extends Omit<Place, "id"> {
  /** The next free one when left out. */
  readonly id?: number
}

/** Weather that is said: within a circle and a time it takes the place of the simulated one. */
export interface SpellSeed {
  readonly latitude: number
  readonly longitude: number
  /** Kilometres around; 100 when left out. */
  readonly radius?: number
  readonly from: Moment
  /** How long; a day when left out. */
  readonly lasts?: Duration.Input
  readonly temperature_2m?: number
  readonly wind_speed_10m?: number
  readonly wind_gusts_10m?: number
  /** Millimetres an hour. The weather code follows from it, and from the temperature. */
  readonly precipitation?: number
  readonly cloud_cover?: number
  readonly pressure_msl?: number
  readonly thunderstorm?: boolean
}

export interface ContentSeed {
  readonly places?: ReadonlyArray<PlaceSeed>
  readonly spells?: ReadonlyArray<SpellSeed>
  /** Keys of customers; each is let past the limits. */
  readonly keys?: ReadonlyArray<string>
}

export interface Seed extends ContentSeed {
  /** Another number is another weather; the same one always the same. */
  readonly climate?: number
  /** Other limits than those of the free service, or none. */
  readonly limits?: LimitsSeed | "none"
  /** Time that each answer takes. */
  readonly latency?: Duration.Input
}

const instantOf = (moment: Moment, now: number): number => {
  if (typeof moment === "string") return Date.parse(moment)
  if (moment instanceof Date) return moment.getTime()
  return "in" in moment ? now + Duration.toMillis(moment.in) : now - Duration.toMillis(moment.ago)
}

export const spellOf = ({ from, lasts, radius, ...spell }: SpellSeed, now: number): Spell => {
  const start = instantOf(from, now)
  if (Number.isNaN(start)) throw new Error(`The spell's beginning is no instant: ${JSON.stringify(from)}`)
  return { ...spell, radius: radius ?? 100, from: start, to: start + Duration.toMillis(lasts ?? "1 day") }
}

/** A storm: a deep low with gusts, rain and thunder, six hours long unless said otherwise. */
export const storm = (at: Pick<SpellSeed, "latitude" | "longitude" | "from"> & Partial<SpellSeed>): SpellSeed => ({
  lasts: "6 hours",
  wind_speed_10m: 72,
  wind_gusts_10m: 118,
  precipitation: 9,
  cloud_cover: 100,
  pressure_msl: 968,
  thunderstorm: true,
  ...at
})
