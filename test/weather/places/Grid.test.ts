import { assert, describe, it } from "@effect/vitest"
import { pipe } from "effect/Function"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Grid from "../../../src/weather/Grid.ts"
import * as Series from "../../../src/weather/Series.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"

const nan = Number.NaN

const cell = (latitude: number, longitude: number, value: number = latitude * 10 + longitude) => ({
  latitude,
  longitude,
  value
})

const valueOf = ({ value }: { readonly value: number }): number => value

const grid = Result.getOrThrow(Grid.of([cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 1, nan), cell(1, 2)]))

describe("a grid", () => {
  it("has rows from south to north, and columns from west to east", () => {
    assert.deepStrictEqual([grid.rows, grid.columns], [2, 3])
    assert.deepStrictEqual(Array.from(grid.latitudes), [0, 1])
    assert.deepStrictEqual(Array.from(grid.longitudes), [0, 1, 2])
    assert.deepStrictEqual(Array.from(Grid.values(grid, valueOf)), [0, 1, 2, 10, nan, 12])
    assert.deepStrictEqual(Grid.values(grid, valueOf), pipe(grid, Grid.values(valueOf)))
    assert.strictEqual(Option.getOrThrow(Grid.at(grid, 1, 2)).value, 12)
    for (const [row, column] of [
      [-1, 0],
      [2, 0],
      [0, -1],
      [0, 3]
    ] as const)
      assert.isTrue(Option.isNone(Grid.at(grid, row, column)))
  })

  it("is the same for cells in any order, with numbers of single precision", () => {
    const box = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.constantFrom(0.02, 0.25, 1))
    const cells = box.chain(([rows, columns, step]) => {
      const all = Array.from({ length: rows * columns }, (_, i) =>
        cell(Math.fround(47 + Math.floor(i / columns) * step), Math.fround(9 + (i % columns) * step), i)
      )
      return fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.constant([rows, columns])
      )
    })
    fc.assert(
      fc.property(cells, ([all, shuffled, shape]) => {
        const found = Result.getOrThrow(Grid.of(shuffled))
        assert.deepStrictEqual([found.rows, found.columns], shape)
        assert.deepStrictEqual(found.cells, all)
      })
    )
  })

  it("may lack up to half of its cells, as at the edge of a model", () => {
    const holes = Result.getOrThrow(Grid.of([cell(0, 0), cell(1, 1)]))
    assert.deepStrictEqual(Array.from(Grid.values(holes, valueOf)), [0, nan, nan, 11])
    assert.isTrue(Option.isNone(Grid.at(holes, 0, 1)))
    assert.isTrue(Result.isFailure(Grid.of([cell(0, 0), cell(1, 1), cell(2, 2)])))
  })

  it("needs cells with coordinates", () => {
    assert.match(Result.getOrThrow(Result.flip(Grid.of([]))).message, /no cells/)
    assert.match(Result.getOrThrow(Result.flip(Grid.of([cell(nan, 0)]))).message, /no coordinates/)
  })

  it.effect("is made of a box of a model", () =>
    Effect.gen(function* () {
      const cells = yield* Forecast.getMany.within({
        bounding_box: [47.4, 9.2, 47.5, 9.4],
        models: ["icon_d2"],
        daily: ["temperature_2m_max"],
        forecast_days: 1
      })
      const found = yield* Effect.fromResult(Grid.of(cells))
      assert.strictEqual(found.rows * found.columns, cells.length)
      assert.deepStrictEqual(found.cells, cells)
      const warmth = Grid.values(found, ({ daily }) => Series.max(daily, "temperature_2m_max"))
      assert.isFalse(warmth.some(Number.isNaN))
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )
})

describe("a picture", () => {
  it("is text, north at the top", () => {
    assert.strictEqual(Grid.toText(grid, valueOf), "  1.00°  10  – 12\n  0.00°   0  1  2\n")
    assert.strictEqual(pipe(grid, Grid.toText(valueOf, { decimals: 1 })).split("\n")[1], "  0.00°   0.0  1.0  2.0")
  })

  it("is SVG, north at the top, with the colors of the values", () => {
    const svg = Grid.toSvg(grid, valueOf)
    const rects = [...svg.matchAll(/<rect x="([^"]+)" y="([^"]+)" [^>]*fill="([^"]+)"><title>([^<]+)/g)]
    assert.deepStrictEqual(
      rects.map(([, , , color, title]) => [color, title]),
      [
        ["hsl(240 70% 55%)", "0"],
        ["hsl(220 70% 55%)", "1"],
        ["hsl(200 70% 55%)", "2"],
        ["hsl(40 70% 55%)", "10"],
        ["#ccc", "–"],
        ["hsl(0 70% 55%)", "12"]
      ]
    )
    assert.deepStrictEqual([rects[0]?.[2], rects[3]?.[2]], ["1.0000", "0.0000"])
    assert.strictEqual(pipe(grid, Grid.toSvg(valueOf)), svg)
    assert.include(Grid.toSvg(grid, valueOf, { color: () => '"<&' }), 'fill="&quot;&lt;&amp;"')
    const one = Result.getOrThrow(Grid.of([cell(0, 0)]))
    assert.include(Grid.toSvg(one, valueOf), 'viewBox="0 0 1.0000 1.0000"')
    assert.include(Grid.toSvg(one, valueOf), "hsl(120 70% 55%)")
  })
})
