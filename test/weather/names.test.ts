/** Names: weather codes, points of the compass, variables. */
import { assert, describe, it } from "@effect/vitest"
import * as Variables from "../../src/weather/Variables.ts"
import * as WeatherCode from "../../src/weather/WeatherCode.ts"
import * as WindDirection from "../../src/weather/WindDirection.ts"
import { facts } from "./facts.ts"

describe("WeatherCode", () => {
  it("has a label for each code, and for missing ones", () => {
    assert.strictEqual(WeatherCode.label(61), "slight rain")
    assert.strictEqual(WeatherCode.label(99), "thunderstorm with heavy hail")
    assert.strictEqual(WeatherCode.label(42), "code 42")
    assert.strictEqual(WeatherCode.label(null), "unknown")
    assert.strictEqual(WeatherCode.label(Number.NaN), "unknown")
    assert.strictEqual(Object.keys(WeatherCode.labels).length, 28)
  })

  it("recognises precipitation and thunderstorms", () => {
    assert.deepStrictEqual([50, 51, 99, 100].map(WeatherCode.isPrecipitation), [false, true, true, false])
    assert.deepStrictEqual([94, 95, 99, 100].map(WeatherCode.isThunderstorm), [false, true, true, false])
  })
})

describe("WindDirection", () => {
  it("returns the nearest of the sixteen points, for any direction", () => {
    WindDirection.points.forEach((point, i) => {
      for (const turn of [-360, 0, 360]) {
        for (const off of [-11.2, 0, 11.2]) assert.strictEqual(WindDirection.point(i * 22.5 + off + turn), point)
      }
    })
    assert.strictEqual(WindDirection.point(138), "SE")
    assert.strictEqual(WindDirection.point(359), "N")
    for (const none of [null, Number.NaN, Number.POSITIVE_INFINITY]) assert.isNull(WindDirection.point(none))
  })

  it("puts a point into words", () => {
    assert.deepStrictEqual(
      ["N", "NE", "SSE", "WNW"].map((point) => words(point)),
      ["north", "northeast", "south-southeast", "west-northwest"]
    )
  })
})

const words = (text: string): string | undefined => {
  const point = WindDirection.points.find((known) => known === text)
  return point && WindDirection.words(point)
}

describe("Variables", () => {
  const lists = {
    forecastHourly: Variables.forecastHourly,
    forecastDaily: Variables.forecastDaily,
    archiveHourly: Variables.archiveHourly,
    archiveDaily: Variables.archiveDaily,
    airQualityHourly: Variables.airQualityHourly,
    airQualityDaily: Variables.airQualityDaily,
    marineHourly: Variables.marineHourly,
    marineDaily: Variables.marineDaily,
    seasonalHourly: Variables.seasonalHourly,
    seasonalDaily: Variables.seasonalDaily,
    seasonalWeekly: Variables.seasonalWeekly,
    seasonalMonthly: Variables.seasonalMonthly,
    climateDaily: Variables.climateDaily,
    floodDaily: Variables.floodDaily,
    satelliteHourly: Variables.satelliteHourly,
    forecastModels: Variables.forecastModels,
    archiveModels: Variables.archiveModels,
    ensembleMeanModels: Variables.ensembleMeanModels,
    seasonalModels: Variables.seasonalModels
  }

  it.each(Object.entries(lists))("%s: has each name once, in the spelling of the service", (_, names) => {
    assert.strictEqual(new Set<string>(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z][a-z0-9_]*(?:hPa)?$/)
  })

  it("the forecast has all variables at heights, depths and levels", () => {
    const has = new Set<string>(Variables.forecastHourly)
    for (const name of [
      "wind_speed_10m",
      "wind_direction_200m",
      "wind_gusts_10m",
      "temperature_180m",
      "soil_temperature_1458cm",
      "soil_temperature_100_to_255cm",
      "soil_moisture_729_to_2187cm",
      "soil_moisture_0_to_7cm",
      "temperature_850hPa",
      "geopotential_height_10hPa",
      "vertical_velocity_1000hPa",
      "terrestrial_radiation_instant"
    ]) {
      assert.isTrue(has.has(name), name)
    }
    assert.strictEqual(Variables.windVariables.length, 28)
    assert.strictEqual(Variables.pressureLevelVariables.length, 8 * 29)
  })

  it("recognises times of day by their names", () => {
    const times = ["sunrise", "sunset_gfs_seamless", "moonrise", "moonset"]
    assert.isTrue(times.every(Variables.isTimeOfDay))
    assert.isFalse(["sunshine_duration", "moon_phase", "sunrises", "daylight_duration"].some(Variables.isTimeOfDay))
  })

  it.each(facts.models)("%s weighs as many runs as the service counts", (model) => {
    const membersOf = (name: string): number => facts.members[name] ?? 1
    assert.strictEqual(Variables.weighedRunsOf(model), membersOf(model))
    const isDefault = model === "best_match"
    const renamed = isDefault ? "ncep_gefs_seamless" : (facts.renames[model] ?? model)
    assert.strictEqual(Variables.membersOf(model), membersOf(renamed))
    assert.strictEqual(Variables.seasonalMembersOf(model), membersOf(isDefault ? "ecmwf_seasonal_seamless" : model))
  })

  it("returns the number of runs of an ensemble", () => {
    assert.strictEqual(Variables.membersOf("gfs025"), 31)
    assert.strictEqual(Variables.membersOf("never_heard_of"), 1)
    assert.strictEqual(Variables.membersOf("never_heard_of_eps"), 51)
    for (const model of Variables.ensembleMeanModels) assert.strictEqual(Variables.membersOf(model), 1, model)
    const means = Variables.seasonalModels.filter((model) => model.includes("mean"))
    assert.deepStrictEqual(means.map(Variables.seasonalMembersOf), [1, 1, 1])
    // An ensemble whose name contains the word is not its mean.
    assert.strictEqual(Variables.membersOf("ukmo_global_ensemble_20km"), 18)
  })
})
