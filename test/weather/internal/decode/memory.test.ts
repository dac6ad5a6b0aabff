/** What a column keeps alive: the memory of a few columns, not that of a whole response. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { BytesReader } from "../../../../src/rest/Call.ts"
import type { Answer, Selection } from "../../../../src/weather/Answer.ts"
import { doubtful } from "../../../../src/weather/Service.ts"
import { flatbuffers } from "../../../../src/weather/internal/flatbuffers/decoder.ts"
import * as Readers from "../../../../src/weather/internal/decode/readers.ts"
import { Memory } from "../../../../src/weather/internal/decode/memory.ts"
import * as Answers from "../../../bench/answers.ts"
import "../../flatbuffers/loaded.ts"

/** What a place keeps alive, in bytes. */
const keptBy = (series: object): number => {
  const buffers = new Set(Answers.names.map((name) => (Reflect.get(series, name) as Float64Array).buffer))
  buffers.add((Reflect.get(series, "time") as Float64Array).buffer)
  return Array.from(buffers).reduce((sum, { byteLength }) => sum + byteLength, 0)
}

/** What an empty column has at its ends. */
const nothing = -1

describe("the memory of columns", () => {
  it.each([0, 1, 24, 168, 700, 2_047, 2_048, 2_049])("%i rows: shares no values, and has none in vain", (rows) => {
    const memory = new Memory()
    memory.reserve(rows, 3)
    const columns = Array.from({ length: 40 }, () => memory.take(rows))
    for (const [i, column] of columns.entries()) column.fill(i)
    assert.deepStrictEqual(
      columns.map((column) => [column.length, column[0] ?? nothing, column.at(-1) ?? nothing]),
      columns.map((_, i) => (rows === 0 ? [0, nothing, nothing] : [rows, i, i]))
    )
    const pieces = new Map(columns.map(({ buffer }) => [buffer, columns.filter((column) => column.buffer === buffer)]))
    // The last one has room for more columns.
    for (const [{ byteLength }, own] of Array.from(pieces).slice(0, -1))
      assert.strictEqual(byteLength, own.length * rows * 8)
  })

  it.each(["flatbuffers", "json"] as const)("%s: one of many places keeps little more than its own", (format) => {
    const shape = { rows: 168, places: 40, timeformat: "unixtime", nulls: 0, start: 0 } as const
    const { flatbuffers: byNumbers, json } = Readers.many({ hourly: Answers.names }, 40)
    const isJson = format === "json"
    // The reader of JSON takes bytes as well.
    const read = isJson ? (json as BytesReader<ReadonlyArray<Answer<Selection>>>) : byNumbers?.(flatbuffers)
    const bytes = isJson ? new TextEncoder().encode(Answers.answer(shape)) : new Uint8Array(Answers.flatbuffers(shape))
    const answers = Result.getOrThrow(read?.(bytes, 200) ?? assert.fail("no reader"))
    if (answers === doubtful) return assert.fail("it proves nothing")
    const own = 11 * 168 * 8
    // A piece of JSON may begin in one place and end in the next.
    const most = format === "json" ? own + 2 * 16_384 : own
    for (const { hourly } of answers.slice(1)) assert.isAtMost(keptBy(hourly ?? assert.fail("no hours")), most)
  })
})
