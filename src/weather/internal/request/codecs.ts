/** Schemas of single parameters. They check values before anything is sent, and encode them for the wire. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { dayOf } from "./split.ts"

/** A number from `minimum` to `maximum`, inclusive. */
export const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

/** An integer from 0 on. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Degrees of a panel. NaN makes it follow the sun. */
export const angle = (minimum: number, maximum: number) =>
  Schema.Union([Schema.Finite, Schema.Literal("nan")]).pipe(
    Schema.decodeTo(
      Schema.Number.check(
        Schema.makeFilter((degrees) => Number.isNaN(degrees) || (degrees >= minimum && degrees <= maximum), {
          expected: `a value between ${minimum} and ${maximum}, or NaN`
        })
      ),
      {
        decode: SchemaGetter.transform((sent: number | "nan") => (sent === "nan" ? Number.NaN : sent)),
        encode: SchemaGetter.transform((degrees: number) => (Number.isNaN(degrees) ? ("nan" as const) : degrees))
      }
    )
  )

/** Metres, or null for the elevation from the map of the service. NaN disables the correction by elevation. */
export const Elevation = Schema.Union([Schema.Finite, Schema.Literal("nan"), Schema.Null]).pipe(
  Schema.decodeTo(Schema.NullOr(Schema.Number), {
    decode: SchemaGetter.transform((sent: number | "nan" | null) => (sent === "nan" ? Number.NaN : sent)),
    encode: SchemaGetter.transform((metres: number | null) => (Number.isNaN(metres) ? ("nan" as const) : metres))
  })
)

/** The south-western and the north-eastern corner of a box. */
export const Box = Schema.Tuple([between(-90, 90), between(-180, 180), between(-90, 90), between(-180, 180)])

/** A word that can stand in a comma-separated list. */
const word = (expected: string) => Schema.String.check(Schema.isPattern(/^[^\s,]+$/, { expected }))

export const Timezone = Schema.NullOr(word("the name of a time zone, such as Europe/Berlin"))

export const Name = word("a name without spaces and commas")

const isDate = (text: string): boolean => dayOf(text) !== undefined

const isTime = (text: string): boolean => /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) && isDate(text.slice(0, 10))

const Instant = Schema.declare(
  (value): value is DateTime.DateTime | Date =>
    value instanceof Date ? !Number.isNaN(value.getTime()) : DateTime.isDateTime(value),
  { expected: "a DateTime or a valid Date" }
)

/** A wall-clock time on a minute, or that of an instant by the clock that `clockOf` reads. */
const wallClock = (clockOf: (instant: DateTime.DateTime) => string) =>
  Schema.String.check(Schema.makeFilter(isTime, { expected: "a time, such as 2026-02-06T00:00" })).pipe(
    Schema.decodeTo(Schema.Union([Schema.String, Instant]), {
      decode: SchemaGetter.passthroughSubtype<string | DateTime.DateTime | Date, string>(),
      encode: SchemaGetter.transform((time: string | DateTime.DateTime | Date) =>
        typeof time === "string" ? time : clockOf(DateTime.makeUnsafe(time)).slice(0, 16)
      )
    })
  )

/** A time by the clock of the place, or that of an instant: in its own time zone if it has one, else in UTC. */
export const ClockTime = wallClock((instant) =>
  new Date(DateTime.toEpochMillis(instant) + offsetOf(instant)).toISOString()
)

/** A time in UTC, or an instant. */
export const UtcTime = wallClock((instant) => DateTime.formatIso(instant))

const offsetOf = (instant: DateTime.DateTime): number => (DateTime.isZoned(instant) ? DateTime.zonedOffset(instant) : 0)

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
