/** What the spans of workflows say, and the metrics of workflows. */
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
import { Await, Bulk, Commit, Edit, Merge, Plan, Poll, Propose, Sync, Upsert } from "../../src/workflow/index.ts"
import { start } from "./support/matrix.ts"
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
      pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b\n" }, draft: true }]
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
  const rows: ReadonlyArray<readonly [name: string, program: Program, attributes: object]> = [
    ["Upsert.comment", comment, { "forgecast.number": 1 }],
    [
      "Merge.whenGreen",
      Merge.whenGreen({ ...place, pull_number: 2 }),
      { "forgecast.number": 2, "forgecast.outcome": "Unmergeable" }
    ],
    [
      "Await.review",
      Await.review({ ...place, pull_number: 2 }, { timeout: "1 minute" }),
      { "forgecast.number": 2, "forgecast.outcome": "AwaitTimedOut" }
    ],
    ["Await.checks", Await.checks({ ...place, ref: "main" }), {}],
    ["Commit.files", Commit.files({ ...place, branch: "main", message: "Add", files: { "c.txt": "c\n" } }), {}],
    ["Edit.file", Edit.file({ ...place, path: "a.txt", message: "Edit" }, () => Effect.succeed("b\n")), {}],
    ["Sync.labels", Sync.labels({ ...place, labels: [{ name: "new" }] }), {}],
    ["Sync.labels.plan", Sync.labels.plan({ ...place, labels: [{ name: "new" }] }), {}],
    ["Sync.labels.drift", Stream.runHead(Sync.labels.drift({ ...place, labels: [{ name: "new" }] })), {}],
    [
      "Poll.changes",
      Stream.runHead(Poll.changes(Issues.get, issue)),
      { "forgecast.number": 1, "forgecast.operation": "Issues.get" }
    ],
    ["Await.checkStates", Stream.runDrain(Await.checkStates({ ...place, ref: "main" })), {}]
  ]
  it.effect.each(rows)("%s says what it is about, its outcome, and what it has used", ([name, program, attributes]) =>
    Effect.gen(function* () {
      yield* start
      const { quota, requests, sent, spans, workflows } = yield* traced(program)
      const outcome = "forgecast.outcome" in attributes ? attributes["forgecast.outcome"] : "success"
      const used = spans.length === 1 ? spans[0]?.[1] : undefined
      assert.deepStrictEqual(spans, [
        [
          name,
          {
            "forgecast.repository": "acme/web",
            "forgecast.outcome": outcome,
            "forgecast.requests": sent,
            "forgecast.quota": typeof used === "object" ? used["forgecast.quota"] : undefined,
            ...attributes
          }
        ]
      ])
      assert.isAbove(sent, 0)
      assert.deepStrictEqual(workflows, { [`${name} ${String(outcome)}`]: 1 })
      assert.deepStrictEqual(requests, { [name]: sent })
      const spent = Object.values(quota)[0] ?? 0
      assert.isAtLeast(spent, 1)
      assert.isAtMost(spent, sent)
    })
  )

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
      assert.containSubset(outer, ["Propose.pullRequest", { "forgecast.number": 3, "forgecast.requests": sent }])
      assert.deepStrictEqual(workflows, { "Commit.files success": 1, "Propose.pullRequest success": 1 })
      // Those of the commit count for the proposal.
      assert.deepStrictEqual(requests, { "Propose.pullRequest": sent })
    })
  )

  it.effect("of Bulk leaves the requests to the workflows of its items, or to one that the program names", () =>
    Effect.gen(function* () {
      const bulk = Bulk.forEach([1, 2], () => comment, { concurrency: 1 })
      const own = yield* traced(bulk)
      assert.deepStrictEqual(own.workflows, { "Bulk.forEach success": 1, "Upsert.comment success": 2 })
      assert.deepStrictEqual(own.requests, { "Upsert.comment": own.sent })
      const named = yield* traced(Effect.provideService(bulk, Usage.Workflow, "nightly"))
      assert.deepStrictEqual(named.requests, { nightly: named.sent })
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
