import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { BranchUpdated, deploy } from "../../docs/examples/deployment.ts"
import { Deployments } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const target = {
  ...repo,
  ref: "main",
  environment: "staging",
  key: "release 7",
  environment_url: "https://example.com"
}

const simulator = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# web\n" },
      branches: { old: { from: "main~1", files: { "old.txt": "1\n" } } },
      commits: [{ files: { "new.txt": "1\n" } }]
    }
  ]
})

/** The states of each deployment, the oldest first. */
const states = Stream.runCollect(
  Stream.mapEffect(Deployments.list(repo), ({ id }) =>
    Effect.map(Stream.runCollect(Deployments.listStatuses({ ...repo, deployment_id: id })), (statuses) =>
      statuses.map(({ state }) => state).toReversed()
    )
  )
)

describe("deployment", () => {
  testOn(simulator)("tells that it runs, and that it has succeeded", function* () {
    const during = yield* deploy(target, (sha) => Effect.map(states, (seen) => ({ seen, sha })))
    assert.deepStrictEqual(during.seen, [["in_progress"]])
    assert.match(during.sha, /^[\da-f]{40}$/)
    assert.deepStrictEqual(yield* states, [["in_progress", "success"]])
  })

  testOn(simulator)("tells that it has failed, and fails", function* () {
    assert.strictEqual(yield* Effect.flip(deploy(target, () => Effect.fail("no disk"))), "no disk")
    assert.deepStrictEqual(yield* states, [["in_progress", "failure"]])
  })

  testOn(simulator)("tells that it was interrupted", function* () {
    const fiber = yield* Effect.forkChild(deploy(target, () => Effect.never))
    yield* TestClock.adjust("1 minute")
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual(yield* states, [["in_progress", "failure"]])
  })

  testOn(simulator)("is created once, although the response is lost", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answerLost({ operation: "Deployments.create" }))
    const fiber = yield* Effect.forkChild(deploy(target, () => Effect.void))
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(fiber)
    assert.deepStrictEqual(yield* states, [["in_progress", "success"]])
  })

  testOn(simulator)("does not run if the service has merged the default branch first", function* () {
    const failure = yield* Effect.flip(deploy({ ...target, ref: "old" }, () => Effect.die("it ran")))
    assert.instanceOf(failure, BranchUpdated)
    assert.include(failure.message, "Auto-merged main into old")
    assert.deepStrictEqual(yield* states, [])
  })
})
