import { assert, describe, it } from "@effect/vitest"
import { tableFromIPC } from "apache-arrow"
import * as fc from "fast-check"
import * as Arrow from "../../../src/weather/Arrow.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import { anySeries, seriesOf } from "./support/arbitrarySeries.ts"

/** Texts are bytes of UTF-8, which the reader decodes without a mark at their beginning. */
const asRead = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

describe("Arrow", () => {
  it("has the rows, with null for missing values", () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom("file", "stream"), (series, format) => {
        const table = tableFromIPC(Arrow.toIpc(series, format))
        assert.strictEqual(table.numRows, series.length)
        const columns = Held.columnsOf(series)
        assert.deepStrictEqual(
          table.schema.fields.map(({ name }) => name),
          ["time", ...columns.keys()]
        )
        const cellsOf = (name: string): ReadonlyArray<unknown> => Array.from(table.getChild(name) ?? [])
        assert.deepStrictEqual(cellsOf("time").map(Number), Array.from(series.time))
        for (const [name, { text, values }] of columns) {
          const expected =
            text === undefined
              ? Array.from(values, (value) => (Number.isNaN(value) ? null : value))
              : text.map((value) => (value === null ? null : asRead(value)))
          assert.deepStrictEqual(cellsOf(name), expected)
        }
      })
    )
  })

  it("has the zone of the times and the units of the columns", () => {
    const series = seriesOf({ rain: [1, 2], code: [3, 4] }, { zone: "Europe/Berlin", units: { rain: "mm" } })
    const { schema } = tableFromIPC(Arrow.toIpc(series))
    const [time, rain, code] = schema.fields
    assert.strictEqual(String(time?.type), "Timestamp<MILLISECOND, Europe/Berlin>")
    assert.deepStrictEqual(Array.from(rain?.metadata ?? []), [["unit", "mm"]])
    assert.deepStrictEqual(Array.from(code?.metadata ?? []), [])
  })

  it("shares the numbers with the series", () => {
    const series = seriesOf({ rain: [1, 2, 3] })
    const numbers: unknown = Arrow.toTable(series).getChild("rain")?.toArray()
    assert.isTrue(numbers instanceof Float64Array && numbers.buffer === series.rain.buffer)
  })
})
