import * as Option from "effect/Option"
import { inspect as nodeInspect } from "node:util"
import { assert, describe, it } from "vitest"
import { makeConsole } from "../../../docs/site/src/playground/engine/console.ts"
import { format, inspect } from "../../../docs/site/src/playground/engine/inspect.ts"

class Point {
  readonly x = 1
}

describe("the console", () => {
  it.each([
    ["text", 'it\'s "quoted"', "line\nbreak"],
    [1, -0, 5n, true, null, undefined],
    { a: 1, "b-c": { d: [1, 2] } },
    [],
    {},
    new Map([["a", { b: 1 }]]),
    new Set([1, "a"]),
    new Point(),
    Symbol("s"),
    class A {},
    () => 1,
    new Date(0),
    Array.from({ length: 3 }, (_, index) => ({ number: index, title: "a title that is long enough to break lines" }))
  ])("shows %# as Node does", (value) => {
    assert.strictEqual(inspect(value), nodeInspect(value))
  })

  it("shows what Effect's data says of itself", () => {
    assert.strictEqual(inspect(Option.some(1)), nodeInspect(Option.some(1)))
  })

  it("bounds depth, lists and text", () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    assert.strictEqual(inspect(circle), "<ref *1> { self: [Circular *1] }")
    assert.include(inspect(Array.from({ length: 500 }, (_, index) => index)), "... 450 more")
    assert.isBelow(inspect("x".repeat(100_000)).length, 25_000)
    const hostile = new Proxy({}, { getPrototypeOf: () => assert.fail("read") })
    assert.strictEqual(inspect(hostile), "[a value that cannot be shown]")
  })

  it("shows errors with their fields and causes, but without frames", async () => {
    assert.strictEqual(inspect(new TypeError("no")), "TypeError: no")
    const error = Object.assign(new Error("a", { cause: new RangeError("b") }), { code: 1 })
    assert.strictEqual(inspect(error), "Error: a {\n  code: 1,\n  [cause]: RangeError: b\n}")
    const late = await Promise.all([1].map(() => Promise.reject(new Error("late")))).catch((each: unknown) => each)
    assert.strictEqual(format(["It failed:", late]), "It failed: Error: late")
    assert.strictEqual(format(["one\n  at home", 2]), "one\n  at home 2")
  })

  it("fills in templates, and leaves text as it is", () => {
    assert.strictEqual(format(["%s has %d of %j", "a", 2, { b: 1 }, "more", 3]), 'a has 2 of {"b":1} more 3')
    assert.strictEqual(format(["100%", "%s"]), "100% %s")
    assert.strictEqual(format([]), "")
  })

  it("prints in order, indents groups, and ends after too many lines", () => {
    const lines: Array<string> = []
    const { error, group, groupEnd, log, table } = makeConsole(({ level, text }) => lines.push(`${level} ${text}`))
    log?.("a")
    group?.("G")
    error?.("b\nc")
    groupEnd?.()
    table?.([{ a: 1, b: "x" }, { a: 22 }])
    assert.deepStrictEqual(lines, [
      "log a",
      "log G",
      "error   b\n  c",
      "log (index)  a   b\n0        1   x\n1        22"
    ])
    for (let index = 0; index < 3_000; index++) log?.(index)
    assert.strictEqual(lines.length, 2_000)
    assert.match(lines.at(-1) ?? "", /More than 2000 lines/)
  })
})
