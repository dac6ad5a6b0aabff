import { SatelliteRadiation, Series } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Finds the strongest sun of a day, in watts per square metre. */
export const get = SatelliteRadiation.get({
  ...oslo,
  start_date: "2026-02-20",
  end_date: "2026-02-20",
  hourly: ["shortwave_radiation"]
}).pipe(Effect.map(({ hourly }) => Series.max(hourly, "shortwave_radiation")))

/** Compares the sun of a week in several places. */
export const getMany = SatelliteRadiation.getMany({
  places: [bergen, oslo],
  start_date: "2026-02-16",
  end_date: "2026-02-22",
  daily: ["shortwave_radiation_sum"]
}).pipe(
  Effect.map((answers) =>
    answers.map(
      ({ daily }) => `${Series.sum(daily, "shortwave_radiation_sum").toFixed(1)} ${daily.units.shortwave_radiation_sum}`
    )
  )
)

/** Sums the sun of a year. */
export const stream = SatelliteRadiation.stream({
  ...oslo,
  start_date: "2025-01-01",
  end_date: "2025-12-31",
  daily: ["shortwave_radiation_sum"]
}).pipe(
  Stream.map(({ daily }) => Series.sum(daily, "shortwave_radiation_sum")),
  Stream.runSum,
  Effect.map(Math.round)
)
