/** Steps around calls: their order, what they see, and what they may do. */
import { assert, it } from "@effect/vitest"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import { ToolRefused } from "../../src/ai/ToolError.ts"
import { Forge } from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

const repo = { owner: "acme", repo: "web" }

const simulator = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }]
})

const tools = ForgeTools.toolkit({ operations: { Issues } })

const on = (steps: Layer.Layer<never>) => tools.layer.pipe(Layer.provide(steps), Layer.provideMerge(simulator))

const get = tools.call("issues_get", { ...repo, issue_number: 1, fields: ["id"] })

it.effect("runs the steps from the outermost one inwards, around calls and around requests", () => {
  const seen: Array<string> = []
  const step = (name: string): ToolCall.ToolStep => ({
    around: (call, run) => {
      seen.push(`${name} ${call.operation} ${Object.keys(call.input).join()}`)
      return Effect.tap(run, () => Effect.sync(() => seen.push(`${name} ends`)))
    },
    transport: () => ({
      request: (next) => (call, reader, since) => {
        seen.push(`${name} ${call.method}`)
        return next(call, reader, since)
      }
    })
  })
  const both = ToolCall.layer(step("inner")).pipe(Layer.provide(ToolCall.layer(step("outer"))))
  return Effect.gen(function* () {
    yield* get
    const input = "owner,repo,issue_number"
    assert.deepStrictEqual(seen, [
      `outer Issues.get ${input}`,
      `inner Issues.get ${input}`,
      "outer GET",
      "inner GET",
      "inner ends",
      "outer ends"
    ])
  }).pipe(Effect.provide(on(both)))
})

it.effect("lets a step answer in place of the operation, with the service at hand", () => {
  const step = ToolCall.layer({
    around: (_call, run) =>
      Effect.flatMap(Effect.serviceOption(Forge), (forge) =>
        Effect.map(run, ({ value }) => ({ value, view: { hasForge: Option.isSome(forge) } }))
      )
  })
  return Effect.gen(function* () {
    assert.deepStrictEqual<unknown>(yield* get, { hasForge: true })
  }).pipe(Effect.provide(on(step)))
})

it.effect("keeps defects, and shows none of them to the model", () => {
  const step = ToolCall.layer({ around: () => Effect.die(new Error("a bug")) })
  return Effect.gen(function* () {
    const exit = yield* Effect.exit(get)
    assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
  }).pipe(Effect.provide(on(step)))
})

it.effect("sends nothing that a step refuses", () => {
  const step = ToolCall.layer({
    around: ({ operation, tool }, run) =>
      operation === "Issues.get"
        ? run
        : Effect.fail(new ToolRefused({ tool, operation, bound: "operations", message: `${operation} is not allowed` }))
  })
  return Effect.gen(function* () {
    const error = yield* Effect.flip(tools.call("issues_update", { ...repo, issue_number: 1, state: "closed" }))
    assert.deepStrictEqual(error, {
      error: "ToolRefused",
      message: "Issues.update is not allowed",
      reason: "operations",
      details: { operation: "Issues.update" }
    })
    const { repository } = yield* ForgeSimulator.ForgeSimulator
    assert.strictEqual((yield* repository("acme/web")).issues[0]?.state, "open")
  }).pipe(Effect.provide(on(step)))
})

it.effect("tells of failures as the steps say, the outermost last", () => {
  const saying = (word: string) =>
    ToolCall.layer({ failure: (call, failure) => ({ ...failure, message: `${failure.message} ${word} ${call.tool}` }) })
  const steps = saying("inner").pipe(Layer.provide(saying("outer")))
  return Effect.gen(function* () {
    const error = yield* Effect.flip(tools.call("issues_get", { ...repo, issue_number: 9 }))
    assert.match(error.message, /inner issues_get outer issues_get$/)
  }).pipe(Effect.provide(on(steps)))
})

it.effect("gives a model the result of each of its calls, wrong ones included", () => {
  const params = [
    { ...repo, issue_number: 1 },
    { ...repo, issue: 1 },
    { ...repo, issue_number: "1" }
  ]
  const script = LanguageModel.make({
    generateText: () =>
      Effect.succeed(
        params.map((given, index) => ({ type: "tool-call", id: String(index), name: "issues_get", params: given }))
      ),
    streamText: () => Stream.empty
  })
  const ids: Array<string | undefined> = []
  const step = ToolCall.layer({
    around: ({ id }, run) => {
      ids.push(id)
      return run
    }
  })
  return Effect.gen(function* () {
    const { toolResults } = yield* LanguageModel.generateText({ prompt: "Read issue 1.", toolkit: tools.toolkit })
    const results = [...toolResults].toSorted((a, b) => a.id.localeCompare(b.id))
    assert.deepStrictEqual(
      results.map(({ isFailure }) => isFailure),
      [false, true, true]
    )
    assert.deepStrictEqual<unknown>(results[1]?.result, {
      error: "InvalidInput",
      message: "Issues.get: issue is not a field of the input",
      path: "issue",
      reason: "is not a field of the input"
    })
    assert.sameMembers(ids, ["0", "2"])
  }).pipe(Effect.provide(on(step)), Effect.provide(Layer.effect(LanguageModel.LanguageModel, script)))
})
