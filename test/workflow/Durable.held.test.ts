/** A workflow that suspends, or whose runner stops, is not over: its effects neither clean up nor begin something new. */
import { assert, describe, it } from "@effect/vitest"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as TestRunner from "effect/cluster/TestRunner"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Workflow from "effect/workflow/Workflow"
import * as WorkflowEngine from "effect/workflow/WorkflowEngine"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Refs from "../../src/forge/Refs.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { Publish, Report } from "../../src/workflow/index.ts"
import { begin, epoch, pass, start } from "../rest/support/time.ts"
import { makeJournal, run } from "./support/journal.ts"
import { process } from "./support/killing.ts"
import { toEnd } from "./support/toEnd.ts"

const repo = { owner: "acme", repo: "web" }

const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      commits: [{ files: { "a.txt": "a" }, date: "2027-01-01T00:00:00Z" }],
      issues: [{ title: "One" }]
    }
  ],
  apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
  tokens: {
    [ForgeSimulator.token]: {
      login: "builder[bot]",
      installation: 70,
      permissions: { checks: "write", contents: "write", issues: "read" }
    }
  }
}

const runs = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const answer = yield* simulator.as("acme", "GET /repos/acme/web/commits/main/check-runs?filter=all")
  return (answer as { check_runs: ReadonlyArray<{ name: string; conclusion: string | null }> }).check_runs.map(
    ({ conclusion, name }) => `${name}: ${conclusion ?? "in progress"}`
  )
})

/** Reports a program as a check of the newest commit. */
const reported = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Refs.get({ ...repo, ref: "heads/main" }), ({ object }) =>
    program.pipe(Report.check({ ...repo, head_sha: object.sha, name: "lint" }))
  )

const look = Issues.get({ ...repo, issue_number: 1 })

/** Waits between two requests, and then without any. */
const twice = Effect.andThen(
  reported(look.pipe(Effect.andThen(Effect.sleep("1 hour")), Effect.andThen(look))),
  reported(Effect.sleep("1 hour"))
)

/** Four reads, two creations and two reports. */
const requestsOfTwice = 8

describe("Report.check in Durable.steps", () => {
  const body = Durable.steps(twice, { name: "report" })
  const on = Effect.provide(ForgeSimulator.layerHttpClient(seed))
  const succeeded = "lint: success"
  const going = "lint: in progress"

  it.effect("stays in progress while the workflow is suspended, and is completed when it goes on", () =>
    Effect.gen(function* () {
      yield* begin
      const seen: Array<ReadonlyArray<string>> = []
      const between = Effect.map(Effect.orDie(runs), (now) => seen.push(now.toReversed()))
      const exit = yield* toEnd(makeJournal(), body, undefined, between)
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.deepStrictEqual(seen, [[going], [succeeded, going]])
      assert.deepStrictEqual(yield* runs, [succeeded, succeeded])
      const { requests } = yield* ForgeSimulator.ForgeSimulator
      assert.lengthOf(
        (yield* requests).filter(({ operation }) => operation !== null && operation !== "Checks.listRuns"),
        requestsOfTwice
      )
    }).pipe(on)
  )

  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= requestsOfTwice; nth++) {
      it.effect(
        `leaves a completed run for each when the process dies ${when} the service handles request ${nth}`,
        () =>
          Effect.gen(function* () {
            yield* begin
            const exit = yield* toEnd(makeJournal(), body, { nth, when })
            assert.isTrue(Exit.isSuccess(exit), String(exit))
            assert.deepStrictEqual(yield* runs, [succeeded, succeeded])
          }).pipe(on)
      )
    }
  }

  it.effect("goes on in another process when its own is told to stop", () =>
    Effect.gen(function* () {
      yield* begin
      const journal = makeJournal()
      const short = Durable.steps(reported(Effect.sleep("10 seconds")), { name: "short" })
      const first = yield* start(process(run(journal, short)))
      yield* pass("5 seconds")
      yield* Fiber.interrupt(first.fiber)
      assert.deepStrictEqual(yield* runs, [going])
      assert.isTrue(Exit.isSuccess(yield* toEnd(journal, short)))
      assert.deepStrictEqual(yield* runs, [succeeded])
    }).pipe(on)
  )

  const Checking = Workflow.make("Checking", { payload: {}, idempotencyKey: () => "one" })
  const live = (
    body: Effect.Effect<unknown, unknown, Forge | WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance>
  ) => Checking.toLayer(() => body.pipe(Effect.orDie, Effect.asVoid))
  const engines = {
    "in memory": WorkflowEngine.layerMemory,
    "of a cluster": ClusterWorkflowEngine.layer.pipe(Layer.provideMerge(TestRunner.layer))
  }

  for (const [name, engine] of Object.entries(engines)) {
    it.effect(`is cancelled when its workflow is interrupted for good, on the engine ${name}`, () =>
      Effect.gen(function* () {
        const id = yield* Checking.execute({}, { discard: true })
        yield* pass("1 minute")
        assert.deepStrictEqual(yield* runs, [going])
        yield* Checking.interrupt(id)
        for (let seconds = 0; seconds < 60; seconds++) yield* pass("1 second")
        assert.deepStrictEqual(yield* runs, ["lint: cancelled"])
      }).pipe(
        Effect.provide(
          live(Durable.steps(reported(Effect.sleep("1 hour")), { name: "report" })).pipe(
            Layer.provideMerge(engine),
            Layer.provideMerge(ForgeSimulator.layer(seed))
          )
        )
      )
    )

    it.effect(`is cancelled at the end of a workflow that has given it up, on the engine ${name}`, () =>
      Effect.gen(function* () {
        yield* Effect.forkChild(Checking.execute({}))
        for (let seconds = 0; seconds < 60; seconds++) yield* pass("1 second")
        assert.deepStrictEqual(yield* runs, ["lint: cancelled"])
      }).pipe(
        Effect.provide(
          live(
            Effect.timeoutOption(Durable.steps(reported(Effect.sleep("40 seconds")), { name: "report" }), "10 seconds")
          ).pipe(Layer.provideMerge(engine), Layer.provideMerge(ForgeSimulator.layer(seed)))
        )
      )
    )
  }

  for (const [name, engine] of Object.entries(engines)) {
    it.effect(`wakes a branch while all others sleep for longer, on the engine ${name}`, () =>
      Effect.gen(function* () {
        yield* Effect.forkChild(Checking.execute({}))
        for (let minutes = 0; minutes < 4; minutes++) yield* pass("1 minute")
        assert.deepStrictEqual(yield* runs, ["lint: success"])
        for (let minutes = 0; minutes < 8; minutes++) yield* pass("1 minute")
        assert.deepStrictEqual(yield* runs, ["lint: success", "lint: success"])
      }).pipe(
        Effect.provide(
          live(
            Durable.steps(
              Effect.all(
                [reported(Effect.sleep("2 minutes")), Effect.andThen(Effect.sleep("5 minutes"), reported(look))],
                { concurrency: 2 }
              ),
              { name: "both" }
            )
          ).pipe(Layer.provideMerge(engine), Layer.provideMerge(ForgeSimulator.layer(seed)))
        )
      )
    )
  }

  // In memory, Effect closes the scope of an execution as soon as a sleep ends a run in which another branch works, so what is
  // left of it counts as over.
  it.effect("wakes a branch although another one never pauses for long, on a cluster", () =>
    Effect.gen(function* () {
      const id = yield* Checking.execute({}, { discard: true })
      for (let seconds = 0; seconds < 180; seconds++) yield* pass("1 second")
      assert.deepStrictEqual(yield* runs, ["lint: success"])
      yield* Checking.interrupt(id)
      for (let seconds = 0; seconds < 60; seconds++) yield* pass("1 second")
    }).pipe(
      Effect.provide(
        live(
          Durable.steps(
            Effect.all(
              [reported(Effect.sleep("2 minutes")), Effect.forever(Effect.andThen(look, Effect.sleep("30 seconds")))],
              { concurrency: 2 }
            ),
            { name: "both" }
          )
        ).pipe(Layer.provideMerge(engines["of a cluster"]), Layer.provideMerge(ForgeSimulator.layer(seed)))
      )
    )
  )
})

describe("an effect in Durable.steps", () => {
  const on = Effect.provide(ForgeSimulator.layerHttpClient(seed))

  it.effect("does not clean up while its workflow is suspended", () =>
    Effect.gen(function* () {
      yield* begin
      const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.secondaryLimit({ operation: "Releases.uploadAsset", retryAfter: "30 minutes" }))
      const assets = [{ name: "a.txt", content_type: "text/plain", data: "a" }]
      const publish = Publish.release({ ...repo, tag_name: "v1", assets }, { onFailure: "remove" })
      const seen: Array<number> = []
      const between = Effect.map(repository("acme/web"), ({ releases }) => seen.push(releases.length))
      const exit = yield* toEnd(makeJournal(), Durable.steps(publish, { name: "publish" }), undefined, between)
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.deepStrictEqual(seen, [1])
      const { releases } = yield* repository("acme/web")
      assert.deepStrictEqual(
        releases.map(({ assets, draft }) => [draft, assets.length]),
        [[false, 1]]
      )
    }).pipe(on)
  )

  it.effect("goes on with one branch while another sleeps", () =>
    Effect.gen(function* () {
      yield* begin
      const { requests } = yield* ForgeSimulator.ForgeSimulator
      const seen: Array<number> = []
      const between = Effect.map(requests, (sent) => seen.push(sent.length))
      // What is between two steps takes some turns of the event loop.
      const pause = Effect.repeat(
        Effect.promise(() => Promise.resolve()),
        { times: 3 }
      )
      const looks = Effect.repeat(Effect.andThen(look, pause), { times: 2 })
      const both = Effect.all([Effect.sleep("1 hour"), looks], { concurrency: 2 })
      const exit = yield* toEnd(makeJournal(), Durable.steps(both, { name: "both" }), undefined, between)
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      // The other branch has done all of it before the first run was left.
      assert.deepStrictEqual(seen, [3])
    }).pipe(on)
  )

  it.effect("sleeps as long in each branch, although their steps come in another order in the next run", () =>
    Effect.gen(function* () {
      yield* begin
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.delayed({ operation: "Refs.get", by: "5 seconds" }))
      // Its one step is slow in the first run, and the sooner one in those that read the journal.
      const slow = Effect.andThen(Refs.get({ ...repo, ref: "heads/main" }), Effect.sleep("30 minutes"))
      const quick = Effect.repeat(look, { times: 3 }).pipe(
        Effect.andThen(Effect.sleep("10 minutes")),
        Effect.andThen(Effect.sleep("40 minutes"))
      )
      const journal = makeJournal()
      const both = Durable.steps(Effect.all([slow, quick], { concurrency: 2 }), { name: "both" })
      assert.isTrue(Exit.isSuccess(yield* toEnd(journal, both)))
      assert.deepStrictEqual(
        [...journal.clocks.values()].map((time) => Math.round((time - epoch) / 60_000)).toSorted((a, b) => a - b),
        [10, 30, 50]
      )
    }).pipe(on)
  )

  it.effect("draws the same random numbers in each run, whatever its steps draw", () =>
    Effect.gen(function* () {
      yield* begin
      const drawn: Array<ReadonlyArray<number>> = []
      const drawing = Effect.gen(function* () {
        const first = yield* Random.next
        yield* look
        const second = yield* Random.next
        yield* Effect.sleep("1 hour")
        drawn.push([first, second, yield* Random.next])
      })
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      // The pauses before its retries are random.
      yield* faults.add(Faults.unavailable({ operation: "Issues.get", times: 2 }))
      const journal = makeJournal()
      const body = Durable.steps(drawing, { name: "draw" })
      yield* toEnd(journal, body)
      yield* toEnd(journal, body)
      assert.lengthOf(drawn, 2)
      assert.deepStrictEqual(drawn[0], drawn[1])
      yield* toEnd(makeJournal(), Durable.steps(drawing, { name: "another" }))
      assert.notDeepEqual(drawn[2], drawn[0])
    }).pipe(on)
  )

  it.effect("sees the same time in each run, after pauses that are random", () =>
    Effect.gen(function* () {
      yield* begin
      const times: Array<number> = []
      const retried = Effect.gen(function* () {
        yield* Effect.sleep("1 second").pipe(
          Effect.repeat(Schedule.exponential("1 second").pipe(Schedule.jittered, Schedule.upTo({ times: 3 })))
        )
        times.push(yield* Clock.currentTimeMillis)
      })
      const journal = makeJournal()
      const body = Durable.steps(retried, { name: "retry" })
      yield* toEnd(journal, body)
      yield* toEnd(journal, body)
      assert.strictEqual(times[0], times[1])
    }).pipe(on)
  )
})
