import { ModelUpdates } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** Reads when the last run of a model started, and how often there is a new one. Null if there is no such data set. */
export const get = ModelUpdates.get({ model: "dwd_icon_d2" }).pipe(
  Effect.map(({ last_run_initialisation_time, update_interval_seconds }) => ({
    run: DateTime.formatIso(last_run_initialisation_time),
    hours: update_interval_seconds / 3600
  })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Reads when the last run of an ensemble was available. */
export const getOfEnsemble = ModelUpdates.getOfEnsemble({ model: "ncep_gefs025" }).pipe(
  Effect.map(({ last_run_availability_time }) => DateTime.formatIso(last_run_availability_time))
)

/** Reads when the last run of a wave model was available. */
export const getOfMarine = ModelUpdates.getOfMarine({ model: "meteofrance_wave" }).pipe(
  Effect.map(({ last_run_availability_time }) => DateTime.formatIso(last_run_availability_time))
)

/** Reads when the last run of an air-quality model was available. */
export const getOfAirQuality = ModelUpdates.getOfAirQuality({ model: "cams_europe" }).pipe(
  Effect.map(({ last_run_availability_time }) => DateTime.formatIso(last_run_availability_time))
)
