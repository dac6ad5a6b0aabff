/** Schemas of single parameters: what they refuse before anything is sent, and how they are written on the wire. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { dayOf } from "./split.ts"

/** A number between two others, both included. */
export const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

/** A whole number from 0 to `maximum`. */
export const count = (maximum: number) => Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })))

/** Metres, or null for those that the service knows itself. NaN switches the correction by elevation off. */
export const Elevation = Schema.Union([Schema.Finite, Schema.Literal("nan"), Schema.Null]).pipe(
  Schema.decodeTo(Schema.NullOr(Schema.Number), {
    decode: SchemaGetter.transform((sent: number | "nan" | null) => (sent === "nan" ? Number.NaN : sent)),
    encode: SchemaGetter.transform((metres: number | null) => (Number.isNaN(metres) ? ("nan" as const) : metres))
  })
)

/** A word that can stand in a comma-separated list. */
const word = (expected: string) => Schema.String.check(Schema.isPattern(/^[^\s,]+$/, { expected }))

export const Timezone = Schema.NullOr(word("the name of a zone, such as Europe/Berlin"))

export const Name = word("a name")

const isDate = (text: string): boolean => dayOf(text) !== undefined

const Instant = Schema.declare(
  (value): value is DateTime.DateTime | Date =>
    value instanceof Date ? !Number.isNaN(value.getTime()) : DateTime.isDateTime(value),
  { expected: "a DateTime or a valid Date" }
)

/** A date, or the date of an instant: in its own zone if it has one, else in UTC. */
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
