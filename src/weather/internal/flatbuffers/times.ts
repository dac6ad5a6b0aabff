/** The begins of the rows of a block, and columns of times. */
import type { Requested } from "../../Service.ts"
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import type { VariablesWithMonth } from "@openmeteo/sdk/variables-with-month.js"
import type { VariablesWithTime } from "@openmeteo/sdk/variables-with-time.js"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import type { SeriesBlock } from "../../Answer.ts"
import type { Memory } from "../decode/memory.ts"
import { Instants, Numbers } from "../decode/tree.ts"
import { malformed, Unproven } from "./messages.ts"
import { round } from "./decimals.ts"
import { sdk } from "./sdk.ts"

/** A block of a message that is a series. */
export type Variables = VariablesWithTime | VariablesWithMonth

/** The begins of rows. */
export type Times = Instants | Numbers

const day = 86_400
const hour = 3_600
const week = 7 * day

/** A Monday, in seconds since 1970. */
const monday = 4 * day

/** A message that is broken may have any number of rows. Each of them takes more than a byte. */
const rowsIn = ({ bb }: Pick<VariablesWithTime, "bb">, rows: number): number =>
  rows >= 0 && rows <= (bb?.capacity() ?? 0) ? rows : malformed()

const evenTimes = (block: VariablesWithTime, memory: Memory): Times => {
  const start = Number(block.time())
  const interval = block.interval()
  const rows = rowsIn(block, Math.round((Number(block.timeEnd()) - start) / interval))
  memory.reserve(rows, block.variablesLength() + 1)
  return new Instants(memory.take(rows), start * 1_000, interval * 1_000)
}

/** Months are of different lengths. */
const monthsOf = (block: VariablesWithMonth): Times => {
  const [year, month] = [block.year(), block.month() - 1]
  const months = Float64Array.from({ length: rowsIn(block, block.count()) }, (_, row) => Date.UTC(year, month + row))
  return new Numbers(months.map((start) => start / 1_000))
}

/**
 * The first day at midnight in the zone, in seconds. The service counts weeks from there by the offset without half
 * hours. Undefined if neither the request nor the message tells which day is the first.
 */
const firstMidnight = (message: WeatherApiResponse, { daily, firstDay }: Requested): number | undefined => {
  const offset = message.utcOffsetSeconds()
  const days = daily === undefined || daily.length === 0 ? null : message.daily()
  const clock = firstDay === undefined ? days && Number(days.time()) + offset : firstDay * day
  return clock === null ? undefined : clock - Math.trunc(offset / hour) * hour
}

/**
 * Weeks have the table of months, which says in which month the first one begins, but not on which day. They begin on
 * Mondays at midnight UTC.
 */
const weeksOf = (message: WeatherApiResponse, block: VariablesWithMonth, requested: Requested): Times => {
  const midnight = firstMidnight(message, requested) ?? Number.NaN
  const first = monday + Math.floor((midnight - monday) / week) * week
  const date = new Date(first * 1_000)
  if (date.getUTCFullYear() !== block.year() || date.getUTCMonth() + 1 !== block.month()) throw new Unproven()
  return new Numbers(Float64Array.from({ length: rowsIn(block, block.count()) }, (_, row) => first + row * week))
}

/** Bytes of a table of times: its two times alone take 16. The table of months has no more than these. */
const leastOfTimes = 20

/** A block of weeks as the service writes it since 2026: as months, although the schema says otherwise. */
const asMonths = ({ bb, bb_pos: at }: VariablesWithTime): VariablesWithMonth | undefined => {
  if (bb === null) return undefined
  // A table begins with the distance of what describes it, where the size of the table comes second.
  const size = bb.readInt16(at - bb.readInt32(at) + 2)
  return size < leastOfTimes ? new (sdk().VariablesWithMonth)().__init(at, bb) : undefined
}

/** Reads the begin of each row. */
export const timesOf = (
  name: SeriesBlock,
  block: Variables,
  message: WeatherApiResponse,
  requested: Requested,
  memory: Memory
): Times => {
  if (block instanceof sdk().VariablesWithMonth) return monthsOf(block)
  const weeks = name === "weekly" ? asMonths(block) : undefined
  return weeks === undefined ? evenTimes(block, memory) : weeksOf(message, weeks, requested)
}

/** Whether the weeks of a response can be told, if there are any. */
export const tellsWeeks = ({ daily = [], firstDay, weekly = [] }: Requested): boolean =>
  weekly.length === 0 || firstDay !== undefined || daily.length > 0

const twoDays = 172_800_000

/** Stands for a moonrise or moonset on a day without one. As a number, it would be rounded. */
const noTime = 9_223_372_036_854_775_807n

/** The values of a column. Times are seconds since 1970. With `isRounded`, other values are as in JSON. */
export const valuesOf = (
  column: VariableWithValues,
  { values: rows }: Times,
  memory: Memory,
  isRounded: boolean
): Float64Array => {
  const singles = column.valuesArray()
  if (singles !== null) {
    const values = memory.take(singles.length)
    values.set(singles)
    if (isRounded) round(values, column.unit())
    return values
  }
  const times = new Float64Array(rowsIn(column, column.valuesInt64Length()))
  for (let row = 0; row < times.length; row++) {
    const time = column.valuesInt64(row)
    // Older servers wrote 0.
    const isNone = time === noTime || (time === 0n && Math.abs(rows[row] ?? 0) > twoDays)
    times[row] = isNone ? Number.NaN : Number(time)
  }
  return times
}

/** The models of a response have the same rows. */
export const areSame = ({ values: found }: Times, { values }: Times): boolean =>
  found.length === values.length && found[0] === values[0] && found.at(-1) === values.at(-1)
