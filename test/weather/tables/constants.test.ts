/** The constants of names are those that editors complete, and each says what it is. */
import { assert, describe, it } from "@effect/vitest"
import { completions } from "../../../.build/weather/completions.ts"
import { descriptionOf, interfaces, lineOf } from "../../../.build/weather/described.ts"
import * as Variables from "../../../src/weather/Variables.ts"

const { daily, hourly, monthly, weekly } = Variables

describe("the constants", () => {
  it.each(Object.entries({ daily, hourly, monthly, weekly }))(
    "of %s are all names that are completed",
    (block, found) => {
      const names = new Set(Object.values(completions).flatMap(({ blocks }) => blocks[block] ?? []))
      assert.sameMembers(Object.keys(found), [...names])
      for (const [name, value] of Object.entries(found)) assert.strictEqual(value, name)
    }
  )

  it("have their unit and what they are in their types", () => {
    const all = Object.values(interfaces).join("\n")
    for (const [name, said] of [
      ["temperature_2m", "°C, Temperature (2 m), instant."],
      ["temperature_850hPa", "°C, Temperature (850 hPa), instant."],
      ["wind_speed_80m", "km/h, Wind Speed (80 m), instant."],
      ["precipitation_sum", "mm, Precipitation Sum."],
      ["temperature_2m_efi", "No unit, Temperature (2 m) Extreme Forecast Index."]
    ] as const) {
      assert.include(all, `/** ${said} */ readonly ${name}: "${name}"`)
    }
  })

  it("have the words of their name, if the service has none", () => {
    assert.strictEqual(lineOf(descriptionOf("daily", "snow_depth_min")), "m, Snow depth min")
  })
})
