/** Decodes a block of a response into a series, or into the current conditions. */
import type { Current, SeriesBlock } from "../../Answer.ts"
import type { Cell, Column, Period, Series, Zone } from "../../series/Model.ts"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import { isTimeOfDay } from "../../variables/Columns.ts"
import { type DecodeIssue, mismatch } from "./issue.ts"
import { assign, type Assigned } from "./models.ts"
import type { Renames } from "../tables/renames.ts"
import { Instants, isList, type Node, Numbers, type Tree, WallTimes } from "./tree.ts"
import { make } from "../series/held.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const blocks: Readonly<Record<SeriesBlock, Period>> = {
  minutely_15: 15 * minute,
  hourly: hour,
  daily: day,
  weekly: 7 * day,
  monthly: "month"
}

/** The rows of `hourly` by the value of `temporal_resolution`. Those of `native` are the model's. */
const resolutions: Readonly<Record<string, Period>> = {
  minutely_15: 15 * minute,
  minutely_30: 30 * minute,
  hourly_1: hour,
  hourly_3: 3 * hour,
  hourly_6: 6 * hour,
  native: null
}

/** Returns the shortest distance between two rows; null if there are fewer. */
const shortest = (time: Float64Array): number | null => {
  let least = Number.POSITIVE_INFINITY
  for (let i = 1; i < time.length; i++) {
    const step = (time[i] ?? Number.NaN) - (time[i - 1] ?? Number.NaN)
    if (step < least) least = step
  }
  return least === Number.POSITIVE_INFINITY ? null : least
}

/** The rows of `hourly` have any resolution: that of their times. The other blocks are what their name says. */
const periodOf = (block: SeriesBlock, resolution: string | undefined, time: Float64Array): Period => {
  if (block !== "hourly") return blocks[block]
  const requested = resolution === undefined ? undefined : resolutions[resolution]
  return shortest(time) ?? (requested === undefined ? hour : requested)
}

// Days without a sunrise or a sunset: the service returns midnight for both, that of the day itself, and after a polar
// day also the next one for the sunset.

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
const withoutPolarDays = (columns: ReadonlyMap<string, Column>, time: Float64Array, latitude: number): void => {
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

type Path = ReadonlyArray<string | number>

/** A block as received, and what was requested of it. */
export interface Source {
  /** The name of the block in the response. */
  readonly key: string
  readonly path: Path
  readonly block: Tree
  readonly units: Tree | undefined
  readonly zone: Zone
  readonly latitude: number
  /** The value of `temporal_resolution`, requested or by default. */
  readonly resolution: string | undefined
  readonly variables: ReadonlyArray<string>
  readonly models: ReadonlyArray<string>
  /** The model of columns without a suffix, if several are requested and it is known. */
  readonly only: string | undefined
  readonly renames: Renames | undefined
  /** The columns of the previous place of the response, by block. Those of all places are usually the same. */
  readonly known: Map<string, KnownColumns>
}

/** Columns that were matched before. */
interface KnownColumns {
  readonly columns: ReadonlyArray<string>
  readonly only: string | undefined
  readonly assigned: Assigned
}

/** Thrown to end the decoding of a block with an issue. `attempt` turns it into a result. */
class Stopped extends Error {
  readonly issue: DecodeIssue
  constructor(issue: DecodeIssue) {
    super(issue.expected)
    this.issue = issue
  }
}

const stop = (path: Path, expected: string, found: string): never => {
  throw new Stopped(mismatch(path, expected, found))
}

const attempt = <A>(body: () => A): Result.Result<A, DecodeIssue> => {
  try {
    return Result.succeed(body())
  } catch (error) {
    if (error instanceof Stopped) return Result.fail(error.issue)
    throw error
  }
}

/** Describes a node, for `found`. */
export const nameOf = (node: Node | undefined): string => {
  if (node === undefined) return "nothing"
  if (node === null) return "null"
  if (node instanceof Numbers) return `${node.values.length} numbers`
  if (node instanceof WallTimes || node instanceof Instants) return `${node.values.length} times`
  if (isList(node)) return `a list of ${node.length}`
  if (typeof node === "object") return "an object"
  return JSON.stringify(node)
}

/** The years 0 to 9999, which four digits can express. */
const isInstant = (millis: number): boolean => millis >= -62_167_219_200_000 && millis < 253_402_300_800_000

const isTimeUnit = (unit: string): boolean => unit === "iso8601" || unit === "unixtime"

/** Whether the unit is that of a column of numbers. */
const isNumeric = (unit: string): boolean => unit !== "" && unit !== "undefined" && !isTimeUnit(unit)

/** Whether the rows of a block begin in UTC, whatever the zone. */
const isUtc = (block: SeriesBlock): boolean => block === "weekly" || block === "monthly"

const unitOf = (source: Source, column: string, node: Node | undefined): string => {
  const unit = node instanceof Numbers && node.unit !== undefined ? node.unit : source.units?.get(column)
  return typeof unit === "string" ? unit : ""
}

/** Converts wall-clock times of the zone to instants, in place: no other response uses the scanner's buffer. */
const fromWallClock = (values: Float64Array, zone: Zone): Float64Array => {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? Number.NaN) - zone.offset
  return values
}

const dayMillis = 86_400_000

/**
 * Converts the labels of weeks and months to instants, in place. They begin at midnight UTC. Their label is the date of
 * that instant in the zone, so it is one day early west of Greenwich.
 */
const fromDates = (values: Float64Array, zone: Zone): Float64Array => {
  for (let i = 0; i < values.length; i++) {
    // Not -0.
    values[i] = Math.ceil(((values[i] ?? Number.NaN) - zone.offset) / dayMillis) * dayMillis + 0
  }
  return values
}

/** Converts unix seconds to milliseconds, in place. */
const fromSeconds = (values: Float64Array): Float64Array => {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? Number.NaN) * 1_000
  return values
}

const seconds = (millis: number): string => `${millis / 1_000} s`

const checkInstant = (path: Path, row: number, value: number): void => {
  if (!Number.isNaN(value) && !isInstant(value)) stop([...path, row], "a time in the years 0 to 9999", seconds(value))
}

const checkInstants = (path: Path, values: Float64Array): void => {
  for (let i = 0; i < values.length; i++) checkInstant(path, i, values[i] ?? Number.NaN)
}

const timeAxis = (path: Path, node: Node | undefined, zone: Zone, isUtc: boolean): Float64Array => {
  if (node instanceof Instants) {
    const { step, values } = node
    if (values.length > 1 && !(step > 0)) stop(path, "ascending times", `rows of ${seconds(step)}`)
    for (const row of [0, values.length - 1]) checkInstant(path, row, values[row] ?? Number.NaN)
    return values
  }
  const time =
    node instanceof WallTimes
      ? (isUtc ? fromDates : fromWallClock)(node.values, zone)
      : node instanceof Numbers
        ? fromSeconds(node.values)
        : isList(node) && node.length === 0
          ? new Float64Array()
          : stop(path, "times", nameOf(node))
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < time.length; i++) {
    const instant = time[i] ?? Number.NaN
    // NaN, which is null in the response, is not greater than anything.
    if (!(instant > last)) {
      stop([...path, i], "a time later than the previous one", Number.isNaN(instant) ? "null" : seconds(instant))
    }
    last = instant
  }
  // The times are ascending, so checking the first and the last is enough.
  checkInstants(path, time.subarray(0, 1))
  if (!isInstant(last) && time.length > 0)
    stop([...path, time.length - 1], "a time in the years 0 to 9999", seconds(last))
  return time
}

const columnFrom = (block: Path, name: string, unit: string, node: Node, length: number, zone: Zone): Column => {
  const instants = isTimeOfDay(name) || isTimeUnit(unit)
  if (node instanceof Numbers || (isList(node) && node.length === 0)) {
    const values = node instanceof Numbers ? node.values : new Float64Array()
    checkLength(block, name, values.length, length)
    if (!instants) return { values, unit, instants, text: undefined }
    checkInstants([...block, name], fromSeconds(values))
    return { values, unit, instants, text: undefined }
  }
  if (node instanceof WallTimes) {
    if (!instants && isNumeric(unit)) return stop([...block, name], `numbers in ${unit}`, "times")
    checkLength(block, name, node.values.length, length)
    const values = fromWallClock(node.values, zone)
    checkInstants([...block, name], values)
    return { values, unit, instants: true, text: undefined }
  }
  if (isList(node) && !instants && !isNumeric(unit)) {
    checkLength(block, name, node.length, length)
    const text = node.map((cell, i) =>
      typeof cell === "string" || cell === null ? cell : stop([...block, name, i], "text or null", nameOf(cell))
    )
    return { values: new Float64Array(length).fill(Number.NaN), unit, instants, text }
  }
  if (isList(node)) {
    const i = node.findIndex((cell) => cell !== null && typeof cell !== "number")
    return stop([...block, name, Math.max(i, 0)], instants ? "a time" : "a number", nameOf(node[i]))
  }
  return stop([...block, name], "a column", nameOf(node))
}

const checkLength = (block: Path, name: string, found: number, length: number): void => {
  if (found !== length) stop([...block, name], `${length} values, one for each time`, String(found))
}

/** Decodes the columns of a block over its time axis. */
export const series = (name: SeriesBlock, source: Source): Result.Result<Series<string>, DecodeIssue> =>
  attempt(() => {
    const { block, path, zone } = source
    const axis = block.get("time")
    const time = timeAxis([...path, "time"], axis, zone, isUtc(name))
    const { absent, copies, missing, names } = assignedOf(source)
    // The models leave out what they do not have of weeks and months.
    if (!isUtc(name)) checkFound(source, missing, "a column")
    const columns = new Map<string, Column>()
    for (const [found, name] of names) {
      const node = block.get(found) ?? null
      columns.set(name, columnFrom(path, found, unitOf(source, found, node), node, time.length, zone))
    }
    for (const [name, other] of copies) {
      const column = columns.get(other)
      if (column !== undefined) columns.set(name, { ...column, values: column.values.slice() })
    }
    if (name === "daily") withoutPolarDays(columns, time, source.latitude)
    const dates = name === "daily" || isUtc(name)
    return make({
      time,
      zone,
      dates,
      period: periodOf(name, source.resolution, axis instanceof Instants ? time.subarray(0, 2) : time),
      columns,
      absent
    })
  })

const assignedOf = ({ block, key, known, models, only, renames, variables }: Source): Assigned => {
  const earlier = known.get(key)
  if (earlier !== undefined && earlier.only === only && hasColumns(block, earlier.columns)) return earlier.assigned
  const columns = Array.from(block.keys()).filter(isColumn)
  const assigned = assign(columns, variables, models, { only, renames })
  known.set(key, { columns, only, assigned })
  return assigned
}

const isColumn = (name: string): boolean => name !== "time" && name !== "interval"

/** Whether a block has these columns, in this order. */
const hasColumns = (block: Tree, columns: ReadonlyArray<string>): boolean => {
  let i = 0
  for (const name of block.keys()) if (isColumn(name) && columns[i++] !== name) return false
  return i === columns.length
}

const checkFound = ({ block, path }: Source, [missing]: ReadonlyArray<string>, expected: string): void => {
  if (missing === undefined) return
  const others = Array.from(block.keys()).filter((name) => name.startsWith(`${missing}_`))
  stop([...path, missing], expected, others.length === 0 ? "nothing" : others.join(", "))
}

/** Decodes the block `current`. */
export const current = (source: Source): Result.Result<Current<string>, DecodeIssue> =>
  attempt(() => {
    const { block, path, zone } = source
    const timeZone = DateTime.zoneMakeOffset(zone.offset)
    const instant = (at: Path, node: Node | undefined): DateTime.Zoned => {
      const column = typeof node === "string" ? wallTime(node) : undefined
      const millis =
        column === undefined ? (typeof node === "number" ? node * 1_000 : Number.NaN) : column - zone.offset
      if (!isInstant(millis)) stop(at, "a time", nameOf(node))
      return DateTime.makeZonedUnsafe(millis, { timeZone })
    }
    const found = block.get("interval")
    const interval =
      typeof found === "number" && found >= 0 ? found : stop([...path, "interval"], "seconds", nameOf(found))
    const { copies, missing, names } = assignedOf(source)
    checkFound(source, missing, "a value")
    const values: Record<string, Cell<string> | DateTime.Zoned> = {}
    const units: Record<string, string> = {}
    for (const [found, name] of names) {
      const node = block.get(found)
      const at = [...path, found]
      units[name] = unitOf(source, found, node)
      values[name] =
        node === null
          ? null
          : isTimeOfDay(name)
            ? instant(at, node)
            : typeof node === "number"
              ? node
              : stop(at, "a number or null", nameOf(node))
    }
    for (const [name, other] of copies) {
      units[name] = units[other] ?? ""
      values[name] = values[other] ?? null
    }
    const time = instant([...path, "time"], block.get("time"))
    const base = { time, interval: Duration.seconds(interval), units, values }
    // A value whose name is that of another field is still in `values`.
    // Each value is null or has the type that `Cell` states for its name, which TypeScript cannot infer for a record.
    return { ...values, ...base } as unknown as Current<string>
  })

/** Parses a time of the wall clock, in milliseconds; undefined if it is not a time. */
const wallTime = (text: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(text)) return undefined
  const millis = Date.parse(text.length === 10 ? text : `${text}Z`)
  return Number.isNaN(millis) || !new Date(millis).toISOString().startsWith(text) ? undefined : millis
}
