import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import { ToolRefused } from "../../src/ai/ToolError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

const repo = { owner: "acme", repo: "web" }

const simulator = ForgeSimulator.layer({
  repositories: [
    { owner: "acme", name: "web", collaborators: ["octo"], issues: [{ title: "It rains in", labels: ["bug"] }] }
  ]
})

const tools = ForgeTools.toolkit({ operations: { Issues, Labels: { addToIssue: Labels.addToIssue } } })

const layer = tools.layer.pipe(Layer.provideMerge(simulator))

it.effect("lists issues by pages", () =>
  Effect.gen(function* () {
    const page = yield* tools.call("issues_list", repo)
    assert.deepStrictEqual(
      page.items.map(({ labels, number, title }) => ({ labels, number, title })),
      [{ labels: ["bug"], number: 1, title: "It rains in" }]
    )
    assert.strictEqual(page.next_page, undefined)
  }).pipe(Effect.provide(layer))
)

it.effect("fails as a result, with what is likely meant", () =>
  Effect.gen(function* () {
    const typo = { ...repo, stat: "open" }
    const error = yield* Effect.flip(tools.call("issues_list", typo))
    assert.strictEqual(error.error, "InvalidInput")
    assert.deepStrictEqual(error.didYouMean, ["state"])
    const missing = yield* Effect.flip(tools.call("issues_get", { ...repo, issue_number: 99 }))
    assert.strictEqual(missing.error, "NotFound")
  }).pipe(Effect.provide(layer))
)

it.effect("has steps around calls and around their requests", () => {
  const refused = (operation: string) =>
    new ToolRefused({ tool: "any", operation, bound: "operations", message: `${operation} is not allowed` })
  const calls: Array<string> = []
  const steps = ToolCall.layer({
    around: (call, run) => {
      calls.push(`${call.operation} ${call.writes} ${call.repository?.owner}`)
      return run
    },
    transport: () => ({
      request: (next) => (call, reader, since) =>
        call.method === "GET" ? next(call, reader, since) : ToolCall.refuse(refused(call.operation))
    })
  })
  return Effect.gen(function* () {
    yield* tools.call("issues_get", { ...repo, issue_number: 1 })
    const error = yield* Effect.flip(tools.call("labels_add_to_issue", { ...repo, issue_number: 1, labels: ["ui"] }))
    assert.deepStrictEqual(calls, ["Issues.get false acme", "Labels.addToIssue true acme"])
    assert.deepStrictEqual([error.error, error.reason], ["ToolRefused", "operations"])
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provide(steps), Layer.provideMerge(simulator))))
})
