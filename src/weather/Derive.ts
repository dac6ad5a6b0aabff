/**
 * Quantities that are derived from others: heat index, wind chill, vapour pressure deficit …
 *
 * **What**
 *
 * Each is a function of numbers, in the units that it names: `Derive.heatIndex(30, 60)` is the heat index in °C at 30 °C
 * and 60 %. `Derive.column` computes it for the rows of a series. It takes the columns where its arguments usually are,
 * or those that you name, converts their units, and fails with `DeriveFailed` if a unit is of another kind.
 *
 * ```ts
 * const felt = Derive.column(hourly, "felt", Derive.heatIndex)
 * const inside = Derive.column(rooms, "felt", Derive.heatIndex, { temperature: "room_1", humidity: "humidity_1" })
 * ```
 *
 * **Gotchas**
 *
 * A formula has a range, which its docstring states. Outside it, there is no value: the result is NaN, as it is for a
 * missing argument.
 */
import * as Data from "effect/Data"
import { dual } from "effect/Function"
import * as Result from "effect/Result"
import { listed } from "./internal/series/listed.ts"
import * as Held from "./internal/series/held.ts"
import { convert, type Unit } from "./series/Convert.ts"
import type { AnySeries, Series } from "./series/Model.ts"

/** An argument of a quantity. */
export interface Input<out Name extends string = string, out Column extends string = string> {
  /** What it is. */
  readonly name: Name
  /** The unit that the formula takes; empty for plain numbers, such as the UV index. */
  readonly unit: Unit | ""
  /** The column that it is taken from by default. */
  readonly column: Column
}

/** The arguments of a quantity, in order. */
export type Inputs = ReadonlyArray<Input>

/** A quantity that is derived from others: a function of numbers, which says what they are. */
export interface Quantity<in out List extends Inputs> {
  (...values: { readonly [K in keyof List]: number }): number
  /** Its arguments, in order. */
  readonly inputs: List
  /** The unit of its value. */
  readonly unit: string
}

/** Makes a quantity from a formula. The formula should return NaN where it is not defined. */
export const quantity = <const List extends Inputs>(
  inputs: List,
  unit: string,
  of: (...values: { readonly [K in keyof List]: number }) => number
): Quantity<List> =>
  // A function of its own: that of the caller stays as it is.
  Object.assign(of.bind(undefined), { inputs, unit })

/** A quantity cannot be derived: a column is absent, or has a unit of another kind. */
export class DeriveFailed extends Data.TaggedError("DeriveFailed")<{
  /** The name of the column. */
  readonly column: string
  /** The unit that it has; `undefined` if there is no such column. */
  readonly from: string
  /** The unit that the quantity takes; empty for plain numbers. */
  readonly to: Unit | ""
  /** One sentence for people. */
  readonly message: string
}> {}

/** The columns that a quantity takes instead of its own, by the names of its arguments. */
export type Columns<List extends Inputs> = { readonly [I in List[number] as I["name"]]?: string | undefined }

/** The name of the column that an argument is read from. */
type Read<I extends Input, Given> =
  I extends Input<infer Name, infer Column>
    ? Name extends keyof Given
      ? Given[Name] extends string
        ? Given[Name]
        : Column
      : Column
    : never

/** The names of the columns that a quantity reads. */
export type Reads<List extends Inputs, Given> = Read<List[number], Given>

/** The values of a column in a unit. */
const valuesIn = (series: AnySeries, { column: name, unit }: Input): Result.Result<Float64Array, DeriveFailed> => {
  const column = Held.columnOf(series, name)
  const from = column?.unit ?? "undefined"
  const isValue = column !== undefined && column.text === undefined && !Held.isDifference(name, column)
  if (isValue && from === unit) return Result.succeed(column.values)
  if (isValue && unit !== "") {
    const alone = Held.make<string>({ ...Held.partsOf(series), columns: new Map([[name, column]]), absent: [] })
    const converted = convert(alone, name, unit)
    if (Result.isSuccess(converted)) return Result.succeed(Held.valuesOf(converted.success, name))
  }
  const needed = unit === "" ? "a plain number" : unit
  const message =
    column === undefined
      ? `The series has no column ${name}: its columns are ${listed(series.columns)}.`
      : isValue
        ? `${name} is in "${from}", and ${needed} is needed.`
        : `${name} has no values in ${needed}: it is a ${column.text === undefined ? "difference" : "text"}.`
  return Result.fail(new DeriveFailed({ column: name, from, to: unit, message }))
}

/**
 * Returns the values of the columns that some inputs name, or that `columns` names for them, in the units of the inputs.
 * Fails with `DeriveFailed` as `column` does.
 */
export const valuesFor = <List extends Inputs>(
  series: AnySeries,
  inputs: List,
  columns: Columns<List> = {}
): Result.Result<ReadonlyArray<Float64Array>, DeriveFailed> => {
  // The names of the arguments are those of the list.
  const named: Readonly<Record<string, string | undefined>> = columns
  return Result.all(inputs.map((input) => valuesIn(series, { ...input, column: named[input.name] ?? input.column })))
}

const compute = (
  of: (...values: ReadonlyArray<number>) => number,
  length: number,
  columns: ReadonlyArray<Float64Array>
): Float64Array => {
  const values = new Float64Array(length)
  const [a = values, b = values, c = values] = columns
  const at = (column: Float64Array, row: number): number => column[row] ?? Number.NaN
  // Calls with a fixed number of arguments take a fifth of the time of those with a list.
  if (columns.length === 1) for (let i = 0; i < length; i++) values[i] = of(at(a, i))
  else if (columns.length === 2) for (let i = 0; i < length; i++) values[i] = of(at(a, i), at(b, i))
  else if (columns.length === 3) for (let i = 0; i < length; i++) values[i] = of(at(a, i), at(b, i), at(c, i))
  else for (let i = 0; i < length; i++) values[i] = of(...columns.map((column) => at(column, i)))
  return values
}

/**
 * Adds a column with a derived quantity, or replaces the column of this name. The arguments are taken from the columns that
 * `quantity.inputs` names, or from those of `columns`, and converted to the units of the formula. A row without one of
 * them, or outside the range of the formula, is NaN. Fails with `DeriveFailed` if a column is absent, has a unit of another
 * kind, or has differences, such as a spread.
 */
export const column: {
  <const Name extends string, List extends Inputs, const Given extends Columns<List> = {}>(
    name: Name,
    quantity: Quantity<List>,
    columns?: Given
  ): <C extends string>(
    series: AnySeries<C | Reads<List, Given>>
  ) => Result.Result<Series<C | Reads<List, Given> | Name>, DeriveFailed>
  <C extends string, const Name extends string, List extends Inputs, const Given extends Columns<List> = {}>(
    series: AnySeries<C | Reads<List, Given>>,
    name: Name,
    quantity: Quantity<List>,
    columns?: Given
  ): Result.Result<Series<C | Name>, DeriveFailed>
} = dual(
  (args) => Held.isSeries(args[0]),
  <C extends string, const Name extends string, List extends Inputs>(
    series: AnySeries<C>,
    name: Name,
    quantity: Quantity<List>,
    columns: Columns<List> = {}
  ): Result.Result<Series<C | Name>, DeriveFailed> =>
    Result.map(valuesFor(series, quantity.inputs, columns), (read) => {
      // There is a column for each argument.
      const of = quantity as (...values: ReadonlyArray<never>) => number as (...values: ReadonlyArray<number>) => number
      const values = compute(of, series.length, read)
      const { unit } = quantity
      const all = Held.filled(series).set(name, { values, unit, instants: false, text: undefined, difference: false })
      return Held.make({ ...Held.partsOf(series), columns: all, absent: [] })
    })
)

/** The temperature of the air, in °C. */
export interface Temperature extends Input<"temperature", "temperature_2m"> {}
const temperature: Temperature = { name: "temperature", unit: "°C", column: "temperature_2m" }

/** The relative humidity, in %. */
export interface Humidity extends Input<"humidity", "relative_humidity_2m"> {}
const humidity: Humidity = { name: "humidity", unit: "%", column: "relative_humidity_2m" }

/** The speed of the wind at 10 m. */
export interface Wind extends Input<"wind", "wind_speed_10m"> {}
const wind = (unit: "km/h" | "m/s"): Wind => ({ name: "wind", unit, column: "wind_speed_10m" })

/** The dew point, in °C. */
export interface DewPoint extends Input<"dewPoint", "dew_point_2m"> {}
const dewPointInput: DewPoint = { name: "dewPoint", unit: "°C", column: "dew_point_2m" }

/** The pressure at the height of the place, in hPa. */
export interface Pressure extends Input<"pressure", "surface_pressure"> {}
const pressure: Pressure = { name: "pressure", unit: "hPa", column: "surface_pressure" }

/** The UV index. */
export interface UvIndex extends Input<"uvIndex", "uv_index"> {}
const uvIndex: UvIndex = { name: "uvIndex", unit: "", column: "uv_index" }

/** False for NaN. */
const within = (value: number, least: number, most: number): boolean => value >= least && value <= most

/**
 * The pressure of saturated vapour over water, in hPa, for -40 to 50 °C.
 *
 * Source: Magnus form of Alduchov and Eskridge, J. Appl. Meteorol. 35 (1996), 601–609, equation 21; within 0.4 %.
 */
export const saturationPressure: Quantity<readonly [temperature: Temperature]> = /* @__PURE__ */ quantity(
  [temperature],
  "hPa",
  (t) => (within(t, -40, 50) ? 6.1094 * Math.exp((17.625 * t) / (243.04 + t)) : Number.NaN)
)

/**
 * The dew point over water in °C, from temperature and relative humidity, for -40 to 50 °C and more than 0, at most 100 %.
 *
 * Source: the Magnus form of `saturationPressure`, solved for the temperature (Lawrence, Bull. Am. Meteorol. Soc. 86
 * (2005), 225–233, equation 8).
 */
export const dewPoint: Quantity<readonly [temperature: Temperature, humidity: Humidity]> = /* @__PURE__ */ quantity(
  [temperature, humidity],
  "°C",
  (t, rh) => {
    if (!within(t, -40, 50) || !within(rh, Number.MIN_VALUE, 100)) return Number.NaN
    const gamma = Math.log(rh / 100) + (17.625 * t) / (243.04 + t)
    return (243.04 * gamma) / (17.625 - gamma)
  }
)

/** Rothfusz's regression of Steadman's table, in °F. */
const rothfusz = (t: number, rh: number): number =>
  -42.379 +
  2.04901523 * t +
  10.14333127 * rh -
  0.22475541 * t * rh -
  6.83783e-3 * t * t -
  5.481717e-2 * rh * rh +
  1.22874e-3 * t * t * rh +
  8.5282e-4 * t * rh * rh -
  1.99e-6 * t * t * rh * rh

/** What the service adds to the regression where the air is very dry or very humid, in °F. */
const adjustment = (t: number, rh: number): number => {
  if (rh < 13 && t <= 112) return (-(13 - rh) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17)
  if (rh > 85 && t <= 87) return ((rh - 85) / 10) * ((87 - t) / 5)
  return 0
}

/**
 * The heat index of the US National Weather Service in °C, from temperature and relative humidity: how hot it feels in
 * the shade. From 40 °F (4.4 °C), below which the service has none, and for 0 to 100 %. The chart of the service ends at
 * 110 °F (43 °C) and at a heat index of 137 °F (58 °C): beyond that, the formula is extrapolated.
 *
 * Source: Rothfusz, NWS Technical Attachment SR 90-23 (1990), with the adjustments and the simple formula below 80 °F of
 * the service's page "The Heat Index Equation".
 */
export const heatIndex: Quantity<readonly [temperature: Temperature, humidity: Humidity]> = /* @__PURE__ */ quantity(
  [temperature, humidity],
  "°C",
  (celsius, rh) => {
    const t = celsius * 1.8 + 32
    if (!(t >= 40 - 1e-9) || !within(rh, 0, 100)) return Number.NaN
    const simple = (t + 61 + (t - 68) * 1.2 + rh * 0.094) / 2
    // At 80 °F, where the regression begins, the adjustments begin as well.
    const index = simple < 80 ? simple : rothfusz(t, rh) + (t >= 80 ? adjustment(t, rh) : 0)
    return (index - 32) / 1.8
  }
)

/**
 * The wet-bulb temperature in °C, from temperature and relative humidity, at the pressure of the sea, for -20 to 50 °C
 * and 5 to 99 %. Errors are from -1 to 0.65 K. The source also excludes cold and dry air (the lower left of its figure 3),
 * which this function does not.
 *
 * Source: Stull, J. Appl. Meteorol. Climatol. 50 (2011), 2267–2269, equation 1.
 */
export const wetBulb: Quantity<readonly [temperature: Temperature, humidity: Humidity]> = /* @__PURE__ */ quantity(
  [temperature, humidity],
  "°C",
  (t, rh) =>
    within(t, -20, 50) && within(rh, 5, 99)
      ? t * Math.atan(0.151977 * Math.sqrt(rh + 8.313659)) +
        Math.atan(t + rh) -
        Math.atan(rh - 1.676331) +
        0.00391838 * rh ** 1.5 * Math.atan(0.023101 * rh) -
        4.686035
      : Number.NaN
)

/**
 * The humidex of Canada, from temperature and dew point: a number without a unit that people read as °C. From 20 °C,
 * below which it is not reported, and for dew points up to the temperature.
 *
 * Source: Masterton and Richardson, "Humidex" (Environment Canada, 1979), in the form of the glossary of its climate data.
 */
export const humidex: Quantity<readonly [temperature: Temperature, dewPoint: DewPoint]> = /* @__PURE__ */ quantity(
  [temperature, dewPointInput],
  "",
  (t, dewPoint) => {
    if (!(t >= 20) || !within(dewPoint, -273.15, t)) return Number.NaN
    const vapour = 6.11 * Math.exp(5417.753 * (1 / 273.16 - 1 / (273.15 + dewPoint)))
    return t + 0.5555 * (vapour - 10)
  }
)

/**
 * The wind chill of Canada and the USA in °C, from temperature and wind, for up to 10 °C and more than 4.8 km/h (3 mph).
 *
 * Source: Osczevski and Bluestein, Bull. Am. Meteorol. Soc. 86 (2005), 1453–1458: the index of 2001 in metric units.
 */
export const windChill: Quantity<readonly [temperature: Temperature, wind: Wind]> = /* @__PURE__ */ quantity(
  [temperature, /* @__PURE__ */ wind("km/h")],
  "°C",
  (t, speed) => {
    if (!(t <= 10) || !(speed > 4.8)) return Number.NaN
    const power = speed ** 0.16
    return 13.12 + 0.6215 * t - 11.37 * power + 0.3965 * t * power
  }
)

/**
 * The apparent temperature in °C, in the shade, from temperature, relative humidity and wind: that of the Australian
 * Bureau of Meteorology, without radiation. The service's own `apparent_temperature` includes radiation. For 0 to 100 %; the
 * source states no range of temperatures.
 *
 * Source: Steadman, Aust. Meteorol. Mag. 43 (1994), 1–16, in the form of the page "Thermal comfort observations" of the
 * bureau.
 */
export const apparentTemperature: Quantity<readonly [temperature: Temperature, humidity: Humidity, wind: Wind]> =
  /* @__PURE__ */ quantity([temperature, humidity, /* @__PURE__ */ wind("m/s")], "°C", (t, rh, speed) => {
    if (!within(rh, 0, 100) || !(speed >= 0)) return Number.NaN
    const vapour = (rh / 100) * 6.105 * Math.exp((17.27 * t) / (237.7 + t))
    return t + 0.33 * vapour - 0.7 * speed - 4
  })

/**
 * The vapour pressure deficit in kPa, from temperature and relative humidity, for 0 to 100 %: how much more vapour the air
 * could take.
 *
 * Source: Allen et al., "Crop evapotranspiration", FAO Irrigation and Drainage Paper 56 (1998), equations 11 and 17.
 */
export const vapourPressureDeficit: Quantity<readonly [temperature: Temperature, humidity: Humidity]> =
  /* @__PURE__ */ quantity([temperature, humidity], "kPa", (t, rh) =>
    within(rh, 0, 100) && t > -237.3 ? 0.6108 * Math.exp((17.27 * t) / (t + 237.3)) * (1 - rh / 100) : Number.NaN
  )

/**
 * The density of moist air in kg/m³, from temperature, pressure and relative humidity, for -40 to 50 °C and 0 to 100 %. The
 * pressure is that at the place (`surface_pressure`), not that at the level of the sea.
 *
 * Source: the law of ideal gases for dry air (287.058 J/(kg K)) and vapour (461.495 J/(kg K)), with `saturationPressure`.
 */
export const airDensity: Quantity<readonly [temperature: Temperature, pressure: Pressure, humidity: Humidity]> =
  /* @__PURE__ */ quantity([temperature, pressure, humidity], "kg/m³", (t, hPa, rh) => {
    if (!within(rh, 0, 100)) return Number.NaN
    const vapour = (saturationPressure(t) * rh) / 100
    return hPa >= vapour ? (100 / (t + 273.15)) * ((hPa - vapour) / 287.058 + vapour / 461.495) : Number.NaN
  })

/** The least speed of each force from 1 on, in m/s. */
const forces = [0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7] as const

/**
 * The force of the wind on Beaufort's scale, 0 to 12. The scale is that of means over ten minutes, so it is not for gusts.
 *
 * Source: WMO-No. 8, "Guide to Instruments and Methods of Observation", and its Manual on Codes (WMO-No. 306, table 1.1.1).
 */
export const beaufort: Quantity<readonly [wind: Wind]> = /* @__PURE__ */ quantity(
  [/* @__PURE__ */ wind("m/s")],
  "",
  (speed) => (speed >= 0 ? forces.filter((least) => speed >= least).length : Number.NaN)
)

/**
 * The doses in J/m², weighted by their effect, that redden skin of the types I to IV that has seen no sun for long.
 *
 * Source: DIN 5050-1, as in Vanicek et al., "UV-Index for the Public" (COST-713, 2000).
 */
export const erythemaDoses = { I: 200, II: 250, III: 350, IV: 450 } as const

/**
 * Makes the quantity of the minutes until unprotected skin reddens, from the UV index, at a dose in J/m². Default: that of
 * skin of type II. Without UV, there is no such time: NaN.
 *
 * Source: the UV index is 40 m²/W times the weighted irradiance (WHO, WMO, UNEP and ICNIRP, "Global Solar UV Index", 2002).
 */
export const erythemaMinutes = (dose: number = erythemaDoses.II): Quantity<readonly [uvIndex: UvIndex]> =>
  quantity([uvIndex], "min", (index) => (index > 0 ? (dose * 40) / index / 60 : Number.NaN))
