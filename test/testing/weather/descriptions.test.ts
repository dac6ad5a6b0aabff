/** What messages say in place of names: variables, units and models by their numbers, the service's mix-ups included. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Model } from "@openmeteo/sdk/weather_api.js"
import { blockOf, columnsOf, read } from "./messages.ts"
import { enschede, forecast, layer, type Values } from "./support.ts"
import { testOn } from "../../testOn.ts"

const host = (name: string, path: string): string => `https://${name}.open-meteo.com/v1/${path}`

const marine = host("marine-api", "marine")
const ensemble = host("ensemble-api", "ensemble")
const seasonal = host("seasonal-api", "seasonal")
const airQuality = host("air-quality-api", "air-quality")

const north = { latitude: 52.5, longitude: 4 }

/** What the numbers of units mean. */
const units: ReadonlyArray<readonly [Values, Readonly<Record<string, string>>]> = [
  [
    {},
    {
      temperature_2m: "celsius",
      relative_humidity_2m: "percentage",
      wind_speed_10m: "kilometres_per_hour",
      wind_direction_10m: "degree_direction",
      vertical_velocity_850hPa: "metre_per_second_not_unit_converted",
      precipitation: "millimetre",
      snowfall: "centimetre",
      visibility: "metre",
      pressure_msl: "hectopascal",
      vapour_pressure_deficit: "kilopascal",
      weather_code: "wmo_code",
      is_day: "dimensionless_integer",
      uv_index: "dimensionless",
      cape: "joule_per_kilogram",
      shortwave_radiation: "watt_per_square_metre",
      sunshine_duration: "seconds",
      soil_moisture_0_to_1cm: "cubic_metre_per_cubic_metre",
      soil_moisture_index_0_to_7cm: "fraction",
      total_column_integrated_water_vapour: "kilogram_per_square_metre",
      growing_degree_days_base_0_limit_50: "gdd_celsius",
      k_index: "undefined"
    }
  ],
  [
    { temperature_unit: "fahrenheit", wind_speed_unit: "kn", precipitation_unit: "inch" },
    {
      temperature_2m: "fahrenheit",
      wind_speed_10m: "knots",
      precipitation: "inch",
      snowfall: "inch",
      visibility: "feet"
    }
  ],
  [{ wind_speed_unit: "mph" }, { wind_speed_10m: "miles_per_hour" }],
  [{ wind_speed_unit: "ms" }, { wind_speed_10m: "metre_per_second" }],
  [
    { daily: [] },
    { precipitation_hours: "hours", shortwave_radiation_sum: "megajoule_per_square_metre", sunset: "iso8601" }
  ],
  [{ daily: [], timeformat: "unixtime" }, { sunset: "unix_time" }],
  [
    { url: airQuality },
    {
      pm10: "micrograms_per_cubic_metre",
      grass_pollen: "grains_per_cubic_metre",
      carbon_dioxide: "parts_per_million",
      european_aqi: "european_air_quality_index",
      us_aqi: "us_air_quality_index"
    }
  ],
  [
    { url: marine, length_unit: "imperial" },
    { wave_height: "feet", ocean_current_velocity: "miles_per_hour" }
  ],
  [{ url: marine }, { wave_height: "metre", wave_period: "seconds" }],
  [{ url: host("flood-api", "flood"), daily: [] }, { river_discharge: "cubic_metre_per_second" }],
  [{ url: ensemble, models: "dwd_icon_d2_eps_ensemble_mean" }, { temperature_2m_spread: "kelvin" }]
]

describe("numbers", () => {
  testOn(layer())("columns are described", function* () {
    const asked = {
      ...enschede,
      hourly: ["wind_speed_850hPa", "soil_temperature_54cm", "soil_moisture_3_to_9cm", "temperature_80m"],
      daily: ["wind_direction_10m_dominant", "apparent_temperature_max", "precipitation_hours", "sunrise"],
      wind_speed_unit: "ms",
      temperature_unit: "fahrenheit",
      forecast_days: 1
    }
    const [message] = (yield* read(forecast, asked)).messages
    const hourly = columnsOf(message?.hourly() ?? null)
    assert.deepStrictEqual(
      hourly.map(({ altitude, depths, level, unit, variable }) => [variable, altitude, level, ...depths, unit]),
      [
        ["wind_speed", 0, 850, 0, 0, "metre_per_second"],
        ["soil_temperature", 0, 0, 54, 0, "fahrenheit"],
        ["soil_moisture", 0, 0, 3, 9, "cubic_metre_per_cubic_metre"],
        ["temperature", 80, 0, 0, 0, "fahrenheit"]
      ]
    )
    assert.deepStrictEqual(
      columnsOf(message?.daily() ?? null).map((it) => [it.variable, it.aggregation, it.altitude, it.unit]),
      [
        ["wind_direction", "dominant", 10, "degree_direction"],
        ["apparent_temperature", "maximum", 2, "fahrenheit"],
        ["precipitation_hours", "none", 0, "hours"],
        ["sunrise", "none", 0, "iso8601"]
      ]
    )
    const weekly = ["temperature_2m_anomaly_gt1", "temperature_2m_efi", "snowfall_anomaly"]
    const [later] = (yield* read(seasonal, { ...enschede, weekly })).messages
    assert.deepStrictEqual(
      columnsOf(later?.weekly() ?? null).map((it) => [it.variable, it.aggregation, it.probability, it.altitude]),
      [
        ["temperature", "anomaly", "gt1", 2],
        ["temperature", "efi", "none", 2],
        ["snowfall", "anomaly", "none", 0]
      ]
    )
  })

  testOn(layer()).each(units)("units: %j", function* ([query, expected]) {
    const { url = forecast, ...asked } = query
    const block = asked["daily"] === undefined ? "hourly" : "daily"
    const names = Object.keys(expected)
    const { messages } = yield* read(String(url), { ...north, ...asked, [block]: names, forecast_days: 1 })
    const { columns } = blockOf(messages, block)
    assert.deepStrictEqual(Object.fromEntries(names.map((name, i) => [name, columns[i]?.unit])), expected)
  })

  testOn(layer())(
    "members count from the control run, and models have the numbers that the service gives them",
    function* () {
      const asked = { ...enschede, hourly: ["temperature_2m", "rain"], models: ["ncep_gefs05"], forecast_days: 1 }
      const [message] = (yield* read(ensemble, asked)).messages
      const columns = columnsOf(message?.hourly() ?? null)
      assert.deepStrictEqual(
        columns.map(({ member, variable }) => [variable, member]),
        ["temperature", "rain"].flatMap((name) => Array.from({ length: 31 }, (_, member) => [name, member]))
      )
      assert.strictEqual(message?.model(), Model.gfs05)
      const numbers = (url: string, query: Values) =>
        Effect.map(read(url, query), ({ messages }) => messages.map((each) => Model[each.model()]))
      assert.deepStrictEqual(yield* numbers(forecast, { ...enschede }), ["best_match"])
      assert.deepStrictEqual(yield* numbers(seasonal, { ...enschede }), ["ecmwf_seasonal_seamless"])
      assert.deepStrictEqual(
        yield* numbers(host("flood-api", "flood"), { ...enschede, models: ["seamless_v4", "forecast_v3"] }),
        ["glofas_seamless_v4", "glofas_forecast_v3"]
      )
      assert.deepStrictEqual(yield* numbers(ensemble, { ...enschede, models: ["ecmwf_ifs025_ensemble"] }), [
        "ecmwf_ifs025"
      ])
    }
  )

  testOn(layer())("some variables and models have the numbers of others", function* () {
    const named = (url: string, block: string, name: string) =>
      Effect.map(read(url, { ...north, [block]: [name] }), ({ messages }) => {
        const [column] = blockOf(messages, block).columns
        return [column?.variable, column?.aggregation]
      })
    assert.deepStrictEqual(yield* named(marine, "hourly", "wave_peak_period"), ["wave_period", "none"])
    assert.deepStrictEqual(yield* named(marine, "hourly", "wave_height"), ["wave_height", "none"])
    assert.deepStrictEqual(yield* named(forecast, "hourly", "soil_moisture_index_0_to_7cm"), ["soil_moisture", "none"])
    assert.deepStrictEqual(yield* named(seasonal, "monthly", "dew_point_2m_mean"), ["temperature", "mean"])
    assert.deepStrictEqual(yield* named(seasonal, "weekly", "precipitation_sot90"), ["precipitation", "sot10"])
    const [message] = (yield* read(airQuality, { ...enschede, domains: "cams_global" })).messages
    assert.strictEqual(message?.model(), Model.cams_global)
    const numbers = (models: ReadonlyArray<string>) =>
      Effect.map(read(forecast, { latitude: 50, longitude: 15, models }), ({ messages }) =>
        messages.map((it) => Model[it.model()])
      )
    assert.deepStrictEqual(yield* numbers(["arpege_world", "ncep_aigefs025_ensemble_mean", "chmi_aladin_seamless"]), [
      "meteofrance_arpege_europe",
      "ncep_aigefs025",
      "chmi_aladin_cz_1km"
    ])
    const days = (name: string) =>
      Effect.map(read(forecast, { ...enschede, hourly: [`${name}_previous_day3`] }), ({ messages }) =>
        blockOf(messages, "hourly").columns.map(({ previousDay }) => previousDay)
      )
    assert.deepStrictEqual([yield* days("rain"), yield* days("wave_height")], [[3], [0]])
  })
})
