import { Archive, Series } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Finds the coldest day of a winter. Archives begin in 1940. */
export const get = Archive.get({
  ...oslo,
  timezone: "Europe/Oslo",
  start_date: "2024-12-01",
  end_date: "2025-02-28",
  daily: ["temperature_2m_min"]
}).pipe(
  Effect.map(({ daily }) => Series.lowest(daily, "temperature_2m_min")),
  Effect.flatMap(Effect.fromOption),
  Effect.map((day) => `${DateTime.formatIsoDate(day.time)}: ${day.temperature_2m_min} °C`)
)

/** Sums the precipitation of each month in several places. */
export const getMany = Archive.getMany({
  places: [bergen, oslo],
  start_date: "2025-01-01",
  end_date: "2025-03-31",
  daily: ["precipitation_sum"]
}).pipe(
  Effect.map((answers) =>
    answers.map(({ daily }) =>
      Array.from(Series.resample(daily, "month", { total: ["precipitation_sum", "sum"] }).total, Math.round)
    )
  )
)

/** Finds the highest temperature of ten years, part by part. If the quota is used up, it says until when. */
export const stream = Archive.stream({
  ...bergen,
  start_date: "2010-01-01",
  end_date: "2019-12-31",
  daily: ["temperature_2m_max"]
}).pipe(
  Stream.map(({ daily }) => Series.max(daily, "temperature_2m_max")),
  Stream.runFold(() => -Infinity, Math.max),
  Effect.catchTag("RateLimited", ({ retryAt }) => Effect.succeed(`Try again at ${DateTime.formatIso(retryAt)}.`))
)
