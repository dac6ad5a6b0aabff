import { assert, it } from "@effect/vitest"
import { Issues } from "forgecast/forge"
import { ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Assigns every open bug to octo. */
const assignBugs = Issues.list({ ...repo, labels: ["bug"] }).pipe(
  Stream.runForEach((issue) => Issues.update({ ...repo, issue_number: issue.number, assignees: ["octo"] }))
)

const simulator = ForgeSimulator.layer({
  users: [{ login: "octo" }],
  tokens: { "octo-token": "octo" },
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write" },
      issues: [{ title: "It rains in", labels: ["bug"] }, { title: "Show the wind" }]
    }
  ]
})

it.effect("assigns bugs, and leaves the rest alone", () =>
  Effect.gen(function* () {
    const { repository } = yield* ForgeSimulator.ForgeSimulator
    yield* assignBugs
    const { issues } = yield* repository("acme/web")
    assert.deepStrictEqual(
      issues.map((issue) => issue.assignees),
      [["octo"], []]
    )
  }).pipe(Effect.provide(simulator))
)
