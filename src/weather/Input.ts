/**
 * Parameters that many services share, with the names that the services use. A parameter that is left out, undefined or
 * null is not sent, and the service's default applies.
 *
 * Each parameter is declared once, as a field with a schema. Its type, its check and its encoding follow from the
 * field.
 */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Codecs from "./internal/request/codecs.ts"
import type { Simplify } from "effect/Types"
import type { Location } from "./Location.ts"
import type { Names } from "./Variables.ts"
import { cellSelections, precipitationUnits, temperatureUnits, timeFormats, windSpeedUnits } from "./variables/Units.ts"

/** A date as `YYYY-MM-DD`, or an instant, whose date is sent: in its own time zone if it has one, else in UTC. */
export type DateInput = string | DateTime.DateTime | Date

/** A place. It can be a `Location` of the geocoding service. */
export class Place extends Schema.Opaque<Place>()(
  Schema.Struct({
    /** Degrees north, from -90 to 90. */
    latitude: Codecs.between(-90, 90),
    /** Degrees east, from -180 to 180. */
    longitude: Codecs.between(-180, 180),
    /** Metres above sea level to scale values to; NaN disables scaling. Default: the terrain, from a map of 90 m. */
    elevation: Schema.optional(Codecs.Elevation),
    /** Time zone for the start of days and for labels, or `auto` for the zone of the place. Default: GMT. */
    timezone: Schema.optional(Codecs.Timezone)
  })
) {}

/** The places of an input for several places. */
export class Places extends Schema.Opaque<Places>()(
  Schema.Struct({
    /** The result has this order. Places with an elevation and places without go into separate requests. */
    places: Schema.Array(Place),
    /** Time zone of the places that have none of their own. Default: GMT. */
    timezone: Schema.optional(Codecs.Timezone)
  })
) {}

export class Units extends Schema.Opaque<Units>()(
  Schema.Struct({
    /** Default: `celsius`. */
    temperature_unit: Schema.optional(Schema.Literals(temperatureUnits)),
    /** Default: `kmh`. */
    wind_speed_unit: Schema.optional(Schema.Literals(windSpeedUnits)),
    /** With `inch`, heights are in feet. Default: `mm`. */
    precipitation_unit: Schema.optional(Schema.Literals(precipitationUnits))
  })
) {}

export class Format extends Schema.Opaque<Format>()(
  Schema.Struct({
    /** Format of times on the wire. `unixtime` is shorter and faster; the result is the same. Default: `iso8601`. */
    timeformat: Schema.optional(Schema.Literals(timeFormats)),
    /** Which grid cell to use: on land, on the sea, or the nearest one. Default: `land`. */
    cell_selection: Schema.optional(Schema.Literals(cellSelections))
  })
) {}

/** A solar panel, for `global_tilted_irradiance`. */
export class Panel extends Schema.Opaque<Panel>()(
  Schema.Struct({
    /** Degrees from the horizontal, 0 to 90. Default: 0. */
    tilt: Schema.optional(Codecs.between(0, 90)),
    /**
     * Degrees, sent unchanged. The service's documentation and source code differ: in the documentation, 0 is north, 90
     * east, 180 south and 270 west; in the source code, 0 is south, -90 east and 90 west. Default: 0.
     */
    azimuth: Schema.optional(Codecs.between(-180, 360))
  })
) {}

/** Hours around now instead of whole days, for hourly variables. */
export class Hours extends Schema.Opaque<Hours>()(
  Schema.Struct({
    /** Number of hours before now. Default: none. */
    past_hours: Codecs.count(100_000),
    /** Number of hours from now. Default: none. */
    forecast_hours: Codecs.count(100_000)
  })
) {}

/** A span of days, including the first and the last. */
export class Span extends Schema.Opaque<Span>()(
  Schema.Struct({
    /** The first day. */
    start_date: Codecs.CalendarDate,
    /** The last day, inclusive. */
    end_date: Codecs.CalendarDate
  })
) {}

/** A span of days instead of the days around today. Give both dates or neither. */
export class MaybeSpan extends Schema.Opaque<MaybeSpan>()(
  Schema.Struct({
    /** The first day. Default: the days around today. */
    start_date: Schema.optional(Codecs.CalendarDate),
    /** The last day, inclusive. Default: the days around today. */
    end_date: Schema.optional(Codecs.CalendarDate)
  })
) {}

/** A list of names. The editor completes the names that the service has for the parameter; others are accepted. */
export interface NameList<S extends keyof Names, Parameter extends keyof Names[S]> extends Schema.ConstraintCodec<
  ReadonlyArray<Names[S][Parameter]>,
  ReadonlyArray<string>
> {}

/** A list of variables or models, at least one. */
export const someNames = <S extends keyof Names, Parameter extends keyof Names[S]>(): NameList<S, Parameter> =>
  // Every string is a name. The known names matter to the editor only.
  Schema.Array(Codecs.Name).check(Schema.isMinLength(1)) as unknown as NameList<S, Parameter>

/** An optional list of variables or models. */
export const names = <S extends keyof Names, Parameter extends keyof Names[S]>(): Schema.optional<
  NameList<S, Parameter>
> =>
  // As above.
  Schema.optional(Schema.Array(Codecs.Name) as unknown as NameList<S, Parameter>)

/** An optional number of days or hours, from 0 to `maximum`. */
export const count: (maximum: number) => Schema.optional<Schema.Int> = Codecs.count

/** A group of parameters. */
export interface Group {
  readonly fields: Schema.Struct.Fields
  readonly Type: object
}

/** The parameters of a service in addition to the place: its own, and groups that it shares with other services. */
export interface Parameters<Own extends Schema.Struct.Fields, Groups extends ReadonlyArray<Group>> {
  readonly own: Own
  readonly groups: Groups
}

/** Declares the parameters of a service in addition to the place. */
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

/** The type of the input for one place, from the declared parameters. */
export type InputOf<P> = P extends Parameters<infer Own, infer Groups> ? Place & Of<Own> & TypesOf<Groups> : never

/**
 * The type of a request: the fields of an input and no others. A misspelt field would not be sent, so it is a type
 * error that names the field. A request for one place may also have the fields of a `Location`.
 */
export type Exact<Request, Input, Name extends string, Beside = keyof Location> = Simplify<Input> & {
  readonly [K in Exclude<keyof Request, keyof Input | Beside>]: `${K & string} is not a parameter of ${Name}`
}

/** An input for several places. */
export type Many<Input> = Omit<Input, keyof Place> & Places
