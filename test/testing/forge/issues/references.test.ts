/** Texts that name issues and people, and what the timelines of these say of it: by REST and by GraphQL. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { data } from "../graphql/support.ts"
import { ask } from "../pulls/support.ts"
import { dig, type Options } from "../support.ts"

const repository = (
  name: string,
  more: Partial<ForgeSimulator.RepositorySeed> = {}
): ForgeSimulator.RepositorySeed => ({
  owner: "acme",
  name,
  collaborators: { octo: "admin", rev: "write" },
  files: { "README.md": "# Web" },
  issues: [{ title: "First", user: "octo" }, { title: "Second" }],
  ...more
})

const layer = ForgeSimulator.layerHttpClient({
  users: ["octo", "ada", "rev", "eve"].map((login) => ({ login })),
  organizations: [{ login: "acme", members: { octo: "admin" }, teams: [{ name: "Core", members: ["rev"] }] }],
  repositories: [
    repository("web", { pulls: [{ title: "Fix", head: "fix", user: "octo", files: { a: "a" } }] }),
    repository("api"),
    repository("secret", { private: true })
  ],
  tokens: { [ForgeSimulator.token]: "octo", ada: "ada", eve: "eve", rev: "rev" }
})

const test = testOn(layer)

const open = (repo: string, body: string, options: Options = {}) =>
  Effect.map(ask(`POST /repos/acme/${repo}/issues`, { ...options, body: { title: "New", body } }), ({ json }) =>
    Number(dig(json, "number"))
  )

const comment = (body: string, on = 2, options: Options = {}) =>
  ask(`POST /repos/acme/web/issues/${on}/comments`, { ...options, body: { body } })

const timeline = (of: number, options: Options = {}) =>
  Effect.map(ask(`GET /repos/acme/web/issues/${of}/timeline`, options), ({ json }) => json)

/** What mentions an issue: `owner/name#number`. */
const sources = (of: number, options: Options = {}) =>
  Effect.map(timeline(of, options), (json) =>
    (Array.isArray(json) ? json : []).flatMap((each: unknown) =>
      dig(each, "event") === "cross-referenced"
        ? [
            `${String(dig(each, "source", "issue", "repository", "full_name"))}#${String(dig(each, "source", "issue", "number"))}`
          ]
        : []
    )
  )

/** The events of an issue, each with who is named for it. */
const named = (of: number, options: Options = {}) =>
  Effect.map(timeline(of, options), (json) =>
    (Array.isArray(json) ? json : []).map((each: unknown) => [dig(each, "event"), dig(each, "actor", "login")])
  )

describe("an issue that a text names", () => {
  const forms: ReadonlyArray<readonly [text: string, repo: string, isNamed: boolean]> = [
    ["See #1", "web", true],
    ["See GH-1.", "web", true],
    ["(acme/web#1)", "api", true],
    ["https://github.com/acme/web/issues/1", "api", true],
    ["https://github.com/acme/web/pull/1!", "api", true],
    ["See #1", "api", false],
    ["See `#1`", "web", false],
    ["```\n#1\n```", "web", false],
    ["~~~\n#1", "web", false],
    ["```ts\n#2\n```\n#1", "web", true],
    ["x#1, #1x, ##1, /#1", "web", false],
    ["https://example.com/acme/web/issues/1", "api", false],
    ["https://github.com/acme/web/issues/10", "api", false]
  ]
  test.each(forms)("is told of it, as in %s of %s: %s", function* ([text, repo, isNamed]) {
    const number = yield* open(repo, text)
    expect(yield* sources(1)).toEqual(isNamed ? [`acme/${repo}#${number}`] : [])
  })

  test("is told once of each issue, by whichever text, and not of itself", function* () {
    yield* comment("#1 and #1")
    yield* comment("Again, #1, of #2")
    yield* comment("I am #1", 1)
    yield* ask("PATCH /repos/acme/web/pulls/3", { body: { body: "For #1" } })
    yield* ask("POST /repos/acme/web/pulls/3/reviews", {
      token: "rev",
      body: { event: "COMMENT", body: "Not #2", comments: [{ path: "a", line: 1, body: "Nor acme/api#1" }] }
    })
    expect(yield* sources(1)).toEqual(["acme/web#2", "acme/web#3"])
    expect(yield* sources(2)).toEqual(["acme/web#3"])
  })

  test("is told of a review when it is submitted", function* () {
    const draft = yield* ask("POST /repos/acme/web/pulls/3/reviews", { token: "rev", body: { body: "See #1" } })
    expect(yield* sources(1, { token: "rev" })).toEqual([])
    const review = `/repos/acme/web/pulls/3/reviews/${Number(dig(draft.json, "id"))}`
    yield* ask(`POST ${review}/events`, { token: "rev", body: { event: "COMMENT" } })
    expect(yield* sources(1)).toEqual(["acme/web#3"])
  })

  test("is told what an edited text adds", function* () {
    const { json } = yield* comment("Nothing")
    yield* ask(`PATCH /repos/acme/web/issues/comments/${Number(dig(json, "id"))}`, { body: { body: "See #1" } })
    expect(yield* sources(1)).toEqual(["acme/web#2"])
  })

  test("hides what is in a private repository from those who do not see it", function* () {
    const number = yield* open("secret", "acme/web#1")
    expect(yield* sources(1)).toEqual([`acme/secret#${number}`])
    expect(yield* sources(1, { token: "ada" })).toEqual([])
    const hidden = yield* data(items(1, "CROSS_REFERENCED_EVENT"), {}, { token: "ada" })
    expect(dig(hidden, "repository", "node", "timelineItems", "totalCount")).toBe(0)
  })

  test("is not told by those who do not see it", function* () {
    yield* comment("acme/secret#1", 2, { token: "eve" })
    const secret = "GET /repos/acme/secret/issues/1/timeline"
    expect((yield* ask(secret)).json).toEqual([])
    yield* comment("acme/secret#1", 2)
    expect(dig((yield* ask(secret)).json, "*", "event")).toEqual(["cross-referenced"])
  })

  test("tells it in its timeline alone, and forgets what is deleted", function* () {
    yield* comment("See #1")
    expect((yield* ask("GET /repos/acme/web/issues/1/events")).json).toEqual([])
    expect((yield* ask("GET /repos/acme/web/issues/events")).json).toEqual([])
    yield* ask("PATCH /repos/acme/api", { body: { name: "core" } })
    yield* comment("acme/api#1 is acme/core#1")
    expect(dig((yield* ask("GET /repos/acme/core/issues/1/timeline")).json, "*", "event")).toEqual(["cross-referenced"])
    yield* open("core", "acme/web#1")
    yield* ask("DELETE /repos/acme/core")
    expect(yield* sources(1)).toEqual(["acme/web#2"])
  })
})

describe("a user whom a text mentions", () => {
  test("is mentioned in its timeline, and subscribed once", function* () {
    yield* comment("@ada and @Rev, look")
    yield* comment("@ada?")
    yield* comment("Yes", 2, { token: "eve" })
    yield* comment("@eve!")
    expect(yield* named(2)).toEqual(
      [
        ["commented", "octo"],
        ["mentioned", "ada"],
        ["subscribed", "ada"],
        ["mentioned", "rev"],
        ["subscribed", "rev"],
        ["commented", "octo"],
        ["mentioned", "ada"],
        ["commented", "eve"],
        ["commented", "octo"],
        ["mentioned", "eve"]
      ].toSorted(([a], [b]) => Number(b === "commented") - Number(a === "commented"))
    )
    const { json } = yield* ask("GET /repos/acme/web/issues/2/events")
    expect(dig(json, 0)).toMatchObject({ event: "mentioned", actor: { login: "ada" }, commit_id: null })
  })

  test("is somebody else, a user, outside of code, who sees the repository", function* () {
    yield* comment("@octo @acme @nobody `@ada` a@ada.org @acme/core @ada/x")
    yield* ask("POST /repos/acme/secret/issues/1/comments", { body: { body: "@ada @rev" } })
    expect(yield* named(2)).toEqual([["commented", "octo"]])
    const { json } = yield* ask("GET /repos/acme/secret/issues/1/events")
    expect(dig(json, "*", "actor", "login")).toEqual(["rev", "rev"])
  })

  test("is also one of the first text, before whom the labels come", function* () {
    const made = yield* ask("POST /repos/acme/web/issues", { body: { title: "New", body: "@ada", labels: ["a"] } })
    expect(yield* named(Number(dig(made.json, "number")))).toEqual([
      ["labeled", "octo"],
      ["mentioned", "ada"],
      ["subscribed", "ada"]
    ])
  })
})

const put = (repo: string, message: string, branch = "main", path = "b", options: Options = {}) =>
  Effect.map(
    ask(`PUT /repos/acme/${repo}/contents/${path}`, { ...options, body: { message, content: "", branch } }),
    ({ json }) => String(dig(json, "commit", "sha"))
  )

describe("a commit that names an issue", () => {
  test("stands in its timeline and its events, once, and closes it from the default branch", function* () {
    yield* ask("POST /repos/acme/web/git/refs", {
      body: {
        ref: "refs/heads/topic",
        sha: dig((yield* ask("GET /repos/acme/web/git/ref/heads/main")).json, "object", "sha")
      }
    })
    const sha = yield* put("web", "Fixes #1", "topic")
    const reference = { event: "referenced", commit_id: sha, actor: { login: "octo" } }
    expect(yield* timeline(1)).toMatchObject([reference])
    yield* ask("PATCH /repos/acme/web/git/refs/heads/main", { body: { sha } })
    const closed = { event: "closed", commit_id: sha, commit_url: expect.stringContaining(sha) as unknown }
    expect((yield* ask("GET /repos/acme/web/issues/1/events")).json).toMatchObject([reference, closed])
    const [found] = yield* nodes(1, "CLOSED_EVENT")
    expect(found).toMatchObject({ closer: { __typename: "Commit", oid: sha }, stateReason: "COMPLETED" })
  })

  test("is named with its own repository, for those who see it", function* () {
    const [api, secret] = [yield* put("api", "acme/web#1"), yield* put("secret", "See acme/web#1")]
    const { json } = yield* ask("GET /repos/acme/web/issues/1/events")
    expect(dig(json, "*", "commit_url")).toEqual([
      `https://api.github.com/repos/acme/api/commits/${api}`,
      `https://api.github.com/repos/acme/secret/commits/${secret}`
    ])
    const seen = yield* ask("GET /repos/acme/web/issues/1/events", { token: "ada" })
    expect(dig(seen.json, "*", "commit_id")).toEqual([api])
    expect(yield* nodes(1, "REFERENCED_EVENT")).toMatchObject([
      { commit: { oid: api }, commitRepository: { name: "api" }, isCrossRepository: true, isDirectReference: true },
      { commit: { oid: secret }, commitRepository: { name: "secret" } }
    ])
  })

  test("is not news to the pull request that it belongs to", function* () {
    yield* put("web", "For #3 and #2", "fix")
    yield* ask("PUT /repos/acme/web/pulls/3/merge", { body: { merge_method: "squash" } })
    expect(yield* named(3)).not.toContainEqual(["referenced", "octo"])
    expect(dig(yield* timeline(2), "*", "event")).toEqual(["referenced", "referenced"])
  })
})

const items = (number: number, types = "", args = "first: 50") => `{ repository(owner: "acme", name: "web") {
  node: issueOrPullRequest(number: ${number}) {
    ... on Issue { timelineItems(${args}${types === "" ? "" : `, itemTypes: [${types}]`}) { ...counts nodes { ...fields } } }
    ... on PullRequest { timelineItems(${args}${types === "" ? "" : `, itemTypes: [${types}]`}) { ...pullCounts nodes { ...fields } } }
  }
} }
fragment counts on IssueTimelineItemsConnection { totalCount filteredCount pageCount updatedAt }
fragment pullCounts on PullRequestTimelineItemsConnection { totalCount filteredCount pageCount updatedAt }
fragment fields on Node {
  __typename id
  ... on ClosedEvent { stateReason closer { __typename ... on Commit { oid } ... on PullRequest { number } } url }
  ... on ReferencedEvent { commit { oid } commitRepository { name } isCrossRepository isDirectReference actor { login } }
  ... on CrossReferencedEvent {
    willCloseTarget isCrossRepository referencedAt url actor { login }
    source { __typename ... on Issue { number } ... on PullRequest { number } }
    target { __typename ... on Issue { number } ... on PullRequest { number } }
  }
  ... on MentionedEvent { actor { login } databaseId }
}`

const nodes = (number: number, types = "") =>
  Effect.map(data(items(number, types)), (found) => {
    const all = dig(found, "repository", "node", "timelineItems", "nodes")
    return Array.isArray(all) ? (all as ReadonlyArray<unknown>) : []
  })

describe("GraphQL", () => {
  test("has the mentions of pull requests, and whether they close what they mention", function* () {
    yield* ask("PATCH /repos/acme/web/pulls/3", { body: { body: "Fixes #1, not #2" } })
    const [first] = yield* nodes(1)
    expect(first).toMatchObject({
      __typename: "CrossReferencedEvent",
      actor: { login: "octo" },
      isCrossRepository: false,
      source: { __typename: "PullRequest", number: 3 },
      target: { __typename: "Issue", number: 1 },
      willCloseTarget: true,
      url: "https://github.com/acme/web/pull/3"
    })
    expect(yield* nodes(2)).toMatchObject([{ willCloseTarget: false }])
    yield* ask("PUT /repos/acme/web/pulls/3/merge", { body: {} })
    expect(yield* nodes(1, "CLOSED_EVENT")).toMatchObject([{ closer: { __typename: "PullRequest", number: 3 } }])
    expect((yield* ask("GET /repos/acme/web/issues/1/events")).json).toMatchObject([
      { event: "closed", commit_id: null }
    ])
  })

  test("finds an event by the id that REST writes", function* () {
    yield* comment("@ada, see #1")
    const id = dig((yield* ask("GET /repos/acme/web/issues/2/events")).json, 0, "node_id")
    const query = "query ($id: ID!) { node(id: $id) { __typename ... on MentionedEvent { id actor { login } } } }"
    const node = dig(yield* data(query, { id }), "node")
    expect(node).toEqual({ __typename: "MentionedEvent", id, actor: { login: "ada" } })
  })

  test("counts an issue's open pull requests that close it, of other repositories, too", function* () {
    const head = yield* ask("GET /repos/acme/api/git/ref/heads/main")
    yield* ask("POST /repos/acme/api/git/refs", { body: { ref: "refs/heads/x", sha: dig(head.json, "object", "sha") } })
    yield* put("api", "Change", "x")
    const body = { title: "Other", head: "x", base: "main", body: "Closes acme/web#1" }
    yield* ask("POST /repos/acme/api/pulls", { body })
    yield* ask("PATCH /repos/acme/web/pulls/3", { body: { body: "Fixes #1" } })
    const closing = (args: string) => `{ repository(owner: "acme", name: "web") { issue(number: 1) {
      closedByPullRequestsReferences(first: 9${args}) { nodes { number repository { name } } }
    } } }`
    const numbers = (args = "") =>
      Effect.map(data(closing(args)), (found) =>
        dig(found, "repository", "issue", "closedByPullRequestsReferences", "nodes", "*", "repository", "name")
      )
    expect(yield* numbers()).toEqual(["web", "api"])
    yield* ask("PATCH /repos/acme/web/pulls/3", { body: { state: "closed" } })
    expect(yield* numbers()).toEqual(["api"])
    expect(yield* numbers(", includeClosedPrs: true")).toEqual(["web", "api"])
    expect(yield* numbers(", includeClosedPrs: true, orderByState: true")).toEqual(["api", "web"])
    expect(yield* numbers(", userLinkedOnly: true")).toEqual([])
  })
})
