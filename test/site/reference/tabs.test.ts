/** What the tabs of examples show, copied to files: it compiles, and the tests pass. All of it in CI, else a part. */
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "vitest"
import { folders, root } from "../../../docs/site/build/site.ts"
import { codeOf, stretchesOf } from "../../../.build/docs/fences.ts"
import { depth } from "../../depth.ts"
import { lacksPages } from "../browser.ts"

interface Shown {
  readonly name: string
  readonly program: string
  readonly test: string
  /** The folder of its seed. */
  readonly seed: string
  readonly octokit: string | undefined
  readonly curl: string
}

const pages = lacksPages
  ? []
  : Fs.globSync("operations/**/*.md", { cwd: folders.pages })
      .filter((page) => !page.endsWith("index.md"))
      .toSorted()

/** The code of a tab. */
const panelOf = (markdown: string, name: string): string | undefined => {
  const [, panel] = new RegExp(`data-panel="tab-${name}"[^>]*>([^]*?)</section>`).exec(markdown) ?? []
  const block = panel && stretchesOf(name, panel).find(({ info }) => info === "ts" || info === "sh")
  return block ? codeOf(block) : undefined
}

const shownOn = (page: string): Shown => {
  const markdown = Fs.readFileSync(Path.join(folders.pages, page), "utf8")
  const [program, test, octokit, curl] = ["program", "test", "octokit", "curl"].map((name) => panelOf(markdown, name))
  const [, seed] = /\/generated\/operations\/(\d+)\/seed\.ts"/.exec(markdown) ?? []
  if (program === undefined || test === undefined || curl === undefined || seed === undefined)
    throw new Error(`${page} lacks a tab`)
  return { name: page.replace(/\.md$/, "").replaceAll(/[\\/]/g, "."), program, test, octokit, curl, seed }
}

const scratch = Path.join(root, ".snippets/tabs")

const write = (path: string, text: string): void => {
  Fs.mkdirSync(Path.dirname(Path.join(scratch, path)), { recursive: true })
  Fs.writeFileSync(Path.join(scratch, path), text)
}

/** The output of a command, whether it succeeds or not. */
const output = (file: string, ...args: ReadonlyArray<string>): Promise<string> =>
  promisify(execFile)(process.execPath, [Path.join(root, file), ...args], { cwd: scratch, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    // The cast is safe: that is what the promise is rejected with.
    (error: unknown) => (error as { readonly stdout: string }).stdout
  )

const config = `
const source = ${JSON.stringify(Path.join(root, "src"))}
export default {
  resolve: {
    alias: [
      { find: /^forgecast$/, replacement: source + "/index.ts" },
      { find: /^forgecast\\/(forge|weather|testing|workflow|ai)$/, replacement: source + "/$1/index.ts" },
      { find: /^forgecast\\/(.+)$/, replacement: source + "/$1.ts" }
    ]
  },
  test: { include: ["**/*.test.ts"], isolate: false, maxWorkers: 2, testTimeout: 1_200_000 }
}
`

describe.skipIf(lacksPages)("an example that is copied from its tab", () => {
  const step = { whole: 1, usual: 12, sample: 40 }[depth]
  const shown = pages.filter((_, index) => index % step === 0).map(shownOn)

  beforeAll(() => {
    Fs.rmSync(scratch, { recursive: true, force: true })
    for (const { name, octokit, program, seed, test } of shown) {
      write(`${name}.program.ts`, program)
      write(`${seed}/${name}.test.ts`, test)
      if (octokit !== undefined) write(`${name}.octokit.ts`, octokit)
      Fs.copyFileSync(Path.join(folders.files, "operations", seed, "seed.ts"), Path.join(scratch, seed, "seed.ts"))
    }
    write("tsconfig.json", JSON.stringify({ extends: "../../tsconfig.json", include: ["./**/*.ts"], exclude: [] }))
    write("vitest.config.mjs", config)
  })

  it("is there on the page of each operation", () => {
    assert.isAtLeast(pages.length, 400)
    assert.isAtLeast(shown.length, 10)
    assert.isAtLeast(shown.filter(({ octokit }) => octokit !== undefined).length, shown.length / 2)
    for (const { curl } of shown) assert.match(curl, /^curl (?:-L )?(?:-X [A-Z]+ )?'https:\/\/[^']+'/)
  })

  it("compiles: the program, the test, and the one with Octokit", async () => {
    assert.strictEqual(await output("node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json"), "")
  })

  it("passes as a test", async () => {
    await output("node_modules/vitest/vitest.mjs", "run", "--root", scratch, "--reporter=json", "--outputFile=results")
    // The cast is safe: it is the format of the reporter.
    const { numPassedTests, testResults } = JSON.parse(Fs.readFileSync(Path.join(scratch, "results"), "utf8")) as {
      readonly numPassedTests: number
      readonly testResults: ReadonlyArray<{
        readonly message: string
        readonly assertionResults: ReadonlyArray<{ readonly failureMessages: ReadonlyArray<string> }>
      }>
    }
    const failures = testResults.flatMap(({ assertionResults, message }) => [
      ...(message === "" ? [] : [message]),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages)
    ])
    assert.deepStrictEqual(failures, [])
    assert.strictEqual(numPassedTests, shown.length)
  })
})
