import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { Issues } from "../../src/forge/index.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Report } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { ended, failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

// Commits of a seed have the same sha each time, since their dates are given.
const commits = [{ files: { "a.txt": "a" }, date: "2027-01-01T00:00:00Z" }]
const seed: ForgeSimulator.Seed = {
  repositories: [{ owner: "acme", name: "web", commits }],
  apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
  tokens: { token: { login: "builder[bot]", installation: 70, permissions: { checks: "write" } } }
}
const on = testOn(ForgeSimulator.layer(seed))

/** Reports the check of the newest commit. */
const reported = <A, E, R>(program: Effect.Effect<A, E, R>, output?: (exit: Exit.Exit<A, E>) => Report.Output) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { branches } = yield* simulator.repository("acme/web")
    const options = { owner: "acme", repo: "web", head_sha: branches["main"] ?? "", name: "lint", output }
    return yield* program.pipe(Report.check(options))
  })

interface Run {
  readonly status: string
  readonly conclusion: string | null
  readonly output: {
    readonly title: string | null
    readonly summary: string | null
    readonly annotations_count: number
  }
}

const runsOf = (simulator: ForgeSimulator.Handle) =>
  Effect.map(simulator.as("acme", "GET /repos/acme/web/commits/main/check-runs?filter=all"), (answer) =>
    (answer as { check_runs: ReadonlyArray<Run> }).check_runs.map(({ conclusion, output, status }) => ({
      status,
      conclusion,
      title: output.title,
      summary: output.summary
    }))
  )

const runs = Effect.flatMap(ForgeSimulator.ForgeSimulator, runsOf)

describe("Report.check", () => {
  on("leaves the failure of the program the line that it names", function* () {
    const [, above] = /Report\.test\.ts:(\d+)/.exec(new Error().stack ?? "") ?? []
    const failing = Issues.get({ owner: "acme", repo: "nowhere", issue_number: 1 })
    const { stack } = yield* Effect.flip(reported(failing))
    assert.match(stack ?? "", new RegExp(`^\\S*NotFound: .*\n.*Report\\.test\\.ts:${Number(above) + 1}:`))
  })

  on("is in progress while the program runs, and succeeds with it", function* () {
    const during = Effect.map(runs, ([run]) => run?.status)
    assert.strictEqual(yield* reported(during), "in_progress")
    assert.deepStrictEqual(yield* runs, [
      { status: "completed", conclusion: "success", title: "Succeeded", summary: "Succeeded" }
    ])
  })

  on("fails with the program", function* () {
    const error = yield* Effect.flip(reported(Effect.fail(new Error("Two warnings"))))
    assert.strictEqual(error instanceof Error && error.message, "Two warnings")
    assert.deepStrictEqual(yield* runs, [
      { status: "completed", conclusion: "failure", title: "Failed", summary: "```text\nTwo warnings\n```" }
    ])
  })

  on("is cancelled by an interruption", function* () {
    const started = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(reported(Effect.andThen(Deferred.succeed(started, undefined), Effect.never)))
    yield* Deferred.await(started)
    const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
    yield* ended(interrupting)
    assert.deepStrictEqual(
      (yield* runs).map(({ conclusion }) => conclusion),
      ["cancelled"]
    )
  })

  on("shows what was found, in as many updates as its annotations need", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const annotations = Array.from({ length: 120 }, (_, index) => ({
      path: "a.txt",
      start_line: index + 1,
      end_line: index + 1,
      annotation_level: "warning" as const,
      message: `Remark ${index}`
    }))
    const output = (exit: Exit.Exit<string>): Report.Output => ({
      title: Exit.isSuccess(exit) ? exit.value : "",
      conclusion: "neutral",
      annotations
    })
    yield* reported(Effect.succeed("120 remarks"), output)
    assert.deepStrictEqual(
      (yield* simulator.requests)
        .filter(({ method }) => method === "PATCH")
        .map(({ body }) => {
          const { conclusion, output } = body as { conclusion?: string; output: { annotations: Array<unknown> } }
          return [conclusion, output.annotations.length]
        }),
      [
        [undefined, 50],
        [undefined, 50],
        ["neutral", 20]
      ]
    )
  })

  on("keeps the program's failure if the report fails too", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.unavailable({ operation: "Checks.update", times: Infinity }))
    const exit = yield* run(reported(Effect.fail("broken" as const)))
    assert.strictEqual(failureOf(exit), "broken")
  })

  testOn(ForgeSimulator.layer({ ...seed, tokens: { token: "acme" } }))(
    "does not start the program without a check run",
    function* () {
      let started = false
      const error = yield* Effect.flip(reported(Effect.sync(() => (started = true))))
      assert.strictEqual(error._tag, "Forbidden")
      assert.isFalse(started)
    }
  )

  describe("under faults", () => {
    matrix({
      seed,
      program: reported(Effect.succeed("done")),
      state: runsOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"],
      // Each run is a check run of its own.
      resumes: false,
      verify: ({ exit, kind, state }) => {
        assert.isAtMost(state.length, 1)
        if (kind === "is interrupted" && Exit.isFailure(exit)) {
          assert.isTrue(state.every(({ status }) => status === "completed"))
        }
      }
    })
  })
})
