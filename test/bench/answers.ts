/** Responses of the size and shape of 85 years of hourly data, with the same numbers in each format. */

export interface Shape {
  readonly rows: number
  /** The first hour, in milliseconds. Default: the start of 1940. */
  readonly start?: number
  readonly timeformat: "iso8601" | "unixtime"
  /** Proportion of null cells. */
  readonly nulls: number
}

const variables: ReadonlyArray<readonly [name: string, unit: string, min: number, max: number, decimals: number]> = [
  ["temperature_2m", "°C", -20, 35, 1],
  ["relative_humidity_2m", "%", 10, 100, 0],
  ["dew_point_2m", "°C", -20, 25, 1],
  ["precipitation", "mm", 0, 4, 2],
  ["rain", "mm", 0, 4, 2],
  ["weather_code", "wmo code", 0, 99, 0],
  ["pressure_msl", "hPa", 960, 1050, 1],
  ["cloud_cover", "%", 0, 100, 0],
  ["wind_speed_10m", "km/h", 0, 90, 1],
  ["wind_direction_10m", "°", 0, 359, 0]
]

export const names: ReadonlyArray<string> = variables.map(([name]) => name)

/** Hours from 1940 to 2025. */
export const rows = 753_888

const hour = 3_600_000

/** The location is an hour ahead of UTC. */
const offset = hour

/** The same numbers each time. */
const sequence = () => {
  let seed = 42
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
    return seed / 4_294_967_296
  }
}

export const answer = (shape: Shape): string => {
  const random = sequence()
  const iso = shape.timeformat === "iso8601"
  const start = shape.start ?? Date.UTC(1940, 0, 1)
  const times = Array.from({ length: shape.rows }, (_, i) =>
    iso ? `"${new Date(start + i * hour).toISOString().slice(0, 16)}"` : String((start - offset + i * hour) / 1_000)
  )
  const units = variables.map(([name, unit]) => `"${name}":"${unit}"`)
  const columns = variables.map(([name, , min, max, decimals]) => {
    const cells = Array.from({ length: shape.rows }, () =>
      random() < shape.nulls ? "null" : (min + random() * (max - min)).toFixed(decimals)
    )
    return `"${name}":[${cells.join(",")}]`
  })
  const text =
    `{"latitude":52.52,"longitude":13.419,"generationtime_ms":812.6,"utc_offset_seconds":3600,` +
    `"timezone":"Europe/Berlin","timezone_abbreviation":"GMT+1","elevation":38.0,` +
    `"hourly_units":{"time":"${shape.timeformat}",${units.join(",")}},` +
    `"hourly":{"time":[${times.join(",")}],${columns.join(",")}}}`
  // A flat string, as from a socket.
  return Buffer.from(text).toString()
}

/** The same as flatbuffers, in the layout of `@openmeteo/sdk`, as the service sends for `format=flatbuffers`. */
export const flatbuffers = ({ nulls, rows, start = Date.UTC(1940, 0, 1) }: Shape): Uint8Array => {
  const random = sequence()
  const bytes = Buffer.alloc(4_096 + variables.length * rows * 4)
  let end = 8

  /** Appends a table. Returns the offsets of its fields, which are 8 bytes wide. */
  const table = (slots: ReadonlyArray<number>): ((slot: number) => number) & { readonly at: number } => {
    const count = Math.max(...slots) + 1
    const vtable = end
    const at = Math.ceil((vtable + 4 + count * 2) / 8) * 8 + 4
    bytes.writeUInt16LE(4 + count * 2, vtable)
    bytes.writeUInt16LE(4 + slots.length * 8, vtable + 2)
    slots.forEach((slot, i) => bytes.writeUInt16LE(4 + i * 8, vtable + 4 + slot * 2))
    bytes.writeInt32LE(at - vtable, at)
    end = at + 4 + slots.length * 8
    return Object.assign((slot: number) => at + 4 + slots.indexOf(slot) * 8, { at })
  }
  const refer = (from: number, to: number) => bytes.writeUInt32LE(to - from, from)

  const root = table([0, 1, 6, 11])
  refer(4, root.at)
  bytes.writeFloatLE(52.52, root(0))
  bytes.writeFloatLE(13.419, root(1))
  bytes.writeInt32LE(offset / 1_000, root(6))
  const hourly = table([0, 1, 2, 3])
  refer(root(11), hourly.at)
  bytes.writeBigInt64LE(BigInt((start - offset) / 1_000), hourly(0))
  bytes.writeBigInt64LE(BigInt((start - offset + rows * hour) / 1_000), hourly(1))
  bytes.writeInt32LE(hour / 1_000, hourly(2))
  const list = end
  refer(hourly(3), list)
  bytes.writeUInt32LE(variables.length, list)
  end = list + 4 + variables.length * 4
  variables.forEach(([, , min, max, decimals], i) => {
    const variable = table([3])
    refer(list + 4 + i * 4, variable.at)
    refer(variable(3), end)
    bytes.writeUInt32LE(rows, end)
    for (let row = 0; row < rows; row++) {
      const value = random() < nulls ? Number.NaN : Number((min + random() * (max - min)).toFixed(decimals))
      bytes.writeFloatLE(value, end + 4 + row * 4)
    }
    end += 4 + rows * 4
  })
  bytes.writeUInt32LE(end - 4, 0)
  return bytes.subarray(0, end)
}
