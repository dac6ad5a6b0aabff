import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Forge } from "../../src/forge/Forge.ts"
import { GraphQL, Hooks, Issues, Labels, Releases, Repositories } from "../../src/forge/index.ts"
import * as Write from "../../src/rest/Write.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { Plan, Propose, Report, Upsert } from "../../src/workflow/index.ts"
import { makeJournal, run as runIn } from "./support/journal.ts"
import { process } from "./support/killing.ts"
import { interruptedAt, matrix, start } from "./support/matrix.ts"
import { stateOf, stored } from "./support/plans.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const place = { owner: "acme", repo: "web" }
const issue = { ...place, issue_number: 1 }
const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a" },
      labels: ["bug"],
      issues: [{ title: "One" }],
      releases: [{ tag_name: "v1" }]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))
const simulator = ForgeSimulator.ForgeSimulator

const commentsOf = Effect.flatMap(simulator, ({ repository }) =>
  Effect.map(repository("acme/web"), ({ issues }) => issues.map(({ comments }) => comments.map(({ body }) => body)))
)

const sent = Effect.flatMap(simulator, ({ requests }) =>
  Effect.map(requests, (all) => all.filter(({ method }) => method !== "GET").map(({ operation }) => operation))
)

/** Writes an issue, and a comment that names it. */
const linked = Effect.gen(function* () {
  const { number } = yield* Write.once(Issues.create, { ...place, title: "Next" }, { key: "next" })
  yield* Write.once(Issues.createComment, { ...issue, body: `Follows in #${number}.` }, { key: "link" })
  yield* Issues.update({ ...place, issue_number: number, state: "closed" })
})

/** The simulator loads its GraphQL with the first request. That takes a while, and no time of the test's clock. */
beforeAll(() =>
  GraphQL.request("{ viewer { login } }", {}).pipe(Effect.provide(ForgeSimulator.layer(seed)), Effect.runPromise)
)

describe("Plan.apply", () => {
  on("puts what answers say in the place of values", function* () {
    const plan = yield* stored(yield* Plan.dryRun(linked))
    const { inDoubt, values, writes } = yield* Plan.apply(plan)
    assert.deepStrictEqual(
      { inDoubt, values, writes },
      { inDoubt: false, values: { "‹Issues.create.number of write 1›": 2 }, writes: 3 }
    )
    assert.deepStrictEqual(yield* commentsOf, [["Follows in #2.\n\n<!-- forgecast:key=link -->"], []])
  })

  on("writes nothing if the service has moved", function* () {
    const { as } = yield* simulator
    const plan = yield* stored(
      yield* Plan.dryRun(
        Effect.flatMap(Issues.get(issue), ({ title }) => Issues.update({ ...issue, title: `${title}!` }))
      )
    )
    yield* as("acme", "PATCH /repos/acme/web/issues/1", { title: "Two" })
    const error = yield* Effect.flip(Plan.apply(plan))
    assert.strictEqual(error._tag, "PlanOutdated")
    assert.deepStrictEqual(error._tag === "PlanOutdated" && error.reads, [
      { operation: "Issues.get", url: "/repos/acme/web/issues/1" }
    ])
    assert.include(error.message, "Issues.get /repos/acme/web/issues/1")
    assert.deepStrictEqual(yield* sent, [])
  })

  on("compares what was not found, too", function* () {
    const find = Effect.catchTag(Labels.get({ ...place, name: "new" }), "NotFound", () =>
      Labels.create({ ...place, name: "new" })
    )
    const plan = yield* stored(yield* Plan.dryRun(find))
    const { as } = yield* simulator
    yield* as("acme", "POST /repos/acme/web/labels", { name: "new" })
    assert.strictEqual((yield* Effect.flip(Plan.apply(plan)))._tag, "PlanOutdated")
  })

  on("is not outdated by a star", function* () {
    const { as } = yield* simulator
    const plan = yield* stored(
      yield* Plan.dryRun(
        Effect.flatMap(Repositories.get(place), ({ default_branch }) =>
          Labels.create({ ...place, name: default_branch })
        )
      )
    )
    yield* as("ann", "PUT /user/starred/acme/web")
    assert.strictEqual((yield* Plan.apply(plan)).writes, 1)
  })

  on("halts at a write that fails, and goes on there", function* () {
    const { as } = yield* simulator
    const plan = yield* stored(
      yield* Plan.dryRun(Effect.forEach(["x", "y", "z"], (name) => Labels.create({ ...place, name, color: "ffffff" })))
    )
    yield* as("acme", "POST /repos/acme/web/labels", { name: "y", color: "000000" })
    const error = yield* Effect.flip(Plan.apply(plan))
    if (error._tag !== "PlanHalted") return assert.fail(String(error))
    assert.deepStrictEqual([error.write, error.operation, error.error._tag], [2, "Labels.create", "ValidationFailed"])
    assert.deepStrictEqual([error.applied.writes, error.applied.inDoubt], [1, false])
    // It survives a store.
    const codec = Schema.toCodecJson(Plan.PlanHalted)
    const again = yield* Schema.decodeUnknownEffect(codec)(yield* Schema.encodeUnknownEffect(codec)(error))
    assert.deepStrictEqual(again.applied, error.applied)
    yield* as("acme", "DELETE /repos/acme/web/labels/y")
    assert.strictEqual((yield* Plan.apply(plan, { after: again.applied })).writes, 3)
    const { labels } = yield* (yield* simulator).repository("acme/web")
    assert.deepStrictEqual(labels.map(({ name }) => name).toSorted(), ["bug", "x", "y", "z"])
  })

  on("halts where an answer is not what the program has taken it for", function* () {
    const { faults } = yield* simulator
    const program = Effect.flatMap(Issues.create({ ...place, title: "New" }), ({ number, title }) =>
      Issues.createComment({ ...place, issue_number: number, body: title })
    )
    const plan = yield* stored(yield* Plan.dryRun(program))
    yield* faults.add(Faults.answered({ nth: 1, status: 201, body: { number: 2, title: "new" } }))
    const error = yield* Effect.flip(Plan.apply(plan))
    const differs = error._tag === "PlanHalted" ? error.error : undefined
    if (differs?._tag !== "AnswerDiffers") return assert.fail(String(error))
    assert.deepStrictEqual([differs.field, differs.expected, differs.found], [["title"], "New", "new"])
    assert.include(error.message, "title of the answer is not what the plan takes it for")
    yield* faults.add(Faults.answered({ nth: 1, status: 201, body: { title: "New" } }))
    const missing = yield* Effect.flip(Plan.apply(plan))
    assert.include(missing.message, "number of the answer is not there")
    assert.deepStrictEqual(yield* sent, ["Issues.create", "Issues.create"])
  })

  on("does not send a write twice that cannot be found again", function* () {
    const { faults } = yield* simulator
    const plan = yield* stored(yield* Plan.dryRun(Issues.createComment({ ...issue, body: "Hi" })))
    yield* faults.add(Faults.answerLost({ nth: 1 }))
    const exit = yield* run(Plan.apply(plan))
    const error = failureOf(exit)
    if (error?._tag !== "PlanHalted") return assert.fail(String(exit))
    assert.isTrue(error.applied.inDoubt)
    const again = yield* Effect.flip(Plan.apply(plan, { after: error.applied }))
    assert.deepStrictEqual(again._tag === "PlanNotApplicable" && [again.reason, again.write], ["in-doubt", 1])
    assert.deepStrictEqual(yield* commentsOf, [["Hi"]])
    // Somebody has looked.
    yield* Plan.apply(plan, { after: { ...error.applied, writes: 1, inDoubt: false } })
    assert.deepStrictEqual(yield* commentsOf, [["Hi"]])
  })

  on("refuses what is not a whole plan, and what belongs to another one", function* () {
    const failing = yield* Plan.dryRun(Issues.get({ ...place, issue_number: 99 }))
    const failed = yield* Effect.flip(Plan.apply(failing))
    assert.strictEqual(failed._tag === "PlanNotApplicable" && failed.reason, "failed")
    const looking = Effect.map(Issues.createComment({ ...issue, body: "Hi" }), ({ created_at }) => String(created_at))
    assert.strictEqual((yield* Effect.flip(Plan.apply(yield* Plan.dryRun(looking))))._tag, "PlanStopped")
    const [one, other] = yield* Effect.forEach(["x", "y"], (name) => Plan.dryRun(Labels.create({ ...place, name })))
    if (one === undefined || other === undefined) return
    const after = yield* Plan.apply(one)
    const error = yield* Effect.flip(Plan.apply(other, { after }))
    assert.strictEqual(error._tag === "PlanNotApplicable" && error.reason, "other-plan")
  })

  on("asks for the secrets that a stored plan lacks", function* () {
    const program = Hooks.createForRepo({ ...place, config: { url: "https://a.example", secret: "hidden" } })
    const plan = yield* Plan.dryRun(program)
    const alone = yield* stored(plan)
    const error = yield* Effect.flip(Plan.apply(alone))
    assert.deepStrictEqual(error._tag === "PlanNotApplicable" && [error.reason, error.write], ["lacks-secret", 1])
    assert.deepStrictEqual(yield* sent, [])
    yield* Plan.apply(alone, {
      secret: ({ operation }, path) => Effect.succeed(Redacted.make(`${operation} ${path}`))
    })
    yield* Plan.apply(
      yield* Plan.dryRun(Hooks.createForRepo({ ...place, config: { url: "https://b.example", secret: "hidden" } }))
    )
    const kept = yield* (yield* simulator).toSeed
    assert.deepStrictEqual(Array.from(new Set(JSON.stringify(kept).match(/"secret":"[^*"]*"/g))), [
      '"secret":"Hooks.createForRepo config.secret"',
      '"secret":"hidden"'
    ])
  })

  on("asks for bytes of more than 64 KiB, which a stored plan lacks, and compares them", function* () {
    const [{ id }] = (yield* (yield* simulator).repository("acme/web")).releases as unknown as [{ readonly id: number }]
    const upload = (size: number) =>
      Releases.uploadAsset({
        ...place,
        release_id: id,
        name: `${size}.bin`,
        content_type: "application/octet-stream",
        data: new Uint8Array(size)
      })
    yield* Plan.apply(yield* stored(yield* Plan.dryRun(upload(65_536))))
    const plan = yield* stored(yield* Plan.dryRun(upload(65_537)))
    const reasonOf = (bytes?: Uint8Array) =>
      Effect.map(
        Effect.flip(Plan.apply(plan, { bytes: bytes && (() => Effect.succeed(bytes)) })),
        (error) => error._tag === "PlanNotApplicable" && error.reason
      )
    assert.deepStrictEqual(yield* reasonOf(), "lacks-bytes")
    assert.deepStrictEqual(yield* reasonOf(new Uint8Array(65_536)), "lacks-bytes")
    yield* Plan.apply(plan, { bytes: () => Effect.succeed(new Uint8Array(65_537)) })
    // A plan in memory has them.
    yield* Plan.apply(yield* Plan.dryRun(upload(65_538)))
    const [release] = (yield* (yield* simulator).repository("acme/web")).releases
    assert.deepStrictEqual(
      release?.assets.map(({ size }) => size),
      [65_536, 65_537, 65_538]
    )
  })

  on("sends a mutation of GraphQL, whose errors come with a success", function* () {
    const close = (issueId: string) =>
      GraphQL.request(
        "mutation Close($id: ID!) { closeIssue(input: { issueId: $id }) { clientMutationId } }",
        { id: issueId },
        {}
      )
    const plan = yield* stored(
      yield* yield* run(Plan.dryRun(Effect.flatMap(Issues.get(issue), ({ node_id }) => close(node_id))))
    )
    assert.strictEqual((yield* yield* run(Plan.apply(plan))).writes, 1)
    const { issues } = yield* (yield* simulator).repository("acme/web")
    assert.strictEqual(issues[0]?.state, "closed")
    const wrong = failureOf(yield* run(Plan.apply(yield* yield* run(Plan.dryRun(close("none"))))))
    assert.isTrue(wrong?._tag === "PlanHalted" && wrong.error._tag === "NotFound", String(wrong))
  })

  testOn(ForgeSimulator.layerHttpClient(seed))("is carried out inside the steps of a durable workflow", function* () {
    const journal = makeJournal()
    const steps = Durable.steps(Effect.flatMap(Plan.dryRun(linked), Plan.apply), { name: "plan" })
    const exit = yield* process(runIn(journal, steps))
    assert.isTrue(exit !== undefined && Exit.isSuccess(exit) && exit.value._tag === "Complete", String(exit))
    const { repository } = yield* ForgeSimulator.ForgeSimulator
    const { issues } = yield* repository("acme/web")
    assert.deepStrictEqual(
      issues.map(({ state }) => state),
      ["open", "closed"]
    )
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.flatMap(Plan.dryRun(Upsert.issue({ ...place, title: "Hi" }, { key: "hi" })), Plan.apply),
      state: stateOf,
      fails: [
        "PlanNotApplicable",
        "PlanHalted",
        "NotFound",
        "TransportFailed",
        "ServiceUnavailable",
        "UnexpectedStatus",
        "RateLimited"
      ]
    })
  })

  it.effect("goes on after each request at which it was interrupted, and writes nothing twice", () =>
    Effect.gen(function* () {
      const program = Effect.andThen(
        Propose.pullRequest({ ...place, branch: "bot", message: "Add", title: "Add", files: { "b.txt": "b" } }),
        linked
      )
      const fresh = <A, E>(effect: Effect.Effect<A, E, Forge | ForgeSimulator.ForgeSimulator>) =>
        Effect.andThen(start, Effect.provide(effect, Layer.fresh(ForgeSimulator.layer(seed))))
      const happy = yield* fresh(Effect.andThen(run(program), Effect.flatMap(simulator, stateOf)))
      /** Plans, and does something with that. */
      const planned = <A, E>(
        use: (plan: Plan.CompletedPlan, handle: ForgeSimulator.Handle) => Effect.Effect<A, E, Forge>
      ) =>
        fresh(
          Effect.gen(function* () {
            const handle = yield* simulator
            const plan = yield* stored(yield* yield* run(Plan.dryRun(program)))
            yield* handle.clearRequests
            return yield* use(plan, handle)
          })
        )
      const requests = yield* planned((plan, handle) =>
        Effect.andThen(
          run(Plan.apply(plan)),
          Effect.map(handle.requests, (all) => all.length)
        )
      )
      for (let count = 1; count <= requests; count++) {
        yield* planned((plan, handle) =>
          Effect.gen(function* () {
            let after: Plan.Applied | undefined
            const onProgress = (applied: Plan.Applied) => Effect.sync(() => void (after = applied))
            yield* handle.faults.add(Faults.silence({ nth: count }))
            yield* interruptedAt(handle, Plan.apply(plan, { onProgress }), count)
            yield* handle.faults.clear
            const again = yield* run(Plan.apply(plan, { after }))
            assert.isTrue(Exit.isSuccess(again), `request ${count}: ${String(again)}`)
            assert.deepStrictEqual(yield* stateOf(handle), happy, `request ${count}`)
          })
        )
      }
      assert.isAbove(requests, 6)
    })
  )
})

describe("Report.plan", () => {
  on("keeps a comment up to date", function* () {
    const first = yield* Plan.dryRun(Labels.create({ ...place, name: "new" }))
    assert.strictEqual((yield* Report.plan(first, issue)).action, "created")
    assert.strictEqual((yield* Report.plan(first, issue)).action, "unchanged")
    const second = yield* Plan.dryRun(Labels.delete({ ...place, name: "bug" }))
    assert.strictEqual((yield* Report.plan(second, { ...issue, title: "## Next" })).action, "updated")
    assert.deepStrictEqual(yield* commentsOf, [[`## Next\n\n${Plan.markdown(second)}\n\n<!-- forgecast:key=plan -->`]])
  })
})
