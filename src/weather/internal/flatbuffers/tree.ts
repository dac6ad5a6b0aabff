/** The messages of a place as a tree like that of the JSON of the same response, so that both are decoded alike. */
import type { Requested } from "../../Service.ts"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { type SeriesBlock, seriesBlocks } from "../../Answer.ts"
import { Memory } from "../decode/memory.ts"
import { type Node, Numbers, type Tree } from "../decode/tree.ts"
import { roundedOf } from "./decimals.ts"
import { columnsOf, Names, Suffixes } from "./names.ts"
import { stop } from "./messages.ts"
import { sdk } from "./sdk.ts"
import { areSame, type Times, timesOf, valuesOf, type Variables } from "./times.ts"
import type { Unit } from "@openmeteo/sdk/unit.js"
import type { UnitLabel } from "../../variables/Units.ts"

type Path = ReadonlyArray<string | number>

type Messages = readonly [WeatherApiResponse, ...ReadonlyArray<WeatherApiResponse>]

/** Returns the shortest decimal that is this number in single precision, as JSON has it: 52.52, not 52.52000045776367. */
const shortest = (single: number): number => {
  // Most have few decimals.
  for (let scale = 1; scale <= 1e5; scale *= 10) {
    const rounded = Math.round(single * scale) / scale
    if (Math.fround(rounded) === single) return rounded
  }
  // With six digits, decimals of fewer are found as well, except of the smallest numbers, which have fewer bits. Nine always do.
  let digits = Math.abs(single) < 2 ** -126 ? 1 : 6
  while (digits < 9 && Math.fround(Number(single.toPrecision(digits))) !== single) digits++
  return Number(single.toPrecision(digits))
}

const numberOrNull = (single: number, numberOf = shortest): number | null =>
  Number.isNaN(single) ? null : numberOf(single)

const blockOf = (message: WeatherApiResponse, name: SeriesBlock): Variables | null => {
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

/** The messages of a place, each with the end of the names of its columns. */
interface PlaceMessages {
  readonly path: Path
  readonly messages: Messages
  readonly suffixes: ReadonlyArray<string>
}

const seriesOf = (
  { messages, path, suffixes }: PlaceMessages,
  name: SeriesBlock,
  names: Names,
  requested: Requested,
  memory: Memory,
  isRounded: boolean
): Map<string, Node> => {
  const block = new Map<string, Node>()
  let times: Times | undefined
  for (const [i, message] of messages.entries()) {
    const series = blockOf(message, name)
    if (series === null) continue
    const found = timesOf(name, series, message, requested, memory)
    if (times === undefined) block.set("time", found)
    else if (!areSame(found, times)) {
      stop([...path, name, "time"], "the same times for all models", `${found.values.length} others`)
    }
    const rows = (times ??= found)
    const columns = columnsOf(series)
    const named = names.of(columns)
    const suffix = suffixes[i] ?? ""
    for (const [k, column] of columns.entries()) {
      const values = valuesOf(column, rows, memory, isRounded)
      block.set((named[k] ?? "") + suffix, new Numbers(values, labelOf(column.unit())))
    }
  }
  return block
}

/** Values at one time, and their units, as in JSON. */
interface Conditions {
  readonly values: Map<string, Node>
  readonly units: Map<string, Node>
}

const currentOf = ({ messages, suffixes }: PlaceMessages, names: Names, isRounded: boolean): Conditions => {
  const values = new Map<string, Node>()
  const units = new Map<string, Node>()
  for (const [i, message] of messages.entries()) {
    const current = message.current()
    if (current === null) continue
    if (values.size === 0) values.set("time", Number(current.time())).set("interval", current.interval())
    const columns = columnsOf(current)
    const named = names.of(columns)
    const suffix = suffixes[i] ?? ""
    for (const [k, column] of columns.entries()) {
      const name = (named[k] ?? "") + suffix
      const unit = column.unit()
      values.set(
        name,
        numberOrNull(column.value(), (single) => (isRounded ? roundedOf(single, unit) : shortest(single)))
      )
      units.set(name, labelOf(unit))
    }
  }
  return { values, units }
}

/**
 * Makes the function that returns the tree of a place, for one response. Its places share memory and names. With
 * `isRounded`, values have the decimals that they have in JSON.
 */
export const treesFor = (selection: Requested, isRounded = false): ((path: Path, messages: Messages) => Tree) => {
  const memory = new Memory()
  const suffixes = new Suffixes(selection)
  const requested = [...seriesBlocks, "current" as const].flatMap((name) => {
    const variables = selection[name] ?? []
    return variables.length === 0 ? [] : [{ name, names: new Names(variables) }]
  })
  return (path, messages) => {
    const place = { path, messages, suffixes: suffixes.of(messages) }
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
      if (name === "current") {
        const { units, values } = currentOf(place, names, isRounded)
        if (values.size > 0) tree.set(name, values).set("current_units", units)
      } else {
        const block = seriesOf(place, name, names, selection, memory, isRounded)
        if (block.size > 0) tree.set(name, block)
      }
    }
    return tree
  }
}

const labels: Readonly<Record<keyof typeof Unit, UnitLabel>> = {
  undefined: "undefined",
  celsius: "°C",
  centimetre: "cm",
  cubic_metre_per_cubic_metre: "m³/m³",
  cubic_metre_per_second: "m³/s",
  degree_direction: "°",
  dimensionless_integer: "",
  dimensionless: "",
  european_air_quality_index: "EAQI",
  fahrenheit: "°F",
  feet: "ft",
  fraction: "fraction",
  gdd_celsius: "GGDc",
  geopotential_metre: "gpm",
  grains_per_cubic_metre: "grains/m³",
  gram_per_kilogram: "g/kg",
  hectopascal: "hPa",
  hours: "h",
  inch: "inch",
  iso8601: "iso8601",
  joule_per_kilogram: "J/kg",
  kelvin: "K",
  kilopascal: "kPa",
  kilogram_per_square_metre: "kg/m²",
  kilometres_per_hour: "km/h",
  knots: "kn",
  megajoule_per_square_metre: "MJ/m²",
  metre_per_second_not_unit_converted: "m/s",
  metre_per_second: "m/s",
  metre: "m",
  micrograms_per_cubic_metre: "μg/m³",
  miles_per_hour: "mp/h",
  millimetre: "mm",
  pascal: "Pa",
  per_second: "s⁻¹",
  percentage: "%",
  seconds: "s",
  unix_time: "unixtime",
  us_air_quality_index: "USAQI",
  watt_per_square_metre: "W/m²",
  wmo_code: "wmo code",
  parts_per_million: "ppm",
  kilogram_per_cubic_metre: "kg/m³"
}

const byName: Readonly<Record<string, string>> = labels

/** Returns the label of a unit, as it is in JSON. */
const labelOf = (unit: Unit): string => byName[sdk().Unit[unit] ?? ""] ?? "undefined"
