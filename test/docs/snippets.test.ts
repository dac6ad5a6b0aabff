import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Snippets from "./snippets.ts"

const byName = Path.join(Snippets.root, "test/docs/byName.ts")

const page = [
  "# Page",
  "```sh",
  "npm ci",
  "```",
  "1. In a list:",
  "   ```ts",
  "   const a = `b`",
  "",
  "     .length",
  "   ```",
  "````ts run",
  "console.log(1)",
  "```",
  "````"
].join("\n")

describe("snippets", () => {
  it("finds the blocks of TypeScript, with their lines", () => {
    assert.deepStrictEqual(Snippets.parse("a/b.md", page), [
      { page: "a/b.md", line: 6, run: false, code: "const a = `b`\n\n  .length\n" },
      { page: "a/b.md", line: 11, run: true, code: "console.log(1)\n```\n" }
    ])
  })

  it("keeps the page's line numbers in a module", () => {
    const [snippet] = Snippets.parse("a/b.md", page)
    assert.isDefined(snippet)
    assert.strictEqual(Snippets.toModule(snippet).split("\n")[7 - 1], "const a = `b`")
    assert.strictEqual(Snippets.nameOf(snippet), "a-b-L6")
  })

  it("rejects a block without an end and an unknown word", () => {
    assert.throws(() => Snippets.parse("a.md", "```ts\n1"), /a\.md:1/)
    assert.throws(() => Snippets.parse("a.md", "\n```ts rnu\n1\n```"), /a\.md:2.*rnu/)
  })
})

/** Runs a snippet as a separate program, in an empty directory and with an empty environment. */
const run = async (snippet: Snippets.Snippet): Promise<{ readonly code: unknown; readonly output: string }> => {
  const directory = Path.join(Snippets.root, ".snippets/run", Snippets.nameOf(snippet))
  Fs.rmSync(directory, { recursive: true, force: true })
  Fs.mkdirSync(directory, { recursive: true })
  Fs.writeFileSync(Path.join(directory, "main.ts"), Snippets.toModule(snippet))
  return new Promise((resolve) => {
    const options = { cwd: directory, env: {} }
    execFile(process.execPath, ["--import", byName, "main.ts"], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), output: stdout + stderr })
    })
  })
}

const programs = Snippets.readAll().filter((snippet) => snippet.run)

describe.runIf(programs.length > 0)("programs in the documentation", () => {
  // Each in its own process: slow on a busy machine.
  it.each(programs)("$page:$line", async (snippet) => {
    const { code, output } = await run(snippet)
    assert.strictEqual(code, 0, output)
  })
})
