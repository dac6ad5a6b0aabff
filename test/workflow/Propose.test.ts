/** How proposals follow their base, what they bring along, and how they give way. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Propose } from "../../src/workflow/index.ts"
import { updated } from "../../src/workflow/internal/proposalText.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const seed: ForgeSimulator.Seed = {
  users: ["ada", "bob", "grace"],
  tokens: { "bot-token": "bot", "acme-token": "acme" },
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { bot: "write", ada: "write", bob: "write", grace: "write" },
      files: { "a.txt": "1\n2\n3\n", "b.txt": "b" },
      labels: ["bug", "deps"],
      milestones: ["One"]
    },
    { owner: "bot", name: "fork", fork_of: "acme/web" }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

const proposal = {
  ...repo,
  branch: "bot/a",
  message: "Change",
  title: "Change a",
  body: "All of it",
  files: { "a.txt": "one\n2\n3\n" }
}

const propose = (more: Partial<Propose.Input> = {}) =>
  Effect.flatMap(run(Propose.pullRequest({ ...proposal, ...more })), (exit) => exit)
const action = (more?: Partial<Propose.Input>) => Effect.map(propose(more), (done) => done?.action)

const textAt = ({ file }: ForgeSimulator.Handle, path: string, ref: string, repository = "acme/web") =>
  Effect.map(
    Effect.catchDefect(file(repository, path, ref), () => Effect.undefined),
    (bytes) => bytes && Buffer.from(bytes).toString()
  )

/** The pull requests, with what tells them apart. */
const pullsOf = ({ as, repository }: ForgeSimulator.Handle) =>
  Effect.gen(function* () {
    const { branches, issues, pulls } = yield* repository("acme/web")
    return {
      branches: Object.keys(branches).toSorted(),
      pulls: yield* Effect.forEach(pulls, ({ head, number, requested_reviewers, state, title }) =>
        Effect.map(as("acme", `GET /repos/acme/web/issues/${number}`), (issue) => {
          const { body, milestone } = issue as { body: string | null; milestone: { number: number } | null }
          const { assignees = [], comments = [], labels = [] } = issues.find((each) => each.number === number) ?? {}
          return {
            head,
            state,
            title,
            body: (body ?? "").replaceAll(/\s*<!--.*?-->\s*/g, "|"),
            requested_reviewers,
            milestone: milestone?.number ?? null,
            labels,
            assignees,
            comments: comments.length
          }
        })
      )
    }
  })

const push = (files: Readonly<Record<string, string>>, by = "acme", branch = "main") =>
  ForgeSimulator.ForgeSimulator.use((simulator) => simulator.push("acme/web", files, { by, branch }))
const headOf = Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ repository }) =>
  Effect.map(repository("acme/web"), ({ branches }) => branches["bot/a"])
)
const fails = ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"] as const

describe("Propose.pullRequest with refresh", () => {
  on("starts the branch again at a base that has moved", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* propose()
    yield* push({ "b.txt": "B" })
    assert.strictEqual(yield* action({ refresh: "rebuild" }), "updated")
    assert.strictEqual(yield* textAt(simulator, "b.txt", "bot/a"), "B")
    const { commits } = (yield* propose({ refresh: "rebuild" }))?.pull ?? assert.fail()
    assert.strictEqual(commits, 1)
    assert.strictEqual(yield* action({ refresh: "rebuild" }), "unchanged")
  })

  on("merges the base into the branch, and starts it again on a conflict", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* propose()
    yield* push({ "b.txt": "B" })
    const { action: merged, pull } = (yield* propose({ refresh: "merge" })) ?? assert.fail()
    assert.deepStrictEqual([merged, pull.commits], ["updated", 2])
    assert.strictEqual(pull.head.sha, yield* headOf)
    assert.strictEqual(yield* textAt(simulator, "b.txt", "bot/a"), "B")
    assert.strictEqual(yield* action({ refresh: "merge" }), "unchanged")
    yield* push({ "a.txt": "eins\n2\n3\n" })
    assert.strictEqual(yield* action({ refresh: "merge" }), "updated")
    assert.strictEqual(yield* textAt(simulator, "a.txt", "bot/a"), "one\n2\n3\n")
  })

  on("keeps a branch that somebody else has committed to, unless it can merge", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* propose()
    yield* push({ "c.txt": "c" }, "grace", "bot/a")
    yield* push({ "b.txt": "B" })
    const before = yield* headOf
    assert.strictEqual(yield* action({ refresh: "rebuild" }), "unchanged")
    assert.strictEqual(yield* headOf, before)
    assert.strictEqual(yield* action({ refresh: "merge" }), "updated")
    assert.deepStrictEqual(yield* Effect.forEach(["b.txt", "c.txt"], (path) => textAt(simulator, path, "bot/a")), [
      "B",
      "c"
    ])
    yield* push({ "a.txt": "eins\n2\n3\n" })
    assert.strictEqual(yield* action({ refresh: "merge" }), "unchanged")
  })

  for (const refresh of ["rebuild", "merge"] as const) {
    on(`proposes nothing after a squash merge (${refresh})`, function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* propose({ refresh })
      yield* simulator.merge("acme/web", 1, { method: "squash" })
      assert.isNull(yield* propose({ refresh }))
      assert.lengthOf((yield* simulator.repository("acme/web")).pulls, 1)
    })
  }

  describe.each(["rebuild", "merge"] as const)("%s, under faults", (refresh) => {
    matrix({
      seed: {
        ...seed,
        repositories: [
          {
            ...(seed.repositories?.[0] ?? assert.fail()),
            owner: "acme",
            name: "web",
            branches: { "bot/a": { files: { "a.txt": "one\n2\n3\n" } } },
            pulls: [{ title: "Change a", head: "bot/a", user: "bot" }]
          }
        ]
      },
      program: Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        // Once: the base moves before the first run.
        if ((yield* textAt(simulator, "b.txt", "main")) === "b") yield* push({ "b.txt": "B" })
        return yield* Propose.pullRequest({ ...proposal, refresh })
      }),
      state: (simulator) => Effect.all([pullsOf(simulator), textAt(simulator, "b.txt", "bot/a")]),
      fails,
      trusts: ["Refs.get"]
    })
  })
})

describe("Propose.pullRequest with details", () => {
  const details = {
    labels: ["deps"],
    assignees: ["ada"],
    reviewers: ["Bob", "bot"],
    milestone: 1
  }
  const wanted = { labels: ["deps"], assignees: ["ada"], requested_reviewers: ["bob"], milestone: 1 }

  on("adds them to what people have added, and asks nobody twice", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { pull } = (yield* propose(details)) ?? assert.fail()
    assert.deepStrictEqual([pull.labels.map(({ name }) => name), pull.milestone?.number], [["deps"], 1])
    assert.deepInclude((yield* pullsOf(simulator)).pulls[0], wanted)
    yield* simulator.as("acme", "POST /repos/acme/web/issues/1/labels", { labels: ["bug"] })
    yield* simulator.approve("acme/web", 1, { by: "bob" })
    assert.strictEqual(yield* action(details), "unchanged")
    const [now] = (yield* pullsOf(simulator)).pulls
    assert.deepStrictEqual([now?.labels.toSorted(), now?.requested_reviewers], [["bug", "deps"], []])
    assert.strictEqual(yield* action({ ...details, milestone: null, labels: ["bug"], reviewers: ["ada"] }), "updated")
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Propose.pullRequest({ ...proposal, ...details }),
      state: pullsOf,
      fails,
      trusts: ["Refs.get"]
    })
  })
})

describe("Propose.pullRequest from a fork", () => {
  const from = { fork: { owner: "bot", repo: "fork" } }

  on("commits to the fork, whose base follows, and knows its pull request again", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* push({ "b.txt": "B" })
    assert.strictEqual(yield* action({ from }), "created")
    assert.strictEqual(yield* action({ from }), "unchanged")
    const { branches, pulls } = yield* pullsOf(simulator)
    assert.deepStrictEqual([branches, pulls.map(({ head }) => head)], [["main"], ["bot:bot/a"]])
    assert.strictEqual(yield* textAt(simulator, "b.txt", "bot/a", "bot/fork"), "B")
    yield* simulator.merge("acme/web", 1, { by: "acme", method: "squash" })
    assert.isNull(yield* propose({ from }))
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Propose.pullRequest({ ...proposal, from }),
      state: (simulator) => Effect.all([pullsOf(simulator), textAt(simulator, "a.txt", "bot/a", "bot/fork")]),
      fails: [...fails, "ValidationFailed"],
      trusts: ["Refs.get"]
    })
  })
})

describe("Propose.pullRequest beside others", () => {
  on("opens no more than there may be, and goes on with those that are open", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const limit = { prefix: "bot/", open: 1 }
    assert.strictEqual(yield* action({ limit }), "created")
    assert.strictEqual(yield* action({ limit, title: "Other" }), "updated")
    yield* simulator.clearRequests
    const error = failureOf(yield* run(Propose.pullRequest({ ...proposal, branch: "bot/b", limit })))
    assert.deepInclude(error, { _tag: "ProposalsLimited", open: [1], limit: 1 })
    assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    assert.strictEqual(yield* action({ branch: "bot/b", limit: { ...limit, open: 2 } }), "created")
    assert.strictEqual(yield* action({ branch: "bot/c", limit: { prefix: "bot/c", open: 1 } }), "created")
  })

  const next = { ...proposal, branch: "bot/a-2", title: "Change a again", supersedes: "bot/a" }

  on("closes what it takes the place of, but nothing of people", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* propose()
    yield* push({ "c.txt": "c" }, "ada", "main")
    yield* simulator.as("ada", "POST /repos/acme/web/git/refs", {
      ref: "refs/heads/bot/ada",
      sha: (yield* simulator.repository("acme/web")).branches["bot/a"]
    })
    yield* simulator.as("ada", "POST /repos/acme/web/pulls", { title: "Own", head: "bot/ada", base: "main" })
    // Its place is free, that of the person is not.
    const limit = { prefix: "bot/", open: 1 }
    const error = failureOf(yield* run(Propose.pullRequest({ ...next, limit })))
    assert.deepInclude(error, { _tag: "ProposalsLimited", open: [2] })
    assert.strictEqual(yield* action({ ...next, limit: { ...limit, open: 2 } }), "created")
    const { branches, pulls } = yield* pullsOf(simulator)
    assert.deepStrictEqual(
      pulls.map(({ comments, head, state }) => [head, state, comments]),
      [
        ["acme:bot/a", "closed", 1],
        ["acme:bot/ada", "open", 0],
        ["acme:bot/a-2", "open", 0]
      ]
    )
    assert.deepStrictEqual(branches, ["bot/a-2", "bot/ada", "main"])
    assert.strictEqual(yield* action(next), "unchanged")
  })

  describe("under faults", () => {
    const key = "propose/bot/a"
    matrix({
      seed: {
        ...seed,
        repositories: [
          {
            ...(seed.repositories?.[0] ?? assert.fail()),
            owner: "acme",
            name: "web",
            branches: { "bot/a": { files: { "a.txt": "one\n2\n3\n" } } },
            pulls: [{ title: "Change a", head: "bot/a", user: "bot", body: `<!-- forgecast:key=${key} -->` }]
          }
        ]
      },
      program: Propose.pullRequest(next),
      state: pullsOf,
      fails: [...fails, "ValidationFailed"],
      trusts: ["Refs.get", "Refs.delete"]
    })
  })
})

describe("The text of a proposal", () => {
  on("keeps what people write around our part, and a title that they have changed", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const change = (fields: object) => simulator.as("ada", "PATCH /repos/acme/web/pulls/1", fields)
    const now = Effect.map(pullsOf(simulator), ({ pulls }) => [pulls[0]?.title, pulls[0]?.body])
    const { pull } = (yield* propose()) ?? assert.fail()
    yield* change({ body: `Above\r\n\r\n${pull.body}\r\n\r\nBelow` })
    assert.strictEqual(yield* action(), "unchanged")
    assert.strictEqual(yield* action({ title: "Change a and b", body: "All of both" }), "updated")
    assert.deepStrictEqual(yield* now, ["Change a and b", "Above|All of both|Below"])
    assert.strictEqual(yield* action({ title: "Change a", body: undefined }), "updated")
    assert.deepStrictEqual(yield* now, ["Change a", "Above|All of both|Below"])
    yield* change({ title: "By hand" })
    assert.strictEqual(yield* action({ title: "Change c", body: "Changed" }), "updated")
    assert.deepStrictEqual(yield* now, ["By hand", "Above|Changed|Below"])
    assert.strictEqual(yield* action({ title: "Change d", body: "Changed" }), "unchanged")
    yield* change({ title: "Change a" })
    // It is the one that we have given.
    assert.strictEqual(yield* action({ title: "Change d", body: "" }), "updated")
    assert.deepStrictEqual(yield* now, ["Change d", "Above||Below"])
  })

  on("takes titles of up to 256 characters, and sends nothing for others", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    for (const [title, reason] of [
      ["é".repeat(257), "has 257 characters: 256 is the most"],
      [" ", "must not be blank"]
    ] as const) {
      const error = yield* Effect.flip(propose({ title }))
      assert.deepStrictEqual([error._tag, error.message], ["InvalidInput", `Propose.pullRequest: title: ${reason}`])
    }
    assert.isEmpty(yield* simulator.requests)
    assert.strictEqual((yield* propose({ title: "é".repeat(256) }))?.action, "created")
  })

  it("takes the text of an earlier version for ours, and one without a mark for that of a person", () => {
    const mark = "<!-- forgecast:key=k -->"
    const begin = "<!-- forgecast:key=k/title/New -->"
    const of = (body: string | null, text?: string) =>
      updated("k", { title: "Old", body }, { title: "New", body: text })
    assert.deepStrictEqual(of(`Before\n\n${mark}\n\nBelow`, "Text"), {
      title: "New",
      body: `${begin}\n\nText\n\n${mark}\n\nBelow`
    })
    assert.deepStrictEqual(of("Own", "Text"), { title: "New", body: `Own\n\n${begin}\n\nText\n\n${mark}` })
    assert.deepStrictEqual(of(null), { title: "New", body: "" })
    assert.deepStrictEqual(of(null, "Text"), { title: "New", body: `${begin}\n\nText\n\n${mark}` })
  })
})

describe("Propose.pullRequest with auto-merge", () => {
  // The schema of GraphQL takes a while to load, which the clock of a test does not wait for.
  beforeAll(() =>
    GraphQL.request("{ viewer { login } }", {}).pipe(Effect.provide(ForgeSimulator.layer(seed)), Effect.runPromise)
  )

  const demanding = (settings: object = { allow_auto_merge: true }): ForgeSimulator.Seed => ({
    ...seed,
    repositories: [
      {
        ...(seed.repositories?.[0] ?? assert.fail()),
        owner: "acme",
        name: "web",
        settings,
        protection: { main: { required_checks: ["ci"] } }
      }
    ]
  })
  const autoMerge = { auto_merge: "squash" } as const
  const onDemanding = testOn(ForgeSimulator.layer(demanding()))

  onDemanding("leaves the merge to the service, and again changes nothing", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const created = yield* propose(autoMerge)
    assert.deepStrictEqual([created?.action, created?.pull.auto_merge?.merge_method], ["created", "squash"])
    assert.strictEqual(yield* action(autoMerge), "unchanged")
    yield* simulator.setStatus("acme/web", "ci", "success", { ref: "bot/a" })
    assert.strictEqual(yield* textAt(simulator, "a.txt", "main"), "one\n2\n3\n")
    assert.isNull(yield* propose(autoMerge))
  })

  onDemanding("adds it to a pull request that is open", function* () {
    yield* propose()
    const updated = yield* propose(autoMerge)
    assert.deepStrictEqual([updated?.action, updated?.pull.auto_merge?.merge_method], ["updated", "squash"])
    assert.strictEqual(yield* action(), "unchanged")
  })

  const free = { ...demanding().repositories?.[0], owner: "acme", name: "web", protection: {} }
  testOn(ForgeSimulator.layer({ ...seed, repositories: [free] }))(
    "merges at once what waits for nothing",
    function* () {
      const done = yield* propose(autoMerge)
      assert.deepStrictEqual([done?.action, done?.pull.merged], ["created", true])
    }
  )

  testOn(ForgeSimulator.layer(demanding({ allow_auto_merge: false })))(
    "says so where the repository does not allow it, and leaves the pull request open",
    function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const error = failureOf(yield* run(Propose.pullRequest({ ...proposal, ...autoMerge, labels: ["bug"] })))
      assert.containSubset(error, { _tag: "AutoMergeRefused", ...repo, pull_number: 1, reason: "not_allowed" })
      const { pulls } = yield* pullsOf(simulator)
      assert.lengthOf(pulls, 1)
      assert.strictEqual(yield* action({ labels: ["bug"] }), "unchanged")
    }
  )

  describe("under faults", () => {
    matrix({
      seed: demanding(),
      program: Propose.pullRequest({ ...proposal, ...autoMerge }),
      state: (simulator) =>
        Effect.all([
          pullsOf(simulator),
          Effect.map(simulator.as("acme", "GET /repos/acme/web/pulls?state=all"), (found) =>
            (found as ReadonlyArray<{ auto_merge: object | null }>).map(({ auto_merge }) => auto_merge !== null)
          )
        ]),
      fails: [...fails, "AutoMergeRefused"],
      trusts: ["Refs.get"]
    })
  })
})
