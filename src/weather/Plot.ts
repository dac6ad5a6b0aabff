/**
 * Series for people to look at: as text with sparklines, and as specifications for Vega-Lite and ECharts.
 *
 * ```ts
 * console.log(Plot.show(hourly))
 * chart.setOption(Plot.echarts(hourly, ["temperature_2m", "rain"]))
 * ```
 *
 * Specifications are plain data, which a program can change, write as JSON, and draw with the library of that name. Nothing
 * is drawn here, and no library is needed.
 *
 * **Details**
 *
 * Columns of the same unit share an axis. Amounts (mm, cm, inch) are bars, directions are points, and all others are lines
 * with gaps where values are missing. Columns of text and of instants are left out.
 *
 * Drawing libraries know only UTC and the zone of the viewer. So times are shifted by the offset of the labels and
 * drawn in UTC: they are those of the clock at the place.
 */
import { dual } from "effect/Function"
import * as Held from "./internal/series/held.ts"
import type { AnySeries, Column } from "./series/Model.ts"
import * as Text from "./series/Text.ts"

const blocks = "▁▂▃▄▅▆▇█"

/** Options of `sparkline`. */
export interface SparklineOptions {
  /** The most characters. Rows are averaged if there are more of them. Default: 60. */
  readonly width?: number | undefined
}

/** Means of `count` runs of values that are equally long, except for one. NaN for a run without values. */
const means = (values: Float64Array, count: number): Float64Array => {
  if (values.length <= count) return values
  return Float64Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count)
    const run = values
      .subarray(from, Math.floor(((i + 1) * values.length) / count))
      .filter((value) => !Number.isNaN(value))
    return run.reduce((sum, value) => sum + value, 0) / run.length
  })
}

const rangeOf = (values: Float64Array): readonly [least: number, most: number] => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

const lineOf = (values: Float64Array, { width = 60 }: SparklineOptions): string => {
  const shown = means(values, Math.max(1, Math.floor(width)))
  const [least, most] = rangeOf(shown)
  return Array.from(shown, (value) => {
    if (Number.isNaN(value)) return " "
    const share = most > least ? (value - least) / (most - least) : 0.5
    return blocks[Math.min(blocks.length - 1, Math.floor(share * blocks.length))] ?? " "
  }).join("")
}

/** Draws a column as one line of blocks: `▁▃▅█`. A missing value is a space. Empty if there is no such column. */
export const sparkline: {
  <const N extends string>(column: N, options?: SparklineOptions): (series: AnySeries<N>) => string
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>, options?: SparklineOptions): string
} = dual(
  (args) => Held.isSeries(args[0]),
  (series: AnySeries, column: string, options: SparklineOptions = {}): string =>
    lineOf(Held.valuesOf(series, column), options)
)

/** The columns that have numbers, or those of some names. */
const numbersOf = (series: AnySeries, names?: ReadonlyArray<string>): ReadonlyArray<readonly [string, Column]> =>
  (names ?? Array.from(Held.columnsOf(series).keys())).flatMap((name) => {
    const column = Held.columnOf(series, name)
    return column === undefined || column.instants || column.text !== undefined ? [] : [[name, column] as const]
  })

const unitOf = ({ unit }: Column): string => (unit === "undefined" || unit === "wmo code" ? "" : unit)

/** Options of `show`. */
export interface ShowOptions {
  /** Characters in a line. Default: 80. */
  readonly width?: number | undefined
  /** The most rows of the table. If there are more, the first and the last ones are shown. Default: 24. */
  readonly rows?: number | undefined
}

const short = (value: number): string => String(Number(value.toFixed(2)))

const showOf = (series: AnySeries, { rows = 24, width = 80 }: ShowOptions = {}): string => {
  const shown = numbersOf(series).map(([name, column]) => {
    const [least, most] = rangeOf(column.values)
    const unit = unitOf(column)
    const range = least > most ? "no values" : `${short(least)} to ${short(most)}${unit === "" ? "" : ` ${unit}`}`
    return { name, range, values: column.values }
  })
  const nameWidth = shown.reduce((most, { name }) => Math.max(most, name.length), 0)
  const rangeWidth = shown.reduce((most, { range }) => Math.max(most, range.length), 0)
  const lines = shown.map(({ name, range, values }) => {
    const line = lineOf(values, { width: Math.max(8, width - nameWidth - rangeWidth - 4) })
    return `${name.padEnd(nameWidth)}  ${range.padEnd(rangeWidth)}  ${line}`.trimEnd()
  })
  const whole = Held.make({ ...Held.partsOf(series), columns: Held.filled(series), absent: [] })
  const most = Math.max(1, rows)
  if (series.length <= most) return [...lines, "", Text.table(whole, { width })].join("\n")
  const head = Math.ceil(most / 2)
  // The widths of the columns are those of all rows that are shown.
  const picked = Array.from({ length: most }, (_, i) => (i < head ? i : series.length - most + i))
  const columns = new Map(
    Array.from(Held.columnsOf(whole), ([name, column]) => [
      name,
      {
        ...column,
        values: Float64Array.from(picked, (row) => column.values[row] ?? Number.NaN),
        text: column.text && picked.map((row) => column.text?.[row] ?? null)
      }
    ])
  )
  const time = Float64Array.from(picked, (row) => series.time[row] ?? Number.NaN)
  const table = Text.table(Held.make({ ...Held.partsOf(whole), time, columns }), { width }).split("\n")
  const rule = table.findIndex((line) => line.startsWith("─"))
  table.splice(rule + 1 + head, 0, `… ${series.length - most} more rows`)
  return [...lines, "", ...table].join("\n")
}

/**
 * Shows a series as text: each column with its range and a sparkline, and a table of its rows below. The lines end with a
 * line feed.
 */
export const show: {
  (options?: ShowOptions): (series: AnySeries) => string
  (series: AnySeries, options?: ShowOptions): string
} = dual((args) => Held.isSeries(args[0]), showOf)

/** Options of specifications. */
export interface Options {
  /** Above the picture. Default: none. */
  readonly title?: string | undefined
}

/** How a column is drawn. */
const kindOf = (name: string, column: Column): "bar" | "line" | "point" => {
  if (Held.isDirection(name, column)) return "point"
  return ["mm", "cm", "inch"].includes(column.unit) ? "bar" : "line"
}

/** The instants of the rows by the clock at the place. */
const clockOf = (series: AnySeries): ReadonlyArray<number> => {
  const offsetAt = Held.offsetsOf(series)
  return Array.from(series.time, (instant) => instant + offsetAt(instant))
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value

/** Columns by their units, in order. */
const byUnit = (columns: ReadonlyArray<readonly [string, Column]>) => {
  const groups = new Map<string, Array<readonly [string, Column]>>()
  for (const each of columns) {
    const unit = unitOf(each[1])
    groups.set(unit, [...(groups.get(unit) ?? []), each])
  }
  return Array.from(groups)
}

/** A chart of the columns of one unit. */
export interface VegaLiteChart {
  /** Pixels, or as wide as the element around it. */
  readonly width: "container" | number
  /** Pixels. */
  readonly height: number
  /** What is drawn on the same axes. */
  readonly layer: ReadonlyArray<VegaLiteLayer>
}

/** The columns of a chart that are drawn alike. */
export interface VegaLiteLayer {
  /** The values, a row for each column and time. */
  readonly data: {
    readonly values: ReadonlyArray<{
      /** By the clock at the place, in milliseconds as if it were UTC. */
      readonly time: number
      readonly column: string
      readonly value: number | null
    }>
  }
  /** How they are drawn. */
  readonly mark: { readonly type: "bar" | "line" | "point"; readonly tooltip: boolean }
  /** The axes, and the colors of the columns. */
  readonly encoding: {
    readonly x: {
      readonly field: "time"
      readonly type: "temporal"
      readonly title: null
      readonly scale: { readonly type: "utc" }
    }
    readonly y: { readonly field: "value"; readonly type: "quantitative"; readonly title: string }
    readonly color: { readonly field: "column"; readonly type: "nominal"; readonly title: null }
  }
}

/** A specification of Vega-Lite 6. */
export interface VegaLite {
  /** URL of the schema of Vega-Lite 6. */
  readonly $schema: string
  /** What is written above the charts. */
  readonly title?: string
  /** A chart for each unit, one above the other. */
  readonly vconcat: ReadonlyArray<VegaLiteChart>
}

const vegaLiteOf = (series: AnySeries, names?: ReadonlyArray<string>, { title }: Options = {}): VegaLite => {
  const time = clockOf(series)
  const layerOf = (
    kind: "bar" | "line" | "point",
    unit: string,
    columns: ReadonlyArray<readonly [string, Column]>
  ): VegaLiteLayer => ({
    data: {
      values: columns.flatMap(([column, { values }]) =>
        time.map((time, row) => ({ time, column, value: orNull(values[row]) }))
      )
    },
    mark: { type: kind, tooltip: true },
    encoding: {
      x: { field: "time", type: "temporal", title: null, scale: { type: "utc" } },
      y: { field: "value", type: "quantitative", title: unit },
      color: { field: "column", type: "nominal", title: null }
    }
  })
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...(title === undefined ? {} : { title }),
    vconcat: byUnit(numbersOf(series, names)).map(([unit, columns]) => ({
      width: 600,
      height: 150,
      layer: (["bar", "line", "point"] as const).flatMap((kind) => {
        const alike = columns.filter(([name, column]) => kindOf(name, column) === kind)
        return alike.length === 0 ? [] : [layerOf(kind, unit, alike)]
      })
    }))
  }
}

/**
 * Makes a specification of Vega-Lite: a chart for each unit, one below the other. Without `columns`, it has all columns of
 * numbers.
 */
export const vegaLite: {
  <const Names extends ReadonlyArray<string> = readonly []>(
    columns?: Names,
    options?: Options
  ): <C extends string>(series: AnySeries<C | Names[number]>) => VegaLite
  <C extends string>(series: AnySeries<C>, columns?: ReadonlyArray<NoInfer<C>>, options?: Options): VegaLite
} = dual((args) => Held.isSeries(args[0]), vegaLiteOf)

/** An option of ECharts 5 or 6. */
export interface ECharts {
  /** Times are read as UTC, which is how the clock of the place is given. */
  readonly useUTC: true
  /** What is written above the chart. */
  readonly title?: { readonly text: string }
  /** Shows the values of a time. */
  readonly tooltip: { readonly trigger: "axis" }
  /** Names of the columns. */
  readonly legend: { readonly data: Array<string> }
  /** The axis of times. */
  readonly xAxis: { readonly type: "time" }
  /** An axis for each unit. */
  readonly yAxis: Array<{
    readonly type: "value"
    readonly name: string
    readonly scale: boolean
    readonly offset: number
  }>
  /** The columns. */
  readonly series: Array<{
    readonly type: "bar" | "line" | "scatter"
    readonly name: string
    readonly yAxisIndex: number
    readonly showSymbol: boolean
    /** The clock at the place in milliseconds as if it were UTC, and the value. */
    readonly data: Array<[number, number | null]>
  }>
}

const echartsOf = (series: AnySeries, names?: ReadonlyArray<string>, { title }: Options = {}): ECharts => {
  const time = clockOf(series)
  const columns = numbersOf(series, names)
  const units = byUnit(columns)
  const types = { bar: "bar", line: "line", point: "scatter" } as const
  return {
    useUTC: true,
    ...(title === undefined ? {} : { title: { text: title } }),
    tooltip: { trigger: "axis" },
    legend: { data: columns.map(([name]) => name) },
    xAxis: { type: "time" },
    // The first two axes are on both sides, and further ones beside the second.
    yAxis: units.map(([name, [first]], index) => ({
      type: "value",
      name,
      scale: first !== undefined && kindOf(...first) !== "bar",
      offset: Math.max(0, index - 1) * 60
    })),
    series: columns.map(([name, column]) => ({
      type: types[kindOf(name, column)],
      name,
      yAxisIndex: units.findIndex(([unit]) => unit === unitOf(column)),
      showSymbol: false,
      data: time.map((time, row) => [time, orNull(column.values[row])])
    }))
  }
}

/**
 * Makes an option for `setOption` of ECharts: all columns in one chart, with an axis for each unit. Without `columns`, it has
 * all columns of numbers.
 */
export const echarts: {
  <const Names extends ReadonlyArray<string> = readonly []>(
    columns?: Names,
    options?: Options
  ): <C extends string>(series: AnySeries<C | Names[number]>) => ECharts
  <C extends string>(series: AnySeries<C>, columns?: ReadonlyArray<NoInfer<C>>, options?: Options): ECharts
} = dual((args) => Held.isSeries(args[0]), echartsOf)
