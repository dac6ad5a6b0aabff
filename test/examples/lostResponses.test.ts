import { assert, it } from "@effect/vitest"
import { Write } from "forgecast"
import { Issues } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const simulator = ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }] })

const thank = Write.once(
  Issues.createComment,
  { owner: "acme", repo: "web", issue_number: 1, body: "Thank you!" },
  { key: "thanks-1" }
)

const comments = Effect.gen(function* () {
  const { repository } = yield* ForgeSimulator.ForgeSimulator
  return (yield* repository("acme/web")).issues[0]?.comments.length
})

it.effect("a response is lost: the comment is found at once", () =>
  Effect.gen(function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
    yield* thank
    assert.strictEqual(yield* comments, 1)
  }).pipe(Effect.provide(simulator))
)

it.effect("a request is lost: the comment is written after the look", () =>
  Effect.gen(function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.requestLost({ operation: "Issues.createComment" }))
    const thanking = yield* Effect.forkChild(thank)
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(thanking)
    assert.strictEqual(yield* comments, 1)
  }).pipe(Effect.provide(simulator))
)
