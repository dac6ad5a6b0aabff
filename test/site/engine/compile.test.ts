import { assert, describe, it } from "vitest"
import { compile, ProgramError, toModule } from "../../../docs/site/src/playground/engine/compile.ts"
import { describe as described, lineOf } from "../../../docs/site/src/playground/engine/failure.ts"
import { whyNot } from "../../../docs/site/src/playground/engine/modules.ts"

/** Runs a program whose modules are given. Returns its exports. */
const run = async (program: string, modules: Readonly<Record<string, object>> = {}) => {
  const url = `data:text/javascript,${encodeURIComponent(toModule(compile(program)))}`
  const { default: evaluate } = (await import(/* @vite-ignore */ url)) as {
    readonly default: (require: (name: string) => unknown, exports: object) => Promise<void>
  }
  const exports: Record<string, unknown> = {}
  await evaluate((name) => ({ ...modules[name], __esModule: true }), exports)
  return exports
}

describe("a compiled program", () => {
  it("gets its imports from a table, whatever their form", async () => {
    const program = [
      'import * as A from "a"',
      'import { b, c as d, type Foo } from "b"',
      'import e, { f } from "c"',
      'import type { Bar } from "types"',
      'import { type Baz } from "more-types"',
      'const { g } = await import("d")',
      "const shadowed = (b: number): Foo => b + 1",
      "export const all: ReadonlyArray<Bar> = [A.a, b, d, e, f, g, shadowed(1)]",
      "export default all satisfies Baz"
    ].join("\n")
    assert.deepStrictEqual(
      [...compile(program).imports],
      [
        ["a", "all"],
        ["b", new Set(["b", "c"])],
        ["c", "all"],
        ["d", "all"]
      ]
    )
    const modules = { a: { a: 1 }, b: { b: 2, c: 3 }, c: { default: 4, f: 5 }, d: { g: 6 } }
    const { all, default: value } = await run(program, modules)
    assert.deepStrictEqual(all, [1, 2, 3, 4, 5, 6, 2])
    assert.strictEqual(value, all)
  })

  it("keeps its lines", async () => {
    const program = 'import * as A from "a"\ninterface B {\n  c: number\n}\ntype D = B\n\nthrow new Error("here")'
    const error: unknown = await run(program).catch((error: unknown) => error)
    assert.instanceOf(error, Error)
    assert.match(error instanceof Error ? (error.stack ?? "") : "", /:7:\d+/)
  })

  it("keeps its own words where they look like imports", async () => {
    const { a } = await run("export const a = \"require('a') import x from 'y'\"")
    assert.strictEqual(a, "require('a') import x from 'y'")
  })

  it("says where its syntax is wrong", () => {
    try {
      compile("const a = 1\nconst = 2")
      assert.fail("it compiled")
    } catch (error) {
      assert.instanceOf(error, ProgramError)
      assert.strictEqual(described(error, "blob:x"), "SyntaxError: Unexpected token (main.ts:2:7)")
    }
  })
})

describe("a failure", () => {
  it("finds the line of the program in a stack", () => {
    const stack = "Error: no\n    at f (http://h/run-1.js:1:2)\n    at default (blob:http://h/1-2:12:7)\n    at x"
    assert.strictEqual(lineOf(stack, "blob:http://h/1-2"), 12)
    assert.isUndefined(lineOf(stack, "blob:http://h/9"))
  })

  it("shows the tag of an error, and what caused it", () => {
    class Failed extends Error {
      readonly _tag = "Failed"
    }
    const error = new Failed("no luck", { cause: new TypeError("why") })
    error.stack = ""
    assert.strictEqual(described(error, "blob:x"), "Failed: no luck\n  caused by TypeError: why")
    assert.strictEqual(described({ a: 1 }, "blob:x"), "{ a: 1 }")
  })

  it("says why a module is missing", () => {
    const known = ["effect", "effect/Effect", "effect/Stream", "forgecast/forge"]
    assert.match(whyNot("./a.ts", known), /single file/)
    assert.match(whyNot("node:fs", known), /needs Node/)
    assert.match(whyNot("forgecast/node", known), /needs Node/)
    assert.match(whyNot("vitest", known), /import "@effect\/vitest"/)
    assert.match(whyNot("https://esm.sh/x", known), /nothing from other hosts/)
    assert.match(whyNot("lodash", known), /effect and forgecast only/)
    assert.match(whyNot("effect/Strem", known), /nearest module is "effect\/Stream"/)
  })
})
