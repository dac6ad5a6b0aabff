import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Decoder from "../../rest/Decoder.ts"
import * as Timestamp from "../../rest/Timestamp.ts"
import * as Wire from "../../rest/Wire.ts"
import { ListedRepo, type ListedRepoFields } from "./Repo.ts"

const instantOf = (sent: string | number): DateTime.Utc | undefined =>
  typeof sent === "number" ? DateTime.fromEpochSeconds(sent) : Timestamp.parse(sent)

/** An instant of an event: a text, or seconds since 1970. */
export const EventInstant = Schema.Union([Schema.String, Schema.Int]).pipe(
  Schema.decodeTo(Wire.DateTimeUtc, {
    decode: Decoder.shortcut(
      SchemaGetter.transformEffect((sent: string | number, options) => {
        const instant = instantOf(sent)
        return instant === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ expected: "an ISO 8601 timestamp" }, sent, options))
          : Effect.succeed(instant)
      }),
      instantOf
    ),
    encode: SchemaGetter.transform(Timestamp.format)
  })
)

/** The fields of a listed repository, except for those that events send differently. */
export type EventRepoFields<F> = Omit<ListedRepoFields, keyof F> & F

/** Replaces fields of a listed repository. A call like `inRepo`, whose named type keeps the docstrings. */
const withListed = <const F extends Schema.Struct.Fields>(fields: F): EventRepoFields<F> => ({
  ...ListedRepo.fields,
  ...fields
})

/** The repository of an event. */
export class EventRepo extends Schema.Opaque<EventRepo>()(
  Schema.Struct(
    withListed({
      created_at: EventInstant,
      /** The last push; null if there was none. */
      pushed_at: Wire.nullable(EventInstant)
    })
  )
) {}
