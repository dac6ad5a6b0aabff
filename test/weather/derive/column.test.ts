/** Quantities over the columns of a series. */
import { assert, describe, it } from "@effect/vitest"
import { pipe } from "effect/Function"
import * as Result from "effect/Result"
import * as Derive from "../../../src/weather/Derive.ts"
import { seriesOf } from "../series/support/arbitrarySeries.ts"

const nan = Number.NaN

const hourly = seriesOf(
  { temperature_2m: [30, 35, nan, 2], relative_humidity_2m: [60, 40, 50, 50] },
  { units: { temperature_2m: "°C", relative_humidity_2m: "%" } }
)

describe("a derived column", () => {
  it("has a value for each row, and its unit", () => {
    const felt = Result.getOrThrow(Derive.column(hourly, "felt", Derive.heatIndex))
    assert.deepStrictEqual(felt.columns, ["temperature_2m", "relative_humidity_2m", "felt"])
    assert.strictEqual(felt.units.felt, "°C")
    const expected = [Derive.heatIndex(30, 60), Derive.heatIndex(35, 40), nan, nan]
    assert.deepStrictEqual(felt.felt, Float64Array.from(expected))
    assert.deepStrictEqual(Result.getOrThrow(pipe(hourly, Derive.column("felt", Derive.heatIndex))).felt, felt.felt)
  })

  it("converts what it takes, and takes the columns that are named", () => {
    const inside = seriesOf(
      { room: [86], share: [0.6], temperature_2m: [0] },
      { units: { room: "°F", share: "fraction", temperature_2m: "°C" } }
    )
    const felt = Result.getOrThrow(
      Derive.column(inside, "felt", Derive.heatIndex, { temperature: "room", humidity: "share" })
    )
    assert.closeTo(felt.felt[0] ?? nan, Derive.heatIndex(30, 60), 1e-9)
    assert.strictEqual(felt.units.room, "°F")
    const kmh = seriesOf({ wind_speed_10m: [36, 28.8, 28.7] }, { units: { wind_speed_10m: "km/h" } })
    const force = Result.getOrThrow(Derive.column(kmh, "force", Derive.beaufort))
    assert.deepStrictEqual(Array.from(force.force), [5, 5, 4])
  })

  it("fails if a unit is of another kind, or a column is absent", () => {
    const wrong = seriesOf(
      { temperature_2m: [1], relative_humidity_2m: [1] },
      { units: { temperature_2m: "mm", relative_humidity_2m: "%" } }
    )
    const failed = Result.getOrThrow(Result.flip(Derive.column(wrong, "felt", Derive.heatIndex)))
    const { _tag, column, from, message, to } = failed
    assert.deepStrictEqual([_tag, column, from, to], ["DeriveFailed", "temperature_2m", "mm", "°C"])
    assert.strictEqual(message, 'temperature_2m is in "mm", and °C is needed.')
    const uv = seriesOf({ uv_index: [3] }, { units: { uv_index: "W/m²" } })
    assert.isTrue(Result.isFailure(Derive.column(uv, "minutes", Derive.erythemaMinutes())))
    const open: Readonly<Record<string, ReadonlyArray<number>>> = { temperature_2m: [1] }
    const degrees = seriesOf(open, { units: { temperature_2m: "°C" } })
    const absent = Result.getOrThrow(Result.flip(Derive.column(degrees, "chill", Derive.windChill)))
    assert.strictEqual(absent.message, "The series has no column wind_speed_10m: its columns are temperature_2m.")
    const differences = seriesOf({ temperature_2m_spread: [1] }, { units: { temperature_2m_spread: "°C" } })
    const difference = Derive.column(differences, "es", Derive.saturationPressure, {
      temperature: "temperature_2m_spread"
    })
    assert.match(Result.getOrThrow(Result.flip(difference)).message, /it is a difference/)
  })

  it("can be one of the program's own, with any number of arguments", () => {
    const sum = Derive.quantity(
      [
        { name: "a", unit: "", column: "a" },
        { name: "b", unit: "", column: "b" },
        { name: "c", unit: "", column: "c" },
        { name: "d", unit: "", column: "d" }
      ],
      "things",
      (a, b, c, d) => a + 10 * b + 100 * c + 1_000 * d
    )
    assert.strictEqual(sum(1, 2, 3, 4), 4_321)
    const four = seriesOf({ a: [1], b: [2], c: [3], d: [4] })
    const added = Result.getOrThrow(Derive.column(four, "sum", sum))
    assert.deepStrictEqual([added.sum[0], added.units.sum], [4_321, "things"])
    const hypot = Derive.quantity([{ name: "a", unit: "", column: "a" }], "", Math.hypot)
    assert.notStrictEqual<unknown>(hypot, Math.hypot)
    assert.isFalse("inputs" in Math.hypot)
  })

  it("names the columns that it needs in its type", () => {
    const humid = seriesOf({ relative_humidity_2m: [1] })
    // @ts-expect-error: there is no temperature.
    assert.isTrue(Result.isFailure(Derive.column(humid, "felt", Derive.heatIndex)))
    // @ts-expect-error: there is no such argument.
    Derive.column(hourly, "felt", Derive.heatIndex, { temperatur: "room" })
  })
})
