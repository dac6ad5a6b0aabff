import { Marine, Series, WindDirection } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.4, longitude: 4.6 }
const alesund = { latitude: 62.5, longitude: 4 }

/** Reads the waves now: their height, and where they come from. */
export const get = Marine.get({ ...bergen, current: ["wave_height", "wave_direction"] }).pipe(
  Effect.map(({ current }) => ({
    height: `${current.wave_height} ${current.units.wave_height}`,
    from: WindDirection.point(current.wave_direction)
  }))
)

/** Compares the highest waves of the next days off several towns. */
export const getMany = Marine.getMany({
  places: [bergen, alesund],
  daily: ["wave_height_max"],
  forecast_days: 3
}).pipe(Effect.map((answers) => answers.map(({ daily }) => Series.max(daily, "wave_height_max"))))

/** Counts the hours of a winter in which the sea was too high for a boat. */
export const stream = Marine.stream({
  ...bergen,
  start_date: "2025-12-01",
  end_date: "2026-02-28",
  hourly: ["wave_height"]
}).pipe(
  Stream.map(({ hourly }) => hourly.wave_height.filter((metres) => metres > 2).length),
  Stream.runSum
)
