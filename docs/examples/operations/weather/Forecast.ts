import { Forecast, Series, WeatherCode } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads the next three days. The result has exactly the columns that are requested. */
export const get = Forecast.get({
  ...bergen,
  timezone: "Europe/Oslo",
  daily: ["temperature_2m_max", "weather_code"],
  forecast_days: 3
}).pipe(
  Effect.map(({ daily }) => Array.from(daily, (day) => [day.temperature_2m_max, WeatherCode.label(day.weather_code)]))
)

/** Reads what it is like now in several places, in their order. */
export const getMany = Forecast.getMany({ places: [bergen, oslo], current: ["temperature_2m", "rain"] }).pipe(
  Effect.map((answers) => answers.map(({ current }) => ({ celsius: current.temperature_2m, rain: current.rain })))
)

/** Finds the strongest gust of the last 60 days and the next 7, part by part, in little memory. */
export const stream = Effect.gen(function* () {
  const now = yield* DateTime.now
  const start_date = DateTime.subtract(now, { days: 60 })
  const end_date = DateTime.add(now, { days: 7 })
  return yield* Forecast.stream({ ...bergen, start_date, end_date, hourly: ["wind_gusts_10m"] }).pipe(
    Stream.map(({ hourly }) => Series.max(hourly, "wind_gusts_10m")),
    Stream.runFold(() => 0, Math.max)
  )
})
