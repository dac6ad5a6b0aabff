import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { errors } from "../graphql/support.ts"
import { dig, type Reply, send as sent } from "../support.ts"

const path = ".github/workflows/ci.yml"

const bot = { login: "builder[bot]", installation: 70 }

const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# Web\n", [path]: "on: push\n" },
      branches: { bare: { files: { [path]: null, a: "a\n" } }, other: { files: { [path]: "on: pull_request\n" } } }
    },
    { owner: "acme", name: "origin", files: { "README.md": "# Origin\n" } },
    { owner: "me", name: "fork", fork_of: "acme/origin" }
  ],
  apps: [
    {
      slug: "builder",
      public_key: "unused",
      installations: [
        { account: "acme", id: 70 },
        { account: "me", id: 71 }
      ]
    }
  ],
  tokens: {
    all: "acme",
    repo: { login: "acme", scopes: ["repo"] },
    gho_repo: { login: "me", scopes: ["repo"] },
    gho_workflow: { login: "me", scopes: ["repo", "workflow"] },
    workflow: { login: "acme", scopes: ["repo", "workflow"] },
    fine: { login: "acme", permissions: { contents: "write" } },
    reading: { login: "acme", permissions: { contents: "write", workflows: "read" } },
    whole: { login: "acme", permissions: { contents: "write", workflows: "write" } },
    app: { ...bot, permissions: { contents: "write" } },
    able: { ...bot, permissions: { contents: "write", workflows: "write" } },
    forker: { ...bot, installation: 71, permissions: { contents: "write" } }
  }
}

const test = testOn(ForgeSimulator.layerHttpClient(seed))

/** With a token that may do all, unless it is given. */
const send: typeof sent = (wire, options) => sent(wire, { token: "all", ...options })

const repo = "/repos/acme/web"

const ends = ({ json, status }: Reply) => (status < 300 ? status : [status, dig(json, "message")])

const missing = [404, "Not Found"]

const notByPerson = [403, "Resource not accessible by personal access token"]

const notByApp = [403, "Resource not accessible by integration"]

const tokens = ["repo", "fine", "reading", "app", "workflow", "whole", "able", "all"]

const refusals = [missing, notByPerson, notByPerson, notByApp]

/** What comes of the same requests by each token. Those that succeed are told by their status. */
const each = (wire: (token: string) => string, body: (token: string) => unknown) =>
  Effect.forEach(tokens, (token) => Effect.map(send(wire(token), { token, body: body(token) }), ends))

const text = (content: string) => ({ message: "Work", content: btoa(content) })

describe("a file of a workflow", () => {
  test("is written by tokens that may write workflows", function* () {
    const file = (name: string) => (token: string) => `PUT ${repo}/contents/${name}${token}.yml`
    expect(yield* each(file(".github/workflows/"), text)).toEqual([...refusals, 201, 201, 201, 201])
    // Beside them, all of these tokens write files.
    expect(yield* each(file(".github/"), text)).toEqual(tokens.map(() => 201))
  })

  test("is written by all if a branch has it, and deleted by all", function* () {
    const found = yield* send(`GET ${repo}/contents/${path}`)
    const sha = dig(found.json, "sha")
    const put = (content: string, branch: string, body: object = {}) =>
      Effect.map(
        send(`PUT ${repo}/contents/${path}`, { token: "app", body: { ...text(content), branch, ...body } }),
        ends
      )
    expect(yield* put("on: fork\n", "bare")).toEqual(notByApp)
    expect(yield* put("on: fork\n", "main", { sha })).toEqual(notByApp)
    expect(yield* put("on: pull_request\n", "bare")).toBe(201)
    const body = { message: "Away", sha }
    expect(ends(yield* send(`DELETE ${repo}/contents/${path}`, { token: "app", body }))).toBe(200)
  })

  test("is in trees of tokens that may write workflows", function* () {
    const tree = (token: string) => ({
      base_tree: "main",
      tree: [{ path: `.github/workflows/${token}.yml`, mode: "100644", type: "blob", content: token }]
    })
    const wire = () => `POST ${repo}/git/trees`
    expect(yield* each(wire, tree)).toEqual([...refusals, 201, 201, 201, 201])
    // What the base has is not written by them.
    const beside = { base_tree: "other", tree: [{ path: "b", mode: "100644", type: "blob", content: "b" }] }
    expect(yield* each(wire, () => beside)).toEqual(tokens.map(() => 201))
  })

  test("comes to a branch by the ref", function* () {
    const made = yield* send(`POST ${repo}/git/trees`, {
      body: { base_tree: "main", tree: [{ path, mode: "100644", type: "blob", content: "on: fork\n" }] }
    })
    const main = yield* send(`GET ${repo}/git/ref/heads/main`)
    const old = dig(main.json, "object", "sha")
    const commit = yield* send(`POST ${repo}/git/commits`, {
      body: { message: "Work", tree: dig(made.json, "sha"), parents: [old] }
    })
    const sha = dig(commit.json, "sha")
    const ref = (token: string) => ({ ref: `refs/heads/by-${token}`, sha })
    const wire = () => `POST ${repo}/git/refs`
    // A branch of the same commits needs nothing.
    expect(yield* each(wire, (token) => ({ ref: `refs/heads/same-${token}`, sha: old }))).toEqual(tokens.map(() => 201))
    const update = (token: string) =>
      Effect.map(send(`PATCH ${repo}/git/refs/heads/same-${token}`, { token, body: { sha } }), ends)
    expect(yield* Effect.forEach(["repo", "fine", "app"], update)).toEqual([missing, notByPerson, notByApp])
    expect((yield* each(wire, ref)).slice(0, 5)).toEqual([...refusals, 201])
    // Now a branch has it.
    expect(yield* Effect.forEach(["repo", "fine", "app"], update)).toEqual([200, 200, 200])
  })

  test("is committed by GraphQL as by REST", function* () {
    const head = dig((yield* send(`GET ${repo}/git/ref/heads/main`)).json, "object", "sha")
    const commit = (token: string) =>
      errors(
        "mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }",
        {
          input: {
            branch: { repositoryNameWithOwner: "acme/web", branchName: "main" },
            expectedHeadOid: head,
            message: { headline: "Work" },
            fileChanges: { additions: [{ path, contents: btoa("on: fork\n") }] }
          }
        },
        { token }
      )
    const types = Effect.map(Effect.forEach(["repo", "fine", "app"], commit), (all) =>
      all.map((few) => few.map(([type]) => type))
    )
    expect(yield* types).toEqual([["FORBIDDEN"], ["FORBIDDEN"], ["FORBIDDEN"]])
    expect(dig((yield* send(`GET ${repo}/git/ref/heads/main`)).json, "object", "sha")).toBe(head)
    expect(yield* commit("workflow")).toEqual([])
  })

  test("keeps a release from commits that differ from the default branch", function* () {
    const release = (target: string) => (token: string) => ({
      tag_name: `${target}-${token}`,
      target_commitish: target
    })
    const wire = () => `POST ${repo}/releases`
    expect(yield* each(wire, release("other"))).toEqual([...refusals, 201, 201, 201, 201])
    expect(yield* each(wire, release("main"))).toEqual(tokens.map(() => 201))
    expect(yield* each(wire, release("bare"))).toEqual(tokens.map(() => 201))
    // The tag is there already.
    const body = { tag_name: "there", target_commitish: "other" }
    const sha = dig((yield* send(`GET ${repo}/git/ref/heads/other`)).json, "object", "sha")
    yield* send(`POST ${repo}/git/refs`, { body: { ref: "refs/tags/there", sha } })
    expect(ends(yield* send(wire(), { token: "repo", body }))).toBe(201)
  })

  test("keeps a fork from following its origin, which says why", function* () {
    yield* send(`PUT /repos/acme/origin/contents/${path}`, { body: text("on: push\n") })
    const sync = (token: string) =>
      Effect.map(send("POST /repos/me/fork/merge-upstream", { token, body: { branch: "main" } }), ends)
    const what = `to create or update workflow \`${path}\` without`
    expect(yield* sync("gho_repo")).toEqual([422, `refusing to allow an OAuth App ${what} \`workflow\` scope`])
    expect(yield* sync("forker")).toEqual([422, `refusing to allow a GitHub App ${what} \`workflows\` permission`])
    expect(yield* sync("gho_workflow")).toBe(200)
  })
})
