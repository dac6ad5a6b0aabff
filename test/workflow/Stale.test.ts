/** Issues and pull requests that nobody cares for any more. */
import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Plan, Stale } from "../../src/workflow/index.ts"
import { matrix, start } from "./support/matrix.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const options: Stale.Options = { markAfter: "60 days", closeAfter: "14 days" }

/** A time before the start of a test. */
const ago = (before: Duration.Input) =>
  DateTime.formatIso(DateTime.subtractDuration(DateTime.makeUnsafe(Date.UTC(2027, 0, 15, 8)), before))

const seedOf = (
  issues: ReadonlyArray<ForgeSimulator.IssueSeed>,
  more: Partial<ForgeSimulator.RepositorySeed> = {}
): ForgeSimulator.Seed => ({
  users: ["ada", "grace"],
  apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
  repositories: [{ owner: "acme", name: "web", collaborators: { ada: "write" }, issues, ...more }]
})

const old = { title: "Old", created_at: ago("90 days") }
const on = (issues: ReadonlyArray<ForgeSimulator.IssueSeed>, more?: Partial<ForgeSimulator.RepositorySeed>) =>
  testOn(ForgeSimulator.layer(seedOf(issues, more)), start)

const ran = (more: Stale.Options = {}) =>
  Effect.flatMap(run(Stale.issues(repo, { ...options, ...more })), (exit) =>
    Effect.map(exit, (all) => all.map(({ action, number }) => `${number} ${action}`))
  )

const issuesOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues }) =>
    issues.map(({ comments, labels, state, state_reason }) => ({
      labels,
      state,
      state_reason,
      comments: comments.map(({ body }) => body.split("\n")[0])
    }))
  )

const first = Effect.flatMap(ForgeSimulator.ForgeSimulator, (simulator) =>
  Effect.map(issuesOf(simulator), ([issue]) => issue ?? assert.fail())
)

describe("Stale.issues", () => {
  on([
    old,
    { title: "New", created_at: ago("59 days") },
    { title: "Done", created_at: ago("90 days"), state: "closed" }
  ])("marks, gives notice, and closes when the time is over", function* () {
    assert.deepStrictEqual(yield* ran(), ["1 marked"])
    assert.deepStrictEqual(yield* first, {
      labels: ["stale"],
      state: "open",
      state_reason: null,
      comments: [
        "Nothing has happened here for 60 days. This issue will be closed in 14 days, unless somebody answers."
      ]
    })
    yield* TestClock.adjust(Duration.subtract(Duration.days(14), Duration.seconds(60)))
    assert.include(yield* ran(), "1 waiting")
    yield* TestClock.adjust("1 minute")
    assert.include(yield* ran(), "1 closed")
    const { labels, state, state_reason } = yield* first
    assert.deepStrictEqual([labels, state, state_reason], [["stale"], "closed", "not_planned"])
    assert.notInclude((yield* ran()).join(), "1 ")
  })

  on([
    { title: "At the limit", created_at: ago("60 days") },
    { title: "Younger", created_at: ago(Duration.subtract(Duration.days(60), Duration.seconds(1))) }
  ])("marks what has not changed for that time, and not sooner", function* () {
    assert.deepStrictEqual(yield* ran(), ["1 marked"])
  })

  on([old])("takes both back when somebody answers, and asks again after the next silence", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran()
    yield* TestClock.adjust("1 day")
    yield* simulator.comment("acme/web", 1, "It still is.", { by: "grace" })
    yield* TestClock.adjust("20 days")
    assert.deepStrictEqual(yield* ran(), ["1 withdrawn"])
    const { comments, labels } = yield* first
    assert.deepStrictEqual([labels, comments], [[], ["It still is."]])
    assert.deepStrictEqual(yield* ran(), [])
    yield* TestClock.adjust("61 days")
    assert.deepStrictEqual(yield* ran(), ["1 marked"])
    yield* TestClock.adjust("14 days")
    assert.deepStrictEqual(yield* ran(), ["1 closed"])
  })

  on([old])("does not take what Apps do for an answer, nor that the notice mentions somebody", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran({ notice: ({ user }) => `@${user?.login}: does it?` })
    yield* simulator.comment("acme/web", 1, "Built.", { by: "builder[bot]" })
    yield* TestClock.adjust("14 days")
    assert.deepStrictEqual(yield* ran(), ["1 closed"])
  })

  on([old])("takes a new title for an answer", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran()
    yield* TestClock.adjust("1 minute")
    yield* simulator.as("ada", "PATCH /repos/acme/web/issues/1", { title: "Still" })
    assert.deepStrictEqual(yield* ran(), ["1 withdrawn"])
  })

  on([old])("leaves an issue that somebody has reopened", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran()
    yield* TestClock.adjust("14 days")
    yield* ran({ closing: "Closed now." })
    assert.include((yield* first).comments, "Closed now.")
    yield* simulator.as("ada", "PATCH /repos/acme/web/issues/1", { state: "open" })
    assert.deepStrictEqual(yield* ran({ closing: "Closed now." }), ["1 withdrawn"])
  })

  on([
    { title: "Labelled", created_at: ago("90 days"), labels: ["Security"] },
    { title: "Planned", created_at: ago("90 days"), milestone: "Spring" },
    { title: "Ada's", created_at: ago("90 days"), assignees: ["ada"] },
    { title: "By Grace", created_at: ago("90 days"), user: "grace" },
    { title: "Marked", created_at: ago("90 days"), labels: ["stale", "security"] }
  ])("leaves alone what is exempt, and takes its mark away", function* () {
    const exempt = { labels: ["security"], milestones: ["Spring"], assignees: ["ADA"], authors: ["grace"] }
    assert.deepStrictEqual(yield* ran({ exempt: { milestones: "any", assignees: "any" } }), [
      "5 warned",
      "1 marked",
      "4 marked"
    ])
    assert.deepStrictEqual(yield* ran({ exempt }), ["1 withdrawn", "4 withdrawn", "5 withdrawn"])
    yield* TestClock.adjust("90 days")
    assert.deepStrictEqual(yield* ran({ exempt }), [])
    assert.lengthOf(yield* ran({ exempt: {} }), 5)
  })

  on([{ ...old, labels: ["stale"] }])("warns of a label that somebody has set, and waits from then on", function* () {
    assert.deepStrictEqual(yield* ran(), ["1 warned"])
    yield* TestClock.adjust("13 days")
    assert.deepStrictEqual(yield* ran(), ["1 waiting"])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* ran(), ["1 closed"])
  })

  on([old])("has a label, a notice and a closing of its own, and marks for ever", function* () {
    const own = { label: "quiet", notice: "Hello?", closing: "Bye." }
    yield* ran({ ...own, closeAfter: null })
    yield* TestClock.adjust("900 days")
    assert.deepStrictEqual(yield* ran({ ...own, closeAfter: null }), ["1 waiting"])
    yield* ran(own)
    assert.deepStrictEqual(yield* first, {
      labels: ["quiet"],
      state: "closed",
      state_reason: "not_planned",
      comments: ["Hello?", "Bye."]
    })
  })

  on([old])("takes no notice of a stranger for its own", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran()
    yield* TestClock.adjust("1 minute")
    const forged = "Hi\n\n<!-- forgecast:key=stale/stale -->"
    yield* simulator.comment("acme/web", 1, forged, { by: "grace" })
    assert.deepStrictEqual(yield* ran(), ["1 withdrawn"])
    assert.deepStrictEqual((yield* first).comments, ["Hi"])
  })

  on([old])("gives the notice that an earlier run has not", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answered({ operation: "Issues.createComment", status: 403, body: { message: "No" } }))
    assert.strictEqual((yield* run(Stale.issues(repo, options)))._tag, "Failure")
    assert.deepStrictEqual((yield* first).labels, ["stale"])
    assert.deepStrictEqual(yield* ran(), ["1 warned"])
    assert.lengthOf((yield* first).comments, 1)
  })

  on([old, { ...old, labels: ["stale"] }])("can be planned to its end", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const exit = yield* run(Plan.dryRun(Stale.issues(repo, options)))
    const { end, writes } = yield* exit
    assert.strictEqual(end._tag, "Completed")
    assert.deepStrictEqual(
      writes.map(({ operation }) => operation),
      ["Issues.createComment", "Labels.addToIssue", "Issues.createComment"]
    )
    assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
  })
})

describe("Stale.pullRequests", () => {
  const pulls: Partial<ForgeSimulator.RepositorySeed> = {
    files: { "a.txt": "a" },
    pulls: [
      { title: "Old", head: "one", user: "ada", files: { "b.txt": "b" }, created_at: ago("90 days") },
      { title: "Draft", head: "two", files: { "c.txt": "c" }, created_at: ago("90 days"), draft: true }
    ]
  }
  const program = (more: Stale.Options = {}) =>
    Effect.flatMap(run(Stale.pullRequests(repo, { ...options, exempt: { drafts: true }, ...more })), (exit) =>
      Effect.map(exit, (all) => all.map(({ action, title }) => `${title} ${action}`))
    )

  on([{ ...old, title: "Issue" }], pulls)("leaves issues alone, as issues leave pull requests", function* () {
    assert.deepStrictEqual(yield* program(), ["Old marked"])
    assert.lengthOf(yield* ran(), 1)
    yield* TestClock.adjust("14 days")
    assert.deepStrictEqual(yield* program(), ["Old closed"])
    assert.deepStrictEqual(yield* program({ exempt: { drafts: false }, markAfter: "100 days" }), ["Draft marked"])
  })

  on([], pulls)("take a push for an answer", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* program()
    yield* TestClock.adjust("1 day")
    yield* simulator.push("acme/web", { "b.txt": "more" }, { branch: "one", by: "ada" })
    assert.deepStrictEqual(yield* program(), ["Old withdrawn"])
  })
})

describe("under faults", () => {
  const marked = {
    labels: ["stale"],
    events: [
      {
        id: 501,
        event: "labeled",
        actor: "acme",
        label: { name: "stale", color: "ededed" },
        created_at: ago("20 days")
      }
    ]
  }
  const comments = [{ body: "Hm.\n\n<!-- forgecast:key=stale/stale -->", created_at: ago("20 days") }]
  const seed = seedOf([
    old,
    { ...old, ...marked, comments },
    { ...old, ...marked, comments: [...comments, { body: "It does.", user: "grace", created_at: ago("10 days") }] }
  ])
  matrix({
    seed,
    // All events have their notices: what a second run finds is as it was left.
    program: Stale.issues(repo, { ...options, closing: "Closed." }),
    state: issuesOf,
    fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"],
    trusts: ["Issues.deleteComment", "Labels.removeFromIssue"],
    verify: ({ state }) => {
      for (const { comments, state: is } of state) if (is === "closed") assert.include(comments, "Hm.")
    }
  })
})
