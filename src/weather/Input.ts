/**
 * Parameters that many of the services have, with the wire's names. What is left out, undefined or null isn't sent: the
 * service's default holds.
 */
import type * as DateTime from "effect/DateTime"
import type { Location } from "./Location.ts"
import type { CellSelection, PrecipitationUnit, TemperatureUnit, TimeFormat, WindSpeedUnit } from "./variables/Units.ts"

/** `YYYY-MM-DD`; of an instant its date, in its own zone if it has one, else in UTC. */
export type DateInput = string | DateTime.DateTime | Date

/** Where. A `Location` of the geocoding service is one. */
export interface Place {
  /** Degrees north, from -90 to 90. */
  readonly latitude: number
  /** Degrees east, from -180 to 180. */
  readonly longitude: number
  /** Metres above sea level that values are scaled to; NaN switches that off. Default: of the ground, from a map of 90 m. */
  readonly elevation?: number | null | undefined
  /** Name of the zone by which days begin and labels are made, or `auto` for the place's own. Default: GMT. */
  readonly timezone?: string | null | undefined
}

/** The part of an input for several places that says which. */
export interface Places {
  /** Answered in this order. Places of the same kind are asked for together: those with an elevation, and those without. */
  readonly places: ReadonlyArray<Place>
  /** Zone of the places that have none of their own. Default: GMT. */
  readonly timezone?: string | null | undefined
}

export interface Units {
  /** Default: `celsius`. */
  readonly temperature_unit?: TemperatureUnit | undefined
  /** Default: `kmh`. */
  readonly wind_speed_unit?: WindSpeedUnit | undefined
  /** With `inch`, heights come in feet. Default: `mm`. */
  readonly precipitation_unit?: PrecipitationUnit | undefined
}

export interface Format {
  /** How times go over the wire: `unixtime` is shorter and read faster, the answer's the same. Default: `iso8601`. */
  readonly timeformat?: TimeFormat | undefined
  /** Which of the grid's cells around the place: of the land, of the sea, or the nearest. Default: `land`. */
  readonly cell_selection?: CellSelection | undefined
}

/** A solar panel, for `global_tilted_irradiance`. */
export interface Panel {
  /** Degrees from the horizontal, 0 to 90. Default: 0. */
  readonly tilt?: number | undefined
  /**
   * Degrees, sent as they are given. The service's documentation and its source differ: by the one 0 is north, 90 east, 180
   * south and 270 west, by the other 0 is south, -90 east and 90 west. Default: 0.
   */
  readonly azimuth?: number | undefined
}

/** Days around today. */
export interface Days {
  /** Days from today on. */
  readonly forecast_days?: number | undefined
  /** Days before today. Default: 0. */
  readonly past_days?: number | undefined
}

/** Hours around now, in place of whole days, for hourly values. */
export interface Hours {
  /** Hours before now. Default: none. */
  readonly past_hours?: number | undefined
  /** Hours from now on. Default: none. */
  readonly forecast_hours?: number | undefined
}

/** From the first to the last day, both included. */
export interface Span {
  readonly start_date: DateInput
  readonly end_date: DateInput
}

/** Days by their dates, in place of those around today: both or none. */
export interface MaybeSpan {
  readonly start_date?: DateInput | undefined
  readonly end_date?: DateInput | undefined
}

/**
 * Turns fields that an input doesn't have into type errors: a misspelt one would silently be left out. Those of a
 * `Location` may come along where an input is for one place.
 */
export type Exact<Request, Input, Beside = keyof Location> = Request & {
  readonly [K in Exclude<keyof Request, keyof Input | Beside>]: never
}

/** An input for several places. */
export type Many<Input> = Omit<Input, keyof Place> & Places
