/** Finds a place, gets its forecast, and shows an hourly chart, a daily table and, if requested, a picture. */
import { Forecast, Geocoding, Location, Series, WeatherCode, WindDirection } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { bars, curve, scale } from "./chart.ts"
import { Screen } from "./screen.ts"

/** The requested columns. The result has exactly these, in its type as well. */
const columns = {
  current: ["temperature_2m", "apparent_temperature", "weather_code", "wind_speed_10m", "wind_direction_10m"],
  hourly: ["temperature_2m", "precipitation", "wind_gusts_10m"],
  daily: [
    "weather_code",
    "temperature_2m_min",
    "temperature_2m_max",
    "precipitation_sum",
    "wind_gusts_10m_max",
    "sunrise",
    "sunset"
  ]
} as const

const days = 5

/** The forecast for the most populous place of that name, or undefined if no place has it. */
const forecastFor = Effect.fnUntraced(function* (name: string) {
  const [place] = yield* Geocoding.search({ name, count: 1 })
  // A place from the geocoding service can be passed to the forecast directly, with its time zone and elevation.
  return place === undefined
    ? undefined
    : { place, forecast: yield* Forecast.get({ ...place, ...columns, forecast_days: days }) }
})

export type Shown = NonNullable<Effect.Success<ReturnType<typeof forecastFor>>>

const two = (number: number): string => String(number).padStart(2, "0")

/** The local time of the place: `08:04`. The times of these series are in its zone. */
const clock = (time: DateTime.Zoned | null): string => {
  if (time === null) return "  -  "
  const { hour, minute } = DateTime.toParts(time)
  return `${two(hour)}:${two(minute)}`
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const dayName = (time: DateTime.Zoned): string => {
  const { day, weekDay } = DateTime.toParts(time)
  return `${weekdays[weekDay] ?? ""} ${String(day).padStart(2)}`
}

const number = (value: number | null, decimals: number, width: number): string =>
  (value === null ? "-" : value.toFixed(decimals)).padStart(width)

/** A curve of the temperature with two hours in each column, and the rain below it. */
const chart = ({ forecast: { daily, hourly } }: Shown): ReadonlyArray<string> => {
  const { labels, rows } = curve(hourly.temperature_2m, 8)
  const rain = bars(hourly.precipitation, 2, 2)
  const most = scale(hourly.precipitation, 2)
  const axis = Array.from(Series.rows(daily), ({ time }) => `└${dayName(time)}`.padEnd(12)).join("")
  return [
    `Temperature, ${hourly.units.temperature_2m}`,
    ...rows.map((row, i) => `${(labels[i] ?? "").padStart(6)} ┤${row}`),
    `Rain in two hours, ${hourly.units.precipitation}`,
    ...rain.map((row, i) => `${(i === 0 ? most.toFixed(1) : "").padStart(6)} ┤${row}`),
    `${" ".repeat(7)} ${axis}`.trimEnd()
  ]
}

const table = ({ forecast: { daily } }: Shown): ReadonlyArray<string> => {
  const { units } = daily
  const heads = [
    "Day".padEnd(7),
    "Weather".padEnd(30),
    `Min ${units.temperature_2m_min}`,
    "Max".padStart(6),
    `Rain ${units.precipitation_sum}`.padStart(9),
    "Gusts".padStart(6),
    "  Sun"
  ]
  const rows = Array.from(Series.rows(daily), (row) => [
    dayName(row.time).padEnd(7),
    WeatherCode.label(row.weather_code).padEnd(30),
    number(row.temperature_2m_min, 1, 6),
    number(row.temperature_2m_max, 1, 6),
    number(row.precipitation_sum, 1, 9),
    number(row.wind_gusts_10m_max, 0, 6),
    `  ${clock(row.sunrise)}-${clock(row.sunset)}`
  ])
  return [heads, ...rows].map((cells) => cells.join(""))
}

const now = ({ forecast: { current } }: Shown): string =>
  `Now, at ${clock(current.time)}: ${WeatherCode.label(current.weather_code)}, ${number(current.temperature_2m, 1, 0)} °C ` +
  `(feels like ${number(current.apparent_temperature, 0, 0)}), ` +
  `wind ${number(current.wind_speed_10m, 0, 0)} km/h ${WindDirection.point(current.wind_direction_10m) ?? ""}`

/** Shows all of this for the place of that name. */
export const showWeather = Effect.fn("showWeather")(function* (name: string, svg: string | null) {
  const screen = yield* Screen
  const shown = yield* forecastFor(name)
  if (shown === undefined) {
    yield* screen.line(`No place is called "${name}".`)
    return
  }
  const { place } = shown
  yield* screen.line(`${Location.describe(place)} (${place.timezone}, ${place.elevation ?? "?"} m)`)
  yield* screen.line(now(shown))
  yield* screen.line("")
  for (const line of chart(shown)) yield* screen.line(line)
  yield* screen.line("")
  for (const line of table(shown)) yield* screen.line(line)
  if (svg === null) return
  // Loaded only when needed, because the drawing library is large.
  const { draw } = yield* Effect.promise(() => import("./picture.ts"))
  yield* draw(shown, svg)
  yield* screen.line("")
  yield* screen.line(`Saved as ${svg}`)
})
