import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Commits from "../../../src/forge/Commits.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Notifications from "../../../src/forge/Notifications.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Poll from "../../../src/workflow/Poll.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../testOn.ts"
import { dig } from "./support.ts"

const repo = { owner: "acme", repo: "web" }
const first = { ...repo, issue_number: 1 }

const test = testOn(
  ForgeSimulator.layer({
    users: ["bot"],
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { ada: "write", tri: "read" },
        files: { "a.txt": "1\n" },
        commits: [{ message: "Count\n\nFrom one.", author: "eve", files: { "a.txt": "2\n" } }],
        branches: { next: { files: { "b.txt": "2\n" } } },
        issues: [{ title: "It rains in", user: "eve" }]
      }
    ],
    limits: "none"
  })
)

const as = (login: string, request: string, body?: unknown) =>
  Effect.flatMap(ForgeSimulator.ForgeSimulator, (simulator) => simulator.as(login, request, body))

/** The reasons and the titles of somebody's unread notifications. */
const inbox = Effect.fnUntraced(function* (login: string) {
  const all = yield* as(login, "GET /notifications")
  assert(Array.isArray(all))
  return all.map((thread) => `${String(dig(thread, "reason"))}: ${String(dig(thread, "subject", "title"))}`)
})

const say = (body: string, login = "bot") => as(login, "POST /repos/acme/web/issues/1/comments", { body })

describe("notifications", () => {
  test("come to those who take part, are assigned or mentioned, or watch, but not to who did it", function* () {
    yield* say("@tri, look")
    assert.deepStrictEqual(yield* inbox("eve"), ["author: It rains in"])
    assert.deepStrictEqual(yield* inbox("tri"), ["mention: It rains in"])
    assert.deepStrictEqual(yield* inbox("ada"), ["subscribed: It rains in"])
    assert.deepStrictEqual(yield* inbox("bot"), [])
    yield* Issues.addAssignees({ ...first, assignees: ["ada"] })
    assert.deepStrictEqual(yield* inbox("ada"), ["assign: It rains in"])
    yield* Issues.update({ ...first, state: "closed" })
    assert.deepStrictEqual(yield* inbox("bot"), ["comment: It rains in"])
  })

  test("of a release come to who watches, once it is published", function* () {
    const { reset, toSeed } = yield* ForgeSimulator.ForgeSimulator
    const { id } = yield* Releases.create({ ...repo, tag_name: "v1", draft: true })
    assert.deepStrictEqual(yield* inbox("ada"), [])
    yield* Releases.update({ ...repo, release_id: id, draft: false })
    yield* Releases.update({ ...repo, release_id: id, name: "One" })
    yield* reset(yield* toSeed)
    assert.deepStrictEqual(yield* inbox("ada"), ["subscribed: One"])
    assert.deepStrictEqual(yield* inbox("tri"), [])
    assert.deepStrictEqual(yield* Stream.runCollect(Notifications.list()), [])
  })

  test("come to requested reviewers and to the authors of commits", function* () {
    const { number } = yield* PullRequests.create({ ...repo, title: "Next", head: "next", base: "main" })
    yield* PullRequests.requestReviewers({ ...repo, pull_number: number, reviewers: ["tri"] })
    assert.deepStrictEqual(yield* inbox("tri"), ["review_requested: Next"])
    const { sha } = yield* Commits.get({ ...repo, ref: "main" })
    yield* Commits.createComment({ ...repo, commit_sha: sha, body: "Nice" })
    assert.deepStrictEqual(yield* inbox("eve"), ["author: Count"])
  })

  test("are read, put away, muted and ignored", function* () {
    yield* say("One")
    const [thread] = yield* Stream.runCollect(Notifications.listForRepo(repo))
    const on = { thread_id: thread?.id ?? "" }
    yield* Notifications.markThreadAsRead(on)
    assert.deepStrictEqual(yield* inbox("acme"), [])
    assert.strictEqual((yield* Stream.runCollect(Notifications.list({ all: true }))).length, 1)
    yield* Notifications.markThreadAsDone(on)
    assert.deepStrictEqual(yield* Stream.runCollect(Notifications.list({ all: true })), [])
    yield* Notifications.deleteThreadSubscription(on)
    yield* say("Two")
    assert.deepStrictEqual(yield* inbox("acme"), [])
    assert.strictEqual((yield* Effect.flip(Notifications.getThreadSubscription(on)))._tag, "NotFound")
    yield* say("@acme, three")
    assert.deepStrictEqual(yield* inbox("acme"), ["mention: It rains in"])
    yield* Notifications.setThreadSubscription({ ...on, ignored: true })
    yield* Notifications.markAsRead()
    yield* say("@acme, four")
    assert.deepStrictEqual(yield* inbox("acme"), [])
    const seed = yield* (yield* ForgeSimulator.ForgeSimulator).toSeed
    assert.containSubset(seed.notifications, [{ user: "acme", subject: 1, subscription: "ignored" }])
  })

  test("are watched as often as the service allows", function* () {
    const watching = yield* Effect.forkChild(
      Poll.changes(Notifications.list.page, {}).pipe(
        Stream.map(({ items }) => items.length),
        Stream.take(2),
        Stream.runCollect
      )
    )
    yield* TestClock.adjust("1 second")
    yield* say("One")
    yield* TestClock.adjust("60 seconds")
    assert.deepStrictEqual(yield* Fiber.join(watching), [0, 1])
  })
})
