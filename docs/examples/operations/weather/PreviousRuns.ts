import { PreviousRuns, Series } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads how far the forecast of the day before was off, in the worst hour of a week. */
export const get = PreviousRuns.get({
  ...oslo,
  start_date: "2026-02-16",
  end_date: "2026-02-22",
  hourly: ["temperature_2m", "temperature_2m_previous_day1"]
}).pipe(
  Effect.map(({ hourly: { temperature_2m, temperature_2m_previous_day1: before } }) =>
    Math.max(...temperature_2m.map((celsius, hour) => Math.abs(celsius - (before[hour] ?? NaN)))).toFixed(1)
  )
)

/** Reads by how many millimetres the forecasts of three days before were too wet, in several places. */
export const getMany = PreviousRuns.getMany({
  places: [bergen, oslo],
  start_date: "2026-02-16",
  end_date: "2026-02-22",
  hourly: ["precipitation", "precipitation_previous_day3"]
}).pipe(
  Effect.map((answers) =>
    answers.map(({ hourly }) => Series.sum(hourly, "precipitation_previous_day3") - Series.sum(hourly, "precipitation"))
  ),
  Effect.map((differences) => differences.map(Math.round))
)

/** Finds the highest temperature that was forecast two days before, in a winter. */
export const stream = PreviousRuns.stream({
  ...bergen,
  start_date: "2025-12-01",
  end_date: "2026-02-28",
  hourly: ["temperature_2m_previous_day2"]
}).pipe(
  Stream.map(({ hourly }) => Series.max(hourly, "temperature_2m_previous_day2")),
  Stream.runFold(() => -Infinity, Math.max)
)
