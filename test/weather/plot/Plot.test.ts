import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import { BarChart, LineChart, ScatterChart } from "echarts/charts"
import { GridComponent, LegendComponent, TitleComponent, TooltipComponent } from "echarts/components"
import * as Charts from "echarts/core"
import { SVGRenderer } from "echarts/renderers"
import { pipe } from "effect/Function"
import * as fc from "fast-check"
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import { compile, type TopLevelSpec } from "vega-lite"
import * as Plot from "../../../src/weather/Plot.ts"
import { anySeries, seriesOf } from "../series/support/arbitrarySeries.ts"

const nan = Number.NaN
const hour = 3_600_000

const hourly = seriesOf(
  {
    temperature_2m: [1, 2, nan, 4],
    dew_point_2m: [0, 1, 2, 3],
    rain: [0, 1, 2, 0],
    wind_direction_10m: [90, 180, 270, 0]
  },
  {
    start: 0,
    step: hour,
    zone: "Europe/Berlin",
    offset: hour,
    units: { temperature_2m: "°C", dew_point_2m: "°C", rain: "mm", wind_direction_10m: "°" }
  }
)

describe("a sparkline", () => {
  it("has a block for each row, and a space for a missing value", () => {
    assert.strictEqual(Plot.sparkline(hourly, "temperature_2m"), "▁▃ █")
    assert.strictEqual(pipe(hourly, Plot.sparkline("dew_point_2m")), "▁▃▆█")
    assert.strictEqual(Plot.sparkline(seriesOf({ rain: [5, 5] }), "rain"), "▅▅")
    assert.strictEqual(Plot.sparkline(seriesOf({ rain: [nan] }), "rain"), " ")
  })

  it("has means of rows, if there are more than its width", () => {
    const long = seriesOf({ rain: [0, 0, 7, 7, nan, nan, 3, 4] })
    assert.strictEqual(Plot.sparkline(long, "rain", { width: 4 }), "▁█ ▅")
    assert.strictEqual(Plot.sparkline(long, "rain", { width: 8 }).length, 8)
    const hours = (count: number) => seriesOf({ rain: Array.from({ length: count }, (_, i) => i) })
    assert.strictEqual(Plot.sparkline(hours(60), "rain").length, 60)
    assert.strictEqual(Plot.sparkline(hours(61), "rain").length, 60)
    assert.strictEqual(Plot.sparkline(long, "rain", { width: 0 }).length, 1)
  })
})

describe("a text", () => {
  it("has ranges, sparklines and rows", () => {
    const lines = Plot.show(hourly).split("\n")
    assert.deepStrictEqual(lines.slice(0, 4), [
      "temperature_2m      1 to 4 °C   ▁▃ █",
      "dew_point_2m        0 to 3 °C   ▁▃▆█",
      "rain                0 to 2 mm   ▁▅█▁",
      "wind_direction_10m  0 to 270 °  ▃▆█▁"
    ])
    assert.isTrue(lines.some((line) => line.startsWith("1970-01-01 01:00")))
    assert.isTrue(Plot.show(hourly).endsWith("\n"))
  })

  it("leaves out rows in the middle", () => {
    const long = seriesOf({ rain: Array.from({ length: 30 }, (_, i) => i) }, { start: 0, step: hour })
    const rows = (text: string) => text.split("\n").filter((line) => /^1970|^…/.test(line))
    assert.strictEqual(rows(Plot.show(long)).length, 25)
    const short = rows(Plot.show(long, { rows: 3 }))
    assert.deepStrictEqual(
      short.map((line) => line.trim().split(/\s+/).at(-1)),
      ["0", "1", "rows", "29"]
    )
    assert.strictEqual(short[2], "… 27 more rows")
    assert.strictEqual(rows(pipe(long, Plot.show({ rows: 30 }))).length, 30)
  })

  it("has lines of 80 characters by default", () => {
    const long = seriesOf({ rain: Array.from({ length: 200 }, (_, i) => i) })
    const [line = ""] = Plot.show(long).split("\n")
    assert.strictEqual(line.length, 80)
    assert.strictEqual(Plot.show(long, { width: 100 }).split("\n")[0]?.length, 100)
  })

  it("is made of any series", () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        assert.isTrue(Plot.show(series).endsWith("\n"))
      })
    )
  })

  it("says that a column has no values", () => {
    assert.include(Plot.show(seriesOf({ rain: [nan] }, { units: { rain: "mm" } })), "rain  no values")
  })
})

const schema = JSON.parse(
  Fs.readFileSync(createRequire(import.meta.url).resolve("vega-lite/vega-lite-schema.json"), "utf8")
) as object

describe("a specification of Vega-Lite", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const isValid = ajv.compile(schema)

  it("has a chart for each unit, by the clock at the place", () => {
    const spec = Plot.vegaLite(hourly, ["temperature_2m", "rain", "dew_point_2m"], { title: "Berlin" })
    assert.strictEqual(spec.title, "Berlin")
    assert.deepStrictEqual(
      spec.vconcat.map(({ layer }) => layer.map(({ encoding, mark }) => [mark.type, encoding.y.title])),
      [[["line", "°C"]], [["bar", "mm"]]]
    )
    assert.deepStrictEqual(spec.vconcat[0]?.layer[0]?.data.values.slice(1, 3), [
      { time: 2 * hour, column: "temperature_2m", value: 2 },
      { time: 3 * hour, column: "temperature_2m", value: null }
    ])
    assert.isUndefined(pipe(hourly, Plot.vegaLite()).title)
    assert.strictEqual(Plot.vegaLite(hourly).vconcat.length, 3)
  })

  it("is one by the schema of Vega-Lite, of any series", () => {
    assert.isFalse(isValid({ ...Plot.vegaLite(hourly), vconcat: [{ mark: "lime" }] }))
    fc.assert(
      fc.property(anySeries, (series) => {
        const spec: unknown = JSON.parse(JSON.stringify(Plot.vegaLite(series)))
        assert.isTrue(isValid(spec), JSON.stringify(isValid.errors))
      })
    )
  })

  it("is compiled by Vega-Lite", () => {
    // Its type has mutable lists.
    const warned: Array<unknown> = []
    const note = (...of: ReadonlyArray<unknown>) => void warned.push(of)
    const spec = structuredClone(Plot.vegaLite(hourly)) as TopLevelSpec
    const logger = { level: () => logger, error: () => logger, warn: note, info: () => logger, debug: () => logger }
    const { spec: vega } = compile(spec, { logger: logger as never })
    assert.isAbove(vega.marks?.length ?? 0, 0)
    assert.deepStrictEqual(warned, [])
  })
})

describe("an option of ECharts", () => {
  Charts.use([
    BarChart,
    LineChart,
    ScatterChart,
    GridComponent,
    LegendComponent,
    TitleComponent,
    TooltipComponent,
    SVGRenderer
  ])

  it("has an axis for each unit, by the clock at the place", () => {
    const option = Plot.echarts(hourly)
    assert.deepStrictEqual(
      option.series.map(({ name, type, yAxisIndex }) => [name, type, yAxisIndex]),
      [
        ["temperature_2m", "line", 0],
        ["dew_point_2m", "line", 0],
        ["rain", "bar", 1],
        ["wind_direction_10m", "scatter", 2]
      ]
    )
    assert.deepStrictEqual(
      option.yAxis.map(({ name, offset, scale }) => [name, offset, scale]),
      [
        ["°C", 0, true],
        ["mm", 0, false],
        ["°", 60, true]
      ]
    )
    assert.deepStrictEqual(option.series[0]?.data[2], [3 * hour, null])
    assert.deepStrictEqual(pipe(hourly, Plot.echarts(["rain"], { title: "Rain" })).title, { text: "Rain" })
  })

  it("is drawn by ECharts", () => {
    const chart = Charts.init(null, null, { renderer: "svg", ssr: true, width: 600, height: 300 })
    chart.setOption({ ...Plot.echarts(hourly, undefined, { title: "Berlin" }), animation: false })
    const svg = chart.renderToSVGString()
    chart.dispose()
    assert.include(svg, "Berlin")
    assert.include(svg, "temperature_2m")
    // The first row is 01:00 in Berlin.
    assert.include(svg, "01:00")
  })
})
