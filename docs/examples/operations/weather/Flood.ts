import { Flood, Series } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const minya = { latitude: 28.1, longitude: 30.75 }
const cairo = { latitude: 30.04, longitude: 31.23 }

/** Finds the day of the next 30 on which the river is highest. */
export const get = Flood.get({ ...cairo, daily: ["river_discharge"], forecast_days: 30 }).pipe(
  Effect.map(({ daily }) => Series.highest(daily, "river_discharge")),
  Effect.flatMap(Effect.fromOption),
  Effect.map((day) => `${DateTime.formatIsoDate(day.time)}: ${day.river_discharge} m³/s`)
)

/** Reads the discharge of a river today, at several places. */
export const getMany = Flood.getMany({
  places: [minya, cairo],
  daily: ["river_discharge"],
  forecast_days: 1
}).pipe(Effect.map((answers) => answers.map(({ daily }) => Series.mean(daily, "river_discharge"))))

/** Finds the highest discharge of five years. */
export const stream = Flood.stream({
  ...cairo,
  start_date: "2015-01-01",
  end_date: "2019-12-31",
  daily: ["river_discharge"]
}).pipe(
  Stream.map(({ daily }) => Series.max(daily, "river_discharge")),
  Stream.runFold(() => 0, Math.max)
)
