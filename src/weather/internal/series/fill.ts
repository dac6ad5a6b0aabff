/** Values between values. */
import type { Column, Fill } from "../../series/Model.ts"
import { isDirection, isWeatherCode } from "./held.ts"

type Between = (before: number, after: number, share: number) => number

const straight: Between = (before, after, share) => before + (after - before) * share

/** The short way around. Opposite directions have none. */
const around: Between = (before, after, share) => {
  const angle = (((after - before) % 360) + 540) % 360
  return angle === 0 ? Number.NaN : (before + (angle - 180) * share + 720) % 360
}

const linearOf = (name: string, column: Column): Between => {
  if (isWeatherCode(column)) return () => Number.NaN
  return isDirection(name, column) ? around : straight
}

/**
 * Returns the values of a column at instants, in ascending order: those of its rows, and between them what the rule makes of
 * the values before and after, if they are not further apart than the limit.
 */
export const filledAt = (
  time: Float64Array,
  [name, column]: readonly [name: string, column: Column],
  instants: Float64Array,
  rule: Fill,
  limit: number
): Float64Array => {
  const { values } = column
  const linear = linearOf(name, column)
  const out = new Float64Array(instants.length).fill(Number.NaN)
  let before = -1
  let after = 0
  for (let i = 0; i < out.length; i++) {
    const instant = instants[i] ?? Number.NaN
    while (after < time.length && !((time[after] ?? 0) > instant && !Number.isNaN(values[after]))) {
      if ((time[after] ?? 0) <= instant && !Number.isNaN(values[after])) before = after
      after++
    }
    const [left, right] = [before < 0 ? Number.NaN : (time[before] ?? 0), time[after] ?? Number.NaN]
    const [low, high] = [values[before] ?? Number.NaN, values[after] ?? Number.NaN]
    // With a value on one side only, the distance to it counts. Without any value, a gap has no end.
    const [from, to] = [Number.isNaN(left) ? instant : left, Number.isNaN(right) ? instant : right]
    if (left === instant) out[i] = low
    else if ((from === to ? Infinity : to - from) > limit) continue
    else if (typeof rule === "number") out[i] = rule
    else if (rule === "previous") out[i] = low
    else if (rule === "next") out[i] = high
    else if (rule === "nearest") {
      out[i] = Number.isNaN(right) || instant - left <= right - instant ? low : high
    } else out[i] = linear(low, high, (instant - left) / (right - left))
  }
  return out
}
