/** Every service declares what the server reads. */
import { assert, describe, it } from "@effect/vitest"
import * as modules from "../../src/weather/index.ts"
import { facts } from "./facts.ts"

/** The calls for one place, by the names of the services in the facts. */
const calls = {
  forecast: modules.Forecast.get,
  archive: modules.Archive.get,
  historical_forecast: modules.HistoricalForecast.get,
  previous_runs: modules.PreviousRuns.get,
  single_runs: modules.SingleRuns.get,
  satellite: modules.SatelliteRadiation.get,
  ensemble: modules.Ensemble.get,
  seasonal: modules.Seasonal.get,
  marine: modules.Marine.get,
  air_quality: modules.AirQuality.get,
  climate: modules.Climate.get,
  flood: modules.Flood.get
} as const

/** Parameters that are not of one call for one place, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  apikey: "an option of the Layer",
  bounding_box: "of getMany.within",
  current_weather: "an old form of current",
  format: "an option of the Layer",
  location_id: "places are known by their order",
  location_information: "of formats for spreadsheets",
  six_hourly: "read, and used nowhere",
  windspeed_unit: "an old spelling of wind_speed_unit"
}

const blocks = ["current", "minutely_15", "hourly", "daily", "weekly", "monthly"]
const units = ["temperature_unit", "wind_speed_unit", "precipitation_unit", "length_unit"]
const panel = ["tilt", "azimuth"]

/** What has no effect on the variables of a service, unless it is documented. */
const idle: Readonly<Record<string, ReadonlyArray<string>>> = {
  satellite: units,
  seasonal: panel,
  marine: panel,
  air_quality: [...units, ...panel],
  climate: panel,
  flood: [...units, ...panel]
}

/** Whether the server reads a parameter for a service to any effect. */
const isRead = (service: string, name: string): boolean => {
  const { blocks: own = [], documented, run } = facts.services[service] ?? assert.fail(service)
  const only = facts.parameters[name]?.only
  if (documented.includes(name)) return true
  if (only !== undefined) return only === service
  if (blocks.includes(name)) return own.includes(name)
  if (name === "run") return run !== "refused"
  // Beside a run, the service ignores what is before now, and refuses spans.
  if (run === "required" && /^(?:start|end|past|initial)_/.test(name)) return false
  if (name.endsWith("_minutely_15")) return own.includes("minutely_15")
  if (/_hours?$|^temporal_resolution$/.test(name)) return own.includes("hourly")
  return !(idle[service]?.includes(name) ?? false)
}

describe("the parameters", () => {
  it.each(Object.entries(calls))("of %s are all that the server reads", (service, { declaration }) => {
    const declared = new Set(Object.keys(declaration.query))
    const missing = Object.keys(facts.parameters).filter(
      (name) => !(name in elsewhere) && isRead(service, name) && !declared.has(name)
    )
    assert.deepStrictEqual(missing, [])
  })

  it.each(Object.entries(calls))("of %s are none that the server does not know", (_, { declaration }) => {
    const unknown = Object.keys(declaration.query).filter((name) => !(name in facts.parameters))
    assert.deepStrictEqual(unknown, [])
  })
})
