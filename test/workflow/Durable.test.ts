/** Activities of operations: what the journal has, and what a killed process leaves behind. */
import { assert, describe } from "@effect/vitest"

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import * as Activity from "effect/workflow/Activity"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as NotFoundErrors from "../../src/rest/RestError.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { begin, elapsed, pass, start } from "../rest/support/time.ts"
import { makeJournal, run } from "./support/journal.ts"
import { process } from "./support/killing.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const issue = { ...repo, issue_number: 1 }

const simulator = ForgeSimulator.layerHttpClient({
  repositories: [
    { owner: "acme", name: "web", labels: [{ name: "done" }], issues: [{ title: "One" }, { title: "Two" }] }
  ]
})

const triage = Effect.gen(function* () {
  const comment = yield* Durable.activity(Issues.createComment, { ...issue, body: "Thanks." }, { name: "thank" })
  yield* Durable.activity(Labels.addToIssue, { ...issue, labels: ["done"] }, { name: "label" })
  const closed = yield* Durable.activity(Issues.update, { ...issue, state: "closed" }, { name: "close" })
  return [comment.id, closed.closed_at] as const
})

/** Runs to the end of an effect, whatever it waits for. */
const finish = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const running = yield* start(effect)
    for (let i = 0; i < 60 && running.endedAt() === undefined; i++) yield* pass("1 second")
    const exit = running.exit()
    return exit === undefined ? yield* Effect.die("it does not end") : yield* exit
  })

const posts = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).filter(({ acted, method }) => acted && method === "POST").map(({ operation }) => operation)
})

describe("activity", () => {
  testOn(simulator)("returns the same values from the journal without another request", function* () {
    yield* begin
    const journal = makeJournal()
    const { clearRequests, requests } = yield* ForgeSimulator.ForgeSimulator
    const first = yield* process(run(journal, triage))
    yield* clearRequests
    assert.deepStrictEqual(yield* process(run(journal, triage)), first)
    assert.deepStrictEqual(yield* requests, [])
  })

  testOn(simulator)("returns the same typed error from the journal", function* () {
    yield* begin
    const journal = makeJournal()
    const missing = Durable.activity(Issues.get, { ...repo, issue_number: 9 }, { name: "get" })
    const { clearRequests, requests } = yield* ForgeSimulator.ForgeSimulator
    const caught = Effect.catchTag(missing, "NotFound", (error) => Effect.succeed(error))
    const first = yield* process(run(journal, caught))
    yield* clearRequests
    const second = yield* process(run(journal, caught))
    assert.deepStrictEqual(second, first)
    assert.isTrue(second !== undefined && Exit.isSuccess(second) && second.value._tag === "Complete")
    if (second === undefined || !Exit.isSuccess(second) || second.value._tag !== "Complete") return
    const { exit } = second.value
    assert.isTrue(Exit.isSuccess(exit) && exit.value instanceof NotFoundErrors.NotFound)
    assert.deepStrictEqual(yield* requests, [])
  })

  testOn(simulator)("collects a listing, and keeps its pages", function* () {
    yield* begin
    const journal = makeJournal()
    const both = Effect.gen(function* () {
      const all = yield* Durable.activity(Issues.list, { ...repo, per_page: 1 }, { name: "list" })
      const page = yield* Durable.activity(Issues.list.page, { ...repo, per_page: 1 }, { name: "page" })
      return [all.map(({ title }) => title), page.items.length, page.next !== null] as const
    })
    const first = yield* process(run(journal, both))
    assert.deepStrictEqual(yield* process(run(journal, both)), first)
    assert.isTrue(first !== undefined && Exit.isSuccess(first) && first.value._tag === "Complete")
    if (first === undefined || !Exit.isSuccess(first) || first.value._tag !== "Complete") return
    assert.deepStrictEqual(first.value.exit, Exit.succeed([["Two", "One"], 1, true] as const))
  })

  for (const when of ["before", "after"] as const) {
    for (const nth of [1, 2, 3]) {
      testOn(simulator)(`writes once when the process dies ${when} the service handles request ${nth}`, function* () {
        yield* begin
        const journal = makeJournal()
        assert.isUndefined(yield* process(run(journal, triage), { nth, when }))
        const exit = yield* finish(process(run(journal, triage)))
        assert.isTrue(exit !== undefined && Exit.isSuccess(exit) && exit.value._tag === "Complete", String(exit))
        assert.deepStrictEqual(
          (yield* posts).filter((operation) => operation === "Issues.createComment"),
          ["Issues.createComment"]
        )
        const { repository } = yield* ForgeSimulator.ForgeSimulator
        const [one] = (yield* repository("acme/web")).issues
        assert.strictEqual(one?.comments.length, 1)
        assert.strictEqual(one?.state, "closed")
        assert.deepStrictEqual(one?.labels, ["done"])
      })
    }
  }

  testOn(simulator)("takes no time to look for a write that it sends for the first time", function* () {
    yield* begin
    yield* process(run(makeJournal(), triage))
    assert.strictEqual(yield* elapsed, 0)
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(
      (yield* requests).map(({ operation }) => operation),
      ["Issues.createComment", "Labels.addToIssue", "Issues.update"]
    )
  })

  testOn(simulator)("looks for a write that a retry of the activity repeats", function* () {
    yield* begin
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
    yield* faults.add(Faults.unavailable({ operation: "Issues.listComments", times: 9 }))
    const comment = Durable.activity(Issues.createComment, { ...issue, body: "Thanks." }, { name: "thank" })
    const exit = yield* finish(process(run(makeJournal(), Activity.retry(comment, { times: 5 }))))
    assert.isTrue(exit !== undefined && Exit.isSuccess(exit) && exit.value._tag === "Complete", String(exit))
    assert.deepStrictEqual(yield* posts, ["Issues.createComment"])
  })

  describe("a rate limit", () => {
    const limited = (seconds: number) =>
      Faults.secondaryLimit({ operation: "Issues.get", retryAfter: `${seconds} seconds` })
    const get = Durable.activity(Issues.get, issue, { name: "get" })

    testOn(simulator)("of a minute holds the process", function* () {
      yield* begin
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(limited(50))
      const journal = makeJournal()
      const running = yield* start(process(run(journal, get)))
      assert.isUndefined(running.endedAt())
      yield* pass("1 minute")
      yield* pass("1 minute")
      const exit = running.exit()
      assert.isTrue(exit !== undefined && Exit.isSuccess(exit))
      assert.strictEqual(journal.clocks.size, 0)
    })

    testOn(simulator)("of more than that suspends the workflow until it ends", function* () {
      yield* begin
      const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(limited(3_000))
      const journal = makeJournal()
      const first = yield* process(run(journal, get))
      assert.isTrue(first !== undefined && Exit.isSuccess(first) && first.value._tag === "Suspended", String(first))
      const [until = 0] = journal.clocks.values()
      assert.isAtLeast(until, (yield* elapsed) + 3_000_000)
      yield* TestClock.setTime(until)
      const second = yield* process(run(journal, get))
      assert.isTrue(second !== undefined && Exit.isSuccess(second) && second.value._tag === "Complete", String(second))
      assert.strictEqual((yield* requests).length, 2)
    })
  })
})
