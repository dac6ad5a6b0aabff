/** The addresses of the services. */
import { withoutSlash } from "../../rest/internal/text/urls.ts"
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
  previousRuns: "previous-runs-api"
}

/** The root URL of each service. Keys go to the customer hosts: a redirect of the free hosts would leak a key. */
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
