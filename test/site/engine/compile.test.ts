import { assert, describe, it } from "vitest"
import { compile, ProgramError, toModule } from "../../../docs/site/src/playground/engine/compile.ts"
import { describe as described, placeOf } from "../../../docs/site/src/playground/engine/failure.ts"
import { whyNot } from "../../../docs/site/src/playground/engine/modules.ts"
import { programOf } from "../../../docs/site/src/playground/engine/program.ts"

const none = new Map<string, string>()

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
      assert.strictEqual(described(error, none), "SyntaxError: Unexpected token (main.ts:2:7)")
    }
  })
})

describe("the files of a program", () => {
  it("are those that the main one needs, each after what it needs itself", () => {
    const { files, imports } = programOf({
      program: 'import { a } from "./a.ts"\nimport { b } from "./b.ts"\nimport { x } from "x"\nconsole.log(a, b, x)',
      files: {
        "unused.ts": "const = 1",
        "a.ts": 'import { b } from "./b.ts"\nimport { y } from "x"\nexport const a = b + y',
        "b.ts": "export const b = 1"
      }
    })
    assert.deepStrictEqual(
      files.map(({ name }) => name),
      ["b.ts", "a.ts", "main.ts"]
    )
    assert.deepStrictEqual([...imports], [["x", new Set(["y", "x"])]])
  })

  it("are none that is needed for its types alone", () => {
    const files = { "a.ts": "export interface A {}" }
    const { files: needed } = programOf({ program: 'import type { A } from "./a.ts"\nconst a: A = {}', files })
    assert.lengthOf(needed, 1)
  })

  it("cannot import each other", () => {
    const files = {
      "a.ts": 'import { b } from "./b.ts"\nexport const a = b',
      "b.ts": 'import { a } from "./a.ts"\nexport const b = a'
    }
    assert.throws(
      () => programOf({ program: 'import { a } from "./a.ts"\na', files }),
      "Files of the playground cannot import each other: a.ts → b.ts → a.ts"
    )
  })

  it("say where their syntax is wrong", () => {
    try {
      programOf({ program: 'import { a } from "./a.ts"\na', files: { "a.ts": "\nconst = 2" } })
      assert.fail("it compiled")
    } catch (error) {
      assert.strictEqual(described(error, none), "SyntaxError: Unexpected token (a.ts:2:7)")
    }
  })
})

describe("a failure", () => {
  it("finds the line of the program in a stack", () => {
    const stack = "Error: no\n    at f (http://h/run-1.js:1:2)\n    at default (blob:http://h/1-2:12:7)\n    at x"
    const places = new Map([
      ["blob:http://h/1-3", "seed.ts"],
      ["blob:http://h/1-2", "main.ts"]
    ])
    assert.deepInclude(placeOf(stack, places), { file: "main.ts", line: 12 })
    const deeper = `Error: no\n    at seed (blob:http://h/1-3:3:1)\n${stack}`
    assert.deepInclude(placeOf(deeper, places), { file: "seed.ts", line: 3 })
    assert.isUndefined(placeOf(stack, new Map([["blob:http://h/9", "main.ts"]])))
  })

  it("shows the tag of an error, and what caused it", () => {
    class Failed extends Error {
      readonly _tag = "Failed"
    }
    const error = new Failed("no luck", { cause: new TypeError("why") })
    error.stack = ""
    assert.strictEqual(described(error, none), "Failed: no luck\n  caused by TypeError: why")
    assert.strictEqual(described({ a: 1 }, none), "{ a: 1 }")
  })

  it("says why a module is missing", () => {
    const known = ["effect", "effect/Effect", "effect/Stream", "forgecast/forge"]
    assert.strictEqual(whyNot("./a.ts", known), 'The program has no file "./a.ts"')
    assert.match(whyNot("node:fs", known), /needs Node/)
    assert.match(whyNot("forgecast/node", known), /needs Node/)
    assert.match(whyNot("vitest", known), /import "@effect\/vitest"/)
    assert.match(whyNot("https://esm.sh/x", known), /nothing from other hosts/)
    assert.match(whyNot("lodash", known), /effect and forgecast only/)
    assert.match(whyNot("effect/Strem", known), /nearest module is "effect\/Stream"/)
  })
})
