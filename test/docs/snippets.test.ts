import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Esbuild from "esbuild"
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { promisify } from "node:util"
import * as Snippets from "../../.build/docs/snippets.ts"
import { asInstalled } from "../bundled.ts"
import type { Run } from "./twice/main.ts"

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

const programs = Snippets.readAll().filter((snippet) => snippet.run)

const folder = Path.join(Snippets.root, ".snippets/run")
const twice = Path.join(Snippets.root, "test/docs/twice")

/** The simulators of the programs outlive a run. */
const inPlace: Esbuild.Plugin = {
  name: "in place",
  setup: (build) =>
    build.onResolve({ filter: /^forgecast\/testing(?:\/node)?$/ }, ({ importer, path }) =>
      importer.startsWith(folder)
        ? { path: Path.join(twice, path.endsWith("node") ? "node.ts" : "testing.ts") }
        : undefined
    )
}

/** Compiles all programs at once: as modules of their own, each would load 700 of them. */
const compile = () => {
  Fs.rmSync(folder, { recursive: true, force: true })
  const paths = programs.map((snippet) => Path.join(Snippets.nameOf(snippet), "main"))
  for (const [index, snippet] of programs.entries()) {
    const path = Path.join(folder, `${paths[index]}.ts`)
    Fs.mkdirSync(Path.dirname(path), { recursive: true })
    Fs.writeFileSync(path, Snippets.toModule(snippet))
  }
  return Esbuild.build({
    absWorkingDir: Snippets.root,
    entryPoints: Object.fromEntries([
      ...paths.map((path) => [path, Path.join(folder, `${path}.ts`)]),
      ["twice", Path.join(twice, "main.ts")]
    ]),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: asInstalled,
    plugins: [inPlace]
  })
}

/** Runs all programs, each twice, in directories of their own and with an empty environment. */
const runs = async (): Promise<Readonly<Record<string, ReadonlyArray<Run>>>> => {
  const args = [Path.join(folder, "twice.mjs"), ...programs.map(Snippets.nameOf)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: {}, maxBuffer: 2 ** 28 })
  // The cast is safe: the program wrote it.
  return JSON.parse(stdout) as Readonly<Record<string, ReadonlyArray<Run>>>
}

/** Programs whose second run rightly fails. */
const once = [
  {
    page: "docs/guides/rate-limits.md",
    shows: "setRemaining",
    fails: "RateLimited",
    why: "the first run has spent the requests of the hour"
  },
  {
    page: "docs/guides/credentials.md",
    shows: "installation: {",
    fails: "Unauthorized",
    why: "each run makes a key in place of the App's, and the service knows that of the first run"
  },
  {
    page: "docs/guides/seeds.md",
    shows: "PullRequests.merge(",
    fails: "Unmergeable",
    why: "a pull request is merged once"
  },
  {
    page: "docs/guides/simulated-github.md",
    shows: "enableAutoMerge(",
    fails: "ActionRefused",
    why: "the first run has merged it"
  },
  {
    page: "docs/guides/simulator-server.md",
    shows: "Releases.uploadAsset",
    fails: "ValidationFailed",
    why: "an upload does not replace the file of the same name: on a test's own server there is none"
  }
]

const isOf =
  ({ code, page }: Snippets.Snippet) =>
  (one: (typeof once)[number]) =>
    one.page === page && code.includes(one.shows)

describe("programs in the documentation", () => {
  let all: Awaited<ReturnType<typeof runs>>

  beforeAll(async () => {
    await compile()
    all = await runs()
  })

  it.each(programs)("$page:$line runs twice", (snippet) => {
    const [first, second] = all[Snippets.nameOf(snippet)] ?? []
    assert.strictEqual(first?.failure, null, first?.printed)
    const { fails } = once.find(isOf(snippet)) ?? {}
    if (fails === undefined) assert.strictEqual(second?.failure, null, second?.printed)
    else assert.include(`${second?.printed}${second?.failure}`, `forgecast/${fails}: `)
  })

  it("include those whose second run rightly fails", () => {
    assert.deepStrictEqual(
      once.map((one) => programs.filter((snippet) => isOf(snippet)(one)).length),
      once.map(() => 1)
    )
  })
})
