/** Parses a query, and refuses it in the service's words where the service would. */
import { type SeriesBlock, seriesBlocks } from "../../../../weather/Answer.ts"
import { invalidValue, refuse } from "../refusals.ts"
import type { Edge, Service } from "../services.ts"
import type { Units } from "../variables/units.ts"
import type { Slope } from "../variables/variable.ts"
import type { Point } from "../world/terrain.ts"
import { type Zone, zoneAt } from "../world/zones.ts"

const hour = 3_600_000
const day = 24 * hour

export interface Wanted extends Point {
  /** Elevation to scale to: NaN for no scaling, undefined for the ground's. */
  readonly elevation: number | undefined
  readonly zone: Zone
  /** The first and the last calendar day in the zone, each as its midnight in UTC (epoch milliseconds). */
  readonly days: readonly [first: number, last: number]
}

export interface Query {
  readonly places: ReadonlyArray<Wanted>
  readonly blocks: Readonly<Partial<Record<SeriesBlock | "current", ReadonlyArray<string>>>>
  readonly models: ReadonlyArray<string>
  readonly units: Units
  readonly slope: Slope
  /** Seconds between hourly rows. */
  readonly step: number
  /** Numbers of hours around now, in place of whole days. */
  readonly pastHours: number | undefined
  readonly forecastHours: number | undefined
  readonly past15: number | undefined
  readonly forecast15: number | undefined
  /** Whether all members are requested; for rivers. */
  readonly ensemble: boolean
}

/** The values of a list parameter, comma-separated or repeated; undefined if it is missing. */
export const listOf = (query: URLSearchParams, name: string): ReadonlyArray<string> | undefined => {
  const all = query.getAll(name)
  return all.length === 0 ? undefined : all.flatMap((text) => text.split(","))
}

const one = (query: URLSearchParams, name: string): string | undefined => query.get(name) ?? undefined

const numberOf = (text: string, name: string, type = "Float"): number => {
  const value = Number(text)
  return text.trim() === "" || Number.isNaN(value) ? invalidValue(type, text, name) : value
}

const countOf = (query: URLSearchParams, name: string, most: number): number | undefined => {
  const text = one(query, name)
  if (text === undefined) return undefined
  const value = /^-?\d+$/.test(text) ? Number(text) : invalidValue("Int", text, name)
  const words = name.replace("_", " ").replace(/^./, (letter) => letter.toUpperCase())
  return value < 0 || value > most ? refuse(`${words} is invalid. Allowed range 0 to ${most}. Given ${value}.`) : value
}

const choice = <const Name extends string>(
  query: URLSearchParams,
  name: string,
  type: string,
  values: readonly [Name, ...ReadonlyArray<Name>]
): Name => {
  const text = one(query, name)
  return text === undefined ? values[0] : (values.find((value) => value === text) ?? invalidValue(type, text, name))
}

const coordinates = (query: URLSearchParams, name: string, most: number): ReadonlyArray<number> =>
  (listOf(query, name) ?? []).map((text) => {
    const value = numberOf(text, name)
    const words = name.replace(/^./, (letter) => letter.toUpperCase())
    return Math.abs(value) > most ? refuse(`${words} must be in range of -${most} to ${most}°. Given: ${text}.`) : value
  })

/** Checks that a list has one item for each place. A single item counts for all. */
const each = <A>(list: ReadonlyArray<A> | undefined, count: number, name: string): ReadonlyArray<A | undefined> => {
  if (list === undefined) return Array.from({ length: count }, () => undefined)
  if (list.length === count) return list
  const [first] = list
  return list.length === 1
    ? Array.from({ length: count }, () => first)
    : refuse(`Parameter '${name}' must have the same number of elements as coordinates`)
}

/** Parses latitudes and longitudes. */
export const pointsOf = (query: URLSearchParams): ReadonlyArray<Point> => {
  const latitudes = coordinates(query, "latitude", 90)
  const longitudes = coordinates(query, "longitude", 180)
  if (latitudes.length !== longitudes.length || latitudes.length === 0) {
    return refuse("Parameter 'latitude' and 'longitude' must have the same number of elements")
  }
  return latitudes.map((latitude, i) => ({ latitude, longitude: longitudes[i] ?? 0 }))
}

const isoDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const dayOf = (text: string): number => {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) || isoDay(instant) !== text
    ? refuse("Invalid date format. Make sure to use 'YYYY-MM-DD'")
    : instant
}

const edgeOf = (edge: Edge, today: number): number => (typeof edge === "string" ? Date.parse(edge) : today + edge * day)

/** Parses the requested days; `today` and the results are midnights in UTC. */
const daysOf = (
  query: URLSearchParams,
  service: Service,
  [start, end]: readonly [string | undefined, string | undefined],
  today: number
): readonly [number, number] => {
  const pastDays = countOf(query, "past_days", 92)
  const forecastDays = countOf(query, "forecast_days", service.maxForecastDays)
  if (start === undefined && end === undefined) {
    if (service.forecastDays === null && forecastDays === undefined && pastDays === undefined) {
      return refuse("Parameter 'start_date' and 'end_date' must be set")
    }
    const ahead = forecastDays ?? service.forecastDays ?? 0
    return [today - (pastDays ?? 0) * day, today + (ahead - 1) * day]
  }
  if (start === undefined || end === undefined) return refuse("Both 'start_date' and 'end_date' must be set")
  if (pastDays !== undefined || forecastDays !== undefined) {
    const name = pastDays === undefined ? "forecast_days" : "past_days"
    return refuse(`Parameter '${name}' is mutually exclusive with 'start_date' and 'end_date'`)
  }
  const [first, last] = [dayOf(start), dayOf(end)]
  if (last < first) return refuse("End-date must be larger or equals than start-date")
  const [from, to] = [edgeOf(service.allowed[0], today), edgeOf(service.allowed[1], today)]
  for (const [name, given] of [
    ["start_date", first],
    ["end_date", last]
  ] as const) {
    if (given < from || given > to) {
      return refuse(`Parameter '${name}' is out of allowed range from ${isoDay(from)} to ${isoDay(to)}`)
    }
  }
  return [first, last]
}

const blocksOf = (query: URLSearchParams, service: Service): Query["blocks"] => {
  const blocks: Partial<Record<SeriesBlock | "current", ReadonlyArray<string>>> = {}
  for (const block of ["current", ...seriesBlocks] as const) {
    const names = service.blocks.includes(block) ? listOf(query, block) : undefined
    if (names !== undefined) blocks[block] = names
  }
  return blocks
}

/** Seconds between hourly rows by `temporal_resolution`. Here, all models have hourly data of their own. */
const steps: Readonly<Record<string, number>> = {
  minutely_15: 900,
  minutely_30: 1_800,
  hourly: 3_600,
  hourly_1: 3_600,
  hourly_3: 10_800,
  hourly_6: 21_600
}

const stepOf = (query: URLSearchParams, { step = 3_600 }: Service): number => {
  const text = one(query, "temporal_resolution")
  if (text === undefined || text === "native") return step
  return steps[text] ?? invalidValue("ApiTemporalResolution", text, "temporal_resolution")
}

/** Parses a query as the service does; `zoneNameOf` resolves the time zone `auto`. */
export const parse = (
  query: URLSearchParams,
  service: Service,
  now: number,
  zoneNameOf: (point: Point) => string
): Query => {
  const points = pointsOf(query)
  const count = points.length
  if (count > 1_000) return refuse("Only up to 1000 locations can be requested at once")
  const elevations = each(listOf(query, "elevation"), count, "elevation")
  const zones = each(listOf(query, "timezone"), count, "timezone")
  const starts = each(listOf(query, "start_date"), count, "start_date")
  const ends = each(listOf(query, "end_date"), count, "end_date")
  const models = listOf(query, service.modelsKey) ?? []
  if (service.needsModel === true && models.length === 0) {
    return refuse("Value of type 'Array<Any>' required for key 'models'.")
  }
  for (const model of models) {
    if (!service.models.includes(model)) return invalidValue(service.types.models, model)
  }
  return {
    places: points.map((point, i) => {
      const name = zones[i] ?? "GMT"
      const zone = zoneAt(name === "auto" ? zoneNameOf(point) : name, now) ?? refuse("Invalid timezone")
      const today = Math.floor((now + zone.offset) / day) * day
      const elevation = elevations[i]
      return {
        ...point,
        elevation:
          elevation === undefined
            ? undefined
            : elevation.toLowerCase() === "nan"
              ? Number.NaN
              : numberOf(elevation, "elevation"),
        zone,
        days: daysOf(query, service, [starts[i], ends[i]], today)
      }
    }),
    blocks: blocksOf(query, service),
    models,
    units: {
      temperature: choice(query, "temperature_unit", "TemperatureUnit", ["celsius", "fahrenheit"]),
      wind: choice(query, "wind_speed_unit", "WindspeedUnit", ["kmh", "ms", "mph", "kn"]),
      precipitation: choice(query, "precipitation_unit", "PrecipitationUnit", ["mm", "inch"]),
      length: choice(query, "length_unit", "LengthUnit", ["metric", "imperial"]),
      time: choice(query, "timeformat", "Timeformat", ["iso8601", "unixtime"])
    },
    slope: {
      tilt: numberOf(one(query, "tilt") ?? "0", "tilt"),
      azimuth: numberOf(one(query, "azimuth") ?? "0", "azimuth")
    },
    step: stepOf(query, service),
    pastHours: countOf(query, "past_hours", 10_000),
    forecastHours: countOf(query, "forecast_hours", 10_000),
    past15: countOf(query, "past_minutely_15", 100_000),
    forecast15: countOf(query, "forecast_minutely_15", 100_000),
    ensemble: one(query, "ensemble") === "true"
  }
}
