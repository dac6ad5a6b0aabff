/** CSV and tables made of a string for each cell, the plain way. The fast way must equal it. */
import * as DateTime from "effect/DateTime"
import type { Column, Series, Zone } from "../../../../src/weather/series/Model.ts"
import * as WeatherCode from "../../../../src/weather/WeatherCode.ts"
import * as WindDirection from "../../../../src/weather/WindDirection.ts"
import { columnsOf, wallClock } from "../../../../src/weather/internal/series/held.ts"

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

const twoDigits = (n: number): string => String(n).padStart(2, "0")

/** The civil date of a row: by the calendar of its zone, or by the offset of its labels. */
export const dateOf = ({ period, zone }: Series, instant: number): string => {
  if (typeof period !== "object" || period === null) return wallClock(instant, zone.offset).slice(0, 10)
  const { day, month, year } = DateTime.toParts(DateTime.makeZonedUnsafe(instant, { timeZone: period.zone }))
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`
}

/**
 * Iterates over the lines of a CSV, without line breaks. The header comes first: `time`, then each column with its
 * unit. Times are ISO 8601 with the offset of the service (`2026-02-06T16:30+01:00`), and days are dates. A missing
 * value is empty.
 */
export const csvLines = function* (series: Series): Generator<string, void, undefined> {
  const columns = Array.from(columnsOf(series))
  yield ["time", ...columns.map(([name, { instants, unit }]) => quoted(instants ? name : heading(name, unit)))].join(
    ","
  )
  const suffix = offsetSuffix(series.zone.offset)
  const instant = (millis: number): string => wallClock(millis, series.zone.offset) + suffix
  let index = 0
  for (const time of series.time) {
    let line = series.dates ? dateOf(series, time) : instant(time)
    for (const [, { instants, text, values }] of columns) {
      const value = values[index] ?? Number.NaN
      line += ","
      if (text !== undefined) line += quoted(text[index] ?? "")
      else if (!Number.isNaN(value)) line += instants ? instant(value) : String(value)
    }
    yield line
    index++
  }
}

/** Returns the whole CSV, with a line feed after each line. */
export const toCsv = (series: Series): string => {
  let out = ""
  for (const line of csvLines(series)) out += `${line}\n`
  return out
}

interface Cells {
  readonly name: string
  readonly head: ReadonlyArray<string>
  readonly cells: ReadonlyArray<string>
  readonly width: number
}

/**
 * Returns a table for a terminal, with weather codes and directions in words, and values aligned to the right. Columns
 * that do not fit into `width` (default 80) are left out and named below the table.
 */
export const table = (series: Series, options: { readonly width?: number | undefined } = {}): string => {
  const width = options.width ?? 80
  const times = Array.from(series.time, (time) =>
    series.dates ? dateOf(series, time) : wallClock(time, series.zone.offset).replace("T", " ")
  )
  const all = Array.from(columnsOf(series), ([name, column]) => cellsOf(name, column, series.zone))
  const timeWidth = Math.max(4, ...times.slice(0, 1).map((time) => time.length))
  const shown: Array<Cells> = []
  let used = timeWidth
  for (const column of all) {
    if (used + 2 + column.width > width) break
    used += 2 + column.width
    shown.push(column)
  }
  const height = Math.max(1, ...shown.map((column) => column.head.length))
  const lines = [
    ...Array.from({ length: height }, (_, line) => [
      (line === height - 1 ? "time" : "").padEnd(timeWidth),
      ...shown.map((column) => (column.head[line - height + column.head.length] ?? "").padStart(column.width))
    ]),
    [timeWidth, ...shown.map((column) => column.width)].map((n) => "─".repeat(n)),
    ...times.map((time, row) => [
      time.padEnd(timeWidth),
      ...shown.map((column) => (column.cells[row] ?? "").padStart(column.width))
    ])
  ].map((cells) => cells.join("  ").trimEnd())
  const left = all.slice(shown.length).map((column) => column.name)
  if (left.length > 0) lines.push(cut(`without ${left.join(", ")}`, width))
  return `${lines.join("\n")}\n`
}

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

/** Wide enough for the words of most column names. */
const headWidth = 11

const cellsOf = (name: string, column: Column, zone: Zone): Cells => {
  const cells = textsOf(name, column, zone)
  const bodyWidth = cells.reduce((most, cell) => Math.max(most, cell.length), 0)
  const words = [
    ...name.split("_"),
    ...(/^(?:|undefined|wmo code|iso8601|unixtime)$/.test(column.unit) ? [] : [`(${column.unit})`])
  ]
  const longest = words.reduce((most, word) => Math.max(most, word.length), 0)
  const head = wrapped(words, Math.max(bodyWidth, Math.min(headWidth, words.join(" ").length), longest))
  return { name, head, cells, width: Math.max(bodyWidth, ...head.map((line) => line.length)) }
}

const textsOf = (
  name: string,
  { difference, instants, text, unit, values }: Column,
  zone: Zone
): ReadonlyArray<string> => {
  if (text !== undefined) return text.map((value) => value ?? "–")
  const decimals = decimalsOf(values)
  return Array.from(values, (value) => {
    if (Number.isNaN(value)) return "–"
    if (instants) return wallClock(value, zone.offset).slice(11)
    if (unit === "wmo code") return WeatherCode.label(value)
    if (unit === "°" && !(difference ?? /_spread|_anomaly/.test(name)))
      return `${value.toFixed(0)}° ${(WindDirection.point(value) ?? "").padStart(3)}`
    return value.toFixed(decimals)
  })
}

/** Returns the largest number of decimals of any value, up to 6. */
const decimalsOf = (values: Float64Array): number => {
  let most = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
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
