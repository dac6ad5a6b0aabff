/** Takes the place of `forgecast/testing` in a program that runs twice. */
import * as Forge from "../../../src/testing/ForgeSimulator.ts"
import * as Weather from "../../../src/testing/WeatherSimulator.ts"
import { lasting } from "./lasting.ts"

export * from "../../../src/testing/index.ts"

export const ForgeSimulator = {
  ...Forge,
  layer: lasting(Forge.layer),
  layerHttpClient: lasting(Forge.layerHttpClient)
}

export const WeatherSimulator = {
  ...Weather,
  layer: lasting(Weather.layer),
  layerHttpClient: lasting(Weather.layerHttpClient)
}
