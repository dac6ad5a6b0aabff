/** Plain HTTP to the simulated weather, without our own client in between. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"

export const forecast = "https://api.open-meteo.com/v1/forecast"
export const singleRuns = "https://single-runs-api.open-meteo.com/v1/forecast"
export const archive = "https://archive-api.open-meteo.com/v1/archive"
export const geocoding = "https://geocoding-api.open-meteo.com/v1"

export type Values = Readonly<Record<string, unknown>>

/** Sends `GET url?query`. */
export const ask = Effect.fnUntraced(function* (url: string, query: Values = {}) {
  const client = yield* HttpClient.HttpClient
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&")
  const response = yield* client.get(`${url}?${search}`)
  const text = yield* response.text
  const json: unknown = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
})

export const layer = (seed?: WeatherSimulator.Seed) => WeatherSimulator.layerHttpClient(seed)

/** Returns the value at a path in JSON. */
export const dig = (json: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((at, step) => (at as Readonly<Record<string | number, unknown>> | undefined)?.[step], json)

/** Returns the list of numbers at a path in JSON, with NaN for null. */
export const column = (json: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<number> =>
  (dig(json, ...path) as ReadonlyArray<number | null>).map((value) => value ?? Number.NaN)

export const list = (json: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<string> =>
  dig(json, ...path) as ReadonlyArray<string>

export const enschede = { latitude: 52.218, longitude: 6.896 }
