import { describe, expect } from "@effect/vitest"
import * as Stream from "effect/Stream"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as Search from "../../../../src/forge/Search.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../pulls/support.ts"
import { dig } from "../support.ts"
import { issues, layer, refused, seed } from "./organized.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const web = { owner: "acme", repo: "web" }

const typeOf = (json: unknown) => dig(json, "type", "name")

describe("the types of issues", () => {
  test("are Task, Bug and Feature in an organization that does not say otherwise", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.seed({ organizations: [{ login: "plain", members: { octo: "member" } }] })
    const { json } = yield* ask("GET /orgs/plain/issue-types")
    expect(dig(json, "*", "name")).toEqual(["Task", "Bug", "Feature"])
    expect(dig(json, "*", "color")).toEqual(["yellow", "red", "blue"])
  })

  test("are listed for members, and for nobody else", function* () {
    const { json } = yield* ask("GET /orgs/acme/issue-types")
    expect(dig(json, "*", "name")).toEqual(["Bug", "Epic", "Old"])
    expect(dig(json, "*", "is_enabled")).toEqual([true, true, false])
    expect(dig(json, 0)).toMatchObject({ id: 21, description: "It breaks", color: "red" })
    expect((yield* ask("GET /orgs/acme/issue-types", { token: "ada" })).status).toBe(404)
    expect((yield* ask("GET /orgs/octo/issue-types")).status).toBe(404)
  })

  test("are part of issues where the owner defines some", function* () {
    const { json } = yield* ask(`GET ${issues}/1`)
    expect(dig(json, "type")).toMatchObject({ id: 21, name: "Bug", color: "red", is_enabled: true })
    expect(dig((yield* ask(`GET ${issues}/3`)).json, "type")).toBeNull()
    expect(typeOf((yield* ask("GET /repos/plain/web/issues/1")).json)).toBe("Feature")
    expect((yield* ask("GET /repos/octo/own/issues/1")).json).not.toHaveProperty("type")
    const listed = yield* ask(`GET ${issues}?direction=asc`)
    expect(dig(listed.json, "*", "type", "name")).toEqual(["Bug", "Epic", null, null])
  })

  testOn(ForgeSimulator.layer(seed))("are set and removed by our client", function* () {
    const made = yield* Issues.create({ ...web, title: "New", type: "epic" })
    expect(made.type).toMatchObject({ name: "Epic", description: null, color: null })
    const issue = { ...web, issue_number: made.number }
    const reasons = { rationale: "It breaks", confidence: "high" } as const
    expect((yield* Issues.update({ ...issue, type: { value: "Bug", ...reasons } })).type?.name).toBe("Bug")
    expect((yield* Issues.update({ ...issue, title: "Newer" })).type?.name).toBe("Bug")
    expect((yield* Issues.update({ ...issue, type: null })).type).toBeNull()
    yield* Issues.update({ ...issue, type: "Bug" })
    expect((yield* Issues.update({ ...issue, type: { value: null } })).type).toBeNull()
  })

  test("are only suggested with `suggest`, and stay as they are", function* () {
    const { json } = yield* ask(`PATCH ${issues}/1`, { body: { type: { value: "Epic", suggest: true }, title: "E" } })
    expect([typeOf(json), dig(json, "title")]).toEqual(["Bug", "E"])
  })

  test("are set by those who may triage, and ignored otherwise", function* () {
    const body = { title: "New", type: "Bug" }
    expect(typeOf((yield* ask(`POST ${issues}`, { token: "tri", body })).json)).toBe("Bug")
    const ignored = yield* ask(`POST ${issues}`, { token: "ada", body: { title: "Mine", type: "Unheard of" } })
    expect([ignored.status, dig(ignored.json, "type")]).toEqual([201, null])
    const own = `${issues}/${String(dig(ignored.json, "number"))}`
    const edited = yield* ask(`PATCH ${own}`, { token: "ada", body: { title: "Ours", type: "Bug" } })
    expect(edited.json).toMatchObject({ title: "Ours", type: null })
  })

  test("are refused where nobody defines them, and nothing changes", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const before = yield* simulator.snapshot
    for (const [path, type] of [
      [`POST ${issues}`, "Unheard of"],
      [`PATCH ${issues}/1`, "Feature"],
      [`PATCH ${issues}/1`, "Old"],
      // A pull request has no type.
      [`PATCH ${issues}/4`, "Bug"],
      ["POST /repos/octo/own/issues", "Bug"]
    ] as const) {
      const { json, status } = yield* ask(path, { body: { title: "New", labels: ["new"], type } })
      expect([path, type, status]).toEqual([path, type, 422])
      expect(json).toMatchObject(refused("type", { value: type }))
    }
    const malformed = yield* ask(`PATCH ${issues}/1`, { body: { type: 5 } })
    expect(dig(malformed.json, "message")).toBe("Invalid request.\n\nFor 'properties/type', 5 is not a string.")
    expect(yield* simulator.snapshot).toEqual(before)
  })

  test("stay with an issue when its repository comes to an owner who defines the same", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.rename("acme/web", "plain/site")
    const at = "/repos/plain/site/issues"
    expect(typeOf((yield* ask(`GET ${at}/1`)).json)).toBe("Bug")
    expect(dig((yield* ask(`GET ${at}/2`)).json, "type")).toBeNull()
    const listed = yield* ask(`GET ${at}?type=none&direction=asc`)
    expect(dig(listed.json, "*", "number")).toEqual([2, 3, 4])
    const [moved] = (yield* simulator.repository("plain/site")).issues
    expect(moved?.issue_field_values).toEqual({})
  })

  test("are lost with an issue that becomes a pull request", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.seed({
      repositories: [{ owner: "acme", name: "web", branches: { topic: { files: { a: "a" } } } }]
    })
    yield* simulator.as("octo", "POST /repos/acme/web/pulls", { issue: 1, head: "topic", base: "main" })
    const [issue] = (yield* simulator.repository("acme/web")).issues
    expect(issue).toMatchObject({ is_pull_request: true, type: null, issue_field_values: {} })
  })
})

describe("finding issues by type", () => {
  test.each([
    ["type=Bug", [1]],
    ["type=EPIC", [2]],
    ["type=Old", []],
    ["type=*", [1, 2]],
    ["type=none", [3, 4]],
    ["type=", [1, 2, 3, 4]],
    ["type=Bug&labels=unheard", []]
  ] as const)("lists %s", function* ([query, expected]) {
    const { json } = yield* ask(`GET ${issues}?direction=asc&${query}`)
    expect(dig(json, "*", "number")).toEqual(expected)
  })

  testOn(ForgeSimulator.layer(seed))("follows changes", function* () {
    const of = (type: string) =>
      Issues.list({ ...web, type }).pipe(
        Stream.map((issue) => issue.number),
        Stream.runCollect
      )
    expect(yield* of("Bug")).toEqual([1])
    yield* Issues.update({ ...web, issue_number: 3, type: "Bug" })
    yield* Issues.update({ ...web, issue_number: 1, type: "Epic" })
    expect(yield* of("Bug")).toEqual([3])
    expect(yield* of("Epic")).toEqual([2, 1])
  })

  test("refuses a type that nobody defines", function* () {
    const { json, status } = yield* ask(`GET ${issues}?type=Feature`)
    expect(status).toBe(422)
    expect(json).toMatchObject(refused("type", { value: "Feature" }))
    expect((yield* ask("GET /repos/octo/own/issues?type=Bug")).status).toBe(422)
  })

  testOn(ForgeSimulator.layer(seed)).each([
    ["repo:acme/web type:bug", [1]],
    ["repo:acme/web type:bug,Epic", [1, 2]],
    ["repo:acme/web -type:bug", [2, 3, 4]],
    ["repo:acme/web type:issue", [1, 2, 3]],
    ["repo:acme/web type:pr", [4]],
    ["repo:acme/web no:type", [3, 4]],
    ["repo:acme/web type:Feature", []],
    ["repo:acme/web repo:plain/web type:bug,feature", [1, 1]]
  ] as const)("searches %s", function* ([q, expected]) {
    const found = yield* Search.issues({ q, sort: "created", order: "asc" }).pipe(
      Stream.map((issue) => issue.number),
      Stream.runCollect
    )
    expect(found).toEqual(expected)
  })
})
