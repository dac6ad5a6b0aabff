/** What the examples of the weather operations run on. It is plain JSON, and its dates are fixed. */
import type { WeatherSimulator } from "forgecast/testing"

/** A storm over Bergen. Everything else is the simulator's own climate. */
export const weatherSeed: WeatherSimulator.Seed = {
  climate: 1,
  limits: "none"
}
