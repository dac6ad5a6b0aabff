/** Compares the scanner with `JSON.parse`: it accepts the same texts and reads the same values. */
import { inspect, isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { isList, isTree, type Node, Numbers, WallTimes } from "../../../../src/weather/internal/decode/tree.ts"
import { scan } from "../../../../src/weather/internal/decode/scan.ts"
import { files, read } from "../../fixtures.ts"
import * as Json from "../../json.ts"
import { runs } from "../../../depth.ts"

/** Converts the columns of the scanner back to lists. */
const plain = (node: Node): Json.Json => {
  if (node instanceof Numbers) return Array.from(node.values, (value) => (Number.isNaN(value) ? null : value))
  if (node instanceof WallTimes) {
    return Array.from(node.values, (value) => {
      if (Number.isNaN(value)) return null
      const iso = new Date(value).toISOString()
      // A date becomes midnight; `sameTimes` accepts that.
      return iso.slice(0, 16)
    })
  }
  if (isList(node)) return node.map(plain)
  if (isTree(node)) return Object.fromEntries(Array.from(node, ([key, value]) => [key, plain(value)]))
  if (typeof node === "object" && node !== null) throw new Error("unknown node")
  return node
}

/** Adds a midnight to dates, as `plain` does. */
const withMidnight = (json: Json.Json): Json.Json => {
  if (Json.isList(json)) {
    const times = json.every((cell) => cell === null || (typeof cell === "string" && isTime(cell)))
    const some = json.some((cell) => cell !== null)
    if (times && some)
      return json.map((cell) => (typeof cell === "string" && cell.length === 10 ? `${cell}T00:00` : cell))
    return json.map(withMidnight)
  }
  if (Json.isObject(json)) {
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, withMidnight(value)]))
  }
  return json
}

const isTime = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(text)) return false
  const millis = Date.parse(text.length === 10 ? text : `${text}Z`)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text)
}

const parse = (text: string): Json.Json | undefined => {
  try {
    return Json.parse(text)
  } catch {
    return undefined
  }
}

/** How the scanner differs from `JSON.parse`; undefined if it does not. */
const difference = (text: string): string | undefined => {
  const expected = parse(text)
  const found = scan(text)
  if (expected === undefined) return Result.isFailure(found) ? undefined : "it accepts invalid JSON"
  if (Result.isFailure(found)) return `it refuses: ${JSON.stringify(found.failure)}`
  return isDeepStrictEqual(plain(found.success), withMidnight(expected))
    ? undefined
    : `${inspect(plain(found.success))} for ${inspect(expected)}`
}

/** Numbers as the service writes them, and any others. */
const numberText = fc.oneof(
  fc
    .integer({ min: -99_999, max: 99_999 })
    .chain((n) => fc.integer({ min: 0, max: 3 }).map((d) => (n / 10 ** d).toFixed(d))),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.integer().map(String),
  fc.constantFrom(
    "-0",
    "-0.0",
    "0.1",
    "1e3",
    "1E-7",
    "123456789012345",
    "1234567890123456",
    "0.000000000000001",
    "5e-324"
  )
)

const space = fc.constantFrom("", "", "", " ", "\n", "\t\r\n  ")

const column = (cell: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.tuple(space, fc.oneof({ weight: 6, arbitrary: cell }, { weight: 1, arbitrary: fc.constant("null") }), space)
    )
    .map((cells) => `[${cells.map((cell) => cell.join("")).join(",")}]`)

const timeText = fc
  .date({ min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:00Z"), noInvalidDate: true })
  .chain((date) => fc.constantFrom(`"${date.toISOString().slice(0, 16)}"`, `"${date.toISOString().slice(0, 10)}"`))

const anyCell = fc.oneof(
  numberText,
  timeText,
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom("true", "[]", "{}")
)

/**
 * Names without a backslash: V8 (Node 24) reads the name `"\""` as a backslash, if an object with the same first names
 * had a name that ended in one.
 */
const unit = fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }).filter((text) => !text.includes("\\"))

const jsonText = fc.oneof(
  fc.json({ stringUnit: unit }),
  column(numberText),
  column(timeText),
  column(anyCell),
  fc.dictionary(fc.string({ unit }), fc.oneof(column(numberText), column(timeText), anyCell)).map((fields) => {
    const entries = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    return `{${entries.join(",")}}`
  })
)

describe("scan", () => {
  it("reads the same values as JSON.parse", () => {
    fc.assert(
      fc.property(jsonText, (text) => assert.isUndefined(difference(text))),
      { numRuns: runs(2_000) }
    )
  })

  it("reads escaped names", () => {
    const node = Result.getOrThrow(scan(String.raw`{"\\":1,"\"":2,"\u0000":3,"a\\":4,"a\"":5,"\ud83c\udf27":6}`))
    assert.isTrue(isTree(node))
    if (isTree(node)) assert.deepStrictEqual([...node.keys()], ["\\", '"', "\0", "a\\", 'a"', "🌧"])
  })

  it("reads numbers to the last bit", () => {
    fc.assert(
      fc.property(fc.array(numberText, { minLength: 1 }), (cells) => {
        const node = Result.getOrThrow(scan(`[${cells.join(",")}]`))
        assert.isTrue(node instanceof Numbers)
        cells.forEach((cell, i) => {
          assert.isTrue(Object.is(node instanceof Numbers ? node.values[i] : undefined, Number(cell)), cell)
        })
      }),
      { numRuns: runs(2_000) }
    )
  })

  it("skips a byte order mark at the start, and keeps it elsewhere", () => {
    const bytes = new TextEncoder().encode('\ufeff{"\ufeffa":"\ufeff","μg/m³":[1,2]}')
    assert.deepStrictEqual(plain(Result.getOrThrow(scan(bytes))), { "\ufeffa": "\ufeff", "μg/m³": [1, 2] })
  })

  it("reads a view of a larger buffer", () => {
    const bytes = new TextEncoder().encode('[[1,2],{"a":[3,4,5,null]}] "not part of it"').subarray(0, 26)
    assert.deepStrictEqual(plain(Result.getOrThrow(scan(bytes.subarray(1, 6)))), [1, 2])
    assert.deepStrictEqual(plain(Result.getOrThrow(scan(bytes))), [[1, 2], { a: [3, 4, 5, null] }])
  })

  it("refuses the same texts as JSON.parse", () => {
    const edited = fc
      .tuple(
        jsonText,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom("", ",", '"', "]", "}", "nan", "-", ".", "0", "e", "\\", "\n", "x")
      )
      .map(([text, at, cut, added]) => {
        const from = at % (text.length + 1)
        // Half of a character has no bytes.
        return Buffer.from(text.slice(0, from) + added + text.slice(from + cut)).toString()
      })
    fc.assert(
      fc.property(edited, (text) => assert.isUndefined(difference(text))),
      { numRuns: runs(5_000) }
    )
  })

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => assert.isUndefined(difference(text))),
      { numRuns: runs(1_000) }
    )
  })

  it.each([
    "01",
    "-",
    "-01",
    "1.",
    ".5",
    "+1",
    "1e",
    "1e+",
    "0x10",
    "Infinity",
    "NaN",
    "nul",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[null,]",
    '["2026-01-01",]',
    '["2026-01-01" "2026-01-02"]',
    '["2026-01-01T00:00"',
    "{]",
    '{"a":1,}',
    "{a:1}",
    '{"a" 1}',
    '{"a":}',
    '"\t"',
    '"\\x"',
    '"\\u12"',
    '"a',
    '"a\\"',
    "[1.5.2]",
    "[--1]",
    "[1-2]",
    "tru",
    "truee",
    "[] []",
    "\u00a01"
  ])("refuses %s", (text) => {
    assert.isUndefined(parse(text))
    assert.isUndefined(difference(text))
  })

  it.each([
    "[null]",
    "[null,null]",
    '[null,"2026-01-01"]',
    '["2026-01-01",null]',
    '["2026-01-01","2026-01-01T10:30"]',
    "[[1],[2]]",
    '["a",1,null,true,{"b":[1]}]',
    '[1,"2026-01-01"]',
    '["2026-01-01",1]',
    '["2026-13-01"]',
    '["2026-02-29"]',
    '["2024-02-29"]',
    '["2026-01-01T24:00"]',
    '["2026-01-01T00:60"]',
    '["2026-01-01T00:00:00"]',
    '["2026-01-01T00:00Z"]',
    '["12026-01-01"]',
    '["00ab-01-01"]',
    '["+026-01-01"]',
    "[ 1 , 2.50 , null ]",
    "[-0]",
    "1",
    '"\\u00b0C"',
    '{"__proto__":1}',
    '{"a":1,"a":2}',
    "[1e400,-1e400]"
  ])("reads %s", (text) => {
    assert.isUndefined(difference(text))
  })

  it("reads a column that is longer than the previous one, and a shorter one", () => {
    const cells = (n: number) => Array.from({ length: n }, (_, i) => (i % 7 === 3 ? null : i / 10))
    for (const lengths of [
      [5, 5_000, 3],
      [5_000, 2_048, 4_096, 0, 1]
    ]) {
      const columns = lengths.map((n, i) => [`c${i}`, cells(n)] as const)
      assert.isUndefined(difference(JSON.stringify(Object.fromEntries(columns))))
    }
    const times = Array.from({ length: 5_000 }, (_, i) => new Date(i * 900_000).toISOString().slice(0, 16))
    assert.isUndefined(difference(JSON.stringify({ time: times, more: cells(5_000), less: times.slice(0, 10) })))
  })

  it("returns buffers that are no longer than their rows", () => {
    const node = Result.getOrThrow(scan('{"a":[1,2,3],"b":[1],"c":["2026-01-01","2026-01-02"]}'))
    assert.isTrue(isTree(node))
    const bytes = Array.from(isTree(node) ? node.values() : [], (value) =>
      value instanceof Numbers || value instanceof WallTimes ? value.values.buffer.byteLength : 0
    )
    assert.deepStrictEqual(bytes, [24, 8, 16])
  })

  it.each(files("forecast", "archive", "other", "geocoding"))("%s", (file) => {
    assert.isUndefined(difference(read(file)))
  })
})
