import { expect, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { refusals, run } from "./program.ts"

const layer = SimulatorServer.layerForge({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "src/index.ts": "export {}\n", "package.json": "{}\n" },
      branches: { work: { files: { "src/index.ts": "export const a = 1\n", "src/new.ts": "export {}\n" } } },
      pulls: [{ title: "Work", head: "work" }]
    }
  ]
})

const dangerfile = `
import { danger, fail, markdown, message, schedule, warn } from "danger"
const { git, github } = danger
message("by " + github.pr.user.login + " on " + github.pr.base.ref)
warn("modified " + git.modified_files.join() + ", created " + git.created_files.join())
if (!github.pr.body) fail("Say what it is for.")
schedule(async () => {
  const diff = await git.diffForFile("src/index.ts")
  markdown("added " + diff.added.trim())
  const reviews = await github.api.pulls.listReviews(github.thisPR)
  message(reviews.data.length + " reviews")
  const file = await github.utils.fileContents("package.json")
  message("package " + file.trim())
})
`

/** Says what the pull request is for. */
const describe = `fetch(process.env.DANGER_GITHUB_API_BASE_URL + "/repos/acme/web/pulls/1", {
  method: "PATCH",
  headers: { authorization: "Bearer " + process.env.DANGER_GITHUB_API_TOKEN },
  body: JSON.stringify({ body: "For tests." })
})`

it.live("danger reviews a pull request, and changes its comment when it runs again", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-danger-")
    Fs.writeFileSync(Path.join(cwd, "dangerfile.js"), dangerfile)
    const guide = guided("danger", simulator, { cwd })
    const danger = guide.run("danger ci")
    const commentsOf = Effect.map(simulator.repository("acme/web"), ({ issues }) => issues[0]?.comments ?? [])
    const first = yield* danger
    expect([first.errors, yield* refusals(simulator)]).toEqual(["", []])
    const [comment, ...others] = yield* commentsOf
    expect(others).toEqual([])
    for (const line of [
      "by acme on main",
      "modified src/index.ts, created src/new.ts",
      "Say what it is for.",
      "added +export const a = 1",
      "0 reviews",
      "package {}"
    ]) {
      expect(comment?.body).toContain(line)
    }
    yield* run(process.execPath, ["-e", describe], { cwd, env: guide.env })
    const second = yield* danger
    expect([second.code, yield* refusals(simulator)]).toEqual([0, []])
    const [changed, ...more] = yield* commentsOf
    expect([changed?.id, changed?.body.includes("Say what it is for."), more]).toEqual([comment?.id, false, []])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
