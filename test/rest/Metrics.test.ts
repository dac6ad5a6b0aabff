/** The attributes of the counters of requests. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import type * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Metrics from "../../src/rest/Metrics.ts"
import * as Retry from "../../src/rest/Retry.ts"
import type { Fault } from "../../src/testing/FaultTypes.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import * as Write from "../../src/rest/Write.ts"
import { run, until } from "../workflow/support/run.ts"

const issue = { owner: "acme", repo: "web", issue_number: 1 }
const layer = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }, { title: "Two" }] }]
})

/** The counts of a metric, by the values of its attributes. */
const counts = (metric: Metrics.Counted<never>) =>
  Effect.map(Metric.snapshot, (all) =>
    Object.fromEntries(
      all.flatMap(({ attributes = {}, id, state }) =>
        id === metric.id && "count" in state
          ? [[metric.labels.map((label) => attributes[label] ?? "").join(" "), Number(state.count)]]
          : []
      )
    )
  )

const on = (title: string, test: () => Effect.Effect<void, unknown, ForgeSimulator.ForgeSimulator | Forge.Forge>) =>
  it.effect(title, () =>
    test().pipe(Effect.provide(Layer.fresh(layer)), Effect.provideService(Metric.MetricRegistry, new Map()))
  )

const once = Effect.provideService(Retry.RetryPolicy, { ...Retry.RetryPolicy.defaultValue(), attempts: 1 })

describe("a request is counted with its outcome", () => {
  const rows: ReadonlyArray<readonly [what: string, fault: Fault, counts: Readonly<Record<string, number>>]> = [
    ["a limit", Faults.secondaryLimit(), { "Issues.get core 4xx limited": 1 }],
    ["a 401", Faults.answered({ status: 401, body: { message: "No" } }), { "Issues.get core 4xx unauthorized": 1 }],
    ["a 404", Faults.answered({ status: 404, body: { message: "No" } }), { "Issues.get core 4xx refused": 1 }],
    ["another success", Faults.answered({ status: 204 }), { "Issues.get core 2xx refused": 1 }],
    ["a 503", Faults.unavailable(), { "Issues.get core 5xx unavailable": 1 }],
    ["a 599", Faults.answered({ status: 599 }), { "Issues.get core 5xx unavailable": 1 }],
    ["a 408", Faults.answered({ status: 408 }), { "Issues.get core 4xx unavailable": 1 }],
    ["a lost request", Faults.requestLost(), { "Issues.get core none lost": 1 }],
    ["half a response", Faults.cutOff(), { "Issues.get core none lost": 1 }],
    [
      "a redirect",
      Faults.redirected({ to: "/repos/acme/web/issues/2" }),
      { "Issues.get core 3xx redirected": 1, "Issues.get core 2xx success": 1 }
    ],
    [
      "a redirect that is not followed",
      Faults.redirected({ to: "https://evil.example/" }),
      { "Issues.get core 3xx redirected": 1 }
    ]
  ]
  for (const [what, fault, expected] of rows) {
    on(what, () =>
      Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        yield* simulator.faults.add(fault)
        yield* run(once(Issues.get(issue)))
        assert.deepStrictEqual(yield* counts(Metrics.requests), expected)
      })
    )
  }

  on("a success, and a 304", () =>
    Effect.gen(function* () {
      yield* Issues.get(issue)
      yield* Issues.get(issue)
      assert.deepStrictEqual(yield* counts(Metrics.requests), {
        "Issues.get core 2xx success": 1,
        "Issues.get core 3xx unchanged": 1
      })
      assert.deepStrictEqual(yield* counts(Metrics.cacheHits), { "Issues.get core revalidated": 1 })
      assert.deepStrictEqual(yield* Metric.value(Metrics.requests), { count: 2, incremental: true })
    })
  )

  on("an interruption", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(Faults.silence())
      const fiber = yield* Effect.forkChild(Issues.get(issue))
      yield* until(Effect.map(simulator.requests, ({ length }) => length > 0))
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* counts(Metrics.requests), { "Issues.get core none interrupted": 1 })
    })
  )

  on("retries have that of the request before", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(
        Faults.unavailable(),
        Faults.requestLost({ nth: 2 }),
        Faults.secondaryLimit({ nth: 3 })
      )
      yield* run(Issues.get(issue))
      assert.deepStrictEqual(yield* counts(Metrics.retries), {
        "Issues.get core 5xx unavailable": 1,
        "Issues.get core none lost": 1,
        "Issues.get core 4xx limited": 1
      })
      assert.deepStrictEqual(yield* counts(Metrics.waits), { core: 1 })
    })
  )
})

describe("a look of Write.once is named apart from the write", () => {
  on("in requests, retries and spans", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const spans: Array<string> = []
      const tracer = Tracer.make({
        span: (options) => {
          spans.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      })
      yield* simulator.faults.add(
        Faults.answerLost({ operation: "Issues.createComment" }),
        Faults.unavailable({ operation: "Issues.listComments" })
      )
      const comment = Write.once(Issues.createComment, { ...issue, body: "Hi" }, { key: "one" })
      yield* run(Effect.provideService(comment, Tracer.Tracer, tracer))
      assert.deepStrictEqual(yield* counts(Metrics.requests), {
        "Issues.createComment core none lost": 1,
        "Issues.createComment.look core 5xx unavailable": 1,
        "Issues.createComment.look core 2xx success": 1
      })
      assert.deepStrictEqual(yield* counts(Metrics.retries), {
        "Issues.createComment.look core 5xx unavailable": 1
      })
      assert.deepStrictEqual(spans, ["Issues.createComment", "Issues.createComment.look"])
    })
  )
})

it("a counter has at most 5,000 sets of attributes, and those of more operations count as other", () => {
  const of = (operation: string) => Metrics.sharedReads.of({ operation, resource: "core" })
  for (let n = 0; n < 5_000; n++) of(`Operation.${n}`)
  assert.strictEqual(of("Operation.1").attributes?.["operation"], "Operation.1")
  assert.strictEqual(of("One.more").attributes?.["operation"], "other")
  assert.strictEqual(of("One.more"), of("Another"))
})
