/**
 * Days without a sunrise or a sunset. The service returns midnight for both: that of the day itself, and after a polar
 * day also the next one for the sunset.
 */
import type { Column } from "../../series/Model.ts"

const day = 86_400_000
const radians = Math.PI / 180

/** The latitude at which the sun is in the zenith, in degrees, to about 0.01. */
const declination = (instant: number): number => {
  const days = (instant - Date.UTC(2000, 0, 1, 12)) / day
  const anomaly = (357.529 + 0.98560028 * days) * radians
  const longitude = 280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)
  return Math.asin(Math.sin(23.439 * radians) * Math.sin(longitude * radians)) / radians
}

/**
 * Whether the sun stays up or down for the day that begins at `start`. Its rim is visible 0.83° below the horizon. The
 * declination changes by up to 0.4° a day, so a day next to such a day counts as well.
 */
const isPolar = (latitude: number, start: number): boolean => {
  const sun = declination(start + day / 2)
  return Math.abs(latitude + sun) > 89.17 - 0.4 || Math.abs(latitude - sun) > 90.83 - 0.4
}

/** Whether a time stands for none because it is in 1970, unlike its day: older servers return the epoch. */
const isEpoch = (value: number, start: number): boolean => Math.abs(value) <= day && Math.abs(start) > 2 * day

/** Replaces the times that stand for no sunrise and no sunset by NaN, in place. */
export const withoutPolarDays = (columns: ReadonlyMap<string, Column>, time: Float64Array, latitude: number): void => {
  const models = Array.from(columns.keys(), (name) => /^sun(?:rise|set)((?:_.*)?)$/.exec(name)?.[1])
  for (const model of new Set(models)) {
    if (model === undefined) continue
    const rises = columns.get(`sunrise${model}`)?.values
    const sets = columns.get(`sunset${model}`)?.values
    for (const [i, start] of time.entries()) {
      const rise = rises?.[i] ?? start
      const set = sets?.[i] ?? start
      const isMidnight = rise === start && (set === start || set === start + day)
      // A single midnight may be the real time: where it is morning in Asia, the sun rises at 00:00 UTC.
      const isCertain = rises !== undefined && sets !== undefined
      const isNone = isMidnight && (isCertain || isPolar(latitude, start))
      if (rises !== undefined && (isNone || isEpoch(rise, start))) rises[i] = Number.NaN
      if (sets !== undefined && (isNone || isEpoch(set, start))) sets[i] = Number.NaN
    }
  }
}
