/** Writes the answer for one place as JSON text. */
import { measureOf, numeral, type Quantity } from "../variables/units.ts"
import type { Block, Cells, Place } from "./block.ts"

const label = (instant: number, { units, wanted }: Place, date: boolean): string =>
  units.time === "unixtime"
    ? String(Math.floor(instant / 1_000))
    : `"${new Date(instant + wanted.zone.offset).toISOString().slice(0, date ? 10 : 16)}"`

const cellText = (value: number | null, quantity: Quantity, place: Place): string =>
  quantity === "time" && value !== null
    ? label(value, place, false)
    : numeral(value, measureOf(quantity, place.units).decimals)

const listText = ({ column, values }: Cells, place: Place): string =>
  values.map((value) => cellText(value, column.variable.quantity, place)).join(",")

const unitsText = ({ cells, name }: Block, { units }: Place): string => {
  const labels = cells.map(({ column }) => `"${column.name}":"${measureOf(column.variable.quantity, units).label}"`)
  const interval = name === "current" ? [`"interval":"seconds"`] : []
  return `"${name}_units":{${[`"time":"${units.time}"`, ...interval, ...labels].join(",")}}`
}

const valuesText = (block: Block, place: Place): string => {
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
export const placeText = (place: Place, blocks: ReadonlyArray<Block>, index: number): string => {
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
