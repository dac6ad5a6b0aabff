import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { Issue } from "../../src/forge/schema/Issue.ts"
import * as Decoder from "../../src/rest/Decoder.ts"
import * as Generate from "../../src/rest/internal/decode/generate.ts"
import * as Wire from "../../src/rest/Wire.ts"
import { issuesPage } from "../bench/issuesPage.ts"
import { anySchema, corrupt, junk, Person, picks, Tree } from "./anySchema.ts"
import { runs } from "../depth.ts"

/** The generated code and the schema's own parser must agree on what they refuse and on what they return. */
const assertSame = (schema: Schema.ConstraintDecoder<unknown>, input: unknown) => {
  const generated = Generate.generate(schema.ast)(input)
  const parsed = Schema.decodeUnknownResult(schema)(input)
  if (generated === Generate.refused) assert.isTrue(Result.isFailure(parsed), "only the generated code refuses")
  else assert.deepStrictEqual(Result.succeed(generated), parsed)
}

/** The counterexample to a property, if there is one. */
const counterexample = <T>(property: fc.IProperty<T>, numRuns: number) =>
  fc.defaultReportMessage(fc.check(property, { numRuns: runs(numRuns) }))

const mismatch = (schema: Schema.ConstraintDecoder<unknown>, input: unknown) => {
  const result = Decoder.make(schema)(input)
  return Result.isFailure(result) ? result.failure : assert.fail("it was not refused")
}

describe("generated code", () => {
  it("returns what the schema's parser returns, for any schema and input", () => {
    const inputs = anySchema.chain(({ schema, input }) => fc.record({ schema: fc.constant(schema), input }))
    const property = fc.property(inputs, picks, junk, ({ schema, input }, where, other) => {
      assertSame(schema, input)
      assertSame(schema, corrupt(input, where, other))
    })
    assert.isUndefined(counterexample(property, 3_000))
  })

  it("returns what the schema's parser returns, for valid and for corrupted issues", () => {
    const page: ReadonlyArray<unknown> = issuesPage(20)
    assertSame(Schema.Array(Issue), page)
    const property = fc.property(fc.constantFrom(...page), picks, junk, (issue, where, other) => {
      const damaged = corrupt(issue, where, other)
      assertSame(Issue, damaged)
      assertSame(Schema.toCodecJson(Issue), damaged)
    })
    assert.isUndefined(counterexample(property, 1_000))
  })

  it("does not modify the input, and drops fields that the schema does not name", () => {
    const schema = Schema.Struct({ tags: Schema.Array(Wire.Timestamp), "a-b": Wire.nullable(Schema.String) })
    const input = { tags: Object.freeze(["2024-01-01T00:00:00Z"]), more: 1, ["__proto__"]: { "a-b": "not a field" } }
    assert.deepStrictEqual(Generate.generate(schema.ast)(Object.freeze(input)), {
      tags: [DateTime.makeUnsafe("2024-01-01T00:00:00Z")],
      "a-b": null
    })
  })

  it("creates plain objects, even for field names that every object has", () => {
    const read = Decoder.make(Schema.Struct({ constructor: Schema.String, toString: Schema.Int, a: Schema.Null }))
    const value = Result.getOrThrow(read(JSON.parse('{"a":null,"toString":1,"constructor":"c"}')))
    assert.deepStrictEqual(Object.entries(value), [
      ["constructor", "c"],
      ["toString", 1],
      ["a", null]
    ])
    const plain = Result.getOrThrow(Decoder.make(Schema.Struct({ a: Schema.Int }))({ a: 1 }))
    assert.strictEqual(Object.getPrototypeOf(plain), Object.prototype)
    assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
  })

  it("is generated once for each schema, and once for a record that several schemas share", () => {
    const made: Array<string> = []
    const original = globalThis.Function
    const Part = Schema.Struct({ id: Schema.Int })
    try {
      globalThis.Function = new Proxy(original, {
        apply: (target, self, args: ReadonlyArray<string>) => {
          made.push(args.at(-1) ?? "")
          return Reflect.apply(target, self, args) as unknown
        }
      })
      const one = Decoder.make(Schema.Array(Part))
      const other = Decoder.make(Schema.NullOr(Part))
      assert.strictEqual(made.length, 0, "nothing is generated before the first use")
      assert.deepStrictEqual(one([{ id: 1 }]), Result.succeed([{ id: 1 }]))
      assert.deepStrictEqual(other({ id: 2 }), Result.succeed({ id: 2 }))
      assert.deepStrictEqual(other(null), Result.succeed(null))
    } finally {
      globalThis.Function = original
    }
    assert.strictEqual(made.length, 3)
  })
})

describe("Decoder", () => {
  it("decodes where code generation from strings is forbidden", () => {
    const original = globalThis.Function
    try {
      globalThis.Function = new Proxy(original, {
        apply: () => {
          throw new EvalError("Refused to evaluate a string as JavaScript")
        }
      })
      const decode = Decoder.make(Schema.Struct({ at: Wire.nullable(Wire.Timestamp), id: Schema.Int }))
      assert.deepStrictEqual(decode({ id: 1 }), Result.succeed({ at: null, id: 1 }))
      assert.deepStrictEqual(decode({ id: "1" }), Result.fail({ path: "id", found: 'Expected number, found "1"' }))
    } finally {
      globalThis.Function = original
    }
  })

  it("reports the path, what was expected and what was found", () => {
    const [issue] = issuesPage(1)
    const issues = Schema.Array(Issue)
    assert.deepStrictEqual(mismatch(issues, [issue, { ...issue, user: { login: 1 } }]), {
      path: "[1].user.login",
      found: "Expected string, found 1"
    })
    assert.deepStrictEqual(mismatch(issues, [{ ...issue, id: undefined }]), {
      path: "[0].id",
      found: "Expected number, found nothing"
    })
    assert.deepStrictEqual(mismatch(issues, [{ ...issue, created_at: "yesterday" }]), {
      path: "[0].created_at",
      found: 'Expected an ISO 8601 timestamp, found "yesterday"'
    })
    assert.deepStrictEqual(mismatch(issues, { message: "no list" }), {
      path: "",
      found: "Expected array, found an object"
    })
    assert.deepStrictEqual(mismatch(issues, null), { path: "", found: "Expected array, found null" })
  })

  it("reports the union member that matched best", () => {
    const [issue] = issuesPage(1)
    assert.deepStrictEqual(mismatch(Issue, { ...issue, labels: ["bug", { id: 1, name: 3 }] }), {
      path: "labels[1].name",
      found: "Expected string | null | undefined, found 3"
    })
  })

  it("reports the deepest mismatch, and the first of those that are equally deep", () => {
    const Deep = Schema.Struct({ a: Schema.Struct({ b: Schema.Struct({ c: Schema.Int }) }) })
    const Flat = Schema.Struct({ a: Schema.String })
    const Other = Schema.Struct({ a: Schema.Struct({ b: Schema.Boolean }) })
    for (const members of [
      [Deep, Flat, Other],
      [Flat, Deep, Other],
      [Flat, Other, Deep]
    ]) {
      assert.deepStrictEqual(mismatch(Schema.Union(members), { a: { b: { c: "1" } } }), {
        path: "a.b.c",
        found: 'Expected number, found "1"'
      })
    }
    const both = Schema.Union([Schema.Struct({ a: Schema.Int }), Schema.Struct({ a: Schema.Boolean })])
    assert.deepStrictEqual(mismatch(both, { a: "1" }), { path: "a", found: 'Expected number, found "1"' })
  })

  it("quotes only short text, and nothing that may be a secret", () => {
    const schema = Schema.Struct({ count: Schema.Int })
    assert.strictEqual(mismatch(schema, { count: "many" }).found, 'Expected number, found "many"')
    assert.strictEqual(
      mismatch(schema, { count: "ghs_16C7e42F292c6912E7710c838347Ae178B4a" }).found,
      "Expected number, found a string of 40 characters"
    )
    assert.strictEqual(
      mismatch(schema, { count: "x ".repeat(500) }).found,
      "Expected number, found a string of 1000 characters"
    )
    assert.strictEqual(mismatch(schema, { count: [1, 2] }).found, "Expected number, found an array of 2")
  })

  it("quotes text of 40 characters at most, and no run of 20 letters or digits", () => {
    const schema = Schema.Struct({ count: Schema.Int })
    const found = (count: string) => mismatch(schema, { count }).found.replace("Expected number, found ", "")
    const short = "it rains ".repeat(5).slice(0, 40)
    assert.strictEqual(found(short), `"${short}"`)
    assert.strictEqual(found(`${short}.`), "a string of 41 characters")
    assert.strictEqual(found(`no ${"7".repeat(19)}!`), `"no ${"7".repeat(19)}!"`)
    assert.strictEqual(found(`no ${"7".repeat(20)}!`), "a string of 24 characters")
  })

  it("says in 200 characters at most what was expected", () => {
    const what = (length: number) => "x".repeat(length - "Expected ".length)
    const found = (expected: string) =>
      mismatch(Schema.String.check(Schema.makeFilter(() => false, { expected })), "a").found
    assert.strictEqual(found(what(200)), `Expected ${what(200)}, found "a"`)
    assert.strictEqual(found(what(201)), `Expected ${what(200)}, found "a"`)
  })

  it("accepts any schema without services: classes, recursive schemas, transformations", () => {
    assert.deepStrictEqual(Decoder.make(Person)({ name: "Ada" }), Result.succeed(new Person({ name: "Ada" })))
    const tree = { label: "a", children: [{ label: "b", children: [] }] }
    assert.deepStrictEqual(Decoder.make(Tree)(tree), Result.succeed(tree))
    const Count = Schema.Struct({ count: Schema.NumberFromString })
    assert.deepStrictEqual(Decoder.make(Count)({ count: "3" }), Result.succeed({ count: 3 }))
    assert.strictEqual(mismatch(Tree, { label: "a", children: [{ label: "b" }] }).path, "children[0].children")
  })
})
