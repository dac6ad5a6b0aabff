/** Responses of the size and shape of 85 years of hourly data, with the same numbers in each format. */

import { Model } from "@openmeteo/sdk/model.js"
import { Unit } from "@openmeteo/sdk/unit.js"
import { Variable } from "@openmeteo/sdk/variable.js"
import { Builder } from "flatbuffers"

export interface Shape {
  readonly rows: number
  /** The first hour, in milliseconds. Default: the start of 1940. */
  readonly start?: number
  readonly timeformat: "iso8601" | "unixtime"
  /** Proportion of null cells. */
  readonly nulls: number
  /** Default: 1. */
  readonly places?: number
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
  const { places = 1 } = shape
  const all = Array.from({ length: places }, (_, place) => onePlace(shape, place))
  // A flat string, as from a socket.
  return Buffer.from(places === 1 ? all.join() : `[${all.join(",")}]`).toString()
}

const onePlace = (shape: Shape, place: number): string => {
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
  return (
    `{"latitude":52.52,"longitude":13.419,"generationtime_ms":812.6,"utc_offset_seconds":3600,` +
    `"timezone":"Europe/Berlin","timezone_abbreviation":"GMT+1","elevation":38.0,` +
    (place === 0 ? "" : `"location_id":${place},`) +
    `"hourly_units":{"time":"${shape.timeformat}",${units.join(",")}},` +
    `"hourly":{"time":[${times.join(",")}],${columns.join(",")}}}`
  )
}

const table = (builder: Builder, fields: number, fill: () => void): number => {
  builder.startObject(fields)
  fill()
  return builder.endObject()
}

/** The same as flatbuffers, one message for each place, as the service sends them for `format=flatbuffers`. */
export const flatbuffers = ({ nulls, places = 1, rows, start = Date.UTC(1940, 0, 1) }: Shape): Uint8Array => {
  const messages = Array.from({ length: places }, (_, place) => {
    const random = sequence()
    const builder = new Builder(4_096 + variables.length * rows * 4)
    const columns = variables.map(([name, , min, max, decimals]) => {
      const values = Array.from({ length: rows }, () =>
        random() < nulls ? Number.NaN : Number((min + random() * (max - min)).toFixed(decimals))
      )
      builder.startVector(4, rows, 4)
      for (const value of values.reverse()) builder.addFloat32(value)
      const vector = builder.endVector()
      const [, quantity = name, height] = /^(.+?)(?:_(\d+)m)?$/.exec(name) ?? []
      return table(builder, 13, () => {
        builder.addFieldInt8(0, Variable[quantity as keyof typeof Variable], 0)
        builder.addFieldInt8(1, Unit.celsius, 0)
        builder.addFieldOffset(3, vector, 0)
        builder.addFieldInt16(5, Number(height ?? 0), 0)
      })
    })
    builder.startVector(4, columns.length, 4)
    for (const column of columns.reverse()) builder.addOffset(column)
    const list = builder.endVector()
    const hourly = table(builder, 4, () => {
      builder.addFieldInt64(0, BigInt((start - offset) / 1_000), 0n)
      builder.addFieldInt64(1, BigInt((start - offset + rows * hour) / 1_000), 0n)
      builder.addFieldInt32(2, hour / 1_000, 0)
      builder.addFieldOffset(3, list, 0)
    })
    const zone = builder.createString("Europe/Berlin")
    const abbreviation = builder.createString("GMT+1")
    const root = table(builder, 15, () => {
      builder.addFieldFloat32(0, 52.52, 0)
      builder.addFieldFloat32(1, 13.419, 0)
      builder.addFieldFloat32(2, 38, 0)
      builder.addFieldFloat32(3, 812.6, 0)
      builder.addFieldInt64(4, BigInt(place), 0n)
      builder.addFieldInt8(5, Model.best_match, 0)
      builder.addFieldInt32(6, offset / 1_000, 0)
      builder.addFieldOffset(7, zone, 0)
      builder.addFieldOffset(8, abbreviation, 0)
      builder.addFieldOffset(11, hourly, 0)
    })
    builder.finishSizePrefixed(root)
    return builder.asUint8Array()
  })
  return Buffer.concat(messages)
}
