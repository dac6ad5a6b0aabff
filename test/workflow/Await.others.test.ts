import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as Webhooks from "../../src/forge/Webhooks.ts"
import type { RepositorySeed } from "../../src/testing/ForgeSeed.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Await, Merge } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const repo = { owner: "acme", repo: "web" }
const { ForgeSimulator: Simulator } = ForgeSimulator
const seedOf = (more: Partial<RepositorySeed>) => ({
  users: ["ada", "bob"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a" },
      collaborators: { grace: "write", linus: "read", margaret: "write" } as const,
      ...more
    }
  ]
})
const on = (more: Partial<RepositorySeed>) => Effect.provide(Layer.fresh(ForgeSimulator.layer(seedOf(more))))

/** Does something while the program waits. */
const later = (
  change: (simulator: ForgeSimulator.Handle) => Effect.Effect<unknown, unknown>,
  time: `${number} minutes` = "3 minutes"
) => Effect.flatMap(Simulator, (simulator) => Effect.forkChild(Effect.delay(change(simulator), time)))

const elapsed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    yield* effect
    return (yield* Clock.currentTimeMillis) - begun
  })

describe("Await.run", () => {
  const input = { ...repo, workflow_id: "deploy.yml", ref: "main", inputs: { place: "staging" } }
  const mark = { input: "id", key: "deploy-7" }
  const workflows = [{ file: "deploy.yml", inputs: ["place", "id"], run_name: "Deploy ${{ inputs.id }}" }]

  interface Listed {
    readonly workflow_runs: ReadonlyArray<{ readonly id: number; readonly status: string }>
  }
  const listRuns = ({ as }: ForgeSimulator.Handle) =>
    Effect.map(as("acme", "GET /repos/acme/web/actions/runs"), (answer) => (answer as Listed).workflow_runs)
  const runs = Effect.flatMap(Simulator, listRuns)

  /** Completes the runs that were started, as a runner does, which names them after the input. */
  const runner = (conclusion: "success" | "failure" = "success") =>
    Effect.gen(function* () {
      const { seed } = yield* Simulator
      for (const { id, status } of yield* runs) {
        if (status === "completed") continue
        const jobs = [
          { name: "build", log: "built\n" },
          { name: "deploy", log: "deployed\n", conclusion }
        ]
        const done = {
          id,
          workflow: "deploy.yml",
          event: "workflow_dispatch",
          title: "Deploy deploy-7",
          conclusion,
          jobs
        }
        yield* seed({
          repositories: [{ owner: "acme", name: "web", runs: [{ ...done, artifacts: [{ name: "report" }] }] }]
        })
      }
    })

  const running = (conclusion?: "success" | "failure") =>
    Effect.forkChild(Effect.repeat(Effect.delay(runner(conclusion), "5 seconds"), Schedule.recurs(30)))

  it.effect("starts a run, waits for it, and returns its jobs and artifacts", () =>
    Effect.gen(function* () {
      yield* running()
      const { artifacts, jobs, run: ended } = yield* yield* run(Await.run(input))
      assert.deepStrictEqual(
        jobs.map(({ name }) => name),
        ["build", "deploy"]
      )
      assert.deepStrictEqual([ended.conclusion, artifacts.map(({ name }) => name)], ["success", ["report"]])
      assert.lengthOf(yield* runs, 1)
    }).pipe(on({ workflows }))
  )

  it.effect("starts another one with the next call, and finds it where the service does not name it", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      yield* running()
      const first = yield* yield* run(Await.run(input))
      const answer = { status: 204, body: null }
      yield* faults.add(Faults.answered({ operation: "Actions.dispatch", ...answer }))
      yield* later(
        (simulator) =>
          simulator.as("acme", "POST /repos/acme/web/actions/workflows/deploy.yml/dispatches", { ref: "main" }),
        "1 minutes"
      )
      const second = yield* yield* run(Await.run(input))
      assert.notStrictEqual(first.run.id, second.run.id)
      assert.lengthOf(yield* runs, 2)
    }).pipe(on({ workflows }))
  )

  it.effect("fails with the jobs that have failed, and when it takes too long", () =>
    Effect.gen(function* () {
      const late = failureOf(yield* run(Await.run(input, { timeout: "1 minute" })))
      assert.deepStrictEqual(late?._tag === "AwaitTimedOut" && late.awaited, "run")
      yield* running("failure")
      const error = failureOf(yield* run(Await.run(input)))
      if (error?._tag !== "RunFailed") return assert.fail(String(error))
      assert.deepStrictEqual(
        error.failed.map(({ conclusion, name }) => [name, conclusion]),
        [
          ["build", "failure"],
          ["deploy", "failure"]
        ]
      )
    }).pipe(on({ workflows }))
  )

  it.effect("streams what happens", () =>
    Effect.gen(function* () {
      yield* running()
      const events = yield* yield* run(Stream.runCollect(Await.runEvents(input)))
      const told = events.map((event) => {
        if (event._tag === "Log") return [event.job.name, event.text]
        return event._tag === "Job" ? [event.job.name, event.job.status] : event._tag
      })
      assert.deepStrictEqual(told, [
        "Started",
        ["build", "queued"],
        ["build", "completed"],
        ["build", "built\n"],
        ["deploy", "completed"],
        ["deploy", "deployed\n"],
        "Finished"
      ])
    }).pipe(on({ workflows }))
  )

  it.effect("does not start a second one of the same mark after a lost response, and goes on with it", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      yield* faults.add(Faults.answerLost({ operation: "Actions.dispatch" }))
      yield* running()
      const first = yield* yield* run(Await.run(input, { mark }))
      const second = yield* yield* run(Await.run(input, { mark }))
      assert.strictEqual(first.run.id, second.run.id)
      assert.lengthOf(yield* runs, 1)
    }).pipe(on({ workflows }))
  )

  it.effect("fails without a mark if it is not known whether it has started one", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      yield* faults.add(Faults.answerLost({ operation: "Actions.dispatch" }))
      assert.strictEqual(failureOf(yield* run(Await.run(input)))?._tag, "TransportFailed")
      assert.lengthOf(yield* runs, 1)
    }).pipe(on({ workflows }))
  )

  describe("under faults", () => {
    matrix({
      seed: seedOf({ workflows }),
      program: Effect.gen(function* () {
        yield* Effect.forkChild(Effect.repeat(Effect.delay(runner(), "5 seconds"), Schedule.recurs(60)))
        const schedule = Schedule.spaced("30 seconds")
        const { run: ended } = yield* Await.run(input, { mark, schedule, timeout: "3 minutes" })
        return ended.conclusion
      }),
      // How many were started.
      state: (simulator) => Effect.map(listRuns(simulator), (all) => all.length),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "AwaitTimedOut"]
    })
  })
})

describe("Await.review", () => {
  const pull = { ...repo, pull_number: 1 }
  const pulls = [{ title: "Feature", head: "feature", files: { "b.txt": "b" }, user: "ada" }]

  it.effect("waits for as many approvals as are wanted, of people who may give them", () =>
    Effect.gen(function* () {
      yield* later(({ approve }) => approve("acme/web", 1, { by: "linus" }), "1 minutes")
      yield* later(({ approve }) => approve("acme/web", 1, { by: "grace" }), "2 minutes")
      yield* later(({ comment }) => comment("acme/web", 1, "Well", { by: "grace" }), "3 minutes")
      yield* later(({ approve }) => approve("acme/web", 1, { by: "margaret" }), "5 minutes")
      const time = yield* elapsed(
        Effect.gen(function* () {
          const reviews = yield* yield* run(Await.review(pull, { approvals: 2 }))
          assert.deepStrictEqual(
            reviews.map(({ user }) => user?.login),
            ["grace", "margaret"]
          )
        })
      )
      assert.isAtLeast(time, 5 * 60_000)
    }).pipe(on({ pulls }))
  )

  it.effect("takes only some people, and only reviews of the current head, as told", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* simulator.approve("acme/web", 1, { by: "grace" })
      const by = failureOf(yield* run(Await.review(pull, { by: ["margaret"], timeout: "1 minute" })))
      assert.strictEqual(by?._tag, "AwaitTimedOut")
      yield* yield* run(Await.review(pull, { ofHead: true, by: ["Grace"] }))
      yield* simulator.push("acme/web", { "c.txt": "c" }, { branch: "feature" })
      const old = failureOf(yield* run(Await.review(pull, { ofHead: true, timeout: "1 minute" })))
      assert.strictEqual(old?._tag, "AwaitTimedOut")
      yield* yield* run(Await.review(pull))
    }).pipe(on({ pulls }))
  )

  it.effect("fails with the changes that are requested, or waits for their end", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* simulator.requestChanges("acme/web", 1, "Not yet", { by: "grace" })
      yield* simulator.approve("acme/web", 1, { by: "margaret" })
      const error = failureOf(yield* run(Await.review(pull)))
      assert.deepStrictEqual(
        error?._tag === "ChangesRequested" && error.reviews.map(({ body, user }) => [user, body]),
        [["grace", "Not yet"]]
      )
      yield* later(({ approve }) => approve("acme/web", 1, { by: "grace" }))
      assert.lengthOf(yield* yield* run(Await.review(pull, { onChanges: "wait" })), 2)
    }).pipe(on({ pulls }))
  )

  it.effect("fails with a closed pull request", () =>
    Effect.gen(function* () {
      yield* later(({ close }) => close("acme/web", 1))
      assert.strictEqual(failureOf(yield* run(Await.review(pull)))?._tag, "PullRequestClosed")
    }).pipe(on({ pulls }))
  )
})

describe("Await.comment", () => {
  const issue = { ...repo, issue_number: 1 }
  const issues = [{ title: "Release", comments: [{ body: "/deploy old", user: "grace" }] }]

  it.effect("returns the first command of somebody who may give it", () =>
    Effect.gen(function* () {
      yield* later(({ comment }) => comment("acme/web", 1, "/deploy production", { by: "linus" }), "1 minutes")
      yield* later(({ comment }) => comment("acme/web", 1, "I would /deploy it", { by: "grace" }), "2 minutes")
      yield* later(({ comment }) => comment("acme/web", 1, "/deployment", { by: "grace" }), "3 minutes")
      yield* later(
        ({ comment }) => comment("acme/web", 1, "/Deploy staging  now\nPlease", { by: "grace" }),
        "4 minutes"
      )
      const { args, by, command } = yield* yield* run(Await.comment(issue, { command: ["/deploy", "/stop"] }))
      assert.deepStrictEqual([command, args, by], ["/deploy", ["staging", "now"], "grace"])
    }).pipe(on({ issues }))
  )

  it.effect("counts what was written after a comment, also before it began", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      const after = yield* simulator.comment("acme/web", 1, "Where to?")
      yield* simulator.comment("acme/web", 1, "/deploy one", { by: "grace" })
      const given = yield* yield* run(Await.comment(issue, { command: "/deploy", after }))
      assert.deepStrictEqual(given.args, ["one"])
      const error = failureOf(yield* run(Await.comment(issue, { command: "/deploy", timeout: "2 minutes" })))
      assert.strictEqual(error?._tag, "AwaitTimedOut")
      const admin = Await.comment(issue, { command: "/deploy", after, permission: "admin", timeout: "2 minutes" })
      assert.strictEqual(failureOf(yield* run(admin))?._tag, "AwaitTimedOut")
    }).pipe(on({ issues }))
  )
})

describe("Await.deployment", () => {
  const deployments = [{ id: 5, environment: "staging", statuses: ["in_progress" as const] }]
  const say = (state: string, id = 5) =>
    later(({ as }) =>
      as("acme", `POST /repos/acme/web/deployments/${id}/statuses`, { state, environment_url: "https://x.example" })
    )

  it.effect("waits for success", () =>
    Effect.gen(function* () {
      yield* say("success")
      const { status } = yield* yield* run(Await.deployment({ ...repo, deployment_id: 5 }))
      assert.strictEqual(status.environment_url, "https://x.example")
    }).pipe(on({ deployments }))
  )

  for (const state of ["failure", "error", "inactive"]) {
    it.effect(`fails with ${state}`, () =>
      Effect.gen(function* () {
        yield* say(state)
        const error = failureOf(yield* run(Await.deployment({ ...repo, deployment_id: 5 })))
        assert.strictEqual(error?._tag === "DeploymentFailed" && error.state, state)
      }).pipe(on({ deployments }))
    )
  }

  it.effect("waits until there is one of the commit", () =>
    Effect.gen(function* () {
      const { branches } = yield* (yield* Simulator).repository("acme/web")
      const sha = branches["main"] ?? ""
      const input = { ...repo, environment: "production", sha }
      assert.strictEqual(failureOf(yield* run(Await.deployment(input, { timeout: "1 minute" })))?._tag, "AwaitTimedOut")
      yield* later(({ as }) =>
        Effect.gen(function* () {
          const made = { ref: "main", environment: "production", required_contexts: [] }
          const { id } = (yield* as("acme", "POST /repos/acme/web/deployments", made)) as { readonly id: number }
          yield* as("acme", `POST /repos/acme/web/deployments/${id}/statuses`, { state: "success" })
        })
      )
      assert.strictEqual((yield* yield* run(Await.deployment(input))).deployment.sha, sha)
    }).pipe(on({ deployments }))
  )
})

describe("under faults", () => {
  const fails = ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "AwaitTimedOut"] as const
  const seed = seedOf({
    pulls: [
      {
        title: "Feature",
        number: 1,
        head: "feature",
        files: { "b.txt": "b" },
        user: "ada",
        reviews: [{ user: "grace", state: "APPROVED" }],
        comments: [{ body: "/deploy staging", user: "grace" }]
      }
    ],
    deployments: [{ id: 5, environment: "staging", statuses: ["success"] }]
  })
  const wait = { schedule: Schedule.spaced("30 seconds"), timeout: "3 minutes" } as const
  const state = () => Effect.succeed(undefined)

  describe("Await.review", () => {
    const program = Await.review({ ...repo, pull_number: 1 }, wait)
    // Somebody who is not found may do nothing.
    matrix({ seed, program, state, fails, trusts: ["Collaborators.getPermission"] })
  })

  describe("Await.comment", () => {
    const program = Await.comment({ ...repo, issue_number: 1 }, { ...wait, command: "/deploy", after: 1 })
    matrix({ seed, program, state, fails, trusts: ["Collaborators.getPermission"] })
  })

  describe("Await.deployment", () => {
    matrix({ seed, program: Await.deployment({ ...repo, deployment_id: 5 }, wait), state, fails })
  })
})

describe("Await.deliveries", () => {
  const pulls = [{ title: "Feature", head: "feature", files: { "b.txt": "b" } }]
  const checks = [{ name: "build", ref: "feature", status: "in_progress" as const }]
  const hooks = [{ url: "https://bot.example", events: ["check_run"] }]

  const merging = (isTold: boolean) =>
    Effect.gen(function* () {
      const { connect, finishCheck, requests } = yield* Simulator
      const { handler, layer } = yield* Await.deliveries
      yield* connect((request) =>
        Effect.gen(function* () {
          if (isTold) yield* Webhooks.dispatch(Webhooks.handlers(handler), yield* Webhooks.receive(request))
          return new Response(null, { status: 202 })
        })
      )
      yield* Effect.forkChild(Effect.delay(finishCheck("acme/web", "build", "success"), "34 minutes"))
      const time = yield* elapsed(
        run(Merge.whenGreen({ ...repo, pull_number: 1 })).pipe(Effect.flatten, Effect.provide(layer))
      )
      return { minutes: time / 60_000, requests: (yield* requests).length }
    }).pipe(Effect.scoped, Effect.provide(Webhooks.layerUnverified()))

  it.effect("lets a wait look at once, and otherwise less often", () =>
    Effect.gen(function* () {
      const { minutes, requests } = yield* merging(true)
      assert.isBelow(minutes, 34.5)
      assert.isBelow(requests, 60)
    }).pipe(on({ pulls, checks, hooks }))
  )

  it.effect("looks by itself where a delivery gets lost", () =>
    Effect.gen(function* () {
      const { minutes } = yield* merging(false)
      assert.isAbove(minutes, 34.5)
      assert.isBelow(minutes, 40)
    }).pipe(on({ pulls, checks, hooks }))
  )
})
