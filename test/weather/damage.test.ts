/** However the text of a response is damaged, a series never has other values than the text. */
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"
import { asked, blockOf, format, meant } from "./arbitraries.ts"
import * as Json from "./json.ts"
import * as Wire from "./wire.ts"
import { runs } from "../depth.ts"

describe("a damaged response", () => {
  /** Decodes a response with `JSON.parse`, in a simple way; undefined if it does not match the request. */
  const readLong = (text: string): Wire.Meant | undefined => {
    const json = Json.tryObject(text)
    if (json === undefined) return undefined
    const timezone = json["timezone"] ?? "GMT"
    const offsetSeconds = json["utc_offset_seconds"] ?? (timezone === "GMT" ? 0 : null)
    if (typeof offsetSeconds !== "number" || typeof timezone !== "string") return undefined
    const instant = (wire: Json.Json | undefined): number =>
      typeof wire === "number"
        ? wire * 1_000
        : typeof wire === "string"
          ? Date.parse(wire.length === 10 ? wire : `${wire}Z`) - offsetSeconds * 1_000
          : Number.NaN
    const blocks = Object.entries(asked).map(([name, variables]) => {
      const block = Json.objectAt(json, name)
      const columns = variables.map((column) => {
        const times = column === "sunrise" || column === "moonrise"
        const values = Json.listAt(block, column).map((cell) =>
          cell === null ? null : times ? instant(cell) : typeof cell === "number" ? cell : Number.NaN
        )
        const unit = Json.objectAt(json, `${name}_units`)[column]
        return [column, { unit: typeof unit === "string" ? unit : "", values }] as const
      })
      return { name, time: Json.listAt(block, "time").map(instant), columns: Object.fromEntries(columns) }
    })
    return { latitude: 0, longitude: 0, timezone, offsetSeconds, blocks }
  }

  it("is refused, or decodes to the values of its text", () => {
    const at = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((n) => n / 1_000_000)
    const edit = fc.oneof(
      // Another digit, which is often another value. Then anything, which is often not JSON.
      fc.record({ at, cut: fc.constant(1), added: fc.constantFrom("0", "1", "7", "9") }),
      fc.record({
        at,
        cut: fc.integer({ min: 0, max: 6 }),
        added: fc.constantFrom("", "", "null", "nan", "1", '"', ",", "0,", '"x"', "[", "]", "{}", "-", ".", "T", "e5")
      })
    )
    let accepted = 0
    fc.assert(
      fc.property(meant, format, fc.array(edit, { minLength: 1, maxLength: 2 }), (from, as, edits) => {
        const whole = Wire.write([from], as)
        const text = edits.reduce((damaged, { added, at, cut }) => {
          const position = Math.floor(at * damaged.length)
          return damaged.slice(0, position) + added + damaged.slice(position + cut)
        }, whole)
        const decoded = Decode.one(text, asked)
        if (Result.isFailure(decoded)) return
        accepted++
        const long = readLong(text)
        assert.isDefined(long, text)
        const answer = decoded.success
        for (const name of ["minutely_15", "hourly", "daily"] as const) {
          const block = blockOf(long, name)
          assert.deepStrictEqual(Array.from(answer[name].time), block.time)
          for (const [column, { values }] of Object.entries(block.columns)) {
            assert.deepStrictEqual(
              Array.from(Option.getOrThrow(Series.find(answer[name], column)).values),
              values.map((value) => value ?? Number.NaN)
            )
          }
        }
      }),
      { numRuns: runs(1_500) }
    )
    assert.isAbove(accepted, runs(1_500) / 20)
  })
})
