/** Statements of the pages about the operations. */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { declarationsOf } from "../../.build/docs/declarations.ts"
import * as ForgeError from "../../src/forge/ForgeError.ts"
import * as forge from "../../src/forge/index.ts"
import * as RestError from "../../src/rest/RestError.ts"
import { counts } from "../../.build/docs/counts.ts"
import * as Snippets from "../../.build/docs/snippets.ts"

interface Tag {
  readonly schema: { readonly literal: string }
}

const names = Object.values(forge).flatMap((module: object) => declarationsOf(module).map(([, { name }]) => name))

const pageOf = (path: string): string => Fs.readFileSync(Path.join(Snippets.root, path), "utf8")

describe("the guide from async/await", () => {
  it("has the test that test/docs/plainPromises.test.ts runs", () => {
    const [, code = ""] = /^\/\*\*.*\*\/\n([^]*)$/.exec(pageOf("test/docs/plainPromises.test.ts")) ?? []
    assert.include(pageOf("docs/guides/from-async-await.md"), `\`\`\`ts\n${code}\`\`\`\n`)
  })
})

const guides = Fs.globSync("docs/guides/*.md", { cwd: Snippets.root })

const withoutCode = (markdown: string): string => markdown.replaceAll(/^```.*?^```/gms, "")

/** What a reader sees of a text. */
const shown = (markdown: string): string => markdown.replaceAll(/\]\([^)]*\)|[`[*]/g, "")

/** The rows of its tables, as their cells. */
const rowsOf = (markdown: string): ReadonlyArray<ReadonlyArray<string>> =>
  withoutCode(markdown)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|--"))
    .map((line) => line.slice(2, -2).split(/ \| /))

/** Its paragraphs, and the entries of its lists. */
const paragraphsOf = (markdown: string): ReadonlyArray<string> =>
  withoutCode(markdown)
    .split(/\n\s*\n|\n(?=- |\d+\. )/)
    .filter((paragraph) => !paragraph.startsWith("|"))

describe("guides", () => {
  it("have tables of short cells, with more than three columns for numbers and marks only", () => {
    assert.isAbove(guides.length, 40)
    const dense = guides
      // Its cells list all operations of a module.
      .filter((guide) => !guide.endsWith("/modules.md"))
      .flatMap((guide) =>
        rowsOf(pageOf(guide))
          .filter((cells) => cells.some((cell) => shown(cell).length > (cells.length > 3 ? 60 : 170)))
          .map((cells) => `${guide}: ${cells[0]}`)
      )
    assert.deepStrictEqual(dense, [])
  })

  it("are split before they are long, but for the tutorial", () => {
    const lengths = guides.map((guide) => [guide, pageOf(guide).split("\n").length] as const)
    assert.deepStrictEqual(
      lengths.filter(([, lines]) => lines > 450).map(([guide]) => guide),
      ["docs/guides/tutorial.md"]
    )
  })

  it("have short paragraphs", () => {
    const long = guides.flatMap((guide) => paragraphsOf(pageOf(guide)).filter((text) => shown(text).length > 620))
    assert.deepStrictEqual(long, [])
  })
})

describe("operations in the documentation", () => {
  it.each(["README.md", "docs/operations.md"])("%s has the right count: `npm run pages` writes it", (path) => {
    assert.strictEqual(Number(/\b(\d+) operations of the GitHub API/.exec(pageOf(path))?.[1]), names.length)
  })

  it("README.md has the right count of endpoints", () => {
    const [, endpoints = ""] = /\b([\d,]+) endpoints can be called/.exec(pageOf("README.md")) ?? []
    assert.strictEqual(counts.operations, names.length)
    assert.strictEqual(Number(endpoints.replace(",", "")), counts.endpoints)
  })

  it("are all in the table of the guide to modules: `npm run pages` writes it", () => {
    const rows = new Map(
      [...pageOf("docs/guides/modules.md").matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, module, row = ""]) => [
        module,
        row
      ])
    )
    const missing = names.filter((name) => {
      const [module, operation] = name.split(".")
      return rows.get(module)?.includes(`\`${operation}\``) !== true
    })
    assert.deepStrictEqual(missing, [])
  })

  it("fail with the errors of the tables, of which those of the service are marked", () => {
    const tagsOf = (union: { readonly members: ReadonlyArray<{ readonly fields: { readonly _tag: Tag } }> }) =>
      union.members.map(({ fields }) => fields._tag.schema.literal)
    const rows = [...pageOf("docs/guides/errors.md").matchAll(/^\| `([A-Z]\w+)`( \(in `ForgeError`\))? \|/gm)]
    const common = tagsOf(RestError.RestError)
    assert.deepStrictEqual(rows.map(([, tag = ""]) => tag).toSorted(), tagsOf(ForgeError.ForgeError).toSorted())
    assert.deepStrictEqual(
      rows.flatMap(([, tag = "", marked]) => (marked === undefined ? [tag] : [])).toSorted(),
      common.toSorted()
    )
  })

  it("log what the guide names at level Debug, and nothing else", () => {
    // The command logs calls of tools, which no program has.
    const logging = Fs.globSync("src/**/*.ts", { cwd: Snippets.root, exclude: ["src/mcp/**"] }).filter((file) =>
      /^[^*]*Effect\.logDebug\(/m.test(pageOf(file))
    )
    assert.deepStrictEqual(logging, ["src/rest/RequestLog.ts"])
    const texts = [...pageOf("src/rest/RequestLog.ts").matchAll(/^  \w+: "([^"]+)",?$/gm)].map(([, text = ""]) => text)
    const [, table = ""] = /\| text \| details \|\n([^]+?)\n\n/.exec(pageOf("docs/guides/observability.md")) ?? []
    const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, text = ""]) => text)
    assert.deepStrictEqual(named.toSorted(), texts.toSorted())
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

describe("each weather task", () => {
  const page = "docs/guides/weather-tasks.md"
  const tasks = Snippets.parse(page, pageOf(page))

  it("is a program", () => {
    const titles = pageOf(page).match(/^## /gm) ?? []
    // As many as were asked for, and more.
    assert.isAtLeast(titles.length, 14)
    assert.deepStrictEqual([tasks.length, tasks.every(({ run }) => run)], [titles.length, true])
  })

  it.each(tasks)("has at most ten lines beyond its imports: line $line of the page", ({ code }) => {
    const lines = code.split("\n").filter((line) => line !== "" && !line.startsWith("import "))
    assert.isAtMost(lines.length, 10)
    assert.isAtMost(Math.max(...code.split("\n").map((line) => line.length)), 120)
  })
})
