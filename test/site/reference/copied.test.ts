/** The programs on the pages of operations and errors, copied to files and run. */
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "vitest"
import { fromFragment } from "../../../docs/site/src/playground/share.ts"
import { folders, root } from "../../../docs/site/build/site.ts"
import { codeOf, stretchesOf } from "../../../.build/docs/fences.ts"
import { lacksPages } from "../browser.ts"
import type { Copied } from "./copied.ts"

interface Shown {
  readonly page: string
  readonly program: string
  /** What the page says that it prints, if it does. */
  readonly output: string | undefined
  /** The fragment of the link that opens it in the playground. */
  readonly fragment: string
}

/** The pages with a program: of each operation, and of each error that an operation can fail with. */
const shownIn = (folder: string): ReadonlyArray<Shown> =>
  Fs.globSync(`${folder}/**/*.md`, { cwd: folders.pages })
    .filter((page) => !page.endsWith("index.md"))
    .toSorted()
    .flatMap((page) => {
      const markdown = Fs.readFileSync(Path.join(folders.pages, page), "utf8")
      const blocks = stretchesOf(page, markdown).filter(({ info }) => info !== undefined)
      const index = blocks.findIndex((block) => /^(const program|export default) /m.test(codeOf(block)))
      const block = blocks[index]
      if (block === undefined) return []
      const next = blocks[index + 1]
      const output = next?.info === "txt" ? codeOf(next).trimEnd() : undefined
      const [, fragment = ""] = /\/playground\/#(sketch=[\w-]+)/.exec(markdown) ?? []
      return [{ page: page.replaceAll("\\", "/"), program: codeOf(block), output, fragment }]
    })

const nameOf = (page: string): string => page.replace(/\.md$/, "").replaceAll("/", ".")

const scratch = Path.join(root, ".snippets/copied")

const runAll = async (shown: ReadonlyArray<Shown>): Promise<Readonly<Record<string, Copied>>> => {
  Fs.rmSync(scratch, { recursive: true, force: true })
  Fs.mkdirSync(scratch, { recursive: true })
  for (const { fragment, page, program } of shown) {
    Fs.writeFileSync(Path.join(scratch, `${nameOf(page)}.ts`), program)
    Fs.writeFileSync(Path.join(scratch, `${nameOf(page)}.json`), JSON.stringify(await fromFragment(fragment)))
  }
  const args = ["--import", "./.build/docs/byName.ts", "test/site/reference/copied.ts", scratch]
  // What a program logs does not matter here.
  await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 })
  // The cast is safe: that program has written it.
  return JSON.parse(Fs.readFileSync(Path.join(scratch, "results"), "utf8")) as Readonly<Record<string, Copied>>
}

describe.skipIf(lacksPages)("a program that is copied from a page", () => {
  const operations = lacksPages ? [] : shownIn("operations")
  const errors = lacksPages ? [] : shownIn("errors")
  let results: Readonly<Record<string, Copied>>
  beforeAll(async () => {
    results = await runAll([...operations, ...errors])
  })

  it("is there for each operation", () => {
    assert.isAtLeast(operations.length, 190)
    assert.isAtLeast(errors.length, 15)
  })

  it.each([...operations, ...errors])("is the one that the playground opens: $page", async ({ fragment, program }) => {
    assert.strictEqual((await fromFragment(fragment))?.program.trim(), program.trim())
  })

  it.each(operations)("prints what the page of the operation says: $page", ({ output, page }) => {
    assert.isNotEmpty(output)
    assert.deepStrictEqual(results[nameOf(page)], { output: output ?? "", failed: false })
  })

  it.each(errors)("prints something if it handles an error: $page", ({ page }) => {
    const { failed, output } = results[nameOf(page)] ?? { failed: true, output: "" }
    assert.isFalse(failed, output)
    assert.isNotEmpty(output)
  })
})
