/** The messages of a place as the tree that the JSON of the same response has, so that both are decoded alike. */
import { Model } from "@openmeteo/sdk/model.js"
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { type Selection, type SeriesBlock, seriesBlocks } from "../../Answer.ts"
import { type Node, Numbers, type Tree } from "../decode/tree.ts"
import { namedColumns } from "./columns.ts"
import { malformed, stop } from "./messages.ts"
import { labelOf } from "./units.ts"

type Path = ReadonlyArray<string | number>

type Messages = readonly [WeatherApiResponse, ...ReadonlyArray<WeatherApiResponse>]

/** Returns the shortest decimal that is this number in single precision, as JSON has it: 52.52, not 52.52000045776367. */
const shortest = (single: number): number => {
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(single.toPrecision(digits))
    if (Math.fround(decimal) === single) return decimal
  }
  return single
}

const numberOrNull = (single: number): number | null => (Number.isNaN(single) ? null : shortest(single))

/** The rows of a block, as the seconds of the first one and of each next one. */
type Axis = readonly [rows: number, secondsOf: (row: number) => number]

const axisOf = (block: VariablesWithTime | VariablesWithMonth): Axis => {
  if (block instanceof VariablesWithMonth) {
    const [year, month] = [block.year(), block.month() - 1]
    return [block.count(), (row) => Date.UTC(year, month + row) / 1_000]
  }
  const start = Number(block.time())
  const interval = block.interval()
  return [Math.round((Number(block.timeEnd()) - start) / interval), (row) => start + row * interval]
}

const timesOf = (block: VariablesWithTime | VariablesWithMonth): Float64Array => {
  const [rows, secondsOf] = axisOf(block)
  // Each row of a column takes more than a byte.
  if (!(rows >= 0 && rows <= (block.bb?.capacity() ?? 0))) malformed()
  const times = new Float64Array(rows)
  for (let row = 0; row < rows; row++) times[row] = secondsOf(row)
  return times
}

/** The values of a column. Times are seconds since 1970. */
const valuesOf = (column: VariableWithValues): Float64Array => {
  const values = column.valuesArray()
  if (values !== null) return Float64Array.from(values)
  const times = new Float64Array(column.valuesInt64Length())
  for (let row = 0; row < times.length; row++) times[row] = Number(column.valuesInt64(row))
  return times
}

const blockOf = (message: WeatherApiResponse, name: SeriesBlock): VariablesWithTime | VariablesWithMonth | null => {
  switch (name) {
    case "minutely_15":
      return message.minutely15()
    case "hourly":
      return message.hourly()
    case "daily":
      return message.daily()
    case "weekly":
      return message.weekly()
    case "monthly":
      return message.monthly()
  }
}

/** The end of the names of a message's columns, which is the model if there are several. */
const suffixesOf = (path: Path, messages: Messages, models: ReadonlyArray<string>): ReadonlyArray<string> => {
  // As in JSON, where the columns of a single model have none, although several are requested.
  if (messages.length === 1) return [""]
  const names = messages.map((message) => Model[message.model()] ?? "undefined")
  const isOnly = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name)
  if (messages.length === models.length) {
    // The service answers in the order of the request. Its numbers lack some models, and some share a number.
    const moved = names.find((name, i) => isOnly(name) && models.includes(name) && models[i] !== name)
    return moved === undefined
      ? models.map((name) => `_${name}`)
      : stop(path, `models in order: ${models.join()}`, names.join())
  }
  if (names.includes("undefined") || !names.every(isOnly))
    stop(path, `columns of ${models.join(", ")}`, names.join(", "))
  return names.map((name) => `_${name}`)
}

/** Returns the tree of a place, from its messages: one for each model. */
export const treeOf = (path: Path, messages: Messages, selection: Selection): Tree => {
  const [first] = messages
  const suffixes = suffixesOf(path, messages, selection.models ?? [])
  const elevation = first.elevation()
  const tree = new Map<string, Node>([
    ["latitude", shortest(first.latitude())],
    ["longitude", shortest(first.longitude())],
    ["elevation", numberOrNull(elevation)],
    ["generationtime_ms", shortest(first.generationTimeMilliseconds())],
    ["utc_offset_seconds", first.utcOffsetSeconds()],
    // The service leaves out these.
    ["timezone", first.timezone() ?? "GMT"],
    ["timezone_abbreviation", first.timezoneAbbreviation() ?? "GMT"],
    ["location_id", Number(first.locationId())]
  ])
  const addBlock = (name: SeriesBlock | "current", columns: Tree, units: Tree): void => {
    if (columns.size === 0) return
    tree.set(name, columns)
    tree.set(`${name}_units`, units)
  }
  for (const name of seriesBlocks) {
    const variables = selection[name] ?? []
    const columns = new Map<string, Node>()
    const units = new Map<string, Node>()
    let times: Float64Array | undefined
    for (const [i, message] of messages.entries()) {
      const block = variables.length === 0 ? null : blockOf(message, name)
      if (block === null) continue
      if (times === undefined) columns.set("time", new Numbers((times = timesOf(block))))
      else checkTimes([...path, name, "time"], block, times)
      for (const { column, name: variable } of namedColumns([...path, name], block, variables)) {
        columns.set(variable + (suffixes[i] ?? ""), new Numbers(valuesOf(column)))
        units.set(variable + (suffixes[i] ?? ""), labelOf(column.unit()))
      }
    }
    addBlock(name, columns, units)
  }
  const columns = new Map<string, Node>()
  const units = new Map<string, Node>()
  for (const [i, message] of messages.entries()) {
    const block = (selection.current ?? []).length === 0 ? null : message.current()
    if (block === null) continue
    if (columns.size === 0) columns.set("time", Number(block.time())).set("interval", block.interval())
    for (const { column, name } of namedColumns([...path, "current"], block, selection.current ?? [])) {
      columns.set(name + (suffixes[i] ?? ""), numberOrNull(column.value()))
      units.set(name + (suffixes[i] ?? ""), labelOf(column.unit()))
    }
  }
  addBlock("current", columns, units)
  return tree
}

/** The models of a response have the same rows. */
const checkTimes = (path: Path, block: VariablesWithTime | VariablesWithMonth, times: Float64Array): void => {
  const [rows, secondsOf] = axisOf(block)
  const isSame = rows === times.length && [0, rows - 1].every((row) => rows === 0 || secondsOf(row) === times[row])
  if (!isSame) stop(path, "the same times for all models", `${rows} others`)
}
