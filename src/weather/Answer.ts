/**
 * The result for a place: its site, and the requested blocks of columns.
 */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type { Cell, PartialSeries, Series } from "./series/Model.ts"
import type { BareColumn, EnsembleColumn, SeriesColumn } from "./variables/Columns.ts"

/** The blocks that are series. `current` is a single row. */
export const seriesBlocks = ["minutely_15", "hourly", "daily", "weekly", "monthly"] as const

/** A block of a response that is a series. */
export type SeriesBlock = (typeof seriesBlocks)[number]

/** The part of a request that determines the rows and columns of the result. */
export type Selection = {
  readonly [Block in SeriesBlock | "current"]?: ReadonlyArray<string> | undefined
} & {
  /** With several models, there is a column for each variable and model. */
  readonly models?: ReadonlyArray<string> | undefined
  /** How far hourly rows are apart. */
  readonly temporal_resolution?: string | undefined
}

/** The place of the values: the centre of the model's grid cell, near the requested place. */
export interface Site {
  /** NaN if the service does not return it, like `longitude`. */
  readonly latitude: number
  /** NaN if the service does not return it, like `latitude`. */
  readonly longitude: number
  /** The elevation that the values are scaled to, in metres above sea level; null if the service does not return it. */
  readonly elevation: number | null
  /** Processing time of the service, in milliseconds. */
  readonly generationtime_ms: number | null
  /** The offset from UTC at the time of the request, in seconds. */
  readonly utc_offset_seconds: number
  /** Name of the time zone, such as `Europe/Berlin`. */
  readonly timezone: string
  /** Such as `GMT+1` or `CET`. */
  readonly timezone_abbreviation: string
}

/** The conditions at one time: `current.temperature_2m`, or by name in `current.values`. A missing value is null. */
export type Current<C extends string> = {
  /** The instant of the values, with the offset of the place. */
  readonly time: DateTime.Zoned
  /** The period before `time` over which sums are taken: 15 minutes or an hour. */
  readonly interval: Duration.Duration
  /** The unit of each variable, such as `°C`. */
  readonly units: { readonly [K in C]: string }
  /** The values by name. */
  readonly values: { readonly [K in C]: Cell<K> }
} & (string extends C ? unknown : { readonly [K in C]: Cell<K> })

/** Like `Current`, for several models: there is a value for each of those that cover the place. */
export type PartialCurrent<C extends string> = Omit<Current<never>, "units" | "values"> & {
  /** The unit of each variable, such as `°C`. */
  readonly units: { readonly [K in C]?: string | undefined }
  /** The values by name. */
  readonly values: { readonly [K in C]?: Cell<K> | undefined }
} & (string extends C ? unknown : { readonly [K in C]?: Cell<K> | undefined })

/**
 * The conditions of each model. Older servers return those of one model only, without a suffix, and so do newer ones if
 * only one model covers the place.
 */
type Conditions<Variables extends ReadonlyArray<string>, Models extends ReadonlyArray<string>> = Models extends
  | readonly []
  | readonly [string]
  ? Current<SeriesColumn<Variables>>
  : PartialCurrent<SeriesColumn<Variables, Models> | BareColumn<Variables, Models>>

type List<Request, Key> = Key extends keyof Request
  ? Exclude<Request[Key], undefined> extends infer Value extends ReadonlyArray<string>
    ? Value
    : readonly []
  : readonly []

/** A block that is requested with at least one variable. */
type Wanted<Request, Block> = Block extends keyof Request
  ? [Exclude<Request[Block], undefined>] extends [never]
    ? never
    : List<Request, Block> extends readonly []
      ? never
      : Block
  : never

/** A block is optional if it may not have been requested. */
type Maybe<Request, Key, Value> = Key extends keyof Request
  ? undefined extends Request[Key]
    ? Value | undefined
    : Value
  : Value

/** Columns that are there only if it cannot be told which of several models they are of. */
type Bare<C extends string, Value> = [C] extends [never]
  ? unknown
  : string extends C
    ? unknown
    : { readonly [K in C]?: Value | undefined }

/**
 * A block of columns. Each may be absent if there are several models: not all of them cover each place. If just one of
 * them does, the service does not say which.
 */
type Columns<Variables extends ReadonlyArray<string>, Models extends ReadonlyArray<string>> = Models extends
  | readonly []
  | readonly [string]
  ? Series<SeriesColumn<Variables>>
  : PartialSeries<SeriesColumn<Variables, Models>> & Bare<BareColumn<Variables, Models>, Float64Array>

/** The models leave out what they do not have of weeks and months: single columns, or the whole block. */
type Means<Variables extends ReadonlyArray<string>, Models extends ReadonlyArray<string>> =
  | (PartialSeries<SeriesColumn<Variables, Models>> & Bare<BareColumn<Variables, Models>, Float64Array>)
  | undefined

/** A block that some models lack. */
type MeansBlock = "weekly" | "monthly"

/** The docstrings of the blocks. A mapped type with `as` would lose them. */
interface Blocks {
  /** Values every quarter of an hour. */
  readonly minutely_15: unknown
  /** Values every hour, or as far apart as `temporal_resolution` says. */
  readonly hourly: unknown
  /** Values of days, from midnight to midnight at the offset of the answer. */
  readonly daily: unknown
  /** Means of weeks. */
  readonly weekly: unknown
  /** Means of months. */
  readonly monthly: unknown
  /** The conditions at one time: now, or close to it. */
  readonly current: unknown
}

/** The result of a request of this type for one place. It has exactly the requested blocks and columns. */
export type Answer<Request> = Site & {
  readonly [Block in keyof Pick<Blocks, Wanted<Request, SeriesBlock>>]: Maybe<
    Request,
    Block,
    Block extends MeansBlock
      ? Means<List<Request, Block>, List<Request, "models">>
      : Columns<List<Request, Block>, List<Request, "models">>
  >
} & {
  readonly [Block in keyof Pick<Blocks, Wanted<Request, "current">>]: Maybe<
    Request,
    Block,
    Conditions<List<Request, Block>, List<Request, "models">>
  >
}

/** Like `Answer`, for services with ensemble models, which have many members. Any run may be absent. */
export type EnsembleAnswer<Request> = Omit<Answer<Request>, Exclude<SeriesBlock, MeansBlock>> & {
  readonly [Block in keyof Pick<Blocks, Wanted<Request, Exclude<SeriesBlock, MeansBlock>>>]: Maybe<
    Request,
    Block,
    PartialSeries<EnsembleColumn<List<Request, Block>, List<Request, "models">>> &
      Bare<BareColumn<List<Request, Block>, List<Request, "models">>, Float64Array>
  >
}

/** The position of a part in its span. */
export interface Part {
  /** First day of the part. */
  readonly start_date: string
  /** Last day of the part. */
  readonly end_date: string
  /** Number of days so far, including this part. */
  readonly done: number
  /** Number of days in the span. */
  readonly total: number
  /** First day of the next part; null for the last part. */
  readonly next: string | null
}

/** The result for one part of a span. */
export type AnswerPart<Request> = Answer<Request> & {
  /** Its position in the span. */
  readonly part: Part
}

/** Like `AnswerPart`, for services with ensemble models. */
export type EnsembleAnswerPart<Request> = EnsembleAnswer<Request> & {
  /** Its position in the span. */
  readonly part: Part
}

const isSite = (value: unknown): value is Site =>
  typeof value === "object" && value !== null && "latitude" in value && "utc_offset_seconds" in value

/** Any result. Its blocks and columns depend on the request. */
export const Answer = Schema.declare((value): value is Answer<Selection> => isSite(value), { expected: "Answer" })

/** Any result of a service with ensemble models. */
export const EnsembleAnswer = Schema.declare((value): value is EnsembleAnswer<Selection> => isSite(value), {
  expected: "EnsembleAnswer"
})

/** Any part of a span. */
export const AnswerPart = Schema.declare((value): value is AnswerPart<Selection> => isSite(value) && "part" in value, {
  expected: "AnswerPart"
})

/** Any part of a span of a service with ensemble models. */
export const EnsembleAnswerPart = Schema.declare(
  (value): value is EnsembleAnswerPart<Selection> => isSite(value) && "part" in value,
  { expected: "EnsembleAnswerPart" }
)
