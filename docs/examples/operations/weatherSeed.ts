/** What the examples of the weather operations run on. It is plain JSON. */
import type { WeatherSimulator } from "forgecast/testing"

/** A storm reaches Bergen in a day. Everything else is the simulator's own climate. */
export const weatherSeed: WeatherSimulator.Seed = {
  spells: [
    {
      latitude: 60.39,
      longitude: 5.32,
      from: { in: "1 day" },
      lasts: "6 hours",
      temperature_2m: 4,
      wind_speed_10m: 72,
      wind_gusts_10m: 118,
      precipitation: 9,
      cloud_cover: 100,
      pressure_msl: 968,
      thunderstorm: true
    }
  ]
}
