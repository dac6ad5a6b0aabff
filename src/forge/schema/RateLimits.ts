import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Wire from "../../rest/Wire.ts"

/** An instant, sent as seconds since 1970. */
const EpochSeconds = Schema.Int.pipe(
  Schema.decodeTo(Wire.DateTimeUtc, {
    decode: SchemaGetter.transformEffect((seconds: number, options) =>
      Option.match(DateTime.make(seconds * 1_000), {
        onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ expected: "seconds since 1970" }, seconds, options)),
        onSome: (instant) => Effect.succeed(instant)
      })
    ),
    encode: SchemaGetter.transform((instant: DateTime.Utc) => Math.floor(DateTime.toEpochMillis(instant) / 1_000))
  })
)

/** What is left of the budget for one resource. */
export class RateLimitStatus extends Schema.Opaque<RateLimitStatus>()(
  Schema.Struct({
    /** Requests per window. */
    limit: Schema.Int,
    /** Requests left in this window. */
    remaining: Schema.Int,
    /** Requests made in this window. Servers before 2021 do not say. */
    used: Wire.nullable(Schema.Int),
    /** When the next window begins, by the service's clock. */
    reset: EpochSeconds
  })
) {}

/**
 * The budgets by resource. Search has one of its own, and most of the API shares `core`. The others, such as `graphql`
 * and `code_search`, vary with the server.
 */
export const RateLimitResources = Schema.StructWithRest(
  Schema.Struct({ core: RateLimitStatus, search: RateLimitStatus }),
  [Schema.Record(Schema.String, RateLimitStatus)]
)
export type RateLimitResources = typeof RateLimitResources.Type

/** The rate limits of the caller. */
export class RateLimits extends Schema.Opaque<RateLimits>()(
  Schema.Struct({
    resources: RateLimitResources
  })
) {}
