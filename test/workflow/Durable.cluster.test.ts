/** Durable steps on the engine of a cluster, in memory. */
import { assert } from "@effect/vitest"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as TestRunner from "effect/cluster/TestRunner"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import * as ForgeError from "../../src/forge/ForgeError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { pass, start } from "../rest/support/time.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const Triage = Workflow.make("Triage", {
  payload: { issue: Schema.Int },
  idempotencyKey: ({ issue }) => String(issue),
  success: Schema.Int,
  error: ForgeError.ForgeError
})

const TriageLive = Triage.toLayer(
  Effect.fnUntraced(function* ({ issue }) {
    const input = { ...repo, issue_number: issue }
    const comment = yield* Durable.activity(Issues.createComment, { ...input, body: "Thanks." }, { name: "thank" })
    yield* Durable.steps(Effect.andThen(Effect.sleep("1 hour"), Issues.update({ ...input, state: "closed" })), {
      name: "close"
    })
    return comment.id
  })
)

const simulator = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }, { title: "Two" }] }]
})

const cluster = TriageLive.pipe(
  Layer.provideMerge(ClusterWorkflowEngine.layer),
  Layer.provideMerge(TestRunner.layer),
  Layer.provideMerge(simulator)
)

testOn(cluster)("completes workflows that wait and are limited, and writes once for each", function* () {
  const { faults, repository, requests } = yield* ForgeSimulator.ForgeSimulator
  yield* faults.add(Faults.secondaryLimit({ operation: "Issues.createComment", retryAfter: "10 minutes" }))
  const running = yield* start(
    Effect.forEach([1, 2], (issue) => Triage.execute({ issue }), { concurrency: "unbounded" })
  )
  for (let i = 0; i < 300 && running.exit() === undefined; i++) yield* pass("1 minute")
  const exit = running.exit()
  assert.strictEqual(exit?._tag, "Success", String(exit))
  assert.isAtLeast(yield* Clock.currentTimeMillis, 70 * 60_000)
  const { issues } = yield* repository("acme/web")
  assert.deepStrictEqual(
    issues.map(({ comments, state }) => [comments.length, state]),
    [
      [1, "closed"],
      [1, "closed"]
    ]
  )
  const written = (yield* requests).filter(({ status }) => status === 201)
  assert.strictEqual(written.length, 2)
})
