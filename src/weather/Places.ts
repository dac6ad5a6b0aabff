/**
 * Many places: each answer together with the place that was requested.
 *
 * ```ts
 * const places = [{ name: "Oslo", latitude: 59.91, longitude: 10.75 }, { name: "Bergen", latitude: 60.39, longitude: 5.32 }]
 * const answers = yield* Forecast.getMany({ places, hourly: ["temperature_2m"] })
 * const all = yield* Effect.fromResult(Places.of(places, answers))
 * const table = Places.toTable(all, "hourly")
 * ```
 *
 * `Places` is an array: it is iterated, filtered and mapped like any other. The values of a place are those of a cell
 * of the model, whose distance is stated.
 */
import * as Data from "effect/Data"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Site } from "./Answer.ts"
import { type Pieces, piecesOf } from "./internal/places/pieces.ts"
import * as Held from "./internal/series/held.ts"
import type { AnySeries } from "./series/Model.ts"
import * as Text from "./series/Text.ts"

/** Where something is. */
export interface Point {
  /** Degrees north. */
  readonly latitude: number
  /** Degrees east. */
  readonly longitude: number
}

/** A place that was requested. It can be a `Location` of the geocoding service. */
export interface Requested extends Point {
  /** Metres above sea level; null or absent if unknown. */
  readonly elevation?: number | null | undefined
  /** What people call it. */
  readonly name?: string | undefined
}

/** A place, and what the service answered for it. */
export interface Place<out A> extends Point {
  /** Its name, or its coordinates: `60.39, 5.32`. */
  readonly name: string
  /** Metres above sea level, as requested; null if unknown. */
  readonly elevation: number | null
  /** Metres from the place to the centre of the cell; NaN if the service does not say where the cell is. */
  readonly distance: number
  /**
   * How much higher the elevation is that the values are scaled to, in metres; null if either is unknown. If an
   * elevation is requested, the service scales to it, and the difference is 0.
   */
  readonly elevationDifference: number | null
  /** The answer. Its coordinates are those of the cell. */
  readonly answer: A
}

/** Places with their answers, in the order of the request. */
export type Places<A> = ReadonlyArray<Place<A>>

/** There are more or fewer answers than places. */
export class PlacesFailed extends Data.TaggedError("PlacesFailed")<{
  /** The number of places. */
  readonly places: number
  /** The number of answers. */
  readonly answers: number
  /** One sentence for people. */
  readonly message: string
}> {}

/** The mean radius of the earth in metres: that of a sphere. The distance is up to 0.5 % off. */
const radius = 6_371_008.8

/** The shortest distance over the ground in metres, on a sphere (haversine). NaN if a coordinate is. */
export const distance: {
  (to: Point): (from: Point) => number
  (from: Point, to: Point): number
} = dual(2, (from: Point, to: Point): number => {
  const radians = Math.PI / 180
  const [a, b] = [from.latitude * radians, to.latitude * radians]
  const north = Math.sin((b - a) / 2) ** 2
  const east = Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(north + Math.cos(a) * Math.cos(b) * east)))
})

const placeOf = <A extends Pick<Site, "latitude" | "longitude" | "elevation">>(
  { elevation = null, latitude, longitude, name }: Requested,
  answer: A
): Place<A> => {
  const height = elevation !== null && Number.isNaN(elevation) ? null : elevation
  return {
    name: name ?? `${latitude}, ${longitude}`,
    latitude,
    longitude,
    elevation: height,
    distance: distance({ latitude, longitude }, answer),
    elevationDifference: height === null || answer.elevation === null ? null : answer.elevation - height,
    answer
  }
}

/** Combines answers with the places that were requested, in their order. Fails if there are not as many of both. */
export const of = <A extends Pick<Site, "latitude" | "longitude" | "elevation">>(
  places: ReadonlyArray<Requested>,
  answers: ReadonlyArray<A>
): Result.Result<Places<A>, PlacesFailed> => {
  if (places.length !== answers.length) {
    const message = `There are ${places.length} places and ${answers.length} answers.`
    return Result.fail(new PlacesFailed({ places: places.length, answers: answers.length, message }))
  }
  return Result.succeed(answers.flatMap((answer, i) => places.slice(i, i + 1).map((place) => placeOf(place, answer))))
}

/** Makes places from the cells of a box, as `getMany.within` returns them: each is where its cell is. */
export const ofCells = <A extends Pick<Site, "latitude" | "longitude" | "elevation">>(
  answers: ReadonlyArray<A>
): Places<A> => answers.map((answer) => placeOf(answer, answer))

/** Returns the place nearest to a point. None if there is no place with coordinates. */
export const nearest: {
  (point: Point): <A>(places: Places<A>) => Option.Option<Place<A>>
  <A>(places: Places<A>, point: Point): Option.Option<Place<A>>
} = dual(2, <A>(places: Places<A>, point: Point): Option.Option<Place<A>> => {
  let best = Infinity
  let found: Place<A> | undefined
  for (const place of places) {
    const metres = distance(point, place)
    if (metres < best) [best, found] = [metres, place]
  }
  return Option.fromUndefinedOr(found)
})

/** The columns of a block. */
export type ColumnsOf<A, Block> = Block extends keyof A
  ? Exclude<A[Block], undefined> extends AnySeries<infer C>
    ? C
    : never
  : never

/** The blocks of an answer that are series. */
export type BlockOf<A> = { [K in keyof A]-?: Exclude<A[K], undefined> extends AnySeries ? K : never }[keyof A] & string

/** Options of tables. */
export interface TableOptions {
  /**
   * The models of the request, as in the names of the columns. With them, there are rows for each model, and its columns
   * have the names of the variables. Default: a column for each variable and model.
   */
  readonly models?: ReadonlyArray<string> | undefined
}

/** A row for each place and instant, in columns. */
export interface Table<in C extends string> {
  /** The number of rows. */
  readonly length: number
  /** The places, which rows name by their index. */
  readonly places: ReadonlyArray<Omit<Place<unknown>, "answer">>
  /** The models, which rows name by their index. Empty without the option. */
  readonly models: ReadonlyArray<string>
  /** The index of the place of each row. */
  readonly place: Int32Array
  /** The index of the model of each row. */
  readonly model: Int32Array
  /** The degrees north of the place of each row. */
  readonly latitude: Float64Array
  /** The degrees east of the place of each row. */
  readonly longitude: Float64Array
  /** The instants of the rows, in milliseconds since 1970 (UTC). They ascend within a place. */
  readonly time: Float64Array
  /** Whether the rows are days, weeks, months or years. */
  readonly dates: boolean
  /** The columns, with NaN where a place has no value. */
  readonly columns: { readonly [K in C]: Float64Array }
  /** The unit of each column; `undefined` if no place has the column. */
  readonly units: { readonly [K in C]: string }
}

const tableOf = (places: Places<object>, { names, pieces, units, dates }: Pieces, models: ReadonlyArray<string>) => {
  const length = pieces.reduce((sum, { series }) => sum + series.length, 0)
  const [latitude, longitude, time] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const [place, model] = [new Int32Array(length), new Int32Array(length)]
  const columns = new Map(names.map((name) => [name, new Float64Array(length).fill(Number.NaN)]))
  let row = 0
  for (const piece of pieces) {
    const end = row + piece.series.length
    const at = places[piece.place]
    place.fill(piece.place, row, end)
    model.fill(piece.model, row, end)
    latitude.fill(at?.latitude ?? Number.NaN, row, end)
    longitude.fill(at?.longitude ?? Number.NaN, row, end)
    time.set(piece.series.time, row)
    for (const [name, column] of piece.columns) if (column !== undefined) columns.get(name)?.set(column.values, row)
    row = end
  }
  return {
    length,
    places: places.map(({ distance, elevation, elevationDifference, latitude, longitude, name }) => ({
      name,
      latitude,
      longitude,
      elevation,
      distance,
      elevationDifference
    })),
    models,
    place,
    model,
    latitude,
    longitude,
    time,
    dates,
    columns: Object.fromEntries(columns),
    units: Object.fromEntries(units)
  }
}

/**
 * Makes one long table of a block of all places: a row for each place and instant. A place without the block has no rows.
 */
export const toTable: {
  <const Block extends string>(
    block: Block,
    options?: TableOptions & { readonly models?: undefined }
  ): <A extends object>(places: Places<A>) => Table<ColumnsOf<A, Block>>
  (
    block: string,
    options: TableOptions & { readonly models: ReadonlyArray<string> }
  ): <A extends object>(places: Places<A>) => Table<string>
  <A extends object, const Block extends BlockOf<A>>(
    places: Places<A>,
    block: Block,
    options?: TableOptions & { readonly models?: undefined }
  ): Table<ColumnsOf<A, Block>>
  <A extends object>(
    places: Places<A>,
    block: BlockOf<A>,
    options: TableOptions & { readonly models: ReadonlyArray<string> }
  ): Table<string>
} = dual(
  (args) => Array.isArray(args[0]),
  // The names of the columns are those of the block.
  (places: Places<object>, block: string, { models }: TableOptions = {}): Table<string> =>
    tableOf(places, piecesOf(places, block, models), models ?? [])
)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The lines of a place. Those of its series come from the CSV of series. */
const linesOf = function* (
  places: Places<object>,
  { names, pieces, units }: Pieces,
  models: ReadonlyArray<string> | undefined
): Generator<string, void, undefined> {
  const heads = names.map((name) => {
    const unit = units.get(name) ?? ""
    return quoted(unit === "" || unit === "undefined" ? name : `${name} (${unit})`)
  })
  yield ["place", ...(models === undefined ? [] : ["model"]), "latitude", "longitude", "time", ...heads].join(",")
  for (const { columns, model, place, series } of pieces) {
    const at = places[place]
    const start = [
      quoted(at?.name ?? ""),
      ...(models === undefined ? [] : [quoted(models[model] ?? "")]),
      at?.latitude ?? "",
      at?.longitude ?? "",
      ""
    ].join(",")
    const whole = new Map(Array.from(columns, ([name, column]) => [name, column ?? Held.missing(series.length)]))
    const lines = Text.csvLines(Held.make({ ...Held.partsOf(series), columns: whole, absent: [] }))
    lines.next()
    for (const line of lines) yield start + line
  }
}

/**
 * Iterates over the lines of a CSV of all places, without line breaks: place, latitude, longitude, time, and the columns of
 * the block, as `Series.csvLines` has them. Keeps the lines of one place at a time in memory.
 */
export const csvLines: {
  (block: string, options?: TableOptions): <A extends object>(places: Places<A>) => Generator<string, void, undefined>
  <A extends object>(places: Places<A>, block: BlockOf<A>, options?: TableOptions): Generator<string, void, undefined>
} = dual(
  (args) => Array.isArray(args[0]),
  (places: Places<object>, block: string, { models }: TableOptions = {}): Generator<string, void, undefined> =>
    linesOf(places, piecesOf(places, block, models), models)
)

/** A value of JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** Places in GeoJSON (RFC 7946). */
export interface GeoJson {
  /** What it is: a collection. */
  readonly type: "FeatureCollection"
  /** The places, each a point with properties. */
  readonly features: ReadonlyArray<{
    readonly type: "Feature"
    /** Longitude, then latitude. Null for a place without coordinates. */
    readonly geometry: { readonly type: "Point"; readonly coordinates: readonly [number, number] } | null
    readonly properties: { readonly [name: string]: Json }
  }>
}

/** JSON has no NaN: it is null. */
const jsonOf = (value: Json): Json => {
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (typeof value !== "object" || value === null) return value
  return Array.isArray(value)
    ? value.map(jsonOf)
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonOf(inner)]))
}

/**
 * Makes GeoJSON from places, with their name, elevation and distance as properties, and those that `properties`
 * returns. NaN is null. Elevations are properties: a third coordinate would be the height above the ellipsoid.
 */
export const toGeoJson: {
  <A>(properties?: (place: Place<A>) => { readonly [name: string]: Json }): (places: Places<A>) => GeoJson
  <A>(places: Places<A>, properties?: (place: Place<A>) => { readonly [name: string]: Json }): GeoJson
} = dual(
  (args) => Array.isArray(args[0]),
  <A>(places: Places<A>, properties: (place: Place<A>) => { readonly [name: string]: Json } = () => ({})): GeoJson => ({
    type: "FeatureCollection",
    features: places.map((place) => {
      const { distance, elevation, latitude, longitude, name } = place
      const isKnown = Number.isFinite(latitude) && Number.isFinite(longitude)
      const own = Object.entries({ name, elevation, distance, ...properties(place) })
      return {
        type: "Feature",
        geometry: isKnown ? { type: "Point", coordinates: [longitude, latitude] } : null,
        properties: Object.fromEntries(own.map(([key, value]) => [key, jsonOf(value)]))
      }
    })
  })
)
