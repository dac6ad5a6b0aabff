/** The names of the weather services, as in the `urls` of `Weather.layer` and the `host` of declarations. */

export type Service =
  | "forecast"
  | "archive"
  | "geocoding"
  | "airQuality"
  | "marine"
  | "ensemble"
  | "seasonal"
  | "climate"
  | "flood"
  | "elevation"
  | "satelliteRadiation"
  | "historicalForecast"
  | "previousRuns"
  | "singleRuns"
