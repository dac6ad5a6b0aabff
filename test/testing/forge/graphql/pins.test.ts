/** What only GraphQL does to issues: it pins and deletes them. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { ask, data, errors } from "./support.ts"

const test = testOn(
  ForgeSimulator.layerHttpClient({
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { reader: "read", writer: "write", boss: "admin" },
        files: { "docs/SECURITY.md": "Tell us." },
        issues: [
          { title: "A" },
          { title: "B", events: [{ event: "pinned", actor: "writer" }] },
          { title: "C" },
          { title: "D" },
          { title: "E", events: ["pinned", "unpinned"].map((event) => ({ event, actor: "acme" })) }
        ],
        pulls: [{ title: "F", head: "f", files: { f: "f" } }],
        hooks: [{ url: "https://bot.example", events: ["issues"] }]
      },
      { owner: "acme", name: "bare" }
    ],
    tokens: { [ForgeSimulator.token]: "acme", reader: "reader", writer: "writer", boss: "boss" }
  })
)

const web = 'repository(owner: "acme", name: "web")'

const idOf = (number: number, field = "issue") =>
  Effect.map(data(`{ ${web} { node: ${field}(number: ${number}) { id } } }`), (found) =>
    String(dig(found, "repository", "node", "id"))
  )

const mutate = (name: string, selection = "clientMutationId") =>
  `mutation ($id: ID!) { ${name}(input: { issueId: $id }) { ${selection} } }`

const pinned = Effect.map(
  data(`{ ${web} { pinnedIssues(first: 3) { totalCount nodes { issue { title isPinned } pinnedBy { login } } } } }`),
  (found) => dig(found, "repository", "pinnedIssues")
)

describe("pinned issues", () => {
  test("are three at most, in the order in which they were pinned", function* () {
    const { deliveries, settled } = yield* ForgeSimulator.ForgeSimulator
    for (const number of [4, 1]) {
      const id = yield* idOf(number)
      const made = yield* data(mutate("pinIssue", "issue { isPinned }"), { id }, { token: "boss" })
      expect(made).toEqual({ pinIssue: { issue: { isPinned: true } } })
    }
    expect(yield* pinned).toEqual({
      totalCount: 3,
      nodes: [
        ["B", "writer"],
        ["D", "boss"],
        ["A", "boss"]
      ].map(([title, login]) => ({ issue: { title, isPinned: true }, pinnedBy: { login } }))
    })
    const third = yield* idOf(3)
    expect(yield* errors(mutate("pinIssue"), { id: third })).toEqual([
      ["UNPROCESSABLE", "Maximum 3 pinned issues per repository"]
    ])
    // One that is pinned stays where it is.
    yield* data(mutate("pinIssue"), { id: yield* idOf(2) })
    yield* data(mutate("unpinIssue"), { id: yield* idOf(2) }, { token: "writer" })
    yield* data(mutate("unpinIssue"), { id: yield* idOf(2) })
    yield* data(mutate("pinIssue"), { id: third })
    expect(dig(yield* pinned, "nodes", "*", "issue", "title")).toEqual(["D", "A", "C"])
    const events = yield* send("GET /repos/acme/web/issues/2/events")
    expect(dig(events.json, "*", "event")).toEqual(["pinned", "unpinned"])
    yield* settled
    expect((yield* deliveries).map(({ event }) => event)).toEqual([
      "issues.pinned",
      "issues.pinned",
      "issues.unpinned",
      "issues.pinned"
    ])
  })

  test("have ids while they are pinned", function* () {
    const found = yield* data(`{ ${web} { pinnedIssues(first: 1) { nodes { id databaseId repository { name } } } } }`)
    const id = dig(found, "repository", "pinnedIssues", "nodes", 0, "id")
    const node = "query ($id: ID!) { node(id: $id) { ... on PinnedIssue { issue { title } } } }"
    expect(yield* data(node, { id })).toEqual({ node: { issue: { title: "B" } } })
    yield* data(mutate("unpinIssue"), { id: yield* idOf(2) })
    expect(dig(yield* ask(node, { id }), "errors", 0, "type")).toBe("NOT_FOUND")
  })

  test("are pinned by those who may write, and are not pull requests", function* () {
    const id = yield* idOf(1)
    for (const name of ["pinIssue", "unpinIssue"]) {
      const [error] = yield* errors(mutate(name), { id }, { token: "reader" })
      expect(error?.[0]).toBe("FORBIDDEN")
      const [other] = yield* errors(mutate(name), { id: yield* idOf(6, "pullRequest") })
      expect(other?.[0]).toBe("NOT_FOUND")
    }
    expect(dig(yield* pinned, "totalCount")).toBe(1)
  })
})

describe("an issue", () => {
  test("is deleted by administrators, and gone then", function* () {
    const { deliveries, settled } = yield* ForgeSimulator.ForgeSimulator
    const id = yield* idOf(2)
    for (const token of ["reader", "writer"]) {
      expect((yield* errors(mutate("deleteIssue"), { id }, { token }))[0]?.[0]).toBe("FORBIDDEN")
    }
    const left = yield* data(mutate("deleteIssue", "repository { nameWithOwner }"), { id }, { token: "boss" })
    expect(left).toEqual({ deleteIssue: { repository: { nameWithOwner: "acme/web" } } })
    expect((yield* send("GET /repos/acme/web/issues/2")).status).toBe(410)
    expect(yield* pinned).toEqual({ totalCount: 0, nodes: [] })
    expect((yield* errors(mutate("deleteIssue"), { id }))[0]?.[0]).toBe("NOT_FOUND")
    yield* settled
    expect((yield* deliveries).map(({ event }) => event)).toEqual(["issues.deleted"])
  })
})

test("a repository has a policy for its security where it has a file of one", function* () {
  const fields = "isSecurityPolicyEnabled securityPolicyUrl"
  const found = yield* data(`{ ${web} { ${fields} } bare: repository(owner: "acme", name: "bare") { ${fields} } }`)
  expect(found).toEqual({
    repository: { isSecurityPolicyEnabled: true, securityPolicyUrl: "https://github.com/acme/web/security/policy" },
    bare: { isSecurityPolicyEnabled: false, securityPolicyUrl: null }
  })
})

test("the viewer has an address for commits, if they may write", function* () {
  const query = `{ ${web} { viewerDefaultCommitEmail viewerPossibleCommitEmails } }`
  const emailOf = (token: string) => Effect.map(data(query, {}, { token }), (found) => dig(found, "repository"))
  const { json } = yield* send("GET /user", { token: "writer" })
  const email = `${String(dig(json, "id"))}+writer@users.noreply.github.com`
  expect(yield* emailOf("writer")).toEqual({
    viewerDefaultCommitEmail: email,
    viewerPossibleCommitEmails: [email]
  })
  expect(dig(yield* emailOf("reader"), "viewerPossibleCommitEmails")).toBe(null)
})
