/** Places of one response whose columns differ: each is read by its own, although those of most are the same. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Requested } from "../../src/weather/Service.ts"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import { messagesOf } from "../../src/weather/internal/flatbuffers/messages.ts"
import { treesFor } from "../../src/weather/internal/flatbuffers/tree.ts"
import { isTree } from "../../src/weather/internal/decode/tree.ts"
import { bytesOf } from "./flatbuffers/build.ts"

type Columns = Readonly<Record<string, ReadonlyArray<number>>>

const place = (hourly: Columns, others: Readonly<Record<string, Columns>> = {}) => ({
  latitude: 1,
  longitude: 2,
  utc_offset_seconds: 0,
  timezone: "GMT",
  timezone_abbreviation: "GMT",
  ...Object.fromEntries(
    Object.entries({ hourly, ...others }).map(([block, columns]) => [block, { time: [0], ...columns }])
  )
})

const read = (selection: Requested, ...places: ReadonlyArray<unknown>) => {
  const located = places.map((place, location_id) => Object.assign({}, place, location_id > 0 && { location_id }))
  return Result.getOrThrow(Decode.many(JSON.stringify(located), selection, places.length))
}

describe("a place", () => {
  it("may lack the last column of the place before", () => {
    const weekly = ["rain_sum", "snowfall_sum"]
    const both = { weekly: { rain_sum: [1], snowfall_sum: [2] } }
    const [, second] = read({ weekly }, place({}, both), place({}, { weekly: { rain_sum: [3] } }))
    assert.deepStrictEqual(second?.weekly?.columns, ["rain_sum"])
    assert.deepStrictEqual(second?.weekly?.absent, ["snowfall_sum"])
  })

  it("may name its columns otherwise than the place before", () => {
    const [, second] = read({ hourly: ["rain"], models: ["gfs025"] }, place({ rain: [1] }), place({ rain_gfs025: [3] }))
    assert.deepStrictEqual(Reflect.get(second?.hourly ?? {}, "rain"), Float64Array.of(3))
  })

  it("may be that of another model than the place before, with the same columns", () => {
    const runs: Readonly<Record<string, number>> = { a: 2, b: 3 }
    const selection = {
      hourly: ["rain"],
      daily: ["rain_sum"],
      models: ["a", "b"],
      runsOf: (model: string) => runs[model]
    }
    const two = { rain: [1], rain_member01: [1] }
    const daily = { rain_sum: [1] }
    const answers = read(selection, place(two, { daily }), place({ ...two, rain_member02: [1] }, { daily }))
    assert.deepStrictEqual(
      answers.map(({ daily }) => daily?.columns),
      [["rain_sum_a"], ["rain_sum_b"]]
    )
  })
})

it("a message may have other members than the message before", () => {
  const treeOf = treesFor({ hourly: ["rain"] })
  const namesOf = (...members: ReadonlyArray<number>) => {
    const columns = members.map((member) => ({ name: "rain", member, values: [1] }))
    const [message] = messagesOf(bytesOf({ hourly: { time: 0, end: 3_600, interval: 3_600, columns } })) ?? []
    const hourly = treeOf([], [message ?? assert.fail("no message")]).get("hourly")
    return isTree(hourly) ? Array.from(hourly.keys()) : []
  }
  assert.deepStrictEqual(namesOf(0, 1), ["time", "rain", "rain_member01"])
  assert.deepStrictEqual(namesOf(0, 2), ["time", "rain", "rain_member02"])
})
