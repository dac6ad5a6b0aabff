import { assert, describe, it } from "@effect/vitest"
import { Issues } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const repo = { owner: "acme", repo: "web" }

const simulator = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in", labels: ["bug"] }] }]
})

describe("closing an issue", () => {
  it.effect("waits for the rate limit, a minute that passes at once", () =>
    Effect.gen(function* () {
      const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.secondaryLimit({ operation: "Issues.update", retryAfter: "1 minute" }))
      const closing = yield* Effect.forkChild(Issues.update({ ...repo, issue_number: 1, state: "closed" }))
      yield* TestClock.adjust("1 minute")
      const issue = yield* Fiber.join(closing)
      assert.strictEqual(issue.state, "closed")
      assert.strictEqual((yield* repository("acme/web")).issues[0]?.state_reason, "completed")
    }).pipe(Effect.provide(simulator))
  )
})
