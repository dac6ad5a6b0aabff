/** What the simulated services start with. */
import * as Duration from "effect/Duration"
import type { LimitsSeed } from "./quota.ts"
import type { Spell } from "./world/climate.ts"
import type { Place } from "./world/places.ts"

/** An instant: ISO 8601, a `Date`, or a duration after or before the seeding. */
export type Moment = string | Date | { readonly in: Duration.Input } | { readonly ago: Duration.Input }

/** A place in addition to the built-in cities. */
export interface PlaceSeed extends Omit<Place, "id"> {
  /** The next free id by default. */
  readonly id?: number
}

/** Weather that a test chooses. It replaces the simulated weather within a circle and a period. */
export interface SpellSeed {
  readonly latitude: number
  readonly longitude: number
  /** Kilometres; 100 by default. */
  readonly radius?: number
  readonly from: Moment
  /** How long the spell lasts; a day by default. */
  readonly lasts?: Duration.Input
  readonly temperature_2m?: number
  readonly wind_speed_10m?: number
  readonly wind_gusts_10m?: number
  /** Millimetres per hour. The weather code follows from it and from the temperature. */
  readonly precipitation?: number
  readonly cloud_cover?: number
  readonly pressure_msl?: number
  readonly thunderstorm?: boolean
}

export interface ContentSeed {
  readonly places?: ReadonlyArray<PlaceSeed>
  readonly spells?: ReadonlyArray<SpellSeed>
  /** Keys of customers, who have no limits. */
  readonly keys?: ReadonlyArray<string>
}

export interface Seed extends ContentSeed {
  /** A number that determines the weather: the same number always produces the same weather. 1 by default. */
  readonly climate?: number
  /** Limits other than those of the free service, or none. */
  readonly limits?: LimitsSeed | "none"
  /** Delay of each answer; none by default. */
  readonly latency?: Duration.Input
}

const instantOf = (moment: Moment, now: number): number => {
  if (typeof moment === "string") return Date.parse(moment)
  if (moment instanceof Date) return moment.getTime()
  return "in" in moment ? now + Duration.toMillis(moment.in) : now - Duration.toMillis(moment.ago)
}

export const spellOf = ({ from, lasts, radius, ...spell }: SpellSeed, now: number): Spell => {
  const start = instantOf(from, now)
  if (Number.isNaN(start)) throw new Error(`The seed has an invalid date: ${JSON.stringify(from)}`)
  return { ...spell, radius: radius ?? 100, from: start, to: start + Duration.toMillis(lasts ?? "1 day") }
}

/** A storm: a deep low with gusts, rain and thunder, six hours long by default. */
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
