/** Our own client, on the simulator: branches, refs, limits, and the writing of statuses and check runs. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import {
  Branches,
  Checks,
  Forge,
  Issues,
  Labels,
  Milestones,
  RateLimits,
  Refs,
  Statuses,
  Users
} from "../../../src/forge/index.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { jwt, publicKey } from "./access/keys.ts"
import { dig, send } from "./support.ts"
import { testOn } from "../../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const main = { ...repo, ref: "heads/main" }

const simulated = testOn(
  ForgeSimulator.layer({
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: { "README.md": "# web\n" },
        commits: [{ files: { "src/a.ts": "export {}\n" } }],
        branches: { "next/1": {} },
        protection: { main: { required_checks: ["ci/build"] } },
        milestones: ["v1"],
        issues: [{ title: "One", labels: ["bug", "help"], comments: ["First"] }]
      }
    ]
  })
)

const headOf = Effect.map(Refs.get(main), ({ object }) => object.sha)

/** Runs a write whose answer is lost, and returns its result with the writes that arrived. */
const losing = Effect.fnUntraced(function* <A, E, R>(operation: string, write: Effect.Effect<A, E, R>) {
  const { clearRequests, faults, requests } = yield* ForgeSimulator.ForgeSimulator
  yield* clearRequests
  yield* faults.add(Faults.answerLost({ operation }))
  const writing = yield* Effect.forkChild(write)
  yield* TestClock.adjust("1 minute")
  const result = yield* Fiber.join(writing)
  return { result, writes: (yield* requests).filter(({ method }) => method !== "GET").length }
})

describe("refs", () => {
  simulated("are created, moved and deleted, and branches show it", function* () {
    const sha = yield* headOf
    const created = yield* Refs.create({ ...repo, ref: "refs/heads/topic/a", sha })
    assert.containSubset(created, { ref: "refs/heads/topic/a", object: { type: "commit", sha } })
    const topic = { ...repo, ref: "heads/topic/a" }
    const branch = yield* Branches.get({ ...repo, branch: "topic/a" })
    assert.containSubset(branch, { name: "topic/a", commit: { sha }, protected: false })
    const [parent] = branch.commit.parents
    const refused = yield* Effect.flip(Refs.update({ ...main, ref: "heads/topic/a", sha: parent?.sha ?? "" }))
    assert.containSubset(refused, { _tag: "ValidationFailed", serviceMessage: "Update is not a fast forward" })
    const moved = yield* Refs.update({ ...topic, sha: parent?.sha ?? "", force: true })
    assert.strictEqual(moved.object.sha, parent?.sha)
    yield* Refs.delete(topic)
    assert.strictEqual((yield* Effect.flip(Refs.get(topic)))._tag, "NotFound")
    const again = yield* Effect.flip(Refs.delete(topic))
    assert.containSubset(again, { _tag: "ValidationFailed", serviceMessage: "Reference does not exist" })
  })

  simulated("are listed as branches, protected or not", function* () {
    const names = (filter: { readonly protected?: boolean }) =>
      Effect.map(Stream.runCollect(Branches.list({ ...repo, ...filter })), (all) => all.map(({ name }) => name))
    assert.deepStrictEqual(yield* names({}), ["main", "next/1"])
    assert.deepStrictEqual(yield* names({ protected: true }), ["main"])
    assert.deepStrictEqual(yield* names({ protected: false }), ["next/1"])
    const { protection } = yield* Branches.get({ ...repo, branch: "main" })
    assert.deepStrictEqual(protection.required_status_checks?.contexts, ["ci/build"])
  })

  simulated("are written once, though the response is lost", function* () {
    const sha = yield* headOf
    const create = Write.once(Refs.create, { ...repo, ref: "refs/tags/v1", sha }, { key: "v1" })
    const created = yield* losing("Refs.create", create)
    assert.deepStrictEqual([created.result.object.sha, created.writes], [sha, 1])
    const removed = yield* losing("Refs.delete", Write.once(Refs.delete, { ...repo, ref: "tags/v1" }, { key: "v1" }))
    assert.deepStrictEqual(removed, { result: undefined, writes: 1 })
  })
})

describe("statuses", () => {
  simulated("are set once, though the response is lost, and set again when they differ", function* () {
    const sha = yield* headOf
    const set = (state: "pending" | "success", key: string) =>
      losing("Statuses.create", Write.once(Statuses.create, { ...repo, sha, state, context: "ci/build" }, { key }))
    assert.containSubset(yield* set("pending", "a"), { result: { state: "pending", context: "ci/build" }, writes: 1 })
    assert.containSubset(yield* set("success", "b"), { result: { state: "success" }, writes: 1 })
    const { state, statuses } = yield* Statuses.getCombined({ ...repo, ref: "main" })
    assert.deepStrictEqual([state, statuses.length], ["success", 1])
  })
})

describe("check runs", () => {
  const asApp = Effect.fnUntraced(function* () {
    const http = ForgeSimulator.layerHttpClient({
      repositories: [{ owner: "acme", name: "web", files: { "README.md": "# web\n" } }],
      apps: [
        {
          slug: "ci",
          id: 7,
          public_key: yield* Effect.promise(() => publicKey),
          installations: [{ account: "acme", id: 70 }]
        }
      ]
    })
    return yield* Effect.gen(function* () {
      const path = "POST /app/installations/70/access_tokens"
      const minted = yield* send(path, { token: yield* jwt({ iss: "7", iat: 0, exp: 540 }) })
      const forge = Forge.layer().pipe(
        Layer.provide([
          Credentials.layerToken(Redacted.make(String(dig(minted.json, "token")))),
          HttpCache.layerNone,
          RateLimit.layerMemory()
        ])
      )
      yield* Effect.provide(checking, forge)
    }).pipe(Effect.provide(http))
  })

  const checking = Effect.gen(function* () {
    const head_sha = yield* headOf
    const lint = { ...repo, name: "lint", head_sha, external_id: "42" }
    const created = yield* losing("Checks.create", Write.once(Checks.create, lint, { key: "a" }))
    assert.containSubset(created, { result: { name: "lint", status: "queued", external_id: "42" }, writes: 1 })
    const over = {
      ...repo,
      check_run_id: created.result.id,
      conclusion: "success",
      completed_at: DateTime.makeUnsafe(60_000),
      output: { title: "Fine", summary: "Nothing to complain about." }
    } as const
    const updated = yield* losing("Checks.update", Write.once(Checks.update, over, { key: "b" }))
    assert.containSubset(updated, {
      result: { status: "completed", conclusion: "success", output: { title: "Fine" } },
      writes: 1
    })
    const runs = yield* Stream.runCollect(Checks.listRuns({ ...repo, ref: "main", filter: "all" }))
    assert.deepStrictEqual(runs, [updated.result])
  })

  it.effect("are created and changed once, though the responses are lost", () => asApp())
})

describe("single records", () => {
  simulated("are those of the listings", function* () {
    const issue = { ...repo, issue_number: 1 }
    const [comment] = yield* Stream.runCollect(Issues.listComments(issue))
    assert.deepStrictEqual(yield* Issues.getComment({ ...repo, comment_id: comment?.id ?? 0 }), comment)
    const [milestone] = yield* Stream.runCollect(Milestones.list(repo))
    assert.deepStrictEqual(yield* Milestones.get({ ...repo, milestone_number: 1 }), milestone)
    const labels = yield* Stream.runCollect(Labels.listForIssue(issue))
    assert.deepStrictEqual(
      labels.map(({ name }) => name),
      ["bug", "help"]
    )
    assert.deepStrictEqual(yield* Labels.get({ ...repo, name: "BUG" }), labels[0])
    const replaced = yield* Labels.replaceOnIssue({ ...issue, labels: ["new"] })
    assert.deepStrictEqual(
      replaced.map(({ name }) => name),
      ["new"]
    )
    assert.deepStrictEqual(yield* Labels.replaceOnIssue({ ...issue, labels: [] }), [])
  })

  simulated("say who asks, and what is left of the limits", function* () {
    const me = yield* Users.me({})
    assert.containSubset(me, { login: "acme", two_factor_authentication: true, plan: { name: "free" } })
    const { resources } = yield* RateLimits.get({})
    assert.containSubset(resources.core, { limit: 5_000, used: 1, remaining: 4_999 })
    assert.strictEqual(DateTime.toEpochMillis(resources.core.reset), 3_600_000)
    assert.strictEqual(resources["graphql"]?.limit, 5_000)
  })
})
