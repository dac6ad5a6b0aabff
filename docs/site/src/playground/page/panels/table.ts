/** A chart as a table, for those who cannot see it, and for exact values. */
import type { Chart } from "../../protocol.ts"
import { element } from "../dom.ts"
import { instant } from "../time.ts"

/** More rows than these make pages slow. */
const most = 200

const cell = (value: number | null | undefined): string => (value === null || value === undefined ? "–" : String(value))

const table = ({ columns, dates, times, title }: Chart): HTMLElement =>
  element(
    "table",
    {},
    element("caption", {}, times.length > most ? `${title}: the first ${most} of ${times.length} times` : title),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, dates ? "Date" : "Time (UTC)"),
        ...columns.map(({ name, unit }) => element("th", { scope: "col" }, unit === "" ? name : `${name} (${unit})`))
      )
    ),
    element(
      "tbody",
      {},
      ...times
        .slice(0, most)
        .map((time, index) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, instant(time * 1000).slice(0, dates ? 10 : 16)),
            ...columns.map(({ values }) => element("td", {}, cell(values[index])))
          )
        )
    )
  )

/** The table is made when it is opened. */
export const tableOf = (chart: Chart): HTMLElement => {
  const place = element("div", {
    class: "pg-table",
    tabindex: 0,
    role: "region",
    "aria-label": `Values of ${chart.title}`
  })
  const toggle = () => {
    if (place.childElementCount === 0) place.append(table(chart))
  }
  return element("details", { toggle }, element("summary", {}, "Values as a table"), place)
}
