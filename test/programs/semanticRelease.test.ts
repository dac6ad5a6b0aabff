import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { packaged, refusals, run, tokenOf } from "./program.ts"

const settings = {
  branches: ["main"],
  plugins: [
    "@semantic-release/commit-analyzer",
    "@semantic-release/release-notes-generator",
    ["@semantic-release/github", { assets: ["README.md"] }]
  ]
}

const layer = SimulatorServer.layerForge({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# web\n", ".releaserc.json": JSON.stringify(settings) },
      issues: [{ title: "Broken" }],
      branches: { work: { files: { "fix.txt": "Fixed\n" } } },
      pulls: [{ title: "fix: mend it", head: "work", body: "Fixes #1" }]
    }
  ]
})

it.live("semantic-release tags, publishes a release with its assets, and tells the issues that it resolves", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-semantic-release-")
    const token = tokenOf(simulator)
    const merged = yield* Effect.promise(() =>
      fetch(`${simulator.baseUrl}/repos/acme/web/pulls/2/merge`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ merge_method: "squash", commit_title: "fix: mend it (#2)" })
      })
    )
    expect(merged.status).toBe(200)
    const origin = `${simulator.baseUrl}/acme/web.git`
    yield* run("git", ["clone", origin, "web"], { cwd })
    const env = { GH_TOKEN: token, GITHUB_API_URL: simulator.baseUrl, GITHUB_URL: simulator.baseUrl }
    const main = packaged("semantic-release/bin/semantic-release.js")
    const ran = yield* run(process.execPath, [main, "--no-ci", "--repository-url", origin], { cwd: `${cwd}/web`, env })
    process.stdout.write(JSON.stringify([ran, yield* refusals(simulator)], null, 1).replaceAll("\\n", "\n"))
    expect([ran.code, yield* refusals(simulator)]).toEqual([0, []])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
