import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { cloneOf, git, refusals } from "./program.ts"

const layer = SimulatorServer.layerForge(
  {
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: { "package.json": `{\n  "name": "web",\n  "version": "1.0.0"\n}\n`, "src/web.js": "1\n" },
        tags: { "v1.0.0": "main" },
        releases: [{ tag_name: "v1.0.0" }],
        pulls: [{ title: "feat: count to two", head: "two", files: { "src/web.js": "2\n" } }]
      }
    ]
  },
  { prefix: "/api/v3" }
)

const branch = "release-please--branches--main--components--web"

it.live("release-please proposes a release, keeps it up to date, and releases what is merged", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-release-please-")
    const guide = guided("release-please", simulator, { cwd })
    const releasePlease = (command: string) =>
      Effect.map(guide.run(`release-please ${command}`), ({ code, errors }) => {
        expect([code, errors.replaceAll(/^⚠ .*\n/gm, "")]).toEqual([0, ""])
      })
    const proposal = Effect.map(simulator.repository("acme/web"), ({ issues, pulls }) =>
      pulls.slice(1).map((pull, index) => ({ ...issues[index + 1], ...pull }))
    )
    yield* simulator.merge("acme/web", 1, { method: "squash" })
    yield* releasePlease("release-pr")
    expect(yield* proposal).toMatchObject([
      {
        number: 2,
        title: "chore(main): release 1.1.0",
        head: `acme:${branch}`,
        base: "main",
        labels: ["autorelease: pending"],
        state: "open"
      }
    ])
    // It looks whether its branch is there, once.
    expect(yield* refusals(simulator)).toEqual([`GET /repos/acme/web/git/ref/heads%2F${branch} 404`])
    yield* simulator.push("acme/web", { "why.md": "Because\n" }, { message: "fix: say why" })
    yield* releasePlease("release-pr")
    const [kept, ...others] = yield* proposal
    expect([kept?.number, others]).toEqual([2, []])
    for (const line of ["## [1.1.0]", "### Features", "count to two", "### Bug Fixes", "say why"]) {
      expect(kept?.body).toContain(line)
    }
    yield* simulator.merge("acme/web", 2, { method: "squash" })
    yield* releasePlease("github-release")
    expect(yield* refusals(simulator)).toHaveLength(1)
    const { issues, releases } = yield* simulator.repository("acme/web")
    expect(releases.map(({ tag_name }) => tag_name)).toEqual(["v1.1.0", "v1.0.0"])
    expect(releases[0]?.body).toContain("say why")
    expect([issues.at(-1)?.labels, issues.at(-1)?.comments.length]).toEqual([["autorelease: tagged"], 1])
    const clone = yield* cloneOf(simulator, "acme/web", cwd)
    yield* git(clone, "fsck", "--strict")
    expect(JSON.parse(yield* git(clone, "show", "v1.1.0:package.json"))).toEqual({ name: "web", version: "1.1.0" })
    expect(yield* git(clone, "show", "v1.1.0:CHANGELOG.md")).toContain("### Bug Fixes")
    expect(yield* git(clone, "rev-parse", "v1.1.0^{commit}")).toBe(yield* git(clone, "rev-parse", "HEAD"))
  }).pipe(Effect.provide(layer), Effect.scoped)
)
