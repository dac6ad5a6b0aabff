/** The weather services: their addresses, what they serve, and the range of their data. */
import type { SeriesBlock } from "../../../weather/Answer.ts"
import {
  airQualityDomains,
  airQualityModels,
  archiveModels,
  climateModels,
  ensembleMeanModels,
  ensembleMembers,
  floodModels,
  forecastModels,
  marineModels,
  satelliteModels,
  seasonalModels
} from "../../../weather/Variables.ts"
import type * as Weather from "../../../weather/Weather.ts"
import { airQualityVariable, floodVariable, marineVariable } from "./variables/elements.ts"
import type { Variable } from "./variables/variable.ts"
import { weatherVariable } from "./variables/weather.ts"

/** The name of a service. */
export type Root = Weather.Service

/** A date, or a number of days from today. */
export type Edge = string | number

export interface Service {
  /** Name of the operation, such as `Forecast.get`. */
  readonly operation: string
  /** First part of the host name. */
  readonly host: string
  readonly path: string
  readonly blocks: ReadonlyArray<SeriesBlock | "current">
  /** Finds a variable by name. Rows of several hours and of days are computed from it. */
  readonly source: (name: string) => Variable | undefined
  readonly models: ReadonlyArray<string>
  /** The models of a request without any; what is best for the place by default. */
  readonly usual?: ReadonlyArray<string>
  /** The values of `domains`, which wins over `models`. */
  readonly domains?: ReadonlyArray<string>
  /** The first day that may be requested. */
  readonly since: Edge
  /** The last day that may be requested; that of the longest forecast by default. */
  readonly until?: string
  /** Default of `forecast_days`. */
  readonly forecastDays: number
  readonly maxForecastDays: number
  /** Number of days of quarters of an hour, if the request does not say; 3 by default. */
  readonly quarterDays?: number
  /** Largest `past_days`; as far back as dates may reach by default. */
  readonly pastDays?: number
  /** Whether a run may or must be requested. */
  readonly runs: "refused" | "allowed" | "required"
  /** Seconds between hourly rows by default, if it is not an hour. */
  readonly step?: number
  /** Number of columns that count as one. */
  readonly divisor?: number
  /** The types of variables and models in the service's source code, which its error messages contain. */
  readonly types: { readonly hourly: string; readonly daily: string; readonly models: string }
}

const forecastBlocks = ["current", "minutely_15", "hourly", "daily"] as const

/** What most services have in common. */
const base: Service = {
  operation: "Forecast.get",
  host: "api",
  path: "/v1/forecast",
  blocks: forecastBlocks,
  source: weatherVariable,
  models: forecastModels,
  since: -93,
  forecastDays: 7,
  maxForecastDays: 16,
  runs: "refused",
  types: {
    hourly:
      "SurfacePressureAndHeightVariable<VariableAndPreviousDay, ForecastPressureVariable, ForecastHeightVariable>",
    daily: "ForecastVariableDaily",
    models: "MultiDomains"
  }
}

const previousRun = (name: string): Variable | undefined => weatherVariable(name.replace(/_previous_day[1-7]$/, ""))

/** The services that return series. Geocoding and elevation are implemented separately. */
export const services: Readonly<Partial<Record<Root, Service>>> = {
  forecast: { ...base, pastDays: 93 },
  historicalForecast: {
    ...base,
    operation: "HistoricalForecast.get",
    host: "historical-forecast-api",
    since: "2016-01-01",
    forecastDays: 1
  },
  singleRuns: {
    ...base,
    operation: "SingleRuns.get",
    host: "single-runs-api",
    blocks: [...forecastBlocks, "weekly", "monthly"],
    since: "2023-01-01",
    runs: "required"
  },
  previousRuns: {
    ...base,
    operation: "PreviousRuns.get",
    host: "previous-runs-api",
    since: "2016-01-01",
    source: previousRun
  },
  archive: {
    ...base,
    operation: "Archive.get",
    host: "archive-api",
    path: "/v1/archive",
    blocks: ["hourly", "daily"],
    models: archiveModels,
    since: "1940-01-01",
    forecastDays: 1,
    maxForecastDays: 1,
    types: { hourly: "ArchiveVariable", daily: "ArchiveVariableDaily", models: "ArchiveDomains" }
  },
  satelliteRadiation: {
    ...base,
    operation: "SatelliteRadiation.get",
    host: "satellite-api",
    path: "/v1/archive",
    blocks: ["hourly", "daily"],
    source: (name) => (/radiation|irradiance|is_day|sunshine/.test(name) ? weatherVariable(name) : undefined),
    models: satelliteModels,
    since: "1983-01-01",
    forecastDays: 1,
    maxForecastDays: 1,
    types: { hourly: "SatelliteVariable", daily: "SatelliteVariableDaily", models: "SatelliteDomains" }
  },
  airQuality: {
    ...base,
    operation: "AirQuality.get",
    host: "air-quality-api",
    path: "/v1/air-quality",
    blocks: ["current", "hourly", "daily"],
    source: airQualityVariable,
    models: airQualityModels,
    domains: airQualityDomains,
    since: "2013-01-01",
    forecastDays: 5,
    maxForecastDays: 7,
    types: { hourly: "CamsVariable", daily: "ForecastVariableDaily", models: "MultiDomains" }
  },
  marine: {
    ...base,
    operation: "Marine.get",
    host: "marine-api",
    path: "/v1/marine",
    source: marineVariable,
    models: [...marineModels, "ncep_gefswave025", "ecmwf_wam025_ensemble"],
    quarterDays: 7,
    since: "1940-01-01",
    types: { hourly: "MarineVariable", daily: "MarineVariableDaily", models: "MarineDomainApi" }
  },
  ensemble: {
    ...base,
    operation: "Ensemble.get",
    host: "ensemble-api",
    path: "/v1/ensemble",
    models: [...Object.keys(ensembleMembers), ...ensembleMeanModels],
    usual: ["ncep_gefs_seamless"],
    since: -93,
    maxForecastDays: 36,
    pastDays: 93,
    runs: "allowed",
    types: { hourly: "EnsembleVariable", daily: "EnsembleVariableDaily", models: "EnsembleMultiDomains" }
  },
  seasonal: {
    ...base,
    operation: "Seasonal.get",
    host: "seasonal-api",
    path: "/v1/seasonal",
    blocks: ["hourly", "daily", "weekly", "monthly"],
    models: seasonalModels,
    divisor: 120,
    since: "2025-09-01",
    forecastDays: 183,
    maxForecastDays: 217,
    runs: "allowed",
    step: 21_600,
    types: { hourly: "SeasonalVariable", daily: "SeasonalVariableDaily", models: "SeasonalForecastDomainApi" }
  },
  climate: {
    ...base,
    operation: "Climate.get",
    host: "climate-api",
    path: "/v1/climate",
    blocks: ["daily"],
    models: climateModels,
    since: "1950-01-01",
    until: "2050-12-31",
    maxForecastDays: 14,
    types: { hourly: "Cmip6Variable", daily: "Cmip6VariableDaily", models: "Cmip6Domain" }
  },
  flood: {
    ...base,
    operation: "Flood.get",
    host: "flood-api",
    path: "/v1/flood",
    blocks: ["daily"],
    source: floodVariable,
    models: floodModels,
    since: "1984-01-01",
    forecastDays: 92,
    maxForecastDays: 366,
    types: { hourly: "GloFasVariable", daily: "GloFasVariableOrMember", models: "GlofasDomainApi" }
  }
}

/** The services of a self-hosted server. They have their own limits, and are told apart by path only. */
export const selfHosted: typeof services = Object.fromEntries(
  Object.entries(services).map(([root, service]) => {
    const { pastDays: _, until: __, ...rest } = service
    const own: Service = {
      ...rest,
      since: "1940-01-01",
      forecastDays: 7,
      maxForecastDays: 217,
      runs: "allowed",
      ...(root === "forecast" ? { source: previousRun } : {}),
      ...(root === "archive" ? { models: [...archiveModels, ...satelliteModels] } : {})
    }
    return [root, own]
  })
)
