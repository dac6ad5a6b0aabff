/** The compared weather clients, each in a process of its own: a client, the URL of the server, and what it requests. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { fetchWeatherApi } from "openmeteo"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Archive from "../../src/weather/Archive.ts"
import type { Series } from "../../src/weather/Series.ts"
import * as Weather from "../../src/weather/Weather.ts"
import { layer as fetchClient } from "../rest/support/fetchClient.ts"
import * as Answers from "./answers.ts"
import { takeTurns } from "./apart.ts"

const runtimeOf = (url: string, format: "json" | "flatbuffers", client: "undici" | "fetch" = "undici") =>
  ManagedRuntime.make(
    Layer.orDie(Weather.layer({ urls: { archive: url }, quota: null, format })).pipe(
      Layer.provide([
        client === "undici" ? ForgeNode.layerHttpClient() : fetchClient,
        HttpCache.layerMemory(),
        RateLimit.layerMemory()
      ])
    )
  )

const place = { latitude: 52.52, longitude: 13.419 }
const decades = { start_date: "1940-01-01", end_date: "2025-12-31" }
const week = { start_date: "2025-06-01", end_date: "2025-06-07" }
const places = 100

export type Request = "decades" | "week" | "places" | "stream"
export type Client = "flatbuffers" | "json" | "iso8601" | "fetch" | "fetchJson" | "parse" | "openmeteo"

const spanOf = (request: Request) => (request === "decades" || request === "stream" ? decades : week)
const rowsOf = (request: Request): number => (request === "decades" || request === "stream" ? Answers.rows : 168)

/** Looks at both ends of each column. */
const check = (columns: ReadonlyArray<ArrayLike<number> | null | undefined>, rows: number): void => {
  if (columns.length !== Answers.names.length) throw new Error(`${columns.length} columns`)
  for (const column of columns) {
    if (column?.length !== rows || (column[0] ?? 0) + (column[rows - 1] ?? 0) === Number.POSITIVE_INFINITY) {
      throw new Error(`${column?.length} rows`)
    }
  }
}

const columnsOf = (series: Series<string>): ReadonlyArray<Float64Array> =>
  // All names are columns.
  Answers.names.map((name) => Reflect.get(series, name) as Float64Array)

/** Makes the work of forgecast. */
export const ours = (url: string, client: Exclude<Client, "parse" | "openmeteo">, request: Request) => {
  const runtime = runtimeOf(
    url,
    client === "flatbuffers" || client === "fetch" ? "flatbuffers" : "json",
    client.startsWith("fetch") ? "fetch" : "undici"
  )
  const asked = {
    ...spanOf(request),
    hourly: Answers.names,
    timeformat: client === "iso8601" ? ("iso8601" as const) : ("unixtime" as const)
  }
  const rows = rowsOf(request)
  switch (request) {
    case "stream": {
      return (seen: () => void = () => {}) => {
        let count = 0
        return runtime
          .runPromise(
            Stream.runForEach(Archive.stream({ ...place, ...asked }), ({ hourly }) =>
              Effect.sync(() => {
                seen()
                check(columnsOf(hourly), hourly.length)
                count += hourly.length
              })
            )
          )
          .then(() => {
            if (count !== rows) throw new Error(`${count} rows`)
          })
      }
    }
    case "places":
      return async () => {
        const all = await runtime.runPromise(
          Archive.getMany({ ...asked, places: Array.from({ length: places }, () => place) })
        )
        if (all.length !== places) throw new Error(`${all.length} places`)
        for (const { hourly } of all) check(columnsOf(hourly), rows)
      }
    default:
      return async () => {
        const { hourly } = await runtime.runPromise(Archive.get({ ...place, ...asked }))
        check(columnsOf(hourly), rows)
      }
  }
}

const manyOf = (request: Request): number => (request === "places" ? places : 1)

const paramsOf = (request: Request) => ({
  latitude: Array.from({ length: manyOf(request) }, () => place.latitude),
  longitude: Array.from({ length: manyOf(request) }, () => place.longitude),
  ...spanOf(request),
  hourly: Answers.names.join(",")
})

/** undici and `JSON.parse` alone: what a program without a library gets, whose columns are lists. */
const bare = async (url: string, request: Request) => {
  const undici = await import("undici")
  const dispatcher = new undici.Agent()
  const query = Object.entries({ ...paramsOf(request), timeformat: "unixtime" })
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&")
  return async () => {
    const { body } = await undici.request(`${url}/v1/archive?${query}`, { dispatcher })
    const parsed: unknown = JSON.parse(await body.text())
    // The cast is safe: `check` looks at what it names.
    const all = (Array.isArray(parsed) ? parsed : [parsed]) as ReadonlyArray<{
      readonly hourly: Readonly<Record<string, ReadonlyArray<number>>>
    }>
    if (all.length !== manyOf(request)) throw new Error(`${all.length} places`)
    for (const { hourly } of all) {
      check(
        Answers.names.map((name) => hourly[name]),
        rowsOf(request)
      )
    }
  }
}

/** Makes the work of the service's own client. */
const theirs = (url: string, request: Request) => {
  const many = manyOf(request)
  const params = paramsOf(request)
  return async () => {
    const all = await fetchWeatherApi(`${url}/v1/archive`, params)
    if (all.length !== many) throw new Error(`${all.length} places`)
    for (const answer of all) {
      const hourly = answer.hourly()
      check(
        Answers.names.map((_, i) => hourly?.variables(i)?.valuesArray()),
        rowsOf(request)
      )
    }
  }
}

if (import.meta.main) {
  // The cast is safe: `weather.ts` passes them.
  const [, , client, request, url] = process.argv as [string, string, Client, Request, string]
  const once =
    client === "openmeteo"
      ? theirs(url, request)
      : client === "parse"
        ? await bare(url, request)
        : ours(url, client, request)
  takeTurns(async (times) => {
    for (let i = 0; i < times; i++) await once()
  })
}
