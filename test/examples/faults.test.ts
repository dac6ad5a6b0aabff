import { assert, describe, it } from "@effect/vitest"
import { Write } from "forgecast"
import { Issues } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const titles = ["One", "Two", "Three", "Four", "Five"]

/** The code under test: files an issue for each title. */
const file = Effect.forEach(titles, (title) =>
  Write.once(Issues.create, { owner: "acme", repo: "web", title }, { key: `file-${title}` })
)

describe("filing issues", () => {
  it.effect.each([1, 2, 3, 4, 5])("files each of them once, whatever happens (seed %i)", (seed) =>
    Effect.gen(function* () {
      const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.random(seed, 0.3))
      const filing = yield* Effect.forkChild(file)
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(filing)
      const { issues } = yield* repository("acme/web")
      assert.deepStrictEqual(
        issues.map((issue) => issue.title),
        titles
      )
    }).pipe(Effect.provide(ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web" }] })))
  )
})
