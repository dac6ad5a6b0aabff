import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../pulls/support.ts"
import { dig, layer, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

describe("comments", () => {
  test("are fetched alone", function* () {
    const ids = dig((yield* ask(`GET ${repo}/issues/1/comments`)).json, "*", "id")
    const { headers, json } = yield* ask(`GET ${repo}/issues/comments/${String(dig(ids, 1))}`)
    expect(json).toMatchObject({ body: "No", user: { login: "ada" }, author_association: "NONE" })
    expect(headers["last-modified"]).toBeDefined()
    expect((yield* ask(`GET ${repo}/issues/comments/77`)).status).toBe(404)
  })

  test("of all issues are listed", function* () {
    yield* ask(`POST ${repo}/issues/3/comments`, { body: { body: "Later" } })
    const bodies = (query: string) =>
      Effect.map(ask(`GET ${repo}/issues/comments${query}`), ({ json }) => dig(json, "*", "body"))
    expect(yield* bodies("")).toEqual(["Yes", "No", "Later"])
    expect(yield* bodies("?sort=updated&direction=desc")).toEqual(["Later", "No", "Yes"])
    expect(yield* bodies("?per_page=1&page=2")).toEqual(["No"])
    expect(yield* bodies("?since=2100-01-01T00:00:00Z")).toEqual([])
    expect((yield* ask(`GET ${repo}/issues/comments?since=soon`)).status).toBe(422)
  })
})

describe("labels", () => {
  test("are fetched alone, whatever the case of their names", function* () {
    expect((yield* ask(`GET ${repo}/labels/BUG`)).json).toMatchObject({ name: "bug", color: "d73a4a", default: true })
    expect((yield* ask(`GET ${repo}/labels/none`)).status).toBe(404)
  })

  test("of an issue are listed in pages, replaced and removed", function* () {
    const at = `${repo}/issues/2/labels`
    const { headers, json } = yield* ask(`GET ${at}?per_page=1`)
    expect(dig(json, "*", "name")).toEqual(["bug"])
    expect(headers["link"]).toContain('rel="next"')
    const replaced = yield* ask(`PUT ${at}`, { body: { labels: ["ui", "new"] } })
    expect(dig(replaced.json, "*", "name")).toEqual(["ui", "new"])
    expect(dig((yield* ask(`PUT ${at}`, { body: ["bug"] })).json, "*", "name")).toEqual(["bug"])
    expect((yield* ask(`PUT ${at}`, { body: { labels: [""] } })).status).toBe(422)
    expect((yield* ask(`DELETE ${at}`)).status).toBe(204)
    expect((yield* ask(`GET ${at}`)).json).toEqual([])
    expect((yield* ask(`DELETE ${at}`, { token: "ada" })).status).toBe(403)
    expect((yield* ask(`PUT ${repo}/issues/9/labels`, { body: [] })).status).toBe(404)
  })
})

describe("milestones", () => {
  test("are fetched alone, and list the labels of their issues", function* () {
    expect((yield* ask(`GET ${repo}/milestones/1`)).json).toMatchObject({ title: "v1", open_issues: 1 })
    expect((yield* ask(`GET ${repo}/milestones/2`)).status).toBe(404)
    expect(dig((yield* ask(`GET ${repo}/milestones/1/labels`)).json, "*", "name")).toEqual(["bug", "ui"])
    expect((yield* ask(`GET ${repo}/milestones/2/labels`)).status).toBe(404)
  })
})

describe("assignees", () => {
  test("are those with a role in the repository", function* () {
    expect(dig((yield* ask(`GET ${repo}/assignees`)).json, "*", "login")).toEqual(["acme", "octo", "tri"])
    expect((yield* ask(`GET ${repo}/assignees/octo`)).status).toBe(204)
    expect((yield* ask(`GET ${repo}/assignees/ada`)).status).toBe(404)
    expect((yield* send(`GET ${repo}/issues/1/assignees/octo`)).status).toBe(204)
    expect((yield* send(`GET ${repo}/issues/1/assignees/ada`)).status).toBe(404)
  })
})

describe("the issues of the signed-in user", () => {
  const everywhere = ForgeSimulator.layerHttpClient({
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: ["octo"],
        issues: [{ title: "A", assignees: ["octo"], labels: ["bug"] }]
      },
      {
        owner: "acme",
        name: "app",
        collaborators: ["octo"],
        issues: [
          { title: "B", user: "octo" },
          { title: "C", assignees: ["octo"] }
        ]
      },
      { owner: "zoo", name: "ape", issues: [{ title: "D", user: "octo" }] }
    ],
    tokens: { [ForgeSimulator.token]: "octo" }
  })

  testOn(everywhere).each([
    ["", ["C", "A"]],
    ["?filter=created", ["B"]],
    ["?filter=all&direction=asc", ["B", "A", "C"]],
    ["?labels=bug", ["A"]],
    ["?state=closed", []]
  ] as const)("are listed by %s", function* ([query, titles]) {
    const { json } = yield* ask(`GET /issues${query}`)
    expect([...(dig(json, "*", "title") as ReadonlyArray<string>)].sort()).toEqual([...titles].sort())
  })

  testOn(everywhere)("name their repositories, and are for nobody else", function* () {
    expect(dig((yield* ask("GET /issues?labels=bug")).json, 0, "repository", "full_name")).toBe("acme/web")
    expect((yield* ask("GET /issues", { token: null })).status).toBe(401)
  })
})

describe("authors", () => {
  const org = ForgeSimulator.layerHttpClient({
    organizations: [{ login: "org", members: { mem: { public: true }, hid: "member" } }],
    repositories: [
      {
        owner: "org",
        name: "web",
        collaborators: ["col"],
        files: { a: "a" },
        commits: [{ files: { b: "b" }, author: "con" }],
        issues: ["mem", "hid", "col", "con", "non"].map((user) => ({ title: user, user }))
      }
    ],
    tokens: { mem: "mem", con: "con" }
  })

  testOn(org)("are told how they belong to the repository", function* () {
    const seenBy = (token: string) =>
      Effect.map(ask("GET /repos/org/web/issues?direction=asc", { token }), ({ json }) =>
        dig(json, "*", "author_association")
      )
    expect(yield* seenBy("mem")).toEqual(["MEMBER", "MEMBER", "COLLABORATOR", "CONTRIBUTOR", "NONE"])
    expect(yield* seenBy("con")).toEqual(["MEMBER", "NONE", "COLLABORATOR", "CONTRIBUTOR", "NONE"])
  })
})
