/**
 * Writes responses as flatbuffers: a message for each place and model, with its size in front.
 *
 * The builder of `flatbuffers` and the enumerations of the optional peer `@openmeteo/sdk` are loaded by the first
 * request for flatbuffers. The peer's classes only read, so tables are built by the position of their fields in the
 * service's schema.
 *
 * In place of names, messages have numbers: of a variable with its height, depth and aggregation, of a unit, and of a
 * model.
 */
import type { Aggregation, Model, Probability, Unit, Variable } from "@openmeteo/sdk/weather_api.js"
import type { Builder } from "flatbuffers"
import type { Block, Cells, PlaceSource } from "./series/block.ts"
import type { Root } from "./services.ts"
import { type Label, modelOf, resolvedName, variableOf } from "./tables/names.ts"
import { measureOf, numeral, type Quantity, type Units } from "./variables/variable.ts"

export interface Library {
  readonly Builder: typeof Builder
  readonly Aggregation: typeof Aggregation
  readonly Model: typeof Model
  readonly Probability: typeof Probability
  readonly Unit: typeof Unit
  readonly Variable: typeof Variable
}

/** Returns undefined if one of the packages is not installed. Bundlers take an import that is awaited in a `try` for an optional one. */
export const load = async (): Promise<Library | undefined> => {
  try {
    const { Builder } = await import("flatbuffers")
    const { Aggregation, Model, Probability, Unit, Variable } = await import("@openmeteo/sdk/weather_api.js")
    return { Builder, Aggregation, Model, Probability, Unit, Variable }
  } catch {
    return undefined
  }
}

/** The description of a column: a label in numbers. */
interface Description extends Omit<Label, "variable" | "aggregation" | "probability"> {
  readonly variable: number
  readonly aggregation: number
  readonly probability: number
}

/** Numbers by name. At run time, an enumeration also has its names by number. */
const numberOf = (all: Readonly<Record<string, string | number>>, name: string): number => {
  const value = Object.hasOwn(all, name) ? all[name] : undefined
  return typeof value === "number" ? value : 0
}

const none: Label = {
  variable: "undefined",
  aggregation: "none",
  probability: "none",
  altitude: 0,
  pressureLevel: 0,
  depth: 0,
  depthTo: 0,
  previousDay: 0
}

/** Describes a variable of a block. */
const descriptionOf = (asked: string, block: Block["name"], library: Library): Description => {
  const label = variableOf(block, asked)?.label ?? none
  return {
    ...label,
    variable: numberOf(library.Variable, label.variable),
    aggregation: numberOf(library.Aggregation, label.aggregation),
    probability: numberOf(library.Probability, label.probability)
  }
}

/** Returns the number of a model; 0 if it has none. */
const modelNumber = (root: Root, model: string, { Model }: Library): number => {
  const name = resolvedName(root, model)
  return numberOf(Model, modelOf(name)?.label ?? name)
}

const names = {
  undefined: "undefined",
  "°C": "celsius",
  "°F": "fahrenheit",
  K: "kelvin",
  "km/h": "kilometres_per_hour",
  "m/s": "metre_per_second",
  "mp/h": "miles_per_hour",
  kn: "knots",
  mm: "millimetre",
  cm: "centimetre",
  inch: "inch",
  ft: "feet",
  m: "metre",
  "%": "percentage",
  hPa: "hectopascal",
  kPa: "kilopascal",
  "°": "degree_direction",
  "wmo code": "wmo_code",
  "W/m²": "watt_per_square_metre",
  "MJ/m²": "megajoule_per_square_metre",
  "J/kg": "joule_per_kilogram",
  "kg/m²": "kilogram_per_square_metre",
  "m³/m³": "cubic_metre_per_cubic_metre",
  "m³/s": "cubic_metre_per_second",
  "μg/m³": "micrograms_per_cubic_metre",
  "grains/m³": "grains_per_cubic_metre",
  s: "seconds",
  h: "hours",
  fraction: "fraction",
  ppm: "parts_per_million",
  EAQI: "european_air_quality_index",
  USAQI: "us_air_quality_index",
  GGDc: "gdd_celsius",
  iso8601: "iso8601",
  unixtime: "unix_time"
} as const

const isKnown = (label: string): label is keyof typeof names => Object.hasOwn(names, label)

/** Returns the number of a quantity's unit. Some units have several numbers and one label. */
const unitOf = (quantity: Quantity, units: Units, { Unit }: Library): number => {
  const { decimals, label } = measureOf(quantity, units)
  if (label === "") return decimals === 0 ? Unit.dimensionless_integer : Unit.dimensionless
  if (label === "m/s" && typeof quantity === "object") return Unit.metre_per_second_not_unit_converted
  return isKnown(label) ? Unit[names[label]] : Unit.undefined
}

const seconds = (instant: number): bigint => BigInt(Math.floor(instant / 1_000))

/** The numbers of a column, as JSON has them; NaN for null. */
const numbersOf = ({ column, values }: Cells, { units }: PlaceSource): ReadonlyArray<number> => {
  const { decimals } = measureOf(column.variable.quantity, units)
  return values.map((value) => (value === null ? Number.NaN : Number(numeral(value, decimals))))
}

const floats = (builder: Builder, values: ReadonlyArray<number>): number => {
  builder.startVector(4, values.length, 4)
  for (let i = values.length - 1; i >= 0; i--) builder.addFloat32(values[i] ?? Number.NaN)
  return builder.endVector()
}

/** Stands for an instant that is missing: integers have no NaN. */
const noData = 9_223_372_036_854_775_807n

const instants = (builder: Builder, values: ReadonlyArray<number | null>): number => {
  builder.startVector(8, values.length, 8)
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i] ?? null
    builder.addInt64(value === null ? noData : seconds(value))
  }
  return builder.endVector()
}

const offsets = (builder: Builder, tables: ReadonlyArray<number>): number => {
  builder.startVector(4, tables.length, 4)
  for (let i = tables.length - 1; i >= 0; i--) builder.addOffset(tables[i] ?? 0)
  return builder.endVector()
}

/** Whose message it is: the position of the place, and a model with its position among those that cover the place. */
interface Whose {
  readonly place: number
  readonly model: string
  readonly at: number
}

/** Returns a function that writes the message for a place and a model. */
export const makeMessage = (library: Library) => {
  const variable = (builder: Builder, cells: Cells, block: Block, place: PlaceSource): number => {
    const { asked, member } = cells.column
    const { quantity } = cells.column.variable
    const about = descriptionOf(asked, block.name, library)
    const isSingle = block.name === "current"
    const numbers = quantity === "time" ? [] : numbersOf(cells, place)
    const vector = isSingle ? 0 : quantity === "time" ? instants(builder, cells.values) : floats(builder, numbers)
    builder.startObject(13)
    builder.addFieldInt8(0, about.variable, 0)
    builder.addFieldInt8(1, unitOf(quantity, place.units, library), 0)
    if (isSingle) builder.addFieldFloat32(2, numbers[0] ?? Number.NaN, 0)
    builder.addFieldOffset(quantity === "time" ? 4 : 3, vector, 0)
    builder.addFieldInt16(5, about.altitude, 0)
    builder.addFieldInt8(6, about.aggregation, 0)
    builder.addFieldInt16(7, about.pressureLevel, 0)
    builder.addFieldInt16(8, about.depth, 0)
    builder.addFieldInt16(9, about.depthTo, 0)
    builder.addFieldInt16(10, member ?? 0, 0)
    builder.addFieldInt16(11, about.previousDay, 0)
    builder.addFieldInt8(12, about.probability, 0)
    return builder.endObject()
  }

  const withTime = (builder: Builder, { end, interval, times: [start = end] }: Block, columns: number): number => {
    builder.startObject(4)
    builder.addFieldInt64(0, seconds(start), 0n)
    builder.addFieldInt64(1, seconds(end), 0n)
    builder.addFieldInt32(2, interval, 0)
    builder.addFieldOffset(3, columns, 0)
    return builder.endObject()
  }

  const withMonth = (builder: Builder, { end, times }: Block, columns: number): number => {
    const first = new Date(times[0] ?? end)
    builder.startObject(4)
    builder.addFieldInt16(0, first.getUTCFullYear(), 0)
    builder.addFieldInt8(1, first.getUTCMonth() + 1, 0)
    builder.addFieldInt32(2, times.length, 0)
    builder.addFieldOffset(3, columns, 0)
    return builder.endObject()
  }

  /** A block of one of the models; 0 if the model does not have it. */
  const table = (builder: Builder, block: Block | undefined, at: number, place: PlaceSource): number => {
    const cells = block?.cells.filter(({ column }) => column.at === at) ?? []
    if (block === undefined || cells.length === 0) return 0
    const columns = offsets(
      builder,
      cells.map((each) => variable(builder, each, block, place))
    )
    // Weeks have the table of months, although the schema says otherwise.
    return block.name === "weekly" || block.name === "monthly"
      ? withMonth(builder, block, columns)
      : withTime(builder, block, columns)
  }

  return (root: Root, place: PlaceSource, blocks: ReadonlyArray<Block>, whose: Whose): Uint8Array => {
    const builder = new library.Builder(4_096)
    const { site, wanted } = place
    const { abbreviation, name, offset } = wanted.zone
    // In the order of their fields.
    const tables = (["current", "daily", "hourly", "minutely_15", "monthly", "weekly"] as const).map((each) =>
      table(
        builder,
        blocks.find((block) => block.name === each),
        whose.at,
        place
      )
    )
    // The service leaves out what is GMT.
    const zone = name === "GMT" ? 0 : builder.createString(name)
    const short = abbreviation === "GMT" ? 0 : builder.createString(abbreviation)
    builder.startObject(15)
    builder.addFieldFloat32(0, site.latitude, 0)
    builder.addFieldFloat32(1, site.longitude, 0)
    builder.addFieldFloat32(2, Number.isNaN(wanted.elevation) ? Number.NaN : site.elevation, 0)
    builder.addFieldFloat32(3, 0.05 + builder.offset() / 1e6, 0)
    builder.addFieldInt64(4, BigInt(whose.place), 0n)
    builder.addFieldInt8(5, modelNumber(root, whose.model, library), 0)
    builder.addFieldInt32(6, offset / 1_000, 0)
    builder.addFieldOffset(7, zone, 0)
    builder.addFieldOffset(8, short, 0)
    tables.forEach((at, field) => builder.addFieldOffset(9 + field, at, 0))
    builder.finishSizePrefixed(builder.endObject())
    return builder.asUint8Array()
  }
}
