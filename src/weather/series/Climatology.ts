/** What is usual at a place: statistics of many years by the day of the year, the hour, the month or the season. */
import type * as DateTime from "effect/DateTime"
import { dual } from "effect/Function"
import { columnOf } from "../internal/series/aggregate.ts"
import { endsOf, zoneOf } from "../internal/series/calendar.ts"
import { placeIn, placesOf } from "../internal/series/clock.ts"
import * as Held from "../internal/series/held.ts"
import { eachBag, moving, scratchOf, type Windows } from "../internal/series/moving.ts"
import type { Aggregate } from "./Aggregate.ts"
import type { AnySeries, Column, Cycle, Series } from "./Model.ts"
import type { Aggregation, SourceOf } from "./Resample.ts"
import { turn } from "../internal/series/turn.ts"

export type { Cycle } from "./Model.ts"

/** Options of `make` and `ranks`. */
export interface CycleOptions {
  /** What rows are grouped by. */
  readonly by: Cycle
  /**
   * How many days, hours, months or seasons are taken together: 15 is the day itself, and seven days before and after it.
   * An even number counts as one less. 1 by default. Windows go around the turn of the cycle. 29 February is a day in
   * all years, so in other years a window across it has a day less.
   */
  readonly window?: number | undefined
  /** The zone whose calendar is meant; that of the place by default, by its rules. */
  readonly zone?: DateTime.TimeZone | undefined
  /** How many values a window must have; 1 by default. With fewer it is NaN, except a count. */
  readonly minCount?: number | undefined
}

/** What is usual, for each day, hour, month or season. */
export interface Climatology<C extends string> {
  /** What it is grouped by. */
  readonly by: Cycle
  /** The zone of its calendar. */
  readonly zone: DateTime.TimeZone
  /** The name of each place: `02-29` for a day, `23` for an hour, `02` for a month, `DJF`, `MAM`, `JJA` or `SON`. */
  readonly labels: ReadonlyArray<string>
  /** The values of each column, as many as there are labels. NaN where there are none. */
  readonly columns: { readonly [K in C]: Column }
}

/** The rows in the order of their places. */
interface Sorted {
  /** The index of each row. */
  readonly rows: Int32Array
  /** Where the rows of each place begin, and at last where they end. */
  readonly starts: Int32Array
}

/** A row belongs to the place of its middle. */
const placesFor = (series: AnySeries, by: Cycle, zone: DateTime.TimeZone): Int32Array => {
  const endOf = endsOf(series)
  const placeAt = placeIn(by, zone)
  const { period, time } = series
  const half = typeof period === "number" ? period / 2 : undefined
  const places = new Int32Array(series.length)
  for (let i = 0; i < places.length; i++) {
    const start = time[i] ?? Number.NaN
    places[i] = placeAt(half === undefined ? (start + endOf(i)) / 2 : start + half)
  }
  return places
}

const sortedBy = (places: Int32Array, size: number): Sorted => {
  const starts = new Int32Array(size + 1)
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? 0
    starts[place + 1] = (starts[place + 1] ?? 0) + 1
  }
  for (let place = 0; place < size; place++) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
  const next = starts.slice()
  const rows = new Int32Array(places.length)
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? 0
    const at = next[place] ?? 0
    rows[at] = row
    next[place] = at + 1
  }
  return { rows, starts }
}

/** The rows of all windows one after the other: those of the last places come first again, and those of the first last. */
const windowsOf = (
  { rows, starts }: Sorted,
  window: number
): { readonly order: Int32Array; readonly windows: Windows } => {
  const size = starts.length - 1
  const half = Math.min(Math.floor((Math.max(1, window) - 1) / 2), Math.floor((size - 1) / 2))
  const startOf = (place: number): number => starts[place] ?? 0
  const [before, after] = [rows.length - startOf(size - half), startOf(half)]
  const order = new Int32Array(before + rows.length + after)
  order.set(rows.subarray(rows.length - before))
  order.set(rows, before)
  order.set(rows.subarray(0, after), before + rows.length)
  /** Where the rows of a place begin in the order, of places from `-half` to `size + half`. */
  const begin = (place: number): number => {
    if (place < 0) return startOf(place + size) - (rows.length - before)
    return before + (place > size ? rows.length + startOf(place - size) : startOf(place))
  }
  const from = Int32Array.from({ length: size }, (_, place) => begin(place - half))
  const to = Int32Array.from({ length: size }, (_, place) => begin(place + half + 1))
  return { order, windows: { from, to } }
}

const picked = (values: Float64Array, rows: Int32Array): Float64Array => {
  const out = new Float64Array(rows.length)
  for (let i = 0; i < out.length; i++) out[i] = values[rows[i] ?? 0] ?? Number.NaN
  return out
}

const isPair = (aggregation: Aggregation): aggregation is readonly [string, Aggregate] => Array.isArray(aggregation)

/**
 * Returns the climatology of a series: `make(daily, { temperature_2m_mean: "mean" }, { by: "dayOfYear", window: 15 })`.
 *
 * The aggregates are those of `Series.resample`, of all rows of a day of the year, an hour, a month or a season. A row
 * belongs to the day that contains its middle, in the zone of the place. For a reference period, take a `Series.slice`.
 */
export const make: {
  <const A extends Readonly<Record<string, Aggregation>>>(
    columns: A,
    options: CycleOptions
  ): (series: AnySeries<SourceOf<A>>) => Climatology<keyof A & string>
  <const A extends Readonly<Record<string, Aggregation>>>(
    series: AnySeries<SourceOf<A>>,
    columns: A,
    options: CycleOptions
  ): Climatology<keyof A & string>
} = dual(
  3,
  <const A extends Readonly<Record<string, Aggregation>>>(
    series: AnySeries,
    columns: A,
    { by, minCount = 1, window = 1, zone = zoneOf(series) }: CycleOptions
  ): Climatology<keyof A & string> => {
    const labels = placesOf[by]
    const { order, windows } = windowsOf(sortedBy(placesFor(series, by, zone), labels.length), window)
    const scratch = scratchOf(order.length)
    const made: Record<string, Column> = {}
    for (const [name, aggregation] of Object.entries<Aggregation>(columns)) {
      const [from, aggregate] = isPair(aggregation) ? aggregation : ([name, aggregation] as const)
      const column = Held.columnOf(series, from) ?? Held.missing(series.length)
      const source = [from, { ...column, values: picked(column.values, order) }] as const
      const values = moving(aggregate, source, windows, Math.max(1, minCount), scratch)
      made[name] = columnOf(aggregate, [from, column], name, values)
    }
    // Its columns are those that were named.
    return { by, zone, labels, columns: made as Climatology<keyof A & string>["columns"] }
  }
)

const expand = (series: AnySeries, { by, columns, labels, zone }: Climatology<string>): ReadonlyMap<string, Column> => {
  const places = placesFor(series, by, zone)
  const made = new Map<string, Column>()
  for (const [name, column] of Object.entries<Column>(columns)) {
    if (column.values.length !== labels.length) continue
    made.set(name, { ...column, values: picked(column.values, places) })
  }
  return made
}

/** Returns what is usual at each row of a series: the values of a climatology on its axis. */
export const normals: {
  <C extends string>(climatology: Climatology<C>): (series: AnySeries) => Series<C>
  <C extends string>(series: AnySeries, climatology: Climatology<C>): Series<C>
} = dual(2, <C extends string>(series: AnySeries, climatology: Climatology<C>): Series<C> =>
  Held.make<C>({ ...Held.partsOf(series), absent: [], columns: expand(series, climatology) })
)

/**
 * Returns how much each value differs from what is usual: the columns of the climatology are subtracted from those of
 * the same name in the series. Directions differ by the angle the short way around. Columns in different units are NaN:
 * convert one of them first.
 */
export const anomalies: {
  <C extends string>(climatology: Climatology<C>): (series: AnySeries<NoInfer<C>>) => Series<C>
  <C extends string>(series: AnySeries<NoInfer<C>>, climatology: Climatology<C>): Series<C>
} = dual(2, <C extends string>(series: AnySeries<C>, climatology: Climatology<C>): Series<C> => {
  const columns = new Map<string, Column>()
  for (const [name, usual] of expand(series, climatology)) {
    const column = Held.columnOf(series, name) ?? Held.missing(series.length)
    const isSame = column.unit === usual.unit
    const angles = Held.isDirection(name, column)
    const scale = column.instants ? 1_000 : 1
    const values = new Float64Array(series.length)
    for (let i = 0; i < values.length; i++) {
      const [value, norm] = [column.values[i] ?? Number.NaN, usual.values[i] ?? Number.NaN]
      values[i] = !isSame ? Number.NaN : angles ? turn(norm, value) : (value - norm) / scale
    }
    const unit = column.instants ? "s" : column.unit
    columns.set(name, { values, unit, instants: false, text: undefined, difference: true })
  }
  return Held.make<C>({ ...Held.partsOf(series), absent: [], columns })
})

/**
 * Returns the percentile rank of each value of these columns among those of a reference series at the same time of the
 * year or day, in percent: the share of values that are less, and half of those that are equal. 100 is above all of them.
 * Directions have no order, and columns in different units no comparison: NaN.
 */
export const ranks: {
  <C extends string>(
    reference: AnySeries<C>,
    columns: ReadonlyArray<NoInfer<C>>,
    options: CycleOptions
  ): (series: AnySeries<NoInfer<C>>) => Series<C>
  <C extends string>(
    series: AnySeries<NoInfer<C>>,
    reference: AnySeries<C>,
    columns: ReadonlyArray<NoInfer<C>>,
    options: CycleOptions
  ): Series<C>
} = dual(
  4,
  <C extends string>(
    series: AnySeries,
    reference: AnySeries,
    names: ReadonlyArray<C>,
    { by, minCount = 1, window = 1, zone = zoneOf(reference) }: CycleOptions
  ): Series<C> => {
    const size = placesOf[by].length
    const { order, windows } = windowsOf(sortedBy(placesFor(reference, by, zone), size), window)
    const own = sortedBy(placesFor(series, by, zone), size)
    const columns = new Map<string, Column>()
    for (const name of names) {
      const [column, usual] = [Held.columnOf(series, name), Held.columnOf(reference, name)]
      const out = new Float64Array(series.length).fill(Number.NaN)
      if (column !== undefined && column.unit === usual?.unit && !Held.isDirection(name, column)) {
        eachBag(picked(usual.values, order), windows, (bag, place) => {
          if (!(bag.size() >= Math.max(1, minCount))) return
          for (let k = own.starts[place] ?? 0; k < (own.starts[place + 1] ?? 0); k++) {
            const row = own.rows[k] ?? 0
            out[row] = bag.rank(column.values[row] ?? Number.NaN)
          }
        })
      }
      columns.set(name, { values: out, unit: "%", instants: false, text: undefined })
    }
    return Held.make<C>({ ...Held.partsOf(series), absent: [], columns })
  }
)
