/**
 * What the weather services answer for a place: where it is, and the blocks of columns that were asked for.
 */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type { Cell, Series } from "./series/Model.ts"
import type { EnsembleColumn, SeriesColumn } from "./variables/Columns.ts"

/** The blocks that are series; `current` is a single row. */
export const seriesBlocks = ["minutely_15", "hourly", "six_hourly", "daily", "weekly", "monthly"] as const
export type SeriesBlock = (typeof seriesBlocks)[number]

/** The part of a request that says which columns the answer has. */
export type Selection = {
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

/** How far a part of a span leads. */
export interface Part {
  /** Its first and its last day. */
  readonly start_date: string
  readonly end_date: string
  /** Days answered, this part's among them, and days in all. */
  readonly done: number
  readonly total: number
  /** Where the next part begins; null when this is the last one. */
  readonly next: string | null
}

/** The answer for a part of a span. */
export type ArchivePart<Request> = Answer<Request> & { readonly part: Part }

const isSite = (value: unknown): value is Site =>
  typeof value === "object" && value !== null && "latitude" in value && "utc_offset_seconds" in value

/** Any answer: which blocks and columns it has is up to the request. */
export const Answer = Schema.declare((value): value is Answer<Selection> => isSite(value), { expected: "Answer" })

/** Any answer of a service whose models run in members. */
export const EnsembleAnswer = Schema.declare((value): value is EnsembleAnswer<Selection> => isSite(value), {
  expected: "EnsembleAnswer"
})

/** Any part of a span. */
export const ArchivePart = Schema.declare(
  (value): value is ArchivePart<Selection> => isSite(value) && "part" in value,
  { expected: "ArchivePart" }
)
