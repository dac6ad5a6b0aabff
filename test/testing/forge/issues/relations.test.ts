import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const titles = ["Whole", "First", "Second", "Third"]

const test = testOn(
  ForgeSimulator.layer({
    repositories: [
      { owner: "acme", name: "web", issues: titles.map((title, index) => ({ id: 101 + index, title })) },
      { owner: "octo", name: "tools", issues: [{ id: 201, title: "Foreign" }] }
    ],
    limits: "none"
  })
)

const on = (issue_number: number) => ({ ...repo, issue_number })

const numbers = <E, R>(listing: Stream.Stream<{ readonly number: number }, E, R>) =>
  Effect.map(Stream.runCollect(listing), (all) => all.map(({ number }) => number))

describe("sub-issues", () => {
  test("are kept in their order, with a summary, a parent and events", function* () {
    for (const sub_issue_id of [102, 103, 104]) yield* Issues.addSubIssue({ ...on(1), sub_issue_id })
    yield* Issues.reprioritizeSubIssue({ ...on(1), sub_issue_id: 104, before_id: 102 })
    yield* Issues.reprioritizeSubIssue({ ...on(1), sub_issue_id: 102, after_id: 103 })
    assert.deepStrictEqual(yield* numbers(Issues.listSubIssues(on(1))), [4, 3, 2])
    yield* Issues.update({ ...on(4), state: "closed" })
    const whole = yield* Issues.get(on(1))
    assert.deepStrictEqual(whole.sub_issues_summary, { total: 3, completed: 1, percent_completed: 33 })
    assert.strictEqual((yield* Issues.getParent(on(2))).number, 1)
    assert.match((yield* Issues.get(on(2))).parent_issue_url ?? "", /\/issues\/1$/)
    const events = yield* Stream.runCollect(Issues.listEvents(on(1)))
    assert.deepStrictEqual(
      events.map(({ event }) => event),
      ["sub_issue_added", "sub_issue_added", "sub_issue_added"]
    )
    yield* Issues.removeSubIssue({ ...on(1), sub_issue_id: 103 })
    assert.deepStrictEqual(yield* numbers(Issues.listSubIssues(on(1))), [4, 2])
    assert.strictEqual((yield* Effect.flip(Issues.getParent(on(3))))._tag, "NotFound")
  })

  test("have one parent of the same owner, and no circle", function* () {
    yield* Issues.addSubIssue({ ...on(1), sub_issue_id: 102 })
    const refused = [
      { ...on(1), sub_issue_id: 102 },
      { ...on(3), sub_issue_id: 102 },
      { ...on(2), sub_issue_id: 101 },
      { ...on(1), sub_issue_id: 101 },
      { ...on(1), sub_issue_id: 201 }
    ]
    for (const input of refused) {
      assert.strictEqual((yield* Effect.flip(Issues.addSubIssue(input)))._tag, "ValidationFailed")
    }
    yield* Issues.addSubIssue({ ...on(3), sub_issue_id: 102, replace_parent: true })
    assert.deepStrictEqual(yield* numbers(Issues.listSubIssues(on(1))), [])
    assert.deepStrictEqual(yield* numbers(Issues.listSubIssues(on(3))), [2])
  })
})

describe("dependencies", () => {
  test("block in one direction, count what is open, and survive an export", function* () {
    yield* Issues.addBlockedBy({ ...on(1), issue_id: 102 })
    yield* Issues.addBlockedBy({ ...on(1), issue_id: 201 })
    assert.deepStrictEqual(yield* numbers(Issues.listBlockedBy(on(1))), [2, 1])
    assert.deepStrictEqual(yield* numbers(Issues.listBlocking(on(2))), [1])
    yield* Issues.update({ ...on(2), state: "closed" })
    assert.deepStrictEqual((yield* Issues.get(on(1))).issue_dependencies_summary, {
      blocked_by: 1,
      total_blocked_by: 2,
      blocking: 0,
      total_blocking: 0
    })
    assert.strictEqual((yield* Effect.flip(Issues.addBlockedBy({ ...on(2), issue_id: 101 })))._tag, "ValidationFailed")
    const seed = yield* (yield* ForgeSimulator.ForgeSimulator).toSeed
    const again = Effect.provide(numbers(Issues.listBlockedBy(on(1))), ForgeSimulator.layer(seed))
    assert.deepStrictEqual(yield* again, [2, 1])
    yield* Issues.removeBlockedBy({ ...on(1), issue_id: 102 })
    assert.deepStrictEqual(yield* numbers(Issues.listBlocking(on(2))), [])
  })
})
