/** The result types of all calls and their variants. None of this runs. */
import type * as Config from "effect/Config"
import * as Schema from "effect/Schema"
import type * as Layer from "effect/Layer"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpCache from "../../../src/rest/HttpCache.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import type * as RateLimit from "../../../src/rest/RateLimit.ts"
import type { Reply } from "../../../src/rest/Reply.ts"
import type { NotFound, RequestError } from "../../../src/rest/RestError.ts"
import type { Answer } from "../../../src/weather/Answer.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Flood from "../../../src/weather/Flood.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import type * as Geocoding from "../../../src/weather/Geocoding.ts"
import type { Location } from "../../../src/weather/Location.ts"
import type * as Series from "../../../src/weather/Series.ts"
import * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import type { All, ErrorOf, InputOf, NeedsOf, Parts, Same, ValueOf } from "../../forge/support/types.ts"

const place = { latitude: 1, longitude: 2 }
const span = { start_date: "2020-01-01", end_date: new Date(0) }

const one = Forecast.get({ ...place, hourly: ["temperature_2m", "brand_new"], daily: ["sunrise"] })
const reply = Forecast.get.withReply({ ...place, hourly: ["rain"] })
const many = Archive.getMany({ places: [place], ...span, hourly: ["rain"], models: ["era5", "cerra"] })
const runs = Ensemble.get({ ...place, models: ["gfs025"], hourly: ["rain"] })
const stream = Archive.stream({ ...place, ...span, hourly: ["rain"] }, new Date(0))

const manyRuns = Ensemble.getMany({ places: [place], models: ["gfs025"], hourly: ["rain"] })
const cells = Forecast.getMany.within({ bounding_box: [1, 2, 3, 4], hourly: ["rain"] })
const rivers = Flood.stream({ ...place, ...span, daily: ["river_discharge"] })
const river = Flood.get({ ...place, daily: ["river_discharge"], ensemble: false })
const riverRuns = Flood.get({ ...place, daily: ["river_discharge"], ensemble: true })
declare const perhaps: boolean
const riverPerhaps = Flood.getMany({ places: [place], daily: ["river_discharge"], ensemble: perhaps })
const riverParts = Flood.stream({ ...place, ...span, daily: ["river_discharge"], ensemble: true })

export const mismatched = [
  // @ts-expect-error a box has four numbers
  Forecast.getMany.within({ bounding_box: [1, 2, 3], hourly: ["rain"] }),
  // @ts-expect-error a stream needs dates
  Flood.stream({ ...place, daily: ["river_discharge"] }),
  // @ts-expect-error a stream has days, not hours
  Forecast.stream({ ...place, ...span, past_hours: 3 }),
  // @ts-expect-error a run is required
  SingleRuns.get({ ...place, hourly: ["rain"] })
]

declare const members: ValueOf<typeof runs>

const Raw = Schema.Struct({ elevation: Schema.NumberFromString })
const as = Forecast.get.as(Raw)
const manyAs = Archive.getMany.as(Raw)

export type Calls = All<
  [
    Same<ValueOf<typeof one>["hourly"], Series.Series<"temperature_2m" | "brand_new">>,
    Same<ValueOf<typeof one>["daily"], Series.Series<"sunrise">>,
    Same<ErrorOf<typeof one>, RequestError>,
    Same<NeedsOf<typeof one>, Weather.Weather>,
    Same<ValueOf<typeof reply>["value"]["hourly"], Series.Series<"rain">>,
    Same<
      ValueOf<typeof reply>,
      Reply<
        Answer<{
          readonly hourly: readonly ["rain"]
          readonly latitude: number
          readonly longitude: number
        }>
      >
    >,
    Same<ErrorOf<typeof reply>, RequestError>,
    Same<ValueOf<typeof many>[number]["hourly"]["rain_era5"], Float64Array | undefined>,
    Same<ErrorOf<typeof many>, RequestError>,
    Same<typeof members.hourly.rain_member01, Float64Array | undefined>,
    Same<ValueOf<typeof manyRuns>[number]["hourly"]["rain_member01"], Float64Array | undefined>,
    Same<ValueOf<typeof cells>[number]["hourly"], Series.Series<"rain">>,
    Same<ErrorOf<typeof cells>, RequestError>,
    // Floods have members on request only. With them, the control run may be absent.
    Same<ValueOf<typeof rivers>["daily"], Series.Series<"river_discharge">>,
    Same<ValueOf<typeof river>["daily"], Series.Series<"river_discharge">>,
    Same<ValueOf<typeof riverRuns>["daily"]["river_discharge"], Float64Array | undefined>,
    Same<ValueOf<typeof riverRuns>["daily"]["river_discharge_member01"], Float64Array | undefined>,
    Same<ValueOf<typeof riverPerhaps>[number]["daily"]["river_discharge"], Float64Array | undefined>,
    Same<ValueOf<typeof riverParts>["daily"]["river_discharge_member01"], Float64Array | undefined>,
    Same<ValueOf<typeof riverParts>["part"]["next"], string | null>,
    Same<ValueOf<typeof rivers>["part"]["next"], string | null>,
    Same<ValueOf<typeof stream>["hourly"], Series.Series<"rain">>,
    Same<ValueOf<typeof stream>["part"]["next"], string | null>,
    Same<ErrorOf<typeof stream>, RequestError>,
    Same<NeedsOf<typeof stream>, Weather.Weather>,
    Same<ValueOf<typeof Elevation.getMany>, Float64Array>,
    Same<ValueOf<typeof Elevation.get.withReply>, Reply<number>>
  ]
>

/** With another schema, the input is the same and the value differs. */
export type Schemas = All<
  [
    Same<
      Parts<typeof as>,
      { readonly value: { readonly elevation: number }; readonly error: RequestError; readonly needs: Weather.Weather }
    >,
    Same<InputOf<typeof as>, Forecast.Input>,
    Same<InputOf<typeof as.withReply>, Forecast.Input>,
    Same<ValueOf<typeof as.withReply>, Reply<{ readonly elevation: number }>>,
    Same<ValueOf<typeof manyAs>, ReadonlyArray<{ readonly elevation: number }>>,
    Same<ErrorOf<typeof manyAs>, RequestError>
  ]
>

type DeclarationOf<T> = T extends { readonly declaration: infer Declaration } ? Declaration : never

export type Declarations = All<
  [
    Same<DeclarationOf<typeof Forecast.get>, AnyDeclaration>,
    Same<DeclarationOf<typeof as>, AnyDeclaration>,
    Same<DeclarationOf<typeof Forecast.getMany>, AnyDeclaration>,
    Same<DeclarationOf<typeof manyAs>, AnyDeclaration>,
    Same<DeclarationOf<typeof Archive.stream>, AnyDeclaration>,
    Same<DeclarationOf<typeof Elevation.get>, AnyDeclaration>,
    Same<DeclarationOf<typeof Ensemble.get>, AnyDeclaration>
  ]
>

export type GeocodingCalls = All<
  [
    Same<ValueOf<typeof Geocoding.search>, ReadonlyArray<Location>>,
    Same<ErrorOf<typeof Geocoding.search>, RequestError>,
    Same<ValueOf<typeof Geocoding.get>, Location>,
    Same<ErrorOf<typeof Geocoding.get>, RequestError | NotFound>
  ]
>

type Needs = HttpClient.HttpClient | HttpCache.HttpCache | RateLimit.RateLimit

declare const options: Weather.Options

const layers = {
  json: () => Weather.layer(),
  auto: () => Weather.layer({ format: "auto" }),
  flatbuffers: () => Weather.layer({ format: "flatbuffers" }),
  any: () => Weather.layer(options)
}

/** The Layer needs no credentials. With flatbuffers, it can fail to load the packages that it needs. */
export type Layers = All<
  [
    Same<ReturnType<typeof layers.json>, Layer.Layer<Weather.Weather, never, Needs>>,
    Same<ReturnType<typeof layers.auto>, Layer.Layer<Weather.Weather, never, Needs>>,
    Same<ReturnType<typeof layers.flatbuffers>, Layer.Layer<Weather.Weather, Config.ConfigError, Needs>>,
    Same<ReturnType<typeof layers.any>, Layer.Layer<Weather.Weather, Config.ConfigError, Needs>>
  ]
>

declare const answer: ValueOf<typeof one>

export const refused = [
  // @ts-expect-error it was not requested
  answer.hourly.rain,
  // @ts-expect-error it was not requested
  answer.current,
  // @ts-expect-error the services send no validators
  Forecast.get.ifChanged,
  // @ts-expect-error several requests have several replies
  Forecast.getMany.withReply,
  // @ts-expect-error a part has its position in the span
  Archive.stream.as,
  // @ts-expect-error each part has a reply of its own
  Archive.stream.withReply,
  // @ts-expect-error several requests have several replies
  Elevation.getMany.withReply,
  // @ts-expect-error the schema needs a service
  Forecast.get.as(place)
]
