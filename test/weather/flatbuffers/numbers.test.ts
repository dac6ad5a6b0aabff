/** Names of variables as numbers of flatbuffers. */
import { assert, describe, it } from "@effect/vitest"
import { Aggregation, Probability } from "@openmeteo/sdk/weather_api.js"
import * as Numbers from "../../../src/weather/internal/flatbuffers/numbers.ts"
import * as Variables from "../../../src/weather/Variables.ts"
import "./loaded.ts"

const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
  forecastHourly: Variables.forecastHourly,
  forecastDaily: Variables.forecastDaily,
  native15Minutely: Variables.native15Minutely,
  archiveHourly: Variables.archiveHourly,
  archiveSpread: Variables.archiveHourly.map((name) => `${name}_spread`),
  archiveDaily: Variables.archiveDaily,
  previousDays: Variables.forecastHourly.map((name) => `${name}_previous_day3`),
  airQualityHourly: Variables.airQualityHourly,
  marineHourly: Variables.marineHourly,
  marine15Minutely: Variables.marine15Minutely,
  marineDaily: Variables.marineDaily,
  climateDaily: Variables.climateDaily,
  floodDaily: Variables.floodDaily,
  satelliteHourly: Variables.satelliteHourly,
  satelliteDaily: Variables.satelliteDaily,
  seasonalHourly: Variables.seasonalHourly,
  seasonalDaily: Variables.seasonalDaily,
  seasonalWeekly: Variables.seasonalWeekly,
  seasonalMonthly: Variables.seasonalMonthly
}

/** The numbers of a column that says what its name states, and no more. */
const identityOf = (name: string): Numbers.Identity | undefined => {
  const stated = Numbers.statedBy(name)
  return stated && { aggregation: Aggregation.none, altitude: 0, depth: 0, depthTo: 0, ...stated }
}

describe("each known variable has numbers of its own", () => {
  it.each(Object.entries(lists))("%s", (_, names) => {
    const seen = new Map<string, string>()
    for (const name of names) {
      const identity = identityOf(name)
      if (identity === undefined) return assert.fail(`${name} has no numbers`)
      const key = JSON.stringify(identity)
      assert.isUndefined(seen.get(key), `${name} and ${seen.get(key)} have the same numbers`)
      seen.set(key, name)
      assert.isTrue(Numbers.isExpressible(name) && Numbers.mayBe(name, identity), name)
    }
  })
})

describe("names of variables", () => {
  it.each([
    ["windspeed_10m", "wind_speed_10m"],
    ["relativehumidity_2m", "relative_humidity_2m"],
    ["vapor_pressure_deficit", "vapour_pressure_deficit"],
    ["skin_temperature", "surface_temperature"],
    ["soil_moisture_0_1cm", "soil_moisture_0_to_1cm"]
  ])("%s is an older name of %s", (older, name) => {
    assert.deepStrictEqual(Numbers.statedBy(older), Numbers.statedBy(name))
  })

  it.each(["", "undefined", "none", "toString", "happiness_2m", "temperature_2m_often", "_max"])(
    "%j has no numbers",
    (name) => {
      assert.isUndefined(Numbers.statedBy(name))
      assert.isFalse(Numbers.isExpressible(name))
    }
  )

  it("each number of the name must be the column's", () => {
    const name = "temperature_2m_max_previous_day1"
    const identity = identityOf(name) ?? assert.fail()
    for (const key of ["variable", "aggregation", "altitude", "pressureLevel", "previousDay"] as const) {
      assert.isFalse(Numbers.mayBe(name, { ...identity, [key]: identity[key] + 1 }), key)
    }
    assert.isFalse(Numbers.mayBe(name, { ...identity, probability: Probability.gt1 }))
  })

  it("a column may have numbers that the name does not state", () => {
    const identity = identityOf("apparent_temperature") ?? assert.fail()
    assert.isTrue(Numbers.mayBe("apparent_temperature", { ...identity, altitude: 2 }))
    assert.isFalse(Numbers.mayBe("apparent_temperature", { ...identity, pressureLevel: 850 }))
  })
})
