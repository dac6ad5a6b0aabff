import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, history, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layerHttpClient({
  tokens,
  repositories: [
    {
      ...history,
      branches: { ...history.branches, safe: {}, gated: {} },
      tags: { v1: "main", "v2/rc": "main~1" },
      protection: { safe: { required_approvals: 2 }, gated: { required_checks: ["ci", "lint"] } }
    },
    { owner: "acme", name: "empty", collaborators: ["octo"] },
    { owner: "acme", name: "other", files: { a: "a" } }
  ]
})

const test = testOn(layer)

const shaOf = (ref: string) =>
  Effect.map(ask("GET /commits/{ref}", `/commits/${ref}`), ({ json }) => String(dig(json, "sha")))

const getRef = (ref: string) => ask("GET /git/ref/{ref}", `/git/ref/${ref}`)
const matching = (ref: string) =>
  Effect.map(ask("GET /git/matching-refs/{ref}", `/git/matching-refs/${ref}`), ({ json }) => dig(json, "*", "ref"))
const create = (body: object, token?: string) =>
  ask("POST /git/refs", "/git/refs", token === undefined ? { body } : { body, token })
const update = (ref: string, body: object) => ask("PATCH /git/refs/{ref}", `/git/refs/${ref}`, { body })
const remove = (ref: string) => ask("DELETE /git/refs/{ref}", `/git/refs/${ref}`)

const refused = (reply: { readonly status: number; readonly json: unknown }) => [
  reply.status,
  dig(reply.json, "message")
]

describe("branches", () => {
  test("are listed by name, with their protection", function* () {
    const names = (query: string) =>
      Effect.map(ask("GET /branches", `/branches${query}`), ({ json }) => dig(json, "*", "name"))
    expect(yield* names("")).toEqual(["feature/x", "gated", "main", "safe"])
    expect(yield* names("?protected=true")).toEqual(["gated", "safe"])
    expect(yield* names("?protected=false")).toEqual(["feature/x", "main"])
    expect(yield* names("?per_page=1&page=2")).toEqual(["gated"])
    expect((yield* send("GET /repos/acme/empty/branches")).json).toEqual([])
    const { json } = yield* ask("GET /branches", "/branches?protected=true")
    expect(dig(json, 0)).toMatchObject({
      commit: { sha: yield* shaOf("main") },
      protected: true,
      protection: { enabled: true, required_status_checks: { contexts: ["ci", "lint"] } }
    })
  })

  test("are fetched by name, with their commit", function* () {
    for (const path of ["/branches/feature/x", "/branches/feature%2Fx"]) {
      expect((yield* ask("GET /branches/{branch}", path)).json).toMatchObject({
        name: "feature/x",
        commit: { commit: { message: "XX" } },
        protected: false,
        _links: { html: "https://github.com/acme/web/tree/feature/x" }
      })
    }
    const { json, status } = yield* ask("GET /branches/{branch}", "/branches/v1")
    expect([status, dig(json, "message")]).toEqual([404, "Branch not found"])
  })
})

describe("refs", () => {
  test("are fetched by their whole name, and listed by its start", function* () {
    const sha = yield* shaOf("feature/x")
    const { json } = yield* getRef("heads/feature/x")
    expect(json).toMatchObject({
      ref: "refs/heads/feature/x",
      url: "https://api.github.com/repos/acme/web/git/refs/heads/feature/x",
      object: { type: "commit", sha }
    })
    expect((yield* getRef("heads%2Ffeature%2Fx")).json).toEqual(json)
    for (const ref of ["heads/feature", "feature/x", "heads/nothing"]) expect((yield* getRef(ref)).status).toBe(404)
    expect(yield* matching("heads/f")).toEqual(["refs/heads/feature/x"])
    expect(yield* matching("tags")).toEqual(["refs/tags/v1", "refs/tags/v2/rc"])
    expect(yield* matching("heads/nothing")).toEqual([])
  })

  test("are created", function* () {
    const sha = yield* shaOf("main~1")
    const { headers, json, status } = yield* create({ ref: "refs/heads/topic/1", sha })
    expect([status, dig(json, "object", "sha")]).toEqual([201, sha])
    expect(headers["location"]).toBe("https://api.github.com/repos/acme/web/git/refs/heads/topic/1")
    expect(yield* shaOf("topic/1")).toBe(sha)
    expect((yield* create({ ref: "refs/tags/v3", sha })).status).toBe(201)
    expect(dig((yield* ask("GET /tags")).json, "*", "name")).toContain("v3")
  })

  test("are not created where they exist, for commits that do not, or with names that git does not allow", function* () {
    const sha = yield* shaOf("main")
    const elsewhere = dig((yield* send("GET /repos/acme/other/commits/main", { token: "acme" })).json, "sha")
    const rule = "Reference name must start with 'refs/' and contain at least two slashes."
    const wrong: ReadonlyArray<readonly [body: object, message: string]> = [
      [{ ref: "refs/heads/main", sha }, "Reference already exists"],
      [{ ref: "refs/heads/new", sha: "0".repeat(40) }, "Object does not exist"],
      [{ ref: "refs/heads/new", sha: elsewhere }, "Object does not exist"],
      [
        { ref: "refs/heads/new", sha: sha.slice(0, 10) },
        "The sha parameter must be exactly 40 characters and contain only [0-9a-f]."
      ],
      [{ ref: "heads/new", sha }, rule],
      [{ ref: "refs/new", sha }, rule],
      [{ ref: "refs/heads/a b", sha }, "refs/heads/a b is not a valid ref name."],
      [{ ref: "refs/heads/a..b", sha }, "refs/heads/a..b is not a valid ref name."],
      [{ ref: "refs/heads/a.lock", sha }, "refs/heads/a.lock is not a valid ref name."],
      [{ ref: "refs/heads/main/sub", sha }, "Reference update failed"],
      [{ ref: "refs/heads/feature", sha }, "Reference update failed"],
      [{ sha }, `Invalid request.\n\n"ref" wasn't supplied.`],
      [{ ref: "refs/heads/new" }, `Invalid request.\n\n"sha" wasn't supplied.`]
    ]
    for (const [body, message] of wrong) expect(refused(yield* create(body))).toEqual([422, message])
    expect((yield* create({ ref: "refs/heads/new", sha }, "reader")).status).toBe(403)
    expect(yield* matching("heads/new")).toEqual([])
  })

  test("move forwards, or anywhere by force", function* () {
    const old = yield* shaOf("main~2")
    const x = yield* shaOf("feature/x")
    expect((yield* create({ ref: "refs/heads/topic", sha: old })).status).toBe(201)
    const moved = yield* update("heads/topic", { sha: x })
    expect([moved.status, dig(moved.json, "object", "sha")]).toEqual([200, x])
    const main = yield* shaOf("main")
    expect(refused(yield* update("heads/topic", { sha: main }))).toEqual([422, "Update is not a fast forward"])
    expect(yield* shaOf("topic")).toBe(x)
    expect((yield* update("heads/topic", { sha: main, force: true })).status).toBe(200)
    expect(yield* shaOf("topic")).toBe(main)
    expect(refused(yield* update("heads/nothing", { sha: main }))).toEqual([422, "Reference does not exist"])
    expect(refused(yield* update("heads/topic", { sha: "0".repeat(40) }))).toEqual([422, "Object does not exist"])
    expect((yield* update("heads/topic", { sha: main, force: "yes" })).status).toBe(422)
  })

  test("of protected branches move only to what has their checks", function* () {
    const tree = dig((yield* ask("GET /git/trees/{sha}", "/git/trees/main")).json, "sha")
    const body = { message: "Next", tree, parents: [yield* shaOf("main")] }
    const sha = String(dig((yield* ask("POST /git/commits", "/git/commits", { body })).json, "sha"))
    const succeed = (context: string) =>
      ask("POST /statuses/{sha}", `/statuses/${sha}`, { body: { state: "success", context } })
    expect(refused(yield* update("heads/safe", { sha }))).toEqual([
      422,
      "At least 2 approving reviews are required by reviewers with write access."
    ])
    expect(refused(yield* update("heads/gated", { sha }))).toEqual([422, "2 of 2 required status checks are expected."])
    yield* succeed("ci")
    expect(refused(yield* update("heads/gated", { sha }))).toEqual([422, 'Required status check "lint" is expected.'])
    yield* succeed("lint")
    expect((yield* update("heads/gated", { sha })).status).toBe(200)
  })

  test("are deleted, except the default branch and protected ones", function* () {
    expect((yield* remove("heads/feature/x")).status).toBe(204)
    expect(refused(yield* remove("heads/feature/x"))).toEqual([422, "Reference does not exist"])
    expect((yield* remove("tags/v1")).status).toBe(204)
    expect(refused(yield* remove("heads/main"))).toEqual([422, "Cannot delete the default branch"])
    expect(refused(yield* remove("heads/safe"))).toEqual([422, "Cannot delete a protected branch"])
    expect(yield* matching("heads")).toEqual(["refs/heads/gated", "refs/heads/main", "refs/heads/safe"])
  })

  test("are found by the paths of old clients: one, those that begin with a name, or none", function* () {
    const old = (path: string) => send(`GET /repos/acme/web/git/refs${path}`)
    expect(dig((yield* old("/heads/main")).json, "ref")).toBe("refs/heads/main")
    expect(dig((yield* old("/heads/ma")).json, "*", "ref")).toEqual(["refs/heads/main"])
    expect((yield* old("/heads/none")).status).toBe(404)
    expect(dig((yield* old("")).json, "*", "ref")).toContain("refs/heads/main")
  })

  test("of an empty repository are a conflict", function* () {
    const wires = [
      "GET /repos/acme/empty/git/ref/heads/main",
      "GET /repos/acme/empty/git/matching-refs/heads",
      "DELETE /repos/acme/empty/git/refs/heads/main"
    ]
    for (const wire of wires) expect(refused(yield* send(wire))).toEqual([409, "Git Repository is empty."])
    const body = { ref: "refs/heads/a", sha: "0".repeat(40) }
    expect((yield* send("POST /repos/acme/empty/git/refs", { body })).status).toBe(409)
  })
})
