import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { triage } from "../../docs/recipes/triage-agent/program.ts"
import { ForgeSimulator } from "forgecast/testing"
import * as AgentTest from "forgecast/testing/AgentTest"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const issue = { owner: "acme", repo: "web", issue_number: 1 }

const first = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const { issues } = yield* simulator.repository("acme/web")
  const { comments, labels, state } = issues[0] ?? { comments: [], labels: [], state: "none" }
  return { labels, state, comments: comments.map(({ body }) => body.split("\n")[0]) }
})

describe("triage agent", () => {
  it.effect("labels and answers an issue", () =>
    Effect.gen(function* () {
      const { said, usage } = yield* Effect.flatten(run(program))
      assert.strictEqual(said, "Done.")
      assert.deepStrictEqual(usage.private, [])
      assert.deepStrictEqual(yield* first, {
        labels: ["bug"],
        state: "open",
        comments: ["Thank you! This looks like #2."]
      })
    }).pipe(on("triage-agent"))
  )

  it.effect("does nothing else, whatever the issue demands", () =>
    Effect.gen(function* () {
      const other = { ...issue, issue_number: 2 }
      const obeying = AgentTest.layer([
        { tool: "issues_get", input: issue },
        { tool: "search_issues", input: { q: "plans" } },
        { tool: "issues_get", input: { ...issue, repo: "secret" } },
        { tool: "labels_add_to_issue", input: { ...other, labels: ["bug"] } },
        { tool: "issues_create_comment", input: { ...issue, body: "One" } },
        { tool: "issues_create_comment", input: { ...issue, body: "Two" } }
      ])
      yield* Effect.flatten(run(Effect.provide(triage(issue), obeying)))
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const sent = (yield* simulator.requests).map(({ method, path }) => `${method} ${path}`)
      assert.deepStrictEqual(
        sent.filter((one) => !one.startsWith("GET /repos/acme/web")),
        ["POST /repos/acme/web/issues/1/comments"]
      )
      assert.deepStrictEqual((yield* first).comments, ["One"])
    }).pipe(on("triage-agent"))
  )
})
