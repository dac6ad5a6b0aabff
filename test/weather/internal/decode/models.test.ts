import { assert, describe, it } from "@effect/vitest"
import { renames } from "../../../../src/weather/internal/tables/renames.ts"
import { assign, soleModel } from "../../../../src/weather/internal/decode/models.ts"

const named = (
  columns: ReadonlyArray<string>,
  variables: ReadonlyArray<string>,
  models: ReadonlyArray<string>
): ReadonlyArray<string> => Array.from(assign(columns, variables, models).names.values())

describe("columns of models", () => {
  it("are matched by their own names", () => {
    const columns = ["t_2m_a", "rain_a", "t_2m_b", "rain_b"]
    const assigned = assign(columns, ["t_2m", "rain"], ["a", "b"])
    assert.deepStrictEqual(Array.from(assigned.names.values()), columns)
    assert.deepStrictEqual(assigned.absent, [])
    assert.deepStrictEqual(assigned.missing, [])
  })

  it("are matched to the longest variable if one name begins with another", () => {
    const columns = ["temperature_2m_gfs", "temperature_2m_max_gfs", "temperature_2m_icon", "temperature_2m_max_icon"]
    assert.deepStrictEqual(named(columns, ["temperature_2m", "temperature_2m_max"], ["gfs", "icon"]), columns)
    assert.deepStrictEqual(named(["t", "t_previous_day1"], ["t", "t_previous_day1"], []), ["t", "t_previous_day1"])
  })

  it("are matched under resolved model names", () => {
    assert.deepStrictEqual(named(["t_archive_best_match", "t_era5"], ["t"], ["best_match", "era5"]), [
      "t_best_match",
      "t_era5"
    ])
    assert.deepStrictEqual(named(["t_dwd_icon_seamless_eps", "t_ncep_gefs025"], ["t"], ["icon_seamless", "gfs025"]), [
      "t_icon_seamless",
      "t_gfs025"
    ])
    // What is left over is the same if no model is left out.
    assert.deepStrictEqual(named(["t_y", "t_era5"], ["t"], ["era5", "cerra"]), ["t_cerra", "t_era5"])
  })

  it("are matched under new names, whatever their order and whichever models are left out", () => {
    const models = ["icon_d2", "gfs025", "gfs05", "gfs_seamless", "ecmwf_ifs025"]
    const found = ["ncep_gefs_seamless", "ecmwf_ifs025", "ncep_gefs05", "ncep_gefs025"]
    const columns = found.flatMap((model) => [`t_${model}`, `t_member01_${model}`])
    const assigned = assign(columns, ["t"], models)
    assert.deepStrictEqual(Array.from(assigned.names.values()), [
      "t_gfs_seamless",
      "t_member01_gfs_seamless",
      "t_ecmwf_ifs025",
      "t_member01_ecmwf_ifs025",
      "t_gfs05",
      "t_member01_gfs05",
      "t_gfs025",
      "t_member01_gfs025"
    ])
    assert.deepStrictEqual(assigned.absent, ["t_icon_d2"])
    assert.deepStrictEqual(named(["t_gfs025", "t_ncep_gefs05"], ["t"], ["gfs05", "gfs025"]), ["t_gfs025", "t_gfs05"])
  })

  it("are those of each requested model that has their name", () => {
    const ensemble = { renames: renames["ensemble"] }
    const assigned = assign(
      ["t_icon_d2_eps", "t_member01_icon_d2_eps", "t_gfs05"],
      ["t"],
      ["icon_d2_eps", "gfs05", "icon_d2"],
      ensemble
    )
    assert.deepStrictEqual(Array.from(assigned.names.values()), ["t_icon_d2_eps", "t_member01_icon_d2_eps", "t_gfs05"])
    assert.deepStrictEqual(Array.from(assigned.copies), [
      ["t_icon_d2", "t_icon_d2_eps"],
      ["t_member01_icon_d2", "t_member01_icon_d2_eps"]
    ])
    assert.deepStrictEqual(assigned.absent, [])
    // The best match of a service is one of its models.
    const best = assign(
      ["t_ncep_gefs_seamless", "t_icon_seamless_eps"],
      ["t"],
      ["icon_d2", "best_match", "icon_seamless"],
      ensemble
    )
    assert.deepStrictEqual(Array.from(best.names.values()), ["t_best_match", "t_icon_seamless"])
    assert.deepStrictEqual([best.absent, best.copies.size], [["t_icon_d2"], 0])
  })

  it("are not matched by their order", () => {
    const columns = ["t_x", "t_era5", "t_y"]
    const assigned = assign(columns, ["t"], ["best_match", "era5", "cerra"])
    assert.deepStrictEqual(Array.from(assigned.names.values()), columns)
    assert.deepStrictEqual(assigned.absent, ["t_best_match", "t_cerra"])
    // Both suffixes contain the name of the model, and the other model is contained in none.
    assert.deepStrictEqual(named(["t_a_x", "t_a_y"], ["t"], ["a", "b"]), ["t_a_x", "t_a_y"])
  })

  it("are not guessed if a model is left out", () => {
    const assigned = assign(["t_unheard_of"], ["t"], ["best_match", "era5"])
    assert.deepStrictEqual(Array.from(assigned.names), [["t_unheard_of", "t_unheard_of"]])
    assert.deepStrictEqual(assigned.absent, ["t_best_match", "t_era5"])
    const covered = assign(["t_era5"], ["t"], ["best_match", "era5"])
    assert.deepStrictEqual(covered.absent, ["t_best_match"])
  })

  it("of era5 and era5_land are not confused, in either order", () => {
    const columns = ["t_era5_land", "t_era5"]
    assert.deepStrictEqual(named(columns, ["t"], ["era5", "era5_land"]), columns)
    assert.deepStrictEqual(assign(["t_era5_land"], ["t"], ["era5", "era5_land"]).absent, ["t_era5"])
  })

  it("are matched for each member", () => {
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
    // An ensemble may lack its control run.
    const members = assign(["t_member01"], ["t"], [])
    assert.deepStrictEqual([members.absent, members.missing], [["t"], []])
  })

  it("of a single model need no suffix, and lose one", () => {
    assert.deepStrictEqual(named(["t_era5", "rain_era5"], ["t", "rain"], ["era5"]), ["t", "rain"])
    assert.deepStrictEqual(named(["t"], ["t"], ["era5"]), ["t"])
  })

  it("are missing if no model has the variable", () => {
    assert.deepStrictEqual(assign(["t_a", "t_b"], ["t", "rain"], ["a", "b"]).missing, ["rain"])
    assert.deepStrictEqual(assign([], ["t"], []).missing, ["t"])
    // Without a request for models, no one of several is the right one.
    const assigned = assign(["t_a", "t_b"], ["t"], [])
    assert.deepStrictEqual([assigned.absent, assigned.missing], [["t"], ["t"]])
  })

  describe("without a suffix, if only one of several models covers the place", () => {
    const runs: Readonly<Record<string, number | undefined>> = { a: 3, b: 2, c: 3 }
    const modelOf = (columns: ReadonlyArray<string>, models: ReadonlyArray<string>) =>
      soleModel(columns, ["t", "u"], models, (model) => runs[model])
    const three = ["t", "t_member01", "t_member02", "u", "u_member01", "u_member02"]

    it("are those of the model that has as many runs", () => {
      assert.strictEqual(modelOf(three, ["b", "a"]), "a")
      assert.strictEqual(modelOf(["t", "t_member01"], ["a", "b"]), "b")
      const assigned = assign(three, ["t", "u"], ["b", "a"], { only: "a" })
      assert.deepStrictEqual(Array.from(assigned.names.values()).slice(0, 4), [
        "t_a",
        "t_member01_a",
        "t_member02_a",
        "u_a"
      ])
      assert.deepStrictEqual(assigned.absent, ["t_b", "u_b"])
    })

    it("are those of an unknown one in any other case", () => {
      // Two models have as many runs, the runs of one are not known, none has as many, or there is one run only.
      assert.isUndefined(modelOf(three, ["a", "c"]))
      assert.isUndefined(modelOf(three, ["a", "never_heard_of"]))
      assert.isUndefined(modelOf(["t", "t_member01", "t_member02", "t_member03"], ["a", "b"]))
      assert.isUndefined(modelOf(["t", "u"], ["a", "b"]))
      assert.isUndefined(
        modelOf(
          three.map((name) => `${name}_a`),
          ["a", "b"]
        )
      )
      assert.isUndefined(modelOf(three, ["a"]))
      const assigned = assign(["t"], ["t"], ["a", "b"])
      assert.deepStrictEqual(Array.from(assigned.names.values()), ["t"])
      assert.deepStrictEqual([assigned.absent, assigned.missing], [["t_a", "t_b"], []])
    })
  })
})
