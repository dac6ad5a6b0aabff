import { spawn } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveGraphQL } from "../forge/graphql/server.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { bundled, compileCache } from "../bundled.ts"

const program = await bundled("docs/examples/graphql-export.ts")

/** Runs the example with only the given environment. */
const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  Effect.callback<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>((resume) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...compileCache, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const output = { stdout: "", stderr: "" }
    child.stdout.on("data", (data) => (output.stdout += String(data)))
    child.stderr.on("data", (data) => (output.stderr += String(data)))
    child.on("close", (code) => resume(Effect.succeed({ code, ...output })))
    return Effect.sync(() => child.kill())
  })

const simulator = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(1_000) }]
})

describe("graphql-export", () => {
  it.live("exports a project with 1,000 items in 10 requests", () =>
    Effect.gen(function* () {
      const handle = yield* ForgeSimulator.ForgeSimulator
      const server = yield* serveGraphQL(handle)
      const env = { GITHUB_API_URL: server.origin, GITHUB_TOKEN: "ghp_0123456789abcdefghij0123456789abcdef" }
      const { code, stderr, stdout } = yield* run(["acme", "1"], env)
      assert.deepStrictEqual([code, stderr], [0, "1000 items\n"])
      const { issues } = yield* handle.repository("acme/web")
      const items: ReadonlyArray<unknown> = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown)
      assert.deepStrictEqual(
        items,
        issues.map(({ created_at, number, state, title }) => ({
          number,
          title,
          createdAt: new Date(created_at).toISOString(),
          status: state === "open" ? "Todo" : "Done"
        }))
      )
      assert.lengthOf(server.requests, 10)

      const missing = yield* run(["acme", "2"], env)
      assert.strictEqual(missing.code, 66)
      assert.include(missing.stderr, "Could not resolve to a ProjectV2 with the number 2.")
    }).pipe(Effect.provide(simulator))
  )
})
