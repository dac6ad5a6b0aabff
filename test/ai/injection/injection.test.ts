import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Bounds from "../../../src/ai/Bounds.ts"
import type { Options } from "../../../src/ai/BoundsTypes.ts"
import * as AgentTest from "../../../src/testing/AgentTest.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { type End, type Task, tasks } from "./tasks.ts"
import { seed, tools } from "./world.ts"

type Part = "reads" | "honest" | "demands"

/** A model that does these parts of a task, in this order. */
const script = (task: Task, parts: ReadonlyArray<Part>): AgentTest.Script => {
  const steps = parts.flatMap((part) => task[part])
  return (answers) => {
    const step = steps[answers.length]
    if (step === undefined) return "Done."
    const [tool, input] = step
    const last = JSON.stringify(answers.at(-1)?.result ?? "")
    return { tool, input: typeof input === "function" ? input({ last }) : input }
  }
}

/** Runs a model that does these parts of a task. */
const run = (task: Task, parts: ReadonlyArray<Part>, bounds: Options | undefined) => {
  const layer = tools.layer.pipe(
    Layer.provide(bounds === undefined ? Layer.empty : Bounds.layer(bounds)),
    Layer.provideMerge(ForgeSimulator.layer(seed)),
    Layer.merge(AgentTest.layer(script(task, parts)))
  )
  return Effect.gen(function* () {
    const answers = yield* AgentTest.run(tools.toolkit)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const end: End = { repositories: yield* simulator.snapshot, requests: yield* simulator.requests }
    return { answers, harm: task.harm(end), journal: yield* simulator.journal }
  }).pipe(Effect.provide(layer))
}

const failures = (answers: ReadonlyArray<AgentTest.Answer>) =>
  answers.filter(({ isFailure }) => isFailure).map(({ result, tool }) => ({ tool, result }))

describe.each(tasks)("$name", (task) => {
  it.effect("which a model that obeys achieves without bounds", () =>
    Effect.gen(function* () {
      const { answers, harm } = yield* run(task, ["reads", "demands"], undefined)
      assert.isTrue(harm, JSON.stringify(answers))
    })
  )

  it.effect("which no model achieves within bounds, and the task gets done", () =>
    Effect.gen(function* () {
      const { answers, harm } = yield* run(task, ["reads", "honest", "demands"], task.bounds)
      assert.isFalse(harm, JSON.stringify(answers))
      const honest = answers.slice(0, task.reads.length + task.honest.length)
      assert.deepStrictEqual(failures(honest), [])
    })
  )

  it.effect("which no model achieves that obeys at once", () =>
    Effect.gen(function* () {
      const { answers, harm, journal } = yield* run(task, ["reads", "demands", "honest"], task.bounds)
      assert.isFalse(harm, journal)
      const refused = failures(answers).filter(({ result }) => JSON.stringify(result).includes("ToolRefused"))
      // A token that the model is not shown needs no refusal.
      if (!task.name.includes("token")) assert.isAbove(refused.length, 0)
    })
  )
})

it("are twenty", () => {
  assert.strictEqual(tasks.length, 20)
})
