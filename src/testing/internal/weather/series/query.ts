/** A parsed query. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import type { Units } from "../variables/units.ts"
import type { Slope } from "../variables/variable.ts"
import type { Point } from "../world/terrain.ts"
import type { Zone } from "../world/zones.ts"

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

export interface Wanted extends Point {
  /** Elevation to scale to: NaN for no scaling, undefined for the ground's. */
  readonly elevation: number | undefined
  readonly zone: Zone
  /** The first and the last calendar day in the zone, each as its midnight in UTC (epoch milliseconds). */
  readonly days: Span
  /** The first and the last hour, and quarter of an hour, by the clock of the zone. */
  readonly hours: Span | undefined
  readonly quarters: Span | undefined
}

export interface Query {
  readonly places: ReadonlyArray<Wanted>
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
