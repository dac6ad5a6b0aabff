/** Threads of reviews and hidden comments, which only GraphQL changes. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { data, errors } from "./support.ts"

const rules = {
  required_status_checks: null,
  enforce_admins: true,
  required_pull_request_reviews: null,
  restrictions: null,
  required_conversation_resolution: true
}

const seed: ForgeSimulator.Seed = {
  tokens: { [ForgeSimulator.token]: "octo", a: "ada", e: "eve" },
  repositories: [
    {
      owner: "octo",
      name: "web",
      collaborators: { ada: "write", eve: "read" },
      files: { a: "1\n2\n3\n" },
      pulls: [
        {
          title: "Fix",
          head: "fix",
          user: "octo",
          files: { a: "1\n2\n4\n" },
          comments: [{ body: "Spam", user: "eve" }],
          reviews: [{ user: "ada", state: "COMMENTED", body: "Hm" }],
          review_comments: [
            { id: 71, path: "a", line: 3, body: "Why?", user: "ada" },
            { id: 72, path: "a", line: 3, body: "So", user: "octo", in_reply_to: 71 }
          ]
        }
      ]
    }
  ]
}

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const pull = "/repos/octo/web/pulls/1"

const thread = "id isResolved isCollapsed resolvedBy { login } viewerCanResolve viewerCanUnresolve"

const threads = (selection = thread, token?: string) =>
  Effect.map(
    data(
      `{ repository(owner: "octo", name: "web") { pullRequest(number: 1) { id reviewThreads(first: 9) { nodes { ${selection} } } } } }`,
      {},
      token === undefined ? {} : { token }
    ),
    (found) => dig(found, "repository", "pullRequest", "reviewThreads", "nodes")
  )

const first = (nodes: unknown): unknown => (Array.isArray(nodes) ? (nodes as ReadonlyArray<unknown>)[0] : undefined)

const document = (name: string, selection: string) =>
  `mutation M($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`

const act = (name: string, input: object, selection: string, token?: string) =>
  Effect.map(data(document(name, selection), { input }, token === undefined ? {} : { token }), (found) =>
    dig(found, name)
  )

describe("threads of reviews", () => {
  test("are resolved by those who may write, and by the author", function* () {
    const threadId = dig(first(yield* threads()), "id")
    expect(yield* threads()).toMatchObject([{ isResolved: false, viewerCanResolve: true, viewerCanUnresolve: false }])
    const resolved = yield* act("resolveReviewThread", { threadId }, `thread { ${thread} }`, "a")
    expect(dig(resolved, "thread")).toEqual({
      id: threadId,
      isResolved: true,
      isCollapsed: true,
      resolvedBy: { login: "ada" },
      viewerCanResolve: false,
      viewerCanUnresolve: true
    })
    // It stays who has resolved it first.
    yield* act("resolveReviewThread", { threadId }, "thread { id }")
    expect(dig(first(yield* threads()), "resolvedBy", "login")).toBe("ada")
    expect(
      yield* errors(document("unresolveReviewThread", "clientMutationId"), { input: { threadId } }, { token: "e" })
    ).toEqual([["FORBIDDEN", "eve does not have the correct permissions to execute `UnresolveReviewThread`"]])
    yield* act("unresolveReviewThread", { threadId }, "thread { id }")
    expect(yield* threads()).toMatchObject([{ isResolved: false, resolvedBy: null }])
  })

  test("hold a merge back until they are resolved, if the base demands it", function* () {
    yield* send("PUT /repos/octo/web/branches/main/protection", { body: rules })
    const refused = yield* send(`PUT ${pull}/merge`, { body: {} })
    expect([refused.status, dig(refused.json, "message")]).toEqual([
      405,
      "A conversation must be resolved before this pull request can be merged."
    ])
    yield* send(`GET ${pull}`)
    expect(dig((yield* send(`GET ${pull}`)).json, "mergeable_state")).toBe("blocked")
    yield* act("resolveReviewThread", { threadId: dig(first(yield* threads()), "id") }, "thread { id }")
    expect(dig((yield* send(`GET ${pull}`)).json, "mergeable_state")).toBe("clean")
    expect((yield* send(`PUT ${pull}/merge`, { body: {} })).status).toBe(200)
  })

  test("tell a hook when they are resolved", function* () {
    yield* send("POST /repos/octo/web/hooks", {
      body: { config: { url: "https://hooks.example" }, events: ["pull_request_review_thread"] }
    })
    const threadId = dig(first(yield* threads()), "id")
    yield* act("resolveReviewThread", { threadId }, "thread { id }")
    yield* act("unresolveReviewThread", { threadId }, "thread { id }")
    const hook = dig((yield* send("GET /repos/octo/web/hooks")).json, "0", "id")
    const listed = yield* send(`GET /repos/octo/web/hooks/${String(hook)}/deliveries`)
    expect(dig(listed.json, "*", "action")).toEqual(["unresolved", "resolved", null])
    const id = dig(listed.json, "0", "id")
    const { json } = yield* send(`GET /repos/octo/web/hooks/${String(hook)}/deliveries/${String(id)}`)
    expect(dig(json, "request", "payload", "thread")).toMatchObject({
      node_id: threadId,
      comments: [{ id: 71 }, { id: 72 }]
    })
  })

  test("are added to the pending review, which is begun if there is none", function* () {
    const found = yield* data(`{ repository(owner: "octo", name: "web") { pullRequest(number: 1) { id } } }`)
    const pullRequestId = dig(found, "repository", "pullRequest", "id")
    const selection =
      "thread { id line startLine comments(first: 9) { nodes { body state pullRequestReview { id } } } }"
    const one = yield* act("addPullRequestReviewThread", { pullRequestId, path: "a", line: 3, body: "One" }, selection)
    expect(dig(one, "thread")).toMatchObject({
      line: 3,
      startLine: null,
      comments: { nodes: [{ body: "One", state: "PENDING" }] }
    })
    const review = dig(one, "thread", "comments", "nodes", "0", "pullRequestReview", "id")
    const two = yield* act(
      "addPullRequestReviewThread",
      { pullRequestId, path: "a", startLine: 2, line: 3, body: "Two" },
      selection
    )
    expect(dig(two, "thread")).toMatchObject({
      startLine: 2,
      comments: { nodes: [{ pullRequestReview: { id: review } }] }
    })
    const file = yield* act(
      "addPullRequestReviewThread",
      { pullRequestReviewId: review, path: "a", subjectType: "FILE", body: "All" },
      "thread { subjectType line }"
    )
    expect(dig(file, "thread")).toMatchObject({ subjectType: "FILE", line: null })
    const threadId = dig(first(yield* threads()), "id")
    const replied = yield* act(
      "addPullRequestReviewThreadReply",
      { pullRequestReviewId: review, pullRequestReviewThreadId: threadId, body: "Later" },
      "comment { state replyTo { fullDatabaseId } }"
    )
    expect(dig(replied, "comment")).toEqual({ state: "PENDING", replyTo: { fullDatabaseId: "71" } })
    // Nobody else sees them before the review is submitted.
    expect(yield* threads("id", "a")).toHaveLength(1)
    yield* act("submitPullRequestReview", { pullRequestReviewId: review, event: "COMMENT" }, "pullRequestReview { id }")
    expect(yield* threads("id", "a")).toHaveLength(4)
    const now = yield* act(
      "addPullRequestReviewThreadReply",
      { pullRequestReviewThreadId: threadId, body: "Now" },
      "comment { state }",
      "a"
    )
    expect(dig(now, "comment", "state")).toBe("SUBMITTED")
    const lost = { pullRequestId, path: "a", line: 99, body: "Where" }
    expect(yield* errors(document("addPullRequestReviewThread", "clientMutationId"), { input: lost })).toMatchObject([
      ["UNPROCESSABLE", expect.stringContaining("Line could not be resolved")]
    ])
  })
})

describe("hidden comments", () => {
  const fields = "isMinimized minimizedReason"
  const subjects = Effect.map(
    data(`{ repository(owner: "octo", name: "web") { pullRequest(number: 1) {
      comments(first: 1) { nodes { id ${fields} } }
      reviews(first: 1) { nodes { id ${fields} } }
      reviewThreads(first: 1) { nodes { comments(first: 1) { nodes { id ${fields} } } } }
    } } }`),
    (found) => {
      const of = (...path: ReadonlyArray<string>) => dig(found, "repository", "pullRequest", ...path)
      return [
        of("comments", "nodes", "0"),
        of("reviews", "nodes", "0"),
        of("reviewThreads", "nodes", "0", "comments", "nodes", "0")
      ]
    }
  )

  test("of each kind have the reason in the service's words", function* () {
    const before = yield* send(`GET ${pull}`)
    for (const each of yield* subjects) {
      expect(each).toMatchObject({ isMinimized: false, minimizedReason: null })
      const input = { subjectId: dig(each, "id"), classifier: "OFF_TOPIC" }
      const hidden = yield* act("minimizeComment", input, `minimizedComment { ${fields} viewerCanMinimize }`)
      expect(dig(hidden, "minimizedComment")).toEqual({
        isMinimized: true,
        minimizedReason: "off-topic",
        viewerCanMinimize: true
      })
    }
    const { json } = yield* send("GET /repos/octo/web/issues/1/comments")
    expect(dig(json, "0", "minimized")).toEqual({ reason: "off-topic" })
    for (const each of yield* subjects) {
      expect(each).toMatchObject({ isMinimized: true })
      yield* act("unminimizeComment", { subjectId: dig(each, "id") }, `unminimizedComment { ${fields} }`)
    }
    for (const each of yield* subjects) expect(each).toMatchObject({ isMinimized: false, minimizedReason: null })
    expect(dig((yield* send(`GET ${pull}`)).json, "updated_at")).toBe(dig(before.json, "updated_at"))
  })

  test("are hidden by those who may write", function* () {
    const input = { subjectId: dig((yield* subjects)[0], "id"), classifier: "SPAM" }
    expect(yield* errors(document("minimizeComment", "clientMutationId"), { input }, { token: "e" })).toEqual([
      ["FORBIDDEN", "eve does not have the correct permissions to execute `MinimizeComment`"]
    ])
    yield* act("minimizeComment", input, "clientMutationId", "a")
    expect((yield* subjects)[0]).toMatchObject({ minimizedReason: "spam" })
  })
})
