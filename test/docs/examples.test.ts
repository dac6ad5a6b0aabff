import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Snippets from "../../.build/docs/snippets.ts"

/** Tests can't run as programs: each test on a page is in test/examples too, where Vitest runs it. */
const shown = Snippets.readAll().filter(({ code }) => code.includes('from "@effect/vitest"'))

const directory = Path.join(Snippets.root, "test/examples")
const files = Fs.readdirSync(directory).map((name) => Fs.readFileSync(Path.join(directory, name), "utf8"))

describe("tests in the documentation", () => {
  it.each(shown)("$page:$line is in test/examples", ({ code }) => {
    assert.isTrue(files.includes(code), "no file in test/examples is the same")
  })

  it("include every file of test/examples", () => {
    assert.strictEqual(files.length, shown.length)
  })
})
