/**
 * The cells of a box as a grid: rows from south to north, and columns from west to east.
 *
 * ```ts
 * const cells = yield* Forecast.getMany.within({ bounding_box: [47.4, 9.2, 47.7, 9.6], models: ["icon_d2"], daily })
 * const grid = yield* Effect.fromResult(Grid.of(cells))
 * Grid.toText(grid, ({ daily }) => Series.max(daily, "temperature_2m_max"))
 * ```
 */
import * as Data from "effect/Data"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Site } from "./Answer.ts"

/** Cells in rows and columns. */
export interface Grid<out A> {
  /** The number of rows. */
  readonly rows: number
  /** The number of columns. */
  readonly columns: number
  /** The latitude of each row, from south to north. */
  readonly latitudes: Float64Array
  /** The longitude of each column, from west to east. */
  readonly longitudes: Float64Array
  /** The cells, row by row from the south-west. Undefined where the model has none. */
  readonly cells: ReadonlyArray<A | undefined>
}

/** The cells are not a grid: there are none, they have no coordinates, or the grid of the model is turned or bent. */
export class GridFailed extends Data.TaggedError("GridFailed")<{
  /** One sentence for people. */
  readonly message: string
}> {}

/** Coordinates are single precision in the service, so neighbours in a row differ by less. */
const precision = 1e4

const distinct = (values: ReadonlyArray<number>): Float64Array =>
  Float64Array.from(new Map(values.map((value) => [Math.round(value * precision), value])).values()).toSorted()

/**
 * Makes a grid of cells, in any order. Fails if they are not a grid along parallels and meridians: models with turned,
 * bent or reduced grids (`gfs_hrrr`, `knmi_harmonie_arome_netherlands`, ECMWF's native one) cannot be made into one.
 */
export const of = <A extends Pick<Site, "latitude" | "longitude">>(
  cells: ReadonlyArray<A>
): Result.Result<Grid<A>, GridFailed> => {
  if (cells.length === 0) return Result.fail(new GridFailed({ message: "There are no cells." }))
  if (cells.some(({ latitude, longitude }) => !Number.isFinite(latitude + longitude))) {
    return Result.fail(new GridFailed({ message: "Some cells have no coordinates." }))
  }
  const latitudes = distinct(cells.map(({ latitude }) => latitude))
  const longitudes = distinct(cells.map(({ longitude }) => longitude))
  const [rows, columns] = [latitudes.length, longitudes.length]
  if (rows * columns > 2 * cells.length) {
    const message = `${cells.length} cells are not a grid: they have ${rows} latitudes and ${columns} longitudes.`
    return Result.fail(new GridFailed({ message }))
  }
  const indexOf = (values: Float64Array) =>
    new Map(Array.from(values, (value, index) => [Math.round(value * precision), index]))
  const [rowOf, columnOf] = [indexOf(latitudes), indexOf(longitudes)]
  const placed: Array<A | undefined> = Array.from({ length: rows * columns }, () => undefined)
  for (const cell of cells) {
    const row = rowOf.get(Math.round(cell.latitude * precision)) ?? 0
    placed[row * columns + (columnOf.get(Math.round(cell.longitude * precision)) ?? 0)] = cell
  }
  return Result.succeed({ rows, columns, latitudes, longitudes, cells: placed })
}

/** Returns the cell of a row and a column. None if the model has none there. */
export const at: {
  (row: number, column: number): <A>(grid: Grid<A>) => Option.Option<A>
  <A>(grid: Grid<A>, row: number, column: number): Option.Option<A>
} = dual(3, <A>({ cells, columns, rows }: Grid<A>, row: number, column: number): Option.Option<A> =>
  row >= 0 && row < rows && column >= 0 && column < columns
    ? Option.fromUndefinedOr(cells[row * columns + column])
    : Option.none()
)

/** Returns a value for each cell, row by row from the south-west. NaN where there is no cell. */
export const values: {
  <A>(of: (cell: A) => number): (grid: Grid<A>) => Float64Array
  <A>(grid: Grid<A>, of: (cell: A) => number): Float64Array
} = dual(2, <A>({ cells }: Grid<A>, of: (cell: A) => number): Float64Array =>
  Float64Array.from(cells, (cell) => (cell === undefined ? Number.NaN : of(cell)))
)

/** Options of `toText`. */
export interface TextOptions {
  /** The number of decimals. Default: 0. */
  readonly decimals?: number | undefined
}

const textOf = <A>(grid: Grid<A>, of: (cell: A) => number, { decimals = 0 }: TextOptions = {}): string => {
  const texts = Array.from(values(grid, of), (value) => (Number.isNaN(value) ? "–" : value.toFixed(decimals)))
  const width = texts.reduce((most, text) => Math.max(most, text.length), 0) + 1
  const lines = Array.from(grid.latitudes, (latitude, row) => {
    const cells = texts.slice(row * grid.columns, (row + 1) * grid.columns)
    return `${`${latitude.toFixed(2)}°`.padStart(7)} ${cells.map((text) => text.padStart(width)).join("")}\n`
  })
  return lines.toReversed().join("")
}

/** Draws a value for each cell as text: a line for each row, north at the top, each starting with its latitude. */
export const toText: {
  <A>(of: (cell: A) => number, options?: TextOptions): (grid: Grid<A>) => string
  <A>(grid: Grid<A>, of: (cell: A) => number, options?: TextOptions): string
} = dual((args) => typeof args[0] !== "function", textOf)

/** Options of `toSvg`. */
export interface SvgOptions {
  /** The color of a value, as in CSS. NaN is a missing one. Default: from blue, the least, to red, the most; grey for NaN. */
  readonly color?: ((value: number) => string) | undefined
}

/** From blue to red. */
const colorsOf = (all: Float64Array): ((value: number) => string) => {
  const known = all.filter((value) => !Number.isNaN(value))
  const least = known.reduce((least, value) => Math.min(least, value), Infinity)
  const most = known.reduce((most, value) => Math.max(most, value), -Infinity)
  return (value) => {
    if (Number.isNaN(value)) return "#ccc"
    const share = most > least ? (value - least) / (most - least) : 0.5
    return `hsl(${Math.round(240 * (1 - share))} 70% 55%)`
  }
}

/** The distance of neighbours; a degree if there is only one. */
const stepOf = (values: Float64Array): number =>
  values.length < 2 ? 1 : ((values.at(-1) ?? 0) - (values[0] ?? 0)) / (values.length - 1)

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const svgOf = <A>(grid: Grid<A>, of: (cell: A) => number, options: SvgOptions = {}): string => {
  const all = values(grid, of)
  const color = options.color ?? colorsOf(all)
  const [south = 0, west = 0] = [grid.latitudes[0], grid.longitudes[0]]
  const north = grid.latitudes.at(-1) ?? 0
  const height = stepOf(grid.latitudes)
  // A degree of longitude is shorter, the farther it is from the equator.
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const width = stepOf(grid.longitudes) * narrowing
  const squares = Array.from(all, (value, index) => {
    const x = (((grid.longitudes[index % grid.columns] ?? 0) - west) * narrowing).toFixed(4)
    const y = (north - (grid.latitudes[Math.floor(index / grid.columns)] ?? 0)).toFixed(4)
    const title = Number.isNaN(value) ? "–" : String(value)
    const size = `width="${width.toFixed(4)}" height="${height.toFixed(4)}"`
    return `<rect x="${x}" y="${y}" ${size} fill="${escaped(color(value))}"><title>${title}</title></rect>`
  })
  const last = grid.longitudes.at(-1) ?? 0
  const view = `0 0 ${((last - west) * narrowing + width).toFixed(4)} ${(north - south + height).toFixed(4)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${squares.join("")}</svg>`
}

/**
 * Draws a value for each cell as SVG: a rectangle for each cell, north at the top, with its value as its title. Degrees
 * of longitude are as wide as they are in the middle of the box.
 */
export const toSvg: {
  <A>(of: (cell: A) => number, options?: SvgOptions): (grid: Grid<A>) => string
  <A>(grid: Grid<A>, of: (cell: A) => number, options?: SvgOptions): string
} = dual((args) => typeof args[0] !== "function", svgOf)
