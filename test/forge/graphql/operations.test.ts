/** The scanner of documents reads each character a bounded number of times, whatever the document is. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { operationsOf, type Text } from "../../../src/forge/internal/graphql/operations.ts"

/** A text that counts how many of its characters are read. */
const counting = (text: string) => {
  let reads = 0
  const counted: Text = {
    length: text.length,
    charCodeAt: (index) => {
      reads++
      return text.charCodeAt(index)
    },
    slice: (from, to) => {
      reads += to - from
      return text.slice(from, to)
    }
  }
  return { counted, reads: () => reads }
}

/** The most reads of each character. */
const most = 10

const readsOf = (text: string): number => {
  const { counted, reads } = counting(text)
  operationsOf(counted)
  return reads() / text.length
}

/** What strings, comments, names and brackets begin and end with, and what may undo an end. */
const pieces = [
  '"',
  '\\"',
  "\\",
  '"""',
  '\\"""',
  '""',
  "#",
  "\n",
  "\r",
  "a",
  "_1",
  "$",
  "$a",
  "{",
  "}",
  "(",
  ")",
  "@",
  " "
]

describe("the time to scan a document", () => {
  it.each(pieces)("grows with its length alone: %j, many times", (piece) => {
    for (const before of ["", '"', '"""', "#", "$", "query "]) {
      assert.isAtMost(readsOf(before + piece.repeat(5_000)), most)
    }
  })

  it("grows with its length alone, whatever is repeated", () => {
    const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(some, some, (before, repeated) => {
        assert.isAtMost(readsOf(before.join("") + repeated.join("").repeat(500)), most)
      })
    )
  })
})

describe("a string or a comment", () => {
  const none: ReadonlySet<string> = new Set()
  const inner = "{ b } query C { d }"

  it.each([
    `"${inner}"`,
    `"\\"${inner}\\\\"`,
    `"""${inner}"""`,
    `""" "" \\""" ${inner} \n """`,
    `"" # ${inner}\n`,
    `"" # ${inner}" """\r`,
    `"unended ${inner}\n`,
    `"unended \\\n`
  ])("opens nothing: %s", (text) => {
    const operations = operationsOf(`query A($x: Int) { a(b: ${text} c: $y) }\nmutation B { c }`)
    assert.deepStrictEqual(operations, [
      { kind: "query", name: "A", variables: new Set(["x", "y"]) },
      { kind: "mutation", name: "B", variables: none }
    ])
  })

  it("without an end reaches to the end of the document", () => {
    assert.deepStrictEqual(operationsOf('query A { a(b: """ ) }\nmutation B { c }'), [
      { kind: "query", name: "A", variables: none }
    ])
  })
})
