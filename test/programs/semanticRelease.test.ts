import { expect, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { cloneOf, git, packaged, refusals } from "./program.ts"

const layer = SimulatorServer.layerForge({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "package.json": `{"name":"web","private":true}\n`, "dist/web.js": "1\n" },
      tags: { "v1.0.0": "main" },
      issues: [{ title: "Count" }, { title: "Say why" }],
      pulls: [{ title: "feat: count to two", body: "Closes #1", head: "two", files: { "dist/web.js": "2\n" } }]
    }
  ]
})

const configuration = {
  branches: ["main"],
  plugins: [
    packaged("@semantic-release/commit-analyzer"),
    packaged("@semantic-release/release-notes-generator"),
    [packaged("@semantic-release/github"), { assets: [{ path: "dist/web.js", label: "The bundle" }] }]
  ]
}

it.live("semantic-release tags, releases, and tells the issues", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-semantic-release-")
    yield* simulator.merge("acme/web", 3, { method: "squash" })
    yield* simulator.push("acme/web", { "why.md": "Because\n" }, { message: "fix: say why\n\nFixes #2" })
    const clone = yield* cloneOf(simulator, "acme/web", cwd)
    Fs.writeFileSync(Path.join(clone, ".releaserc.json"), JSON.stringify(configuration))
    const release = guided("semantic-release", simulator, { cwd: clone }).run("semantic-release")
    const first = yield* release
    expect([first.code, first.errors, yield* refusals(simulator)]).toEqual([0, "", []])
    const released = yield* simulator.repository("acme/web")
    expect(released.releases).toMatchObject([
      {
        tag_name: "v1.1.0",
        name: "v1.1.0",
        draft: false,
        prerelease: false,
        assets: [{ name: "web.js", label: "The bundle", size: 2 }]
      }
    ])
    for (const line of ["# [1.1.0]", "### Features", "count to two", "### Bug Fixes", "say why"]) {
      expect(released.releases[0]?.body).toContain(line)
    }
    for (const { comments, labels, title } of released.issues) {
      expect([title, labels, comments.length]).toEqual([title, ["released"], 1])
      expect(comments[0]?.body).toContain("in version 1.1.0")
    }
    expect(released.issues).toHaveLength(3)
    const tip = yield* git(clone, "rev-parse", "HEAD")
    expect(yield* git(clone, "ls-remote", "origin", "refs/tags/v1.1.0", "refs/heads/main")).toBe(
      `${tip}\trefs/heads/main\n${tip}\trefs/tags/v1.1.0`
    )
    const second = yield* release
    expect([second.code, second.output]).toEqual([0, expect.stringContaining("no new version is released")])
    expect(yield* simulator.repository("acme/web")).toEqual(released)
  }).pipe(Effect.provide(layer), Effect.scoped)
)
