/** A series as text: CSV for other programs, a table for people. */
import type * as DateTime from "effect/DateTime"
import { constant, dual } from "effect/Function"
import type { Column, Series } from "./Model.ts"
import * as WeatherCode from "../WeatherCode.ts"
import * as WindDirection from "../WindDirection.ts"
import { offsetsIn } from "../internal/series/clock.ts"
import { columnsOf, isDirection, isSeries, isWeatherCode, offsetsOf, wallClock } from "../internal/series/held.ts"

/** Formats an offset: `+01:00`, `-03:30`, or `Z` for zero. */
const offsetSuffix = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  if (minutes === 0) return "Z"
  const two = (n: number): string => String(n).padStart(2, "0")
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const heading = (name: string, unit: string): string =>
  unit === "" || unit === "undefined" ? name : `${name} (${unit})`

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const minuteMillis = 60_000
const dayMillis = 1_440 * minuteMillis

/** Few columns have more different values. */
const mostTexts = 4_096

/** Remembers the texts of values, as values repeat: a temperature is one of some hundred tenths of a degree. */
const remembered = (textOf: (value: number) => string): ((value: number) => string) => {
  const texts = new Map<number, string>()
  return (value) => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = textOf(value)
    if (texts.size < mostTexts) texts.set(value, text)
    return text
  }
}

/** Makes a function that formats instants by a clock: dates, and times as `timeOf` formats them. */
const clockOf = (timeOf?: (time: string) => string): ((local: number) => string) => {
  const dates = remembered((day) => new Date(day * dayMillis).toISOString().slice(0, -14))
  if (timeOf === undefined) return (local) => dates(Math.floor(local / dayMillis))
  const times = remembered((minute) => timeOf(new Date(minute * minuteMillis).toISOString().slice(11, 16)))
  return (local) => {
    const day = Math.floor(local / dayMillis)
    return dates(day) + times(Math.floor((local - day * dayMillis) / minuteMillis))
  }
}

/** Makes a function that returns the label of a row. The offset of an instant is that of the series, unless it is given. */
const labels = (
  series: Series,
  timeOf: (time: string) => string,
  offsetAt = offsetsOf(series)
): ((index: number) => string) => {
  const clock = clockOf(series.dates ? undefined : timeOf)
  return (index) => {
    const instant = series.time[index] ?? Number.NaN
    return clock(instant + offsetAt(instant))
  }
}

/** Returns the text of a cell, by the index of its row. */
type Cell = (index: number) => string

/** Rows that are made at once. Going through them column by column takes less time than row by row. */
const block = 512

/** Makes the lines of all rows, in blocks: the cells of each row, one after the other. */
const linesOf = function* (length: number, cells: ReadonlyArray<Cell>): Generator<ReadonlyArray<string>> {
  for (let from = 0; from < length; from += block) {
    const lines = Array.from({ length: Math.min(block, length - from) }, () => "")
    for (const cell of cells) for (let i = 0; i < lines.length; i++) lines[i] = `${lines[i] ?? ""}${cell(from + i)}`
    yield lines
  }
}

const csvCell = ({ instants, text, values }: Column, offset: number, isoTime: (time: string) => string): Cell => {
  if (text !== undefined) return (index) => `,${quoted(text[index] ?? "")}`
  const clock = clockOf(isoTime)
  const cell = instants ? (value: number) => `,${clock(value + offset)}` : remembered((value) => `,${value}`)
  return (index) => {
    const value = values[index] ?? Number.NaN
    return Number.isNaN(value) ? "," : cell(value)
  }
}

const csvHeader = (series: Series): string =>
  [
    "time",
    ...Array.from(columnsOf(series), ([name, { instants, unit }]) => quoted(instants ? name : heading(name, unit)))
  ].join(",")

const csvBlocks = (series: Series): Generator<ReadonlyArray<string>> => {
  const { length, zone } = series
  const suffix = offsetSuffix(zone.offset)
  const isoTime = (time: string): string => `T${time}${suffix}`
  return linesOf(length, [
    labels(series, isoTime),
    ...Array.from(columnsOf(series).values(), (column) => csvCell(column, zone.offset, isoTime))
  ])
}

/**
 * Iterates over the lines of a CSV, without line breaks. The header comes first: `time`, then each column with its
 * unit. Times are ISO 8601 with the offset of the service (`2026-02-06T16:30+01:00`), and days are dates. A missing
 * value is empty.
 */
export const csvLines = function* (series: Series): Generator<string, void, undefined> {
  yield csvHeader(series)
  for (const lines of csvBlocks(series)) yield* lines
}

/** Returns the whole CSV, with a line feed after each line. */
export const toCsv = (series: Series): string => {
  let csv = `${csvHeader(series)}\n`
  for (const lines of csvBlocks(series)) csv += `${lines.join("\n")}\n`
  return csv
}

/** A column of a table. */
interface Shown {
  readonly head: ReadonlyArray<string>
  readonly width: number
  readonly cell: Cell
}

/** Options of `table`. */
export interface TableOptions {
  /** Characters in a line; 80 by default. */
  readonly width?: number | undefined
  /**
   * Shows the civil time of this zone, by its rules. Where the clocks are put back, times that come twice have their offset.
   * Dates stay. By default, times have the one offset of the service, as those of rows and of `toCsv`.
   */
  readonly zone?: DateTime.TimeZone | undefined
}

/** Makes the labels of civil times. Those that come twice have their offset, and all have the same width. */
const civilLabels = (series: Series, offsetAt: (instant: number) => number): ReadonlyArray<string> => {
  const label = labels(series, (time) => ` ${time}`, offsetAt)
  const all = Array.from({ length: series.length }, (_, index) => label(index))
  const seen = new Set<string>()
  const twice = new Set(all.filter((text) => seen.has(text) || !seen.add(text)))
  const told = all.map((text, index) =>
    twice.has(text) ? `${text}${offsetSuffix(offsetAt(series.time[index] ?? Number.NaN))}` : text
  )
  const width = told.reduce((most, text) => Math.max(most, text.length), 0)
  return told.map((text) => text.padEnd(width))
}

const tableOf = (series: Series, options: TableOptions = {}): string => {
  const width = options.width ?? 80
  const columns = columnsOf(series)
  const { zone } = options
  const offsetAt = zone === undefined ? constant(series.zone.offset) : offsetsIn(zone)
  const times = zone === undefined || series.dates ? undefined : civilLabels(series, offsetAt)
  const timeWidth = series.length === 0 ? 4 : series.dates ? 10 : (times?.[0]?.length ?? 16)
  const shown: Array<Shown> = []
  let used = timeWidth
  for (const [name, column] of columns) {
    const next = shownOf(name, column, offsetAt)
    if (used + 2 + next.width > width) break
    used += 2 + next.width
    shown.push(next)
  }
  const height = Math.max(1, ...shown.map((column) => column.head.length))
  const heads = [
    ...Array.from({ length: height }, (_, line) => [
      (line === height - 1 ? "time" : "").padEnd(timeWidth),
      ...shown.map((column) => (column.head[line - height + column.head.length] ?? "").padStart(column.width))
    ]),
    [timeWidth, ...shown.map((column) => column.width)].map((n) => "─".repeat(n))
  ]
  let table = heads.map((cells) => `${cells.join("  ").trimEnd()}\n`).join("")
  const time: Cell = times === undefined ? labels(series, (time) => ` ${time}`) : (index) => times[index] ?? ""
  const cells = [time, ...shown.map(({ cell }) => cell)]
  for (const lines of linesOf(series.length, cells)) table += lines.map((line) => `${line.trimEnd()}\n`).join("")
  const left = Array.from(columns.keys()).slice(shown.length)
  return left.length > 0 ? `${table}${cut(`without ${left.join(", ")}`, width)}\n` : table
}

/**
 * Returns a table for a terminal, with weather codes and directions as words, and values aligned to the right. Columns
 * that do not fit into `width` (default 80) are left out and named below the table. Times have the one offset of the
 * service, unless `zone` asks for civil time.
 */
export const table: {
  (options?: TableOptions): (series: Series) => string
  (series: Series, options?: TableOptions): string
} = dual((args) => isSeries(args[0]), tableOf)

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

/** Wide enough for the words of most column names. */
const headWidth = 11

const shownOf = (name: string, column: Column, offsetAt: (instant: number) => number): Shown => {
  const { text, unit, values } = column
  const distinct = new Set(values)
  const format = formatOf(name, column, offsetAt, distinct)
  const label = (value: number): string => (Number.isNaN(value) ? "–" : format(value))
  const texts = text?.map((cell) => cell ?? "–")
  let longest = 0
  for (const cell of texts ?? []) longest = Math.max(longest, cell.length)
  if (texts === undefined) for (const value of distinct) longest = Math.max(longest, label(value).length)
  const words = [...name.split("_"), ...(/^(?:|undefined|wmo code|iso8601|unixtime)$/.test(unit) ? [] : [`(${unit})`])]
  const longestWord = words.reduce((most, word) => Math.max(most, word.length), 0)
  const head = wrapped(words, Math.max(longest, Math.min(headWidth, words.join(" ").length), longestWord))
  const width = Math.max(longest, ...head.map((line) => line.length))
  const padded = remembered((value) => label(value).padStart(2 + width))
  return {
    head,
    width,
    cell: (index) => texts?.[index]?.padStart(2 + width) ?? padded(values[index] ?? Number.NaN)
  }
}

const formatOf = (
  name: string,
  column: Column,
  offsetAt: (instant: number) => number,
  distinct: ReadonlySet<number>
): ((value: number) => string) => {
  if (column.instants) return (value) => wallClock(value, offsetAt(value)).slice(11)
  if (isWeatherCode(column)) return WeatherCode.label
  if (isDirection(name, column))
    return (value) => `${value.toFixed(0)}° ${(WindDirection.point(value) ?? "").padStart(3)}`
  const decimals = decimalsOf(distinct)
  return (value) => value.toFixed(decimals)
}

/** Returns the largest number of decimals of any value, up to 6. */
const decimalsOf = (values: Iterable<number>): number => {
  let decimals = 0
  for (const value of values)
    while (decimals < 6 && Math.abs(value - Number(value.toFixed(decimals))) > 1e-9) decimals++
  return decimals
}

/** Wraps words into lines of at most `width` characters. No word may be longer. */
const wrapped = (words: ReadonlyArray<string>, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return line === "" ? lines : [...lines, line]
}
