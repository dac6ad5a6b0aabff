import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const files = { "README.md": "# Hello\n" }

const seed: ForgeSimulator.Seed = {
  repositories: [
    { owner: "acme", name: "open", files, issues: [{ title: "One" }, { title: "Two", pull_request: true }] },
    { owner: "acme", name: "hidden", private: true, files, issues: [{ title: "One" }] },
    { owner: "acme", name: "other", private: true, files, issues: [{ title: "One" }] }
  ],
  tokens: {
    all: "acme",
    repo: { login: "acme", scopes: ["repo"] },
    public: { login: "acme", scopes: ["public_repo"] },
    none: { login: "acme", scopes: [] },
    reader: { login: "acme", scopes: ["repo", "read:user"] },
    fine: { login: "acme", permissions: { issues: "write" }, repositories: ["acme/open", "acme/hidden"] },
    weak: { login: "acme", permissions: { contents: "write", issues: "read" } },
    pulls: { login: "acme", permissions: { pull_requests: "write" } },
    guest: { login: "guest", permissions: { issues: "write", administration: "write" } },
    short: { login: "acme", expires_at: "1970-01-01T00:01:00Z" }
  }
}

const layer = ForgeSimulator.layerHttpClient(seed)

const test = testOn(layer)

const statusOf = (wire: string, token: string, body?: unknown) =>
  Effect.map(send(wire, body === undefined ? { token } : { token, body }), ({ status }) => status)

const title = { title: "New" }

describe("a classic token", () => {
  test("reads and writes as far as its scopes go", function* () {
    const statuses = yield* Effect.forEach(["all", "repo", "public", "none"], (token) =>
      Effect.all([
        statusOf("GET /repos/acme/open/issues", token),
        statusOf("GET /repos/acme/hidden/issues", token),
        statusOf("POST /repos/acme/open/issues", token, title),
        statusOf("POST /repos/acme/hidden/issues", token, title)
      ])
    )
    expect(statuses).toEqual([
      [200, 200, 201, 201],
      [200, 200, 201, 201],
      [200, 404, 201, 404],
      [200, 404, 404, 404]
    ])
  })

  test("is told its scopes, and those that would do", function* () {
    const scopeHeaders = (wire: string, token: string) =>
      Effect.map(send(wire, { token }), ({ headers }) => [
        headers["x-oauth-scopes"],
        headers["x-accepted-oauth-scopes"]
      ])
    expect(yield* scopeHeaders("GET /repos/acme/open/issues", "reader")).toEqual(["repo, read:user", "repo"])
    expect(yield* scopeHeaders("POST /repos/acme/open/issues", "none")).toEqual(["", "public_repo, repo"])
    expect(yield* scopeHeaders("GET /user", "public")).toEqual(["public_repo", ""])
    expect(yield* scopeHeaders("GET /repos/acme/open/issues", "fine")).toEqual([undefined, undefined])
  })
})

describe("a fine-grained token", () => {
  test("reads what is public, and reaches its repositories only", function* () {
    const statuses = yield* Effect.forEach(["open", "hidden", "other"], (name) =>
      Effect.all([
        statusOf(`GET /repos/acme/${name}/issues`, "fine"),
        statusOf(`POST /repos/acme/${name}/issues`, "fine", title)
      ])
    )
    expect(statuses).toEqual([
      [200, 201],
      [200, 201],
      [404, 404]
    ])
  })

  test("is refused without the permission, and told which one would do", function* () {
    for (const name of ["open", "hidden"]) {
      const refused = yield* send(`POST /repos/acme/${name}/issues`, { token: "weak", body: title })
      expect([refused.status, dig(refused.json, "message")]).toEqual([
        403,
        "Resource not accessible by personal access token"
      ])
      expect(refused.headers["x-accepted-github-permissions"]).toBe("issues=write")
    }
    const simulator = yield* ForgeSimulator.ForgeSimulator
    expect((yield* simulator.repository("acme/open")).issues.map((issue) => issue.title)).not.toContain("New")
    expect(yield* statusOf("GET /repos/acme/hidden/issues", "weak")).toBe(200)
    expect(yield* statusOf("GET /repos/acme/hidden/issues", "pulls")).toBe(403)
    expect(yield* statusOf("GET /repos/acme/open/issues", "pulls")).toBe(200)
  })

  test("may use the permission of pull requests where an issue is one", function* () {
    const comment = (number: number) =>
      send(`POST /repos/acme/open/issues/${number}/comments`, { token: "pulls", body: { body: "Hm" } })
    const issue = yield* comment(1)
    expect([issue.status, issue.headers["x-accepted-github-permissions"]]).toEqual([403, "issues=write"])
    const pull = yield* comment(2)
    expect([pull.status, pull.headers["x-accepted-github-permissions"]]).toEqual([
      201,
      "issues=write; pull_requests=write"
    ])
    const path = `/repos/acme/open/issues/comments/${String(dig(pull.json, "id"))}`
    expect(yield* statusOf(`PATCH ${path}`, "pulls", { body: "Oh" })).toBe(200)
    expect(yield* statusOf(`PATCH ${path}`, "weak", { body: "Oh" })).toBe(403)
  })

  test("creates repositories only with the permission", function* () {
    const create = (token: string) => send("POST /user/repos", { token, body: { name: `of-${token}` } })
    const replies = yield* Effect.forEach(["all", "public", "none", "fine", "guest"], create)
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 404, 403, 201])
    expect(replies[3]?.headers["x-accepted-github-permissions"]).toBe("administration=write")
  })

  test("has no more rights than its user", function* () {
    const locked = yield* send("PUT /repos/acme/open/issues/1/lock", { token: "guest" })
    expect([locked.status, dig(locked.json, "message")]).toEqual([403, "Must have admin rights to Repository."])
    expect(yield* statusOf("GET /repos/acme/hidden/issues", "guest")).toBe(404)
  })
})

describe("a credential", () => {
  test("can be sent in any scheme that the service takes", function* () {
    const schemes = [
      "Bearer all",
      "bearer all",
      "token all",
      `Basic ${btoa("anybody:all")}`,
      `basic ${btoa(":all")}`,
      `Basic ${btoa("all:x-oauth-basic")}`
    ]
    for (const authorization of schemes) {
      const reply = yield* send("GET /user", { token: null, headers: { authorization } })
      expect([authorization, dig(reply.json, "login")]).toEqual([authorization, "acme"])
    }
    for (const authorization of [`Basic ${btoa("anybody:wrong")}`, "Basic %%%", "Digest all", "Bearer", ""]) {
      const reply = yield* send("GET /user", { token: null, headers: { authorization } })
      expect([authorization, reply.status, dig(reply.json, "message")]).toEqual([authorization, 401, "Bad credentials"])
    }
  })

  test("is redacted in the journal, whatever the scheme", function* () {
    yield* send("GET /user", { token: null, headers: { authorization: `Basic ${btoa("anybody:all")}` } })
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const [received] = yield* simulator.requests
    expect(received?.login).toBe("acme")
    expect(JSON.stringify(received)).not.toContain(btoa("anybody:all"))
  })

  test("ends when it expires", function* () {
    const before = yield* send("GET /user", { token: "short" })
    expect([before.status, before.headers["github-authentication-token-expiration"]]).toEqual([
      200,
      "1970-01-01 00:01:00 UTC"
    ])
    yield* TestClock.adjust("1 minute")
    const after = yield* send("GET /user", { token: "short" })
    expect([after.status, dig(after.json, "message")]).toEqual([401, "Bad credentials"])
    const simulator = yield* ForgeSimulator.ForgeSimulator
    expect((yield* simulator.requests).map(({ login }) => login)).toEqual(["acme", null])
  })
})
