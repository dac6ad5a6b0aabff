import { Forecast, Geocoding, Location } from "forgecast/weather"
import * as Effect from "effect/Effect"

/** Reads a place by the id of an earlier search. */
export const get = Geocoding.get({ id: 3161732, language: "en" }).pipe(
  Effect.map(({ name, population, timezone }) => ({ name, population, timezone })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Finds a place by its name, and passes it to a forecast. The list is empty if there is none. */
export const search = Effect.gen(function* () {
  const [place] = yield* Geocoding.search({ name: "Bergen", count: 1, countryCode: "NO" })
  if (place === undefined) return null
  const { current } = yield* Forecast.get({ ...place, current: ["temperature_2m"] })
  return { place: Location.describe(place), celsius: current.temperature_2m }
})
