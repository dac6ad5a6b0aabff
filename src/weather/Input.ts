/**
 * Parameters that many services share, with the names that the services use. A parameter that is left out, undefined or
 * null is not sent, and the service's default applies.
 *
 * Each parameter is declared once, as a field whose schema gives its type, its check and its encoding.
 */
import type * as DateTime from "effect/DateTime"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Codecs from "./internal/request/codecs.ts"
import type { QueryFields, Scalar } from "../rest/Declaration.ts"
import * as UnknownFields from "../rest/UnknownFields.ts"
import { Location } from "./Location.ts"
import type { Names } from "./Variables.ts"
import {
  cellSelections,
  lengthUnits,
  precipitationUnits,
  temperatureUnits,
  temporalResolutions,
  timeFormats,
  windSpeedUnits
} from "./variables/Units.ts"

/** A date as `YYYY-MM-DD`, or an instant, whose date is sent: in its own time zone if it has one, else in UTC. */
export type DateInput = string | DateTime.DateTime | Date

/**
 * A time as `YYYY-MM-DDTHH:mm` by the clock of the requested `timezone`, or an instant, whose wall-clock time is sent: in
 * its own time zone if it has one, else in UTC.
 */
export type TimeInput = string | DateTime.DateTime | Date

/** A parameter. The full type of its schema would cost each program compile time. */
export interface Field<out T> extends Schema.ConstraintCodec<T, Scalar | ReadonlyArray<Scalar> | null | undefined> {}

/** Parameters by name. */
export interface Fields {
  readonly [name: PropertyKey]: Field<unknown>
}

/** The types of parameters. */
export type RequiredTypes<F extends Fields> = { readonly [K in keyof F]: F[K]["Type"] }

/** The types of parameters that may be left out. */
export type OptionalTypes<F extends Fields> = { readonly [K in keyof F]?: F[K]["Type"] | undefined }

/** A group of parameters, with the type of their values by name: in declaration files, fields lose their docstrings. */
export interface Group<out T> {
  /** The type of the parameters. It exists for the compiler only. */
  readonly Type: T
  /** The parameters, by name. */
  readonly fields: QueryFields
}

// As in a schema, the type exists for the compiler only.
const groupOf = <T>(fields: QueryFields): Group<T> => ({ fields }) as Group<T>

/** Makes a group of required parameters, and of others that may be left out. */
export const group = <R extends Fields, O extends Fields>(required: R, optional: O) =>
  groupOf<RequiredTypes<R> & OptionalTypes<O>>({ ...required, ...optionalFields(optional) })

const optionalFields = (fields: Fields): QueryFields => Record.map(fields, Schema.optional)

/** Makes a parameter of a schema. */
export const field = <T>(schema: Field<T>): Field<T> => schema

/** A number of days or hours, from 0 on. */
export const count: Field<number> = Codecs.Count

/** Where a place is. */
export const point = {
  /** Degrees north, from -90 to 90. */
  latitude: field(Codecs.between(-90, 90)),
  /** Degrees east, from -180 to 180. */
  longitude: field(Codecs.between(-180, 180))
} as const

const placeOptions = {
  /** Metres above sea level to scale values to; NaN disables scaling. Default: the terrain, from a map of 90 m. */
  elevation: field(Codecs.Elevation),
  /** Time zone for the start of days and for labels, or `auto` for the zone of the place. Default: GMT. */
  timezone: field(Codecs.Timezone)
} as const

/** A place. It can be a `Location` of the geocoding service. */
export interface Place extends RequiredTypes<typeof point>, OptionalTypes<typeof placeOptions> {}

export const Place: Group<Place> = group(point, placeOptions)

const units = {
  /** Default: `celsius`. */
  temperature_unit: field(Schema.Literals(temperatureUnits)),
  /** Default: `kmh`. */
  wind_speed_unit: field(Schema.Literals(windSpeedUnits)),
  /** With `inch`, heights are in feet. Default: `mm`. */
  precipitation_unit: field(Schema.Literals(precipitationUnits)),
  /** With `imperial`, heights are in feet. Default: `metric`. */
  length_unit: field(Schema.Literals(lengthUnits))
} as const

/** Units of the values. */
export interface Units extends OptionalTypes<typeof units> {}

export const Units: Group<Units> = group({}, units)

const format = {
  /** Format of times on the wire. `unixtime` is shorter and faster; the result is the same. Default: `iso8601`. */
  timeformat: field(Schema.Literals(timeFormats)),
  /** Which grid cell to use: on land, on the sea, or the nearest one. Default: `land`, for `Marine` `sea`. */
  cell_selection: field(Schema.Literals(cellSelections))
} as const

/** How the service sends values, and which grid cell they come from. */
export interface Format extends OptionalTypes<typeof format> {}

export const Format: Group<Format> = group({}, format)

const panel = {
  /** Degrees from the horizontal, 0 to 90. NaN follows the sun. Default: 0. */
  tilt: field(Codecs.angle(0, 90)),
  /**
   * Degrees, sent unchanged; NaN follows the sun. The service's documentation and source code differ: in the first, 0 is
   * north, 90 east, 180 south and 270 west; in the second, 0 is south, -90 east, 90 west, and 181 is refused. Default: 0.
   */
  azimuth: field(Codecs.angle(-180, 360))
} as const

/** A solar panel, for `global_tilted_irradiance`. */
export interface Panel extends OptionalTypes<typeof panel> {}

export const Panel: Group<Panel> = group({}, panel)

const resolution = {
  /** How far hourly rows are apart; `native` is the model's own resolution. Default: `hourly`, for `Seasonal` 6 hours. */
  temporal_resolution: field(Schema.Literals(temporalResolutions))
} as const

/** The distance of hourly rows. */
export interface Resolution extends OptionalTypes<typeof resolution> {}

export const Resolution: Group<Resolution> = group({}, resolution)

const hours = {
  /** The first hour, for hourly variables. Default: that of the days. */
  start_hour: field(Codecs.ClockTime),
  /** The last hour, inclusive. Default: that of the days. */
  end_hour: field(Codecs.ClockTime),
  ...resolution,
  /** Number of hours before now. Default: none. */
  past_hours: count,
  /** Number of hours from now. Default: none. */
  forecast_hours: count,
  /** The hour of the day that `past_hours` and `forecast_hours` count from. Default: the current one. */
  initial_hours: count
} as const

/** Hours around now, or a span of hours, instead of whole days, for hourly variables. Give both ends of a span or neither. */
export interface Hours extends OptionalTypes<typeof hours> {}

export const Hours: Group<Hours> = group({}, hours)

const quarters = {
  /** The first quarter of an hour, for `minutely_15`. Default: that of the hours or days. */
  start_minutely_15: field(Codecs.ClockTime),
  /** The last quarter of an hour, inclusive. Default: that of the hours or days. */
  end_minutely_15: field(Codecs.ClockTime),
  /** Number of quarters of an hour before now. Default: none. */
  past_minutely_15: count,
  /** Number of quarters of an hour from now. Default: none. */
  forecast_minutely_15: count,
  /** The quarter of the day that `past_minutely_15` and `forecast_minutely_15` count from. Default: the current one. */
  initial_minutely_15: count
} as const

/** Quarters of an hour around now, or a span of them, instead of whole days, for `minutely_15`. */
export interface Quarters extends OptionalTypes<typeof quarters> {}

export const Quarters: Group<Quarters> = group({}, quarters)

/** The start of a run of a model. Runs exist for a limited time. */
export const run: Field<TimeInput> = field(Codecs.UtcTime)

const span = {
  /** The first day. */
  start_date: field(Codecs.CalendarDate),
  /** The last day, inclusive. */
  end_date: field(Codecs.CalendarDate)
} as const

/** A span of days, including the first and the last. */
export interface Span extends RequiredTypes<typeof span> {}

export const Span: Group<Span> = group(span, {})

const maybeSpan = {
  /** The first day. Default: the days around today. */
  start_date: field(Codecs.CalendarDate),
  /** The last day, inclusive. Default: the days around today. */
  end_date: field(Codecs.CalendarDate)
} as const

/** A span of days instead of the days around today. Give both dates or neither. */
export interface MaybeSpan extends OptionalTypes<typeof maybeSpan> {}

export const MaybeSpan: Group<MaybeSpan> = group({}, maybeSpan)

// The fields of a group have no types of their own: `Place` is the type of them all.
const aPlace = Schema.Struct(Place.fields).annotate(UnknownFields.fits(Location)) as unknown as Schema.ConstraintCodec<
  Place,
  Readonly<Record<string, unknown>>
>

/** The places of an input for several places. */
export class Places extends Schema.Opaque<Places>()(
  Schema.Struct({
    /** The result has this order. Places with an elevation and places without go into separate requests. */
    places: Schema.Array(aPlace),
    /** Time zone of the places that have none of their own. Default: GMT. */
    timezone: Schema.optional(Codecs.Timezone)
  })
) {}

const box = {
  /** The south-western corner, then the north-eastern one: `[latitude, longitude, latitude, longitude]`. */
  bounding_box: field(Codecs.Box)
} as const

const boxOptions = {
  /** Time zone of all cells. It cannot be `auto`. Default: GMT. */
  timezone: field(Codecs.Timezone)
} as const

/** The cells of an input for a box. */
export interface Box extends RequiredTypes<typeof box>, OptionalTypes<typeof boxOptions> {}

export const Box: Group<Box> = group(box, boxOptions)

/** A list of names. The editor completes the names that the service has for the parameter; others are accepted. */
export interface NameList<S extends keyof Names, Parameter extends keyof Names[S]> extends Field<
  ReadonlyArray<Names[S][Parameter]>
> {}

/** A list of variables or models. */
export const names = <S extends keyof Names, Parameter extends keyof Names[S]>(): NameList<S, Parameter> =>
  // Every string is a name. Known ones matter to the editor only.
  Schema.Array(Codecs.Name) as unknown as NameList<S, Parameter>

/** A list of variables or models, at least one. */
export const someNames = <S extends keyof Names, Parameter extends keyof Names[S]>(): NameList<S, Parameter> =>
  // As above.
  Schema.Array(Codecs.Name).check(Schema.isMinLength(1)) as unknown as NameList<S, Parameter>

/** The parameters of a service in addition to the place: its own, and groups that it shares with other services. */
export interface Parameters<out Own extends Fields, out Shared> {
  /** Its own parameters. */
  readonly own: Own
  /** Those that it shares with other services. */
  readonly shared: Group<Shared>
}

/** Declares the parameters of a service in addition to the place: its own, which may be left out, and groups. */
export const parameters = <
  const Own extends Fields,
  A = unknown,
  B = unknown,
  C = unknown,
  D = unknown,
  E = unknown,
  F = unknown,
  G = unknown
>(
  own: Own,
  ...groups: readonly [Group<A>?, Group<B>?, Group<C>?, Group<D>?, Group<E>?, Group<F>?, Group<G>?]
): Parameters<Own, A & B & C & D & E & F & G> => ({
  own,
  shared: groupOf(groups.reduce<QueryFields>((all, group) => ({ ...all, ...group?.fields }), {}))
})

/** The fields of parameters. */
export const fieldsOf = ({ own, shared }: Parameters<Fields, unknown>): QueryFields => ({
  ...optionalFields(own),
  ...shared.fields
})

/** Parameters that forgecast does not know. */
export interface Extra {
  /**
   * Parameters that a service takes and forgecast does not declare, by name. They are sent as they are, lists with commas.
   * They are not secret: logs and errors show them.
   */
  readonly extra?: { readonly [name: string]: Scalar | ReadonlyArray<Scalar> } | undefined
}

/** The type of the input for one place, from the declared parameters. */
export type InputOf<P extends Parameters<Fields, unknown>> = Place &
  OptionalTypes<P["own"]> &
  P["shared"]["Type"] &
  Extra

/** An input for several places. */
export type Many<Input> = Omit<Input, keyof Place> & Places
