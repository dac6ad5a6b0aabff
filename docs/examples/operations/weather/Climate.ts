import { Climate, Series } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Compares two models of a July to come. Each has its own column, which may be absent. */
export const get = Climate.get({
  ...oslo,
  start_date: "2049-07-01",
  end_date: "2049-07-31",
  daily: ["temperature_2m_max"],
  models: ["MRI_AGCM3_2_S", "EC_Earth3P_HR"]
}).pipe(
  Effect.map(({ daily }) => ({
    japanese: Series.max(daily, "temperature_2m_max_MRI_AGCM3_2_S"),
    european: Series.max(daily, "temperature_2m_max_EC_Earth3P_HR")
  }))
)

/** Sums the rain of a future month in several places. */
export const getMany = Climate.getMany({
  places: [bergen, oslo],
  start_date: "2045-10-01",
  end_date: "2045-10-31",
  daily: ["precipitation_sum"]
}).pipe(Effect.map((answers) => answers.map(({ daily }) => Math.round(Series.sum(daily, "precipitation_sum")))))

/** Counts the frosty days of ten years to come. */
export const stream = Climate.stream({
  ...oslo,
  start_date: "2040-01-01",
  end_date: "2049-12-31",
  daily: ["temperature_2m_min"]
}).pipe(
  Stream.map(({ daily }) => daily.temperature_2m_min.filter((celsius) => celsius < 0).length),
  Stream.runSum
)
