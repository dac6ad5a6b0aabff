import { describe, expect, it } from "@effect/vitest"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { lacks, refusals, run } from "./program.ts"

const python = "/usr/bin/python3"

const layer = SimulatorServer.layerForge({
  users: ["rev"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      topics: ["site"],
      files: { "README.md": "# web\n", "docs/README.md": "# docs\n", "src/index.ts": "export {}\n" },
      labels: ["bug"],
      collaborators: { octo: "admin" }
    }
  ]
})

describe.skipIf(lacks(python, "-c", "import github"))("PyGithub, where it is installed", () => {
  it.live("keeps issues, files, pull requests, releases and settings", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      const cwd = yield* temporary("forgecast-pygithub-")
      const script = Path.join(import.meta.dirname, "pygithub.py")
      const { env } = guided("PyGithub", simulator, { cwd })
      const { code, errors, output } = yield* run(python, [script, Path.join(cwd, "asset.txt")], { cwd, env })
      expect([code, errors, yield* refusals(simulator)]).toEqual([0, "", ["GET /repos/acme/none 404"]])
      expect(JSON.parse(output)).toMatchSnapshot()
      const { issues, pulls, releases } = yield* simulator.repository("acme/web")
      expect(issues.map(({ state, title }) => [title, state])).toEqual([
        ["Broken", "closed"],
        ["A new page", "closed"]
      ])
      expect(pulls.map(({ merged_at, title }) => [title, merged_at !== null])).toEqual([["A new page", true]])
      expect(releases.map(({ name, tag_name }) => [tag_name, name])).toEqual([["v1.0.0", "One!"]])
    }).pipe(Effect.provide(layer), Effect.scoped)
  )
})
