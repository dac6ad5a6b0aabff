import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Statuses from "../../../../src/forge/Statuses.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const seed: ForgeSimulator.Seed = {
  tokens,
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files: { "README.md": "# web\n" },
      branches: { "feature/x": { commits: [{ message: "X" }] } },
      statuses: [
        { context: "build", state: "failure", created_at: "2020-01-01T00:00:00Z" },
        { context: "build", state: "success", description: "Done", target_url: "https://ci.example.org/1" },
        { context: "lint", state: "success", creator: "ada", ref: "main" },
        { context: "deploy", state: "pending", ref: "feature/x" }
      ]
    }
  ]
}

const layer = ForgeSimulator.layerHttpClient(seed)

const test = testOn(layer)

const combined = (ref: string, query = "") => ask("GET /commits/{ref}/status", `/commits/${ref}/status${query}`)
const list = (ref: string, query = "") => ask("GET /commits/{ref}/statuses", `/commits/${ref}/statuses${query}`)
const shaOf = (ref: string) =>
  Effect.map(ask("GET /commits/{ref}", `/commits/${ref}`), ({ json }) => String(dig(json, "sha")))
const create = (sha: string, body: object) => ask("POST /statuses/{sha}", `/statuses/${sha}`, { body })

describe("statuses", () => {
  test("are combined: the newest of each context counts", function* () {
    const { json } = yield* combined("main")
    expect(json).toMatchObject({
      state: "success",
      total_count: 2,
      sha: yield* shaOf("main"),
      statuses: [
        { context: "build", state: "success", description: "Done", target_url: "https://ci.example.org/1" },
        { context: "lint", state: "success", description: null, target_url: null }
      ],
      repository: { full_name: "acme/web" }
    })
    expect(dig((yield* combined("feature/x")).json, "state")).toBe("pending")
    const none = yield* combined("feature%2Fx~2")
    expect(none.status).toBe(404)
    const second = yield* combined("main", "?per_page=1&page=2")
    expect([dig(second.json, "total_count"), dig(second.json, "statuses", "*", "context")]).toEqual([2, ["lint"]])
  })

  test.each([
    [[], "pending"],
    [["success"], "success"],
    [["success", "pending"], "pending"],
    [["failure", "pending"], "failure"],
    [["error", "success"], "failure"]
  ] as const)("of %j are %s together", function* ([states, state]) {
    const { json } = yield* ask("POST /git/commits", "/git/commits", {
      body: { message: "New", tree: dig((yield* ask("GET /git/trees/{sha}", "/git/trees/main")).json, "sha") }
    })
    const sha = String(dig(json, "sha"))
    for (const [index, each] of states.entries()) yield* create(sha, { state: each, context: `ci/${index}` })
    expect((yield* combined(sha)).json).toMatchObject({ state, total_count: states.length })
  })

  test("are listed with all earlier ones, the newest first", function* () {
    const { json } = yield* list("main")
    expect(dig(json, "*", "state")).toEqual(["success", "success", "failure"])
    expect(dig(json, "*", "creator", "login")).toEqual(["ada", "acme", "acme"])
    expect(dig((yield* list("main", "?per_page=1&page=3")).json, 0, "created_at")).toBe("2020-01-01T00:00:00Z")
    expect((yield* list("nothing")).status).toBe(404)
  })

  test("are created", function* () {
    const sha = yield* shaOf("feature/x")
    const { headers, json, status } = yield* create(sha, {
      state: "success",
      context: "deploy",
      description: "ok",
      target_url: "https://ci.example.org/2"
    })
    expect([status, json]).toMatchObject([
      201,
      { state: "success", context: "deploy", description: "ok", creator: { login: "octo" } }
    ])
    expect(headers["location"]).toBe(`https://api.github.com/repos/acme/web/statuses/${sha}`)
    expect(dig((yield* combined("feature/x")).json, "state")).toBe("success")
    expect(dig((yield* create(sha, { state: "error" })).json, "context")).toBe("default")
  })

  test("are refused", function* () {
    const sha = yield* shaOf("main")
    const nothing = "0".repeat(40)
    const custom = (field: string, message: string) => [{ resource: "Status", code: "custom", field, message }]
    const wrong: ReadonlyArray<readonly [body: object, errors: unknown]> = [
      [{}, undefined],
      [{ state: "done" }, custom("state", "state is not included in the list")],
      [
        { state: "success", description: "x".repeat(141) },
        custom("description", "description is too long (maximum is 140 characters)")
      ],
      [{ state: "success", target_url: "ftp://x" }, custom("target_url", "target_url must use http(s) scheme")]
    ]
    for (const [body, errors] of wrong) {
      const reply = yield* create(sha, body)
      expect([reply.status, dig(reply.json, "errors")]).toEqual([422, errors])
    }
    const unknown = yield* create(nothing, { state: "success" })
    expect([unknown.status, dig(unknown.json, "message")]).toEqual([422, `No commit found for SHA: ${nothing}`])
    const wire = `POST /repos/acme/web/statuses/${sha}`
    expect((yield* send(wire, { body: { state: "success" }, token: "reader" })).status).toBe(403)
    expect((yield* create(sha, { state: "success", description: "x".repeat(140) })).status).toBe(201)
  })

  test("of a context are at most 1,000", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const statuses = Array.from({ length: 1000 }, () => ({ context: "full", state: "pending" }) as const)
    yield* simulator.seed({ repositories: [{ owner: "acme", name: "web", statuses }] })
    const sha = yield* shaOf("main")
    const full = yield* create(sha, { state: "success", context: "full" })
    expect([full.status, dig(full.json, "message")]).toEqual([
      422,
      "This SHA and context has reached the maximum number of statuses."
    ])
    expect((yield* create(sha, { state: "success", context: "other" })).status).toBe(201)
  })

  testOn(ForgeSimulator.layer(seed))("are decoded by the client", function* () {
    const status = yield* Statuses.getCombined({ owner: "acme", repo: "web", ref: "main" })
    expect([status.state, status.total_count]).toEqual(["success", 2])
  })
})
