/** The addresses of the services. */
import type { Service } from "../Service.ts"

const names: Readonly<Record<Service, string>> = {
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
  previousRuns: "previous-runs-api",
  singleRuns: "single-runs-api"
}

/**
 * The root URL of each service: `baseUrl` for all of them, or those of open-meteo.com. Keys go to the customer hosts: a
 * redirect of the free hosts would leak a key.
 */
export const hosts = (
  isCustomer: boolean,
  baseUrl: string | undefined,
  urls: { readonly [name: string]: string | undefined } = {}
): Readonly<Record<string, string>> => {
  const roots: Record<string, string> = {}
  for (const [service, name] of Object.entries(names)) {
    roots[service] = baseUrl ?? `https://${isCustomer ? "customer-" : ""}${name}.open-meteo.com`
  }
  for (const [service, url] of Object.entries(urls)) {
    if (url !== undefined) roots[service] = url
  }
  return roots
}
