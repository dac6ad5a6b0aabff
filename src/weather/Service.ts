/** The services of the family, by name: the hosts that `Weather.layer` asks, and those that `urls` replaces. */

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
