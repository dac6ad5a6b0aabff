/** Compares results that came as JSON and as flatbuffers. */
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ConfigError } from "effect/Config"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Series from "../../../src/weather/Series.ts"
import * as Weather from "../../../src/weather/Weather.ts"

/** A client of the simulated services that requests a format. */
const client = (
  format: "json" | "flatbuffers",
  simulator: Layer.Layer<HttpClient.HttpClient | WeatherSimulator.WeatherSimulator>
): Layer.Layer<Weather.Weather, ConfigError> =>
  Weather.layer({ format, quota: null }).pipe(
    Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory(), simulator])
  )

const single = (value: unknown): unknown => (typeof value === "number" ? Math.fround(value) : value)

const singles = (values: Float64Array): ReadonlyArray<number> => Array.from(values, Math.fround)

/** Asserts that two series are equal, with values to single precision. */
const sameSeries = (found: Series.Series, expected: Series.Series, at: string): void => {
  assert.deepStrictEqual(found.columns, expected.columns, at)
  assert.deepStrictEqual(found.absent, expected.absent, at)
  assert.deepStrictEqual(found.units, expected.units, at)
  assert.deepStrictEqual(found.time, expected.time, at)
  assert.deepStrictEqual(
    [found.zone, found.dates, found.period, found.length],
    [expected.zone, expected.dates, expected.period, expected.length],
    at
  )
  const columns = Held.columnsOf(found)
  for (const [name, { instants, values }] of Held.columnsOf(expected)) {
    const column = columns.get(name)
    assert.strictEqual(column?.instants, instants, `${at}.${name}`)
    assert.deepStrictEqual(
      column && (instants ? column.values : singles(column.values)),
      instants ? values : singles(values),
      `${at}.${name}`
    )
  }
}

const sameValue = (found: unknown, expected: unknown, at: string): void => {
  if (Series.isSeries(expected)) {
    if (!Series.isSeries(found)) return assert.fail(`${at} is not a series`)
    return sameSeries(found, expected, at)
  }
  if (DateTime.isDateTime(expected) || Duration.isDuration(expected)) {
    return assert.strictEqual(String(found), String(expected), at)
  }
  if (typeof expected !== "object" || expected === null) return assert.strictEqual(single(found), single(expected), at)
  if (typeof found !== "object" || found === null) return assert.fail(`${at} is missing`)
  assert.deepStrictEqual(Object.keys(found), Object.keys(expected), at)
  for (const [name, value] of Object.entries(expected)) {
    // The time of processing differs.
    if (name === "generationtime_ms") assert.isNumber(Reflect.get(found, name))
    else sameValue(Reflect.get(found, name), value, `${at}.${name}`)
  }
}

/** Runs a call with each format, and asserts that the results or failures are equal. */
export const assertSame = <A, E extends { readonly _tag: string }>(
  call: Effect.Effect<A, E, Weather.Weather>,
  seed: WeatherSimulator.Seed = {}
): Effect.Effect<A | E, ConfigError> =>
  Effect.gen(function* () {
    const simulator = WeatherSimulator.layerHttpClient({ limits: "none", ...seed })
    const [json, flatbuffers] = yield* Effect.all(
      (["json", "flatbuffers"] as const).map((format) =>
        Effect.provide(
          Effect.match(call, { onFailure: (error) => ({ error }), onSuccess: (value) => ({ value }) }),
          client(format, simulator)
        )
      )
    )
    if (json === undefined || flatbuffers === undefined) return assert.fail("no results")
    if ("error" in json) {
      if (!("error" in flatbuffers)) return assert.fail(`JSON fails with ${json.error._tag}`)
      assert.strictEqual(flatbuffers.error._tag, json.error._tag)
      return json.error
    }
    if ("error" in flatbuffers) return assert.fail(`flatbuffers fail with ${flatbuffers.error._tag}`)
    sameValue(flatbuffers.value, json.value, "answer")
    return json.value
  })
