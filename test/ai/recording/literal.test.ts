import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import * as Vm from "node:vm"
import { CursorLiteral, inline, literal } from "../../../src/ai/internal/recording/literal.ts"
import { runs } from "../../depth.ts"

const valueOf = (code: string | undefined): unknown => Vm.runInThisContext(`(${code ?? "undefined"})`)

/** What would break a line, a comment or a template, or looks like something else. */
const odd = fc.constantFrom(
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "*/",
  "//",
  "`",
  "${1}",
  "\\",
  '"',
  "'",
  "\u202E",
  "\u200B",
  "\u{E0041}",
  "\uD800",
  "__proto__",
  "\u0000",
  "\u0085"
)

const text = fc
  .array(fc.oneof(odd, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 6 })
  .map((all) => all.join(""))

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 4 }).map((fields) => Object.fromEntries(fields))
  )
}))

const linesOf = (code: string): ReadonlyArray<string> => code.split(/[\n\r\u2028\u2029]/)

it("are the values, whatever these say, and hide nothing", () =>
  fc.assert(
    fc.property(value, fc.nat({ max: 40 }), (value, column) => {
      const one = inline(value)
      const many = literal(value, 2, column)
      assert.deepStrictEqual(valueOf(one), value)
      assert.deepStrictEqual(valueOf(many), value)
      assert.strictEqual(linesOf(one ?? "").length, 1)
      for (const line of linesOf(many ?? "")) assert.notMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
    { numRuns: runs(3000) }
  ))

it("have a line each where they are long, and texts are never cut", () => {
  const long = "a".repeat(130)
  assert.strictEqual(literal({ a: 1, b: [2] }, 2, 10), "{ a: 1, b: [2] }")
  assert.strictEqual(literal({ "a-b": long, c: [] }, 2, 10), `{\n    "a-b": "${long}",\n    c: []\n  }`)
  // A line has 120 characters.
  const fits = { a: "b".repeat(120 - 10 - '{ a: "" }'.length) }
  assert.notInclude(literal(fits, 2, 10) ?? "", "\n")
  assert.include(literal(fits, 2, 11) ?? "", "\n")
})

it("have what is not JSON, and no secret", () => {
  assert.strictEqual(inline(new Date(0)), '"1970-01-01T00:00:00.000Z"')
  assert.strictEqual(inline(DateTime.makeUnsafe(0)), '"1970-01-01T00:00:00.000Z"')
  assert.strictEqual(inline(Uint8Array.of(1, 255)), "Uint8Array.of(1, 255)")
  assert.strictEqual(inline(Redacted.make("hunter2")), '"<redacted>"')
  assert.strictEqual(inline(new CursorLiteral("a")), 'Page.Cursor.make("a")')
  assert.deepStrictEqual([-0, Number.NaN, -1 / 0].map(inline), ["-0", "Number.NaN", "Number.NEGATIVE_INFINITY"])
})

it("are none of what cannot be written", () => {
  const circle: Record<string, unknown> = {}
  circle["a"] = circle
  const none = [() => 1, Symbol("a"), 1n, new Map(), new Date(Number.NaN), circle, { a: [() => 1] }]
  assert.deepStrictEqual(none.map(inline), Array(none.length).fill(undefined))
})
