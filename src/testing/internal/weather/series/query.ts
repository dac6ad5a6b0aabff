/** A parsed query, and the grid cell that the values for a point are of. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import type { Slope, Units } from "../variables/variable.ts"
import type { Climate, Site } from "../world/climate.ts"
import type { Ground, Point, Zone } from "../world/terrain.ts"

/** Midnights or moments of the wall clock, as if it were in UTC: the first and the last. */
export type Span = readonly [first: number, last: number]

/** A span, or a number of units around a moment, in place of whole days. */
export interface Moments {
  readonly past: number | undefined
  readonly ahead: number | undefined
  /** The unit of the day to count from; the current one by default. */
  readonly initial: number | undefined
  /** Number of units from now if only those before now are requested. */
  readonly usual: number
}

export interface PlaceQuery extends Point {
  /** Elevation to scale to: NaN for no scaling, undefined for the ground's. */
  readonly elevation: number | undefined
  readonly zone: Zone
  /** The first and the last calendar day in the zone, each as its midnight in UTC (epoch milliseconds). */
  readonly days: Span
  /** The days that quarters of an hour are of, if they have no span of their own. */
  readonly quarterDays: Span
  /** The first and the last hour, and quarter of an hour, by the clock of the zone. */
  readonly hours: Span | undefined
  readonly quarters: Span | undefined
}

export interface Query {
  readonly places: ReadonlyArray<PlaceQuery>
  readonly blocks: Readonly<Partial<Record<SeriesBlock | "current", ReadonlyArray<string>>>>
  readonly models: ReadonlyArray<string>
  readonly format: "json" | "flatbuffers"
  readonly units: Units
  readonly slope: Slope
  /** Seconds between hourly rows. */
  readonly step: number
  readonly hours: Moments
  readonly quarters: Moments
  /** The start of the requested run; undefined for the latest one. */
  readonly run: number | undefined
  /** Whether all members are requested; for rivers. */
  readonly ensemble: boolean
}

export interface World {
  readonly climate: Climate
  readonly groundAt: (point: Point) => Ground
}

/** Rounds a coordinate to single precision, as the service does. */
const single = (value: number): number => {
  const exact = Math.fround(value)
  for (const digits of [6, 7, 8]) {
    const short = Number(exact.toPrecision(digits))
    if (Math.fround(short) === exact) return short
  }
  return Number(exact.toPrecision(9))
}

/** The centre of a point's grid cell. */
const cellOf = ({ latitude, longitude }: Point): Point => ({
  latitude: single(Math.round(latitude / 0.02) * 0.02),
  longitude: single(Math.round(longitude / 0.02) * 0.02)
})

/** Returns the site that the values for a point are of. */
export const siteOf = (point: Point, elevation: number | undefined, { groundAt }: World): Site => {
  const ground = groundAt(point)
  const scaled = elevation === undefined || Number.isNaN(elevation) ? ground.elevation : elevation
  return { ...cellOf(point), elevation: scaled, sea: ground.sea, inland: ground.inland }
}
