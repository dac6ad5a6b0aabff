import { assert, describe, it } from "@effect/vitest"
import { assign } from "../../../../src/weather/internal/decode/models.ts"

const named = (
  columns: ReadonlyArray<string>,
  variables: ReadonlyArray<string>,
  models: ReadonlyArray<string>
): ReadonlyArray<string> => Array.from(assign(columns, variables, models).names.values())

describe("the columns of models", () => {
  it("by their own names", () => {
    const columns = ["t_2m_a", "rain_a", "t_2m_b", "rain_b"]
    const assigned = assign(columns, ["t_2m", "rain"], ["a", "b"])
    assert.deepStrictEqual(Array.from(assigned.names.values()), columns)
    assert.deepStrictEqual(assigned.uncovered, [])
    assert.deepStrictEqual(assigned.missing, [])
  })

  it("a variable whose name begins another's", () => {
    const columns = ["temperature_2m_gfs", "temperature_2m_max_gfs", "temperature_2m_icon", "temperature_2m_max_icon"]
    assert.deepStrictEqual(named(columns, ["temperature_2m", "temperature_2m_max"], ["gfs", "icon"]), columns)
    assert.deepStrictEqual(named(["t", "t_previous_day1"], ["t", "t_previous_day1"], []), ["t", "t_previous_day1"])
  })

  it("under the name of the model that they resolve to", () => {
    assert.deepStrictEqual(named(["t_archive_best_match", "t_era5"], ["t"], ["best_match", "era5"]), [
      "t_best_match",
      "t_era5"
    ])
    assert.deepStrictEqual(named(["t_dwd_icon_seamless_eps", "t_ncep_gefs025"], ["t"], ["icon_seamless", "gfs025"]), [
      "t_icon_seamless",
      "t_gfs025"
    ])
    assert.deepStrictEqual(named(["t_x", "t_era5", "t_y"], ["t"], ["best_match", "era5", "cerra"]), [
      "t_best_match",
      "t_era5",
      "t_cerra"
    ])
  })

  it("not guessed when one is left out", () => {
    const assigned = assign(["t_unheard_of"], ["t"], ["best_match", "era5"])
    assert.deepStrictEqual(Array.from(assigned.names), [["t_unheard_of", "t_unheard_of"]])
    assert.deepStrictEqual(assigned.uncovered, ["t_best_match", "t_era5"])
    const covered = assign(["t_era5"], ["t"], ["best_match", "era5"])
    assert.deepStrictEqual(covered.uncovered, ["t_best_match"])
  })

  it("era5 is not era5_land, whichever comes first", () => {
    const columns = ["t_era5_land", "t_era5"]
    assert.deepStrictEqual(named(columns, ["t"], ["era5", "era5_land"]), columns)
    assert.deepStrictEqual(assign(["t_era5_land"], ["t"], ["era5", "era5_land"]).uncovered, ["t_era5"])
  })

  it("in members", () => {
    assert.deepStrictEqual(named(["t", "t_member01", "t_member02"], ["t"], ["gfs025"]), [
      "t",
      "t_member01",
      "t_member02"
    ])
    assert.deepStrictEqual(named(["t_x_gfs", "t_member01_x_gfs", "t_icon"], ["t"], ["gfs", "icon"]), [
      "t_gfs",
      "t_member01_gfs",
      "t_icon"
    ])
    // Without a control run the column of its name has no values.
    assert.deepStrictEqual(assign(["t_member01"], ["t"], []).uncovered, ["t"])
  })

  it("of a single model need no suffix, and lose it", () => {
    assert.deepStrictEqual(named(["t_era5", "rain_era5"], ["t", "rain"], ["era5"]), ["t", "rain"])
    assert.deepStrictEqual(named(["t"], ["t"], ["era5"]), ["t"])
  })

  it("that are missing, in all models", () => {
    assert.deepStrictEqual(assign(["t_a", "t_b"], ["t", "rain"], ["a", "b"]).missing, ["rain"])
    assert.deepStrictEqual(assign([], ["t"], []).missing, ["t"])
  })
})
