/** A plan, and the person in front of the client who decides about it. */
import { assert, describe, it } from "@effect/vitest"
import { type ElicitRequest, ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js"
import * as Effect from "effect/Effect"
import * as Faults from "../../src/testing/Faults.ts"
import { answerOf, connected, serving, type Options } from "./serving.ts"

const issue = { owner: "acme", repo: "web", issue_number: 2 }

/** A session that plans, whose person answers as `decide` says. */
const scene = Effect.fnUntraced(function* (
  decide: (asked: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>,
  options: Options = {}
) {
  const { simulator, url } = yield* serving({ tools: ["triage"], writing: "plan", ...options })
  const { call, client } = yield* connected(url, { capabilities: { elicitation: { form: {} } } })
  const asked: Array<string> = []
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return decide(params)
  })
  const comments = Effect.map(simulator.repository("acme/web"), ({ issues }) =>
    issues.find(({ number }) => number === 2)?.comments.map(({ body }) => body)
  )
  const comment = (body: string) => Effect.map(call("issues_create_comment", { ...issue, body }), answerOf)
  const apply = Effect.map(call("plan_apply"), answerOf)
  return { apply, asked, call, client, comment, comments, simulator }
})

const yes = (): ElicitResult => ({ action: "accept", content: { approve: true } })

describe("plan_apply", () => {
  it.live("shows a person whole bodies, and writes what the person approves, once", () =>
    Effect.gen(function* () {
      const { apply, asked, comment, comments } = yield* scene(yes)
      const long = `Thank you. ${"We look into it. ".repeat(20)}The end`
      assert.deepInclude(yield* comment(long), { planned: ["POST /repos/acme/web/issues/2/comments"] })
      assert.deepStrictEqual(yield* comments, [])
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.deepStrictEqual(yield* comments, [long])
      assert.lengthOf(asked, 1)
      assert.match(
        asked[0] ?? "",
        /^Write this\? \(Plan [\da-f]{12}\)\n\n1\. Issues\.createComment: POST .*\/issues\/2\/comments\n/
      )
      assert.include(asked[0], long)
      // Nothing is left, and what was written is not planned again.
      assert.deepStrictEqual(yield* apply, { written: 0 })
      assert.containsAllKeys(yield* comment(long), ["repeated"])
      assert.deepStrictEqual(yield* apply, { written: 0 })
      assert.lengthOf(asked, 1)
    })
  )

  it.live("writes nothing if the person declines or ticks nothing, and then it can be planned again", () =>
    Effect.gen(function* () {
      const answers: Array<ElicitResult> = [
        { action: "decline" },
        { action: "accept", content: { approve: false } },
        { action: "accept", content: {} },
        yes()
      ]
      const { apply, asked, comment, comments } = yield* scene(() => answers.shift() ?? { action: "cancel" })
      for (const count of [1, 2, 3]) {
        assert.notProperty(yield* comment("Thank you"), "repeated")
        assert.deepInclude(yield* apply, { error: "NotApproved", reason: "declined" })
        assert.lengthOf(asked, count)
      }
      assert.deepStrictEqual(yield* apply, { written: 0 })
      assert.deepStrictEqual(yield* comments, [])
      yield* comment("Thank you")
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.deepStrictEqual(yield* comments, ["Thank you"])
    })
  )

  it.live("keeps the plan if the person does not decide", () =>
    Effect.gen(function* () {
      const answers: Array<ElicitResult> = [{ action: "cancel" }, yes()]
      const { apply, comment, comments } = yield* scene(() => answers.shift() ?? { action: "decline" })
      yield* comment("Thank you")
      assert.deepInclude(yield* apply, { error: "NotApproved", reason: "cancelled" })
      assert.deepStrictEqual(yield* comments, [])
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.deepStrictEqual(yield* comments, ["Thank you"])
    })
  )

  it.live("approves nothing by a client that cannot ask, or that fails to", () =>
    Effect.gen(function* () {
      const { simulator, url } = yield* serving({ tools: ["triage"], writing: "plan" })
      const { call } = yield* connected(url)
      yield* call("issues_create_comment", { ...issue, body: "Thank you" })
      assert.deepInclude(answerOf(yield* call("plan_apply")), { error: "NotApproved", reason: "unavailable" })
      assert.deepInclude(answerOf(yield* call("plan_apply", { approve: true })), { error: "InvalidInput" })
      const failing = yield* scene(() => Promise.reject(new Error("No window")))
      yield* failing.comment("Thank you")
      assert.deepInclude(yield* failing.apply, { error: "NotApproved", reason: "unavailable" })
      assert.deepStrictEqual(yield* failing.comments, [])
      assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    })
  )

  it.live("does not ask about more than a person reads", () =>
    Effect.gen(function* () {
      const { apply, asked, comment } = yield* scene(yes)
      yield* comment("")
      yield* comment("a")
      yield* apply
      const [, ...lines] = (asked[0] ?? "").split("\n\n")
      const most = 20_000 - lines.join("\n\n").length + 1
      yield* comment("b".repeat(most + 1))
      assert.deepInclude(yield* apply, { error: "NotApproved", reason: "not_shown" })
      assert.lengthOf(asked, 1)
      assert.deepStrictEqual(yield* apply, { written: 0 })
      yield* comment("b".repeat(most))
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.lengthOf(asked, 2)
    })
  )

  it.live("shows characters that would deceive a person", () =>
    Effect.gen(function* () {
      const { apply, asked, comment } = yield* scene(yes)
      yield* comment("Thank \u202eyou\u200b")
      yield* apply
      assert.include(asked[0], String.raw`"Thank \u{202e}you\u{200b}"`)
    })
  )

  it.live("goes on with the rest, and asks again, once a write has failed", () =>
    Effect.gen(function* () {
      const { apply, asked, comment, comments, simulator } = yield* scene(yes)
      yield* comment("One")
      yield* comment("Two")
      // Comments are not sent again by themselves: the service may have acted.
      yield* simulator.faults.add(
        Faults.answered({ operation: "Issues.createComment", nth: 2, status: 403, body: { message: "No" } })
      )
      assert.deepInclude(yield* apply, { error: "PlanHalted" })
      assert.deepStrictEqual(yield* comments, ["One"])
      yield* comment("Three")
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.deepStrictEqual(yield* comments, ["One", "Two"])
      assert.match(asked[1] ?? "", /^Go on with the rest of plan [\da-f]{12}\?\n\n1\. /)
      assert.include(asked[1], "Two")
      assert.notInclude(asked[1], "One")
      assert.notInclude(asked[1], "Three")
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.deepStrictEqual(yield* comments, ["One", "Two", "Three"])
    })
  )

  it.live("can be stopped by the client, asks again, and sends nothing twice", () =>
    Effect.gen(function* () {
      const { apply, asked, client, comment, comments, simulator } = yield* scene(yes)
      yield* comment("One")
      yield* comment("Two")
      yield* simulator.faults.add(Faults.silence({ operation: "Issues.createComment", nth: 2 }))
      const controller = new AbortController()
      const called = client
        .callTool({ name: "plan_apply", arguments: {} }, undefined, { signal: controller.signal })
        .catch(() => "stopped")
      const sent = Effect.map(simulator.requests, (all) => all.filter(({ method }) => method === "POST").length)
      while ((yield* sent) < 2) yield* Effect.sleep("5 millis")
      controller.abort()
      assert.strictEqual(yield* Effect.promise(() => called), "stopped")
      assert.deepStrictEqual(yield* comments, ["One"])
      // Whether the second one was written is not known here, so that it is not sent again by itself.
      assert.deepInclude(yield* apply, { error: "PlanNotApplicable" })
      assert.lengthOf(asked, 2)
      assert.match(asked[1] ?? "", /^Go on with the rest of plan/)
      assert.deepStrictEqual(yield* comments, ["One"])
      assert.deepStrictEqual(yield* apply, { written: 0 })
      assert.notProperty(yield* comment("Two"), "repeated")
      assert.deepStrictEqual(yield* apply, { written: 1 })
      assert.deepStrictEqual(yield* comments, ["One", "Two"])
    })
  )

  it.live("asks about one plan at a time", () =>
    Effect.gen(function* () {
      let open = 0
      let most = 0
      const { apply, asked, comment, comments } = yield* scene(async () => {
        most = Math.max(most, ++open)
        // The other calls are answered, or wait, before the person has decided.
        await new Promise((resolve) => setImmediate(resolve))
        open--
        return yes()
      })
      yield* comment("Thank you")
      const all = yield* Effect.all(
        Array.from({ length: 5 }, () => apply),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(most, 1)
      assert.lengthOf(asked, 1)
      assert.sameDeepMembers(all, [{ written: 1 }, ...Array.from({ length: 4 }, () => ({ written: 0 }))])
      assert.deepStrictEqual(yield* comments, ["Thank you"])
    })
  )
})
