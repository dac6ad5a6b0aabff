/** Schemas of single parameters. They check values before anything is sent, and encode them for the wire. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { dayOf } from "./split.ts"

/** A number from `minimum` to `maximum`, inclusive. */
export const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

/** An integer from 0 to `maximum`. */
export const count = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** Metres, or null for the elevation from the map of the service. NaN disables the correction by elevation. */
export const Elevation = Schema.Union([Schema.Finite, Schema.Literal("nan"), Schema.Null]).pipe(
  Schema.decodeTo(Schema.NullOr(Schema.Number), {
    decode: SchemaGetter.transform((sent: number | "nan" | null) => (sent === "nan" ? Number.NaN : sent)),
    encode: SchemaGetter.transform((metres: number | null) => (Number.isNaN(metres) ? ("nan" as const) : metres))
  })
)

/** A word that can stand in a comma-separated list. */
const word = (expected: string) => Schema.String.check(Schema.isPattern(/^[^\s,]+$/, { expected }))

export const Timezone = Schema.NullOr(word("the name of a time zone, such as Europe/Berlin"))

export const Name = word("a name without spaces and commas")

const isDate = (text: string): boolean => dayOf(text) !== undefined

const Instant = Schema.declare(
  (value): value is DateTime.DateTime | Date =>
    value instanceof Date ? !Number.isNaN(value.getTime()) : DateTime.isDateTime(value),
  { expected: "a DateTime or a valid Date" }
)

/** A date, or the date of an instant: in its own time zone if it has one, else in UTC. */
export const CalendarDate = Schema.String.check(
  Schema.makeFilter(isDate, { expected: "a date, such as 2026-02-06" })
).pipe(
  Schema.decodeTo(Schema.Union([Schema.String, Instant]), {
    decode: SchemaGetter.passthroughSubtype<string | DateTime.DateTime | Date, string>(),
    encode: SchemaGetter.transform((date: string | DateTime.DateTime | Date) =>
      typeof date === "string" ? date : DateTime.formatIsoDate(DateTime.makeUnsafe(date))
    )
  })
)
