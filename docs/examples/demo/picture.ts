/** Draws the forecast: temperature, rain and gusts, with the nights shaded. */
import { Location, Series } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { BarChart, LineChart } from "echarts/charts"
import { GridComponent, MarkAreaComponent, TitleComponent } from "echarts/components"
import * as ECharts from "echarts/core"
import { SVGRenderer } from "echarts/renderers"
import { writeFile } from "node:fs/promises"
import type { Shown } from "./weather.ts"

ECharts.use([BarChart, LineChart, GridComponent, MarkAreaComponent, TitleComponent, SVGRenderer])

const colours = { temperature: "#d1495b", rain: "#30638e", gusts: "#7a8b99", night: "#eef1f5", text: "#333" }

/** The nights of the forecast, from sunset to sunrise. */
const nights = ({ forecast: { daily, hourly } }: Shown): ReadonlyArray<readonly [number, number]> => {
  const first = hourly.time[0] ?? 0
  const last = hourly.time[hourly.length - 1] ?? 0
  const edges = Array.from(Series.rows(daily), ({ sunrise, sunset }) => [sunrise, sunset] as const)
  const starts = [first, ...edges.map(([, sunset]) => (sunset === null ? first : DateTime.toEpochMillis(sunset)))]
  const ends = [...edges.map(([sunrise]) => (sunrise === null ? last : DateTime.toEpochMillis(sunrise))), last]
  return starts.map((start, i) => [start, Math.min(last, ends[i] ?? last)] as const)
}

const render = (shown: Shown): string => {
  const { forecast, place } = shown
  const { hourly } = forecast
  // The axis of the library supports only UTC, so instants are shifted to the local time of the place.
  const local = (instant: number): number => instant + hourly.zone.offset
  const points = (column: "temperature_2m" | "precipitation" | "wind_gusts_10m") =>
    Series.pairs(hourly, column).map(([time, value]) => [local(time), value])
  const shade = {
    silent: true,
    itemStyle: { color: colours.night },
    data: nights(shown).map(([from, to]): [{ xAxis: number }, { xAxis: number }] => [
      { xAxis: local(from) },
      { xAxis: local(to) }
    ])
  }
  const panel = (top: number, height: number) => ({ left: 56, right: 24, top, height })
  const xAxis = (gridIndex: number, isLast: boolean) => ({
    type: "time" as const,
    gridIndex,
    axisLabel: { show: isLast, color: colours.text, formatter: { day: "{ee} {d}", hour: "{HH}", none: "" } },
    axisTick: { show: isLast },
    axisLine: { onZero: false, lineStyle: { color: "#99a" } },
    splitLine: { show: true, lineStyle: { color: "#dde" } },
    minInterval: 86_400_000
  })
  const yAxis = (gridIndex: number, name: string) => ({
    type: "value" as const,
    gridIndex,
    name,
    nameGap: 10,
    nameTextStyle: { color: colours.text, align: "left" as const },
    axisLabel: { color: colours.text },
    splitNumber: gridIndex === 0 ? 4 : 2,
    scale: gridIndex === 0
  })
  const line = { type: "line" as const, showSymbol: false, lineStyle: { width: 2 } }
  const chart = ECharts.init(null, null, { renderer: "svg", ssr: true, width: 800, height: 480 })
  chart.setOption({
    useUTC: true,
    animation: false,
    backgroundColor: "#fff",
    textStyle: { fontFamily: "system-ui, sans-serif" },
    title: { text: Location.describe(place), subtext: "hour by hour, as forecast", left: 24, top: 8 },
    grid: [panel(92, 142), panel(276, 60), panel(378, 64)],
    xAxis: [xAxis(0, false), xAxis(1, false), xAxis(2, true)],
    yAxis: [
      yAxis(0, `Temperature, ${hourly.units.temperature_2m}`),
      yAxis(1, `Rain and snow, ${hourly.units.precipitation} an hour`),
      yAxis(2, `Gusts, ${hourly.units.wind_gusts_10m}`)
    ],
    series: [
      {
        ...line,
        name: "Temperature",
        color: colours.temperature,
        data: points("temperature_2m"),
        markArea: shade
      },
      {
        type: "bar",
        name: "Rain",
        color: colours.rain,
        barWidth: 4,
        xAxisIndex: 1,
        yAxisIndex: 1,
        data: points("precipitation"),
        markArea: shade
      },
      {
        ...line,
        name: "Gusts",
        color: colours.gusts,
        xAxisIndex: 2,
        yAxisIndex: 2,
        data: points("wind_gusts_10m"),
        areaStyle: { opacity: 0.25 },
        markArea: shade
      }
    ]
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

/** Writes the picture to a file. */
export const draw = (shown: Shown, file: string): Effect.Effect<void> =>
  Effect.promise(() => writeFile(file, `${render(shown)}\n`))
