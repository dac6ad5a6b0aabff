import { assert, describe, it } from "vitest"
import { Charts } from "../../../docs/site/src/playground/engine/charts.ts"

const url = "https://api.open-meteo.com/v1/forecast"

const chartsOf = (answer: object) => {
  const charts = new Charts()
  charts.add(url, JSON.stringify({ latitude: 52.5, longitude: 13.4, utc_offset_seconds: 3_600, ...answer }))
  return charts.all
}

const days = (time: ReadonlyArray<unknown>) => chartsOf({ daily_units: { rain: "mm" }, daily: { time, rain: [1] } })

describe("charts of weather", () => {
  it("have hours in UTC", () => {
    const [chart] = chartsOf({ hourly_units: { rain: "mm" }, hourly: { time: ["2026-12-07T00:00"], rain: [1] } })
    assert.deepInclude(chart, { dates: false, times: [Date.UTC(2026, 11, 6, 23) / 1_000] })
  })

  it("have the local dates of days", () => {
    const midnight = Date.UTC(2026, 11, 7) / 1_000
    assert.deepInclude(days(["2026-12-07"])[0], { dates: true, times: [midnight] })
    assert.deepInclude(days([midnight - 3_600])[0], { dates: true, times: [midnight] })
  })

  it("show nothing whose time is unknown", () => {
    assert.isEmpty(days(["2026-12-07", null]))
    assert.isEmpty(days(["soon"]))
  })
})
