/** Branches that are linked to issues, as `gh issue develop` makes them. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { data, errors } from "./support.ts"

const test = testOn(
  ForgeSimulator.layerHttpClient({
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { reader: "read" },
        files: { "README.md": "# Web" },
        issues: [
          { title: "It rains in, again!", number: 1 },
          { title: "Two", number: 2 }
        ]
      },
      { owner: "acme", name: "tools", files: { a: "a" } }
    ],
    tokens: { [ForgeSimulator.token]: "acme", reader: "reader" }
  })
)

const issue = Effect.map(
  data(`{ repository(owner: "acme", name: "web") { defaultBranchRef { target { oid } } issue(number: 1) {
    id state closedByPullRequestsReferences(first: 9) { nodes { number } }
    linkedBranches(first: 9) { totalCount nodes { id ref { name repository { name } } } } } } }`),
  (found) => dig(found, "repository")
)

const creating = `mutation M($input: CreateLinkedBranchInput!) { createLinkedBranch(input: $input) {
  issue { number } linkedBranch { id ref { name } } } }`

const create = Effect.fnUntraced(function* (input: object = {}) {
  const found = yield* issue
  return {
    input: { issueId: dig(found, "issue", "id"), oid: dig(found, "defaultBranchRef", "target", "oid"), ...input }
  }
})

const linked = Effect.map(issue, (found) => dig(found, "issue", "linkedBranches", "nodes", "*", "ref", "name"))

describe("a linked branch", () => {
  test("is made on a commit, under a name of its issue or another one, and in another repository", function* () {
    const usual = dig(yield* data(creating, yield* create()), "createLinkedBranch")
    expect(usual).toMatchObject({ issue: { number: 1 }, linkedBranch: { ref: { name: "1-it-rains-in-again" } } })
    yield* data(creating, yield* create({ name: "dry" }))
    const { json: tools } = yield* send("GET /repos/acme/tools")
    const { json: ref } = yield* send("GET /repos/acme/tools/git/ref/heads/main")
    const elsewhere = { repositoryId: dig(tools, "node_id"), name: "pump", oid: dig(ref, "object", "sha") }
    yield* data(creating, yield* create(elsewhere))
    expect(dig(yield* issue, "issue", "linkedBranches")).toMatchObject({
      totalCount: 3,
      nodes: [{}, { ref: { name: "dry" } }, { ref: { name: "pump", repository: { name: "tools" } } }]
    })
    expect(yield* errors(creating, yield* create({ name: "dry" }))).toEqual([
      ["UNPROCESSABLE", "Reference already exists"]
    ])
    const mine = yield* errors(creating, yield* create({ name: "mine" }), { token: "reader" })
    expect(mine[0]?.[0]).toBe("FORBIDDEN")
  })

  test("follows its name, is unlinked, and is gone with its branch", function* () {
    const { reset, toSeed } = yield* ForgeSimulator.ForgeSimulator
    for (const name of ["one", "two", "three"]) yield* data(creating, yield* create({ name }))
    yield* send("POST /repos/acme/web/branches/one/rename", { body: { new_name: "uno" } })
    yield* send("DELETE /repos/acme/web/git/refs/heads/three")
    yield* reset(yield* toSeed)
    expect(yield* linked).toEqual(["uno", "two"])
    const id = dig(yield* issue, "issue", "linkedBranches", "nodes", 1, "id")
    const deleting = `mutation ($id: ID!) { deleteLinkedBranch(input: { linkedBranchId: $id }) { issue { number } } }`
    expect((yield* errors(deleting, { id }, { token: "reader" }))[0]?.[0]).toBe("FORBIDDEN")
    expect(yield* data(deleting, { id })).toEqual({ deleteLinkedBranch: { issue: { number: 1 } } })
    expect(yield* linked).toEqual(["uno"])
    expect((yield* send("GET /repos/acme/web/branches/two")).status).toBe(200)
    expect((yield* errors(deleting, { id }))[0]?.[0]).toBe("NOT_FOUND")
  })

  test("closes its issue by the pull request from it", function* () {
    const { merge, push } = yield* ForgeSimulator.ForgeSimulator
    yield* data(creating, yield* create({ name: "dry" }))
    yield* push("acme/web", { roof: "tight" }, { branch: "dry" })
    const body = { title: "Dry", head: "dry", base: "main", body: "Fixes #2" }
    const { json: pull } = yield* send("POST /repos/acme/web/pulls", { body })
    const number = Number(dig(pull, "number"))
    expect(dig(yield* issue, "issue", "closedByPullRequestsReferences", "nodes")).toEqual([{ number }])
    const { json: found } = yield* send("GET /search/issues?q=repo:acme/web+is:issue+linked:pr")
    expect(dig(found, "total_count")).toBe(2)
    yield* merge("acme/web", number)
    expect(dig(yield* issue, "issue", "state")).toBe("CLOSED")
    expect((yield* send("GET /repos/acme/web/issues/2")).json).toMatchObject({ state: "closed" })
  })
})
