/** Computes the blocks of a response, in the units of the request, and writes them as JSON text. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import { measureOf, metric, numeral, type Quantity, type Slope, type Units } from "../variables/variable.ts"
import { type Air, type Climate, rounded, type Run, type Site, truth } from "../world/climate.ts"
import {
  type ColumnContext,
  type Column,
  currentColumns,
  type DailyColumn,
  isBeyond,
  momentColumns,
  periodColumns
} from "./columns.ts"
import type { Query, PlaceQuery } from "./query.ts"
import { edgesOf, momentTimes } from "./spans.ts"

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
export interface PlaceSource {
  readonly site: Site
  readonly wanted: PlaceQuery
  readonly units: Units
  readonly slope: Slope
  readonly climate: Climate
}

/** Rounds a value as in metric units, before it is converted to others. */
export const settled = (value: number, quantity: Quantity): number =>
  rounded(value, measureOf(quantity, metric).decimals)

const cell = (value: number | null, quantity: Quantity, { units }: PlaceSource): number | null => {
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

/** `fill` computes a row: for each run, with its columns. */
const cellsOf = <C extends Column | DailyColumn, Row>(
  columns: ReadonlyArray<C>,
  rows: ReadonlyArray<Row>,
  fill: (row: Row) => (group: ReadonlyArray<C>, run: Run, push: (column: C, value: number | null) => void) => void
): ReadonlyArray<Cells> => {
  const values = new Map<C, Array<number | null>>(columns.map((column) => [column, []]))
  const groups = [...byRun(columns).values()]
  for (const row of rows) {
    const fillRun = fill(row)
    for (const group of groups) {
      fillRun(group, group[0]?.run ?? truth, (column, value) => values.get(column)?.push(value))
    }
  }
  return columns.map((column) => ({ column, values: values.get(column) ?? [] }))
}

const moments = (
  times: ReadonlyArray<number>,
  interval: number,
  columns: ReadonlyArray<Column>,
  place: PlaceSource,
  shift = 0
): ReadonlyArray<Cells> =>
  cellsOf(columns, times, (time) => {
    const airOf = place.climate(place.site, time + shift, interval)
    return (group, run, push) => {
      const air = airOf(run)
      for (const column of group) {
        const value = isBeyond(column, air) ? null : column.variable.value(air, place.slope)
        push(column, cell(value, column.variable.quantity, place))
      }
    }
  })

const airsOf = (
  start: number,
  end: number,
  step: number,
  { climate, site }: PlaceSource
): ReadonlyArray<(run: Run) => Air> => {
  const airs: Array<(run: Run) => Air> = []
  for (let time = start; time < end; time += step) airs.push(climate(site, time, step / 1_000))
  return airs
}

const periods = (
  edges: ReadonlyArray<number>,
  step: number,
  columns: ReadonlyArray<DailyColumn>,
  place: PlaceSource,
  shift = 0
): ReadonlyArray<Cells> =>
  cellsOf(columns, [...edges.slice(0, -1).entries()], ([i, start]) => {
    const end = edges[i + 1] ?? start + day
    const airsOfRuns = airsOf(start + shift, end + shift, step, place)
    return (group, run, push) => {
      const airs = airsOfRuns.map((airOf) => airOf(run))
      for (const column of group) {
        const { astronomical, quantity } = column.variable
        const known = astronomical || end - step <= column.horizon
        push(column, cell(known ? column.variable.value(airs, place.slope, start) : null, quantity, place))
      }
    }
  })

const current = (now: number, interval: number, columns: ReadonlyArray<Column>, place: PlaceSource): Block => {
  const step = interval * 1_000
  const time = Math.floor(now / step) * step
  const cells = columns.map((column) => {
    const air = place.climate(place.site, time, interval)(column.run)
    return { column, values: [cell(column.variable.value(air, place.slope), column.variable.quantity, place)] }
  })
  return { name: "current", times: [time], end: time + step, interval, cells }
}

/** Hours and days are read at the offset of the zone cut to whole hours, and labelled by the whole offset. */
const shiftOf = ({ zone }: PlaceQuery): number => zone.offset - zone.cut

/** Seconds. */
const lengths = { daily: 86_400, weekly: 604_800, monthly: 2_629_746 } as const

const blockOf = (
  name: SeriesBlock | "current",
  names: ReadonlyArray<string>,
  query: Query,
  asked: ColumnContext,
  place: PlaceSource
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
export const blocksOf = (query: Query, asked: ColumnContext, place: PlaceSource): ReadonlyArray<Block> =>
  (["current", "minutely_15", "hourly", "daily", "weekly", "monthly"] as const).flatMap((name) => {
    const names = query.blocks[name]
    const block = names === undefined ? undefined : blockOf(name, names, query, asked, place)
    return block === undefined ? [] : [block]
  })

const label = (instant: number, { units, wanted }: PlaceSource, date: boolean): string =>
  units.time === "unixtime"
    ? String(Math.floor(instant / 1_000))
    : `"${new Date(instant + wanted.zone.offset).toISOString().slice(0, date ? 10 : 16)}"`

const cellText = (value: number | null, quantity: Quantity, place: PlaceSource): string =>
  quantity === "time" && value !== null
    ? label(value, place, false)
    : numeral(value, measureOf(quantity, place.units).decimals)

const listText = ({ column, values }: Cells, place: PlaceSource): string =>
  values.map((value) => cellText(value, column.variable.quantity, place)).join(",")

const unitsText = ({ cells, name }: Block, { units }: PlaceSource): string => {
  const labels = cells.map(({ column }) => `"${column.name}":"${measureOf(column.variable.quantity, units).label}"`)
  const interval = name === "current" ? [`"interval":"seconds"`] : []
  return `"${name}_units":{${[`"time":"${units.time}"`, ...interval, ...labels].join(",")}}`
}

const valuesText = (block: Block, place: PlaceSource): string => {
  const { cells, interval, name, times } = block
  const dates = name === "daily" || name === "weekly" || name === "monthly"
  const axis = times.map((time) => label(time, place, dates)).join(",")
  const fields =
    name === "current"
      ? [
          `"time":${axis}`,
          `"interval":${interval}`,
          ...cells.map((each) => `"${each.column.name}":${listText(each, place)}`)
        ]
      : [`"time":[${axis}]`, ...cells.map((each) => `"${each.column.name}":[${listText(each, place)}]`)]
  return `"${name}":{${fields.join(",")}}`
}

/** Writes the object for a place; `index` is its position among several places. */
export const placeText = (place: PlaceSource, blocks: ReadonlyArray<Block>, index: number): string => {
  const { site, wanted } = place
  const texts = blocks.map((block) => `${unitsText(block, place)},${valuesText(block, place)}`)
  const { abbreviation, name, offset } = wanted.zone
  return `{${[
    `"latitude":${site.latitude}`,
    `"longitude":${site.longitude}`,
    `"generationtime_ms":${(0.05 + texts.reduce((sum, text) => sum + text.length, 0) / 1e5).toFixed(4)}`,
    `"utc_offset_seconds":${offset / 1_000}`,
    `"timezone":"${name}"`,
    `"timezone_abbreviation":"${abbreviation}"`,
    ...(Number.isNaN(wanted.elevation) ? [] : [`"elevation":${numeral(site.elevation, 1)}`]),
    ...(index === 0 ? [] : [`"location_id":${index}`]),
    ...texts
  ].join(",")}}`
}
