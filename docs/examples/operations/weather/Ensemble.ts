import { Ensemble, Series } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads how certain the temperature of the next hours is: 80 % of the runs are between both values. */
export const get = Ensemble.get({
  ...oslo,
  hourly: ["temperature_2m"],
  models: ["gfs025"],
  forecast_hours: 3
}).pipe(
  Effect.map(({ hourly }) =>
    Series.overMembers(hourly, "temperature_2m", { low: Series.percentile(10), high: Series.percentile(90) })
  ),
  Effect.map((spread) => Array.from(spread, ({ high, low }) => [low, high]))
)

/** Reads how likely a storm is in the hour when it is most likely, in several places. */
export const getMany = Ensemble.getMany({
  places: [bergen, oslo],
  hourly: ["wind_gusts_10m"],
  models: ["gfs025"],
  forecast_days: 2
}).pipe(
  Effect.map((answers) =>
    answers.map(({ hourly }) =>
      Series.max(Series.overMembers(hourly, "wind_gusts_10m", { storm: Series.shareAbove(90) }), "storm")
    )
  )
)

/** Finds the mildest hour that any run of an ensemble expects in the next two weeks. */
export const stream = Effect.gen(function* () {
  const start_date = yield* DateTime.now
  const span = { start_date, end_date: DateTime.add(start_date, { days: 14 }) }
  return yield* Ensemble.stream({ ...oslo, ...span, hourly: ["temperature_2m"], models: ["gfs025"] }).pipe(
    Stream.map(({ hourly }) => Series.overMembers(hourly, "temperature_2m", { mildest: "max" })),
    Stream.map((hours) => Series.max(hours, "mildest")),
    Stream.runFold(() => -Infinity, Math.max)
  )
})
