/** The matchers of the playground, beside those of vitest. */
import { assert, describe, expect as real, it } from "vitest"
import { expect } from "../../../docs/site/src/playground/engine/tests/expect.ts"

type Expect = (actual: unknown) => ReturnType<typeof expect>

/** What is expected, with values for which it holds and values for which it does not. */
const cases: ReadonlyArray<
  readonly [name: string, check: (expect: Expect, actual: unknown) => void, actual: ReadonlyArray<unknown>]
> = [
  ["toBe", (expect, actual) => expect(actual).toBe(Number.NaN), [Number.NaN, 0, -0, [], undefined]],
  ["toBeCloseTo", (expect, actual) => expect(actual).toBeCloseTo(0.3), [0.1 + 0.2, 0.31]],
  ["toBeDefined", (expect, actual) => expect(actual).toBeDefined(), [null, undefined]],
  ["toBeFalsy", (expect, actual) => expect(actual).toBeFalsy(), ["", 0, [], "a"]],
  ["toBeGreaterThan", (expect, actual) => expect(actual).toBeGreaterThan(1), [1, 2]],
  ["toBeGreaterThanOrEqual", (expect, actual) => expect(actual).toBeGreaterThanOrEqual(1), [0, 1]],
  ["toBeInstanceOf", (expect, actual) => expect(actual).toBeInstanceOf(Error), [new TypeError("no"), {}]],
  ["toBeLessThan", (expect, actual) => expect(actual).toBeLessThan(1), [0, 1]],
  ["toBeLessThanOrEqual", (expect, actual) => expect(actual).toBeLessThanOrEqual(1), [1, 2]],
  ["toBeNull", (expect, actual) => expect(actual).toBeNull(), [null, undefined]],
  ["toBeTruthy", (expect, actual) => expect(actual).toBeTruthy(), ["a", 0]],
  ["toBeUndefined", (expect, actual) => expect(actual).toBeUndefined(), [null, undefined]],
  ["toContain", (expect, actual) => expect(actual).toContain("b"), ["abc", "ac", ["b"], ["a"], new Set(["b"])]],
  ["toContainEqual", (expect, actual) => expect(actual).toContainEqual({ a: 1 }), [[{ a: 1 }], [{ a: 2 }], []]],
  [
    "toEqual",
    (expect, actual) => expect(actual).toEqual({ a: [1, { b: 2 }] }),
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2, c: undefined }], d: undefined }, { a: [1] }]
  ],
  ["toHaveLength", (expect, actual) => expect(actual).toHaveLength(2), [[1, 2], "ab", [], { length: 2 }]],
  ["toMatch", (expect, actual) => expect(actual).toMatch(/^a/), ["ab", "ba"]],
  [
    "toMatchObject",
    (expect, actual) => expect(actual).toMatchObject({ a: { b: 1 }, c: [{ d: 1 }] }),
    [
      { a: { b: 1, x: 1 }, c: [{ d: 1, x: 1 }], x: 1 },
      { a: { b: 1 }, c: [{ d: 1 }, { d: 1 }] },
      { a: { b: 2 }, c: [{ d: 1 }] }
    ]
  ],
  ["toStrictEqual", (expect, actual) => expect(actual).toStrictEqual({ a: 1 }), [{ a: 1 }, { a: 1, b: undefined }]],
  [
    "toThrow",
    (expect, actual) => expect(actual).toThrow("disk"),
    [
      () => {
        throw new Error("no disk left")
      },
      () => {
        throw new Error("no")
      },
      () => {}
    ]
  ],
  ["not", (expect, actual) => expect(actual).not.toBe(1), [1, 2]]
]

const passes = (check: () => void): boolean => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

describe("expect of the playground", () => {
  for (const [name, check, values] of cases)
    it(`passes and fails by ${name} as vitest's does`, () => {
      const expected = values.map((value) => passes(() => check(real, value)))
      assert.deepStrictEqual(
        values.map((value) => passes(() => check(expect, value))),
        expected
      )
      assert.lengthOf([...new Set(expected)], 2)
    })

  it("says what it has, where it lacks something", () => {
    assert.throws(
      () => Reflect.get(expect(1), "toMatchSnapshot") as unknown,
      "expect(…).toMatchSnapshot: the playground has no such"
    )
    assert.throws(
      () => Reflect.get(expect, "any") as unknown,
      "expect.any: the playground has no such matcher. It has toBe, "
    )
  })
})
