/** Auto-merge: what switches it on and off, and that it merges once nothing is awaited. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { data, errors } from "../graphql/support.ts"
import { dig, send } from "../support.ts"
import { ask, pulls, tokens, web } from "./support.ts"

const { ForgeSimulator: Simulator } = ForgeSimulator

const seedOf = (more: Partial<ForgeSimulator.RepositorySeed> = {}): ForgeSimulator.Seed => ({
  repositories: [
    {
      ...web,
      collaborators: { octo: "write", rev: "write", red: "read" },
      settings: { allow_auto_merge: true },
      protection: { main: { required_checks: ["ci"], required_conversation_resolution: true } },
      hooks: [{ url: "https://bot.example", secret: "rain", events: ["*"] }],
      ...more
    },
    { owner: "ada", name: "web", fork_of: "acme/web", branches: { patch: { files: { "patch.txt": "p\n" } } } }
  ],
  tokens: { ...tokens, eve: "eve" }
})

const test = testOn(ForgeSimulator.layerHttpClient(seedOf()))

const query = (number: number) =>
  `{ repository(owner: "acme", name: "web") { pullRequest(number: ${number}) { id state isDraft mergedBy { login }
    mergeStateStatus viewerCanEnableAutoMerge viewerCanDisableAutoMerge headRefOid
    autoMergeRequest { authorEmail commitBody commitHeadline enabledAt mergeMethod enabledBy { login } } } } }`

const pull = (number: number, token?: string) =>
  Effect.map(data(query(number), {}, token === undefined ? {} : { token }), (found) =>
    dig(found, "repository", "pullRequest")
  )

const mutate = (name: string) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`
  return `mutation M($input: ${type}) { ${name}(input: $input) { actor { login } pullRequest { number } } }`
}

const enable = Effect.fnUntraced(function* (number: number, input: object = {}, token?: string) {
  const id = dig(yield* pull(number), "id")
  const options = token === undefined ? {} : { token }
  return yield* data(mutate("enablePullRequestAutoMerge"), { input: { pullRequestId: id, ...input } }, options)
})

const refusedTo = (name: string) =>
  Effect.fnUntraced(function* (number: number, input: object = {}, token?: string) {
    const id = dig(yield* pull(number), "id")
    const options = token === undefined ? {} : { token }
    return yield* errors(mutate(name), { input: { pullRequestId: id, ...input } }, options)
  })

const refused = refusedTo("enablePullRequestAutoMerge")

const rest = (number: number) => Effect.map(ask(`GET ${pulls}/${number}`), ({ json }) => json)

const eventsOf = (number: number) =>
  Effect.map(send(`GET /repos/acme/web/issues/${number}/events`), ({ json }) =>
    (json as ReadonlyArray<{ readonly event: string; readonly actor: { readonly login: string } }>).map(
      ({ actor, event }) => `${event} ${actor.login}`
    )
  )

/** What hooks are told of pull requests, by whom, and why. */
const told = Effect.gen(function* () {
  const { deliveries } = yield* Simulator
  return (yield* deliveries).flatMap(({ body, event }) =>
    event?.startsWith("pull_request.") === true
      ? [[event.slice("pull_request.".length), dig(body, "sender", "login"), dig(body, "reason")]]
      : []
  )
})

describe("auto-merge", () => {
  test("merges when the last demand is met, as the one who has enabled it", function* () {
    const { setStatus } = yield* Simulator
    assert.deepStrictEqual(dig(yield* pull(2), "viewerCanEnableAutoMerge"), true)
    const made = yield* enable(2, { mergeMethod: "SQUASH", commitHeadline: "Once", commitBody: "and for all" })
    assert.deepStrictEqual(dig(made, "enablePullRequestAutoMerge"), {
      actor: { login: "octo" },
      pullRequest: { number: 2 }
    })
    const armed = yield* pull(2)
    assert.deepInclude(dig(armed, "autoMergeRequest"), {
      authorEmail: null,
      commitBody: "and for all",
      commitHeadline: "Once",
      mergeMethod: "SQUASH",
      enabledBy: { login: "octo" }
    })
    assert.deepStrictEqual(
      [dig(armed, "viewerCanEnableAutoMerge"), dig(armed, "viewerCanDisableAutoMerge")],
      [false, true]
    )
    const wire = dig(yield* rest(2), "auto_merge")
    assert.deepInclude(wire, { merge_method: "squash", commit_title: "Once", commit_message: "and for all" })
    assert.strictEqual(dig(wire, "enabled_by", "login"), "octo")
    yield* setStatus("acme/web", "ci", "failure", { ref: "count", by: "rev" })
    yield* setStatus("acme/web", "other", "success", { ref: "count", by: "rev" })
    assert.strictEqual(dig(yield* pull(2), "state"), "OPEN")
    yield* setStatus("acme/web", "ci", "success", { ref: "count", by: "rev" })
    const done = yield* pull(2)
    assert.deepInclude(done, { state: "MERGED", mergedBy: { login: "octo" } })
    assert.strictEqual(dig(done, "autoMergeRequest", "mergeMethod"), "SQUASH")
    const { json } = yield* send("GET /repos/acme/web/commits/main")
    assert.match(String(dig(json, "commit", "message")), /^Once\n\nand for all/)
    assert.includeMembers([...(yield* eventsOf(2))], ["auto_squash_enabled octo", "merged octo", "closed octo"])
    assert.deepStrictEqual(yield* told, [
      ["auto_merge_enabled", "octo", undefined],
      ["closed", "octo", undefined]
    ])
    assert.strictEqual(dig((yield* send("GET /repos/acme/web/issues/1")).json, "state"), "closed")
  })

  const demanding = testOn(
    ForgeSimulator.layerHttpClient(
      seedOf({
        protection: {
          main: { required_approvals: 1, required_conversation_resolution: true, required_checks: ["ci"] }
        },
        pulls: [
          {
            title: "Talk",
            head: "talk",
            number: 2,
            user: "octo",
            files: { "talk.txt": "t\n" },
            review_comments: [{ id: 90, path: "talk.txt", line: 1, body: "Why?", user: "rev" }]
          }
        ]
      })
    )
  )

  demanding("waits for checks, reviews and conversations, in any order", function* () {
    const { approve, finishCheck } = yield* Simulator
    yield* enable(2)
    yield* finishCheck("acme/web", "ci", "success", { ref: "talk" })
    yield* approve("acme/web", 2, { by: "rev" })
    assert.deepInclude(yield* pull(2), { state: "OPEN", mergeStateStatus: "BLOCKED" })
    const threads = yield* data(
      `{ repository(owner: "acme", name: "web") { pullRequest(number: 2) { reviewThreads(first: 1) { nodes { id } } } } }`
    )
    const threadId = dig(threads, "repository", "pullRequest", "reviewThreads", "nodes", 0, "id")
    yield* data("mutation M($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }", {
      id: threadId
    })
    assert.deepInclude(yield* pull(2), { state: "MERGED" })
  })

  test("merges when the rule is lifted that has kept it", function* () {
    yield* enable(2)
    yield* send("DELETE /repos/acme/web/branches/main/protection", { token: "acme" })
    assert.deepInclude(yield* pull(2), { state: "MERGED" })
  })

  const strict = testOn(
    ForgeSimulator.layerHttpClient(seedOf({ protection: { main: { required_checks: ["ci"], strict: true } } }))
  )

  strict("waits while the head is behind, and merges what a push brings up to date", function* () {
    const { setStatus } = yield* Simulator
    yield* setStatus("acme/web", "ci", "success", { ref: "count" })
    assert.deepInclude(yield* pull(2), { mergeStateStatus: "BEHIND" })
    yield* enable(2)
    assert.deepInclude(yield* pull(2), { state: "OPEN" })
    yield* ask(`PUT ${pulls}/2/update-branch`)
    assert.deepInclude(yield* pull(2), { state: "OPEN", mergeStateStatus: "BLOCKED" })
    yield* setStatus("acme/web", "ci", "success", { ref: "count" })
    assert.deepInclude(yield* pull(2), { state: "MERGED" })
  })

  test("is refused where it makes no sense, or is not allowed", function* () {
    assert.deepStrictEqual(yield* refused(4), [["UNPROCESSABLE", "Pull request Pull request is in draft status"]])
    assert.deepStrictEqual(yield* refused(5), [["UNPROCESSABLE", "Can't enable auto-merge for this pull request."]])
    assert.deepStrictEqual(yield* refused(2, { expectedHeadOid: "0".repeat(40) }), [
      ["UNPROCESSABLE", "Head branch was modified. Review and try the merge again."]
    ])
    for (const token of ["red", "eve"]) {
      assert.deepStrictEqual(yield* refused(2, {}, token), [
        ["FORBIDDEN", `${token} does not have the correct permissions to execute \`EnablePullRequestAutoMerge\``]
      ])
    }
    yield* send("PATCH /repos/acme/web", { token: "acme", body: { allow_rebase_merge: false } })
    assert.deepStrictEqual(yield* refused(2, { mergeMethod: "REBASE" }), [
      ["UNPROCESSABLE", "Merge method rebase merging is not allowed on this repository"]
    ])
    yield* send("PATCH /repos/acme/web", { token: "acme", body: { allow_auto_merge: false } })
    assert.deepStrictEqual(yield* refused(2), [["UNPROCESSABLE", "Auto merge is not allowed for this repository"]])
    assert.deepStrictEqual(yield* told, [])
  })

  const free = testOn(ForgeSimulator.layerHttpClient(seedOf({ protection: {} })))

  free("is refused for what can be merged at once", function* () {
    const { setStatus } = yield* Simulator
    assert.deepStrictEqual(yield* refused(2), [["UNPROCESSABLE", "Pull request Pull request is in clean status"]])
    yield* setStatus("acme/web", "ci", "pending", { ref: "count" })
    assert.deepStrictEqual(yield* refused(2), [["UNPROCESSABLE", "Pull request Pull request is in unstable status"]])
    yield* ask(`PUT ${pulls}/2/merge`)
    assert.deepStrictEqual(yield* refused(3), [["UNPROCESSABLE", "Pull request Pull request is in dirty status"]])
  })

  const restricted = testOn(
    ForgeSimulator.layerHttpClient(
      seedOf({ protection: { main: { required_checks: ["ci"], restrictions: { users: ["rev"] } } } })
    )
  )

  restricted("is for those who may push to the base", function* () {
    assert.deepStrictEqual(yield* refused(2), [
      ["UNPROCESSABLE", "Pull request User is not authorized for this protected branch"]
    ])
    yield* enable(2, {}, "rev")
  })

  test("is disabled by hand, by closing and by a draft", function* () {
    const { close } = yield* Simulator
    const disabled = refusedTo("disablePullRequestAutoMerge")
    assert.deepStrictEqual(yield* disabled(2), [["UNPROCESSABLE", "Pull request Auto merge is not enabled"]])
    assert.deepStrictEqual(yield* disabled(5), [["UNPROCESSABLE", "Can't disable auto-merge for this pull request."]])
    yield* enable(2)
    assert.deepStrictEqual(yield* disabled(2, {}, "red"), [
      ["FORBIDDEN", "red does not have the correct permissions to execute `DisablePullRequestAutoMerge`"]
    ])
    assert.deepStrictEqual(yield* disabled(2, {}, "rev"), [])
    assert.strictEqual(dig(yield* pull(2), "autoMergeRequest"), null)
    yield* enable(2)
    const id = dig(yield* pull(2), "id")
    yield* data(
      "mutation M($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { clientMutationId } }",
      {
        id
      }
    )
    yield* data(
      "mutation M($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }",
      { id }
    )
    assert.strictEqual(dig(yield* pull(2), "autoMergeRequest"), null)
    yield* enable(2)
    yield* close("acme/web", 2, { by: "octo" })
    assert.strictEqual(dig(yield* rest(2), "auto_merge"), null)
    const why = (yield* told).flatMap(([action, login, reason]) =>
      action === "auto_merge_disabled" ? [[login, reason]] : []
    )
    assert.deepStrictEqual(why, [
      ["rev", "It was disabled by hand."],
      ["octo", "The pull request was converted to a draft."],
      ["octo", "The pull request was closed."]
    ])
    const events = (yield* eventsOf(2)).filter((each) => each.startsWith("auto_merge"))
    assert.deepStrictEqual(events, [
      "auto_merge_enabled octo",
      "auto_merge_disabled rev",
      "auto_merge_enabled octo",
      "auto_merge_disabled octo",
      "auto_merge_enabled octo",
      "auto_merge_disabled octo"
    ])
    const items = yield* data(`{ repository(owner: "acme", name: "web") { pullRequest(number: 2) {
      timelineItems(first: 20, itemTypes: [AUTO_MERGE_DISABLED_EVENT]) {
        nodes { ... on AutoMergeDisabledEvent { disabler { login } reason reasonCode } } } } } }`)
    assert.deepStrictEqual(
      dig(items, "repository", "pullRequest", "timelineItems", "nodes"),
      why.map(([login, reason]) => ({ disabler: { login }, reason, reasonCode: null }))
    )
  })

  const forked = testOn(
    ForgeSimulator.layerHttpClient(
      seedOf({
        branches: { other: { files: { "other.txt": "o\n" } } },
        pulls: [{ title: "Foreign", number: 2, user: "ada", head: "patch", files: { "p.txt": "p\n" } }]
      })
    )
  )

  forked("is disabled by those without write access who push, or change the base", function* () {
    const { push } = yield* Simulator
    const made = yield* ask(`POST ${pulls}`, {
      token: "ada",
      body: { title: "From a fork", head: "ada:patch", base: "main" }
    })
    const number = Number(dig(made.json, "number"))
    yield* enable(number)
    yield* push("ada/web", { "more.txt": "m\n" }, { branch: "patch", by: "ada" })
    assert.strictEqual(dig(yield* pull(number), "autoMergeRequest"), null)
    yield* enable(number)
    yield* ask(`PATCH ${pulls}/${number}`, { token: "ada", body: { base: "other" } })
    assert.strictEqual(dig(yield* pull(number), "autoMergeRequest"), null)
    assert.deepStrictEqual(
      (yield* told).filter(([action]) => action === "auto_merge_disabled"),
      [
        ["auto_merge_disabled", "ada", "Somebody without write access has pushed to the head branch."],
        ["auto_merge_disabled", "ada", "Somebody without write access has changed the base branch."]
      ]
    )
    // Those with write access keep it.
    yield* enable(2)
    yield* push("acme/web", { "q.txt": "q\n" }, { branch: "patch", by: "octo" })
    assert.deepNestedInclude(yield* pull(2), { "autoMergeRequest.enabledBy.login": "octo" })
  })

  test("is in a seed, with its texts", function* () {
    const { setStatus, toSeed } = yield* Simulator
    yield* enable(2, { authorEmail: "o@example.org" })
    const wire = yield* rest(2)
    assert.deepInclude(dig(wire, "auto_merge"), {
      commit_title: "Merge pull request #2 from acme/count",
      commit_message: "Count better"
    })
    const seed = yield* toSeed
    const merged = yield* Effect.gen(function* () {
      const again = yield* Simulator
      assert.deepStrictEqual(yield* again.toSeed, seed)
      yield* again.setStatus("acme/web", "ci", "success", { ref: "count" })
      return (yield* again.repository("acme/web")).pulls.find(({ number }) => number === 2)?.merged
    }).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seed)))
    assert.isTrue(merged)
    yield* setStatus("acme/web", "ci", "pending", { ref: "count" })
    assert.deepInclude(yield* pull(2), { state: "OPEN" })
  })
})
