/** Fields of inputs: what is refused before it is sent, and how the rest goes onto the wire. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import type { Rule } from "../../rest/Declaration.ts"
import * as Units from "../variables/Units.ts"
import { dayOf } from "./split.ts"

const between = (minimum: number, maximum: number) => Schema.isBetween({ minimum, maximum })

const optional = Schema.optional

/** Metres, null for what the service knows itself; NaN switches the correction by elevation off. */
const Elevation = /* @__PURE__ */ Schema.Union([Schema.Finite, Schema.Literal("nan"), Schema.Null]).pipe(
  /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.NullOr(Schema.Number), {
    decode: /* @__PURE__ */ SchemaGetter.transform((sent: number | "nan" | null) =>
      sent === "nan" ? Number.NaN : sent
    ),
    encode: /* @__PURE__ */ SchemaGetter.transform((metres: number | null) =>
      Number.isNaN(metres) ? ("nan" as const) : metres
    )
  })
)

/** A word that stands in a comma-separated list. */
const word = (expected: string) => Schema.String.check(Schema.isPattern(/^[^\s,]+$/, { expected }))

const Timezone = /* @__PURE__ */ Schema.NullOr(/* @__PURE__ */ word("the name of a zone, such as Europe/Berlin"))

/** One place. */
export const place = {
  latitude: /* @__PURE__ */ Schema.Finite.check(/* @__PURE__ */ between(-90, 90)),
  longitude: /* @__PURE__ */ Schema.Finite.check(/* @__PURE__ */ between(-180, 180)),
  elevation: /* @__PURE__ */ optional(Elevation),
  timezone: /* @__PURE__ */ optional(Timezone)
}

/** One of several places; those without a zone have that of the request. */
export const places = { places: /* @__PURE__ */ Schema.Array(/* @__PURE__ */ Schema.Struct(place)) }

export const timezone = { timezone: place.timezone }

const NameList = /* @__PURE__ */ Schema.Array(/* @__PURE__ */ word("a name"))

/** Names of variables or models. */
export const Names = /* @__PURE__ */ optional(NameList)

/** One name at the least. */
export const SomeNames = /* @__PURE__ */ NameList.check(/* @__PURE__ */ Schema.isMinLength(1))

const isDate = (text: string): boolean => dayOf(text) !== undefined

/** A date, or the date of an instant: in its own zone if it has one, else in UTC. */
const DateInput = /* @__PURE__ */ Schema.String.check(
  /* @__PURE__ */ Schema.makeFilter(isDate, { expected: "a date, such as 2026-02-06" })
).pipe(
  /* @__PURE__ */ Schema.decodeTo(
    /* @__PURE__ */ Schema.Union([Schema.String, Schema.DateTimeUtc, Schema.DateTimeZoned, Schema.Date]),
    {
      decode: /* @__PURE__ */ SchemaGetter.passthroughSubtype<string | DateTime.DateTime | Date, string>(),
      encode: /* @__PURE__ */ SchemaGetter.transform((date: string | DateTime.DateTime | Date) =>
        typeof date === "string" ? date : DateTime.formatIsoDate(DateTime.makeUnsafe(date))
      )
    }
  )
)

/** From the first to the last day, both included. */
export const span = { start_date: DateInput, end_date: DateInput }

export const maybeSpan = {
  start_date: /* @__PURE__ */ optional(DateInput),
  end_date: /* @__PURE__ */ optional(DateInput)
}

export const units = {
  temperature_unit: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Literals(Units.temperatureUnits)),
  wind_speed_unit: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Literals(Units.windSpeedUnits)),
  precipitation_unit: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Literals(Units.precipitationUnits))
}

export const format = {
  timeformat: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Literals(Units.timeFormats)),
  cell_selection: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Literals(Units.cellSelections))
}

export const panel = {
  tilt: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Finite.check(/* @__PURE__ */ between(0, 90))),
  azimuth: /* @__PURE__ */ optional(/* @__PURE__ */ Schema.Finite.check(/* @__PURE__ */ between(-180, 360)))
}

export const count = (maximum: number) => optional(Schema.Int.check(between(0, maximum)))

/** Hours around now. */
export const hours = { past_hours: /* @__PURE__ */ count(100_000), forecast_hours: /* @__PURE__ */ count(100_000) }

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const startOf = (input: Readonly<Record<string, unknown>>): number | undefined => dayOf(String(input["start_date"]))

const endOf = (input: Readonly<Record<string, unknown>>): number | undefined => dayOf(String(input["end_date"]))

/** What holds for each span of days. */
export const spanRules: ReadonlyArray<Rule> = [
  {
    path: "end_date",
    reason: "is missing: a start_date needs one",
    isBroken: (input) => isGiven(input["start_date"]) && !isGiven(input["end_date"])
  },
  {
    path: "start_date",
    reason: "is missing: an end_date needs one",
    isBroken: (input) => isGiven(input["end_date"]) && !isGiven(input["start_date"])
  },
  {
    path: "end_date",
    reason: "is before start_date",
    isBroken: (input) => (endOf(input) ?? Infinity) < (startOf(input) ?? -Infinity)
  },
  ...["forecast_days", "past_days"].map((path) => ({
    path,
    reason: "can't be given together with start_date and end_date",
    isBroken: (input: Readonly<Record<string, unknown>>) => isGiven(input["start_date"]) && isGiven(input[path])
  }))
]

/** No data lies outside of these dates. */
export const within = (from: string, to?: string): ReadonlyArray<Rule> => [
  {
    path: "start_date",
    reason: `is before ${from}, when the data begins`,
    isBroken: (input) => (startOf(input) ?? Infinity) < (dayOf(from) ?? -Infinity)
  },
  ...(to === undefined
    ? []
    : [
        {
          path: "end_date",
          reason: `is after ${to}, when the data ends`,
          isBroken: (input: Readonly<Record<string, unknown>>) => (endOf(input) ?? -Infinity) > (dayOf(to) ?? Infinity)
        }
      ])
]
