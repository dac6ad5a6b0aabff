import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Mark from "../../src/rest/Mark.ts"

const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  // Lone surrogates too.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom("-->", "--!>", "a\n-->b", "%2D", "-", " ", "<!--", "%uD800", "\uD800", "\u0000", "\r\n")
)

it("a mark is one HTML comment on one line, whatever the key", () => {
  fc.assert(
    fc.property(anything, (key) => {
      const [, inside] = /^<!-- (.*) -->$/.exec(Mark.of(key)) ?? []
      assert.match(inside ?? "", /^forgecast:key=[\w.:/@%!~*'()]*$/)
    })
  )
})

it("different keys have different marks", () => {
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      assert.strictEqual(Mark.of(one) === Mark.of(other), one === other)
    })
  )
})

it("a text keeps its words above the mark", () => {
  const mark = Mark.of("a-1")
  assert.strictEqual(mark, "<!-- forgecast:key=a%2D1 -->")
  assert.strictEqual(Mark.add("Thanks.", mark), `Thanks.\n\n${mark}`)
  for (const nothing of [undefined, null, ""]) assert.strictEqual(Mark.add(nothing, mark), mark)
})

it.each([
  ["at its end", `Thanks.\n\n${Mark.of("a")}`, true],
  ["alone", Mark.of("a"), true],
  ["in a text with Windows line ends", `Thanks.\r\n\r\n${Mark.of("a")}\r\n`, true],
  ["above generated notes", `Notes.\n\n${Mark.of("a")}\n\n## Changes`, true],
  ["quoted", `> Thanks.\n>\n> ${Mark.of("a")}`, false],
  ["within a line", `The mark is ${Mark.of("a")}`, false],
  ["of another key", `Thanks.\n\n${Mark.of("ab")}`, false],
  ["nowhere", "Thanks.", false],
  ["without a text", null, false]
] as const)("a mark is recognized %s", (_, text, expected) => {
  assert.strictEqual(Mark.isIn(text, Mark.of("a")), expected)
})

it("a text without its mark is what it was", () => {
  const mark = Mark.of("a")
  for (const text of ["Thanks.", "One\n\nTwo", ""]) assert.strictEqual(Mark.remove(Mark.add(text, mark), mark), text)
  assert.strictEqual(Mark.remove(`Notes.\r\n\r\n${mark}\r\n`, mark), "Notes.")
  assert.strictEqual(Mark.remove(`Notes.\n\n${mark}\n\n## Changes`, mark), "Notes.\n\n\n## Changes")
  // What is not marked stays as it is.
  for (const text of ["Thanks.\n", `> ${mark}\n`]) assert.strictEqual(Mark.remove(text, mark), text)
  assert.strictEqual(Mark.remove(null, mark), "")
})
