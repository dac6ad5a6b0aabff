/** Effects inside a workflow: their requests and sleeps are steps of its journal. */
import { assert, describe } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import * as Merge from "../../src/workflow/Merge.ts"
import * as Poll from "../../src/workflow/Poll.ts"
import { begin, elapsed, epoch, pass } from "../rest/support/time.ts"
import { makeJournal } from "./support/journal.ts"
import { toEnd } from "./support/toEnd.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const simulator = ForgeSimulator.layerHttpClient({
  repositories: [
    { owner: "acme", name: "web", labels: [{ name: "done" }], issues: [{ title: "One" }, { title: "Two" }] }
  ]
})

/** Comments on every issue, waits an hour, and closes those that are still open. */
const remind = Effect.gen(function* () {
  const issues = yield* Stream.runCollect(Issues.list({ ...repo, per_page: 1 }))
  yield* Effect.forEach(
    issues,
    ({ number }) => Issues.createComment({ ...repo, issue_number: number, body: "Still needed?" }),
    { concurrency: "unbounded" }
  )
  const asked = yield* Clock.currentTimeMillis
  yield* Effect.sleep("1 hour")
  const waited = (yield* Clock.currentTimeMillis) - asked
  yield* Effect.forEach(issues, ({ number }) =>
    Effect.gen(function* () {
      const { state } = yield* Issues.get({ ...repo, issue_number: number })
      if (state === "open") yield* Issues.update({ ...repo, issue_number: number, state: "closed" })
    })
  )
  return waited
})

const body = Durable.steps(remind, { name: "remind" })

/** Four reads, four writes that change something, and what they leave behind. */
const requestsOfRemind = 8

const checkState = Effect.gen(function* () {
  const { repository } = yield* ForgeSimulator.ForgeSimulator
  const { issues } = yield* repository("acme/web")
  assert.deepStrictEqual(
    issues.map(({ comments, state }) => [comments.length, state]),
    [
      [1, "closed"],
      [1, "closed"]
    ]
  )
})

describe("steps", () => {
  testOn(simulator)("suspends for a long sleep, and sends every request once", function* () {
    yield* begin
    const journal = makeJournal()
    assert.deepStrictEqual(yield* toEnd(journal, body), Exit.succeed(3_600_000))
    assert.deepStrictEqual([...journal.clocks.values()], [epoch + 3_600_000])
    yield* checkState
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    assert.strictEqual((yield* requests).length, requestsOfRemind)
  })

  testOn(simulator)("returns the same from the journal without a request", function* () {
    yield* begin
    const journal = makeJournal()
    const first = yield* toEnd(journal, body)
    const { clearRequests, requests } = yield* ForgeSimulator.ForgeSimulator
    yield* clearRequests
    assert.deepStrictEqual(yield* toEnd(journal, body), first)
    assert.deepStrictEqual(yield* requests, [])
  })

  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= requestsOfRemind; nth++) {
      testOn(simulator)(
        `writes nothing twice when the process dies ${when} the service handles request ${nth}`,
        function* () {
          yield* begin
          assert.deepStrictEqual(yield* toEnd(makeJournal(), body, { nth, when }), Exit.succeed(3_600_000))
          yield* checkState
        }
      )
    }
  }

  testOn(simulator)("records typed errors, 304s among them", function* () {
    yield* begin
    const journal = makeJournal()
    const { clearRequests, close, requests } = yield* ForgeSimulator.ForgeSimulator
    const watched = Durable.steps(
      Effect.gen(function* () {
        const missing = yield* Effect.flip(Issues.get({ ...repo, issue_number: 9 }))
        const closed = yield* Poll.changes(Issues.get, { ...repo, issue_number: 1 }).pipe(
          Stream.takeUntil(({ state }) => state === "closed"),
          Stream.runCollect
        )
        return [missing._tag, closed.map(({ state }) => state), yield* Clock.currentTimeMillis] as const
      }),
      { name: "watch" }
    )
    const closing = close("acme/web", 1)
    yield* Effect.forkChild(Effect.delay(closing, "150 seconds"))
    const first = yield* toEnd(journal, watched)
    assert.deepStrictEqual(first, Exit.succeed(["NotFound", ["open", "closed"], epoch + 180_000] as const))
    assert.deepStrictEqual(
      (yield* requests).map(({ status }) => status),
      [404, 200, 304, 304, 200]
    )
    yield* clearRequests
    yield* pass("1 day")
    assert.deepStrictEqual(yield* toEnd(journal, watched), first)
    assert.deepStrictEqual(yield* requests, [])
  })

  testOn(simulator)("waits for a rate limit by a durable clock", function* () {
    yield* begin
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.secondaryLimit({ operation: "Labels.create", retryAfter: "30 minutes" }))
    const create = Durable.steps(Labels.create({ ...repo, name: "new", color: "ff0000" }), { name: "create" })
    const exit = yield* toEnd(makeJournal(), create)
    assert.isTrue(Exit.isSuccess(exit) && exit.value.name === "new", String(exit))
    const piped = Labels.create({ ...repo, name: "piped", color: "ff0000" }).pipe(Durable.steps({ name: "piped" }))
    const last = yield* toEnd(makeJournal(), piped)
    assert.isTrue(Exit.isSuccess(last) && last.value.name === "piped", String(last))
    assert.isAtLeast(yield* elapsed, 30 * 60_000)
  })

  testOn(simulator)(
    "looks for a write that is tried again after a failure, and writes an equal one after a success",
    function* () {
      yield* begin
      const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
      yield* faults.add(Faults.unavailable({ operation: "Issues.listComments", times: 9 }))
      const comment = Issues.createComment({ ...repo, issue_number: 1, body: "Ping." })
      const twice = Effect.andThen(Effect.retry(comment, { times: 5 }), comment)
      const exit = yield* toEnd(makeJournal(), Durable.steps(twice, { name: "ping" }))
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      const [issue] = (yield* repository("acme/web")).issues
      assert.strictEqual(issue?.comments.length, 2)
    }
  )

  testOn(simulator)("refuses a wrong input at once", function* () {
    yield* begin
    const create = Durable.steps(Labels.create({ ...repo, name: "", color: "ff0000" }), { name: "create" })
    const exit = yield* toEnd(makeJournal(), Effect.flip(create))
    assert.isTrue(Exit.isSuccess(exit) && exit.value._tag === "InvalidInput", String(exit))
  })

  describe("Merge.whenGreen", () => {
    const running = { name: "build", id: 71, ref: "feature", status: "in_progress" } as const
    const seed = {
      repositories: [
        {
          owner: "acme",
          name: "web",
          files: { "a.txt": "a\n" },
          pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b\n" } }],
          checks: [running]
        }
      ]
    }
    const merging = Durable.steps(Merge.whenGreen({ ...repo, pull_number: 1 }), { name: "merge" })

    /** The check passes after five minutes. */
    const passing = Effect.flatMap(ForgeSimulator.ForgeSimulator, (simulator) =>
      simulator
        .seed({ repositories: [{ owner: "acme", name: "web", checks: [{ name: "build", id: 71, ref: "feature" }] }] })
        .pipe(Effect.delay("5 minutes"), Effect.forkChild)
    )

    const merges = Effect.gen(function* () {
      const { repository, requests } = yield* ForgeSimulator.ForgeSimulator
      const { pulls } = yield* repository("acme/web")
      const sent = (yield* requests).filter(({ acted, method, status }) => acted && method === "PUT" && status === 200)
      return [pulls[0]?.merged, sent.length]
    })

    for (const when of ["before", "after"] as const) {
      for (const nth of [1, 2, 5, 9, 10, 11, 12, 13]) {
        testOn(ForgeSimulator.layerHttpClient(seed))(
          `merges once when the process dies ${when} the service handles request ${nth}`,
          function* () {
            yield* begin
            yield* passing
            const exit = yield* toEnd(makeJournal(), merging, { nth, when })
            assert.isTrue(Exit.isSuccess(exit) && exit.value.merged, String(exit))
            assert.deepStrictEqual(yield* merges, [true, 1])
          }
        )
      }
    }
  })
})
