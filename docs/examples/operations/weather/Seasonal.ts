import { Seasonal, Series } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads by how much the next months are warmer than usual. Models without such a column leave it out. */
export const get = Seasonal.get({ ...oslo, monthly: ["temperature_2m_anomaly"], forecast_days: 90 }).pipe(
  Effect.map(({ monthly }) =>
    monthly === undefined ? [] : Array.from(monthly, ({ temperature_2m_anomaly }) => temperature_2m_anomaly)
  )
)

/** Reads how likely a day above 15 °C is in the next three months, in several places. */
export const getMany = Seasonal.getMany({
  places: [bergen, oslo],
  daily: ["temperature_2m_max"],
  forecast_days: 90
}).pipe(
  Effect.map((answers) =>
    answers.map(({ daily }) =>
      Series.max(Series.overMembers(daily, "temperature_2m_max", { warm: Series.shareAbove(15) }), "warm")
    )
  )
)

/** Finds the highest temperature that any run expects in half a year. */
export const stream = Effect.gen(function* () {
  const start_date = yield* DateTime.now
  const span = { start_date, end_date: DateTime.add(start_date, { days: 180 }) }
  return yield* Seasonal.stream({ ...oslo, ...span, daily: ["temperature_2m_max"] }).pipe(
    Stream.map(({ daily }) => Series.overMembers(daily, "temperature_2m_max", { warmest: "max" })),
    Stream.map((days) => Series.max(days, "warmest")),
    Stream.runFold(() => -Infinity, Math.max)
  )
})
