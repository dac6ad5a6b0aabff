import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import type { RepositorySeed } from "../../src/testing/ForgeSeed.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Merge } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const pull = { owner: "acme", repo: "web", pull_number: 1 }
const { ForgeSimulator: Simulator } = ForgeSimulator

const pulls = ["one", "two"].map((name, at) => ({
  title: name,
  number: at + 1,
  head: name,
  files: { [`${name}.txt`]: `${name}\n` }
}))

const seedOf = (more: Partial<RepositorySeed>) => ({
  repositories: [
    {
      owner: "acme",
      name: "web",
      settings: { allow_auto_merge: true },
      files: { "README.md": "# web\n" },
      pulls,
      ...more
    }
  ]
})

const queued: Partial<RepositorySeed> = {
  rulesets: [
    {
      name: "queue",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] } },
      rules: [
        { type: "required_status_checks", parameters: { required_status_checks: [{ context: "ci" }] } },
        { type: "merge_queue", parameters: {} }
      ]
    }
  ]
}
const green = pulls.map(({ head }) => ({ ref: head, context: "ci", state: "success" as const }))
const demanding: Partial<RepositorySeed> = { protection: { main: { required_checks: ["ci"] } } }

/** The simulator loads its GraphQL with the first request. That takes a while, and no time of the test's clock. */
beforeAll(() =>
  GraphQL.request("{ viewer { login } }", {}).pipe(Effect.provide(ForgeSimulator.layer(seedOf({}))), Effect.runPromise)
)

const on = (more: Partial<RepositorySeed>) => Effect.provide(Layer.fresh(ForgeSimulator.layer(seedOf(more))))

const stateOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ pulls }) => pulls.map(({ merged, state }) => ({ merged, state })))

/** Reports on what the queue checks. */
const check = (state: "success" | "failure") =>
  Effect.flatMap(Simulator, ({ repository, setStatus }) =>
    Effect.gen(function* () {
      const { branches } = yield* repository("acme/web")
      const groups = Object.entries(branches).filter(([name]) => name.startsWith("gh-readonly-queue/"))
      for (const [, sha] of groups) yield* setStatus("acme/web", "ci", state, { ref: sha })
    })
  )

const later = <E, R>(effect: Effect.Effect<unknown, E, R>) => Effect.forkChild(Effect.delay(effect, "3 minutes"))

describe("Merge.enqueue", () => {
  it.effect("merges at once where the base demands nothing, though checks have not ended, or not begun", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      assert.strictEqual((yield* yield* run(Merge.enqueue(pull)))._tag, "Merged")
      yield* simulator.setStatus("acme/web", "ci", "pending", { ref: "two" })
      assert.strictEqual((yield* yield* run(Merge.enqueue({ ...pull, pull_number: 2 })))._tag, "Merged")
    }).pipe(on({}))
  )

  it.effect("enters the merge queue of the base, once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* yield* run(Merge.enqueue(pull)), { _tag: "Queued", position: 1 })
      assert.deepStrictEqual(yield* yield* run(Merge.enqueue({ ...pull, pull_number: 2 })), {
        _tag: "Queued",
        position: 2
      })
      assert.deepStrictEqual(yield* yield* run(Merge.enqueue(pull)), { _tag: "Queued", position: 1 })
    }).pipe(on({ ...queued, statuses: green }))
  )

  it.effect("waits for the merge, as told", () =>
    Effect.gen(function* () {
      yield* later(check("success"))
      const merged = yield* yield* run(Merge.enqueue(pull, { until: "merged" }))
      assert.strictEqual(merged._tag, "Merged")
      assert.isTrue((yield* stateOf(yield* Simulator))[0]?.merged)
    }).pipe(on({ ...queued, statuses: green }))
  )

  it.effect("fails when it leaves the queue", () =>
    Effect.gen(function* () {
      yield* later(check("failure"))
      const error = failureOf(yield* run(Merge.enqueue(pull, { until: "merged" })))
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "merge_queue")
    }).pipe(on({ ...queued, statuses: green }))
  )

  it.effect("gets auto-merge where it is not ready for the queue, or there is none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* yield* run(Merge.enqueue(pull)), { _tag: "AutoMerge" })
      assert.deepStrictEqual(yield* yield* run(Merge.enqueue(pull)), { _tag: "AutoMerge" })
    }).pipe(on(queued))
  )

  it.effect("gets auto-merge without a queue, which merges it", () =>
    Effect.gen(function* () {
      const { setStatus } = yield* Simulator
      yield* later(setStatus("acme/web", "ci", "success", { ref: "one" }))
      const merged = yield* yield* run(Merge.enqueue({ ...pull, merge_method: "squash" }, { until: "merged" }))
      assert.strictEqual(merged._tag, "Merged")
    }).pipe(on(demanding))
  )

  it.effect("merges what has nothing to wait for", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* yield* run(Merge.enqueue(pull)))._tag, "Merged")
    }).pipe(on({}))
  )

  it.effect("fails with another head, with a closed one, and where auto-merge is off", () =>
    Effect.gen(function* () {
      const other = failureOf(yield* run(Merge.enqueue({ ...pull, sha: "1".repeat(40) })))
      assert.strictEqual(other?._tag, "HeadMoved")
      assert.strictEqual(failureOf(yield* run(Merge.enqueue(pull)))?._tag, "GraphQLFailed")
      yield* (yield* Simulator).close("acme/web", 1)
      assert.strictEqual(failureOf(yield* run(Merge.enqueue(pull)))?._tag, "PullRequestClosed")
      const missing = failureOf(yield* run(Merge.enqueue({ ...pull, pull_number: 9 })))
      assert.strictEqual(missing?._tag, "NotFound")
    }).pipe(on({ ...demanding, settings: { allow_auto_merge: false } }))
  )

  describe("under faults", () => {
    matrix({
      seed: seedOf(demanding),
      program: Merge.enqueue(pull, { schedule: Schedule.spaced("10 seconds"), timeout: "1 minute" }),
      state: ({ as }) =>
        Effect.map(
          as("acme", "GET /repos/acme/web/pulls/1"),
          (found) => (found as { readonly auto_merge: object | null }).auto_merge !== null
        ),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "GraphQLFailed", "AwaitTimedOut"]
    })
  })
})
