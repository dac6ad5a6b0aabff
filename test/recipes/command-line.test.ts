import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync } from "node:child_process"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import program, { changes } from "../../docs/recipes/command-line/program.ts"
import * as Page from "forgecast/rest/Page"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as SimulatorServer from "forgecast/testing/node"
import { run } from "../workflow/support/run.ts"
import { forgeSeed, on } from "./support.ts"

const root = Path.resolve(import.meta.dirname, "../..")

/** Runs a program, and returns what it has printed. */
const printed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<unknown> = []
  const collecting = { ...globalThis.console, log: (line: unknown) => lines.push(line) }
  yield* yield* run(Effect.provideService(effect, Console.Console, collecting))
  return lines
})

const since = ["- Count to  [2Jthree (#3, @ghost)", "- Count to two (#2, @grace)"]

describe("command line", () => {
  it.effect("prints what was merged since the release, and asks for no more than it needs", () =>
    Effect.gen(function* () {
      const { requests } = yield* ForgeSimulator.ForgeSimulator
      assert.deepStrictEqual(yield* printed(program), since)
      assert.lengthOf(yield* requests, 2)
    }).pipe(on("command-line"))
  )

  it.effect("reads no pages from before the release", () =>
    Effect.gen(function* () {
      const { requests, seed } = yield* ForgeSimulator.ForgeSimulator
      const old = { state: "closed", created_at: { ago: "30 days" }, updated_at: { ago: "20 days" } } as const
      const pulls = Array.from({ length: 20 }, (_, index) => ({ ...old, title: "Old", head: `old-${index}` }))
      yield* seed({ repositories: [{ owner: "acme", name: "web", pulls }] })
      const paged = program.pipe(Effect.provideService(Page.PageSize, 2), Effect.provideService(Page.ReadAhead, 1))
      assert.deepStrictEqual(yield* printed(paged), since)
      // 12 pages have all of them.
      assert.isAtMost((yield* requests).filter(({ operation }) => operation === "PullRequests.list").length, 4)
    }).pipe(on("command-line"))
  )

  it.effect("prints everything if there is no release, in spite of an outage", () =>
    Effect.gen(function* () {
      const { faults, seed } = yield* ForgeSimulator.ForgeSimulator
      yield* seed({
        repositories: [{ owner: "acme", name: "new", pulls: [{ title: "Begin", head: "a", merged: true }] }]
      })
      yield* faults.add(Faults.unavailable({ operation: "PullRequests.list" }))
      assert.deepStrictEqual(yield* printed(changes(["acme/new"])), ["- Begin (#1, @acme)"])
    }).pipe(on("command-line"))
  )

  it.effect.each([[[]], [["acme"]], [["acme/web/more"]], [["acme/web", "more"]]])("refuses %j", ([args]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(changes(args ?? []))
      assert.strictEqual(error._tag, "Usage")
    }).pipe(on("command-line"))
  )

  it.live("runs as a bundle, and exits with the code of its failure", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ForgeSimulator.ForgeSimulator
      const directory = yield* Effect.acquireRelease(
        Effect.sync(() => Fs.mkdtempSync(Path.join(Os.tmpdir(), "changes-"))),
        (path) => Effect.sync(() => Fs.rmSync(path, { recursive: true }))
      )
      const page = Fs.readFileSync(Path.join(root, "docs/recipes/command-line/README.md"), "utf8")
      const [, options = ""] = /^npx esbuild command-line\/main\.ts (.+) --outfile=/m.exec(page) ?? []
      const bundle = Path.join(directory, "changes.mjs")
      execFileSync(
        Path.join(root, "node_modules/.bin/esbuild"),
        ["docs/recipes/command-line/main.ts", ...options.split(" "), `--outfile=${bundle}`],
        { cwd: root, stdio: "pipe" }
      )
      const start = (args: ReadonlyArray<string>) =>
        Effect.callback<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resume) => {
          execFile(process.execPath, [bundle, ...args], { env: { GITHUB_API_URL: baseUrl } }, (error, stdout, stderr) =>
            resume(Effect.succeed({ code: error === null ? 0 : error.code, stdout, stderr }))
          )
        })
      assert.deepStrictEqual(yield* start(["acme/web"]), { code: 0, stdout: `${since.join("\n")}\n`, stderr: "" })
      assert.deepStrictEqual(yield* start([]), { code: 64, stdout: "", stderr: "Usage: changes owner/repo\n" })
      const { code, stderr } = yield* start(["acme/nothing"])
      assert.strictEqual(code, 66)
      assert.match(stderr, /^NotFound: PullRequests\.list: 404 Not Found/)
    }).pipe(Effect.provide(SimulatorServer.layerForge(forgeSeed("command-line"))))
  )
})
