/** What the service labels with the numbers of something else, and what may have no other label. */
import { assert, describe, it } from "@effect/vitest"
import { Aggregation, type Model } from "@openmeteo/sdk/weather_api.js"
import type { Requested } from "../../../src/weather/Service.ts"
import { Unproven } from "../../../src/weather/internal/flatbuffers/messages.ts"
import * as Numbers from "../../../src/weather/internal/flatbuffers/numbers.ts"
import { namesInOrder } from "../../../src/weather/internal/flatbuffers/names.ts"
import { type Message, treeFrom } from "./build.ts"
import "./loaded.ts"

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
    ["wave_peak_period", "wave_period"],
    ["temperature_2m_previous_day3", "temperature_2m"],
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

/** The models that the columns of messages with these labels are named by. */
const namesOf = (
  selection: Requested,
  first: keyof typeof Model,
  ...others: ReadonlyArray<keyof typeof Model>
): ReadonlyArray<string> | undefined => {
  const message = (model: keyof typeof Model): Message => ({
    model,
    hourly: { time: 0, end: 3_600, interval: 3_600, columns: [{ name: "temperature_2m", values: [1] }] }
  })
  try {
    const block = treeFrom(selection, message(first), ...others.map(message)).get("hourly")
    return block instanceof Map
      ? Array.from(block.keys(), (name) => String(name).replace("temperature_2m_", "")).slice(1)
      : undefined
  } catch (error) {
    if (error instanceof Unproven) return undefined
    throw error
  }
}

/** The name of the second column, with the model's. The first one is of a model that is never mistaken. */
const labelled = (model: string, label: keyof typeof Model): string | undefined => {
  const name = namesOf({ hourly, models: ["jma_msm", model] }, "jma_msm", label)?.at(-1)
  return name && `temperature_2m_${name}`
}

describe("a message of the model", () => {
  it.each([
    ["arpege_world", "meteofrance_arpege_europe"],
    ["ncep_gefs_seamless", "gfs_seamless"],
    ["ncep_aigefs025_ensemble_mean", "ncep_aigefs025"],
    // The number that the SDK has for it.
    ["ncep_aigefs025_ensemble_mean", "ncep_aigefs025_ensemble_mean"],
    ["seamless_v4", "glofas_seamless_v4"],
    ["model_of_tomorrow", "undefined"],
    ["model_of_tomorrow", "icon_d2"]
  ] as const)("%s may have the label of %s", (model, label) => {
    assert.strictEqual(labelled(model, label), `temperature_2m_${model}`)
  })

  it.each([
    ["gem_global", "gem_regional"],
    ["gfs_seamless", "ncep_gefs025_ensemble_mean"],
    ["icon_d2", "undefined"]
  ] as const)("%s has no label of %s", (model, label) => assert.isUndefined(labelled(model, label)))

  it("with a label that others have as well is known by its position, if none is left out", () => {
    const models = ["arpege_world", "arpege_europe", "gfs_seamless"]
    const named = (first: keyof typeof Model, ...others: ReadonlyArray<keyof typeof Model>) =>
      namesOf({ hourly, models }, first, ...others)
    const europe = "meteofrance_arpege_europe"
    assert.deepStrictEqual(named(europe, europe, "gfs_seamless"), models)
    assert.deepStrictEqual(named(europe, europe), models.slice(0, 2))
    assert.isUndefined(named(europe, "gfs_seamless"))
  })

  it("has the name that the service has for it", () => {
    const renames = { icon_d2: "icon_d2_eps", best_match: "ncep_gefs_seamless" }
    const models = ["icon_d2", "jma_msm", "best_match"]
    assert.deepStrictEqual(namesOf({ hourly, models, renames }, "icon_d2", "gfs_seamless"), [
      "icon_d2_eps",
      "ncep_gefs_seamless"
    ])
  })
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
