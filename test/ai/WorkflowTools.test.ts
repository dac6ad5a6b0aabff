import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import { ToolRefused } from "../../src/ai/ToolError.ts"
import * as WorkflowTools from "../../src/ai/WorkflowTools.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

const repo = { owner: "acme", repo: "web" }

const tools = WorkflowTools.toolkit({
  workflows: {
    propose_pull_request: WorkflowTools.proposePullRequest,
    release_next: WorkflowTools.releaseNext,
    release_publish: WorkflowTools.releasePublish,
    count_issues: WorkflowTools.make({
      name: "Own.count",
      about: "Counts the open issues.",
      fields: { owner: Schema.String, repo: Schema.String },
      docs: { repo: "Name of the repository." },
      writes: false,
      destroys: false,
      run: (input) => Effect.map(Issues.list.page(input), ({ items }) => ({ open: items.length }))
    })
  }
})

const simulator = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files: { "a.txt": "one" },
      issues: [{ title: "It rains in" }]
    }
  ]
})

const proposal = {
  ...repo,
  branch: "bot/two",
  title: "Two",
  message: "Two",
  files: [
    { path: "a.txt", content: "two" },
    { path: "b.txt", content: "new" }
  ]
}

it.effect("proposes files, and does not propose them twice", () =>
  Effect.gen(function* () {
    const first = yield* tools.call("propose_pull_request", proposal)
    assert.strictEqual(first.action, "created")
    const second = yield* tools.call("propose_pull_request", proposal)
    assert.deepStrictEqual(second, { ...first, action: "unchanged" })
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(simulator))))
)

it.effect("tells what is released next, and publishes that", () =>
  Effect.gen(function* () {
    const { releases } = yield* tools.call("release_next", { ...repo, initial_version: "0.1.0" })
    const published = yield* tools.call("release_publish", { ...repo, initial_version: "0.1.0" })
    assert.deepStrictEqual(
      published.releases.map(({ tag_name }) => tag_name),
      releases.map(({ tag }) => tag)
    )
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(simulator))))
)

it.effect("has workflows of a program's own", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* tools.call("count_issues", repo), { open: 1 })
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(simulator))))
)

it.effect("ends in what is wrong", () =>
  Effect.gen(function* () {
    const typo = { ...proposal, titel: "Two" }
    const error = yield* Effect.flip(tools.call("propose_pull_request", typo))
    assert.deepStrictEqual([error.error, error.path, error.didYouMean], ["InvalidInput", "titel", ["title"]])
    const empty = yield* Effect.flip(tools.call("propose_pull_request", { ...proposal, branch: "" }))
    assert.deepStrictEqual([empty.error, empty.path], ["InvalidInput", "branch"])
    const missing = yield* Effect.flip(tools.call("release_next", { ...repo, repo: "none" }))
    assert.strictEqual(missing.error, "NotFound")
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(simulator))))
)

it.effect("cannot get past a step around requests", () => {
  const calls: Array<string> = []
  const readsOnly = ToolCall.layer({
    around: (call, run) => {
      calls.push(`${call.service} ${call.operation} ${call.writes} ${call.repository?.repo}`)
      return run
    },
    transport: ({ tool }) => ({
      request: (next) => (call, reader, since) => {
        if (call.method === "GET") return next(call, reader, since)
        calls.push(call.operation)
        return ToolCall.refuse(
          new ToolRefused({ tool, operation: call.operation, bound: "writes", message: "The session only reads" })
        )
      }
    })
  })
  return Effect.gen(function* () {
    const error = yield* Effect.flip(tools.call("propose_pull_request", proposal))
    assert.deepStrictEqual([error.error, error.reason], ["ToolRefused", "writes"])
    const [first, ...others] = calls
    assert.strictEqual(first, "workflow Propose.pullRequest true web")
    // Nothing of the workflow goes on after the refusal.
    assert.strictEqual(error.details?.["operation"], others[0])
    assert.strictEqual(others.length, 1)
    const { repository } = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual((yield* repository("acme/web")).pulls, [])
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provide(readsOnly), Layer.provideMerge(simulator))))
})
