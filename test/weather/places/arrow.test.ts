import { assert, describe, it } from "@effect/vitest"
import { RecordBatchReader, tableFromIPC, tableToIPC } from "apache-arrow"
import { pipe } from "effect/Function"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Arrow from "../../../src/weather/Arrow.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Places from "../../../src/weather/Places.ts"
import type { Series } from "../../../src/weather/Series.ts"
import { anySeries, seriesOf } from "../series/support/arbitrarySeries.ts"

const nan = Number.NaN
const day = 86_400_000

const site = (latitude: number, longitude: number) => ({
  latitude,
  longitude,
  elevation: null,
  generationtime_ms: null,
  utc_offset_seconds: 0,
  timezone: "GMT",
  timezone_abbreviation: "GMT"
})

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

const bytesOf = (stream: Stream.Stream<Uint8Array>) => Effect.map(Stream.runCollect(stream), joined)

const places = Places.ofCells([
  { ...site(1, 10), hourly: seriesOf({ rain_a: [1, nan], rain_b: [2, 3] }, { start: 0, units: { rain_a: "mm" } }) },
  { ...site(2, 20), hourly: seriesOf({ rain_a: [4], rain_b: [5] }, { start: day, units: { rain_b: "mm" } }) }
])

describe("a table of places", () => {
  it("has a row for each place and instant, with the places in a dictionary", () => {
    const table = tableFromIPC(tableToIPC(Arrow.toPlacesTable(places, "hourly")))
    assert.deepStrictEqual(
      table.schema.fields.map(({ name, type }) => `${name}: ${String(type)}`),
      [
        "place: Dictionary<Int32, Utf8>",
        "latitude: Float64",
        "longitude: Float64",
        "time: Timestamp<MILLISECOND, UTC>",
        "rain_a: Float64",
        "rain_b: Float64"
      ]
    )
    const cells = (name: string): ReadonlyArray<unknown> => Array.from(table.getChild(name) ?? [])
    assert.deepStrictEqual(cells("place"), ["1, 10", "1, 10", "2, 20"])
    assert.deepStrictEqual(cells("latitude"), [1, 1, 2])
    assert.deepStrictEqual(cells("longitude"), [10, 10, 20])
    assert.deepStrictEqual(cells("time").map(Number), [0, 3_600_000, day])
    assert.deepStrictEqual(cells("rain_a"), [1, null, 4])
    assert.strictEqual(table.schema.fields[4]?.metadata.get("unit"), "mm")
    assert.strictEqual(pipe(places, Arrow.toPlacesTable("hourly")).numRows, 3)
  })

  it("has rows for each model, with the models in a dictionary", () => {
    const table = Arrow.toPlacesTable(places, "hourly", { models: ["a", "b"] })
    assert.deepStrictEqual(Array.from(table.getChild("model") ?? []), ["a", "a", "b", "b", "a", "b"])
    assert.deepStrictEqual(Array.from(table.getChild("rain") ?? []), [1, null, 2, 3, 4, 5])
    assert.match(String(table.schema.fields[1]?.type), /^Dictionary/)
  })

  it("has days as dates", () => {
    const daily = seriesOf({ rain_sum: [1] }, { start: Date.UTC(2025, 0, 1), step: day, dates: true })
    const table = Arrow.toPlacesTable(Places.ofCells([{ ...site(1, 1), daily }]), "daily")
    assert.strictEqual(String(table.getChild("time")?.type), "Date32<DAY>")
  })

  it.effect("is the same as a stream, a batch for each place", () =>
    Effect.gen(function* () {
      const options = { models: ["a", "b"] }
      const bytes = yield* bytesOf(Arrow.toPlacesIpcStream(places, "hourly", options))
      const whole = Arrow.toPlacesTable(places, "hourly", options)
      assert.strictEqual(tableFromIPC(bytes).toString(), whole.toString())
      const batches = Array.from(RecordBatchReader.from(bytes))
      assert.deepStrictEqual(
        batches.map(({ numRows }) => numRows),
        [2, 2, 1, 1]
      )
      // The dictionaries are written once: later pieces are shorter.
      const pieces = yield* Stream.runCollect(pipe(places, Arrow.toPlacesIpcStream("hourly", options)))
      assert.isBelow(pieces[1]?.byteLength ?? Infinity, (pieces[0]?.byteLength ?? 0) / 2)
    })
  )
})

describe("a stream of series", () => {
  it.effect("is the table of all rows, whatever the parts", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(anySeries, fc.array(fc.nat(40), { maxLength: 3 }), async (series, cuts) => {
          const edges = [0, ...cuts.map((cut) => Math.min(cut, series.length)), series.length].toSorted((a, b) => a - b)
          const parts = edges.slice(1).map((end, i): Series => Held.cut(series, edges[i] ?? 0, end))
          const bytes = await Effect.runPromise(bytesOf(Arrow.toIpcStream(Stream.fromIterable(parts))))
          const table = tableFromIPC(bytes)
          const whole = tableFromIPC(Arrow.toIpc(series))
          assert.strictEqual(table.numRows, whole.numRows)
          for (const { name } of whole.schema.fields)
            assert.deepStrictEqual(Array.from(table.getChild(name) ?? []), Array.from(whole.getChild(name) ?? []))
          assert.deepStrictEqual(
            table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`),
            whole.schema.fields.map(({ name, type }) => `${name} ${String(type)}`)
          )
        })
      )
    )
  )

  it.effect("has the columns of the first one", () =>
    Effect.gen(function* () {
      const parts: ReadonlyArray<Series> = [
        seriesOf({ rain: [1], snow: [2] }, { start: 0, units: { rain: "mm" } }),
        seriesOf({ snow: [3], wind: [4] }, { start: day })
      ]
      const table = tableFromIPC(yield* bytesOf(Arrow.toIpcStream(Stream.fromIterable(parts))))
      assert.deepStrictEqual(Array.from(table.getChild("rain") ?? []), [1, null])
      assert.deepStrictEqual(Array.from(table.getChild("snow") ?? []), [2, 3])
      assert.isNull(table.getChild("wind"))
      assert.strictEqual((yield* bytesOf(Arrow.toIpcStream(Stream.empty))).byteLength, 0)
    })
  )

  it.effect("holds one part at a time, and passes on failures", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const parts = Stream.fromIterable([1, 2, 3]).pipe(
        Stream.rechunk(1),
        Stream.map((n): Series => {
          seen.push(`made ${n}`)
          return seriesOf({ rain: [n] }, { start: n * day })
        })
      )
      yield* Stream.runForEach(Arrow.toIpcStream(parts), () => Effect.sync(() => void seen.push("bytes")))
      assert.deepStrictEqual(seen, ["made 1", "bytes", "made 2", "bytes", "made 3", "bytes", "bytes"])
      const failing = Stream.concat(parts, Stream.fail("lost" as const))
      assert.strictEqual(yield* Effect.flip(Stream.runDrain(Arrow.toIpcStream(failing))), "lost")
    })
  )
})
