/** What the inputs of the services accept, and what the compiler refuses. None of this runs. */
import type * as DateTime from "effect/DateTime"
import type * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Climate from "../../../src/weather/Climate.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import type * as Flood from "../../../src/weather/Flood.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import type * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import type * as Input from "../../../src/weather/Input.ts"
import type { Exact } from "../../../src/weather/Request.ts"
import type { Location } from "../../../src/weather/Location.ts"
import type * as Marine from "../../../src/weather/Marine.ts"
import type * as PreviousRuns from "../../../src/weather/PreviousRuns.ts"
import type * as SatelliteRadiation from "../../../src/weather/SatelliteRadiation.ts"
import type * as Seasonal from "../../../src/weather/Seasonal.ts"
import type * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import type { Names } from "../../../src/weather/Variables.ts"
import type { All, Extends, Same } from "../../forge/support/types.ts"

type Place = "latitude" | "longitude" | "elevation" | "timezone"
type Units = "temperature_unit" | "wind_speed_unit" | "precipitation_unit" | "length_unit"
type Format = "timeformat" | "cell_selection" | "extra"
type Panel = "tilt" | "azimuth"
type Hours = "start_hour" | "end_hour" | "temporal_resolution" | "past_hours" | "forecast_hours" | "initial_hours"
type Quarters = `${"start" | "end" | "past" | "forecast" | "initial"}_minutely_15`
type Days = "past_days" | "forecast_days"
type Span = "start_date" | "end_date"

/** Each parameter that the service documents, and no others. */
export type Parameters = All<
  [
    Same<
      keyof AirQuality.Input,
      Place | Format | Hours | Days | Span | "hourly" | "daily" | "current" | "models" | "domains"
    >,
    Same<keyof Archive.Input, Place | Units | Format | Panel | Hours | Days | Span | "hourly" | "daily" | "models">,
    Same<keyof Climate.Input, Place | Units | Format | Days | Span | "daily" | "models" | "disable_bias_correction">,
    Same<keyof Ensemble.Input, keyof Forecast.Input | "run">,
    Same<keyof Flood.Input, Place | Format | Days | Span | "daily" | "models" | "ensemble">,
    Same<
      keyof Forecast.Input,
      | Place
      | Units
      | Format
      | Panel
      | Hours
      | Quarters
      | Days
      | Span
      | "hourly"
      | "daily"
      | "current"
      | "minutely_15"
      | "models"
    >,
    Same<keyof HistoricalForecast.Input, keyof Forecast.Input>,
    Same<
      keyof Marine.Input,
      | Place
      | Units
      | Format
      | Hours
      | Quarters
      | Days
      | Span
      | "hourly"
      | "daily"
      | "current"
      | "minutely_15"
      | "models"
    >,
    Same<keyof PreviousRuns.Input, keyof Forecast.Input>,
    Same<keyof SatelliteRadiation.Input, Place | Format | Panel | Hours | Days | Span | "hourly" | "daily" | "models">,
    Same<
      keyof Seasonal.Input,
      | Place
      | Units
      | Format
      | Panel
      | Hours
      | Days
      | Span
      | "hourly"
      | "daily"
      | "weekly"
      | "monthly"
      | "models"
      | "run"
    >,
    Same<
      keyof SingleRuns.Input,
      | Place
      | Units
      | Format
      | Panel
      | "temporal_resolution"
      | "hourly"
      | "daily"
      | "weekly"
      | "monthly"
      | "current"
      | "minutely_15"
      | "models"
      | "run"
      | "forecast_days"
      | "forecast_hours"
      | "forecast_minutely_15"
    >,
    Same<keyof Elevation.Input, "latitude" | "longitude">,
    Same<keyof Elevation.Points, "places">,
    Same<keyof Input.Many<Archive.Input>, Exclude<keyof Archive.Input, Place> | "places" | "timezone">
  ]
>

type Day = string | DateTime.DateTime | Date

/** The type of a parameter follows from its field. */
export type Types = All<
  [
    Same<Pick<Forecast.Input, "latitude">, { readonly latitude: number }>,
    Same<Pick<Forecast.Input, "elevation">, { readonly elevation?: number | null | undefined }>,
    Same<Pick<Forecast.Input, "timezone">, { readonly timezone?: string | null | undefined }>,
    Same<Pick<Forecast.Input, "hourly">, { readonly hourly?: ReadonlyArray<Names["forecast"]["hourly"]> | undefined }>,
    Same<Pick<Ensemble.Input, "models">, { readonly models: ReadonlyArray<Names["ensemble"]["models"]> }>,
    Same<
      Pick<Forecast.Input, "wind_speed_unit">,
      { readonly wind_speed_unit?: "kmh" | "ms" | "mph" | "kn" | undefined }
    >,
    Same<Pick<Forecast.Input, "past_hours">, { readonly past_hours?: number | undefined }>,
    Same<Pick<Forecast.Input, "start_date">, { readonly start_date?: Day | undefined }>,
    Same<Pick<Archive.Input, "start_date">, { readonly start_date?: Day | undefined }>,
    Same<Pick<AirQuality.Input, "domains">, { readonly domains?: "auto" | "cams_europe" | "cams_global" | undefined }>,
    Same<Pick<Climate.Input, "disable_bias_correction">, { readonly disable_bias_correction?: boolean | undefined }>,
    // A place can be a `Location` of the geocoding service.
    Extends<Location, Input.Place>
  ]
>

const place = { latitude: 1, longitude: 2 }
const span = { start_date: "2020-01-01", end_date: new Date(0) }

declare const location: Location
declare const misspelt: { readonly latitude: number; readonly longitude: number; readonly hurly: string }

export const accepted = [
  Forecast.get({ ...location, hourly: ["rain"] }),
  Forecast.get.withReply({ ...location, hourly: ["rain"] }),
  Forecast.getMany({ places: [location, place], hourly: ["rain"] }),
  Elevation.getMany({ places: [location, place] }),
  Elevation.getMany({ places: [place], extra: { mode: "fine" } }),
  Elevation.get(location),
  Elevation.get({ ...place, extra: { mode: "fine" } }),
  // oxlint-disable-next-line typescript/no-deprecated -- The earlier input is meant.
  Elevation.get({ places: [place] }),
  Archive.get({ ...place, hourly: ["rain"], past_days: 7 }),
  Forecast.get({ ...place, hourly: undefined, daily: ["sunrise"], forecast_days: undefined, elevation: null })
]

export const refused = [
  // @ts-expect-error no columns
  Forecast.get(place),
  // @ts-expect-error lists without columns
  Forecast.get({ ...place, hourly: [], daily: undefined }),
  // @ts-expect-error no columns
  Forecast.getMany({ places: [place] }),
  // @ts-expect-error no columns
  Archive.stream({ ...place, start_date: "2020-01-01", end_date: "2020-01-31" }),
  // @ts-expect-error a misspelt field
  Forecast.get({ ...place, hurly: ["rain"] }),
  // @ts-expect-error a misspelt field in a variable
  Forecast.get(misspelt),
  // @ts-expect-error a misspelt field in a variant of the call
  Forecast.get.withReply({ ...place, hurly: ["rain"] }),
  // @ts-expect-error a misspelt field in a call for several places
  Forecast.getMany({ places: [place], hurly: ["rain"] }),
  // @ts-expect-error a misspelt field in a stream
  Archive.stream({ ...place, ...span, hurly: ["rain"] }),
  // @ts-expect-error a misspelt field for ensemble models
  Ensemble.get({ ...place, models: ["gfs025"], hurly: ["rain"] }),
  // @ts-expect-error no such unit
  Forecast.get({ ...place, wind_speed_unit: "knots" }),
  // @ts-expect-error a longitude is missing
  Forecast.get({ latitude: 1 }),
  // @ts-expect-error the key is an option of the Layer
  Forecast.get({ ...place, apikey: "k" }),
  // @ts-expect-error a stream requires dates
  Archive.stream({ ...place, hourly: ["rain"] }),
  // @ts-expect-error a misspelt field in a call for a point
  Elevation.get({ ...place, hurly: ["rain"] }),
  // @ts-expect-error a misspelt field in a call for points
  Elevation.getMany({ places: [place], hurly: ["rain"] }),
  // @ts-expect-error ensembles require a model
  Ensemble.get({ ...place, hourly: ["rain"] }),
  // @ts-expect-error climate models have daily data only
  Climate.get({ ...place, ...span, hourly: ["rain"] }),
  // @ts-expect-error a latitude is a number
  Forecast.get({ latitude: "1", longitude: 2 }),
  // @ts-expect-error the places belong in `places`
  Forecast.getMany({ ...place, places: [place] })
]

type Misspelt = Exact<{ readonly hurly: 1; readonly name: "B" }, Forecast.Input, "Forecast.get">

/** The error names the field and the call, whatever else is in the request. */
export type Complaint = All<[Same<Misspelt["hurly"], "hurly is not a parameter of Forecast.get">]>

// @ts-expect-error Type 'number' is not assignable to type '"forecast_dayz is not a parameter of Forecast.get"'
export const complaint: Exact<{ forecast_dayz: 3 }, Forecast.Input, "Forecast.get">["forecast_dayz"] = 3
