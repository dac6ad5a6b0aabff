import { HistoricalForecast, Series } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads how much rain was forecast for a day that has passed. */
export const get = HistoricalForecast.get({
  ...bergen,
  start_date: "2026-02-20",
  end_date: "2026-02-20",
  hourly: ["precipitation"]
}).pipe(
  Effect.map(({ hourly }) => Series.sum(hourly, "precipitation").toFixed(1)),
  Effect.map((millimetres) => `${millimetres} mm`)
)

/** Compares the warmest hours of several places. */
export const getMany = HistoricalForecast.getMany({
  places: [bergen, oslo],
  start_date: "2026-02-01",
  end_date: "2026-02-28",
  hourly: ["temperature_2m"]
}).pipe(Effect.map((answers) => answers.map(({ hourly }) => Series.max(hourly, "temperature_2m"))))

/** Counts the hours of frost in a winter. */
export const stream = HistoricalForecast.stream({
  ...oslo,
  start_date: "2025-12-01",
  end_date: "2026-02-28",
  hourly: ["temperature_2m"]
}).pipe(
  Stream.map(({ hourly }) => hourly.temperature_2m.filter((celsius) => celsius < 0).length),
  Stream.runSum
)
