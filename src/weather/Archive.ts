/** Weather since 1940, as models reckon it from what was observed. */
import { Format, Hours, type InputOf, names, Panel, parameters, Span, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get, GetMany, GetParts } from "./Request.ts"

export type { ArchivePart } from "./Answer.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"archive", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"archive", "daily">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"archive", "models">()
  },
  Span,
  Units,
  Format,
  Panel,
  Hours
)

/** What the archive is asked for; each list of variables becomes a block of the answer. From 1940-01-01 on. */
export interface Input extends InputOf<typeof input> {}

const archive = {
  service: "archive",
  path: "/v1/archive",
  parameters: input,
  rules: Rules.daysFrom("1940-01-01")
} as const

/**
 * Gets past weather for a place. Its days begin by one offset from UTC, that of the place at the time of the request.
 *
 * A call weighs by its days and columns (`Quota`): one that outweighs a minute's quota waits for an empty minute, one that
 * the service would refuse fails with `InvalidInput`. `stream` cuts such a call into parts.
 *
 * GET {archive}/v1/archive
 */
export const get: Get<Input, "Archive.get"> = one("Archive.get", archive)

/**
 * Gets past weather for several places, in the order asked, from as many requests as it takes.
 *
 * GET {archive}/v1/archive
 */
export const getMany: GetMany<Input, "Archive.getMany"> = many("Archive.getMany", archive)

/**
 * Past weather of any length, part by part in the order of time, none of them much in memory.
 *
 * Each part is an answer, its series following that of the part before, and says in `part` how far it leads. To go on
 * later, begin from `part.next`; from an instant, the first part has the rows from that instant on. The parts are cut on
 * the calendar, so that the same years are the same requests: with `HttpCache.TimeToLive`, those that ended three months
 * ago or longer are served from the cache for that time (the latest values may still be corrected).
 *
 * Times go as `unixtime` unless `timeformat` says otherwise. A part waits for its minute of the quota; a wait longer than
 * `RateLimit.MaxWait` fails with `RateLimited`, which says until when.
 *
 * GET {archive}/v1/archive, once for each part
 */
export const stream: GetParts<Input, "Archive.stream"> = parts("Archive.stream", archive)
