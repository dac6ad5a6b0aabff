import { expect, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { packaged, refusals, run } from "./program.ts"

const layer = SimulatorServer.layerForge({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "Broken" }, { title: "Slow" }, { title: "Old" }] }]
})

/** A step of a workflow, as people write them. */
const step = `
import { context, getOctokit } from ${JSON.stringify(packaged("@actions/github/lib/github.js"))}
const octokit = getOctokit(process.env.GITHUB_TOKEN)
const { owner, repo } = context.repo
const { data: issue } = await octokit.rest.issues.get({ owner, repo, issue_number: context.issue.number })
await octokit.rest.issues.addLabels({ owner, repo, issue_number: issue.number, labels: ["seen"] })
await octokit.rest.issues.createComment({ owner, repo, issue_number: issue.number, body: "Seen by " + context.actor })
const titles = await octokit.paginate(octokit.rest.issues.listForRepo, { owner, repo, per_page: 2 }, (page) =>
  page.data.map(({ title }) => title))
const found = await octokit.graphql(
  "query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { issues { totalCount } } }",
  { owner, repo }
)
const count = found.repository.issues.totalCount
console.log(JSON.stringify({ event: context.eventName, action: context.payload.action, titles, count }))
`

it.live("a step of a workflow reads its event and acts on its issue", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator
    const cwd = yield* temporary("forgecast-actions-")
    Fs.writeFileSync(Path.join(cwd, "event.json"), JSON.stringify({ action: "opened", issue: { number: 1 } }))
    Fs.writeFileSync(Path.join(cwd, "step.mjs"), step)
    const { env } = guided("@actions/github", simulator, { cwd })
    const { code, errors, output } = yield* run(process.execPath, ["step.mjs"], { cwd, env })
    expect([code, errors, yield* refusals(simulator)]).toEqual([0, "", []])
    expect(JSON.parse(output)).toEqual({
      event: "issues",
      action: "opened",
      titles: ["Old", "Slow", "Broken"],
      count: 3
    })
    const { issues } = yield* simulator.repository("acme/web")
    expect([issues[0]?.labels, issues[0]?.comments.map(({ body }) => body)]).toEqual([["seen"], ["Seen by octo"]])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
