/**
 * Names of variables as constants: editors show what each of them is. They show nothing of a name in quotes.
 *
 * ```ts
 * Forecast.get({ ...place, hourly: [Variables.hourly.temperature_2m] })
 * ```
 */
import { airQualityDaily, airQualityHourly } from "./AirQuality.ts"
import { archiveDaily, archiveHourly } from "./Archive.ts"
import { forecastDaily, forecastHourly } from "./Forecast.ts"
import type { HourlyNames } from "./HourlyNames.ts"
import { marineDaily, marineHourly } from "./Marine.ts"
import { climateDaily, floodDaily, satelliteDaily, satelliteHourly } from "./Others.ts"
import type { DailyNames, MonthlyNames, WeeklyNames } from "./PeriodNames.ts"
import type { PressureNames } from "./PressureNames.ts"
import { seasonalDaily, seasonalHourly, seasonalMonthly, seasonalWeekly } from "./Seasonal.ts"

/** Makes an object of names. A test compares it with its type, which is made from the same lists. */
const named = <Names>(...lists: ReadonlyArray<ReadonlyArray<string>>): Names =>
  Object.fromEntries(lists.flat().map((name) => [name, name])) as Names

/** Variables of an instant or an hour, of all services. */
export const hourly: HourlyNames & PressureNames = named(
  forecastHourly,
  archiveHourly,
  satelliteHourly,
  seasonalHourly,
  marineHourly,
  airQualityHourly
)

/** Variables of days, of all services. */
export const daily: DailyNames = named(
  forecastDaily,
  archiveDaily,
  satelliteDaily,
  seasonalDaily,
  marineDaily,
  airQualityDaily,
  climateDaily,
  floodDaily
)

/** Variables of weeks, of seasonal forecasts. */
export const weekly: WeeklyNames = named(seasonalWeekly)

/** Variables of months, of seasonal forecasts. */
export const monthly: MonthlyNames = named(seasonalMonthly)
