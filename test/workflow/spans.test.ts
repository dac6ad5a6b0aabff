/** For which function of several requests count, and what spans say of retries, interruptions and defects. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import type * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Metrics from "../../src/rest/Metrics.ts"
import * as Usage from "../../src/rest/Usage.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Await, Bulk, Edit, Plan, Poll, Propose, Upsert } from "../../src/workflow/index.ts"
import { run } from "./support/run.ts"

const place = { owner: "acme", repo: "web" }
const issue = { ...place, issue_number: 1 }

const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a\n" },
      issues: [{ title: "One" }],
      pulls: [
        { title: "Draft", head: "draft", files: { "b.txt": "b\n" }, draft: true },
        { title: "Feature", head: "feature", files: { "d.txt": "d\n" } }
      ]
    }
  ]
}

type Program = Effect.Effect<unknown, unknown, Forge.Forge | ForgeSimulator.ForgeSimulator>

/** Runs a program, and returns its spans other than those of requests, with what was sent. */
const traced = (program: Program) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* run(Effect.provideService(program, Tracer.Tracer, tracer))
    return {
      spans: spans
        .filter(({ kind }) => kind !== "client")
        .map(({ attributes, name }) => [name, Object.fromEntries(attributes)]),
      sent: (yield* simulator.requests).length,
      workflows: yield* counts("forgecast_workflows_total"),
      requests: yield* counts("forgecast_workflow_requests_total"),
      quota: yield* counts("forgecast_workflow_quota_total")
    }
  }).pipe(
    Effect.provide(Layer.fresh(ForgeSimulator.layer(seed))),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )

const counts = (name: string) =>
  Effect.map(Metric.snapshot, (all) =>
    Object.fromEntries(
      all.flatMap(({ attributes = {}, id, state }) =>
        id === name && "count" in state ? [[Object.values(attributes).join(" "), Number(state.count)]] : []
      )
    )
  )

const comment = Upsert.comment({ ...issue, body: "Hello" }, { key: "hello" })

describe("the span of a workflow", () => {
  it.effect("counts retries as requests, and what is free as no quota", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        yield* simulator.faults.add(Faults.unavailable({ operation: "Issues.listComments", retryAfter: "1 second" }))
        yield* comment
        yield* comment
        yield* comment
      })
      const { spans } = yield* traced(program)
      assert.deepStrictEqual(
        spans.map(([, attributes]) => attributes),
        [
          // A listing that fails, the same again, and the comment.
          { ...about, "forgecast.requests": 3, "forgecast.quota": 3 },
          // The listing, and who the comment is by.
          { ...about, "forgecast.requests": 2, "forgecast.quota": 2 },
          // Both are unchanged.
          { ...about, "forgecast.requests": 2, "forgecast.quota": 0 }
        ]
      )
    })
  )

  it.effect("names the pull request of a proposal", () =>
    Effect.gen(function* () {
      const proposal = { ...place, branch: "bot/c", message: "Add c", title: "Add c", files: { "c.txt": "c\n" } }
      const { sent, spans, workflows, requests } = yield* traced(Propose.pullRequest(proposal))
      const [outer] = spans
      assert.deepStrictEqual(
        spans.map(([name]) => name),
        ["Propose.pullRequest", "Commit.files"]
      )
      assert.containSubset(outer, ["Propose.pullRequest", { "forgecast.number": 4, "forgecast.requests": sent }])
      assert.deepStrictEqual(workflows, { "Commit.files success": 1, "Propose.pullRequest success": 1 })
      // Those of the commit count for the proposal.
      assert.deepStrictEqual(requests, { "Propose.pullRequest": sent })
    })
  )

  it.effect("of Bulk leaves requests to the functions that its items call, or to a name that the program gives", () =>
    Effect.gen(function* () {
      const bulk = Bulk.forEach([1, 2], () => comment, { concurrency: 1 })
      const own = yield* traced(bulk)
      assert.deepStrictEqual(own.workflows, { "Bulk.forEach success": 1, "Upsert.comment success": 2 })
      assert.deepStrictEqual(own.requests, { "Upsert.comment": own.sent })
      const named = yield* traced(Effect.provideService(bulk, Usage.Workflow, "nightly"))
      assert.deepStrictEqual(named.requests, { nightly: named.sent })
      const within = yield* traced(Bulk.forEach([1], () => Effect.provideService(comment, Usage.Workflow, "each")))
      assert.deepStrictEqual(within.requests, { each: within.sent })
    })
  )

  it.effect("of what runs a program counts what that sends by itself, for the outermost of several", () =>
    Effect.gen(function* () {
      const both = Bulk.forEach([1], () => Effect.andThen(Issues.get(issue), comment))
      const { requests, sent } = yield* traced(both)
      assert.deepStrictEqual(requests, { "Bulk.forEach": 1, "Upsert.comment": sent - 1 })
      const planned = yield* traced(Plan.dryRun(both))
      assert.deepStrictEqual(planned.requests, { "Plan.dryRun": 1, "Upsert.comment": planned.sent - 1 })
      const watched = yield* traced(Bulk.forEach([1], () => Stream.runHead(Poll.changes(Issues.get, issue))))
      assert.deepStrictEqual(watched.requests, { "Poll.changes": watched.sent })
      // One that runs no program of its caller counts all that is in it.
      const edited = yield* traced(
        Edit.file({ ...place, path: "a.txt", message: "Edit" }, () => Effect.as(both, "b\n"))
      )
      assert.deepStrictEqual(edited.requests, { "Edit.file": edited.sent })
    })
  )

  it.effect("of a backport names its own pull request, not those that it opens", () =>
    Effect.gen(function* () {
      const { spans } = yield* traced(
        Effect.gen(function* () {
          const { merge, repository, as } = yield* ForgeSimulator.ForgeSimulator
          const { branches } = yield* repository("acme/web")
          yield* as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/heads/1.x", sha: branches["main"] })
          yield* merge("acme/web", 3, { method: "squash" })
          yield* Propose.backport({ ...place, pull_number: 3, bases: ["1.x"] })
        })
      )
      assert.containSubset(spans[0], ["Propose.backport", { "forgecast.number": 3 }])
    })
  )

  it.effect("tells interruptions from defects", () =>
    Effect.gen(function* () {
      const dies = yield* traced(Effect.exit(Bulk.forEach([1], () => Effect.die("a bug"))))
      assert.deepStrictEqual(dies.workflows, { "Bulk.forEach defect": 1 })
      const waits = yield* traced(Await.review({ ...place, pull_number: 2 }).pipe(Effect.timeoutOption("5 minutes")))
      assert.deepStrictEqual(waits.workflows, { "Await.review interrupted": 1 })
    })
  )

  it.effect("looks at no answer of a plan", () =>
    Effect.gen(function* () {
      const { workflows } = yield* traced(Plan.dryRun(comment))
      assert.deepStrictEqual(workflows, { "Plan.dryRun success": 1, "Upsert.comment success": 1 })
    })
  )
})

const about = { "forgecast.repository": "acme/web", "forgecast.number": 1, "forgecast.outcome": "success" }

describe("Usage", () => {
  it.effect("is measured for any program, with tenants told apart by attributes of metrics", () =>
    Effect.gen(function* () {
      const program = Effect.all([Issues.get(issue), Issues.get({ ...issue, issue_number: 2 })])
      const of = (tenant: string) => Effect.provideService(Metric.CurrentMetricAttributes, { tenant })
      const [, used] = yield* Usage.measured(program).pipe(of("acme"))
      assert.deepStrictEqual(used, { requests: 2, quota: 2 })
      const [, again] = yield* Usage.measured(program).pipe(of("umbrella"))
      assert.deepStrictEqual(again, { requests: 2, quota: 0 })
      const unchanged = Metrics.requests.of({
        operation: "Issues.get",
        resource: "core",
        status: "3xx",
        outcome: "unchanged"
      })
      assert.strictEqual((yield* Metric.value(unchanged).pipe(of("umbrella"))).count, 2)
      assert.strictEqual((yield* Metric.value(unchanged).pipe(of("acme"))).count, 0)
      assert.strictEqual((yield* Metric.value(Metrics.requests)).count, 4)
    }).pipe(
      Effect.provide(Layer.fresh(ForgeSimulator.layer(seed))),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
  )

  it.effect("counts for each program around", () =>
    Effect.gen(function* () {
      const [[, inner], outer] = yield* Usage.measured(
        Effect.andThen(Issues.get(issue), Usage.measured(Issues.get({ ...issue, issue_number: 2 })))
      )
      assert.deepStrictEqual([inner.requests, outer.requests], [1, 2])
    }).pipe(Effect.provide(Layer.fresh(ForgeSimulator.layer(seed))))
  )
})
