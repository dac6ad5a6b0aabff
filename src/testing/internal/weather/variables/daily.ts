/** Variables of a day, a week or a month, from the hours in it. */
import { type Air, rounded } from "../world/climate.ts"
import { daylight, moonEvent, moonPhase } from "../world/sun.ts"
import { measureOf, metric, type Quantity, type Slope, type Variable } from "./variable.ts"

const day = 86_400_000

export interface DailyVariable {
  readonly quantity: Quantity
  /** NaN or null if there is no value; epoch milliseconds if it is an instant. */
  readonly value: (hours: ReadonlyArray<Air>, slope: Slope, start: number) => number | null
  /** Follows from the course of sun or moon, so that it is known beyond the range of models. */
  readonly astronomical: boolean
}

const instants = (value: (air: Air, start: number) => number | null): DailyVariable => ({
  quantity: "time",
  value: ([air], _, start) => (air === undefined ? null : value(air, start)),
  astronomical: true
})

const sun = ({ site }: Air, start: number) => daylight(site.latitude, site.longitude, start)

const fixed: Readonly<Record<string, DailyVariable>> = {
  // In place of none, the service writes midnight: after a polar day, the sunset is that of the next day.
  sunrise: instants((air, start) => sun(air, start).sunrise ?? start),
  sunset: instants((air, start) => {
    const { duration, sunset } = sun(air, start)
    return sunset ?? (duration === 0 ? start : start + day)
  }),
  moonrise: instants(({ site }, start) => moonEvent("moonrise", site.longitude, start)),
  moonset: instants(({ site }, start) => moonEvent("moonset", site.longitude, start)),
  moon_phase: {
    quantity: { label: "", decimals: 3 },
    value: (_, __, start) => moonPhase(start + day / 2),
    astronomical: true
  },
  daylight_duration: {
    quantity: { label: "s", decimals: 2 },
    value: ([air], _, start) => (air === undefined ? null : sun(air, start).duration),
    astronomical: true
  },
  precipitation_hours: {
    quantity: { label: "h", decimals: 1 },
    value: (hours) => hours.filter((air) => air.precipitation > 0).length,
    astronomical: false
  },
  // The most severe code stands for the day.
  weather_code: {
    quantity: { label: "wmo code", decimals: 0 },
    value: (hours) => Math.max(...hours.map((air) => air.weatherCode)),
    astronomical: false
  }
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

/** The prevailing direction of the wind, weighted by speed. */
const dominant = (values: ReadonlyArray<number>, hours: ReadonlyArray<Air>): number => {
  const weighed = (component: (radians: number) => number) =>
    sum(values.map((value, i) => (hours[i]?.windSpeed ?? 1) * component((value * Math.PI) / 180)))
  return (Math.round((Math.atan2(weighed(Math.sin), weighed(Math.cos)) * 180) / Math.PI) + 360) % 360
}

const summaries: Readonly<Record<string, (values: ReadonlyArray<number>, hours: ReadonlyArray<Air>) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  mean: (values) => sum(values) / values.length,
  sum,
  dominant
}

/** Sums whose name has no suffix. */
const added: ReadonlySet<string> = new Set([
  "sunshine_duration",
  "et0_fao_evapotranspiration",
  "growing_degree_days_base_0_limit_50"
])

/** The hourly values, rounded as in metric responses so that days agree with hours. */
const hourlyValues = (variable: Variable, hours: ReadonlyArray<Air>, slope: Slope): ReadonlyArray<number> => {
  const { decimals } = measureOf(variable.quantity, metric)
  return hours.map((air) => rounded(variable.value(air, slope), decimals))
}

/** Finds a daily variable by name; undefined if the service does not know it. */
export const dailyVariable = (
  name: string,
  source: (name: string) => Variable | undefined
): DailyVariable | undefined => {
  const [, base = name, kind = ""] = /^(.+)_(max|min|mean|sum|dominant)$/.exec(name) ?? []
  if (name === "shortwave_radiation_sum") {
    const light = source("shortwave_radiation")
    return (
      light && {
        quantity: { label: "MJ/m²", decimals: 2 },
        value: (hours, slope) => 0.0036 * sum(hourlyValues(light, hours, slope)),
        astronomical: false
      }
    )
  }
  if (Object.hasOwn(fixed, name)) return fixed[name]
  // Variables of rivers are daily to begin with.
  if (name.startsWith("river_")) {
    const river = source(name)
    return (
      river && {
        quantity: river.quantity,
        value: ([air], slope) => (air === undefined ? null : river.value(air, slope)),
        astronomical: false
      }
    )
  }
  const summary = added.has(name) ? sum : summaries[kind]
  const variable = source(added.has(name) ? name : base)
  if (summary === undefined || variable === undefined) return undefined
  return {
    quantity: variable.quantity,
    value: (hours, slope) => summary(hourlyValues(variable, hours, slope), hours),
    astronomical: false
  }
}
