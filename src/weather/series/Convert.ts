/** Units of columns. */
import * as Data from "effect/Data"
import { dual } from "effect/Function"
import * as Result from "effect/Result"
import * as Held from "../internal/series/held.ts"
import { isDifference } from "../internal/series/held.ts"
import type { AnySeries, Series } from "./Model.ts"

/** A kind of quantity: each unit with its factor to the first one, and with its offset before that. */
type Quantity = Readonly<Record<string, number | readonly [factor: number, offset: number]>>

const quantities = [
  { "°C": 1, "°F": [5 / 9, -32], K: [1, -273.15], "°K": [1, -273.15] },
  { "km/h": 1, "m/s": 3.6, "mp/h": 1.609344, mph: 1.609344, kn: 1.852 },
  { m: 1, mm: 0.001, cm: 0.01, km: 1_000, inch: 0.0254, ft: 0.3048, mi: 1_609.344 },
  { hPa: 1, Pa: 0.01, kPa: 10, mmHg: 1.33322387415, inHg: 33.8638866667 },
  { "%": 1, fraction: 100 },
  { s: 1, min: 60, h: 3_600 },
  { "MJ/m²": 1, "kWh/m²": 3.6 },
  { "m³/s": 1, "ft³/s": 0.028316846592 }
] as const satisfies ReadonlyArray<Quantity>

type KeysOf<Q> = Q extends unknown ? keyof Q : never

/** The units that `convert` knows. The service's label of miles per hour is `mp/h`. */
export type Unit = KeysOf<(typeof quantities)[number]>

/** A column cannot be converted: its unit is of another kind, or unknown. */
export class ConvertFailed extends Data.TaggedError("ConvertFailed")<{
  /** The name of the column. */
  readonly column: string
  /** The unit that it has. */
  readonly from: string
  /** The unit that was asked for. */
  readonly to: Unit
  /** One sentence for people. */
  readonly message: string
}> {}

const scaleOf = (quantity: Quantity, unit: string): readonly [factor: number, offset: number] | undefined => {
  const scale = Object.hasOwn(quantity, unit) ? quantity[unit] : undefined
  return typeof scale === "number" ? [scale, 0] : scale
}

const all: ReadonlyArray<Quantity> = quantities

/**
 * Converts a column to another unit: temperatures, speeds, lengths and heights, pressures, shares, durations, radiation
 * and discharge. Fails with `ConvertFailed` if the column has a unit of another kind. Of differences, such as a spread or
 * a deviation, only the size changes: 0 °C of them are 0 °F.
 */
export const convert: {
  <const N extends string>(
    column: N,
    unit: Unit
  ): <C extends string>(series: AnySeries<C | N>) => Result.Result<Series<C | N>, ConvertFailed>
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>, unit: Unit): Result.Result<Series<C>, ConvertFailed>
} = dual(3, <C extends string>(series: AnySeries<C>, name: C, unit: Unit): Result.Result<Series<C>, ConvertFailed> => {
  const column = Held.columnOf(series, name)
  const from = column?.unit ?? "undefined"
  for (const quantity of all) {
    const [source, target] = [scaleOf(quantity, from), scaleOf(quantity, unit)]
    if (column === undefined || source === undefined || target === undefined) continue
    const factor = source[0] / target[0]
    const shift = isDifference(name, column) ? 0 : source[1] * factor - target[1]
    const values = from === unit ? column.values : column.values.map((value) => value * factor + shift)
    const columns = Held.filled(series).set(name, { ...column, values, unit })
    return Result.succeed(Held.make({ ...Held.partsOf(series), columns, absent: [] }))
  }
  const message = `${name} is in "${from}", which cannot be converted to "${unit}".`
  return Result.fail(new ConvertFailed({ column: name, from, to: unit, message }))
})
