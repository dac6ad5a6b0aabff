/**
 * What the weather services answer for a place: where it is, and the blocks of columns that were asked for.
 */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type { Cell, Series } from "./Series.ts"
import type { EnsembleColumn, SeriesColumn } from "./variables/Columns.ts"

/** The blocks that are series; `current` is a single row. */
export const seriesBlocks = ["minutely_15", "hourly", "six_hourly", "daily", "weekly", "monthly"] as const
export type SeriesBlock = (typeof seriesBlocks)[number]

/** The part of a request that says which columns the answer has. */
export type Asked = {
  readonly [Block in SeriesBlock | "current"]?: ReadonlyArray<string> | undefined
} & {
  readonly models?: ReadonlyArray<string> | undefined
}

/** Where the values are for: the centre of the model's grid cell, not quite the place that was asked for. */
export interface Site {
  /** NaN, as `longitude`, should the service not say it. */
  readonly latitude: number
  readonly longitude: number
  /** Metres above sea level that the values are scaled to; null where the service has none. */
  readonly elevation: number | null
  /** How long the service took, in milliseconds. */
  readonly generationtime_ms: number | null
  /** Seconds ahead of UTC at the time of the request. */
  readonly utc_offset_seconds: number
  readonly timezone: string
  readonly timezone_abbreviation: string
}

/** The conditions at a moment: `current.temperature_2m`, or by name in `current.values`. A value is null where there is none. */
export type Current<C extends string> = {
  readonly time: DateTime.Zoned
  /** How far values that are sums reach back from `time`: a quarter of an hour or an hour. */
  readonly interval: Duration.Duration
  readonly units: { readonly [K in C]: string }
  readonly values: { readonly [K in C]: Cell<K> }
} & (string extends C ? unknown : { readonly [K in C]: Cell<K> })

type List<Request, Key> = Key extends keyof Request
  ? Exclude<Request[Key], undefined> extends infer Value extends ReadonlyArray<string>
    ? Value
    : readonly []
  : readonly []

/** Blocks that were asked for with at least one variable. */
type Wanted<Request, Block> = Block extends keyof Request
  ? [Exclude<Request[Block], undefined>] extends [never]
    ? never
    : List<Request, Block> extends readonly []
      ? never
      : Block
  : never

/** A block that may not have been asked for may be absent. */
type Maybe<Request, Key, Value> = Key extends keyof Request
  ? undefined extends Request[Key]
    ? Value | undefined
    : Value
  : Value

/** The answer for one place to a request of this type: just the blocks and the columns that it asks for. */
export type Answer<Request> = Site & {
  readonly [Block in SeriesBlock as Wanted<Request, Block>]: Maybe<
    Request,
    Block,
    Series<SeriesColumn<List<Request, Block>, List<Request, "models">>>
  >
} & {
  readonly [Block in "current" as Wanted<Request, Block>]: Maybe<
    Request,
    Block,
    Current<SeriesColumn<List<Request, Block>>>
  >
}

/** As `Answer`, for the services whose models run in many members. */
export type EnsembleAnswer<Request> = Omit<Answer<Request>, SeriesBlock> & {
  readonly [Block in SeriesBlock as Wanted<Request, Block>]: Maybe<
    Request,
    Block,
    Series<EnsembleColumn<List<Request, Block>, List<Request, "models">>>
  >
}
