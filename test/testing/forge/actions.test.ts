/** What others do by the handle: as their requests would, in one step. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../testOn.ts"

const { ForgeSimulator: Simulator } = ForgeSimulator

const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  collaborators: ["grace"],
  files: { "a.txt": "a\n", "b.txt": "b\n" },
  issues: [{ title: "Rain", number: 7 }],
  pulls: [{ title: "Feature", number: 1, head: "feature", files: { "c.txt": "c\n" } }],
  checks: [
    { name: "build", id: 71, ref: "feature", status: "in_progress", app: 9 },
    { name: "build", id: 70, ref: "feature~1", status: "completed" }
  ],
  protection: { main: { required_checks: ["build"], required_approvals: 1 } },
  hooks: [{ url: "https://bot.example", secret: "rain", events: ["*"] }]
}

const apps = [{ slug: "builder", id: 9, public_key: "", installations: [{ account: "acme" }] }]

const test = testOn(
  ForgeSimulator.layer({
    repositories: [web, { owner: "acme", name: "free", files: { "a.txt": "a\n" } }],
    apps
  })
)

/** What hooks were told, and by whom. */
const told = Effect.gen(function* () {
  const { deliveries, settled } = yield* Simulator
  yield* settled
  return (yield* deliveries).map(({ body, event }) => [
    event,
    (body as { readonly sender: { readonly login: string } }).sender.login
  ])
})

describe("an action", () => {
  test("counts as what somebody has done: protection holds until then, and hooks are told", function* () {
    const { approve, finishCheck, merge, repository } = yield* Simulator
    const early = yield* Effect.flip(merge("acme/web", 1, { by: "grace" }))
    assert.deepStrictEqual(
      [early.login, early.request, early.status],
      ["grace", "PUT /repos/acme/web/pulls/1/merge", 405]
    )
    assert.include(early.message, early.serviceMessage)
    assert.strictEqual(yield* finishCheck("acme/web", "build", "success"), 71)
    yield* approve("acme/web", 1, { by: "grace", body: "Fine" })
    const sha = yield* merge("acme/web", 1, { by: "grace", method: "squash" })
    const { branches, pulls } = yield* repository("acme/web")
    assert.strictEqual(branches["main"], sha)
    assert.deepStrictEqual(
      pulls.map(({ merged, reviews }) => [merged, reviews.map(({ body, state, user }) => [user, state, body])]),
      [[true, [["grace", "APPROVED", "Fine"]]]]
    )
    const all = yield* told
    for (const one of [
      ["check_run.completed", "builder[bot]"],
      ["pull_request_review.submitted", "grace"],
      ["pull_request.closed", "grace"],
      ["push", "grace"]
    ]) {
      assert.deepInclude(all, one)
    }
  })

  test("is in the journal, which says who, and is not a request", function* () {
    const { approve, journal, push, requests } = yield* Simulator
    yield* push("acme/free", { "c.txt": "c\n" }, { by: "acme" })
    yield* Effect.flip(approve("acme/web", 1))
    assert.deepStrictEqual(yield* requests, [])
    const lines = (yield* journal).split("\n").filter((line) => line.includes("by hand"))
    assert.lengthOf(lines, 2)
    assert.match(lines[0] ?? "", /Refs\.update +by hand: PATCH \S+\/git\/refs\/heads\/main +acme +200 /)
    assert.match(lines[1] ?? "", /PullRequests\.createReview +by hand: POST .* acme +422 /)
  })

  const later = testOn(
    ForgeSimulator.layer({
      apps,
      repositories: [
        {
          ...web,
          settings: { allow_auto_merge: true },
          rulesets: [
            {
              name: "queue",
              conditions: { ref_name: { include: ["refs/heads/release"] } },
              rules: [
                { type: "merge_queue" },
                { type: "required_status_checks", parameters: { required_status_checks: [{ context: "build" }] } }
              ]
            }
          ],
          branches: { release: {} },
          pulls: [
            ...(web.pulls ?? []),
            { title: "Queued", number: 2, head: "queued", base: "release", files: { "q.txt": "q\n" } }
          ]
        }
      ]
    })
  )

  later("can be one that only GraphQL offers: auto-merge and the queue", function* () {
    const {
      approve,
      dequeue,
      disableAutoMerge,
      enableAutoMerge,
      enqueue,
      finishCheck,
      journal,
      repository,
      setStatus
    } = yield* Simulator
    const merged = Effect.map(repository("acme/web"), ({ pulls }) => pulls.map((each) => each.merged))
    yield* enableAutoMerge("acme/web", 1, { by: "grace", method: "squash" })
    yield* disableAutoMerge("acme/web", 1)
    yield* finishCheck("acme/web", "build", "success", { ref: "feature" })
    yield* enableAutoMerge("acme/web", 1, { by: "grace", method: "squash" })
    yield* approve("acme/web", 1, { by: "grace" })
    assert.deepStrictEqual(yield* merged, [true, false])
    const early = yield* Effect.flip(enqueue("acme/web", 2, { by: "grace" }))
    assert.deepStrictEqual(
      [early.login, early.request, early.status, early.serviceMessage],
      [
        "grace",
        "mutation enqueuePullRequest of acme/web#2",
        422,
        'Pull request Required status check "build" is expected.'
      ]
    )
    yield* setStatus("acme/web", "build", "success", { ref: "queued" })
    yield* enqueue("acme/web", 2, { by: "grace" })
    yield* dequeue("acme/web", 2, { by: "grace" })
    yield* enqueue("acme/web", 2, { jump: true })
    const { branches } = yield* repository("acme/web")
    const group = Object.keys(branches).find((name) => name.startsWith("gh-readonly-queue/release/pr-2-"))
    yield* finishCheck("acme/web", "build", "success", { ref: group ?? "" })
    assert.deepStrictEqual(yield* merged, [true, true])
    assert.match(yield* journal, /mutation enqueuePullRequest +by hand: POST \S*\/graphql +grace +422 /)
  })

  test("on what does not exist is refused", function* () {
    const simulator = yield* Simulator
    const refused = yield* Effect.all(
      [
        simulator.push("acme/none", { a: "a" }),
        simulator.finishCheck("acme/none", "build", "success"),
        simulator.finishCheck("acme/free", "build", "success", { ref: "none" }),
        simulator.setStatus("acme/none", "ci", "success"),
        simulator.comment("acme/web", 99, "Hi"),
        simulator.close("acme/none", 1),
        simulator.merge("acme/web", 99),
        simulator.push("acme/web", { a: "a" }, { by: "mallory" })
      ].map((action) => Effect.flip(action as ForgeSimulator.Action<unknown>))
    )
    assert.deepStrictEqual(
      refused.map(({ status }) => status),
      [404, 404, 422, 404, 404, 404, 404, 403]
    )
  })
})

describe("a check", () => {
  test("is new if none of its name is under way, of GitHub Actions or of another App", function* () {
    const { as, finishCheck } = yield* Simulator
    const runs = (ref: string) =>
      Effect.map(as("acme", `GET /repos/acme/web/commits/${ref}/check-runs?filter=all`), (answer) =>
        (
          answer as {
            readonly check_runs: ReadonlyArray<{
              readonly id: number
              readonly conclusion: string
              readonly app: { readonly slug: string }
            }>
          }
        ).check_runs.map(({ app, conclusion, id }) => [id, app.slug, conclusion])
      )
    yield* finishCheck("acme/web", "build", "success")
    const again = yield* finishCheck("acme/web", "build", "failure", { ref: "feature", app: "builder" })
    assert.deepStrictEqual(yield* runs("feature"), [
      [again, "builder", "failure"],
      [71, "builder", "success"]
    ])
    const lint = yield* finishCheck("acme/web", "lint", "neutral")
    assert.deepInclude(yield* runs("main"), [lint, "github-actions", "neutral"])
  })
})

describe("a push", () => {
  test("writes, removes and adds files, on the default branch, another one, or a new one", function* () {
    const { file, push, repository } = yield* Simulator
    const text = (ref: string, path: string) =>
      Effect.map(file("acme/web", path, ref), (bytes) => bytes && new TextDecoder().decode(bytes))
    const moved = yield* push("acme/web", { "c.txt": "C\n", "a.txt": null }, { branch: "feature", by: "grace" })
    const made = yield* push("acme/web", { "bin/run": { content: "#!", executable: true } }, { branch: "next" })
    const free = yield* push("acme/free", { "a.txt": "A\n" }, { message: "Louder" })
    const { branches, pulls } = yield* repository("acme/web")
    assert.deepStrictEqual([branches["feature"], branches["next"]], [moved, made])
    assert.strictEqual(pulls[0]?.head_sha, moved)
    assert.deepStrictEqual(
      [yield* text("feature", "a.txt"), yield* text("feature", "c.txt"), yield* text("next", "bin/run")],
      [undefined, "C\n", "#!"]
    )
    assert.strictEqual((yield* repository("acme/free")).branches["main"], free)
    assert.deepInclude(yield* told, ["pull_request.synchronize", "grace"])
  })

  test("is held to the rules of its branch", function* () {
    const { push, repository } = yield* Simulator
    const { branches } = yield* repository("acme/web")
    const refused = yield* Effect.flip(push("acme/web", { "a.txt": "A\n" }, { by: "grace" }))
    assert.include([403, 409, 422], refused.status)
    assert.deepStrictEqual((yield* repository("acme/web")).branches, branches)
  })
})

describe("what people do", () => {
  test("statuses, comments, requested changes and closing", function* () {
    const { close, comment, repository, requestChanges, setStatus } = yield* Simulator
    yield* setStatus("acme/web", "ci", "failure", { ref: "feature", by: "grace" })
    const id = yield* comment("acme/web", 7, "It pours.", { by: "grace" })
    yield* requestChanges("acme/web", 1, "Not yet", { by: "grace" })
    yield* close("acme/web", 7)
    yield* close("acme/web", 1)
    const { issues, pulls } = yield* repository("acme/web")
    const issue = issues.find(({ number }) => number === 7)
    assert.deepStrictEqual(
      [issue?.state, issue?.comments.map(({ body, id, user }) => [id, user, body])],
      ["closed", [[id, "grace", "It pours."]]]
    )
    assert.deepStrictEqual([pulls[0]?.state, pulls[0]?.reviews[0]?.state], ["closed", "CHANGES_REQUESTED"])
    const all = yield* told
    assert.deepInclude(all, ["status", "grace"])
    assert.deepInclude(all, ["issues.closed", "acme"])
    assert.deepInclude(all, ["pull_request.closed", "acme"])
  })
})
