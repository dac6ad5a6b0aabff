import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { CheckSeed, StatusSeed } from "../../src/testing/ForgeContentSeed.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Await, type WorkflowError } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const commit = { owner: "acme", repo: "web", ref: "main" }

const seedOf = (checks: ReadonlyArray<CheckSeed>, statuses: ReadonlyArray<StatusSeed> = []) => ({
  repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a" }, checks, statuses }]
})

const build: CheckSeed = { name: "build", id: 71 }
const running: CheckSeed = { ...build, status: "in_progress" }

/** Changes the seeded state while the program waits. */
const later = (
  delay: string,
  change: { readonly checks?: ReadonlyArray<CheckSeed>; readonly statuses?: ReadonlyArray<StatusSeed> }
) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* Effect.forkChild(
      Effect.delay(simulator.seed({ repositories: [{ owner: "acme", name: "web", ...change }] }), delay as "1 minute")
    )
  })

const elapsed = Effect.clockWith((clock) => clock.currentTimeMillis)

describe("Await.checks", () => {
  it.effect("returns at once what has passed, runs and statuses together", () =>
    Effect.gen(function* () {
      const seen = yield* Await.checks(commit)
      assert.strictEqual(seen.verdict, "passed")
      assert.deepStrictEqual(
        seen.checks.map(({ kind, name, state }) => [kind, name, state]),
        [
          ["run", "lint", "skipped"],
          ["run", "build", "success"],
          ["status", "ci", "success"]
        ]
      )
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer(
          seedOf([build, { name: "lint", conclusion: "skipped" }], [{ context: "ci", state: "success" }])
        )
      )
    )
  )

  testOn(ForgeSimulator.layer(seedOf([running])))(
    "waits for required checks to appear, and ignores others",
    function* () {
      yield* later("3 minutes", { statuses: [{ context: "ci", state: "success" }] })
      const begun = yield* elapsed
      const exit = yield* run(Await.checks(commit, { required: ["ci"] }))
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual((yield* elapsed) - begun, 180_000)
    }
  )

  it.effect("fails with the links of what has failed, whatever is still running", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Await.checks(commit))
      assert.strictEqual(error._tag, "ChecksFailed")
      const { failed, message } = error as WorkflowError.ChecksFailed
      assert.deepStrictEqual(failed, [
        {
          kind: "status",
          id: null,
          name: "ci",
          verdict: "failed",
          state: "error",
          title: "Out of disk",
          url: "https://ci.example/1"
        }
      ])
      assert.strictEqual(message, "Failed: ci")
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer(
          seedOf(
            [running],
            [{ context: "ci", state: "error", description: "Out of disk", target_url: "https://ci.example/1" }]
          )
        )
      )
    )
  )

  testOn(ForgeSimulator.layer(seedOf([running])))("looks after 1, 2, 4 and 8 seconds, then every 15", function* () {
    yield* run(Await.checks(commit, { timeout: "45 seconds" }))
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    const times = (yield* requests)
      .filter(({ operation }) => operation === "Checks.listRuns")
      .map(({ receivedAt }) => receivedAt)
    assert.deepStrictEqual(
      times.map((time) => time - (times[0] ?? 0)),
      [0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000]
    )
  })

  const broken: CheckSeed = {
    ...running,
    status: "completed",
    conclusion: "failure",
    annotations: [
      { path: "a.txt", start_line: 2, end_line: 3, annotation_level: "failure", title: "Letters", message: "No b" }
    ]
  }

  testOn(ForgeSimulator.layer(seedOf([broken])))(
    "fails with the annotations of the runs that have failed",
    function* () {
      const error = failureOf(yield* run(Await.checks(commit)))
      if (error?._tag !== "ChecksFailed") return assert.fail(String(error))
      assert.deepStrictEqual(error.annotations, [
        {
          check: "build",
          path: "a.txt",
          start_line: 2,
          end_line: 3,
          level: "failure",
          title: "Letters",
          message: "No b"
        }
      ])
    }
  )

  testOn(ForgeSimulator.layer(seedOf([broken])))("fails without annotations that cannot be read", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answered({ operation: "Checks.listAnnotations", status: 403, body: {}, times: 99 }))
    const error = failureOf(yield* run(Await.checks(commit)))
    if (error?._tag !== "ChecksFailed") return assert.fail(String(error))
    assert.deepStrictEqual([error.failed.length, error.annotations], [1, []])
  })

  testOn(ForgeSimulator.layer(seedOf([running])))("fails with what is missing when the time is over", function* () {
    const begun = yield* elapsed
    const error = failureOf(yield* run(Await.checks(commit, { required: ["build", "e2e"], timeout: "10 minutes" })))
    assert.strictEqual((yield* elapsed) - begun, 600_000)
    if (error?._tag !== "ChecksTimedOut") return assert.fail(String(error))
    assert.deepStrictEqual(
      error.pending.map(({ name }) => name),
      ["build"]
    )
    assert.deepStrictEqual(error.missing, ["e2e"])
    assert.strictEqual(error.message, "No result after 10m: build, e2e")
  })

  testOn(ForgeSimulator.layer(seedOf([])))(
    "takes a commit without checks as passed, after the time that they may need to appear",
    function* () {
      const begun = yield* elapsed
      assert.isTrue(Exit.isSuccess(yield* run(Await.checks(commit, { appearance: "40 seconds" }))))
      assert.strictEqual((yield* elapsed) - begun, 45_000)
    }
  )

  it.effect("reads more than a page of statuses", () =>
    Effect.gen(function* () {
      const error = failureOf(yield* run(Await.checks(commit)))
      assert.strictEqual(error?.message, "Failed: ci 119")
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer({
          ...seedOf(
            [],
            Array.from(
              { length: 120 },
              (_, n) => ({ context: `ci ${n}`, state: n === 119 ? "failure" : "success" }) as const
            )
          )
        })
      )
    )
  )

  testOn(ForgeSimulator.layer(seedOf([])))("outlasts an outage, and fails with it when the time is over", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.unavailable({ times: 30 }))
    yield* Effect.forkChild(Effect.delay(simulator.finishCheck("acme/web", "build", "success"), "3 minutes"))
    assert.isTrue(Exit.isSuccess(yield* run(Await.checks(commit, { required: ["build"] }))))
    yield* simulator.faults.add(Faults.unavailable({ times: Infinity }))
    const error = failureOf(yield* run(Await.checks(commit, { timeout: "5 minutes" })))
    assert.strictEqual(error?._tag, "ServiceUnavailable")
  })

  testOn(ForgeSimulator.layer(seedOf([running])))("fails with lost connections that last until its end", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.requestLost({ times: Infinity }))
    const error = failureOf(yield* run(Await.checks(commit, { timeout: "10 minutes" })))
    assert.strictEqual(error?._tag, "TransportFailed")
  })

  describe.each([
    // The wait goes on when the limit has ended, and has its last look then.
    [600, "ChecksTimedOut", 600_000],
    [601, "RateLimited", 0]
  ] as const)("within 10 minutes, with a limit of %i seconds", (seconds, tag, millis) => {
    testOn(ForgeSimulator.layer(seedOf([running])))("fails when nothing can come any more", function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.secondaryLimit({ retryAfter: `${seconds} seconds` }))
      const begun = yield* elapsed
      const error = failureOf(yield* run(Await.checks(commit, { timeout: "10 minutes" })))
      assert.deepStrictEqual([error?._tag, (yield* elapsed) - begun], [tag, millis])
    })
  })

  testOn(ForgeSimulator.layer(seedOf([running])))("ends with the schedule", function* () {
    const schedule = Schedule.upTo(Schedule.spaced("1 second"), { times: 2 })
    const error = failureOf(yield* run(Await.checks(commit, { schedule })))
    assert.strictEqual(error?._tag, "ChecksTimedOut")
  })

  describe("under faults", () => {
    matrix({
      seed: seedOf([build], [{ context: "ci", state: "success" }]),
      program: Await.checks(commit, { timeout: "2 minutes" }),
      state: ({ snapshot }) => snapshot,
      fails: ["ServiceUnavailable", "NotFound", "UnexpectedStatus"]
    })
  })
})

describe("Await.checkStates", () => {
  testOn(ForgeSimulator.layer(seedOf([{ name: "build", status: "in_progress" }])))(
    "streams the states that differ, until all have passed",
    function* () {
      yield* later("1 minute", { statuses: [{ context: "ci", state: "pending" }] })
      yield* later("2 minutes", { checks: [{ name: "build" }], statuses: [{ context: "ci", state: "success" }] })
      const states = yield* Effect.forkChild(
        Await.checkStates(commit).pipe(
          Stream.map(({ checks }) => checks.map(({ name, verdict }) => `${name} ${verdict}`)),
          Stream.runCollect
        )
      )
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* Fiber.join(states), [
        ["build pending"],
        ["build pending", "ci pending"],
        ["build passed", "ci passed"]
      ])
    }
  )

  testOn(ForgeSimulator.layer(seedOf([{ name: "build", conclusion: "timed_out" }])))(
    "fails as checks does",
    function* () {
      const error = yield* Effect.flip(Stream.runDrain(Await.checkStates(commit)))
      assert.strictEqual(error._tag, "ChecksFailed")
    }
  )
})
