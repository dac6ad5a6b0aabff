import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mostValues } from "../../src/ai/internal/weatherShown.ts"
import * as ToolSets from "../../src/ai/ToolSets.ts"
import * as WeatherTools from "../../src/ai/WeatherTools.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as WeatherSimulator from "../../src/testing/WeatherSimulator.ts"

const tools = WeatherTools.toolkit({
  operations: { ...ToolSets.weather, Forecast, Elevation }
})

const layer = tools.layer.pipe(Layer.provide(WeatherSimulator.layer()))

const bergen = { latitude: 60.39, longitude: 5.32, timezone: "Europe/Oslo" }

it.effect("shows columns over an axis that is said in words", () =>
  Effect.gen(function* () {
    const { daily, hourly, current, timezone } = yield* tools.call("forecast_get", {
      ...bergen,
      hourly: ["temperature_2m", "rain"],
      daily: ["sunrise"],
      current: ["temperature_2m"],
      forecast_days: 2
    })
    assert.strictEqual(timezone, "Europe/Oslo")
    assert.deepStrictEqual([hourly?.rows, hourly?.step], [48, "1h"])
    assert.match(hourly?.from ?? "", /^\d{4}-\d\d-\d\dT00:00$/)
    assert.deepStrictEqual(Object.keys(hourly?.units ?? {}), ["temperature_2m", "rain"])
    assert.strictEqual([hourly?.["rain"]].flat().length, 48)
    assert.strictEqual(daily?.step, "1 day")
    assert.match(String([daily?.["sunrise"]].flat()[0]), /^\d{4}-\d\d-\d\dT0\d:\d\d$/)
    assert.isNumber(current?.["temperature_2m"])
  }).pipe(Effect.provide(layer))
)

it.effect("shows at most 1,200 values of a block", () =>
  Effect.gen(function* () {
    const most = mostValues / 24
    const days = (past_days: number) =>
      tools.call("forecast_get", { ...bergen, hourly: ["rain"], past_days, forecast_days: 0 })
    const whole = yield* days(most)
    assert.deepStrictEqual([whole.hourly?.rows, whole.hourly?.cut], [mostValues, undefined])
    const more = yield* days(most + 1)
    assert.deepStrictEqual(
      [more.hourly?.rows, more.hourly?.cut],
      [mostValues, `${mostValues} of ${mostValues + 24} rows: ask for a shorter span`]
    )
  }).pipe(Effect.provide(layer))
)

it.effect("finds places, and says what is wrong with a variable", () =>
  Effect.gen(function* () {
    const places = yield* tools.call("geocoding_search", { name: "Berlin" })
    assert.isAbove(places.items.length, 0)
    const { latitude, longitude } = bergen
    const { value } = yield* tools.call("elevation_get", { latitude, longitude })
    const { items } = yield* tools.call("elevation_get_many", { places: [{ latitude, longitude }] })
    assert.isNumber(value)
    assert.deepStrictEqual(items, [value])
    const error = yield* Effect.flip(tools.call("forecast_get", { ...bergen, hourly: ["rainn"] as never }))
    assert.strictEqual(error.error, "BadRequest")
  }).pipe(Effect.provide(layer))
)
