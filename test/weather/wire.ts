/** Writes responses like the service, for tests that know what the service means. */
import type { Json, JsonObject } from "./json.ts"

export interface MeantColumn {
  readonly unit: string
  /** A missing value is null. A time of day is in milliseconds since 1970. */
  readonly values: ReadonlyArray<number | null>
}

export interface MeantBlock {
  readonly name: string
  /** Instants, in milliseconds since 1970. */
  readonly time: ReadonlyArray<number>
  readonly columns: Readonly<Record<string, MeantColumn>>
}

export interface Meant {
  readonly latitude: number
  readonly longitude: number
  readonly timezone: string
  /** The offset at the time of the request, which labels all rows. */
  readonly offsetSeconds: number
  readonly blocks: ReadonlyArray<MeantBlock>
  readonly locationId?: number
}

export interface Format {
  readonly timeformat: "iso8601" | "unixtime"
  readonly indent?: number
}

const isTimeOfDay = (name: string): boolean => /^(?:sun|moon)(?:rise|set)(?:_|$)/.test(name)

/** Writes an instant: as a label with the offset of the request, or in unix seconds. */
const timeOf = (instant: number, meant: Meant, format: Format, date: boolean): string | number =>
  format.timeformat === "unixtime"
    ? instant / 1_000
    : new Date(instant + meant.offsetSeconds * 1_000).toISOString().slice(0, date ? 10 : 16)

const place = (meant: Meant, format: Format): JsonObject => {
  const blocks = meant.blocks.flatMap(({ columns, name, time }): ReadonlyArray<readonly [string, Json]> => {
    const units = Object.entries(columns).map(
      ([column, { unit }]) => [column, isTimeOfDay(column) ? format.timeformat : unit] as const
    )
    const cells = Object.entries(columns).map(
      ([column, { values }]) =>
        [
          column,
          values.map((value) => (value !== null && isTimeOfDay(column) ? timeOf(value, meant, format, false) : value))
        ] as const
    )
    const axis = time.map((instant) => timeOf(instant, meant, format, ["daily", "weekly", "monthly"].includes(name)))
    return [
      [`${name}_units`, { time: format.timeformat, ...Object.fromEntries(units) }],
      [name, { time: axis, ...Object.fromEntries(cells) }]
    ]
  })
  return {
    latitude: meant.latitude,
    longitude: meant.longitude,
    generationtime_ms: 0.5,
    utc_offset_seconds: meant.offsetSeconds,
    timezone: meant.timezone,
    timezone_abbreviation: "X",
    elevation: 38,
    ...(meant.locationId === undefined || meant.locationId === 0 ? {} : { location_id: meant.locationId }),
    ...Object.fromEntries(blocks)
  }
}

/** Writes one place as an object, and several places as an array. */
export const write = (places: ReadonlyArray<Meant>, format: Format): string => {
  const objects = places.map((meant) => place(meant, format))
  return JSON.stringify(objects.length === 1 ? objects[0] : objects, null, format.indent)
}

/** The offset of a zone from UTC at an instant, in seconds, by the zone data of the platform. */
export const offsetAt = (timezone: string, instant: number): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  }).formatToParts(instant)
  const part = (type: string): number => Number(parts.find((found) => found.type === type)?.value)
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return (wall - Math.floor(instant / 1_000) * 1_000) / 1_000
}
