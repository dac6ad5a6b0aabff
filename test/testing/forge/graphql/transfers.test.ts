/** Issues that move to other repositories, which only GraphQL does. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { decoded, exampleOf, missing } from "../events/payloads.ts"
import { dig, send } from "../support.ts"
import { data, errors } from "./support.ts"

const hooks = [{ url: "https://bot.example", events: ["issues"], secret: "rain" }]

const test = testOn(
  ForgeSimulator.layerHttpClient({
    users: ["ada"],
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { writer: "write", rev: "write" },
        issues: [
          {
            title: "It rains in",
            labels: ["wet", "roof"],
            milestone: "v1",
            assignees: ["writer", "rev"],
            comments: [{ id: 77, body: "Yes" }],
            events: [{ event: "pinned", actor: "acme" }]
          },
          { title: "The other" }
        ],
        pulls: [{ title: "P", number: 9, head: "p", files: { p: "" } }],
        hooks
      },
      {
        owner: "acme",
        name: "app",
        collaborators: { writer: "write" },
        labels: [{ name: "Wet", color: "0000ff" }],
        milestones: ["v0", "v1"],
        issues: [{ title: "First" }],
        hooks
      },
      {
        owner: "acme",
        name: "hidden",
        private: true,
        collaborators: { writer: "write" },
        issues: [{ title: "Secret" }]
      },
      { owner: "acme", name: "mute", has_issues: false },
      { owner: "ada", name: "other", collaborators: { acme: "write" } }
    ],
    tokens: { [ForgeSimulator.token]: "acme", writer: "writer", rev: "rev" }
  })
)

const idOf = (name: string, field = "") =>
  Effect.map(
    data(`{ repository(owner: "${name.split("/")[0]}", name: "${name.split("/")[1]}") { id ${field} } }`),
    (found) => String(dig(found, "repository", ...(field === "" ? [] : ["node"]), "id"))
  )

const issueId = (name: string, number: number) => idOf(name, `node: issue(number: ${number}) { id }`)

const mutation = `mutation M($input: TransferIssueInput!) { transferIssue(input: $input) { issue {
  number url title labels(first: 9) { nodes { name } } milestone { number } assignees(first: 9) { nodes { login } }
  isPinned comments(first: 9) { nodes { databaseId } } repository { nameWithOwner }
  timelineItems(first: 9, itemTypes: [TRANSFERRED_EVENT]) { nodes { ... on TransferredEvent {
    actor { login } fromRepository { name } issue { number }
  } } }
} } }`

const transfer = Effect.fnUntraced(function* (to: string, input: object = {}) {
  return { input: { issueId: yield* issueId("acme/web", 1), repositoryId: yield* idOf(to), ...input } }
})

describe("a transfer", () => {
  test("takes along what the other repository has, too", function* () {
    const { deliveries } = yield* ForgeSimulator.ForgeSimulator
    const moved = yield* data(mutation, yield* transfer("acme/app"), { token: "writer" })
    expect(dig(moved, "transferIssue", "issue")).toEqual({
      number: 2,
      url: "https://github.com/acme/app/issues/2",
      title: "It rains in",
      labels: { nodes: [{ name: "Wet" }] },
      milestone: { number: 2 },
      assignees: { nodes: [{ login: "writer" }] },
      isPinned: false,
      comments: { nodes: [{ databaseId: 77 }] },
      repository: { nameWithOwner: "acme/app" },
      timelineItems: { nodes: [{ actor: { login: "writer" }, fromRepository: { name: "web" }, issue: { number: 2 } }] }
    })
    const sent = yield* deliveries
    expect(sent.map(({ event }) => event)).toEqual(["issues.transferred", "issues.opened"])
    expect(sent.map(({ body }) => body)).toMatchObject([
      {
        repository: { name: "web" },
        issue: { number: 1 },
        changes: { new_issue: { number: 2 }, new_repository: { name: "app" } }
      },
      {
        repository: { name: "app" },
        issue: { number: 2 },
        changes: { old_issue: { number: 1 }, old_repository: { name: "web" } }
      }
    ])
    for (const { body, event } of sent) {
      const wire = JSON.parse(JSON.stringify(body)) as object
      const [name = "", action] = (event ?? "").split(".")
      expect(decoded(name, wire).payload).not.toBe(wire)
      expect(missing(wire, exampleOf(name, action))).toEqual([])
    }
  })

  test("is redirected to, from all paths, and after another one, in a new state, too", function* () {
    const { reset, toSeed } = yield* ForgeSimulator.ForgeSimulator
    yield* send("POST /repos/acme/web/issues/1/comments", { body: { body: "See #2" } })
    const { json: first } = yield* send("GET /repos/acme/web/issues/1")
    const blocking = { body: { issue_id: dig(first, "id") } }
    yield* send("POST /repos/acme/web/issues/2/dependencies/blocked_by", blocking)
    yield* data(mutation, yield* transfer("acme/app", { createLabelsIfMissing: true }))
    const second = { input: { issueId: yield* issueId("acme/app", 2), repositoryId: yield* idOf("acme/web") } }
    const back = yield* data(mutation, second)
    // Its numbers here are not given away again.
    expect(dig(back, "transferIssue", "issue")).toMatchObject({
      number: 10,
      labels: { nodes: [{ name: "wet" }, { name: "roof" }] }
    })
    yield* reset(yield* toSeed)
    for (const [path, to] of [
      ["web/issues/1", "10"],
      ["app/issues/2/comments?page=1", "10/comments?page=1"]
    ] as const) {
      const reply = yield* send(`GET /repos/acme/${path}`)
      expect([reply.status, reply.headers["location"]]).toEqual([
        301,
        expect.stringMatching(`/issues/${to.replace("?", "\\?")}$`)
      ])
    }
    const edited = yield* send("PATCH /repos/acme/app/issues/2", { body: { title: "X" } })
    expect([edited.status, edited.headers["location"]]).toEqual([307, expect.stringContaining("/issues/10")])
    expect((yield* send("GET /repos/acme/web/issues/comments/77")).json).toMatchObject({ body: "Yes" })
    // What mentions it follows, too.
    const { json: blockers } = yield* send("GET /repos/acme/web/issues/2/dependencies/blocked_by")
    expect(blockers).toMatchObject([{ number: 10 }])
    const { json: events } = yield* send("GET /repos/acme/web/issues/2/timeline")
    expect(events).toMatchObject([
      { event: "cross-referenced", source: { issue: { number: 10 } } },
      { event: "blocked_by_added" }
    ])
    const moved = yield* data(mutation, {
      input: { issueId: yield* issueId("acme/web", 10), repositoryId: yield* idOf("acme/hidden") }
    })
    expect(dig(moved, "transferIssue", "issue", "number")).toBe(2)
    expect((yield* send("GET /repos/acme/web/issues/1", { token: "rev" })).status).toBe(404)
  })

  test("is refused to other owners, to the public, and without access", function* () {
    const refused = Effect.fnUntraced(function* (to: string, token?: string) {
      return yield* errors(mutation, yield* transfer(to), token === undefined ? {} : { token })
    })
    expect(yield* refused("ada/other")).toEqual([
      [
        "UNPROCESSABLE",
        "Issues can only be transferred between repositories owned by the same user or organization account."
      ]
    ])
    expect(yield* refused("acme/web")).toEqual([["UNPROCESSABLE", "The issue is in this repository already."]])
    expect(yield* refused("acme/mute")).toEqual([["UNPROCESSABLE", "The repository takes no issues."]])
    expect(yield* refused("acme/app", "rev")).toEqual([
      ["FORBIDDEN", "rev does not have the correct permissions to execute `TransferIssue`"]
    ])
    const secret = { input: { issueId: yield* issueId("acme/hidden", 1), repositoryId: yield* idOf("acme/app") } }
    expect(yield* errors(mutation, secret)).toEqual([
      ["UNPROCESSABLE", "Issues cannot be transferred from a private repository to a public repository."]
    ])
  })
})
