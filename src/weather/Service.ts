/** What the services are: their names, and how they are declared. */
import type { BytesReader } from "../rest/Call.ts"
import type { Rule } from "../rest/Declaration.ts"
import type { Answer, Selection } from "./Answer.ts"
import type { Fields, Parameters } from "./Input.ts"

/** The names of the weather services, as in the `urls` of `Weather.layer` and the `host` of declarations. */
export type Service =
  | "forecast"
  | "archive"
  | "geocoding"
  | "airQuality"
  | "marine"
  | "ensemble"
  | "seasonal"
  | "climate"
  | "flood"
  | "elevation"
  | "satelliteRadiation"
  | "historicalForecast"
  | "previousRuns"
  | "singleRuns"

/** What a service offers. What moves with the clock is left to the service. */
export interface Limits {
  /** Number of days by default, for the weight of a call. */
  readonly days: number
  /** Largest `forecast_days`. */
  readonly ahead?: number | undefined
  /** Largest `past_days`. Default: as far back as there is data. */
  readonly back?: number | undefined
  /** First day of the data. */
  readonly since?: string | undefined
  /** Last day of the data. */
  readonly until?: string | undefined
}

/** A service. */
export interface Declared<P extends Parameters<Fields, unknown>> {
  /** The name of its host. */
  readonly service: Service | (string & {})
  /** The path below its host. */
  readonly path: `/${string}`
  /** The parameters of its calls. */
  readonly parameters: P
  /** What it offers. */
  readonly limits: Limits
  /** Rules that concern several parameters, in addition to those of dates and hours. */
  readonly rules?: ReadonlyArray<Rule> | undefined
}

/** What determines the rows and columns of a response. */
export interface Requested extends Selection {
  /** The number of runs of each ensemble, if it tells the model of a column. */
  readonly runsOf?: ((model: string) => number | undefined) | undefined
  /** The names that the service has for requested models, if it has others. */
  readonly renames?: Readonly<Record<string, string>> | undefined
  /** The first requested day, in days since 1970-01-01, if the request names it. */
  readonly firstDay?: number | undefined
}

/**
 * Messages have no names, and their labels are not all right. This is read from a response whose labels, order and counts
 * do not prove which columns are whose.
 */
export const doubtful: unique symbol = Symbol("doubtful")

/** The type of `doubtful`. */
export type Doubtful = typeof doubtful

/**
 * Makes readers of flatbuffers. `json` reads a response that is text. Undefined if flatbuffers cannot express what is
 * requested.
 */
export interface Flatbuffers {
  /** The least weight of a request that is made for flatbuffers. */
  readonly from: number
  /** Makes a reader of the response for one place. */
  readonly one: (
    selection: Requested,
    json: BytesReader<Answer<Selection>>
  ) => BytesReader<Answer<Selection> | Doubtful> | undefined
  /** Makes a reader of the response for several places. */
  readonly many: (
    selection: Requested,
    places: number | undefined,
    json: BytesReader<ReadonlyArray<Answer<Selection>>>
  ) => BytesReader<ReadonlyArray<Answer<Selection>> | Doubtful> | undefined
}
