/** Joins the parts of a series. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { Column, Series } from "./Model.ts"
import { change, columnsOf, commonPeriod, sameLabels } from "../internal/series/held.ts"

/** The parts cannot be joined into one series. */
export class JoinFailed extends Data.TaggedError("JoinFailed")<{
  /** Index of the first part that does not continue the parts before it. */
  readonly part: number
  /** What differs from the parts before it: `time` if it does not follow them. */
  readonly reason: "columns" | "units" | "zone" | "time"
  /** One sentence for people. */
  readonly message: string
}> {}

const failed = (part: number, reason: JoinFailed["reason"], message: string): JoinFailed =>
  new JoinFailed({ part, reason, message: `Part ${part} cannot be joined: ${message}` })

/** The service sends the unit `undefined` for a column without values, which the model does not have in the span. */
const isUnitless = (unit: string): boolean => unit === "undefined"

/**
 * Joins parts in chronological order into one series.
 *
 * The parts must have the same columns, units, time zone and offset, and each must begin after the previous one ends.
 * Parts that were requested before and after a daylight-saving change have different offsets. There may be gaps between
 * the parts. If their rows differ in length, the `period` of the whole is null or, for civil days, weeks, months and
 * years, its `unit` is. Those that `Series.resample` made are not joined with days of the service, which begin at
 * another time.
 */
export const join = <S extends Series>(parts: readonly [S, ...ReadonlyArray<S>]): Result.Result<S, JoinFailed> => {
  const [first, ...rest] = parts
  const columns = new Map(columnsOf(first))
  let { period } = first
  let length = first.length
  let last = first.time[first.length - 1] ?? Number.NEGATIVE_INFINITY
  for (const [i, part] of rest.entries()) {
    const number = i + 1
    // A part without rows does not differ from others.
    const isAlike = length === 0 || part.length === 0 || sameLabels(period, part.period)
    const isThere = part.zone.offset === first.zone.offset && part.zone.name === first.zone.name
    if (!isThere || part.dates !== first.dates || !isAlike) {
      return Result.fail(failed(number, "zone", `its time zone (${part.zone.name}), offset or kind of rows differs`))
    }
    const begin = part.time[0]
    if (begin !== undefined && begin <= last) {
      return Result.fail(failed(number, "time", "it begins before the previous part ends"))
    }
    const own = columnsOf(part)
    if (own.size !== columns.size) return Result.fail(failed(number, "columns", "it has a different number of columns"))
    for (const [name, column] of columns) {
      const next = own.get(name)
      if (next === undefined) return Result.fail(failed(number, "columns", `it has no column ${name}`))
      if (isUnitless(column.unit)) columns.set(name, { ...column, unit: next.unit })
      else if (column.unit !== next.unit && !isUnitless(next.unit)) {
        return Result.fail(
          failed(number, "units", `${name} is in ${next.unit}, but in ${column.unit} in the parts before`)
        )
      }
    }
    if (length === 0) period = part.period
    else if (part.length > 0) period = commonPeriod(period, part.period)
    length += part.length
    last = part.time[part.length - 1] ?? last
  }
  const joined = new Map<string, Column>()
  for (const [name, column] of columns) {
    const pieces = parts.map((part) => columnsOf(part).get(name))
    joined.set(name, {
      ...column,
      instants: pieces.some((piece) => piece?.instants),
      values: concat(
        length,
        pieces.map((piece) => piece?.values ?? new Float64Array())
      ),
      text: pieces.some((piece) => piece?.text !== undefined)
        ? pieces.flatMap((piece) => piece?.text ?? Array.from(piece?.values ?? [], () => null))
        : undefined
    })
  }
  const time = concat(
    length,
    parts.map((part) => part.time)
  )
  return Result.succeed(change(first, { time, period, columns: joined }))
}

const concat = (length: number, pieces: ReadonlyArray<Float64Array>): Float64Array => {
  const out = new Float64Array(length)
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}
