/**
 * Parameters that many of the services have, with the wire's names. What is left out, undefined or null is not sent: the
 * service's default holds.
 *
 * A parameter is declared once, as a field with a schema. Its type, its check and what is sent are made from the field.
 */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Codecs from "./internal/request/codecs.ts"
import type { Simplify } from "effect/Types"
import type { Location } from "./Location.ts"
import type { Names } from "./Variables.ts"
import { cellSelections, precipitationUnits, temperatureUnits, timeFormats, windSpeedUnits } from "./variables/Units.ts"

/** `YYYY-MM-DD`. Of an instant its date is sent, in its own zone if it has one, else in UTC. */
export type DateInput = string | DateTime.DateTime | Date

/** Where. A `Location` of the geocoding service is one. */
export class Place extends Schema.Opaque<Place>()(
  Schema.Struct({
    /** Degrees north, from -90 to 90. */
    latitude: Codecs.between(-90, 90),
    /** Degrees east, from -180 to 180. */
    longitude: Codecs.between(-180, 180),
    /** Metres above sea level that values are scaled to; NaN switches that off. Default: of the ground, from a map of 90 m. */
    elevation: Schema.optional(Codecs.Elevation),
    /** Name of the zone by which days begin and labels are made, or `auto` for the place's own. Default: GMT. */
    timezone: Schema.optional(Codecs.Timezone)
  })
) {}

/** The part of an input for several places that says which. */
export class Places extends Schema.Opaque<Places>()(
  Schema.Struct({
    /** Answered in this order. Places of the same kind share requests: those with an elevation, and those without. */
    places: Schema.Array(Place),
    /** Zone of the places that have none of their own. Default: GMT. */
    timezone: Schema.optional(Codecs.Timezone)
  })
) {}

export class Units extends Schema.Opaque<Units>()(
  Schema.Struct({
    /** Default: `celsius`. */
    temperature_unit: Schema.optional(Schema.Literals(temperatureUnits)),
    /** Default: `kmh`. */
    wind_speed_unit: Schema.optional(Schema.Literals(windSpeedUnits)),
    /** With `inch`, heights come in feet. Default: `mm`. */
    precipitation_unit: Schema.optional(Schema.Literals(precipitationUnits))
  })
) {}

export class Format extends Schema.Opaque<Format>()(
  Schema.Struct({
    /** How times go over the wire. `unixtime` is shorter and read faster; the answer is the same. Default: `iso8601`. */
    timeformat: Schema.optional(Schema.Literals(timeFormats)),
    /** Which of the grid's cells around the place: of the land, of the sea, or the nearest. Default: `land`. */
    cell_selection: Schema.optional(Schema.Literals(cellSelections))
  })
) {}

/** A solar panel, for `global_tilted_irradiance`. */
export class Panel extends Schema.Opaque<Panel>()(
  Schema.Struct({
    /** Degrees from the horizontal, 0 to 90. Default: 0. */
    tilt: Schema.optional(Codecs.between(0, 90)),
    /**
     * Degrees, sent as they are given. The service's documentation and its source differ: in the one 0 is north, 90 east,
     * 180 south and 270 west, in the other 0 is south, -90 east and 90 west. Default: 0.
     */
    azimuth: Schema.optional(Codecs.between(-180, 360))
  })
) {}

/** Hours around now, in place of whole days, for hourly values. */
export class Hours extends Schema.Opaque<Hours>()(
  Schema.Struct({
    /** Hours before now. Default: none. */
    past_hours: Codecs.count(100_000),
    /** Hours from now on. Default: none. */
    forecast_hours: Codecs.count(100_000)
  })
) {}

/** From the first to the last day, both included. */
export class Span extends Schema.Opaque<Span>()(
  Schema.Struct({
    /** The first day. */
    start_date: Codecs.CalendarDate,
    /** The last day, included. */
    end_date: Codecs.CalendarDate
  })
) {}

/** Days by their dates, in place of those around today: both or none. */
export class MaybeSpan extends Schema.Opaque<MaybeSpan>()(
  Schema.Struct({
    /** The first day. Default: by the days around today. */
    start_date: Schema.optional(Codecs.CalendarDate),
    /** The last day, included. Default: by the days around today. */
    end_date: Schema.optional(Codecs.CalendarDate)
  })
) {}

/** A list of the names that a service knows for a parameter: they complete in the editor, others pass. */
export interface NameList<S extends keyof Names, Parameter extends keyof Names[S]> extends Schema.ConstraintCodec<
  ReadonlyArray<Names[S][Parameter]>,
  ReadonlyArray<string>
> {}

/** A list of variables or models, one at least. */
export const someNames = <S extends keyof Names, Parameter extends keyof Names[S]>(): NameList<S, Parameter> =>
  // Every string is a name; which ones are known matters to the editor alone.
  Schema.Array(Codecs.Name).check(Schema.isMinLength(1)) as unknown as NameList<S, Parameter>

/** A list of variables or models that may be left out. */
export const names = <S extends keyof Names, Parameter extends keyof Names[S]>(): Schema.optional<
  NameList<S, Parameter>
> =>
  // As above.
  Schema.optional(Schema.Array(Codecs.Name) as unknown as NameList<S, Parameter>)

/** A number of days or hours that may be left out, from 0 to `maximum`. */
export const count: (maximum: number) => Schema.optional<Schema.Int> = Codecs.count

/** A group of parameters. */
export interface Group {
  readonly fields: Schema.Struct.Fields
  readonly Type: object
}

/** The parameters of a service beside the place: its own, and groups that it shares with others. */
export interface Parameters<Own extends Schema.Struct.Fields, Groups extends ReadonlyArray<Group>> {
  readonly own: Own
  readonly groups: Groups
}

/** Declares the parameters of a service beside the place. */
export const parameters = <const Own extends Schema.Struct.Fields, const Groups extends ReadonlyArray<Group>>(
  own: Own,
  ...groups: Groups
): Parameters<Own, Groups> => ({ own, groups })

interface Optional {
  readonly "~type.optionality": "optional"
}

type Of<F extends Schema.Struct.Fields> = {
  readonly [K in keyof F as F[K] extends Optional ? never : K]: F[K]["Type"]
} & {
  readonly [K in keyof F as F[K] extends Optional ? K : never]?: F[K]["Type"]
}

type TypesOf<Groups> = Groups extends readonly [infer First extends Group, ...infer Rest]
  ? First["Type"] & TypesOf<Rest>
  : unknown

/** The input for one place that parameters declare. */
export type InputOf<P> = P extends Parameters<infer Own, infer Groups> ? Place & Of<Own> & TypesOf<Groups> : never

/**
 * The type of a request: an input and no other field. A misspelt field would not be sent, so it is a type error that
 * names the field. The fields of a `Location` may stand beside an input for one place.
 */
export type Exact<Request, Input, Name extends string, Beside = keyof Location> = Simplify<Input> & {
  readonly [K in Exclude<keyof Request, keyof Input | Beside>]: `${K & string} is not a parameter of ${Name}`
}

/** An input for several places. */
export type Many<Input> = Omit<Input, keyof Place> & Places
