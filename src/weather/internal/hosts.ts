/** Where the services are. */
import { withoutSlash } from "../../rest/internal/text/urls.ts"

/** The services of the family, by name. */
export type Service = keyof typeof names

const names = {
  forecast: "api",
  archive: "archive-api",
  geocoding: "geocoding-api",
  airQuality: "air-quality-api",
  marine: "marine-api",
  ensemble: "ensemble-api",
  seasonal: "seasonal-api",
  climate: "climate-api",
  flood: "flood-api",
  elevation: "api",
  satelliteRadiation: "satellite-api",
  historicalForecast: "historical-forecast-api",
  previousRuns: "previous-runs-api"
} as const

/** The root of each service: the customers' hosts answer to keys, and the free ones would redirect a key into the open. */
export const hosts = (
  isCustomer: boolean,
  urls: { readonly [name: string]: string | undefined } = {}
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).map(([service, name]) => [
      service,
      withoutSlash(urls[service] ?? `https://${isCustomer ? "customer-" : ""}${name}.open-meteo.com`)
    ])
  )
