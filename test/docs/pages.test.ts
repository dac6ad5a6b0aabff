/** Statements of the pages about the operations. */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as forge from "../../src/forge/index.ts"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import * as Snippets from "./snippets.ts"

const names = Object.values(forge)
  .flatMap((module) => Object.values<unknown>(module))
  .flatMap((value) =>
    typeof value === "function" && "declaration" in value ? [(value.declaration as AnyDeclaration).name] : []
  )

const pageOf = (path: string): string => Fs.readFileSync(Path.join(Snippets.root, path), "utf8")

describe("operations in the documentation", () => {
  it.each(["README.md", "CHANGELOG.md", "docs/operations.md"])("%s has the right count", (path) => {
    assert.strictEqual(
      Number(/\b(\d+) operations (?:on issues|of the GitHub API)/.exec(pageOf(path))?.[1]),
      names.length
    )
  })

  it("are all in the table of the guide to modules", () => {
    const [, table = ""] = /\| module \| operations \|\n([^]+?)\n\n/.exec(pageOf("docs/guides/modules.md")) ?? []
    const rows = table.split("\n").map((line) => line.split("|").slice(1, 3))
    const missing = names.filter((name) => {
      const [module, operation] = name.split(".")
      const [, operations = ""] = rows.find(([modules = ""]) => modules.includes(`\`${module}\``)) ?? []
      return !operations.includes(`\`${operation}\``) && !operations.includes(`\`${name}\``)
    })
    assert.deepStrictEqual(missing, [])
  })

  it("are not declared again as if they were missing", () => {
    const declared = Snippets.readAll().flatMap(({ code, line, page }) =>
      [...code.matchAll(/\bForge\.(?:operation|listing|download|upload)\(\s*"([\w.]+)"/g)].map(
        ([, name = ""]) => [`${page}:${line}`, name] as const
      )
    )
    assert.isNotEmpty(declared)
    assert.deepStrictEqual(
      declared.filter(([, name]) => names.includes(name)),
      []
    )
  })
})
