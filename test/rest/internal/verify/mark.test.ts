import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isMarked, markOf, withMark, withoutMark } from "../../../../src/rest/internal/verify/mark.ts"

const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  // Lone surrogates too.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom("-->", "--!>", "a\n-->b", "%2D", "-", " ", "<!--", "%uD800", "\uD800", "\u0000", "\r\n")
)

it("a mark is one HTML comment on one line, whatever the key", () => {
  fc.assert(
    fc.property(anything, (key) => {
      const [, inside] = /^<!-- (.*) -->$/.exec(markOf(key)) ?? []
      assert.match(inside ?? "", /^forgecast:key=[\w.:/@%!~*'()]*$/)
    })
  )
})

it("different keys have different marks", () => {
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      assert.strictEqual(markOf(one) === markOf(other), one === other)
    })
  )
})

it("a text keeps its words above the mark", () => {
  const mark = markOf("a-1")
  assert.strictEqual(mark, "<!-- forgecast:key=a%2D1 -->")
  assert.strictEqual(withMark("Thanks.", mark), `Thanks.\n\n${mark}`)
  for (const nothing of [undefined, null, ""]) assert.strictEqual(withMark(nothing, mark), mark)
})

it.each([
  ["at its end", `Thanks.\n\n${markOf("a")}`, true],
  ["alone", markOf("a"), true],
  ["in a text with Windows line ends", `Thanks.\r\n\r\n${markOf("a")}\r\n`, true],
  ["above generated notes", `Notes.\n\n${markOf("a")}\n\n## Changes`, true],
  ["quoted", `> Thanks.\n>\n> ${markOf("a")}`, false],
  ["within a line", `The mark is ${markOf("a")}`, false],
  ["of another key", `Thanks.\n\n${markOf("ab")}`, false],
  ["nowhere", "Thanks.", false],
  ["without a text", null, false]
] as const)("a mark is recognized %s", (_, text, expected) => {
  assert.strictEqual(isMarked(text, markOf("a")), expected)
})

it("a text without its mark is what it was", () => {
  const mark = markOf("a")
  for (const text of ["Thanks.", "One\n\nTwo", ""]) assert.strictEqual(withoutMark(withMark(text, mark), mark), text)
  assert.strictEqual(withoutMark(`Notes.\r\n\r\n${mark}\r\n`, mark), "Notes.")
  assert.strictEqual(withoutMark(`Notes.\n\n${mark}\n\n## Changes`, mark), "Notes.\n\n\n## Changes")
  // What is not marked stays as it is.
  for (const text of ["Thanks.\n", `> ${mark}\n`]) assert.strictEqual(withoutMark(text, mark), text)
  assert.strictEqual(withoutMark(null, mark), "")
})
