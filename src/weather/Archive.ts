/** Weather since 1940, as models reckon it from what was observed. */
import type { Exact, Format, Hours, Panel, Place, Span, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import { type ArchivePart, parts } from "./internal/parts.ts"
import type { Instant } from "./Series.ts"
import type { Names } from "./Variables.ts"
import type * as Stream from "effect/Stream"
import type { RequestError } from "../rest/RestError.ts"
import type { Weather } from "./Weather.ts"

export type { ArchivePart } from "./internal/parts.ts"

/** What the archive is asked for; each list of variables becomes a block of the answer. From 1940-01-01 on. */
export interface Input extends Place, Units, Format, Panel, Hours, Span {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["archive"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["archive"]["daily"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["archive"]["models"]> | undefined
}

const declared = {
  service: "archive",
  path: "/v1/archive",
  fields: {
    ...Fields.span,
    hourly: Fields.Names,
    daily: Fields.Names,
    models: Fields.Names,
    ...Fields.units,
    ...Fields.format,
    ...Fields.panel,
    ...Fields.hours
  },
  rules: [...Fields.spanRules, .../* @__PURE__ */ Fields.within("1940-01-01")],
  days: 1
} as const

/**
 * Gets past weather for a place. Its days begin by one offset from UTC, that of the place at the time of the request.
 *
 * A call weighs by its days and columns (`Quota`): one that outweighs a minute's quota waits for an empty minute, one that
 * the service would refuse fails with `InvalidInput`. `stream` cuts such a call into parts.
 *
 * GET {archive}/v1/archive
 */
export const get = /* @__PURE__ */ Call.one<Input>({ name: "Archive.get", ...declared })

/**
 * Gets past weather for several places, in the order asked, from as many requests as it takes.
 *
 * GET {archive}/v1/archive
 */
export const getMany = /* @__PURE__ */ Call.many<Input>({ name: "Archive.getMany", ...declared })

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
export const stream: <const Request extends Input>(
  request: Exact<Request, Input>,
  from?: Instant | string
) => Stream.Stream<ArchivePart<Request>, RequestError, Weather> = /* @__PURE__ */ parts<Input>({
  name: "Archive.stream",
  ...declared
})
