/** Series from CSV. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Formatter from "effect/Formatter"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { listed } from "../internal/series/listed.ts"
import * as Held from "../internal/series/held.ts"
import { isInstant, lengthOf, timesIn, zoneNamed } from "../internal/series/times.ts"
import { isTimeOfDay } from "../variables/Columns.ts"
import { columnFrom, make, type MakeOptions } from "./Make.ts"
import type { Series } from "./Model.ts"

/** A CSV cannot be read. */
export class CsvFailed extends Data.TaggedError("CsvFailed")<{
  /**
   * `header`: a column is not there, or twice. `cells`: a line has more or fewer cells than the header. `quote`: a quoted cell
   * does not end. `value`: a cell is not a number. `time`: a cell is not a time, or one that the clocks of the zone skip.
   * `order`: a time is not later than the one before. `zone`: the zone is unknown. `period`: no row lasts so long.
   * `delimiter`: it is empty, or has a quote or a line break.
   */
  readonly reason: "header" | "cells" | "quote" | "value" | "time" | "order" | "zone" | "period" | "delimiter"
  /** The line, counted from 1; for a quoted cell that does not end, the line in which it begins. */
  readonly line: number
  /** The name of the column, if it is one. */
  readonly column?: string | undefined
  /** One sentence for people. */
  readonly message: string
}> {}

/** How a CSV is read. */
export interface CsvOptions<C extends string> extends MakeOptions<NoInfer<C>> {
  /**
   * The columns to read, in this order. By default all of them, except for those in `where`. A heading `rain (mm)` is
   * the column `rain` in `mm`.
   */
  readonly columns?: ReadonlyArray<C> | undefined
  /** The heading of the times; that of the first column by default. */
  readonly time?: string | undefined
  /**
   * Reads only the lines that have these cells, by the names of their columns: those of one place, where a file has several,
   * as `where: { station: "SN18700" }`. All lines by default.
   */
  readonly where?: Readonly<Record<string, string>> | undefined
  /** What a number is as a time: `text` (the default) refuses it, others count seconds or milliseconds since 1970. */
  readonly times?: "text" | "seconds" | "milliseconds" | undefined
  /** What separates cells; a comma by default. It has one or more characters, but no quote and no line break. */
  readonly delimiter?: string | undefined
  /** The decimal mark; a point by default. */
  readonly decimal?: "." | "," | undefined
  /** Cells that are missing values, besides empty ones: `NaN`, `NA` and `null` by default. */
  readonly missing?: ReadonlyArray<string> | undefined
  /** How many lines come before the header; 0 by default. */
  readonly skip?: number | undefined
}

/** The values of a column, as many as there are so far. */
interface Growing {
  readonly name: string
  readonly index: number
  readonly unit: string | undefined
  readonly read: (cell: string) => number | undefined
  values: Float64Array
}

/** What is read so far. */
interface Reader<C extends string> {
  readonly push: (text: string) => CsvFailed | undefined
  readonly end: () => Result.Result<Series<C>, CsvFailed>
}

const numberPatterns = {
  ".": /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/,
  ",": /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/
} as const

/** Makes a function that reads a number: undefined stands for no number. */
const numbers = (decimal: "." | ",", missing: ReadonlyArray<string>): ((cell: string) => number | undefined) => {
  const none = new Set(["", ...missing])
  const pattern = numberPatterns[decimal]
  return (cell) => {
    // A number may stand for a missing value, such as -999.
    if (none.has(cell)) return Number.NaN
    return pattern.test(cell) ? Number(cell.replace(",", ".")) : undefined
  }
}

/**
 * Makes a function that divides lines into cells. It returns undefined as long as a quoted cell has not ended: the next
 * line continues it. No line is read twice.
 */
const cellsIn = (delimiter: string): ((line: string) => ReadonlyArray<string> | undefined) => {
  let cells: Array<string> = []
  let open: string | undefined
  return (line) => {
    if (open === undefined && !line.includes('"')) return line.split(delimiter)
    let at = 0
    while (true) {
      let cell = open ?? ""
      if (open !== undefined || line[at] === '"') {
        if (open === undefined) at++
        for (let end = line.indexOf('"', at); ; end = line.indexOf('"', at)) {
          if (end < 0) {
            open = `${cell}${line.slice(at)}\n`
            return undefined
          }
          cell += line.slice(at, end)
          at = end + 1
          if (line[at] !== '"') break
          cell += '"'
          at++
        }
        open = undefined
      }
      const next = line.indexOf(delimiter, at)
      cells.push(cell + line.slice(at, next < 0 ? undefined : next))
      if (next < 0) break
      at = next + delimiter.length
    }
    const all = cells
    cells = []
    return all
  }
}

/** Divides a heading into name and unit. */
const headingOf = (text: string): readonly [name: string, unit: string | undefined] => {
  const match = /^(.*\S) \(([^()]*)\)$/.exec(text)
  return match === null ? [text, undefined] : [match[1] ?? "", match[2]]
}

const delimiters = [",", ";", "\t", "|"]

/** Asks about the delimiter that was probably meant, if a header has only one column. */
const delimiterQuestion = ([heading = "", ...others]: ReadonlyArray<string>, given: string): string => {
  const isMeant = (delimiter: string) => delimiter !== given && heading.includes(delimiter)
  const meant = others.length > 0 ? undefined : delimiters.find(isMeant)
  return meant === undefined ? "" : `: is the delimiter ${JSON.stringify(meant)}?`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

const readerOf = <C extends string>(options: CsvOptions<C>): Reader<C> => {
  const { decimal = ".", delimiter = ",", missing = ["NaN", "NA", "null"], times = "text" } = options
  const zone = zoneNamed(options.zone ?? "GMT")
  const toNumber = numbers(decimal, missing)
  let skip = options.skip ?? 0
  let rest = ""
  let line = 0
  let columns: ReadonlyArray<Growing> | undefined
  let width = 0
  let timeIndex = 0
  let question = ""
  let picked: ReadonlyArray<readonly [index: number, text: string]> = []
  let dates = 0
  let rows = 0
  let time = new Float64Array(64)
  const failed = (reason: CsvFailed["reason"], message: string, column?: string, at = Math.max(1, line)): CsvFailed =>
    new CsvFailed({ reason, line: at, column, message: `Line ${at}: ${message}` })
  const refuse = (fail: CsvFailed): Reader<C> => ({ push: () => fail, end: () => Result.fail(fail) })
  if (zone === undefined) return refuse(failed("zone", `the time zone ${String(options.zone)} is unknown`))
  if (!/^[^"\r\n]+$/.test(delimiter)) {
    return refuse(failed("delimiter", `${JSON.stringify(delimiter)} does not separate cells`))
  }
  if (options.period !== undefined && lengthOf(options.period, zone) === undefined) {
    return refuse(failed("period", `no row lasts ${Formatter.format(options.period)}`))
  }
  const readTime = timesIn(zone)

  const begin = (cells: ReadonlyArray<string>): CsvFailed | undefined => {
    const headings = cells.map((cell) => cell.trim())
    const names = headings.map((heading) => headingOf(heading)[0])
    width = headings.length
    question = delimiterQuestion(headings, delimiter)
    /** A heading is the name of its column, and so is its part before the unit. */
    const indexesOf = (name: string): ReadonlyArray<number> => {
      const those = headings.includes(name) ? headings : names
      return those.flatMap((other, index) => (other === name ? index : []))
    }
    const indexOf = (name: string): number => indexesOf(name)[0] ?? -1
    timeIndex = options.time === undefined ? 0 : indexOf(options.time)
    picked = Object.entries(options.where ?? {}).map(([name, text]) => [indexOf(name), text])
    const others = new Set([timeIndex, ...picked.map(([index]) => index)])
    const wanted: ReadonlyArray<string> = options.columns ?? names.filter((_, index) => !others.has(index))
    for (const name of [options.time ?? [], Object.keys(options.where ?? {}), wanted].flat()) {
      const { length } = indexesOf(name)
      if (length > 1) return failed("header", `there are ${length} columns ${name}`, name)
      const why = question || `: the columns are ${listed(names)}`
      if (length === 0) return failed("header", `there is no column ${name}${why}`, name)
    }
    const made: Array<Growing> = []
    const units: Readonly<Record<string, string | undefined>> = options.units ?? {}
    for (const name of wanted) {
      const index = indexOf(name)
      const unit = units[name] ?? (headings[index] === name ? undefined : headingOf(headings[index] ?? "")[1])
      const readInstant = timesIn(zone)
      const instants = isTimeOfDay(name) || unit === "iso8601"
      const read = instants
        ? (cell: string) => {
            const value = readInstant(cell).instant
            return Number.isNaN(value) ? toNumber(cell) : value
          }
        : toNumber
      made.push({ name, index, unit, read, values: new Float64Array(64) })
    }
    columns = made
    return undefined
  }

  const timeOf = (cell: string): number => {
    if (times !== "text") return (toNumber(cell) ?? Number.NaN) * (times === "seconds" ? 1_000 : 1)
    const { instant, isDate } = readTime(cell)
    if (isDate) dates++
    return instant
  }

  const add = (cells: ReadonlyArray<string>, made: ReadonlyArray<Growing>): CsvFailed | undefined => {
    if (cells.length !== width) {
      const are = cells.length === 1 ? "is" : "are"
      const message = `there ${are} ${counted(cells.length, "cell")}, but ${counted(width, "column")}${question}`
      return failed("cells", message)
    }
    if (!picked.every(([index, text]) => cells[index]?.trim() === text)) return undefined
    const cell = (cells[timeIndex] ?? "").trim()
    const instant = timeOf(cell)
    if (!isInstant(instant)) {
      return failed("time", `${JSON.stringify(cell)} is not a time in ${String(options.zone ?? "GMT")}${question}`)
    }
    if (rows > 0 && !(instant > (time[rows - 1] ?? 0))) {
      const hint = options.where === undefined ? ". `where` reads the rows of one of several places" : ""
      return failed("order", `${cell} is not later than the time of the row before${hint}`)
    }
    if (rows === time.length) time = grown(time)
    time[rows] = instant
    for (const column of made) {
      const text = (cells[column.index] ?? "").trim()
      const value = column.read(text)
      if (value === undefined) return failed("value", `${JSON.stringify(text)} is not a number`, column.name)
      if (rows === column.values.length) column.values = grown(column.values)
      column.values[rows] = value
    }
    rows++
    return undefined
  }

  const divide = cellsIn(delimiter)
  // The line in which a quoted cell began that has not ended.
  let opened: number | undefined
  const take = (text: string): CsvFailed | undefined => {
    line++
    if (skip > 0) {
      skip--
      return undefined
    }
    if (opened === undefined && text.trim() === "") return undefined
    const cells = divide(columns === undefined ? text.replace(/^\uFEFF/, "") : text)
    if (cells === undefined) {
      opened ??= line
      return undefined
    }
    opened = undefined
    return columns === undefined ? begin(cells) : add(cells, columns)
  }

  return {
    push: (text) => {
      let at = 0
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
        const fail = take(rest + text.slice(at, end))
        if (fail !== undefined) return fail
        rest = ""
        at = end + 1
      }
      rest += text.slice(at)
      return undefined
    },
    end: () => {
      const fail = rest === "" ? undefined : take(rest)
      if (fail !== undefined) return Result.fail(fail)
      if (opened !== undefined) {
        return Result.fail(failed("quote", "a quoted cell does not end", undefined, opened))
      }
      if (columns === undefined) return Result.fail(failed("header", "there is no header"))
      const made = columns.map(
        ({ name, unit, values }) => [name, columnFrom(name, unit, values.slice(0, rows), false)] as const
      )
      const period = options.period ?? (rows > 0 && dates === rows ? "day" : undefined)
      const frame = make({ time: time.subarray(0, rows), columns: {}, zone: options.zone, period })
      return Result.map(
        // The zone and the period are known, and the times ascend.
        Result.mapError(frame, ({ message }) => failed("time", message)),
        (series) => Held.make<C>({ ...Held.partsOf(series), columns: new Map(made) })
      )
    }
  }
}

const grown = (values: Float64Array): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(2 * values.length)
  larger.set(values)
  return larger
}

/**
 * Reads a series from CSV: a header, then a line for each row with its time and its numbers. It reads the finite numbers
 * that `Series.toCsv` writes.
 *
 * Times are ISO 8601. Those without an offset are times of the zone. A heading with a unit, such as `rain (mm)`, gives the
 * column `rain` its unit. Cells that are not numbers are refused with their line and column. Lines without cells are left out.
 *
 * A file with the rows of several places has a series for each of them: `where` says which one to read.
 */
export const fromCsv = <const C extends string = string>(
  text: string,
  options: CsvOptions<C> = {}
): Result.Result<Series<C>, CsvFailed> => {
  const reader = readerOf(options)
  const fail = reader.push(text)
  return fail === undefined ? reader.end() : Result.fail(fail)
}

/** Reads a series from a CSV that comes in pieces of text, or of UTF-8, as `fromCsv` does. It keeps only the numbers. */
export const fromCsvStream = <E, R, const C extends string = string>(
  stream: Stream.Stream<string | Uint8Array, E, R>,
  options: CsvOptions<C> = {}
): Effect.Effect<Series<C>, CsvFailed | E, R> =>
  Effect.suspend(() => {
    const reader = readerOf(options)
    const decoder = new TextDecoder()
    const push = (text: string): Effect.Effect<void, CsvFailed> => {
      const fail = reader.push(text)
      return fail === undefined ? Effect.void : Effect.fail(fail)
    }
    return stream.pipe(
      Stream.runForEach((piece) => push(typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }))),
      Effect.andThen(Effect.suspend(() => push(decoder.decode()))),
      Effect.andThen(Effect.suspend(() => Effect.fromResult(reader.end())))
    )
  })
