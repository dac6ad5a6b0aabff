import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { RepositorySeed } from "../../src/testing/ForgeSeed.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { Merge, type MergeQueue } from "../../src/workflow/index.ts"
import * as Ci from "./support/ci.ts"
import { makeJournal } from "./support/journal.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { toEnd } from "./support/toEnd.ts"

const input = { owner: "acme", repo: "web", base: "main" }
const branch = "merge-queue/main"
const { ForgeSimulator: Simulator } = ForgeSimulator

const pull = (name: string, more: object = {}) => ({
  title: `Add ${name}`,
  head: name,
  files: { [name]: `${name}\n` },
  labels: ["merge-queue"],
  ...more
})

const seedOf = (pulls: ReadonlyArray<ReturnType<typeof pull>>, more: Partial<RepositorySeed> = {}) => ({
  repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a\n" }, pulls, hooks: [Ci.hook], ...more }]
})

/** A commit is green unless it has a file `bad…`, or both `left` and `right`. `late…` never ends. */
const verdictOf = (paths: ReadonlyArray<string>): Ci.Verdict =>
  paths.some((path) => path.startsWith("late"))
    ? undefined
    : {
        state:
          paths.some((path) => path.startsWith("bad")) || (paths.includes("left") && paths.includes("right"))
            ? "failure"
            : "success",
        after: 60_000
      }

const working = (options?: MergeQueue.Options, verdict = verdictOf) =>
  Effect.gen(function* () {
    const simulator = yield* Simulator
    yield* Ci.start(simulator, branch, verdict)
    return yield* Merge.queue(input, options)
  }).pipe(Effect.scoped)

const stateOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues, pulls }) =>
    pulls.map(({ merged, number, state }) => {
      const issue = issues.find((one) => one.number === number)
      const comments = issue?.comments.map(({ body }) => body.split("\n")[0])
      return { number, merged, state, labels: issue?.labels, comments }
    })
  )

/** The commits of the queue on the base, the newest first, and how many candidates were made. */
const history = Effect.gen(function* () {
  const { as } = yield* Simulator
  const commits = (yield* as("acme", "GET /repos/acme/web/commits?per_page=100")) as ReadonlyArray<{
    readonly commit: { readonly message: string }
  }>
  return commits.flatMap(({ commit: { message } }) => /^Merge #(\d+) into/.exec(message)?.slice(1).map(Number) ?? [])
})

const candidates = Effect.flatMap(Simulator, ({ requests }) =>
  Effect.map(
    requests,
    (all) =>
      all.filter(
        ({ body, operation, path, status }) =>
          (status ?? 500) < 300 &&
          ((operation === "Refs.update" && decodeURIComponent(path).endsWith(`/heads/${branch}`)) ||
            (operation === "Refs.create" && (body as { readonly ref?: string }).ref === `refs/heads/${branch}`))
      ).length
  )
)

const numbersOf = ({ landed }: MergeQueue.Report) => landed.map(({ number }) => number)

const on = (pulls: ReadonlyArray<ReturnType<typeof pull>>, more?: Partial<RepositorySeed>) =>
  Effect.provide(Layer.fresh(ForgeSimulator.layer(seedOf(pulls, more))))

describe("Merge.queue", () => {
  it.effect("lands one after the other, tested with its base, in the order of their labels", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* Effect.forkChild(
        Effect.delay(
          simulator.as("acme", "POST /repos/acme/web/issues/3/labels", { labels: ["merge-queue"] }),
          "10 seconds"
        )
      )
      const begun = yield* Clock.currentTimeMillis
      const report = yield* yield* run(working())
      assert.deepStrictEqual(numbersOf(report), [1, 2, 4, 3])
      assert.deepStrictEqual([report.removed, report.waiting], [[], []])
      assert.deepStrictEqual(yield* history, [3, 4, 2, 1])
      const { branches, pulls } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(
        pulls.map(({ merged }) => merged),
        [true, true, true, true, false]
      )
      assert.strictEqual(branches["main"], report.landed.at(-1)?.sha)
      assert.strictEqual(yield* candidates, 4)
      assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 4 * 60_000)
    }).pipe(
      on([pull("one"), pull("two"), pull("three", { labels: [] }), pull("four"), pull("five", { labels: ["bug"] })])
    )
  )

  it.effect("lands a batch at once", () =>
    Effect.gen(function* () {
      const report = yield* yield* run(working({ batch: 10 }))
      assert.deepStrictEqual(numbersOf(report), [1, 2, 3])
      assert.lengthOf(new Set(report.landed.map(({ sha }) => sha)), 1)
      assert.strictEqual(yield* candidates, 1)
    }).pipe(on([pull("one"), pull("two"), pull("three"), pull("four", { draft: true })]))
  )

  it.effect("finds the culprit of a batch, and says what has failed", () =>
    Effect.gen(function* () {
      const report = yield* yield* run(working({ batch: 4 }))
      assert.deepStrictEqual(numbersOf(report), [1, 2, 4])
      assert.deepStrictEqual(
        report.removed.map(({ number, reason }) => [number, reason]),
        [[3, "checks"]]
      )
      const state = yield* stateOf(yield* Simulator)
      assert.deepStrictEqual(state[2], {
        number: 3,
        merged: false,
        state: "open",
        labels: [],
        comments: ["This pull request has left the merge queue: checks have failed on the branch with its base."]
      })
      // All, the first two; then the other two, the third alone; then the fourth.
      assert.strictEqual(yield* candidates, 5)
    }).pipe(on([pull("one"), pull("two"), pull("bad"), pull("four")]))
  )

  it.effect("does not land what only fails with another one", () =>
    Effect.gen(function* () {
      const report = yield* yield* run(working({ batch: 2 }))
      assert.deepStrictEqual(numbersOf(report), [1])
      assert.deepStrictEqual(
        report.removed.map(({ number, reason }) => [number, reason]),
        [[2, "checks"]]
      )
    }).pipe(on([pull("left"), pull("right")]))
  )

  it.effect("takes out what conflicts with the base, and lets wait what conflicts with one before it", () =>
    Effect.gen(function* () {
      yield* (yield* Simulator).push("acme/web", { "a.txt": "changed\n" })
      const report = yield* yield* run(working({ batch: 3 }))
      assert.deepStrictEqual(numbersOf(report), [2, 4])
      assert.deepStrictEqual(
        report.removed.map(({ number, reason }) => [number, reason]),
        [
          [1, "conflict"],
          [3, "conflict"]
        ]
      )
    }).pipe(
      on([
        pull("a", { files: { "a.txt": "one\n" } }),
        pull("b", { files: { "b.txt": "two\n" } }),
        pull("c", { files: { "b.txt": "three\n" } }),
        pull("d")
      ])
    )
  )

  it.effect("takes those with the first priority first", () =>
    Effect.gen(function* () {
      const report = yield* yield* run(working({ priorities: ["hotfix", "urgent"] }))
      assert.deepStrictEqual(numbersOf(report), [3, 4, 2, 1])
    }).pipe(
      on([
        pull("one"),
        pull("two", { labels: ["merge-queue", "urgent"] }),
        pull("three", { labels: ["merge-queue", "Hotfix"] }),
        pull("four", { labels: ["merge-queue", "hotfix"] })
      ])
    )
  )

  it.effect("does nothing while it is paused", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* Effect.forkChild(Effect.delay(simulator.close("acme/web", 7), "30 minutes"))
      const begun = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(numbersOf(yield* yield* run(working())), [8])
      assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 30 * 60_000)
    }).pipe(on([pull("one")], { issues: [{ title: "Incident", number: 7, labels: ["merge-queue-paused"] }] }))
  )

  it.effect("returns what waits when the time is over, and goes on later", () =>
    Effect.gen(function* () {
      const first = yield* yield* run(working({ timeout: "90 seconds" }))
      assert.deepStrictEqual([numbersOf(first), first.waiting], [[1], [2, 3]])
      assert.deepStrictEqual(numbersOf(yield* yield* run(working())), [2, 3])
      // The second candidate was made by the first run.
      assert.strictEqual(yield* candidates, 3)
    }).pipe(on([pull("one"), pull("two"), pull("three")]))
  )

  it.effect("takes out what gets no result in time", () =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      const report = yield* yield* run(working({ batch: 2, checkTimeout: "10 minutes" }))
      assert.deepStrictEqual(numbersOf(report), [2])
      assert.deepStrictEqual(
        report.removed.map(({ number, reason }) => [number, reason]),
        [[1, "late"]]
      )
      assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 21 * 60_000)
      assert.include((yield* stateOf(yield* Simulator))[0]?.comments?.[0], "no check has appeared")
    }).pipe(on([pull("late"), pull("two")]))
  )

  it.effect("makes another candidate when the base has moved, or a head, or when one leaves", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      const after = (effect: Effect.Effect<unknown, unknown>, time: `${number} seconds`) =>
        Effect.forkChild(Effect.delay(effect, time))
      yield* after(simulator.push("acme/web", { "base.txt": "b" }), "30 seconds")
      yield* after(simulator.push("acme/web", { "more.txt": "m" }, { branch: "one" }), "60 seconds")
      yield* after(simulator.as("acme", "DELETE /repos/acme/web/issues/2/labels/merge-queue"), "90 seconds")
      const report = yield* yield* run(working({ batch: 2 }))
      assert.deepStrictEqual(numbersOf(report), [1, 3])
      assert.strictEqual(yield* candidates, 4)
      const { pulls } = yield* simulator.repository("acme/web")
      assert.strictEqual(report.landed[0]?.head, pulls[0]?.head_sha)
      assert.isDefined(yield* simulator.file("acme/web", "base.txt"))
      assert.isDefined(yield* simulator.file("acme/web", "more.txt"))
    }).pipe(on([pull("one"), pull("two"), pull("three")]))
  )

  it.effect("fails if it may not push to the base, and merges by the service's rules as told", () =>
    Effect.gen(function* () {
      const error = failureOf(yield* run(working()))
      assert.strictEqual(error?._tag, "ValidationFailed")
      const simulator = yield* Simulator
      yield* simulator.approve("acme/web", 1, { by: "grace" })
      const report = yield* yield* run(working({ batch: 2, land: "merge", merge_method: "squash" }))
      assert.deepStrictEqual(numbersOf(report), [1])
      assert.deepStrictEqual(
        report.removed.map(({ number, reason }) => [number, reason]),
        [[2, "refused"]]
      )
      const [one] = yield* stateOf(simulator)
      assert.isTrue(one?.merged)
    }).pipe(
      on([pull("one"), pull("two")], { protection: { main: { required_approvals: 1 } }, collaborators: ["grace"] })
    )
  )

  it.effect("awaits what the base demands", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      const pass = Effect.gen(function* () {
        const { branches } = yield* simulator.repository("acme/web")
        yield* simulator.setStatus("acme/web", "e2e", "success", { ref: branches[branch] ?? "" })
      })
      yield* Effect.forkChild(Effect.delay(pass, "20 minutes"))
      const begun = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(numbersOf(yield* yield* run(working({ required: "protection" }))), [1])
      assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 20 * 60_000)
    }).pipe(on([pull("one")], { protection: { main: { required_checks: ["e2e"] } } }))
  )

  it.effect("does not report twice what landed with a lost response", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      const matching = ({ path }: { readonly path: string }) =>
        decodeURIComponent(path).endsWith("/git/refs/heads/main")
      yield* faults.add(Faults.answerLost({ matching }))
      assert.deepStrictEqual(numbersOf(yield* yield* run(working())), [1, 2])
    }).pipe(on([pull("one"), pull("two")]))
  )

  it.effect("does not land on a base that moves while it lands", () =>
    Effect.gen(function* () {
      const { faults, push } = yield* Simulator
      // What it reads last, before it lands.
      yield* faults.add(Faults.delayed({ operation: "Statuses.getCombined", by: "20 seconds" }))
      yield* Effect.forkChild(Effect.delay(push("acme/web", { "base.txt": "b" }), "70 seconds"))
      const soon = (): Ci.Verdict => ({ state: "success", after: 40_000 })
      const report = yield* yield* run(working({ schedule: Schedule.spaced("1 minute") }, soon))
      assert.deepStrictEqual(numbersOf(report), [1])
      assert.strictEqual(yield* candidates, 2)
      assert.isDefined(yield* (yield* Simulator).file("acme/web", "base.txt"))
    }).pipe(on([pull("one")]))
  )

  it.effect("goes on in another process, from the journal of a durable workflow", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* Ci.start(simulator, branch, verdictOf)
      const body = Durable.steps(Merge.queue(input), { name: "queue" })
      const report = yield* yield* toEnd(makeJournal(), body, { nth: 12, when: "after" })
      assert.deepStrictEqual(numbersOf(report), [1, 2])
      assert.deepStrictEqual(yield* history, [2, 1])
    }).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seedOf([pull("one"), pull("two")]))))
  )

  describe("under faults", () => {
    matrix({
      seed: seedOf([pull("bad"), pull("good")]),
      program: working({ schedule: Schedule.spaced("1 minute"), timeout: "10 minutes" }, (paths) => {
        const verdict = verdictOf(paths)
        return verdict && { ...verdict, after: 0 }
      }).pipe(Effect.map(({ removed }) => removed)),
      state: stateOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "Conflict", "ValidationFailed"]
    })
  })
})
