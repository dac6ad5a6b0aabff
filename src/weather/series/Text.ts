/** A series as text: CSV for other programs, a table for people. */
import { dual } from "effect/Function"
import type { Column, Series, Zone } from "./Model.ts"
import * as WeatherCode from "../WeatherCode.ts"
import * as WindDirection from "../WindDirection.ts"
import { Cells, type Write } from "../internal/series/cells.ts"
import { columnsOf, isSeries, offsetsOf, wallClock } from "../internal/series/held.ts"
import { fixedOf } from "../internal/series/fixed.ts"
import { isDirection, isWeatherCode } from "../internal/series/kind.ts"
import { Writer } from "../internal/series/writer.ts"

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

/** Lines that are made at once. */
const block = 512

/** A cell of text may have line breaks, so each of its rows is made alone. */
const hasText = (columns: Iterable<Column>): boolean => Array.from(columns).some(({ text }) => text !== undefined)

const minuteMillis = 60_000
const dayMillis = 1_440 * minuteMillis

/** Makes a function that writes instants by a clock: dates, and times as `timeOf` formats them. */
const clockOf = (rows: number, timeOf?: (time: string) => string): ((writer: Writer, local: number) => void) => {
  const dates = new Cells(rows, 0, 16, (writer, day) =>
    writer.text(new Date(day * dayMillis).toISOString().slice(0, -14))
  )
  const times =
    timeOf === undefined
      ? undefined
      : new Cells(rows, 0, 16, (writer, minute) =>
          writer.text(timeOf(new Date(minute * minuteMillis).toISOString().slice(11, 16)))
        )
  return (writer, local) => {
    const day = Math.floor(local / dayMillis)
    dates.write(writer, day)
    times?.write(writer, Math.floor((local - day * dayMillis) / minuteMillis))
  }
}

/** Writes the cell of a row. */
type Cell = (writer: Writer, index: number) => void

const csvCell = ({ instants, text, values }: Column, offset: number, isoTime: (time: string) => string): Cell => {
  if (text !== undefined) return (writer, index) => writer.text(`,${quoted(text[index] ?? "")}`)
  if (instants) {
    const clock = clockOf(values.length, isoTime)
    return (writer, index) => {
      const value = values[index] ?? Number.NaN
      writer.byte(comma)
      if (!Number.isNaN(value)) clock(writer, value + offset)
    }
  }
  const { decimals } = fixedOf(values.subarray(0, block))
  const cells = new Cells(values.length, decimals, 24, (writer, value) => {
    writer.byte(comma)
    if (!Number.isNaN(value)) writer.number(value, decimals)
  })
  return (writer, index) => cells.write(writer, values[index] ?? Number.NaN)
}

/** Makes a function that writes rows of a CSV. What the rows share is set up once. */
const csvWriter = (series: Series, writer: Writer): ((index: number) => void) => {
  const { dates, length, time, zone } = series
  const suffix = offsetSuffix(zone.offset)
  const isoTime = (time: string): string => `T${time}${suffix}`
  const cells = Array.from(columnsOf(series).values(), (column) => csvCell(column, zone.offset, isoTime))
  const clock = clockOf(length, dates ? undefined : isoTime)
  const offsetAt = offsetsOf(series)
  return (index) => {
    const instant = time[index] ?? Number.NaN
    clock(writer, instant + offsetAt(instant))
    for (const write of cells) write(writer, index)
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
  readonly write: Cell
}

/** Options of `table`. */
export interface TableOptions {
  /** Characters in a line; 80 by default. */
  readonly width?: number | undefined
}

const tableOf = (series: Series, options: TableOptions = {}): string => {
  const width = options.width ?? 80
  const { dates, length, time } = series
  const columns = columnsOf(series)
  const clock = clockOf(length, dates ? undefined : (time) => ` ${time}`)
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
    clock(writer, instant + offsetAt(instant))
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
  const { longest, write } = formatOf(name, column, zone)
  const words = [
    ...name.split("_"),
    ...(/^(?:|undefined|wmo code|iso8601|unixtime)$/.test(column.unit) ? [] : [`(${column.unit})`])
  ]
  const longestWord = words.reduce((most, word) => Math.max(most, word.length), 0)
  const head = wrapped(words, Math.max(longest, Math.min(headWidth, words.join(" ").length), longestWord))
  const width = Math.max(longest, ...head.map((line) => line.length))
  return { head, width, write: write(2 + width) }
}

/** How the cells of a column are written to a width, and how long they are. */
interface Format {
  readonly longest: number
  readonly write: (width: number) => Cell
}

const formatOf = (name: string, column: Column, zone: Zone): Format => {
  const { instants, text, values } = column
  if (text !== undefined) {
    return {
      longest: text.reduce((most, cell) => Math.max(most, (cell ?? "–").length), 0),
      write: (width) => (writer, index) => writer.text((text[index] ?? "–").padStart(width))
    }
  }
  if (instants) return labelled(values, (value) => wallClock(value, zone.offset).slice(11))
  if (isWeatherCode(column)) return labelled(values, WeatherCode.label)
  if (isDirection(name, column)) {
    return labelled(values, (value) => `${value.toFixed(0)}° ${(WindDirection.point(value) ?? "").padStart(3)}`)
  }
  const { decimals, longest } = fixedOf(values)
  return {
    longest,
    write: (width) => cellOf(values, decimals, width, (writer, value) => writer.fixed(value, decimals, width))
  }
}

const cellOf = (values: Float64Array, decimals: number, width: number, direct: Write): Cell => {
  const missing = "–".padStart(width)
  const cells = new Cells(values.length, decimals, width + 2, (writer, value) =>
    Number.isNaN(value) ? writer.text(missing) : direct(writer, value)
  )
  return (writer, index) => cells.write(writer, values[index] ?? Number.NaN)
}

/** Codes, whole degrees and clock times. */
const labelled = (values: Float64Array, label: (value: number) => string): Format => ({
  longest: Array.from(new Set(values)).reduce(
    (most, value) => Math.max(most, Number.isNaN(value) ? 1 : label(value).length),
    0
  ),
  write: (width) => cellOf(values, 0, width, (writer, value) => writer.text(label(value).padStart(width)))
})

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
