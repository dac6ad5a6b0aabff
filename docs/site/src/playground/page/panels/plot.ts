/** Lines over time. */
import UPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import type { Chart } from "../../protocol.ts"

/** Readable on both themes. The dashes tell lines apart without colours. */
const lines = [
  { stroke: "#3b82f6", dash: [] },
  { stroke: "#e0662f", dash: [8, 4] },
  { stroke: "#2f9e5f", dash: [2, 3] },
  { stroke: "#b45ad6", dash: [12, 4, 2, 4] },
  { stroke: "#c2960c", dash: [6, 2] },
  { stroke: "#d6457f", dash: [3, 6] }
] as const

const height = 240

const day = 86_400

/** Labels of the time axis: hours with their day where it begins, days, or months. */
const timeLabels = (_: UPlot, seconds: Array<number>, _axis: number, _space: number, step: number): Array<string> =>
  seconds.map((time, index) => {
    const date = new Date(time * 1000)
    const format = (options: Intl.DateTimeFormatOptions) =>
      date.toLocaleString("en-GB", { timeZone: "UTC", ...options })
    if (step >= 28 * day) return format({ month: "short", year: "numeric" })
    if (step >= day) return format({ day: "numeric", month: "short" })
    const hour = format({ hour: "2-digit", minute: "2-digit" })
    return index === 0 || time % day === 0 ? `${hour}\n${format({ day: "numeric", month: "short" })}` : hour
  })

/** The times that the axis shows. Around a single one, uPlot would show years. */
const rangeOf = ({ data: [times] }: UPlot, min: number, max: number): [number, number] => {
  const [only] = times
  return times.length === 1 && only !== undefined ? [only - day / 2, only + day / 2] : [min, max]
}

/** Codes count nothing, so a line between them says nothing. */
const isCode = ({ unit }: Chart["columns"][number]): boolean => /\bcode\b/i.test(unit)

/** The columns that are drawn. The table has all. */
const drawnOf = ({ columns }: Chart): Chart["columns"] => columns.filter((column) => !isCode(column))

const colorOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name)

/** The plots of the page, by their places. Those of earlier programs are forgotten with the next plot. */
const drawn = new Map<HTMLElement, UPlot>()

// A canvas takes its colours from the theme.
new MutationObserver(() => drawn.forEach((each) => each.redraw())).observe(document.documentElement, {
  attributeFilter: ["data-theme"]
})

/** Draws a chart that is as wide as its place, also after that changed. */
export const plot = (place: HTMLElement, chart: Chart): void => {
  // A scale must have a name.
  const scaleOf = (unit: string) => (unit === "" ? "value" : unit)
  const columns = drawnOf(chart)
  if (columns.length === 0) return
  const units = [...new Set(columns.map(({ unit }) => unit))]
  const text = () => colorOf("--sl-color-gray-2")
  const grid = { stroke: () => colorOf("--sl-color-gray-5"), width: 1 }
  const options: UPlot.Options = {
    width: Math.max(place.clientWidth, 200),
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "UTC"),
    scales: { x: { range: rangeOf } },
    series: [
      chart.dates
        ? { label: "Date", value: "{YYYY}-{MM}-{DD}" }
        : { label: "Time (UTC)", value: "{YYYY}-{MM}-{DD} {HH}:{mm}" },
      ...columns.map(({ name, unit }, index) => {
        const { dash, stroke } = lines[index % lines.length] ?? lines[0]
        return {
          label: name,
          scale: scaleOf(unit),
          stroke,
          dash: [...dash],
          width: 2,
          value: (_: UPlot, value: number | null) => (value === null ? "–" : `${value} ${unit}`)
        }
      })
    ],
    axes: [
      { stroke: text, grid, ticks: grid, space: 60, values: timeLabels },
      // An axis for each of two units has its place. The legend has the others.
      ...units.slice(0, 2).map((unit, index) => ({
        scale: scaleOf(unit),
        side: index === 0 ? (3 as const) : (1 as const),
        label: unit,
        labelSize: 18,
        stroke: text,
        ticks: grid,
        grid: index === 0 ? grid : { show: false }
      }))
    ]
  }
  const made = new UPlot(options, [[...chart.times], ...columns.map(({ values }) => [...values])], place)
  new ResizeObserver(() => {
    if (place.clientWidth > 0) made.setSize({ width: place.clientWidth, height })
  }).observe(place)
  for (const earlier of drawn.keys()) if (!earlier.isConnected) drawn.delete(earlier)
  drawn.set(place, made)
}
