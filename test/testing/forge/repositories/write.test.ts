import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig, type Options, send } from "../support.ts"
import { checked, layer } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const patch = (body: unknown, options: Options = {}) =>
  checked("PATCH /repos/{owner}/{repo}", "/repos/acme/web", { token: "olga", body, ...options })

const status = (wire: string, options: Options = {}) => Effect.map(send(wire, options), (reply) => reply.status)

describe("changing a repository", () => {
  test("sets the fields that were sent", function* () {
    const { json } = yield* patch({
      description: "New",
      homepage: null,
      has_issues: false,
      has_wiki: false,
      allow_squash_merge: false,
      delete_branch_on_merge: true,
      squash_merge_commit_title: "PR_TITLE",
      default_branch: "topic"
    })
    expect(json).toMatchObject({
      description: "New",
      has_issues: false,
      has_wiki: false,
      has_projects: true,
      allow_squash_merge: false,
      allow_merge_commit: true,
      delete_branch_on_merge: true,
      use_squash_pr_title_as_default: true,
      default_branch: "topic"
    })
    expect(yield* status("GET /repos/acme/web/issues")).toBe(410)
  })

  test("switches security features, which administrators alone are shown", function* () {
    yield* patch({ security_and_analysis: { secret_scanning: { status: "enabled" }, advanced_security: null } })
    const { json } = yield* patch({ security_and_analysis: { code_security: { status: "enabled" } } })
    const features = {
      code_security: { status: "enabled" },
      dependabot_security_updates: { status: "disabled" },
      secret_scanning: { status: "enabled" },
      secret_scanning_push_protection: { status: "disabled" }
    }
    expect(dig(json, "security_and_analysis")).toEqual(features)
    const read = (token: string | null) => send("GET /repos/acme/web", { token })
    expect(dig((yield* read("olga")).json, "security_and_analysis")).toEqual(features)
    expect((yield* read(null)).json).not.toHaveProperty("security_and_analysis")
    const wrong = yield* patch({ security_and_analysis: { secret_scanning: { status: "on" } } })
    expect(wrong.status).toBe(422)
  })

  test("leaves updated_at alone without an effect", function* () {
    const before = dig((yield* send("GET /repos/acme/web")).json, "updated_at")
    const { json } = yield* patch({ description: "The site", name: "web", private: false })
    expect(dig(json, "updated_at")).toBe(before)
  })

  test("renames, and the former name redirects reads and writes", function* () {
    const { json } = yield* patch({ name: "new site" })
    expect(dig(json, "full_name")).toBe("acme/new-site")
    const read = yield* send("GET /repos/acme/web/issues/1")
    expect([read.status, read.headers["location"]]).toEqual([
      301,
      "https://api.github.com/repositories/2000000/issues/1"
    ])
    const write = yield* send("PATCH /repos/acme/web/issues/1", { body: { title: "x" } })
    expect(write.status).toBe(307)
    expect((yield* send(`GET ${new URL(read.headers["location"] ?? "").pathname}`)).status).toBe(200)
    // A new repository takes the former name over.
    const taken = yield* checked("POST /orgs/{org}/repos", "/orgs/acme/repos", {
      token: "mia",
      body: { name: "web" }
    })
    expect(taken.status).toBe(201)
    expect((yield* send("GET /repos/acme/web/issues/1")).status).toBe(404)
  })

  test("hides it from others", function* () {
    const { json } = yield* patch({ visibility: "private" })
    expect([dig(json, "private"), dig(json, "visibility")]).toEqual([true, "private"])
    expect(yield* Effect.forEach(["ada", "tri"], (token) => status("GET /repos/acme/web", { token }))).toEqual([
      404, 200
    ])
  })

  test("refuses invalid values, and changes nothing then", function* () {
    const before = (yield* send("GET /repos/acme/web", { token: "olga" })).json
    for (const wrong of [
      { name: "attic" },
      { name: " " },
      { default_branch: "missing" },
      { has_issues: "yes" },
      { visibility: "internal" },
      { squash_merge_commit_title: "TITLE" },
      { allow_squash_merge: false, allow_merge_commit: false, allow_rebase_merge: false },
      { description: "x".repeat(351) }
    ]) {
      expect([wrong, (yield* patch({ description: "x", ...wrong })).status]).toEqual([wrong, 422])
    }
    expect((yield* send("GET /repos/acme/web", { token: "olga" })).json).toEqual(before)
  })

  test("needs admin rights", function* () {
    const statuses = yield* Effect.forEach(["simulator-token", "ada", null], (token) =>
      Effect.map(patch({ description: "x" }, { token }), (reply) => reply.status)
    )
    expect(statuses).toEqual([403, 403, 401])
    const fork = yield* checked("PATCH /repos/{owner}/{repo}", "/repos/octo/web", { body: { private: true } })
    expect(fork.status).toBe(422)
  })
})

describe("an archived repository", () => {
  test("is read-only until it is unarchived", function* () {
    const refused = "Repository was archived so is read-only."
    const attempt = (wire: string, body: unknown) =>
      Effect.map(send(wire, { token: "olga", body }), ({ json, status }) => [status, dig(json, "message")])
    const writes = [
      ["POST /repos/acme/attic/issues", { title: "x" }],
      ["POST /repos/acme/attic/labels", { name: "x" }],
      ["PUT /repos/acme/attic/topics", { names: [] }],
      ["PATCH /repos/acme/attic", { description: "x" }]
    ] as const
    for (const [wire, body] of writes) expect([wire, yield* attempt(wire, body)]).toEqual([wire, [403, refused]])
    expect(yield* status("GET /repos/acme/attic/issues")).toBe(200)
    yield* checked("PATCH /repos/{owner}/{repo}", "/repos/acme/attic", { token: "olga", body: { archived: false } })
    expect(yield* attempt("POST /repos/acme/attic/issues", { title: "x" })).toEqual([201, undefined])
  })
})

describe("creating a repository", () => {
  const template = "POST /user/repos"

  test("starts empty, or with a README", function* () {
    const empty = yield* checked(template, "/user/repos", { body: { name: "one", private: true } })
    expect([empty.status, empty.headers["location"]]).toEqual([201, "https://api.github.com/repos/octo/one"])
    expect(empty.json).toMatchObject({ private: true, permissions: { admin: true }, size: 0 })
    const body = { name: "two", description: "Second", auto_init: true, has_issues: false }
    const two = yield* checked(template, "/user/repos", { body })
    expect(two.json).toMatchObject({ description: "Second", size: 1, has_issues: false, default_branch: "main" })
    const { json } = yield* send("GET /repos/octo/two/contributors")
    expect(dig(json, "*", "login")).toEqual(["octo"])
  })

  test("refuses a taken or missing name, and those who are not signed in", function* () {
    const taken = yield* checked(template, "/user/repos", { body: { name: "WEB" } })
    expect([taken.status, dig(taken.json, "message"), dig(taken.json, "errors", 0, "message")]).toEqual([
      422,
      "Repository creation failed.",
      "name already exists on this account"
    ])
    expect((yield* checked(template, "/user/repos", { body: {} })).status).toBe(422)
    expect((yield* checked(template, "/user/repos", { body: { name: "x" }, token: null })).status).toBe(401)
  })

  test("in an organization is for its members, who administer what they made", function* () {
    const create = (token: string | null) =>
      checked("POST /orgs/{org}/repos", "/orgs/acme/repos", { token, body: { name: "made" } })
    expect((yield* create("ada")).status).toBe(403)
    expect((yield* create(null)).status).toBe(401)
    const made = yield* create("mia")
    expect([made.status, dig(made.json, "full_name"), dig(made.json, "permissions", "admin")]).toEqual([
      201,
      "acme/made",
      true
    ])
  })
})

describe("forking", () => {
  const template = "POST /repos/{owner}/{repo}/forks"

  test("copies the branches and tags once", function* () {
    const first = yield* checked(template, "/repos/acme/web/forks", { token: "ada" })
    expect([first.status, dig(first.json, "full_name"), dig(first.json, "parent", "full_name")]).toEqual([
      202,
      "ada/web",
      "acme/web"
    ])
    const again = yield* checked(template, "/repos/acme/web/forks", { token: "ada" })
    expect(dig(again.json, "id")).toBe(dig(first.json, "id"))
    const tags = yield* send("GET /repos/ada/web/tags")
    expect(dig(tags.json, "*", "name")).toEqual(["v2", "v1"])
    expect(dig((yield* send("GET /repos/acme/web")).json, "forks_count")).toBe(2)
  })

  test("takes another name, an organization, or the default branch alone", function* () {
    const fork = (path: string, token: string, body?: unknown) =>
      checked(template, path, { token, ...(body === undefined ? {} : { body }) })
    const named = yield* fork("/repos/acme/web/forks", "ada", { name: "site", default_branch_only: true })
    expect(dig(named.json, "full_name")).toBe("ada/site")
    expect((yield* send("GET /repos/ada/site/tags")).json).toEqual([])
    const second = yield* fork("/repos/octo/web/forks", "mia", { organization: "acme" })
    expect([dig(second.json, "full_name"), dig(second.json, "source", "full_name")]).toEqual(["acme/web-1", "acme/web"])
  })

  test("refuses empty repositories, one's own, hidden ones and foreign organizations", function* () {
    const statusOf = (path: string, options: Options) =>
      Effect.map(checked(template, path, options), (reply) => reply.status)
    expect(yield* statusOf("/repos/octo/blank/forks", { token: "ada" })).toBe(403)
    expect(yield* statusOf("/repos/octo/web/forks", {})).toBe(403)
    expect(yield* statusOf("/repos/acme/secret/forks", {})).toBe(404)
    expect(yield* statusOf("/repos/acme/web/forks", { token: null })).toBe(401)
    expect(yield* statusOf("/repos/octo/web/forks", { token: "ada", body: { organization: "acme" } })).toBe(403)
    expect(yield* statusOf("/repos/acme/web/forks", { body: { organization: "ada" } })).toBe(422)
  })
})

describe("transferring", () => {
  const template = "POST /repos/{owner}/{repo}/transfer"

  test("gives the repository to another owner, and the former name redirects", function* () {
    const body = { new_owner: "ada", new_name: "kept" }
    const reply = yield* checked(template, "/repos/octo/web/transfer", { body })
    expect([reply.status, dig(reply.json, "full_name")]).toEqual([202, "ada/kept"])
    expect((yield* send("GET /repos/octo/web")).status).toBe(301)
    expect(dig((yield* send("GET /users/octo")).json, "public_repos")).toBe(1)
    expect(dig((yield* send("GET /users/ada")).json, "public_repos")).toBe(1)
  })

  test("refuses unknown owners, taken names, foreign organizations, and those without admin rights", function* () {
    const statusOf = (new_owner: string | undefined, token = "simulator-token") =>
      Effect.map(send("POST /repos/octo/web/transfer", { token, body: { new_owner } }), (reply) => reply.status)
    yield* send("POST /user/repos", { token: "ada", body: { name: "web" } })
    const statuses = yield* Effect.forEach(["nobody", "octo", "ada", undefined], (owner) => statusOf(owner))
    expect(statuses).toEqual([422, 422, 422, 422])
    expect([yield* statusOf("acme"), yield* statusOf("mia", "ada")]).toEqual([403, 403])
  })
})

describe("deleting", () => {
  test("removes the repository, and its forks remain", function* () {
    const template = "DELETE /repos/{owner}/{repo}"
    expect((yield* checked(template, "/repos/acme/web")).status).toBe(403)
    expect((yield* checked(template, "/repos/acme/web", { token: "olga" })).status).toBe(204)
    expect((yield* send("GET /repos/acme/web")).status).toBe(404)
    const fork = yield* checked("GET /repos/{owner}/{repo}", "/repos/octo/web")
    expect([dig(fork.json, "fork"), dig(fork.json, "parent")]).toEqual([false, undefined])
  })
})
