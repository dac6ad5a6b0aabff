import { AirQuality, Series } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads the air quality now, with its unit. */
export const get = AirQuality.get({ ...oslo, current: ["european_aqi", "pm2_5"] }).pipe(
  Effect.map(({ current }) => ({ index: current.european_aqi, dust: `${current.pm2_5} ${current.units.pm2_5}` }))
)

/** Compares the most ozone of the next two days in several places. */
export const getMany = AirQuality.getMany({ places: [bergen, oslo], hourly: ["ozone"], forecast_days: 2 }).pipe(
  Effect.map((answers) => answers.map(({ hourly }) => Series.max(hourly, "ozone")))
)

/** Finds the worst index of a winter. */
export const stream = AirQuality.stream({
  ...oslo,
  start_date: "2025-12-01",
  end_date: "2026-02-28",
  hourly: ["european_aqi"]
}).pipe(
  Stream.map(({ hourly }) => Series.max(hourly, "european_aqi")),
  Stream.runFold(() => 0, Math.max)
)
