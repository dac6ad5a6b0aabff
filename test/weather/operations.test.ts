/** What compiles and what doesn't, of the operations themselves. */
import { describe, expectTypeOf, it } from "vitest"
import { constVoid } from "effect/Function"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpCache from "../../src/rest/HttpCache.ts"
import type * as RateLimit from "../../src/rest/RateLimit.ts"
import type { NotFound, RequestError } from "../../src/rest/RestError.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Climate from "../../src/weather/Climate.ts"
import * as Ensemble from "../../src/weather/Ensemble.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import type { Place } from "../../src/weather/Input.ts"
import type { Location } from "../../src/weather/Location.ts"
import type * as Series from "../../src/weather/Series.ts"
import * as Weather from "../../src/weather/Weather.ts"

const place = { latitude: 1, longitude: 2 }
const span = { start_date: "2020-01-01", end_date: new Date(0) }

declare const location: Location

/** Checked by the compiler; nothing in it runs. */
const compiled: (body: () => void) => void = constVoid

type ValueOf<T> = T extends Effect.Effect<infer A, unknown, unknown> ? A : never

describe("the type of an operation", () => {
  it("is made by what is asked for", () => {
    compiled(() => {
      const call = Forecast.get({ ...place, hourly: ["temperature_2m", "brand_new"], daily: ["sunrise"] })
      expectTypeOf(call).toExtend<Effect.Effect<unknown, RequestError, Weather.Weather>>()
      const answer = {} as ValueOf<typeof call>
      expectTypeOf(answer.hourly).toEqualTypeOf<Series.Series<"temperature_2m" | "brand_new">>()
      expectTypeOf(answer.daily).toEqualTypeOf<Series.Series<"sunrise">>()
      // @ts-expect-error it wasn't asked for
      void answer.hourly.rain
      // @ts-expect-error it wasn't asked for
      void answer.current
    })
  })

  it("refuses fields and names that don't exist", () => {
    expectTypeOf<"hurly">().not.toExtend<keyof Forecast.Input>()
    compiled(() => {
      // @ts-expect-error a misspelt field
      void Forecast.get({ ...place, hurly: ["rain"] })
      // @ts-expect-error no such unit
      void Forecast.get({ ...place, wind_speed_unit: "knots" })
      // @ts-expect-error a longitude is missing
      void Forecast.get({ latitude: 1 })
      // @ts-expect-error the key is the Layer's
      void Forecast.get({ ...place, apikey: "k" })
      // @ts-expect-error the archive wants dates
      void Archive.get({ ...place, hourly: ["rain"] })
      // @ts-expect-error an ensemble must be named
      void Ensemble.get({ ...place, hourly: ["rain"] })
      // @ts-expect-error climate models have days alone
      void Climate.get({ ...place, ...span, hourly: ["rain"] })
      // @ts-expect-error a latitude is a number
      void Forecast.get({ latitude: "1", longitude: 2 })
      // @ts-expect-error the places stand in `places`
      void Forecast.getMany({ ...place, places: [place] })
    })
  })

  it("takes a place of the geocoding service", () => {
    expectTypeOf<Location>().toExtend<Place>()
    compiled(() => {
      void Forecast.get({ ...location, hourly: ["rain"] })
      void Forecast.getMany({ places: [location, place], hourly: ["rain"] })
    })
  })

  it("several places, ensembles, streams", () => {
    compiled(() => {
      const many = Archive.getMany({ places: [place], ...span, hourly: ["rain"], models: ["era5", "cerra"] })
      expectTypeOf<ValueOf<typeof many>[number]["hourly"]>().toEqualTypeOf<Series.Series<"rain_era5" | "rain_cerra">>()
      const ensemble = Ensemble.get({ ...place, models: ["gfs025"], hourly: ["rain"] })
      const runs = {} as ValueOf<typeof ensemble>
      expectTypeOf(runs.hourly.rain_member01).toEqualTypeOf<Float64Array | undefined>()
      const stream = Archive.stream({ ...place, ...span, hourly: ["rain"] }, new Date(0))
      type Part = Stream.Success<typeof stream>
      expectTypeOf<Part["hourly"]>().toEqualTypeOf<Series.Series<"rain">>()
      expectTypeOf<Part["part"]["next"]>().toEqualTypeOf<string | null>()
      expectTypeOf<Stream.Error<typeof stream>>().toEqualTypeOf<RequestError>()
      expectTypeOf<Stream.Services<typeof stream>>().toEqualTypeOf<Weather.Weather>()
    })
  })

  it("geocoding", () => {
    expectTypeOf(Geocoding.search).returns.toEqualTypeOf<
      Effect.Effect<ReadonlyArray<Location>, RequestError, Weather.Weather>
    >()
    expectTypeOf(Geocoding.get).returns.toEqualTypeOf<
      Effect.Effect<Location, RequestError | NotFound, Weather.Weather>
    >()
  })

  it("the Layer needs no credentials", () => {
    expectTypeOf(Weather.layer).returns.toEqualTypeOf<
      Layer.Layer<Weather.Weather, never, HttpClient.HttpClient | HttpCache.HttpCache | RateLimit.RateLimit>
    >()
  })
})
