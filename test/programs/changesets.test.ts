import { expect, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { cloneOf, git, packaged, type Ran, refusals, run } from "./program.ts"

const configuration = {
  changelog: ["@changesets/changelog-github", { repo: "acme/web" }],
  baseBranch: "main",
  commit: false,
  privatePackages: { version: true, tag: true }
}

const layer = SimulatorServer.layerForge(
  {
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: {
          "package.json": `${JSON.stringify({ name: "web", version: "1.0.0", private: true }, null, 2)}\n`,
          ".gitignore": "node_modules\n",
          ".changeset/config.json": JSON.stringify(configuration)
        },
        pulls: [
          {
            title: "Count to two",
            user: "octo",
            head: "two",
            files: { "two.js": "2\n", ".changeset/warm-rain.md": `---\n"web": minor\n---\n\nCounts to two.\n` }
          }
        ]
      }
    ]
  },
  { prefix: "/api/v3" }
)

/** What `changesets/action` does between its commands, by the packages that it is made of. */
const action = `
import { getOctokit } from ${JSON.stringify(packaged("@actions/github/lib/github.js"))}
import { commitChangesSinceBase } from ${JSON.stringify(packaged("@changesets/ghcommit/dist/index-node.mjs"))}
const octokit = getOctokit(process.env.GITHUB_TOKEN)
const web = { owner: "acme", repo: "web" }
const [task] = process.argv.slice(2)
if (task === "propose") {
  const head = "changeset-release/main"
  await commitChangesSinceBase({ octokit, ...web, branch: head, message: "Version Packages", force: true })
  const { data: open } = await octokit.rest.pulls.list({ ...web, head: "acme:" + head, state: "open", base: "main" })
  if (open.length === 0) await octokit.rest.pulls.create({ ...web, base: "main", head, title: "Version Packages" })
} else {
  await octokit.rest.repos.createRelease({ ...web, name: "v1.1.0", tag_name: "v1.1.0", body: "Counts to two." })
}
`

it.live("changesets versions with links, commits by GraphQL, and tags", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-changesets-")
    const step = Path.join(cwd, "action.mjs")
    Fs.writeFileSync(step, action)
    const { origin } = new URL(simulator.baseUrl)
    yield* simulator.merge("acme/web", 1)
    const clone = yield* cloneOf(simulator, "acme/web", cwd)
    const guide = guided("changesets", simulator, { cwd: clone })
    const passes = Effect.fnUntraced(function* (program: Effect.Effect<Ran>) {
      const { code, errors } = yield* program
      expect([code, errors, yield* refusals(simulator)]).toEqual([0, "", []])
    })
    const act = (task: string) => passes(run(process.execPath, [step, task], { cwd: clone, env: guide.env }))
    Fs.symlinkSync(packaged("."), Path.join(clone, "node_modules"))
    yield* passes(guide.run("changeset version"))
    yield* act("propose")
    // Once more, as each push to main does it: the branch is replaced.
    yield* act("propose")
    const proposed = yield* simulator.repository("acme/web")
    expect(proposed.pulls[1]).toMatchObject({ number: 2, head: "acme:changeset-release/main", merged: false })
    expect(Object.keys(proposed.branches)).toEqual(["changeset-release/main", "main", "two"])
    yield* simulator.merge("acme/web", 2, { method: "squash" })
    yield* git(clone, "reset", "--hard", "-q")
    yield* git(clone, "clean", "-fdq")
    yield* git(clone, "pull", "-q")
    const changes = Fs.readFileSync(Path.join(clone, "CHANGELOG.md"), "utf8")
    for (const line of [`[#1](${origin}/acme/web/pull/1)`, `[@octo](${origin}/octo)! - Counts to two.`]) {
      expect(changes).toContain(line)
    }
    yield* passes(guide.run("changeset tag"))
    yield* git(clone, "push", "-q", "--tags")
    yield* act("release")
    yield* git(clone, "fsck", "--strict")
    const { branches, releases, tags } = yield* simulator.repository("acme/web")
    expect(releases.map(({ body, tag_name }) => [tag_name, body])).toEqual([["v1.1.0", "Counts to two."]])
    expect(tags).toEqual({ "v1.1.0": branches["main"] })
    expect(JSON.parse(yield* git(clone, "show", "v1.1.0:package.json"))).toMatchObject({ version: "1.1.0" })
  }).pipe(Effect.provide(layer), Effect.scoped)
)
