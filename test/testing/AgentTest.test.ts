import { assert, describe, it } from "@effect/vitest"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as AgentTest from "../../src/testing/AgentTest.ts"

class Broken extends Schema.TaggedError<Broken>("Broken")("Broken", { message: Schema.String }) {}

const broken = new Broken({ message: "It is broken" })

const toolkit = Toolkit.make(
  Tool.make("say", { success: Schema.String }),
  Tool.make("break", { failure: Broken }),
  Tool.make("bend", { failure: Broken, failureMode: "return" })
)

const tools = toolkit.toLayer({
  say: () => Effect.succeed("hello"),
  break: () => Effect.fail(broken),
  bend: () => Effect.fail(broken)
})

const run = (script: AgentTest.Script, options?: AgentTest.RunOptions) =>
  AgentTest.run(toolkit, options).pipe(Effect.provide([tools, AgentTest.layer(script)]))

describe("AgentTest.run", () => {
  it.effect("returns the answers of tools, also failures that they return", () =>
    Effect.gen(function* () {
      const answers = yield* run([
        { tool: "say", input: {} },
        { tool: "bend", input: {} }
      ])
      assert.deepStrictEqual(
        answers.map(({ isFailure, tool }) => [tool, isFailure]),
        [
          ["say", false],
          ["bend", true]
        ]
      )
      assert.deepInclude(answers[1]?.result, { message: "It is broken" })
    })
  )

  it.effect("fails with what a tool fails with that does not return it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run([
          { tool: "say", input: {} },
          { tool: "break", input: {} }
        ])
      )
      assert.strictEqual(error._tag, "Broken")
      assert.strictEqual(error.message, "It is broken")
    })
  )

  it.effect("ends after so many responses", () =>
    Effect.gen(function* () {
      const again: AgentTest.Script = () => ({ tool: "say", input: {} })
      assert.lengthOf(yield* run(again), 100)
      assert.lengthOf(yield* run(again, { responses: 3 }), 3)
    })
  )
})
