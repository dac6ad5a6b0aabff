import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Series from "../../../src/weather/Series.ts"
import { anySeries, seriesOf } from "./support/arbitrarySeries.ts"

const hour = 3_600_000

describe("a series in another thread", () => {
  it("equals what was sent, cloned or moved", () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const { message, transfer } = Series.toTransferable(series)
        assert.deepStrictEqual(Series.fromTransferable(structuredClone(message)), series)
        assert.deepStrictEqual(Series.fromTransferable(structuredClone(message, { transfer })), series)
        assert.strictEqual(message.time.length, 0)
      })
    )
  })

  it("has been copied out of the memory that others share", () => {
    const series = seriesOf({ rain: Array.from({ length: 1_000 }, (_, i) => i) })
    const { message, transfer } = Series.toTransferable(Series.slice(series, { from: 998 * hour }))
    assert.strictEqual(transfer[0]?.byteLength, 2 * 2 * 8)
    structuredClone(message, { transfer })
    assert.strictEqual(series.rain[999], 999)
  })

  it("keeps its columns in its type, its calendar and its functions", () => {
    const days = Series.resample(seriesOf({ rain: [1, 2] }, { zone: "Europe/Berlin" }), "day", { rain: "sum" })
    const again: Series.Series<"rain"> = Series.fromTransferable(structuredClone(Series.toTransferable(days).message))
    assert.deepStrictEqual(again, days)
    assert.strictEqual(Series.toCsv(again), Series.toCsv(days))
  })

  it("is not cloned without its functions", () => {
    assert.throws(() => structuredClone(seriesOf({ rain: [1] })), /could not be cloned/)
  })
})

describe("pairs", () => {
  it("have null for missing values", () => {
    const series = seriesOf({ rain: [1, Number.NaN] })
    assert.deepStrictEqual(Series.pairs(series, "rain"), [
      [0, 1],
      [hour, null]
    ])
  })
})
