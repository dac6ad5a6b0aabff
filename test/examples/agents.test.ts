import { assert, it } from "@effect/vitest"
import { Issues } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const simulator = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }]
})

it.effect("closes the issue in spite of an outage", () =>
  Effect.gen(function* () {
    const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.unavailable({ operation: "Issues.update", retryAfter: "10 seconds" }))
    const closing = yield* Effect.forkChild(
      Issues.update({ owner: "acme", repo: "web", issue_number: 1, state: "closed" })
    )
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(closing)
    assert.strictEqual((yield* repository("acme/web")).issues[0]?.state, "closed")
  }).pipe(Effect.provide(simulator))
)
