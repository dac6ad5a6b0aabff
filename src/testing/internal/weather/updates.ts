/** When data sets were updated. */
import { dataSets } from "../../../weather/ModelUpdates.ts"
import type { Response } from "../../Exchange.ts"
import { json } from "../exchange.ts"
import { refusal } from "./parameters.ts"

/** Runs start every six hours, and are available four hours later. */
const interval = 6 * 3_600
const delay = 4 * 3_600

/** Seconds between the end of the processing and the availability. */
const copying = 300

const known: ReadonlySet<string> = new Set(dataSets)

/** The last run that is available. */
export const updateOf = (model: string, now: number): Response => {
  if (!known.has(model)) return refusal(404, "Not Found")
  const run = Math.floor((now / 1_000 - delay) / interval) * interval
  return json(200, {
    last_run_initialisation_time: run,
    last_run_modification_time: run + delay - copying,
    last_run_availability_time: run + delay,
    temporal_resolution_seconds: 3_600,
    update_interval_seconds: interval
  })
}
