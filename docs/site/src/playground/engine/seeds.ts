/** The seeds next to the program. */
import * as Effect from "effect/Effect"
import type { Seed as ForgeSeed } from "forgecast/testing/ForgeSimulator"
import type { Seed as WeatherSeed } from "forgecast/testing/WeatherSimulator"
import * as SeedJson from "forgecast/testing/SeedJson"
import type { Sketch } from "../protocol.ts"

/** The state that the services start with. */
export interface Seeds {
  readonly forge: ForgeSeed
  readonly weather: WeatherSeed
}

const jsonOf = (text: string | undefined): string => (text === undefined || text.trim() === "" ? "{}" : text)

const weatherSeed = (text: string): WeatherSeed => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`weather.json: The seed is not JSON. ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof json !== "object" || json === null) throw new Error("weather.json: The seed is not an object")
  // The cast is the author's word.
  return json
}

/** Throws an error that names the place of the first mistake. */
export const seedsOf = ({ forge, weather }: Sketch): Seeds => ({
  forge: Effect.runSync(
    Effect.mapError(SeedJson.parse(jsonOf(forge)), ({ message }) => new Error(`forge.json: ${message}`))
  ),
  weather: weatherSeed(jsonOf(weather))
})
