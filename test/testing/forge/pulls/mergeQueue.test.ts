/** Merge queues: who enters, what is checked, and what is merged in which order. */
import { assert, describe, expect } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { decode } from "../../../../src/forge/WebhookDelivery.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { data, errors } from "../graphql/support.ts"
import { dig, send } from "../support.ts"
import { tokens } from "./support.ts"

const { ForgeSimulator: Simulator } = ForgeSimulator

const pulls: ReadonlyArray<ForgeSimulator.PullSeed> = ["one", "two", "three", "four"].map((name, at) => ({
  title: name,
  number: at + 1,
  head: name,
  user: "octo",
  files: { [`${name}.txt`]: `${name}\n` }
}))

const seedOf = (parameters: object = {}, more: Partial<ForgeSimulator.RepositorySeed> = {}): ForgeSimulator.Seed => ({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write", rev: "write", red: "read" },
      settings: { allow_auto_merge: true },
      files: { "README.md": "# web\n" },
      pulls,
      statuses: pulls.map(({ head }) => ({ ref: head, context: "ci", state: "success" })),
      rulesets: [
        {
          name: "queue",
          conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] } },
          rules: [
            { type: "required_status_checks", parameters: { required_status_checks: [{ context: "ci" }] } },
            { type: "merge_queue", parameters: { ...parameters } }
          ]
        }
      ],
      hooks: [{ url: "https://bot.example", secret: "rain", events: ["*"] }],
      ...more
    }
  ],
  tokens
})

const layerOf = (parameters: object = {}, more: Partial<ForgeSimulator.RepositorySeed> = {}) =>
  ForgeSimulator.layerHttpClient(seedOf(parameters, more))

const test = testOn(layerOf())

const queue = Effect.map(
  data(`{ repository(owner: "acme", name: "web") { mergeQueue(branch: "main") {
    entries(first: 10) { nodes { position state jump pullRequest { number } } } } } }`),
  (found) =>
    (dig(found, "repository", "mergeQueue", "entries", "nodes") as ReadonlyArray<unknown>).map((each) =>
      [dig(each, "pullRequest", "number"), dig(each, "position"), dig(each, "state")].map(String).join(" ")
    )
)

const pull = (number: number) =>
  Effect.map(
    data(`{ repository(owner: "acme", name: "web") { pullRequest(number: ${number}) { id state isInMergeQueue
      isMergeQueueEnabled mergeStateStatus mergedBy { login } autoMergeRequest { mergeMethod }
      mergeQueueEntry { id state headCommit { oid } } } } }`),
    (found) => dig(found, "repository", "pullRequest")
  )

const enqueueing =
  "mutation M($input: EnqueuePullRequestInput!) { enqueuePullRequest(input: $input) { mergeQueueEntry { position state enqueuer { login } } } }"
const dequeueing =
  "mutation M($input: DequeuePullRequestInput!) { dequeuePullRequest(input: $input) { mergeQueueEntry { position pullRequest { number } } } }"

const enqueue = Effect.fnUntraced(function* (number: number, input: object = {}, token?: string) {
  const id = dig(yield* pull(number), "id")
  const found = yield* data(
    enqueueing,
    { input: { pullRequestId: id, ...input } },
    token === undefined ? {} : { token }
  )
  return dig(found, "enqueuePullRequest", "mergeQueueEntry")
})

const refused = Effect.fnUntraced(function* (number: number, input: object = {}, token?: string) {
  const id = dig(yield* pull(number), "id")
  return yield* errors(enqueueing, { input: { pullRequestId: id, ...input } }, token === undefined ? {} : { token })
})

/** The group of a pull request: its branch, and the commit that is checked. */
const groupOf = (number: number) =>
  Effect.map(send("GET /repos/acme/web/git/matching-refs/heads/gh-readonly-queue/main"), ({ json }) => {
    const found = (json as ReadonlyArray<unknown>).find((each) => String(dig(each, "ref")).includes(`/pr-${number}-`))
    return { ref: String(dig(found, "ref")), sha: String(dig(found, "object", "sha")) }
  })

const check = Effect.fnUntraced(function* (number: number, state: "success" | "failure" | "pending") {
  const { setStatus } = yield* Simulator
  yield* setStatus("acme/web", "ci", state, { ref: (yield* groupOf(number)).sha })
})

/** What hooks are told of groups, and of pull requests in the queue. */
const told = Effect.gen(function* () {
  const { deliveries } = yield* Simulator
  return (yield* deliveries).flatMap(({ body, event }) => {
    const [number, reason] = [dig(body, "number"), dig(body, "reason")]
    const named = typeof number === "number" ? number : /pr-(\d+)-/.exec(JSON.stringify(body))?.[1]
    return event !== null && /merge_group|queued|pull_request.closed/.test(event)
      ? [`${event} ${named} ${typeof reason === "string" ? reason : ""}`.trim()]
      : []
  })
})

const merged = Effect.gen(function* () {
  const { repository } = yield* Simulator
  return (yield* repository("acme/web")).pulls.filter((each) => each.merged).map(({ number }) => number)
})

describe("a merge queue", () => {
  test("merges what passes on top of what is in front of it", function* () {
    assert.deepStrictEqual(yield* enqueue(1), { position: 1, state: "QUEUED", enqueuer: { login: "octo" } })
    yield* enqueue(2, {}, "rev")
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS", "2 2 AWAITING_CHECKS"])
    assert.deepInclude(yield* pull(2), { isInMergeQueue: true, isMergeQueueEnabled: true, mergeStateStatus: "CLEAN" })
    const [first, second] = [yield* groupOf(1), yield* groupOf(2)]
    const { json: main } = yield* send("GET /repos/acme/web/commits/main")
    assert.strictEqual(first.ref, `refs/heads/gh-readonly-queue/main/pr-1-${String(dig(main, "sha"))}`)
    assert.strictEqual(second.ref, `refs/heads/gh-readonly-queue/main/pr-2-${first.sha}`)
    // The second one has passed, and waits for the first.
    yield* check(2, "success")
    assert.deepStrictEqual(yield* merged, [])
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS", "2 2 MERGEABLE"])
    yield* check(1, "success")
    assert.deepStrictEqual(yield* merged, [1, 2])
    assert.deepStrictEqual(yield* queue, [])
    const { branches } = yield* (yield* Simulator).repository("acme/web")
    assert.strictEqual(branches["main"], second.sha)
    assert.deepStrictEqual(
      Object.keys(branches).filter((name) => name.startsWith("gh-readonly-queue")),
      []
    )
    assert.deepInclude(yield* pull(1), {
      state: "MERGED",
      isInMergeQueue: false,
      mergedBy: { login: "github-merge-queue" }
    })
    assert.deepStrictEqual(yield* told, [
      "pull_request.enqueued 1",
      "merge_group.checks_requested 1",
      "pull_request.enqueued 2",
      "merge_group.checks_requested 2",
      "pull_request.dequeued 1 MERGE",
      "pull_request.closed 1",
      "pull_request.dequeued 2 MERGE",
      "pull_request.closed 2",
      "merge_group.destroyed 1 merged",
      "merge_group.destroyed 2 merged"
    ])
    const { json } = yield* send("GET /repos/acme/web/issues/1/events")
    assert.deepStrictEqual(
      (json as ReadonlyArray<unknown>).map((each) => dig(each, "event")),
      // The commit of its group names it.
      ["added_to_merge_queue", "referenced", "merged", "closed", "removed_from_merge_queue"]
    )
    const { deliveries } = yield* Simulator
    for (const { body, event } of yield* deliveries) {
      Result.getOrThrow(
        decode({
          id: "1",
          event: event?.split(".")[0] ?? "",
          hook: { id: 1, target_type: "repository", target_id: 1 },
          received_at: DateTime.makeUnsafe(0),
          payload: body as never
        })
      )
    }
  })

  test("removes what fails, and makes the groups behind it anew", function* () {
    for (const number of [1, 2, 3]) yield* enqueue(number)
    yield* check(1, "success")
    assert.deepStrictEqual(yield* merged, [1])
    const before = yield* groupOf(3)
    yield* check(2, "failure")
    assert.deepInclude(yield* pull(2), { state: "OPEN", isInMergeQueue: false, autoMergeRequest: null })
    const after = yield* groupOf(3)
    assert.notStrictEqual(after.sha, before.sha)
    yield* check(3, "success")
    assert.deepStrictEqual(yield* merged, [1, 3])
    assert.includeMembers(
      [...(yield* told)],
      ["pull_request.dequeued 2 CI_FAILURE", "merge_group.destroyed 2 dequeued", "merge_group.destroyed 3 invalidated"]
    )
  })

  const workflows = [
    { file: "ci.yml", on: ["merge_group", "pull_request"] },
    { file: "off.yml", on: ["merge_group"], state: "disabled_manually" },
    "push.yml"
  ] satisfies ForgeSimulator.RepositorySeed["workflows"]

  const runs = Effect.map(send("GET /repos/acme/web/actions/runs"), ({ json }) => [dig(json, "workflow_runs")].flat())

  testOn(layerOf({}, { workflows }))("starts the workflows that wait for groups", function* () {
    yield* enqueue(1)
    yield* enqueue(2)
    const [first, second] = [yield* groupOf(1), yield* groupOf(2)]
    const run = { event: "merge_group", path: ".github/workflows/ci.yml", status: "queued", pull_requests: [] }
    const actor = { actor: { login: "github-merge-queue[bot]" } }
    const runOf = ({ ref, sha }: typeof first, number: number, name: string) => ({
      ...run,
      ...actor,
      head_branch: ref.replace("refs/heads/", ""),
      head_sha: sha,
      display_title: `Merge pull request #${number} from acme/${name}`
    })
    expect(yield* runs).toMatchObject([runOf(second, 2, "two"), runOf(first, 1, "one")])
    // What is behind a failure is made anew, and checked again.
    yield* check(1, "failure")
    expect(yield* runs).toMatchObject([runOf(yield* groupOf(2), 2, "two"), {}, {}])
    const { deliveries } = yield* Simulator
    const sent = (yield* deliveries).flatMap(({ event }) =>
      event !== null && /^(merge_group|workflow_run)/.test(event) ? [event] : []
    )
    assert.deepStrictEqual(sent, [
      "workflow_run.requested",
      "merge_group.checks_requested",
      "workflow_run.requested",
      "merge_group.checks_requested",
      "workflow_run.requested",
      "merge_group.checks_requested",
      "merge_group.destroyed",
      "merge_group.destroyed"
    ])
  })

  testOn(ForgeSimulator.layerHttpClient({ ...seedOf({}, { workflows }), delays: { dispatch: "3 seconds" } }))(
    "starts workflows when their time has come",
    function* () {
      yield* enqueue(1)
      yield* TestClock.adjust("2999 millis")
      assert.deepStrictEqual(yield* runs, [])
      yield* TestClock.adjust("1 millis")
      expect(yield* runs).toMatchObject([{ event: "merge_group" }])
    }
  )

  const timed = testOn(layerOf({ check_response_timeout_minutes: 30, max_entries_to_build: 1 }))

  timed("gives up on checks that say nothing in time, and builds as many as it may", function* () {
    yield* enqueue(1)
    yield* enqueue(2)
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS", "2 2 QUEUED"])
    yield* TestClock.adjust("29 minutes")
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS", "2 2 QUEUED"])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* queue, ["2 1 AWAITING_CHECKS"])
    assert.include(yield* told, "pull_request.dequeued 1 CI_TIMEOUT")
    // The time of the second one began when the first was removed.
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* queue, [])
    assert.deepStrictEqual(yield* merged, [])
  })

  const grouped = testOn(
    layerOf({ min_entries_to_merge: 2, min_entries_to_merge_wait_minutes: 10, max_entries_to_merge: 2 })
  )

  grouped("waits for as many as a group needs, for a time", function* () {
    yield* enqueue(1)
    yield* check(1, "success")
    assert.deepStrictEqual(yield* merged, [])
    yield* enqueue(2)
    yield* check(2, "success")
    assert.deepStrictEqual(yield* merged, [1, 2])
    yield* enqueue(3)
    yield* check(3, "success")
    yield* TestClock.adjust("9 minutes")
    assert.deepStrictEqual(yield* merged, [1, 2])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* merged, [1, 2, 3])
  })

  const headgreen = testOn(layerOf({ grouping_strategy: "HEADGREEN", merge_method: "SQUASH" }))

  headgreen("by its head takes a failure in front of what passes, with the method of the queue", function* () {
    yield* enqueue(1)
    yield* enqueue(2)
    yield* check(1, "failure")
    assert.deepStrictEqual(yield* queue, ["1 1 UNMERGEABLE", "2 2 AWAITING_CHECKS"])
    yield* check(2, "success")
    assert.deepStrictEqual(yield* merged, [1, 2])
    const { json } = yield* send("GET /repos/acme/web/commits")
    assert.deepStrictEqual(
      (json as ReadonlyArray<unknown>).slice(0, 2).map((each) => dig(each, "commit", "message")),
      ["two (#2)", "one (#1)"]
    )
    yield* enqueue(3)
    yield* enqueue(4)
    yield* check(3, "failure")
    yield* check(4, "failure")
    assert.deepStrictEqual(yield* queue, ["4 1 AWAITING_CHECKS"])
  })

  const rebasing = testOn(
    layerOf(
      { merge_method: "REBASE" },
      { rulesets: [{ name: "queue", rules: [{ type: "merge_queue", parameters: { merge_method: "REBASE" } }] }] }
    )
  )

  rebasing("without required checks merges at once", function* () {
    yield* enqueue(1)
    yield* enqueue(2)
    assert.deepStrictEqual(yield* merged, [1, 2])
    const { json } = yield* send("GET /repos/acme/web/commits")
    assert.deepStrictEqual(
      (json as ReadonlyArray<unknown>).slice(0, 2).map((each) => dig(each, "commit", "message")),
      ["two", "one"]
    )
  })

  test("lets an administrator jump, and everybody who may write leave", function* () {
    yield* enqueue(1)
    assert.deepStrictEqual(yield* refused(2, { jump: true }), [
      ["FORBIDDEN", "octo does not have the correct permissions to execute `EnqueuePullRequest`"]
    ])
    yield* enqueue(2, { jump: true }, "acme")
    assert.deepStrictEqual(yield* queue, ["2 1 AWAITING_CHECKS", "1 2 AWAITING_CHECKS"])
    const entry = dig(yield* pull(2), "mergeQueueEntry", "id")
    const leave = (id: unknown, token = "octo") =>
      errors(dequeueing, { input: { id } }, token === "octo" ? {} : { token })
    assert.deepStrictEqual(yield* leave(entry, "red"), [
      ["FORBIDDEN", "red does not have the correct permissions to execute `DequeuePullRequest`"]
    ])
    assert.deepStrictEqual(yield* leave(entry), [])
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS"])
    const id = dig(yield* pull(1), "id")
    assert.deepStrictEqual(yield* leave(id, "rev"), [])
    assert.deepStrictEqual(yield* leave(id, "rev"), [["UNPROCESSABLE", "Failed to remove PR #1 from the queue"]])
    assert.include(yield* told, "pull_request.dequeued 1 MANUAL")
  })

  test("tells of entries in the timeline of their pull requests, and why they have left", function* () {
    yield* enqueue(1)
    yield* data(dequeueing, { input: { id: dig(yield* pull(1), "id") } })
    yield* enqueue(1)
    yield* check(1, "failure")
    const found = yield* data(`{ repository(owner: "acme", name: "web") { mergeQueue(branch: "main") { id }
      pullRequest(number: 1) { timelineItems(first: 9, itemTypes:
        [ADDED_TO_MERGE_QUEUE_EVENT, REMOVED_FROM_MERGE_QUEUE_EVENT]) { nodes { __typename
          ... on AddedToMergeQueueEvent { enqueuer { login } mergeQueue { id } }
          ... on RemovedFromMergeQueueEvent { enqueuer { login } mergeQueue { id } reason } } } } } }`)
    const mergeQueue = dig(found, "repository", "mergeQueue")
    const added = { __typename: "AddedToMergeQueueEvent", enqueuer: { login: "octo" }, mergeQueue }
    const removed = { __typename: "RemovedFromMergeQueueEvent", mergeQueue }
    assert.isString(dig(mergeQueue, "id"))
    assert.deepStrictEqual(dig(found, "repository", "pullRequest", "timelineItems", "nodes"), [
      added,
      { ...removed, enqueuer: { login: "octo" }, reason: "MANUAL" },
      added,
      { ...removed, enqueuer: null, reason: "CI_FAILURE" }
    ])
  })

  test("is the only way in, and lets nobody in whose demands are not met", function* () {
    const { close, merge, push, setStatus } = yield* Simulator
    const direct = yield* Effect.flip(merge("acme/web", 1, { by: "octo" }))
    assert.strictEqual(direct.status, 405)
    assert.include(direct.serviceMessage, "Changes must be made through the merge queue")
    yield* setStatus("acme/web", "ci", "failure", { ref: "two" })
    assert.deepStrictEqual(yield* refused(2), [
      ["UNPROCESSABLE", 'Pull request Required status check "ci" is failing.']
    ])
    yield* enqueue(1)
    assert.deepStrictEqual(yield* refused(1), [["UNPROCESSABLE", "Pull request is already in the queue"]])
    assert.deepStrictEqual(yield* refused(3, { expectedHeadOid: "0".repeat(40) }), [
      ["UNPROCESSABLE", "Head branch was modified. Review and try the merge again."]
    ])
    assert.strictEqual((yield* refused(3, {}, "red"))[0]?.[0], "FORBIDDEN")
    // A push takes it out again, and so does closing.
    yield* push("acme/web", { "one.txt": "1\n" }, { branch: "one", by: "octo" })
    assert.deepStrictEqual(yield* queue, [])
    yield* enqueue(3)
    yield* close("acme/web", 3)
    assert.deepStrictEqual(yield* queue, [])
    assert.deepStrictEqual(yield* refused(3), [["UNPROCESSABLE", "Pull request Pull Request is closed"]])
  })

  const conflicting = testOn(
    layerOf({}, { pulls: pulls.map((each) => ({ ...each, files: { "same.txt": `${each.title}\n` } })) })
  )

  conflicting("removes what conflicts with what is in front of it", function* () {
    yield* enqueue(1)
    yield* enqueue(2)
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS"])
    assert.include(yield* told, "pull_request.dequeued 2 MERGE_CONFLICT")
  })

  const cleared = testOn(layerOf({}, { protection: { main: { required_approvals: 1 } } }))

  cleared("asks for reviews, and is cleared when its rule is lifted", function* () {
    const { approve } = yield* Simulator
    assert.deepStrictEqual(yield* refused(1), [
      ["UNPROCESSABLE", "Pull request At least 1 approving review is required by reviewers with write access."]
    ])
    yield* approve("acme/web", 1, { by: "rev" })
    yield* enqueue(1)
    const { json } = yield* send("GET /repos/acme/web/rulesets", { token: "acme" })
    yield* send(`PUT /repos/acme/web/rulesets/${String(dig(json, 0, "id"))}`, {
      token: "acme",
      body: { enforcement: "disabled" }
    })
    assert.deepInclude(yield* pull(1), { isInMergeQueue: false, isMergeQueueEnabled: false })
    assert.include(yield* told, "pull_request.dequeued 1 QUEUE_CLEARED")
    assert.match(String((yield* refused(1))[0]?.[1]), /no merge queue/)
  })

  test("takes what auto-merge has waited for", function* () {
    const { setStatus } = yield* Simulator
    yield* setStatus("acme/web", "ci", "pending", { ref: "one" })
    const arm = (number: number) =>
      Effect.flatMap(pull(number), (found) =>
        data(
          "mutation M($id: ID!) { enablePullRequestAutoMerge(input: { pullRequestId: $id }) { clientMutationId } }",
          {
            id: dig(found, "id")
          }
        )
      )
    yield* arm(1)
    assert.deepInclude(yield* pull(1), { isInMergeQueue: false, autoMergeRequest: { mergeMethod: "MERGE" } })
    yield* setStatus("acme/web", "ci", "success", { ref: "one" })
    assert.deepInclude(yield* pull(1), { isInMergeQueue: true, autoMergeRequest: null })
    // What is ready enters at once.
    yield* arm(2)
    assert.deepInclude(yield* pull(2), { isInMergeQueue: true, autoMergeRequest: null })
    assert.deepStrictEqual(yield* queue, ["1 1 AWAITING_CHECKS", "2 2 AWAITING_CHECKS"])
  })

  test("is in a seed, with its groups", function* () {
    yield* enqueue(1)
    yield* enqueue(2)
    const seed = yield* (yield* Simulator).toSeed
    const found = yield* Effect.gen(function* () {
      const before = yield* queue
      assert.deepStrictEqual(yield* (yield* Simulator).toSeed, seed)
      yield* check(1, "success")
      return [before, yield* merged]
    }).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seed)))
    assert.deepStrictEqual(found, [["1 1 AWAITING_CHECKS", "2 2 AWAITING_CHECKS"], [1]])
  })

  const configured = testOn(
    layerOf({ max_entries_to_build: 3, max_entries_to_merge: 4, min_entries_to_merge: 2, merge_method: "SQUASH" })
  )

  configured("says how it is configured", function* () {
    const found = yield* data(`{ repository(owner: "acme", name: "web") { none: mergeQueue(branch: "one") { id }
      mergeQueue { id url resourcePath nextEntryEstimatedTimeToMerge repository { name } configuration {
        checkResponseTimeout maximumEntriesToBuild maximumEntriesToMerge mergeMethod mergingStrategy
        minimumEntriesToMerge minimumEntriesToMergeWaitTime } } } }`)
    assert.strictEqual(dig(found, "repository", "none"), null)
    assert.deepStrictEqual(dig(found, "repository", "mergeQueue", "configuration"), {
      checkResponseTimeout: 60,
      maximumEntriesToBuild: 3,
      maximumEntriesToMerge: 4,
      mergeMethod: "SQUASH",
      mergingStrategy: "ALLGREEN",
      minimumEntriesToMerge: 2,
      minimumEntriesToMergeWaitTime: 5
    })
    const id = dig(found, "repository", "mergeQueue", "id")
    const again = yield* data("query Q($id: ID!) { node(id: $id) { __typename id } }", { id })
    assert.deepStrictEqual(dig(again, "node"), { __typename: "MergeQueue", id })
  })
})
