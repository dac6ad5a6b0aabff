/** A series as text: CSV for other programs, a table for people. */
import { dual } from "effect/Function"
import type { Column, Series, Zone } from "./Model.ts"
import { isDirection } from "../variables/Columns.ts"
import * as WeatherCode from "../WeatherCode.ts"
import * as WindDirection from "../WindDirection.ts"
import { columnsOf, isSeries, offsetsOf, wallClock } from "../internal/series/held.ts"
import { fixedLength, hasDecimals, Writer } from "../internal/series/writer.ts"

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

/** Rows that are formatted at once. */
const block = 512

/** A cell of text may have line breaks, so each of its rows is formatted alone. */
const hasText = (columns: Iterable<Column>): boolean => Array.from(columns).some(({ text }) => text !== undefined)

/** Makes a function that writes rows of a CSV. What the rows share is set up once. */
const csvWriter = (series: Series, writer: Writer): ((index: number) => void) => {
  const columns = Array.from(columnsOf(series).values())
  const { dates, time, zone } = series
  const suffix = offsetSuffix(zone.offset)
  const offsetAt = offsetsOf(series)
  return (index) => {
    const instant = time[index] ?? Number.NaN
    writer.clock(instant, offsetAt(instant), dates ? "none" : "T")
    if (!dates) writer.text(suffix)
    for (const { instants, text, values } of columns) {
      writer.byte(comma)
      if (text !== undefined) writer.text(quoted(text[index] ?? ""))
      else {
        const value = values[index] ?? Number.NaN
        if (Number.isNaN(value)) continue
        if (instants) {
          writer.clock(value, zone.offset, "T")
          writer.text(suffix)
        } else writer.number(value)
      }
    }
  }
}

const comma = 44
const lineFeed = 10

const csvHeader = (series: Series): string =>
  [
    "time",
    ...Array.from(columnsOf(series), ([name, { instants, unit }]) => quoted(instants ? name : heading(name, unit)))
  ].join(",")

/**
 * Iterates over the lines of a CSV, without line breaks. The header comes first: `time`, then each column with its
 * unit. Times are ISO 8601 with the offset of the service (`2026-02-06T16:30+01:00`), and days are dates. A missing
 * value is empty.
 */
export const csvLines = function* (series: Series): Generator<string, void, undefined> {
  yield csvHeader(series)
  const writer = new Writer()
  const write = csvWriter(series, writer)
  const rows = hasText(columnsOf(series).values()) ? 1 : block
  for (let index = 0; index < series.length;) {
    const end = Math.min(index + rows, series.length)
    for (; index < end; index++) {
      write(index)
      if (index + 1 < end) writer.byte(lineFeed)
    }
    if (rows === 1) yield writer.take()
    else yield* writer.take().split("\n")
  }
}

/** Returns the whole CSV, with a line feed after each line. */
export const toCsv = (series: Series): string => {
  const writer = new Writer()
  const write = csvWriter(series, writer)
  for (let index = 0; index < series.length; index++) {
    write(index)
    writer.byte(lineFeed)
  }
  return `${csvHeader(series)}\n${writer.take()}`
}

/** A column of a table. */
interface Shown {
  readonly head: ReadonlyArray<string>
  readonly width: number
  readonly write: (writer: Writer, index: number) => void
}

/** Options of `table`. */
export interface TableOptions {
  /** Characters in a line; 80 by default. */
  readonly width?: number | undefined
}

const tableOf = (series: Series, options: TableOptions = {}): string => {
  const width = options.width ?? 80
  const { dates, time } = series
  const columns = columnsOf(series)
  const offsetAt = offsetsOf(series)
  const timeWidth = time.length === 0 ? 4 : dates ? 10 : 16
  const shown: Array<Shown> = []
  let used = timeWidth
  for (const [name, column] of columns) {
    const next = shownOf(name, column, series.zone)
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
  ].map((cells) => cells.join("  ").trimEnd())
  const writer = new Writer()
  const trims = hasText(columns.values())
  let body = ""
  for (let index = 0; index < time.length; index++) {
    const instant = time[index] ?? Number.NaN
    writer.clock(instant, offsetAt(instant), dates ? "none" : " ")
    for (const column of shown) column.write(writer, index)
    // Only text may end with spaces.
    if (trims) body += `${writer.take().trimEnd()}\n`
    else writer.byte(lineFeed)
  }
  const left = Array.from(columns.keys()).slice(shown.length)
  const end = left.length > 0 ? `${cut(`without ${left.join(", ")}`, width)}\n` : ""
  return `${heads.join("\n")}\n${body}${writer.take()}${end}`
}

/**
 * Returns a table for a terminal, with weather codes and directions in words, and values aligned to the right. Columns
 * that do not fit into `width` (default 80) are left out and named below the table.
 */
export const table: {
  (options?: TableOptions): (series: Series) => string
  (series: Series, options?: TableOptions): string
} = dual((args) => isSeries(args[0]), tableOf)

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

/** Wide enough for the words of most column names. */
const headWidth = 11

const shownOf = (name: string, column: Column, zone: Zone): Shown => {
  const { length, write } = cellsOf(name, column, zone)
  let bodyWidth = 0
  for (let i = 0; i < column.values.length; i++) bodyWidth = Math.max(bodyWidth, length(i))
  const words = [
    ...name.split("_"),
    ...(/^(?:|undefined|wmo code|iso8601|unixtime)$/.test(column.unit) ? [] : [`(${column.unit})`])
  ]
  const longest = words.reduce((most, word) => Math.max(most, word.length), 0)
  const head = wrapped(words, Math.max(bodyWidth, Math.min(headWidth, words.join(" ").length), longest))
  const width = Math.max(bodyWidth, ...head.map((line) => line.length))
  return {
    head,
    width,
    write: (writer, index) => {
      writer.spaces(2 + width - length(index))
      write(writer, index)
    }
  }
}

/** How the cells of a column are written, and how long they are. */
interface Cells {
  readonly length: (index: number) => number
  readonly write: (writer: Writer, index: number) => void
}

const cellsOf = (name: string, column: Column, zone: Zone): Cells => {
  const { instants, text, values } = column
  if (text !== undefined) return textCells((index) => text[index] ?? "–")
  const at = (index: number): number => values[index] ?? Number.NaN
  const named = instants
    ? (value: number) => wallClock(value, zone.offset).slice(11)
    : /^weather_?code/.test(name)
      ? WeatherCode.label
      : isDirection(name)
        ? (value: number) => `${value.toFixed(0)}° ${(WindDirection.point(value) ?? "").padStart(3)}`
        : undefined
  if (named !== undefined) {
    const labels = remembered(named)
    return textCells((index) => (Number.isNaN(at(index)) ? "–" : labels(at(index))))
  }
  const decimals = decimalsOf(values)
  return {
    length: (index) => (Number.isNaN(at(index)) ? 1 : fixedLength(at(index), decimals)),
    write: (writer, index) => {
      if (Number.isNaN(at(index))) writer.text("–")
      else writer.fixed(at(index), decimals)
    }
  }
}

const textCells = (cell: (index: number) => string): Cells => ({
  length: (index) => cell(index).length,
  write: (writer, index) => writer.text(cell(index))
})

/** Codes, whole degrees and clock times repeat. */
const remembered = (label: (value: number) => string): ((value: number) => string) => {
  const known = new Map<number, string>()
  return (value) => {
    const found = known.get(value)
    if (found !== undefined) return found
    const made = label(value)
    if (known.size < 10_000) known.set(value, made)
    return made
  }
}

/** Returns the largest number of decimals of any value, up to 6. */
const decimalsOf = (values: Float64Array): number => {
  let most = 0
  for (const value of values) {
    if (Number.isNaN(value) || hasDecimals(value, most)) continue
    while (most < 6 && Math.abs(value - Number(value.toFixed(most))) > 1e-9) most++
  }
  return most
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
