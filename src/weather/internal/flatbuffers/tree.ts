/** The messages of a place as the tree that the JSON of the same response has, so that both are decoded alike. */
import { Model } from "@openmeteo/sdk/model.js"
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { type Selection, type SeriesBlock, seriesBlocks } from "../../Answer.ts"
import { Memory } from "../decode/memory.ts"
import { Instants, type Node, Numbers, type Tree } from "../decode/tree.ts"
import { columnsOf, Names } from "./columns.ts"
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

/** The messages of a place, each with the end of the names of its columns. */
interface Place {
  readonly path: Path
  readonly messages: Messages
  readonly suffixes: ReadonlyArray<string>
}

/** The columns of a block and their units, as in JSON. */
interface Block {
  readonly columns: Map<string, Node>
  readonly units: Map<string, Node>
}

const emptyBlock = (): Block => ({ columns: new Map(), units: new Map() })

/** Adds the columns of a message to those of its place. */
const add = (
  { columns, units }: Block,
  found: ReadonlyArray<VariableWithValues>,
  names: ReadonlyArray<string>,
  suffix = "",
  nodeOf: (column: VariableWithValues) => Node
): void =>
  found.forEach((column, i) => {
    const name = (names[i] ?? "") + suffix
    columns.set(name, nodeOf(column))
    units.set(name, labelOf(column.unit()))
  })

const seriesOf = ({ messages, path, suffixes }: Place, name: SeriesBlock, names: Names, memory: Memory): Block => {
  const block = emptyBlock()
  let times: Times | undefined
  messages.forEach((message, i) => {
    const series = blockOf(message, name)
    if (series === null) return
    const found = timesOf(series, memory)
    if (times === undefined) block.columns.set("time", found)
    else checkTimes([...path, name, "time"], found, times)
    const rows = (times ??= found)
    const columns = columnsOf(series)
    const named = names.of([...path, name], columns)
    add(block, columns, named, suffixes[i], (column) => new Numbers(valuesOf(column, rows, memory)))
  })
  return block
}

const currentOf = ({ messages, path, suffixes }: Place, names: Names): Block => {
  const block = emptyBlock()
  messages.forEach((message, i) => {
    const current = message.current()
    if (current === null) return
    if (block.columns.size === 0) block.columns.set("time", Number(current.time())).set("interval", current.interval())
    const columns = columnsOf(current)
    const named = names.of([...path, "current"], columns)
    add(block, columns, named, suffixes[i], (column) => numberOrNull(column.value()))
  })
  return block
}

/** Makes the function that returns the tree of a place, for one response. Its places share memory and names. */
export const treesFor = (selection: Selection): ((path: Path, messages: Messages) => Tree) => {
  const memory = new Memory()
  const requested = [...seriesBlocks, "current" as const].flatMap((name) => {
    const variables = selection[name] ?? []
    return variables.length === 0 ? [] : [{ name, names: new Names(variables) }]
  })
  return (path, messages) => {
    const place = { path, messages, suffixes: suffixesOf(path, messages, selection.models ?? []) }
    const [first] = messages
    const tree = new Map<string, Node>([
      ["latitude", shortest(first.latitude())],
      ["longitude", shortest(first.longitude())],
      ["elevation", numberOrNull(first.elevation())],
      ["generationtime_ms", shortest(first.generationTimeMilliseconds())],
      ["utc_offset_seconds", first.utcOffsetSeconds()],
      // The service leaves out these.
      ["timezone", first.timezone() ?? "GMT"],
      ["timezone_abbreviation", first.timezoneAbbreviation() ?? "GMT"],
      ["location_id", Number(first.locationId())]
    ])
    for (const { name, names } of requested) {
      const block = name === "current" ? currentOf(place, names) : seriesOf(place, name, names, memory)
      if (block.columns.size > 0) tree.set(name, block.columns).set(`${name}_units`, block.units)
    }
    return tree
  }
}

/** The models of a response have the same rows. */
const checkTimes = (path: Path, { values: found }: Times, { values }: Times): void => {
  const isSame = found.length === values.length && found[0] === values[0] && found.at(-1) === values.at(-1)
  if (!isSame) stop(path, "the same times for all models", `${found.length} others`)
}
