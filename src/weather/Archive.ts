/** Weather since 1940, computed by models from observations. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

export type { AnswerPart } from "./Answer.ts"

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"archive", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"archive", "daily">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"archive", "models">(),
    /** Number of days from today, 0 or 1. Default: 1. */
    forecast_days: count,
    /** Number of days before today, as far back as 1940. Default: 0. */
    past_days: count
  },
  MaybeSpan,
  Units,
  Format,
  Panel,
  Hours
)

/** The input of `get`. Each list of variables becomes a block of the result. Data begins on 1940-01-01. */
export interface Input extends InputOf<typeof fields> {}

const archive = {
  service: "archive",
  path: "/v1/archive",
  parameters: fields,
  limits: { days: 1, ahead: 1, since: "1940-01-01" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Archive.input"> = identity

/**
 * Gets past weather for a place: of the days from `start_date` to `end_date`, or of `past_days` and today. All days begin
 * at one offset from UTC: that of the place at the time of the request.
 *
 * The days and columns of a call determine its weight (see `Quota`). A call that exceeds the quota of a minute waits
 * for an empty minute. A call that the service would refuse fails with `InvalidInput`; `stream` splits such a call into
 * parts.
 *
 * GET {archive}/v1/archive
 */
export const get: Get<Input, "Archive.get"> = one("Archive.get", archive)

/**
 * Gets past weather for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {archive}/v1/archive
 */
export const getMany: GetMany<Input, "Archive.getMany"> = many("Archive.getMany", archive)

/**
 * Streams past weather of any length as parts in chronological order, with bounded memory.
 *
 * Each part is a result whose series continue those of the previous part. Its `part` says which days it covers and
 * where to continue: pass `part.next` as `from` to resume later. If `from` is an instant, the first part has the rows
 * from that instant on. The parts are split on the calendar, so the same years are the same requests. With
 * `HttpCache.TimeToLive`, parts that ended three months ago or earlier are served from the cache for that time. Later
 * parts are not, because their values may still be corrected.
 *
 * Requests times as `unixtime` unless the input has a `timeformat`. Each part waits for the quota. A wait longer than
 * `RateLimit.MaxWait` fails with `RateLimited`, which says when the quota is available again.
 *
 * GET {archive}/v1/archive, once for each part
 */
export const stream: GetParts<Streamed<Input>, "Archive.stream"> = parts("Archive.stream", archive)
