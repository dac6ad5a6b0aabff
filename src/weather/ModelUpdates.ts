/**
 * When a model was last updated, and when the next update is due: to read a forecast again only if there is a newer one.
 *
 * The service states these facts for data sets, not for the names of `models`: `dwd_icon`, `ncep_gfs025`,
 * `ecmwf_ifs025`. A "seamless" model reads several of them. The [page of model
 * updates](https://open-meteo.com/en/docs/model-updates) lists all of them. Free and commercial servers are updated at
 * different times, and each has several servers: wait ten minutes longer for the newest values.
 *
 * The service does not count these calls. The gate counts one for each.
 */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { NotFound } from "../rest/RestError.ts"
import type { Service } from "./Service.ts"
import type { Open } from "./Variables.ts"
import * as Weather from "./Weather.ts"

const EpochSeconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 })).pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    SchemaTransformation.transform({
      decode: (seconds) => DateTime.makeUnsafe(seconds * 1_000),
      encode: (instant: DateTime.Utc) => Math.trunc(DateTime.toEpochMillis(instant) / 1_000)
    })
  )
)

/** The last update of a data set. */
export const ModelUpdate = Schema.Struct({
  /** When its last run starts: the time that its forecast is made from. */
  last_run_initialisation_time: EpochSeconds,
  /** When the run was downloaded and processed. */
  last_run_modification_time: EpochSeconds,
  /** When the run was available on the server. */
  last_run_availability_time: EpochSeconds,
  /** Seconds between the rows of the data. */
  temporal_resolution_seconds: Schema.Finite,
  /** Seconds between two updates, as a rule. */
  update_interval_seconds: Schema.Finite
})

/** The last update of a data set. */
export interface ModelUpdate extends Schema.Schema.Type<typeof ModelUpdate> {}

/** Data sets of forecasts. The service has more. */
export const dataSets = [
  "dwd_icon",
  "dwd_icon_eu",
  "dwd_icon_d2",
  "dwd_icon_eps",
  "ecmwf_ifs025",
  "ecmwf_ifs025_ensemble",
  "ecmwf_aifs025_single",
  "ncep_gfs013",
  "ncep_gfs025",
  "ncep_gefs025",
  "ncep_gefs05",
  "ncep_hrrr_conus",
  "ncep_nbm_conus",
  "meteofrance_arpege_world025",
  "meteofrance_arpege_europe",
  "meteofrance_arome_france0025",
  "meteofrance_arome_france_hd",
  "jma_gsm",
  "jma_msm",
  "cmc_gem_gdps",
  "cmc_gem_rdps",
  "cmc_gem_hrdps",
  "cmc_gem_geps",
  "knmi_harmonie_arome_europe",
  "dmi_harmonie_arome_europe",
  "ukmo_global_deterministic_10km",
  "ukmo_uk_deterministic_2km",
  "bom_access_global_ensemble",
  "meteofrance_wave",
  "meteofrance_currents",
  "ecmwf_wam025",
  "cams_global",
  "cams_europe"
] as const

/** The name of a data set. The editor completes some; others are accepted. */
export type DataSet = Open<(typeof dataSets)[number]>

// Every text of letters, digits and underscores is a name. Known ones matter to the editor only.
const DataSet = Schema.String.check(
  Schema.isPattern(/^\w+$/, { expected: "the name of a data set: letters, digits and underscores" })
) as unknown as Schema.Codec<DataSet, string>

/** A service keeps its own data sets. */
const getFrom = (name: string, host: Service) =>
  Weather.operation(name, "GET /data/{model}/static/meta.json", {
    host,
    resource: "calls",
    path: {
      /** The data set, such as `dwd_icon_d2`. */
      model: DataSet
    },
    query: {},
    success: ModelUpdate,
    errors: [NotFound]
  })

/**
 * Gets the last update of a data set of `Forecast`. Fails with `NotFound` if the service has no such data set.
 *
 * GET {forecast}/data/{model}/static/meta.json
 */
export const get = getFrom("ModelUpdates.get", "forecast")

/**
 * Gets the last update of a data set of `Ensemble`, such as `ncep_gefs025`.
 *
 * GET {ensemble}/data/{model}/static/meta.json
 */
export const getOfEnsemble = getFrom("ModelUpdates.getOfEnsemble", "ensemble")

/**
 * Gets the last update of a data set of `Marine`, such as `meteofrance_wave`.
 *
 * GET {marine}/data/{model}/static/meta.json
 */
export const getOfMarine = getFrom("ModelUpdates.getOfMarine", "marine")

/**
 * Gets the last update of a data set of `AirQuality`: `cams_global` or `cams_europe`.
 *
 * GET {airQuality}/data/{model}/static/meta.json
 */
export const getOfAirQuality = getFrom("ModelUpdates.getOfAirQuality", "airQuality")
