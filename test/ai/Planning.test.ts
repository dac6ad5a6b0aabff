import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Bounds from "../../src/ai/Bounds.ts"
import * as Planning from "../../src/ai/Planning.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { seed, tools } from "./injection/world.ts"

const web = { owner: "acme", repo: "web" }
const first = { ...web, issue_number: 1 }

const bounds: Bounds.Options = { mode: "plan", reads: { in: ["acme/*"] }, writes: { in: ["acme/web"] } }

const all = tools.layer.pipe(Layer.provideMerge(ForgeSimulator.layer(seed)))

const yes = () => Effect.succeed(true)
const no = () => Effect.succeed(false)

const label = tools.call("labels_add_to_issue", { ...first, labels: ["bug"] })
const say = tools.call("issues_create_comment", { ...first, body: "Thank you" })

/** A session in which an agent has planned something. */
const planned = <A, E, R>(agent: Effect.Effect<A, E, R>, options = bounds) =>
  Effect.gen(function* () {
    const session = yield* Bounds.make(options)
    const shown = yield* Effect.provideService(agent, ToolCall.ToolCalls, [session.step])
    return { session, shown, plan: yield* session.plan }
  })

const sent = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
})

const both = ["POST /repos/acme/web/issues/1/labels", "POST /repos/acme/web/issues/1/comments"]

describe("a session that plans", () => {
  it.effect("writes nothing, and shows the model what it would write", () =>
    Effect.gen(function* () {
      const { plan, shown } = yield* planned(Effect.all([tools.call("issues_get", first), label, say]))
      assert.deepStrictEqual(yield* sent, [])
      assert.include(JSON.stringify(shown[1]), "POST /repos/acme/web/issues/1/labels")
      assert.include(JSON.stringify(shown[1]), "Nothing is written yet")
      assert.deepStrictEqual(
        plan.calls.map(({ operation, plan, tool }) => [tool, operation, plan.end._tag, plan.writes.length]),
        [
          ["labels_add_to_issue", "Labels.addToIssue", "Completed", 1],
          ["issues_create_comment", "Issues.createComment", "Completed", 1]
        ]
      )
      assert.include(Planning.table(plan), "Labels.addToIssue")
      assert.include(Planning.markdown(plan), "Thank you")
    }).pipe(Effect.provide(all))
  )

  it.effect("plans nothing twice, and nothing outside of its bounds", () =>
    Effect.gen(function* () {
      const docs = tools.call("issues_create", { owner: "acme", repo: "docs", title: "x" })
      const { plan, shown } = yield* planned(Effect.all([say, say, Effect.flip(docs)]))
      assert.strictEqual(plan.calls.length, 1)
      assert.strictEqual(shown[2].reason, "writes")
    }).pipe(Effect.provide(all))
  )

  it.effect("still keeps what is private apart", () =>
    Effect.gen(function* () {
      const read = tools.call("contents_get", { owner: "acme", repo: "secret", path: "plans.md" })
      const { plan, shown } = yield* planned(Effect.all([read, Effect.flip(say)]))
      assert.strictEqual(shown[1].reason, "private")
      assert.deepStrictEqual(plan.calls, [])
    }).pipe(Effect.provide(all))
  )

  it.effect("has a plan that can be stored, and is known by its digest", () =>
    Effect.gen(function* () {
      const one = (yield* planned(label)).plan
      const other = (yield* planned(say)).plan
      assert.match(one.digest, /^[0-9a-f]{12}$/)
      assert.notStrictEqual(one.digest, other.digest)
      assert.strictEqual((yield* planned(label)).plan.digest, one.digest)
      const Stored = Schema.fromJsonString(Schema.toCodecJson(Planning.SessionPlan))
      const text = yield* Schema.encodeEffect(Stored)(one)
      assert.deepStrictEqual(yield* Schema.decodeEffect(Stored)(text), one)
    }).pipe(Effect.provide(all))
  )
})

describe("a plan", () => {
  it.effect("is carried out once it is approved, and once only", () =>
    Effect.gen(function* () {
      const { plan, session } = yield* planned(Effect.all([tools.call("issues_get", first), label, say]))
      const approved = yield* Planning.approve(plan, yes)
      assert.strictEqual(yield* Planning.apply(session, approved), 2)
      assert.deepStrictEqual(yield* sent, both)
      assert.strictEqual(yield* Planning.apply(session, approved), 0)
      assert.deepStrictEqual(yield* sent, both)
    }).pipe(Effect.provide(all))
  )

  it.effect("is not carried out if nobody approves it", () =>
    Effect.gen(function* () {
      const { plan, session } = yield* planned(label)
      assert.strictEqual((yield* Effect.flip(Planning.approve(plan, no)))._tag, "NotApproved")
      // The cast is what a program does that tries to get past the approval.
      const forged = { plan } as Planning.Approved
      assert.strictEqual((yield* Effect.flip(Planning.apply(session, forged)))._tag, "NotApproved")
      assert.deepStrictEqual(yield* sent, [])
    }).pipe(Effect.provide(all))
  )

  it.effect("has what was asked about, whatever is planned later", () =>
    Effect.gen(function* () {
      const { plan, session } = yield* planned(label)
      const approved = yield* Planning.approve(plan, yes)
      yield* Effect.provideService(say, ToolCall.ToolCalls, [session.step])
      yield* Planning.apply(session, approved)
      assert.deepStrictEqual(yield* sent, both.slice(0, 1))
    }).pipe(Effect.provide(all))
  )

  it.effect("leaves a session that goes on: what was written is not planned again, what nobody wants can be", () =>
    Effect.gen(function* () {
      const { plan, session } = yield* planned(Effect.all([label, say]))
      const [one, two] = plan.calls
      assert.isDefined(one)
      assert.isDefined(two)
      yield* session.settle([one], true)
      assert.deepStrictEqual((yield* session.plan).calls, [two])
      assert.notStrictEqual((yield* session.plan).digest, plan.digest)
      yield* session.settle([two], false)
      assert.deepStrictEqual((yield* session.plan).calls, [])
      // It is settled already.
      yield* session.settle([one], false)
      const again = Effect.provideService(Effect.all([label, say]), ToolCall.ToolCalls, [session.step])
      assert.containsAllKeys((yield* again)[0], ["repeated"])
      assert.deepStrictEqual(
        (yield* session.plan).calls.map(({ tool }) => tool),
        ["issues_create_comment"]
      )
    }).pipe(Effect.provide(all))
  )

  it.effect("knows what of it is not carried out yet", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      const { plan, session } = yield* planned(Effect.all([label, say]))
      const approved = yield* Planning.approve(plan, yes)
      assert.deepStrictEqual(Planning.rest(approved), plan.calls)
      yield* faults.add(Faults.answered({ operation: "Issues.createComment", status: 403, body: { message: "No" } }))
      yield* Effect.flip(Planning.apply(session, approved))
      assert.deepStrictEqual(Planning.rest(approved), plan.calls.slice(1))
      yield* Planning.apply(session, approved)
      assert.deepStrictEqual(Planning.rest(approved), [])
    }).pipe(Effect.provide(all))
  )

  it.effect("without writes needs no approval", () =>
    Effect.gen(function* () {
      const { plan, session } = yield* planned(tools.call("issues_get", first))
      assert.strictEqual(yield* Planning.apply(session, yield* Planning.approve(plan, no)), 0)
    }).pipe(Effect.provide(all))
  )

  it.effect("that halts goes on where it has halted", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      const { plan, session } = yield* planned(Effect.all([label, say]))
      const approved = yield* Planning.approve(plan, yes)
      yield* faults.add(Faults.answered({ operation: "Issues.createComment", status: 403, body: { message: "No" } }))
      const halted = yield* Effect.flip(Planning.apply(session, approved))
      assert.strictEqual(halted._tag, "PlanHalted")
      assert.strictEqual(yield* Planning.apply(session, approved), 1)
      assert.deepStrictEqual(yield* sent, [...both, both[1]])
    }).pipe(Effect.provide(all))
  )

  it.effect("is held to what has moved since", () =>
    Effect.gen(function* () {
      const { as } = yield* ForgeSimulator.ForgeSimulator
      const { plan, session } = yield* planned(label)
      const approved = yield* Planning.approve(plan, yes)
      const later = yield* Bounds.make({ ...bounds, writes: { in: ["acme/docs"] } })
      assert.strictEqual((yield* Effect.flip(Planning.apply(later, approved)))._tag, "ToolRefused")
      yield* as("acme", "PATCH /repos/acme/web", { name: "site" })
      const moved = yield* Bounds.make(bounds)
      assert.strictEqual((yield* Effect.flip(Planning.apply(moved, approved)))._tag, "ToolRefused")
      assert.strictEqual(session.id === moved.id, false)
    }).pipe(Effect.provide(all))
  )
})

describe("approval by a comment", () => {
  const asked = (says: (digest: string) => Effect.Effect<unknown, never, ForgeSimulator.ForgeSimulator>) =>
    Effect.gen(function* () {
      const { repository } = yield* ForgeSimulator.ForgeSimulator
      const { plan } = yield* planned(label)
      const ask = Planning.byComment({ ...web, issue_number: 3 })
      const answer = yield* Effect.forkChild(Effect.exit(Planning.approve(plan, ask)))
      yield* TestClock.adjust("1 second")
      const { issues } = yield* repository("acme/web")
      assert.include(JSON.stringify(issues.find(({ number }) => number === 3)?.comments), `/approve ${plan.digest}`)
      yield* says(plan.digest)
      yield* TestClock.adjust("1 hour")
      return yield* Fiber.join(answer)
    }).pipe(Effect.provide(all))

  const say = (login: string, body: string) =>
    Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ as }) =>
      as(login, "POST /repos/acme/web/issues/3/comments", { body })
    )

  it.effect("counts the first answer of somebody with permission about this plan", () =>
    Effect.gen(function* () {
      const approved = yield* asked((digest) =>
        Effect.all([
          say("mallory", `/decline ${digest}`),
          say("octo", "/decline 000000000000"),
          say("octo", `/approve ${digest}`)
        ])
      )
      assert.isTrue(Exit.isSuccess(approved))
    })
  )

  it.effect("is none if that person declines", () =>
    Effect.gen(function* () {
      const approved = yield* asked((digest) =>
        Effect.all([say("mallory", `/approve ${digest}`), say("octo", `/decline ${digest}`)])
      )
      assert.isTrue(Exit.isFailure(approved))
    })
  )
})
