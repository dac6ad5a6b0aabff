/** Responses to any request for hours or days. Each value depends on its place, variable and row. */
import * as Wire from "../wire.ts"
import type { Answer, Script, Sent } from "../../rest/support/http.ts"
import { parametersOf } from "./service.ts"

const hour = 3_600_000

const codeOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7)

/** The value of a cell. */
export const valueOf = (variable: string, latitude: number, longitude: number, instant: number): number =>
  Math.round(codeOf(variable) + latitude * 1_000 + longitude * 10 + ((instant / hour) % 1_000))

/** Offset from UTC, in seconds. */
const offsets: Readonly<Record<string, number>> = { "Asia/Kolkata": 19_800, "America/New_York": -18_000 }

const blocks = [
  ["hourly", hour],
  ["daily", 24 * hour]
] as const

/** The response to a request with dates. */
export const answerTo = (sent: Sent): Answer => {
  const query = parametersOf(sent)
  const list = (name: string): ReadonlyArray<string> => query[name]?.split(",") ?? []
  const latitudes = list("latitude").map(Number)
  const longitudes = list("longitude").map(Number)
  const first = Date.parse(`${query["start_date"]}T00:00:00Z`)
  const end = Date.parse(`${query["end_date"]}T00:00:00Z`) + 24 * hour
  const zones = list("timezone")
  const places = latitudes.map((latitude, i): Wire.Meant => {
    const timezone = zones[i] ?? zones[0] ?? "GMT"
    const offsetSeconds = offsets[timezone] ?? 0
    return {
      latitude,
      longitude: longitudes[i] ?? Number.NaN,
      timezone,
      offsetSeconds,
      locationId: i,
      blocks: blocks.flatMap(([name, step]) => {
        const time: Array<number> = []
        for (let at = first; at < end; at += step) time.push(at - offsetSeconds * 1_000)
        const columns = list(name).map((variable) => {
          const values = time.map((at) => valueOf(variable, latitude, longitudes[i] ?? Number.NaN, at))
          return [variable, { unit: "°C", values }] as const
        })
        return columns.length === 0 ? [] : [{ name, time, columns: Object.fromEntries(columns) }]
      })
    }
  })
  return { text: Wire.write(places, { timeformat: query["timeformat"] === "unixtime" ? "unixtime" : "iso8601" }) }
}

export const script: Script = (sent) => answerTo(sent)
