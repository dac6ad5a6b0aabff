/** Parses a query, and refuses it in the service's words where the service would. */
import { type SeriesBlock, seriesBlocks } from "../../../../weather/Answer.ts"
import { invalidValue, refuse } from "../parameters.ts"
import type { Service } from "../services.ts"
import { modelOf } from "../tables/names.ts"
import { type Point, type Zone, zoneAt } from "../world/terrain.ts"
import type { Query } from "./query.ts"
import { checkSpans, daysOf, momentsOf, monday, one, spanOf, timeOf } from "./spans.ts"

const hour = 3_600_000
const day = 24 * hour

/** The values of a list parameter, comma-separated or repeated; undefined if it is missing. */
export const listOf = (query: URLSearchParams, name: string): ReadonlyArray<string> | undefined => {
  const all = query.getAll(name)
  return all.length === 0 ? undefined : all.flatMap((text) => text.split(","))
}

const numberOf = (text: string, name: string, type = "Float"): number => {
  const value = Number(text)
  return text.trim() === "" || Number.isNaN(value) ? invalidValue(type, text, name) : value
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

/** An angle of a panel. NaN is one that follows the sun. */
const angle = (query: URLSearchParams, name: string, least: number, most: number): number => {
  const text = one(query, name) ?? "0"
  if (text.toLowerCase() === "nan") return Number.NaN
  const value = numberOf(text, name)
  return value < least || value > most ? refuse(`Parameter \`&${name}=\` must be within ${least}° and ${most}°`) : value
}

/** Checks that a list has one item for each place. A single item counts for all, unless it is an elevation. */
const each = <A>(list: ReadonlyArray<A> | undefined, count: number, name: string): ReadonlyArray<A | undefined> => {
  if (list === undefined) return Array.from({ length: count }, () => undefined)
  if (list.length === count) return list
  const [first] = list
  return list.length === 1 && name !== "elevation"
    ? Array.from({ length: count }, () => first)
    : refuse(`Parameter '${name}' must have the same number of elements as coordinates`)
}

/** Distance of cells in degrees. */
const cell = 0.02

/** The cells of a model in a box, from south-west to north-east; undefined if there is no box. */
const cellsOf = (query: URLSearchParams, models: ReadonlyArray<string>): ReadonlyArray<Point> | undefined => {
  const corners = listOf(query, "bounding_box")?.map((text) => numberOf(text, "bounding_box"))
  if (corners === undefined) return undefined
  const [south = 0, west = 0, north = 0, east = 0] = corners
  if (corners.length !== 4) return refuse("Parameter bounding_box must have 4 values")
  if (south >= north) return refuse("The first latitude must be smaller than the second latitude")
  if (west >= east) return refuse("The first longitude must be smaller than the second longitude")
  if (query.get("timezone") === "auto") return refuse("Timezone 'auto' not supported with bounding box queries")
  const [model] = models
  if (model === undefined || model === "best_match") {
    return refuse(`Bounding box calls not supported for domain ${model ?? "best_match"}`)
  }
  const along = (from: number, to: number) => {
    const first = Math.ceil(from / cell)
    return Array.from({ length: Math.ceil(to / cell) - first }, (_, i) => (first + i) * cell)
  }
  return along(south, north).flatMap((latitude) => along(west, east).map((longitude) => ({ latitude, longitude })))
}

/** Parses latitudes and longitudes. */
export const pointsOf = (query: URLSearchParams): ReadonlyArray<Point> => {
  const latitudes = coordinates(query, "latitude", 90)
  const longitudes = coordinates(query, "longitude", 180)
  if (latitudes.length === 0 && longitudes.length === 0) {
    return refuse("Parameter 'latitude' and 'longitude' must not be empty")
  }
  if (latitudes.length !== longitudes.length) {
    return refuse("Parameter 'latitude' and 'longitude' must have the same number of elements")
  }
  return latitudes.map((latitude, i) => ({ latitude, longitude: longitudes[i] ?? 0 }))
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
const steps: ReadonlyMap<string, number> = new Map([
  ["minutely_15", 900],
  ["minutely_30", 1_800],
  ["hourly", 3_600],
  ["hourly_1", 3_600],
  ["hourly_3", 10_800],
  ["hourly_6", 21_600]
])

const stepOf = (query: URLSearchParams, { step = 3_600 }: Service): number => {
  const text = one(query, "temporal_resolution")
  if (text === undefined || text === "native") return step
  return steps.get(text) ?? invalidValue("ApiTemporalResolution", text, "temporal_resolution")
}

const formatOf = (query: URLSearchParams): Query["format"] => {
  const format = choice(query, "format", "ForecastResultFormat", ["json", "flatbuffers", "csv", "xlsx"])
  return format === "csv" || format === "xlsx" ? refuse(`The simulator does not serve ${format}.`, 501) : format
}

const dayAt = (instant: number, zone?: Zone): number => Math.floor((instant + (zone?.cut ?? 0)) / day) * day

/** The start of the requested run, as an instant. Here, all models run every six hours. */
const runOf = (
  query: URLSearchParams,
  { runs }: Service,
  models: ReadonlyArray<string>,
  now: number
): number | undefined => {
  const text = one(query, "run")
  if (text === undefined) return runs === "required" ? refuse("Parameter 'run' is required") : undefined
  if (runs === "refused") return refuse("Parameter 'run' must not be set")
  const run = timeOf(text)
  return run % (6 * hour) !== 0 || run > now || run < Date.parse("2023-01-01")
    ? refuse(`The requested model run is not available. Model: ${models[0] ?? "best_match"}, run: ${text}Z`)
    : run
}

/** Days, weeks and months of a run exist only if it starts one in the zone. */
const checkPeriods = (run: number | undefined, blocks: Query["blocks"], { cut }: Zone): void => {
  if (run === undefined) return
  const local = run + cut
  const check = (block: "daily" | "weekly" | "monthly", isStart: boolean, start: string): void => {
    if (blocks[block] === undefined || isStart) return
    refuse(
      `Parameter '${block}' is only supported for single-runs-api if 'run' starts ${start} in the requested timezone`
    )
  }
  check("daily", local % day === 0, "at 00:00")
  check("weekly", (local - monday) % (7 * day) === 0, "at Monday 00:00")
  check("monthly", local % day === 0 && new Date(local).getUTCDate() === 1, "on day 1 at 00:00")
}

/** Any service takes any model, but that of air quality. */
const isKnown = (model: string, { domains, models }: Service): boolean => {
  if (model.startsWith("arpae_cosmo")) refuse("ARPAE COSMO models are not available anymore")
  return models.includes(model) || (domains === undefined && modelOf(model) !== undefined)
}

/** The requested models. */
const modelsOf = (query: URLSearchParams, service: Service): ReadonlyArray<string> => {
  const { domains, types, usual } = service
  const domain = domains === undefined ? undefined : one(query, "domains")
  if (domain !== undefined) {
    return domains?.includes(domain) === true ? [domain] : invalidValue("CamsQuery.Domain", domain)
  }
  const names = listOf(query, "models") ?? usual ?? []
  return names.every((model) => isKnown(model, service)) ? names : invalidValue(types.models, names.join(","))
}

/** Parses a query as the service does; `zoneNameOf` resolves the time zone `auto`. */
export const parse = (
  query: URLSearchParams,
  service: Service,
  now: number,
  zoneNameOf: (point: Point) => string
): Query => {
  const models = modelsOf(query, service)
  const points = cellsOf(query, models) ?? pointsOf(query)
  const count = points.length
  if (count > 1_000 && !query.has("bounding_box")) return refuse("Only up to 1000 locations can be requested at once")
  const elevations = each(listOf(query, "elevation"), count, "elevation")
  const zones = each(listOf(query, "timezone"), count, "timezone")
  checkSpans(query)
  // All points are in a cell of their own, so the choice changes nothing.
  choice(query, "cell_selection", "GridSelectionMode", ["land", "sea", "nearest"])
  const run = runOf(query, service, models, now)
  const blocks = blocksOf(query, service)
  const endsOf = (unit: string) => {
    const starts = each(listOf(query, `start_${unit}`), count, `start_${unit}`)
    const ends = each(listOf(query, `end_${unit}`), count, `end_${unit}`)
    return starts.map((start, i) => [start, ends[i]] as const)
  }
  const [dates, hours, quarters] = [endsOf("date"), endsOf("hour"), endsOf("minutely_15")]
  return {
    places: points.map((point, i) => {
      const name = zones[i] ?? "GMT"
      const zone = zoneAt(name === "auto" ? zoneNameOf(point) : name, now) ?? refuse("Invalid timezone")
      checkPeriods(run, blocks, zone)
      const today = { local: dayAt(run ?? now, zone), utc: dayAt(now) }
      const theHours = spanOf(hours[i] ?? [undefined, undefined], "hourly", service, today.utc)
      const theQuarters = spanOf(quarters[i] ?? [undefined, undefined], "minutely_15", service, today.utc)
      const hasHours = theHours !== undefined || theQuarters !== undefined
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
        ...daysOf(query, service, dates[i] ?? [undefined, undefined], today, hasHours),
        hours: theHours,
        quarters: theQuarters
      }
    }),
    blocks,
    models,
    format: formatOf(query),
    units: {
      temperature: choice(query, "temperature_unit", "TemperatureUnit", ["celsius", "fahrenheit"]),
      wind: choice(query, "wind_speed_unit", "WindspeedUnit", ["kmh", "ms", "mph", "kn"]),
      precipitation: choice(query, "precipitation_unit", "PrecipitationUnit", ["mm", "inch"]),
      length: choice(query, "length_unit", "LengthUnit", ["metric", "imperial"]),
      time: choice(query, "timeformat", "Timeformat", ["iso8601", "unixtime"])
    },
    slope: {
      tilt: angle(query, "tilt", 0, 90),
      azimuth: angle(query, "azimuth", -180, 180)
    },
    step: stepOf(query, service),
    hours: momentsOf(query, service, "hours", dayAt(now)),
    quarters: momentsOf(query, service, "minutely_15", dayAt(now)),
    run,
    ensemble: one(query, "ensemble") === "true"
  }
}
