import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { ForgeSimulator } from "../../src/testing/index.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { root } from "../../.build/docs/snippets.ts"
import { bundled, compileCache } from "../bundled.ts"

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Stops reading after the first piece of output. */
  readonly head?: boolean
}

/** Runs Node with only the given environment. */
const node = (args: ReadonlyArray<string>, { cwd = root, env = {}, head = false }: Options) =>
  Effect.callback<Ended>((resume) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...compileCache, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const output = { stdout: "", stderr: "" }
    child.stdout.on("data", (data) => {
      output.stdout += String(data)
      if (head) child.stdout.destroy()
    })
    child.stderr.on("data", (data) => (output.stderr += String(data)))
    child.on("close", (code) => resume(Effect.succeed({ code, ...output })))
    return Effect.sync(() => child.kill())
  })

const program = await bundled("docs/examples/cli.ts")

const cli = (args: ReadonlyArray<string>, options: Options = {}) => node([program, ...args], options)

const token = "ghp_0123456789abcdefghij0123456789abcdef"

const issues = [
  { title: "Rain is white", labels: ["bug"] },
  { title: "Snow \u001b[2Jis black" },
  { title: "Storm is grey", state: "closed" as const }
]

const simulator = SimulatorServer.layerForge({
  tokens: { [token]: "acme" },
  repositories: [
    { owner: "acme", name: "web", issues, labels: ["bug"] },
    { owner: "acme", name: "large", issues: ForgeSimulator.issues(2_000) }
  ]
})

/** The environment of a program that talks to the simulated service. */
const environment = Effect.map(ForgeSimulator.ForgeSimulator, ({ baseUrl }) => ({ GITHUB_API_URL: baseUrl }))

describe("docs/examples/cli.ts", () => {
  it.live("prints the open issues, without control characters", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const all = yield* cli(["acme/web"], { env })
      assert.deepStrictEqual(all, { code: 0, stdout: "#2\tSnow  [2Jis black\n#1\tRain is white\n", stderr: "" })
      const labelled = yield* cli(["acme/web", "bug"], { env })
      assert.deepStrictEqual(labelled, { code: 0, stdout: "#1\tRain is white\n", stderr: "" })
    }).pipe(Effect.provide(simulator))
  )

  it.live("ends quietly when nobody reads on", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* cli(["acme/large"], { env: yield* environment, head: true })
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(stderr, "")
      assert.isBelow(stdout.split("\n").length, 1_000)
    }).pipe(Effect.provide(simulator))
  )

  it.live("exits with the code of its failure", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, Options, number, RegExp]> = [
        [["acme"], {}, 64, /^Usage: usage: cli owner\/repo \[label\]\n$/],
        [["acme/nothing"], { env }, 66, /^NotFound: [^\n]+\n$/],
        [
          ["acme/web"],
          { env: { ...env, GITHUB_TOKEN: token.replace("ghp_0", "ghp_9") } },
          77,
          /^Unauthorized: [^\n]+\n$/
        ],
        [["acme/web"], { env: { GITHUB_API_URL: "no URL" } }, 78, /^ConfigError: [^\n]+\n$/]
      ]
      for (const [args, options, expected, message] of cases) {
        const { code, stderr, stdout } = yield* cli(args, options)
        assert.strictEqual(code, expected, stderr)
        assert.match(stderr, message)
        assert.strictEqual(stdout, "")
        assert.notInclude(stderr, token.slice(6), "no token is shown")
      }
    }).pipe(Effect.provide(simulator))
  )
})

const guide = Fs.readFileSync(Path.join(root, "docs/guides/cli.md"), "utf8")

/** The commands of the guide that make a bundle. */
const commands = guide.match(/^(?:esbuild|rolldown) .+$/gm) ?? []

/** The launcher of the guide. */
const launcher = /```js\n(?<code>[^]+?)```/.exec(guide)?.groups?.["code"] ?? ""

/** The option of esbuild for bundles of `forgecast/node`. */
const banner = `--banner:js=${/^--banner:js='(?<code>.+)'$/m.exec(guide)?.groups?.["code"]}`

/** An empty directory in the repository, where bundlers find the packages. */
const emptied = (name: string): string => {
  const path = Path.join(root, ".snippets", name)
  Fs.rmSync(path, { recursive: true, force: true })
  Fs.mkdirSync(path, { recursive: true })
  return path
}

/** A directory elsewhere, where there are no packages. */
const elsewhere = Effect.acquireRelease(
  Effect.sync(() => Fs.mkdtempSync(Path.join(Os.tmpdir(), "cli-"))),
  (path) => Effect.sync(() => Fs.rmSync(path, { recursive: true }))
)

/** Runs a command of the guide, on the sources of the library. */
const bundle = (cwd: string, bundler: string, args: ReadonlyArray<string>): void => {
  // esbuild finds these paths by itself.
  const paths = bundler === "rolldown" ? ["--tsconfig", Path.join(root, "tsconfig.json")] : []
  execFileSync(Path.join(root, "node_modules/.bin", bundler), [...args, ...paths], { cwd, stdio: "pipe" })
}

describe("the bundles of docs/guides/cli.md", () => {
  it("names both bundlers", () =>
    assert.deepStrictEqual(
      commands.map((line) => line.split(" ")[0]),
      ["esbuild", "rolldown"]
    ))

  for (const [index, command] of commands.entries()) {
    const [bundler = "", ...args] = command.split(" ")
    it.live(`runs what ${bundler} bundles, with the compile cache`, () =>
      Effect.gen(function* () {
        const cwd = emptied(`cli-${index}`)
        Fs.copyFileSync(Path.join(root, "docs/examples/cli.ts"), Path.join(cwd, "cli.ts"))
        bundle(cwd, bundler, args)
        const installed = yield* elsewhere
        Fs.copyFileSync(Path.join(cwd, "dist/cli.mjs"), Path.join(installed, "cli.mjs"))
        Fs.writeFileSync(Path.join(installed, "main.mjs"), launcher)

        const cache = Path.join(installed, "cache")
        const env = { ...(yield* environment), NODE_COMPILE_CACHE: cache }
        const ended = yield* node(["main.mjs", "acme/web", "bug"], { cwd: installed, env })
        assert.deepStrictEqual(ended, { code: 0, stdout: "#1\tRain is white\n", stderr: "" })
        assert.isNotEmpty(Fs.readdirSync(cache))
      }).pipe(Effect.provide(simulator))
    )
  }

  for (const [index, command] of commands.entries()) {
    const [bundler = "", ...args] = command.split(" ")
    it.live(`runs forgecast/node as ${bundler} bundles it`, () =>
      Effect.gen(function* () {
        const cwd = emptied(`cli-node-${index}`)
        const program = `import { ForgeNode } from "forgecast/node"\nconsole.log("layerGitHub" in ForgeNode)\n`
        Fs.writeFileSync(Path.join(cwd, "cli.ts"), program)
        bundle(cwd, bundler, bundler === "esbuild" ? [...args, banner] : args)
        const installed = yield* elsewhere
        Fs.copyFileSync(Path.join(cwd, "dist/cli.mjs"), Path.join(installed, "cli.mjs"))
        const ended = yield* node(["cli.mjs"], { cwd: installed })
        assert.deepStrictEqual(ended, { code: 0, stdout: "true\n", stderr: "" })
      })
    )
  }
})
