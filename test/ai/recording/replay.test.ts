/** Random sessions, and what their programs send. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as Recording from "../../../src/ai/Recording.ts"
import * as ToolCall from "../../../src/ai/ToolCall.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import { runs } from "../../depth.ts"
import { seed, tools } from "../injection/world.ts"
import { calls } from "../randomCalls.ts"
import { programOf, testOf } from "./evaluate.ts"

const unlimited = { ...seed, limits: "none" } as const

const simulator = ForgeSimulator.layer(unlimited)

/** What was sent and what came of it. */
const sent = Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ requests }) =>
  Effect.map(requests, (all) => all.map(({ body, method, status, url }) => ({ body, method, status, url })))
)

it.effect("the program of a session sends what the session has sent, and its test passes", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.array(calls, { maxLength: 30 }), (script) =>
        Effect.gen(function* () {
          const recording = yield* Recording.make
          const before = yield* Effect.forEach(script, ({ input, tool }) =>
            // The casts are safe: tools take whatever a model passes.
            Effect.ignore(tools.call(tool as never, input as never))
          ).pipe(
            Effect.provideService(ToolCall.ToolCalls, [recording.step]),
            Effect.andThen(sent),
            Effect.provide(tools.layer.pipe(Layer.provideMerge(simulator)))
          )
          const recorded = yield* recording.calls
          const text = Recording.program(recorded)
          const after = yield* Effect.andThen(programOf(text), sent).pipe(
            Effect.provide(Layer.mergeAll(simulator, WeatherSimulator.layer()))
          )
          assert.deepStrictEqual(after, before, text)
          yield* testOf(Recording.test(recorded, { seed: unlimited })).run()
        }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
      ),
      { numRuns: runs(60) }
    )
  )
)
