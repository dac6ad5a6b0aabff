/** The weather services, with one namespace for each module. */
export * as AirQuality from "./AirQuality.ts"
export type { Answer, Current, EnsembleAnswer, PartialCurrent, Selection, Site } from "./Answer.ts"
export * as Archive from "./Archive.ts"
export * as Climate from "./Climate.ts"
export * as Elevation from "./Elevation.ts"
export * as Ensemble from "./Ensemble.ts"
export * as Flood from "./Flood.ts"
export * as Forecast from "./Forecast.ts"
export * as Geocoding from "./Geocoding.ts"
export * as HistoricalForecast from "./HistoricalForecast.ts"
export * as Input from "./Input.ts"
export * as Location from "./Location.ts"
export * as Marine from "./Marine.ts"
export * as ModelUpdates from "./ModelUpdates.ts"
export * as Operation from "./Operation.ts"
export * as PreviousRuns from "./PreviousRuns.ts"
export * as Quota from "./Quota.ts"
export * as Reason from "./Reason.ts"
export * as RestError from "../rest/RestError.ts"
export {
  BadRequest,
  DecodeFailed,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  ResponseTooLarge,
  ServiceUnavailable,
  TransportFailed,
  Unauthorized,
  UnexpectedStatus,
  UnsafeRedirect
} from "../rest/RestError.ts"
export * as SatelliteRadiation from "./SatelliteRadiation.ts"
export * as Seasonal from "./Seasonal.ts"
export * as Series from "./Series.ts"
export * as SingleRuns from "./SingleRuns.ts"
export * as Variables from "./Variables.ts"
export * as Weather from "./Weather.ts"
export * as WeatherCode from "./WeatherCode.ts"
export * as WindDirection from "./WindDirection.ts"
