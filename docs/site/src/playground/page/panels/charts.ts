/** Weather series as lines, and as tables. */
import type { Chart } from "../../protocol.ts"
import { element, inNextFrame } from "../dom.ts"
import { tableOf } from "./table.ts"

export interface ChartsPanel {
  readonly clear: () => void
  readonly show: (charts: ReadonlyArray<Chart>) => void
}

export const chartsPanel = (panel: HTMLElement, onCount: (charts: number) => void): ChartsPanel => {
  let charts: ReadonlyArray<Chart> = []
  const shown = new Map<string, { readonly chart: Chart; readonly figure: HTMLElement }>()

  const figureOf = (chart: Chart): HTMLElement => {
    const place = element("div", { class: "pg-plot" })
    // The plots are only loaded for programs that have some.
    void import("./plot.ts").then(({ plot }) => plot(place, chart))
    return element("figure", {}, element("figcaption", {}, chart.title), place, tableOf(chart))
  }

  const draw = (): void => {
    onCount(charts.length)
    if (charts.length === 0) {
      const text = "Programs that read the weather show their series here."
      return panel.replaceChildren(element("p", { class: "pg-empty" }, text))
    }
    for (const chart of charts) {
      const old = shown.get(chart.id)
      if (old !== undefined && old.chart.times.length === chart.times.length) continue
      shown.set(chart.id, { chart, figure: figureOf(chart) })
    }
    panel.replaceChildren(...charts.flatMap(({ id }) => shown.get(id)?.figure ?? []))
  }

  const render = inNextFrame(draw)
  render()
  return {
    clear: () => {
      charts = []
      // The next program's charts may come before the next frame, with the same names.
      shown.clear()
      render()
    },
    show: (next) => {
      charts = next
      render()
    }
  }
}
