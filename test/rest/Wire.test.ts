import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import * as Wire from "../../src/rest/Wire.ts"
import * as timestamp from "../../src/rest/Timestamp.ts"

const accepts = (schema: Schema.ConstraintDecoder<unknown>, input: unknown) =>
  Option.isSome(Schema.decodeUnknownOption(schema)(input))

describe("nullable", () => {
  const Part = Schema.Struct({ note: Wire.nullable(Schema.String) })

  it("decodes null and absence as null", () => {
    const decode = Schema.decodeUnknownSync(Part)
    assert.deepStrictEqual(decode({}), { note: null })
    assert.deepStrictEqual(decode({ note: null }), { note: null })
    assert.deepStrictEqual(decode({ note: undefined }), { note: null })
    assert.deepStrictEqual(decode({ note: "" }), { note: "" })
    assert.isFalse(accepts(Part, { note: 1 }))
  })

  it("encodes null as null, and is optional in make", () => {
    assert.deepStrictEqual(Schema.encodeSync(Part)({ note: null }), { note: null })
    assert.deepStrictEqual(Part.make({}), { note: null })
    assert.deepStrictEqual(Part.make({ note: "x" }), { note: "x" })
  })

  it("makes one schema of each schema", () => {
    assert.strictEqual(Wire.nullable(Schema.String), Wire.nullable(Schema.String))
    assert.notStrictEqual<unknown>(Wire.nullable(Schema.String), Wire.nullable(Schema.Int))
    const note = Schema.String.annotate({ description: "A note" })
    assert.notStrictEqual<unknown>(Wire.nullable(note), Wire.nullable(Schema.String))
  })
})

describe("withDefault", () => {
  const Part = Schema.Struct({
    count: Wire.withDefault(Schema.Int, 0),
    at: Wire.withDefault(Schema.Array(Wire.Timestamp), [])
  })

  it("decodes null and absence as the default", () => {
    const decode = Schema.decodeUnknownSync(Part)
    assert.deepStrictEqual(decode({}), { count: 0, at: [] })
    assert.deepStrictEqual(decode({ count: null, at: null }), { count: 0, at: [] })
    assert.deepStrictEqual(decode({ count: 2, at: ["2024-01-01T00:00:00Z"] }), {
      count: 2,
      at: [DateTime.makeUnsafe("2024-01-01T00:00:00Z")]
    })
    assert.isFalse(accepts(Part, { count: 0.5 }))
  })

  it("encodes its value, and is optional in make", () => {
    assert.deepStrictEqual(Schema.encodeSync(Part)(Part.make({})), { count: 0, at: [] })
  })
})

describe("openEnum", () => {
  const State = Wire.openEnum(["open", "closed"])

  it("accepts the known values and every other string", () => {
    for (const state of ["open", "closed", "reopened", ""])
      assert.strictEqual(Schema.decodeUnknownSync(State)(state), state)
    assert.isFalse(accepts(State, null))
  })

  it("exposes the known values", () => {
    assert.deepStrictEqual(State.members[1].literals, ["open", "closed"])
    const known: "open" | "closed" | (string & {}) = State.make("closed")
    assert.strictEqual(Schema.encodeSync(State)(known), "closed")
  })
})

describe("Timestamp", () => {
  const decode = Schema.decodeUnknownSync(Wire.Timestamp)

  it("reads what Date reads, and writes it without empty milliseconds", () => {
    const dates = fc.date({ min: new Date("0000-01-01"), noInvalidDate: true })
    const property = fc.property(dates, fc.boolean(), (date, whole) => {
      const at = whole ? new Date(Math.floor(date.getTime() / 1000) * 1000) : date
      const text = at.toISOString()
      assert.strictEqual(decode(text).epochMilliseconds, at.getTime())
      assert.strictEqual(decode(text.replace(".000Z", "Z")).epochMilliseconds, at.getTime())
      assert.strictEqual(Schema.encodeSync(Wire.Timestamp)(DateTime.makeUnsafe(at)), text.replace(".000Z", "Z"))
    })
    assert.isUndefined(fc.defaultReportMessage(fc.check(property, { numRuns: 500 })))
  })

  it("reads offsets, fractions, times without a zone as UTC, and dates alone", () => {
    const instant = DateTime.makeUnsafe("2024-02-29T12:30:00Z")
    for (const text of [
      "2024-02-29T12:30:00Z",
      "2024-02-29T12:30:00.000Z",
      "2024-02-29T14:30:00+02:00",
      "2024-02-29T08:00:00-04:30",
      "2024-02-29T12:30:00",
      "2024-02-29 12:30:00Z"
    ]) {
      assert.deepStrictEqual(decode(text), instant, text)
    }
    assert.deepStrictEqual(decode("2024-02-29"), DateTime.makeUnsafe("2024-02-29T00:00:00Z"))
  })

  it("reads leap days and years before 100", () => {
    assert.strictEqual(decode("2000-02-29T00:00:00Z").epochMilliseconds, Date.UTC(2000, 1, 29))
    // `Date.UTC` takes 99 for 1999.
    assert.strictEqual(decode("0099-12-31T23:59:59Z").epochMilliseconds, Date.parse("0100-01-01T00:00:00Z") - 1_000)
  })

  it("rejects what is not an instant", () => {
    for (const text of [
      "",
      "now",
      "1",
      "2024",
      "1700000000",
      "2023-02-29T00:00:00Z",
      "2024-04-31T00:00:00Z",
      "2024-13-01T00:00:00Z",
      "2024-00-01T00:00:00Z",
      "2024-01-00T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2024-01-01T25:00:00Z",
      "2024-01-01T24:00:01Z",
      "2024-01-01T00:60:00Z",
      "2024-01-01T00:00:60Z",
      "2024-01-01T00:00:61Z",
      "2024-01-01T00:00:0xZ",
      "2024-01-01T00:00:00Y",
      "2024/01/01T00:00:00Z"
    ]) {
      assert.isUndefined(timestamp.parse(text), text)
      assert.isFalse(accepts(Wire.Timestamp, text), text)
    }
    assert.isFalse(accepts(Wire.Timestamp, 1_700_000_000))
  })
})

describe("InputTimestamp", () => {
  const encode = Schema.encodeUnknownOption(Wire.InputTimestamp)

  it("sends a DateTime or a Date, without empty milliseconds", () => {
    assert.deepStrictEqual(encode(new Date("2024-01-01T02:00:00+02:00")), Option.some("2024-01-01T00:00:00Z"))
    assert.deepStrictEqual(
      encode(DateTime.makeUnsafe("2024-01-01T00:00:00.250Z")),
      Option.some("2024-01-01T00:00:00.250Z")
    )
  })

  it("sends ISO text as it is", () => {
    assert.deepStrictEqual(encode("2024-01-01T00:00:00Z"), Option.some("2024-01-01T00:00:00Z"))
  })

  it("rejects an invalid Date, and everything else", () => {
    assert.deepStrictEqual(encode(new Date("never")), Option.none())
    assert.deepStrictEqual(encode("yesterday"), Option.none())
    assert.deepStrictEqual(encode(1_704_067_200_000), Option.none())
  })
})

describe("extendTo", () => {
  const Item = Schema.Struct({ pull_request: Wire.nullable(Schema.Struct({ url: Schema.String })) }).pipe(
    Wire.extendTo(
      { is_pull_request: Schema.Boolean },
      { is_pull_request: (item) => Option.some(item.pull_request !== null) }
    )
  )

  it("adds fields derived from the others, and removes them when encoding", () => {
    const item = Schema.decodeUnknownSync(Item)({ pull_request: { url: "x" } })
    assert.deepStrictEqual(item, { pull_request: { url: "x" }, is_pull_request: true })
    assert.deepStrictEqual(Schema.encodeSync(Item)(item), { pull_request: { url: "x" } })
    assert.deepStrictEqual(Schema.decodeUnknownSync(Item)({ is_pull_request: true }), {
      pull_request: null,
      is_pull_request: false
    })
  })

  it("exposes the fields of the wire", () => {
    assert.deepStrictEqual(Object.keys(Item.from.fields), ["pull_request"])
  })
})
