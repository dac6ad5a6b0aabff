/** The weather. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Archive from "forgecast/weather/Archive"
import * as Forecast from "forgecast/weather/Forecast"
import * as Geocoding from "forgecast/weather/Geocoding"
import * as Weather from "forgecast/weather/Weather"
import * as HttpCache from "forgecast/rest/HttpCache"
import * as RateLimit from "forgecast/rest/RateLimit"
import type { Given } from "./setting.ts"

export const tellsTheWeather = ({ client, weather }: Given) =>
  Effect.gen(function* () {
    const [place] = yield* Geocoding.search({ name: "Berlin", count: 1 })
    if (place === undefined) return "no such place"
    const { hourly } = yield* Forecast.get({ ...place, hourly: ["temperature_2m"], forecast_days: 2 })
    const days = yield* Archive.stream({
      ...place,
      start_date: "2020-01-01",
      end_date: "2021-12-31",
      daily: ["precipitation_sum"]
    }).pipe(
      Stream.runFold(
        () => 0,
        (days, { daily }) => days + daily.precipitation_sum.length
      )
    )
    const error = yield* Effect.flip(Geocoding.get({ id: 1 }))
    return [place.name, hourly.temperature_2m.length, days, error._tag]
  }).pipe(
    Effect.provide(
      Weather.layer({ urls: weather, quota: null }).pipe(
        Layer.provide([client, HttpCache.layerNone, RateLimit.layerMemory()])
      )
    )
  )
