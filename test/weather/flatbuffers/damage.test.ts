/** Bytes that are not a whole response become an issue, never a series. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import type { BytesReader, Misread } from "../../../src/rest/Call.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import type { Answer, Selection } from "../../../src/weather/Answer.ts"
import { doubtful } from "../../../src/weather/Service.ts"
import * as Readers from "../../../src/weather/internal/decode/readers.ts"
import { flatbuffers } from "../../../src/weather/internal/flatbuffers/decoder.ts"
import { runs } from "../../depth.ts"
import "./loaded.ts"

const place = "latitude=52.52&longitude=13.41&forecast_days=1&timeformat=unixtime"
const hourly = ["temperature_2m", "rain"]
const models = ["icon_seamless", "gfs_global", "jma_seamless"]

/** Requests a response of the simulated service. */
const bytesOf = (query: string, format = "flatbuffers"): Promise<Uint8Array> =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 2, 10))
    const client = yield* HttpClient.HttpClient
    const response = yield* client.get(`https://api.open-meteo.com/v1/forecast?${place}&format=${format}&${query}`)
    return new Uint8Array(yield* response.arrayBuffer)
  }).pipe(Effect.provide([WeatherSimulator.layerHttpClient(), TestClock.layer()]), Effect.runPromise)

/** Reads a response, or tells that it proves nothing. */
const readMaybe = (bytes: Uint8Array, selection: Selection = { hourly }) => {
  const reader = Readers.one(selection).flatbuffers?.(flatbuffers) ?? assert.fail("no reader")
  return reader(bytes, 200)
}

const read = (bytes: Uint8Array, selection: Selection = { hourly }): Result.Result<Answer<Selection>, Misread> =>
  Result.map(readMaybe(bytes, selection), (answer) => (answer === doubtful ? assert.fail("it proves nothing") : answer))

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

const valuesOf = (answer: Answer<Selection>, column: string): unknown => Reflect.get(answer.hourly ?? {}, column)

const foundIn = (result: ReturnType<typeof read>): Misread =>
  Result.isFailure(result) ? result.failure : assert.fail("it was read")

describe("a response", () => {
  it("is read at any position of a buffer", async () => {
    const bytes = await bytesOf(`hourly=${hourly.join()}`)
    const expected = Result.getOrThrow(read(bytes))
    for (let shift = 0; shift < 9; shift++) {
      // A view of a larger buffer, as pieces of a socket are. Its slices are views as well.
      const view = Buffer.alloc(bytes.length + shift)
        .fill(bytes, shift)
        .subarray(shift)
      assert.deepStrictEqual(read(view), Result.succeed(expected))
    }
  })

  it.each(["flatbuffers", "json"] as const)("has no part of its bytes once it is read from %s", async (format) => {
    const selection = { hourly, daily: ["sunrise", "rain_sum"], current: ["rain"], models }
    const query = Object.entries(selection).map(([name, values]) => `${name}=${values.join()}`)
    const bytes = await bytesOf(`${query.join("&")}&timezone=Europe/Berlin`, format)
    const { flatbuffers: byNumbers, json } = Readers.one(selection)
    const reader = (format === "json" ? json : byNumbers?.(flatbuffers)) as BytesReader<Answer<Selection>>
    assert.isTrue(reader.copies)
    const answer = Result.getOrThrow(reader(bytes.slice(), 200))
    const seen = bytes.slice()
    const overwritten = Result.getOrThrow(reader(seen, 200))
    seen.fill(0x2a)
    assert.deepStrictEqual(overwritten, answer)
  })

  it("is read if a server that does not know flatbuffers sends JSON", () => {
    const json = {
      latitude: 1,
      longitude: 2,
      utc_offset_seconds: 0,
      timezone: "GMT",
      timezone_abbreviation: "GMT",
      hourly_units: { time: "iso8601", temperature_2m: "°C", rain: "mm" },
      hourly: { time: ["2026-01-01T00:00"], temperature_2m: [1.5], rain: [null] }
    }
    const answer = Result.getOrThrow(read(text(JSON.stringify(json))))
    assert.deepStrictEqual(valuesOf(answer, "temperature_2m"), Float64Array.of(1.5))
  })

  it.each([
    ["nothing", "", "no text", true],
    ["a proxy's page", "<!DOCTYPE html><html></html>", "<!DOCTYPE html>", true],
    ["an error", '{"error":true,"reason":"Model run not available"}', "Model run not available", false]
  ])("of %s is not a result", (_, body, found, passing) => {
    const misread = foundIn(read(text(body)))
    assert.include(misread.found, found)
    assert.strictEqual(misread.passing, passing)
  })

  it("that is cut off may succeed when it is sent again", async () => {
    const bytes = await bytesOf(`hourly=${hourly.join()}`)
    fc.assert(
      fc.property(fc.integer({ min: 4, max: bytes.length - 1 }), (length) => {
        assert.isTrue(foundIn(read(bytes.slice(0, length))).passing)
      }),
      { numRuns: runs(50) }
    )
    const aborted = Buffer.concat([bytes, text("Unexpected error while streaming data: timeoutReached")])
    const misread = foundIn(read(aborted))
    assert.isTrue(misread.passing)
    assert.include(misread.found, "timeoutReached")
  })

  it("of other bytes is an issue or a whole result, never an exception", async () => {
    const bytes = await bytesOf(`hourly=${hourly.join()}&daily=sunrise`)
    assert.doesNotThrow(() =>
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
          (changes) => {
            const broken = bytes.slice()
            for (const [at, byte] of changes) broken[at] = byte
            const result = readMaybe(broken, { hourly, daily: ["sunrise"] })
            if (Result.isSuccess(result) && result.success !== doubtful)
              assert.containsAllKeys(result.success, ["hourly", "daily"])
          }
        ),
        { numRuns: runs(500) }
      )
    )
  })
})

describe("columns and models", () => {
  it("of other variables prove nothing", async () => {
    for (const other of ["rain,temperature_2m", "temperature_2m,snowfall", "temperature_2m,rain,rain"]) {
      assert.deepStrictEqual(readMaybe(await bytesOf(`hourly=${other}`)), Result.succeed(doubtful))
    }
    assert.strictEqual(foundIn(read(await bytesOf("hourly=temperature_2m"))).path, "hourly.rain")
  })

  it("of several models come in the order of the request", async () => {
    const bytes = await bytesOf(`hourly=${hourly.join()}&models=${models.join()}`)
    assert.isTrue(Result.isSuccess(read(bytes, { hourly, models })))
    const swapped = readMaybe(bytes, { hourly, models: ["gfs_global", "icon_seamless", "jma_seamless"] })
    assert.deepStrictEqual(swapped, Result.succeed(doubtful))
  })

  it("of models that are left out are absent", async () => {
    const bytes = await bytesOf(`hourly=${hourly.join()}&models=icon_seamless,jma_seamless`)
    const answer = Result.getOrThrow(read(bytes, { hourly, models }))
    assert.deepStrictEqual(valuesOf(answer, "absent"), ["temperature_2m_gfs_global", "rain_gfs_global"])
  })
})
