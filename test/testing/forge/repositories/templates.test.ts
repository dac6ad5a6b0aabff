/** Repositories that are made from templates, by REST and by GraphQL. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { violations } from "../description.ts"
import { data, errors } from "../graphql/support.ts"
import { dig, type Options, send } from "../support.ts"

const template = {
  settings: { is_template: true },
  files: { "a.txt": "a\n" },
  branches: { next: { files: { b: "b" } } }
}

const test = testOn(
  ForgeSimulator.layerHttpClient({
    organizations: [{ login: "club", members: { ada: "admin" } }],
    repositories: [
      { owner: "acme", name: "starter", ...template, default_branch: "trunk" },
      { owner: "acme", name: "hidden", private: true, ...template },
      { owner: "acme", name: "empty", settings: { is_template: true } },
      { owner: "acme", name: "plain", files: { "a.txt": "a\n" } }
    ],
    tokens: { [ForgeSimulator.token]: "ada", acme: "acme", narrow: { login: "ada", scopes: ["gist"] } }
  })
)

const described = "/repos/{template_owner}/{template_repo}/generate"

const generate = Effect.fnUntraced(function* (name: string, body: object, options: Options = {}) {
  const reply = yield* send(`POST /repos/acme/${name}/generate`, { ...options, body })
  // The description has nothing but success.
  const found = reply.status === 201 ? violations("POST", described, 201, reply.json) : []
  expect(found).toEqual([])
  return reply
})

const messageOf = (json: unknown): unknown => dig(json, "errors", 0, "message") ?? dig(json, "message")

describe("a repository from a template", () => {
  test("begins with the files of the default branch, in a commit of its own", function* () {
    const { file, repository, seed, toSeed } = yield* ForgeSimulator.ForgeSimulator
    const { headers, json, status } = yield* generate("starter", { name: "made", description: "Mine" })
    expect([status, headers["location"]]).toEqual([201, "https://api.github.com/repos/ada/made"])
    expect(json).toMatchObject({
      full_name: "ada/made",
      description: "Mine",
      default_branch: "trunk",
      private: false,
      fork: false,
      is_template: false,
      template_repository: { full_name: "acme/starter" }
    })
    expect(Object.keys((yield* repository("ada/made")).branches)).toEqual(["trunk"])
    expect(yield* file("ada/made", "a.txt")).toEqual(yield* file("acme/starter", "a.txt"))
    const commits = yield* send("GET /repos/ada/made/commits")
    expect(dig(commits.json, "*", "commit", "message")).toEqual(["Initial commit"])
    expect(dig(commits.json, 0, "author", "login")).toBe("ada")
    const exported = yield* toSeed
    const again = yield* Effect.provide(send("GET /repos/ada/made"), ForgeSimulator.layerHttpClient(exported))
    expect(dig(again.json, "template_repository", "full_name")).toBe("acme/starter")
    yield* seed({ repositories: [{ owner: "ada", name: "copy", made_from: "acme/starter" }] })
    const copy = yield* send("GET /repos/ada/copy")
    expect(dig(copy.json, "template_repository", "full_name")).toBe("acme/starter")
  })

  test("has all branches on request, and may belong to an organization", function* () {
    const { repository } = yield* ForgeSimulator.ForgeSimulator
    const body = { name: "made", owner: "club", include_all_branches: true, private: true }
    expect(yield* generate("starter", body)).toMatchObject({
      status: 201,
      json: { full_name: "club/made", private: true }
    })
    expect(Object.keys((yield* repository("club/made")).branches).sort()).toEqual(["next", "trunk"])
    expect((yield* generate("empty", { name: "empty" })).status).toBe(201)
    expect((yield* repository("ada/empty")).branches).toEqual({})
  })

  test("does not show a template that is hidden", function* () {
    yield* generate("hidden", { name: "made" }, { token: "acme" })
    const shown = Effect.map(send("GET /repos/acme/made"), ({ json }) => dig(json, "template_repository"))
    expect(yield* shown).toBe(undefined)
    const query = '{ repository(owner: "acme", name: "made") { templateRepository { name } } }'
    expect(yield* data(query)).toEqual({ repository: { templateRepository: null } })
    expect(yield* data(query, {}, { token: "acme" })).toEqual({
      repository: { templateRepository: { name: "hidden" } }
    })
  })

  test("is refused where REST refuses a new one", function* () {
    yield* generate("starter", { name: "taken" })
    const refusals = yield* Effect.forEach(
      [
        generate("plain", { name: "x" }),
        generate("starter", {}),
        generate("starter", { name: "taken" }),
        generate("starter", { name: "x", owner: "acme" }),
        generate("hidden", { name: "x" }),
        generate("starter", { name: "x" }, { token: "narrow" }),
        generate("starter", { name: "x" }, { token: null })
      ],
      Effect.map(({ json, status }) => [status, messageOf(json)])
    )
    expect(refusals).toEqual([
      [422, "The repository is not a template."],
      [422, expect.stringContaining("name")],
      [422, "name already exists on this account"],
      [422, "acme cannot own the new repository."],
      [404, "Not Found"],
      [404, "Not Found"],
      [401, "Requires authentication"]
    ])
    expect((yield* send("GET /repos/ada/x")).status).toBe(404)
  })

  test("is made by GraphQL, too", function* () {
    const found = yield* data('{ viewer { id } repository(owner: "acme", name: "starter") { id } }')
    const ids = { ownerId: dig(found, "viewer", "id"), repositoryId: dig(found, "repository", "id") }
    const mutation = (selection: string) =>
      `mutation ($input: CloneTemplateRepositoryInput!) { cloneTemplateRepository(input: $input) { ${selection} } }`
    const fields =
      'repository { nameWithOwner isPrivate templateRepository { name } refs(refPrefix: "refs/heads/", first: 5) { totalCount } }'
    const input = { ...ids, name: "made", visibility: "PRIVATE", includeAllBranches: true }
    expect(yield* data(mutation(fields), { input })).toEqual({
      cloneTemplateRepository: {
        repository: {
          nameWithOwner: "ada/made",
          isPrivate: true,
          templateRepository: { name: "starter" },
          refs: { totalCount: 2 }
        }
      }
    })
    expect(yield* errors(mutation("clientMutationId"), { input })).toEqual([
      ["UNPROCESSABLE", "name already exists on this account"]
    ])
    const [refused] = yield* errors(
      mutation("clientMutationId"),
      { input: { ...input, name: "y" } },
      { token: "narrow" }
    )
    expect(refused?.[0]).toBe("INSUFFICIENT_SCOPES")
  })
})
