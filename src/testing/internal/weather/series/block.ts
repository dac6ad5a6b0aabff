/** Computes the blocks of an answer, in the units of the request. How they are written is left to the formats. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import { measureOf, metric, type Quantity, type Units } from "../variables/units.ts"
import type { Slope } from "../variables/variable.ts"
import { type Air, type Climate, type Run, rounded, type Site, truth } from "../world/climate.ts"
import {
  type Asked,
  type Column,
  currentColumns,
  type DailyColumn,
  isBeyond,
  momentColumns,
  periodColumns
} from "./columns.ts"
import type { Query, Wanted } from "./query.ts"
import { edgesOf, momentTimes } from "./times.ts"

const hour = 3_600_000
const day = 24 * hour

/** A column with its values: null where there is none, epoch milliseconds if they are instants. */
export interface Cells {
  readonly column: Column | DailyColumn
  readonly values: ReadonlyArray<number | null>
}

export interface Block {
  readonly name: SeriesBlock | "current"
  /** The starts of the rows, and the end of the last one, in epoch milliseconds. */
  readonly times: ReadonlyArray<number>
  readonly end: number
  /** Length of a row in seconds; that of a month is its usual one. */
  readonly interval: number
  readonly cells: ReadonlyArray<Cells>
}

/** What the blocks of a place are computed from. */
export interface Place {
  readonly site: Site
  readonly wanted: Wanted
  readonly units: Units
  readonly slope: Slope
  readonly climate: Climate
}

/** Rounds a value as in metric units, before it is converted to others. */
export const settled = (value: number, quantity: Quantity): number =>
  rounded(value, measureOf(quantity, metric).decimals)

const cell = (value: number | null, quantity: Quantity, { units }: Place): number | null => {
  if (value === null || Number.isNaN(value)) return null
  return quantity === "time" ? value : measureOf(quantity, units).convert(settled(value, quantity))
}

/** Groups columns by run, so that the air at an instant is computed once for each run. */
const byRun = <C extends { readonly run: Run }>(columns: ReadonlyArray<C>): Map<number, Array<C>> => {
  const groups = new Map<number, Array<C>>()
  for (const column of columns) {
    const group = groups.get(column.run.seed)
    if (group === undefined) groups.set(column.run.seed, [column])
    else group.push(column)
  }
  return groups
}

const cellsOf = <C extends Column | DailyColumn>(
  columns: ReadonlyArray<C>,
  fill: (group: ReadonlyArray<C>, run: Run, push: (column: C, value: number | null) => void) => void
): ReadonlyArray<Cells> => {
  const values = new Map<C, Array<number | null>>(columns.map((column) => [column, []]))
  for (const group of byRun(columns).values()) {
    fill(group, group[0]?.run ?? truth, (column, value) => values.get(column)?.push(value))
  }
  return columns.map((column) => ({ column, values: values.get(column) ?? [] }))
}

const moments = (
  times: ReadonlyArray<number>,
  interval: number,
  columns: ReadonlyArray<Column>,
  place: Place,
  shift = 0
): ReadonlyArray<Cells> =>
  cellsOf(columns, (group, run, push) => {
    for (const time of times) {
      const air = place.climate(place.site, time + shift, interval, run)
      for (const column of group) {
        const value = isBeyond(column, air) ? null : column.variable.value(air, place.slope)
        push(column, cell(value, column.variable.quantity, place))
      }
    }
  })

const airsOf = (start: number, end: number, step: number, run: Run, { climate, site }: Place): ReadonlyArray<Air> => {
  const airs: Array<Air> = []
  for (let time = start; time < end; time += step) airs.push(climate(site, time, step / 1_000, run))
  return airs
}

const periods = (
  edges: ReadonlyArray<number>,
  step: number,
  columns: ReadonlyArray<DailyColumn>,
  place: Place,
  shift = 0
): ReadonlyArray<Cells> =>
  cellsOf(columns, (group, run, push) => {
    edges.slice(0, -1).forEach((start, i) => {
      const end = edges[i + 1] ?? start + day
      const airs = airsOf(start + shift, end + shift, step, run, place)
      for (const column of group) {
        const { astronomical, quantity } = column.variable
        const known = astronomical || end - step <= column.horizon
        push(column, cell(known ? column.variable.value(airs, place.slope, start) : null, quantity, place))
      }
    })
  })

const current = (now: number, interval: number, columns: ReadonlyArray<Column>, place: Place): Block => {
  const { offset } = place.wanted.zone
  const step = interval * 1_000
  const time = Math.floor((now + offset) / step) * step - offset
  const cells = columns.map((column) => {
    const air = place.climate(place.site, time, interval, column.run)
    return { column, values: [cell(column.variable.value(air, place.slope), column.variable.quantity, place)] }
  })
  return { name: "current", times: [time], end: time + step, interval, cells }
}

/** Hours and days are read at the offset of the zone cut to whole hours, and labelled by the whole offset. */
const shiftOf = ({ zone }: Wanted): number => zone.offset % hour

/** Seconds. */
const lengths = { daily: 86_400, weekly: 604_800, monthly: 2_629_746 } as const

const blockOf = (
  name: SeriesBlock | "current",
  names: ReadonlyArray<string>,
  query: Query,
  asked: Asked,
  place: Place
): Block | undefined => {
  const { now, root } = asked
  const { wanted } = place
  switch (name) {
    case "current": {
      const interval = root === "airQuality" || root === "marine" ? 3_600 : 900
      return current(now, interval, currentColumns(names, asked), place)
    }
    case "minutely_15":
    case "hourly": {
      const times = momentTimes(query, wanted, name, now)
      const interval = name === "hourly" ? query.step : 900
      const shift = name === "hourly" ? shiftOf(wanted) : 0
      const cells = moments(times, interval, momentColumns(names, asked), place, shift)
      return { name, times, end: (times.at(-1) ?? 0) + interval * 1_000, interval, cells }
    }
    default: {
      const columns = periodColumns(name, names, asked)
      // No model has weeks or months.
      if (columns.length === 0 && names.length > 0) return undefined
      const edges = edgesOf(name, wanted)
      // These have many members or many years, so coarser steps must do.
      const step = root === "seasonal" || root === "climate" ? 6 * hour : hour
      const cells = periods(edges, step, columns, place, name === "daily" ? shiftOf(wanted) : 0)
      return { name, times: edges.slice(0, -1), end: edges.at(-1) ?? 0, interval: lengths[name], cells }
    }
  }
}

/** Computes the blocks of a place, in the order in which the service writes them. */
export const blocksOf = (query: Query, asked: Asked, place: Place): ReadonlyArray<Block> =>
  (["current", "minutely_15", "hourly", "daily", "weekly", "monthly"] as const).flatMap((name) => {
    const names = query.blocks[name]
    const block = names === undefined ? undefined : blockOf(name, names, query, asked, place)
    return block === undefined ? [] : [block]
  })
