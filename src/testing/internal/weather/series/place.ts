/** Writes the answer for one place as JSON text. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import { measureOf, metric, numeral, type Quantity, type Units } from "../variables/units.ts"
import type { Slope } from "../variables/variable.ts"
import { type Air, type Climate, type Run, rounded, type Site, truth } from "../world/climate.ts"
import type { Ground, Point } from "../world/terrain.ts"
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

export interface World {
  readonly climate: Climate
  readonly groundAt: (point: Point) => Ground
}

/** Rounds a coordinate to single precision, as the service does. */
const single = (value: number): number => {
  const exact = Math.fround(value)
  for (const digits of [6, 7, 8]) {
    const short = Number(exact.toPrecision(digits))
    if (Math.fround(short) === exact) return short
  }
  return Number(exact.toPrecision(9))
}

/** The centre of a point's grid cell. */
const cellOf = ({ latitude, longitude }: Point): Point => ({
  latitude: single(Math.round(latitude / 0.02) * 0.02),
  longitude: single(Math.round(longitude / 0.02) * 0.02)
})

/** Returns the site that the values for a point are of. */
export const siteOf = (point: Point, elevation: number | undefined, { groundAt }: World): Site => {
  const ground = groundAt(point)
  const scaled = elevation === undefined || Number.isNaN(elevation) ? ground.elevation : elevation
  return { ...cellOf(point), elevation: scaled, sea: ground.sea, inland: ground.inland }
}

/** Rounds a value as in metric units, before it is converted to others. */
export const settled = (value: number, quantity: Quantity): number =>
  rounded(value, measureOf(quantity, metric).decimals)

interface Writer {
  readonly site: Site
  readonly wanted: Wanted
  readonly units: Units
  readonly slope: Slope
  readonly climate: Climate
}

const label = (instant: number, { units, wanted }: Writer, date: boolean): string =>
  units.time === "unixtime"
    ? String(Math.floor(instant / 1_000))
    : `"${new Date(instant + wanted.zone.offset).toISOString().slice(0, date ? 10 : 16)}"`

const cell = (value: number | null, quantity: Quantity, writer: Writer): string => {
  if (value === null || Number.isNaN(value)) return "null"
  if (quantity === "time") return label(value, writer, false)
  const { convert, decimals } = measureOf(quantity, writer.units)
  return numeral(convert(settled(value, quantity)), decimals)
}

const unitsText = (
  name: string,
  columns: ReadonlyArray<{ readonly name: string; readonly variable: { readonly quantity: Quantity } }>,
  { units }: Writer,
  extra: ReadonlyArray<string> = []
): string => {
  const labels = columns.map((column) => `"${column.name}":"${measureOf(column.variable.quantity, units).label}"`)
  return `"${name}_units":{${[`"time":"${units.time}"`, ...extra, ...labels].join(",")}}`
}

const seriesText = (
  name: string,
  times: ReadonlyArray<number>,
  columns: ReadonlyArray<{ readonly name: string; readonly text: ReadonlyArray<string> }>,
  writer: Writer,
  dates: boolean
): string => {
  const axis = times.map((time) => label(time, writer, dates)).join(",")
  const lists = columns.map((column) => `"${column.name}":[${column.text.join(",")}]`)
  return `"${name}":{${[`"time":[${axis}]`, ...lists].join(",")}}`
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

const moments = (
  name: string,
  times: ReadonlyArray<number>,
  interval: number,
  columns: ReadonlyArray<Column>,
  writer: Writer,
  shift = 0
): string => {
  const texts = new Map<Column, Array<string>>(columns.map((column) => [column, []]))
  for (const group of byRun(columns).values()) {
    const run = group[0]?.run ?? truth
    for (const time of times) {
      const air = writer.climate(writer.site, time + shift, interval, run)
      for (const column of group) {
        const value = isBeyond(column, air) ? Number.NaN : column.variable.value(air, writer.slope)
        texts.get(column)?.push(cell(value, column.variable.quantity, writer))
      }
    }
  }
  const written = columns.map((column) => ({ name: column.name, text: texts.get(column) ?? [] }))
  return `${unitsText(name, columns, writer)},${seriesText(name, times, written, writer, false)}`
}

const airsOf = (start: number, end: number, step: number, run: Run, { climate, site }: Writer): ReadonlyArray<Air> => {
  const airs: Array<Air> = []
  for (let time = start; time < end; time += step) airs.push(climate(site, time, step / 1_000, run))
  return airs
}

const periods = (
  name: string,
  edges: ReadonlyArray<number>,
  step: number,
  columns: ReadonlyArray<DailyColumn>,
  writer: Writer,
  shift = 0
): string => {
  const times = edges.slice(0, -1)
  const texts = new Map<DailyColumn, Array<string>>(columns.map((column) => [column, []]))
  for (const group of byRun(columns).values()) {
    const run = group[0]?.run ?? truth
    times.forEach((start, i) => {
      const end = edges[i + 1] ?? start + day
      const airs = airsOf(start + shift, end + shift, step, run, writer)
      for (const column of group) {
        const { astronomical, quantity } = column.variable
        const known = astronomical || end - step <= column.horizon
        const value = known ? column.variable.value(airs, writer.slope, start) : null
        texts.get(column)?.push(cell(value, quantity, writer))
      }
    })
  }
  const written = columns.map((column) => ({ name: column.name, text: texts.get(column) ?? [] }))
  return `${unitsText(name, columns, writer)},${seriesText(name, times, written, writer, true)}`
}

const current = (now: number, interval: number, columns: ReadonlyArray<Column>, writer: Writer): string => {
  const { offset } = writer.wanted.zone
  const step = interval * 1_000
  const time = Math.floor((now + offset) / step) * step - offset
  const cells = columns.map((column) => {
    const air = writer.climate(writer.site, time, interval, column.run)
    return `"${column.name}":${cell(column.variable.value(air, writer.slope), column.variable.quantity, writer)}`
  })
  const units = unitsText("current", columns, writer, [`"interval":"seconds"`])
  return `${units},"current":{${[`"time":${label(time, writer, false)}`, `"interval":${interval}`, ...cells].join(",")}}`
}

/** Hours and days are read at the offset of the zone cut to whole hours, and labelled by the whole offset. */
const shiftOf = ({ zone }: Wanted): number => zone.offset % hour

/** Writes a block with its units. Empty if the models do not have it. */
const blockText = (
  block: SeriesBlock | "current",
  names: ReadonlyArray<string>,
  query: Query,
  asked: Asked,
  writer: Writer
) => {
  const { now, root } = asked
  const { wanted } = writer
  switch (block) {
    case "current":
      return current(
        now,
        root === "airQuality" || root === "marine" ? 3_600 : 900,
        currentColumns(names, asked),
        writer
      )
    case "minutely_15":
      return moments(block, momentTimes(query, wanted, block, now), 900, momentColumns(names, asked), writer)
    case "hourly":
      return moments(
        block,
        momentTimes(query, wanted, block, now),
        query.step,
        momentColumns(names, asked),
        writer,
        shiftOf(wanted)
      )
    default: {
      const columns = periodColumns(block, names, asked)
      // No model has weeks or months.
      if (columns.length === 0 && names.length > 0) return ""
      return periods(
        block,
        edgesOf(block, wanted),
        // These have many members or many years, so coarser steps must do.
        root === "seasonal" || root === "climate" ? 6 * hour : hour,
        columns,
        writer,
        block === "daily" ? shiftOf(wanted) : 0
      )
    }
  }
}

/** Writes the object for a place; `index` is its position among several places. */
export const placeText = (world: World, query: Query, wanted: Wanted, asked: Asked, index: number): string => {
  const site = siteOf(wanted, wanted.elevation, world)
  const writer: Writer = { site, wanted, units: query.units, slope: query.slope, climate: world.climate }
  // In the order in which the service writes them.
  const blocks = (["current", "minutely_15", "hourly", "daily", "weekly", "monthly"] as const).flatMap((block) => {
    const names = query.blocks[block]
    return names === undefined ? [] : [blockText(block, names, query, asked, writer)]
  })
  const { abbreviation, name, offset } = wanted.zone
  return `{${[
    `"latitude":${site.latitude}`,
    `"longitude":${site.longitude}`,
    `"generationtime_ms":${(0.05 + blocks.reduce((sum, text) => sum + text.length, 0) / 1e5).toFixed(4)}`,
    `"utc_offset_seconds":${offset / 1_000}`,
    `"timezone":"${name}"`,
    `"timezone_abbreviation":"${abbreviation}"`,
    ...(Number.isNaN(wanted.elevation) ? [] : [`"elevation":${numeral(site.elevation, 1)}`]),
    ...(index === 0 ? [] : [`"location_id":${index}`]),
    ...blocks.filter((text) => text !== "")
  ].join(",")}}`
}
