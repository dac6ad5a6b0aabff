import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Bounds from "../../src/ai/Bounds.ts"
import type * as Planning from "../../src/ai/Planning.ts"
import * as PlanTools from "../../src/ai/PlanTools.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { seed, tools } from "./injection/world.ts"

const web = { owner: "acme", repo: "web" }
const first = { ...web, issue_number: 1 }
const bounds: Bounds.Options = { mode: "plan", reads: { in: ["acme/*"] }, writes: { in: ["acme/web"] } }

const label = tools.call("labels_add_to_issue", { ...first, labels: ["bug"] })
const say = tools.call("issues_create_comment", { ...first, body: "Thank you" })
const both = ["POST /repos/acme/web/issues/1/labels", "POST /repos/acme/web/issues/1/comments"]

const sent = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
})

type Kit = ReturnType<typeof PlanTools.toolkit<never, never>>

/** An agent with the tools of its plan, and what the person is asked. */
const within = <A, E, R>(
  agent: (call: Kit["call"], asked: ReadonlyArray<Planning.SessionPlan>) => Effect.Effect<A, E, R>,
  answer: (plan: Planning.SessionPlan) => Effect.Effect<boolean> = () => Effect.succeed(true),
  options = bounds
) =>
  Effect.gen(function* () {
    const session = yield* Bounds.make(options)
    const asked: Array<Planning.SessionPlan> = []
    const kit = PlanTools.toolkit({
      session,
      ask: (plan) => Effect.suspend(() => (asked.push(plan), answer(plan)))
    })
    return yield* agent(kit.call, asked).pipe(
      Effect.provideService(ToolCall.ToolCalls, [session.step]),
      Effect.provide(kit.layer)
    )
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(ForgeSimulator.layer(seed)))))

it.effect("a model sees what is planned, and has it carried out once a person approves", () =>
  within((call, asked) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call("plan_show", {})).calls, 0)
      yield* label
      yield* say
      const shown = yield* call("plan_show", {})
      assert.strictEqual(shown.calls, 2)
      assert.include(shown.table ?? "", "Labels.addToIssue")
      assert.deepStrictEqual(yield* sent, [])
      assert.deepStrictEqual(yield* call("plan_apply", {}), { digest: shown.digest, writes: 2 })
      assert.deepStrictEqual(
        asked.map(({ digest }) => digest),
        [shown.digest]
      )
      assert.deepStrictEqual(yield* sent, both)
    })
  )
)

it.effect("what is carried out is planned no more, and not by a model that repeats itself either", () =>
  within((call, asked) =>
    Effect.gen(function* () {
      yield* label
      yield* call("plan_apply", {})
      assert.include(JSON.stringify(yield* label), "Nothing was written again")
      assert.strictEqual((yield* call("plan_apply", {})).writes, 0)
      yield* say
      assert.strictEqual((yield* call("plan_apply", {})).writes, 1)
      // What has no writes needs no approval.
      assert.deepStrictEqual(
        asked.map(({ calls }) => calls.map(({ operation }) => operation)),
        [["Labels.addToIssue"], ["Issues.createComment"]]
      )
      assert.deepStrictEqual(yield* sent, both)
    })
  )
)

it.effect("a plan that is declined is dropped, and its calls can be planned again", () => {
  let approves = false
  return within(
    (call, asked) =>
      Effect.gen(function* () {
        yield* label
        const declined = yield* Effect.flip(call("plan_apply", {}))
        assert.strictEqual(declined.error, "NotApproved")
        assert.strictEqual((yield* call("plan_show", {})).calls, 0)
        assert.deepStrictEqual(yield* sent, [])
        approves = true
        yield* label
        assert.strictEqual((yield* call("plan_apply", {})).writes, 1)
        assert.strictEqual(asked.length, 2)
        assert.deepStrictEqual(yield* sent, both.slice(0, 1))
      }),
    () => Effect.sync(() => approves)
  )
})

it.effect("one that halts goes on without another question, before anything else", () =>
  within((call, asked) =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* label
      yield* say
      yield* faults.add(Faults.answered({ operation: "Issues.createComment", status: 403, body: { message: "No" } }))
      assert.strictEqual((yield* Effect.flip(call("plan_apply", {}))).error, "PlanHalted")
      yield* tools.call("issues_create_comment", { ...first, body: "Later" })
      const went = yield* call("plan_apply", {})
      assert.deepStrictEqual([went.writes, went.planned], [1, 1])
      assert.strictEqual(asked.length, 1)
      assert.strictEqual((yield* call("plan_apply", {})).writes, 1)
      assert.strictEqual(asked.length, 2)
      assert.deepStrictEqual(yield* sent, [...both, both[1], both[1]])
    })
  )
)

it.effect("one that holds no more is dropped, but for what is carried out", () =>
  within(
    (call) =>
      Effect.gen(function* () {
        const { requests } = yield* ForgeSimulator.ForgeSimulator
        yield* label
        yield* say
        // The repository and the issue were asked for when it was planned, so that one more request is the first write.
        assert.strictEqual((yield* requests).length, 2)
        const refused = yield* Effect.flip(call("plan_apply", {}))
        assert.deepStrictEqual([refused.error, refused.reason], ["ToolRefused", "quota"])
        assert.deepStrictEqual(yield* sent, both.slice(0, 1))
        assert.strictEqual((yield* call("plan_show", {})).calls, 0)
        // What is carried out counts as made, and the rest does not.
        assert.include(JSON.stringify(yield* label), "Nothing was written again")
      }),
    undefined,
    { ...bounds, quota: 3 }
  )
)

it.effect("a person is asked once, however often a model calls at a time", () =>
  Effect.gen(function* () {
    const open = yield* Deferred.make<boolean>()
    yield* within(
      (call, asked) =>
        Effect.gen(function* () {
          yield* label
          const calls = yield* Effect.forkChild(
            Effect.all([call("plan_apply", {}), call("plan_apply", {})], { concurrency: 2 })
          )
          yield* Effect.yieldNow
          yield* Deferred.succeed(open, true)
          assert.deepStrictEqual(
            (yield* Fiber.join(calls)).map(({ writes }) => writes),
            [1, 0]
          )
          assert.strictEqual(asked.length, 1)
        }),
      () => Deferred.await(open)
    )
  })
)

it.effect("nothing is passed to them", () =>
  within((call) =>
    Effect.gen(function* () {
      const approving = { approved: true }
      const error = yield* Effect.flip(call("plan_apply", approving))
      assert.deepStrictEqual([error.error, error.path], ["InvalidInput", "approved"])
    })
  )
)
