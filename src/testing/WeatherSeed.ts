/** What the simulated weather services start with. Everything has a default. */
import type * as Duration from "effect/Duration"

/** An instant: ISO 8601, a `Date`, or a duration after or before the seeding. */
export type Moment = string | Date | { readonly in: Duration.Input } | { readonly ago: Duration.Input }

/** A place in addition to the built-in cities. */
export interface PlaceSeed {
  /** The next free id by default. */
  readonly id?: number
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly elevation?: number
  readonly feature_code?: string
  readonly country_code?: string
  readonly country_id?: number
  readonly country?: string
  readonly admin1?: string
  readonly admin1_id?: number
  readonly admin2?: string
  readonly admin2_id?: number
  readonly admin3?: string
  readonly admin3_id?: number
  readonly admin4?: string
  readonly admin4_id?: number
  readonly timezone?: string
  readonly population?: number
  readonly postcodes?: ReadonlyArray<string>
  /** Names in other languages, by language code. */
  readonly names?: Readonly<Record<string, string>>
}

/** Weather that a test chooses. It replaces the simulated weather within a circle and a period. */
export interface SpellSeed {
  /** Degrees north of its centre. */
  readonly latitude: number
  /** Degrees east of its centre. */
  readonly longitude: number
  /** Kilometres; 100 by default. */
  readonly radius?: number
  /** When it begins. */
  readonly from: Moment
  /** How long the spell lasts; a day by default. */
  readonly lasts?: Duration.Input
  /** In °C. */
  readonly temperature_2m?: number
  /** In km/h. */
  readonly wind_speed_10m?: number
  /** In km/h. */
  readonly wind_gusts_10m?: number
  /** Millimetres per hour. The weather code follows from it and from the temperature. */
  readonly precipitation?: number
  /** In percent. */
  readonly cloud_cover?: number
  /** In hPa. */
  readonly pressure_msl?: number
  /** Whether the weather code is that of a thunderstorm. */
  readonly thunderstorm?: boolean
}

/** Places, weather and keys. */
export interface ContentSeed {
  /** Places that the geocoding service finds, in addition to its own. */
  readonly places?: ReadonlyArray<PlaceSeed>
  /** Weather that differs from the climate, at a place and for a time. */
  readonly spells?: ReadonlyArray<SpellSeed>
  /** Keys of customers, who have no limits. */
  readonly keys?: ReadonlyArray<string>
}

/** The windows that limits are counted in. */
export type Window = "minutely" | "hourly" | "daily"

/** Calls, by weight, that are allowed in each window. */
export type LimitsSeed = { readonly [W in Window]?: number }

/** Content, and how the services behave. */
export interface Seed extends ContentSeed {
  /** A number that determines the weather: the same number always produces the same weather. 1 by default. */
  readonly climate?: number
  /** Limits other than those of the free service, or none. */
  readonly limits?: LimitsSeed | "none"
  /** Delay of each response; none by default. The service acts at once. */
  readonly latency?: Duration.Input
}
