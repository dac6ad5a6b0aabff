/** The messages of a place as the tree that the JSON of the same response has, so that both are decoded alike. */
import { Model } from "@openmeteo/sdk/model.js"
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { type Selection, type SeriesBlock, seriesBlocks } from "../../Answer.ts"
import type { Memory } from "../decode/memory.ts"
import { Instants, type Node, Numbers, type Tree } from "../decode/tree.ts"
import { namedColumns } from "./columns.ts"
import { malformed, stop } from "./messages.ts"
import { namesInOrder } from "./order.ts"
import { labelOf } from "./units.ts"

type Path = ReadonlyArray<string | number>

type Messages = readonly [WeatherApiResponse, ...ReadonlyArray<WeatherApiResponse>]

/** Returns the shortest decimal that is this number in single precision, as JSON has it: 52.52, not 52.52000045776367. */
const shortest = (single: number): number => {
  // Most have few decimals.
  for (let scale = 1; scale <= 1e5; scale *= 10) {
    const rounded = Math.round(single * scale) / scale
    if (Math.fround(rounded) === single) return rounded
  }
  let digits = 1
  // Nine always do.
  while (digits < 9 && Math.fround(Number(single.toPrecision(digits))) !== single) digits++
  return Number(single.toPrecision(digits))
}

const numberOrNull = (single: number): number | null => (Number.isNaN(single) ? null : shortest(single))

type Times = Instants | Numbers

/** The begin of each row. Months are of different lengths. */
const timesOf = (block: VariablesWithTime | VariablesWithMonth, memory: Memory): Times => {
  if (block instanceof VariablesWithMonth) {
    const [year, month] = [block.year(), block.month() - 1]
    const months = Float64Array.from({ length: rowsIn(block, block.count()) }, (_, row) => Date.UTC(year, month + row))
    return new Numbers(months.map((start) => start / 1_000))
  }
  const start = Number(block.time())
  const interval = block.interval()
  const rows = rowsIn(block, Math.round((Number(block.timeEnd()) - start) / interval))
  memory.reserve(rows, block.variablesLength() + 1)
  return new Instants(memory.take(rows), start * 1_000, interval * 1_000)
}

/** A message that is broken may have any number of rows. Each of them takes more than a byte. */
const rowsIn = ({ bb }: Pick<VariablesWithTime, "bb">, rows: number): number =>
  rows >= 0 && rows <= (bb?.capacity() ?? 0) ? rows : malformed()

const twoDays = 172_800_000

/** The values of a column. Times are seconds since 1970. */
const valuesOf = (column: VariableWithValues, { values: rows }: Times, memory: Memory): Float64Array => {
  const singles = column.valuesArray()
  if (singles !== null) {
    const values = memory.take(singles.length)
    values.set(singles)
    return values
  }
  const times = new Float64Array(rowsIn(column, column.valuesInt64Length()))
  for (let row = 0; row < times.length; row++) {
    const time = Number(column.valuesInt64(row))
    // Integers have no other way to say that there is no time.
    times[row] = time === 0 && Math.abs(rows[row] ?? 0) > twoDays ? Number.NaN : time
  }
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

/** Models that the service labels with the number of another one. */
const mislabelled: Readonly<Record<string, string>> = {
  gem_regional: "gem_global",
  gfs05: "gfs025",
  ncep_gefs_seamless: "gfs_seamless",
  ncep_gefs025: "gfs025",
  ncep_gefs05: "gfs025",
  meteoswiss_icon_ch1: "icon_seamless",
  meteoswiss_icon_ch2: "icon_seamless",
  meteoswiss_icon_seamless: "icon_seamless"
}

/** Whether a message may be that of a model. Models without a number are labelled as undefined. */
const mayBe = (model: string, label: string): boolean =>
  label === model ||
  label === mislabelled[model] ||
  label === `glofas_${model}` ||
  label === model.replace(/_ensemble$/, "") ||
  (label === "undefined" && !(model in Model))

/** The end of the names of each message's columns, which is the model if there are several. */
const suffixesOf = (path: Path, messages: Messages, models: ReadonlyArray<string>): ReadonlyArray<string> => {
  // As in JSON, where the columns of a single model have none, although several are requested.
  if (messages.length === 1) return [""]
  const labels = messages.map((message) => Model[message.model()] ?? "undefined")
  const names = namesInOrder(labels, models, mayBe)
  if (names === undefined) return stop([...path, "model"], `some of ${models.join(", ")}`, labels.join(", "))
  return names.map((name) => `_${name}`)
}

/** Returns the tree of a place, from its messages: one for each model. */
export const treeOf = (path: Path, messages: Messages, selection: Selection, memory: Memory): Tree => {
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
    let times: Times | undefined
    for (const [i, message] of messages.entries()) {
      const block = variables.length === 0 ? null : blockOf(message, name)
      if (block === null) continue
      const found = timesOf(block, memory)
      if (times === undefined) columns.set("time", (times = found))
      else checkTimes([...path, name, "time"], found, times)
      const named = namedColumns([...path, name], block, variables)
      for (const { column, name: variable } of named) {
        columns.set(variable + (suffixes[i] ?? ""), new Numbers(valuesOf(column, times, memory)))
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
const checkTimes = (path: Path, { values: found }: Times, { values }: Times): void => {
  const isSame = found.length === values.length && found[0] === values[0] && found.at(-1) === values.at(-1)
  if (!isSame) stop(path, "the same times for all models", `${found.length} others`)
}
