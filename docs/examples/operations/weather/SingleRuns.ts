import { Series, SingleRuns } from "forgecast/weather"
import * as Effect from "effect/Effect"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads what one run of a model expected, from its first hour on. */
export const get = SingleRuns.get({
  ...bergen,
  run: "2026-03-01T00:00",
  hourly: ["temperature_2m"],
  forecast_hours: 4
}).pipe(Effect.map(({ hourly }) => Array.from(hourly.temperature_2m)))

/** Compares the strongest gusts that one run expected in several places. */
export const getMany = SingleRuns.getMany({
  places: [bergen, oslo],
  run: "2026-03-01T00:00",
  hourly: ["wind_gusts_10m"],
  forecast_days: 2
}).pipe(Effect.map((answers) => answers.map(({ hourly }) => Series.max(hourly, "wind_gusts_10m"))))
