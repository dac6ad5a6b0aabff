/** Workflows in sessions that plan: what a person approves is what the workflow does, and no more. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Bounds from "../../src/ai/Bounds.ts"
import * as Planning from "../../src/ai/Planning.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import type { ToolFailure } from "../../src/ai/ToolError.ts"
import * as WorkflowTools from "../../src/ai/WorkflowTools.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import type { Seed } from "../../src/testing/ForgeSeed.ts"
import { pass } from "../rest/support/time.ts"

const web = { owner: "acme", repo: "web" }

const kit = WorkflowTools.toolkit({
  workflows: {
    merge_when_green: WorkflowTools.mergeWhenGreen,
    propose_pull_request: WorkflowTools.proposePullRequest,
    release_next: WorkflowTools.releaseNext,
    release_publish: WorkflowTools.releasePublish
  }
})

const seed: Seed = {
  users: ["acme"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "one" },
      commits: [{ message: "feat: one", files: { "a.txt": "one!" } }],
      labels: [{ name: "bot" }],
      pulls: [{ title: "Fix", head: "fix", files: { "fix.txt": "fixed" } }],
      checks: [{ name: "build", id: 71, ref: "fix" }]
    }
  ]
}

const proposal = {
  ...web,
  branch: "bot/two",
  title: "Two",
  message: "Two",
  labels: ["bot"],
  files: [
    { path: "a.txt", content: "two" },
    { path: "b.txt", content: "new" }
  ]
}

const workflows: ReadonlyArray<{
  readonly name: string
  readonly run: Effect.Effect<unknown, ToolFailure, Layer.Success<typeof kit.layer>>
  readonly least: number
}> = [
  { name: "propose_pull_request", run: kit.call("propose_pull_request", proposal), least: 3 },
  { name: "release_publish", run: kit.call("release_publish", { ...web, initial_version: "0.1.0" }), least: 1 },
  { name: "merge_when_green", run: kit.call("merge_when_green", { ...web, pull_number: 1 }), least: 1 }
]

const options: Bounds.Options = {
  reads: { in: ["acme/web"] },
  writes: {
    in: ["acme/web"],
    operations: ["Propose.pullRequest", "Release.publish", "Merge.whenGreen"],
    unattended: ["*"]
  }
}

/** Each is a service of its own. */
const layer = () => kit.layer.pipe(Layer.provideMerge(ForgeSimulator.layer(seed)))

/** What is there, and what was sent to get there, without times, on which shas depend. */
const state = Effect.gen(function* () {
  const { repository, requests } = yield* ForgeSimulator.ForgeSimulator
  const writes = (yield* requests).filter(({ method }) => method !== "GET")
  const there = JSON.stringify(yield* repository("acme/web"))
  const untimed = there.replaceAll(/\b[0-9a-f]{40}\b/g, "sha").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
  return { writes: writes.map(({ method, path }) => `${method} ${path}`), repository: JSON.parse(untimed) as unknown }
})

/** Workflows wait by the clock, and for digests, which threads make. */
const waited = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(run)
    while (fiber.pollUnsafe() === undefined) yield* pass("1 second")
    return yield* Fiber.join(fiber)
  })

const inSession = <A, E, R>(run: Effect.Effect<A, E, R>, mode: "act" | "plan") =>
  Effect.gen(function* () {
    const session = yield* Bounds.make({ ...options, mode })
    const shown = yield* waited(Effect.provideService(run, ToolCall.ToolCalls, [session.step]))
    return { session, shown }
  })

describe.each(workflows)("$name", ({ least, run }) => {
  const acted = Effect.andThen(inSession(run, "act"), state).pipe(Effect.provide(layer()))

  it.effect("is planned, and does what is approved: what it would have done by itself", () =>
    Effect.gen(function* () {
      const expected = yield* acted
      assert.isAtLeast(expected.writes.length, least)
      const { session, shown } = yield* inSession(run, "plan")
      assert.include(JSON.stringify(shown), "Nothing is written yet")
      const before = yield* state
      assert.deepStrictEqual(before.writes, [])
      const plan = yield* session.plan
      assert.strictEqual(plan.calls.length, 1)
      const planned = plan.calls.flatMap(({ plan }) => plan.writes)
      assert.deepStrictEqual(
        planned.map(({ method }) => method),
        expected.writes.map((write) => write.split(" ")[0])
      )
      const approved = yield* Planning.approve(plan, () => Effect.succeed(true))
      assert.deepStrictEqual((yield* state).writes, [])
      assert.strictEqual(yield* waited(Planning.apply(session, approved)), planned.length)
      assert.deepStrictEqual(yield* state, expected)
      assert.strictEqual(yield* Planning.apply(session, approved), 0)
      assert.deepStrictEqual(yield* state, expected)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("writes nothing if the person declines", () =>
    Effect.gen(function* () {
      const { session } = yield* inSession(run, "plan")
      const before = yield* state
      const declined = yield* Effect.flip(Planning.approve(yield* session.plan, () => Effect.succeed(false)))
      assert.strictEqual(declined._tag, "NotApproved")
      assert.deepStrictEqual(yield* state, before)
      assert.deepStrictEqual(before.writes, [])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is planned nowhere outside of the bounds", () =>
    Effect.gen(function* () {
      const session = yield* Bounds.make({ ...options, mode: "plan", writes: { in: ["acme/other"] } })
      const refused = yield* Effect.flip(waited(Effect.provideService(run, ToolCall.ToolCalls, [session.step])))
      assert.deepStrictEqual([refused.error, refused.reason], ["ToolRefused", "writes"])
      assert.deepStrictEqual((yield* session.plan).calls, [])
      assert.deepStrictEqual((yield* state).writes, [])
    }).pipe(Effect.provide(layer()))
  )
})

it.effect("release_next only reads, so that it is answered at once", () =>
  Effect.gen(function* () {
    const { session, shown } = yield* inSession(kit.call("release_next", { ...web, initial_version: "0.1.0" }), "plan")
    assert.strictEqual(shown.releases[0]?.version, "0.1.0")
    assert.deepStrictEqual((yield* session.plan).calls, [])
  }).pipe(Effect.provide(layer()))
)
