/** Runs recipes as the playground does: on simulators with the seeds beside them. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Fs from "node:fs"
import { ForgeSimulator, WeatherSimulator } from "forgecast/testing"
import { decodeSeed } from "../../src/testing/internal/decodeSeed.ts"

const at = (recipe: string, file: string): URL => new URL(`../../docs/recipes/${recipe}/${file}`, import.meta.url)

const read = (recipe: string, file: string): unknown =>
  Fs.existsSync(at(recipe, file)) ? (JSON.parse(Fs.readFileSync(at(recipe, file), "utf8")) as unknown) : {}

const Duration = Schema.Literals(["6 hours", "1 day", "2 days"])

/** What seeds of the weather may say. */
const WeatherSeed = Schema.Struct({
  climate: Schema.optionalKey(Schema.Int),
  limits: Schema.optionalKey(Schema.Literal("none")),
  spells: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        latitude: Schema.Finite,
        longitude: Schema.Finite,
        from: Schema.Union([Schema.String, Schema.Struct({ in: Duration }), Schema.Struct({ ago: Duration })]),
        radius: Schema.optionalKey(Schema.Finite),
        lasts: Schema.optionalKey(Duration),
        temperature_2m: Schema.optionalKey(Schema.Finite),
        wind_speed_10m: Schema.optionalKey(Schema.Finite),
        wind_gusts_10m: Schema.optionalKey(Schema.Finite),
        precipitation: Schema.optionalKey(Schema.Finite),
        cloud_cover: Schema.optionalKey(Schema.Finite),
        pressure_msl: Schema.optionalKey(Schema.Finite),
        thunderstorm: Schema.optionalKey(Schema.Boolean)
      })
    )
  )
})

/** The seeds of a recipe. A seed with a mistake is an error that names it. */
export const forgeSeed = (recipe: string): ForgeSimulator.Seed =>
  Result.getOrThrowWith(decodeSeed(read(recipe, "forge.json")), (mistake) => new Error(`${recipe}: ${mistake}`))

export const weatherSeed = (recipe: string): WeatherSimulator.Seed =>
  Schema.decodeUnknownSync(WeatherSeed, { onExcessProperty: "error" })(read(recipe, "weather.json"))

/** Both services with the seeds of a recipe. */
export const simulators = (recipe: string) =>
  Layer.merge(ForgeSimulator.layer(forgeSeed(recipe)), WeatherSimulator.layer(weatherSeed(recipe)))

/** The same, on a test's clock that is set before they start. */
export const on = (recipe: string) =>
  Effect.provide(Layer.unwrap(Effect.as(TestClock.setTime(Date.parse("2026-06-10T08:00:00Z")), simulators(recipe))))
