/** What the service labels with the numbers of something else, and what may have no other label. */
import { assert, describe, it } from "@effect/vitest"
import { Aggregation, type Model } from "@openmeteo/sdk/weather_api.js"
import * as Numbers from "../../../src/weather/internal/flatbuffers/numbers.ts"
import { namesInOrder } from "../../../src/weather/internal/flatbuffers/order.ts"
import { type Message, treeFrom } from "./build.ts"

const identityOf = (name: string): Numbers.Identity => ({
  aggregation: Aggregation.none,
  altitude: 0,
  depth: 0,
  depthTo: 0,
  ...(Numbers.statedBy(name) ?? assert.fail(name))
})

const may = (name: string, label: string): boolean => Numbers.mayBe(name, identityOf(label))

describe("a column of", () => {
  it.each([
    ["wave_height_max", "wind_wave_height_max"],
    ["dew_point_2m_mean", "temperature_2m_mean"],
    ["relative_humidity_2m_max", "temperature_2m_max"],
    ["relative_humidity_2m_mean", "temperature_2m_mean"],
    ["precipitation_sot90", "precipitation_sot10"],
    ["surface_temperature_anomaly_gt0", "surface_pressure_anomaly_gt0"],
    ["soil_moisture_index_0_to_7cm", "soil_moisture_0_to_7cm"],
    ["soil_moisture_100_to_200cm", "soil_moisture_100_to_255cm"]
  ])("%s may have the label of %s, not the reverse", (name, label) => {
    assert.isTrue(may(name, label))
    assert.isTrue(may(name, name))
    assert.isFalse(may(label, name))
  })

  it.each([
    ["wave_height", "wind_wave_height"],
    ["dew_point_2m_max", "temperature_2m_max"],
    ["relative_humidity_2m_min", "temperature_2m_min"],
    ["relative_humidity_2m", "temperature_2m"],
    ["soil_moisture_28_to_100cm", "soil_moisture_28_to_255cm"]
  ])("%s has no label of %s", (name, label) => assert.isFalse(may(name, label)))
})

it("depths and single-digit levels of a name must be the column's", () => {
  const name = "soil_moisture_7_to_28cm"
  for (const key of ["depth", "depthTo"] as const) {
    assert.isFalse(Numbers.mayBe(name, { ...identityOf(name), [key]: 1 }), key)
  }
  assert.strictEqual(identityOf("temperature_5hPa").pressureLevel, 5)
})

const hourly = ["temperature_2m"]

/** The name of the second column, with the model's. The first one is of a model that is never mistaken. */
const labelled = (model: string, label: keyof typeof Model): string | undefined => {
  const message = (model: keyof typeof Model): Message => ({
    model,
    hourly: { time: 0, end: 3_600, interval: 3_600, columns: [{ name: "temperature_2m", values: [1] }] }
  })
  try {
    const block = treeFrom({ hourly, models: ["jma_msm", model] }, message("jma_msm"), message(label)).get("hourly")
    return block instanceof Map ? Array.from(block.keys()).map(String).at(-1) : undefined
  } catch {
    return undefined
  }
}

describe("a message of the model", () => {
  it.each([
    ["gem_regional", "gem_global"],
    ["gfs05", "gfs025"],
    ["ncep_gefs_seamless", "gfs_seamless"],
    ["ncep_gefs025", "gfs025"],
    ["ncep_gefs05", "gfs025"],
    ["meteoswiss_icon_ch1", "icon_seamless"],
    ["meteoswiss_icon_ch2", "icon_seamless"],
    ["meteoswiss_icon_seamless", "icon_seamless"],
    ["seamless_v4", "glofas_seamless_v4"],
    ["ukmo_global_deterministic_10km_ensemble", "ukmo_global_deterministic_10km"],
    ["model_of_tomorrow", "undefined"]
  ] as const)("%s may have the label of %s", (model, label) => {
    assert.strictEqual(labelled(model, label), `temperature_2m_${model}`)
  })

  it.each([
    ["gem_global", "gem_regional"],
    ["icon_seamless", "meteoswiss_icon_ch1"],
    ["icon_d2", "undefined"],
    ["model_of_tomorrow", "icon_d2"]
  ] as const)("%s has no label of %s", (model, label) => assert.isUndefined(labelled(model, label)))
})

describe("names are given in order", () => {
  const same = (name: string, item: string) => name === item
  it("if there is one way", () => {
    assert.deepStrictEqual(namesInOrder(["a", "c"], ["a", "b", "c"], same), ["a", "c"])
    assert.deepStrictEqual(namesInOrder([], ["a"], same), [])
  })
  it("and not if there are several, or none", () => {
    assert.isUndefined(namesInOrder(["x"], ["a", "b"], () => true))
    assert.isUndefined(namesInOrder(["x"], ["a"], same))
    assert.isUndefined(namesInOrder(["c", "a"], ["a", "b", "c"], same))
  })
})
