/** Spells: runs of rows above or below a threshold, such as heat waves and dry spells. */
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { dual } from "effect/Function"
import { endsOf } from "../internal/series/calendar.ts"
import * as Held from "../internal/series/held.ts"
import type { AnySeries, Series } from "./Model.ts"

/** What the values of a spell have in common. All given conditions must be true. */
export interface Threshold {
  /** Values are greater. */
  readonly above?: number | undefined
  /** Values are greater or equal. */
  readonly atLeast?: number | undefined
  /** Values are less. */
  readonly below?: number | undefined
  /** Values are less or equal. */
  readonly atMost?: number | undefined
  /** The shortest spell that counts, in elapsed time; any by default. */
  readonly shortest?: Duration.Input | undefined
}

/** Rows in a row, all of which are above or below a threshold. */
export interface Spell<S> {
  /** The beginning of its first row. */
  readonly start: DateTime.Zoned
  /** The end of its last row. */
  readonly end: DateTime.Zoned
  /** From its start to its end, in elapsed time. */
  readonly length: Duration.Duration
  /**
   * Whether the rows before and after it show that it is over. If it touches the beginning or end of the series, a gap
   * or a missing value, it may have been longer.
   */
  readonly complete: boolean
  /** Its rows. They share memory with the series. */
  readonly series: S
}

/**
 * Returns the spells of a column: `find(daily, "temperature_2m_min", { below: 0, shortest: "3 days" })`.
 *
 * A missing value ends a spell, and so does a gap between rows. Directions have no order, and so no spells.
 */
export const find: {
  <const N extends string>(
    column: N,
    threshold: Threshold
  ): <S extends AnySeries<N> & Series>(series: S) => ReadonlyArray<Spell<S>>
  <S extends Series, C extends string>(
    series: S & AnySeries<C>,
    column: NoInfer<C>,
    threshold: Threshold
  ): ReadonlyArray<Spell<S>>
} = dual(3, <S extends Series>(series: S, name: string, threshold: Threshold): ReadonlyArray<Spell<S>> => {
  const { length, time } = series
  const column = Held.columnOf(series, name)
  if (column === undefined || Held.isDirection(name, column)) return []
  const { values } = column
  const { above = -Infinity, atLeast = -Infinity, atMost = Infinity, below = Infinity } = threshold
  const least = threshold.shortest === undefined ? 0 : Duration.toMillis(threshold.shortest)
  // An infinite value is above any threshold.
  const isIn = (value: number): boolean =>
    value >= atLeast &&
    value <= atMost &&
    (value > above || threshold.above === undefined) &&
    (value < below || threshold.below === undefined)
  const endOf = endsOf(series)
  const zone = Held.timeZoneOf(series)
  const follows = (row: number): boolean => row > 0 && row < length && endOf(row - 1) >= (time[row] ?? 0)
  const isKnown = (row: number): boolean => !Number.isNaN(values[row] ?? Number.NaN)
  const spells: Array<Spell<S>> = []
  for (let from = 0; from < length; from++) {
    if (!isIn(values[from] ?? Number.NaN)) continue
    let to = from + 1
    while (to < length && isIn(values[to] ?? Number.NaN) && follows(to)) to++
    const [start, end] = [time[from] ?? 0, endOf(to - 1)]
    if (end - start >= least) {
      spells.push({
        start: Held.zoned(start, zone),
        end: Held.zoned(end, zone),
        length: Duration.millis(end - start),
        complete: follows(from) && isKnown(from - 1) && follows(to) && isKnown(to),
        series: Held.cut(series, from, to)
      })
    }
    from = to - 1
  }
  return spells
})
