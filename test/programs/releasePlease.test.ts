import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { acting, packaged, refusals, run, tokenOf } from "./program.ts"

const layer = SimulatorServer.layerForge({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# web\n", "version.txt": "1.0.0\n", "CHANGELOG.md": "# Changelog\n" },
      releases: [{ tag_name: "v1.0.0" }],
      tags: { "v1.0.0": "main" },
      commits: [
        { message: "feat: show the weather", files: { "weather.txt": "Sun\n" } },
        { message: "fix: mend the map", files: { "map.txt": "North\n" } }
      ]
    }
  ]
})

it.live("release-please proposes a release, and publishes it once it is merged", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-release-please-")
    const main = packaged("release-please/build/src/bin/release-please.js")
    const please = (command: string) =>
      run(
        process.execPath,
        [
          main,
          command,
          "--repo-url=acme/web",
          "--release-type=simple",
          `--token=${tokenOf(simulator)}`,
          `--api-url=${simulator.baseUrl}`,
          `--graphql-url=${simulator.baseUrl}`
        ],
        { cwd }
      )
    const proposed = yield* please("release-pr")
    expect([proposed.code, proposed.errors, yield* refusals(simulator)]).toEqual([0, "", []])
    const { pulls } = yield* simulator.repository("acme/web")
    expect(pulls.map(({ head, title }) => [title, head])).toEqual([
      ["chore(main): release 1.1.0", "release-please--branches--main"]
    ])
    yield* acting(simulator, "PUT /repos/acme/web/pulls/1/merge", { merge_method: "squash" })
    const published = yield* please("github-release")
    expect([published.code, published.errors, yield* refusals(simulator)]).toEqual([0, "", []])
    const { releases } = yield* simulator.repository("acme/web")
    expect(releases.map(({ tag_name }) => tag_name)).toEqual(["v1.0.0", "v1.1.0"])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
