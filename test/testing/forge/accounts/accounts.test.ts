import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig, send } from "../support.ts"
import { checked, layer } from "../repositories/support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

describe("a user", () => {
  test("has a public profile", function* () {
    const { headers, json } = yield* checked("GET /users/{username}", "/users/ADA")
    expect(json).toMatchObject({
      login: "ada",
      type: "User",
      name: "Ada",
      email: "ada@example.com",
      public_repos: 0,
      followers: 0
    })
    expect(headers["last-modified"]).toBeDefined()
    const acme = yield* checked("GET /users/{username}", "/users/acme")
    expect([dig(acme.json, "type"), dig(acme.json, "public_repos")]).toEqual(["Organization", 2])
    expect((yield* checked("GET /users/{username}", "/users/nobody")).status).toBe(404)
  })
})

describe("an organization", () => {
  const template = "GET /orgs/{org}"

  test("tells its members more than others", function* () {
    const outside = yield* checked(template, "/orgs/acme")
    expect(outside.json).toMatchObject({
      login: "acme",
      name: "Acme",
      description: "Builds weather stations",
      blog: "https://acme.example",
      public_repos: 2,
      type: "Organization"
    })
    expect(dig(outside.json, "total_private_repos")).toBeUndefined()
    const inside = yield* checked(template, "/orgs/acme", { token: "mia" })
    expect(dig(inside.json, "total_private_repos")).toBe(1)
  })

  test("is listed to its members", function* () {
    const mine = (token: string | null) =>
      Effect.map(checked("GET /user/orgs", "/user/orgs", { token }), ({ json, status }) =>
        status === 200 ? dig(json, "*", "login") : status
      )
    expect(yield* Effect.forEach(["mia", "simulator-token", null], mine)).toEqual([["acme"], [], 401])
  })

  test("is not a user", function* () {
    const statuses = yield* Effect.forEach(["octo", "nobody"], (org) =>
      Effect.map(checked(template, `/orgs/${org}`), ({ status }) => status)
    )
    expect(statuses).toEqual([404, 404])
  })

  const members = (query: string, token?: string | null) =>
    Effect.map(
      checked("GET /orgs/{org}/members", `/orgs/acme/members${query}`, token === undefined ? {} : { token }),
      ({ json, status }) => (status === 200 ? dig(json, "*", "login") : status)
    )

  test("shows all members to members, and public ones to others", function* () {
    expect(yield* members("", "mia")).toEqual(["olga", "mia", "pia"])
    expect(yield* members("")).toEqual(["pia"])
    expect(yield* members("", null)).toEqual(["pia"])
    const open = yield* checked("GET /orgs/{org}/public_members", "/orgs/acme/public_members", { token: "mia" })
    expect(dig(open.json, "*", "login")).toEqual(["pia"])
  })

  test("shows its members to a token with the scope only", function* () {
    expect(yield* members("", "mia-repositories")).toEqual(["pia"])
    expect(yield* members("", "mia-organizations")).toEqual(["olga", "mia", "pia"])
  })

  test("filters members by role, and by their second factor for its owners", function* () {
    expect(yield* members("?role=admin", "mia")).toEqual(["olga"])
    expect(yield* members("?role=member", "mia")).toEqual(["mia", "pia"])
    expect(yield* members("?role=owner", "mia")).toBe(422)
    expect(yield* members("?filter=2fa_disabled", "mia")).toBe(422)
    expect(yield* members("?filter=2fa_disabled", "olga")).toEqual([])
    expect(yield* members("?per_page=1&page=2", "mia")).toEqual(["mia"])
  })

  test("tells whether somebody is a member", function* () {
    const status = (path: string, token: string) => Effect.map(send(`GET ${path}`, { token }), (reply) => reply.status)
    expect(yield* status("/orgs/acme/members/olga", "mia")).toBe(204)
    expect(yield* status("/orgs/acme/members/octo", "mia")).toBe(404)
    expect(yield* status("/orgs/acme/public_members/pia", "ada")).toBe(204)
    expect(yield* status("/orgs/acme/public_members/olga", "ada")).toBe(404)
    const outside = yield* send("GET /orgs/acme/members/olga")
    expect([outside.status, outside.headers["location"]]).toEqual([
      302,
      "https://api.github.com/orgs/acme/public_members/olga"
    ])
  })

  test("lists its teams to members, and those of a repository", function* () {
    const { json } = yield* checked("GET /orgs/{org}/teams", "/orgs/acme/teams", { token: "mia" })
    expect(dig(json, "*", "slug")).toEqual(["core-team"])
    expect((yield* checked("GET /orgs/{org}/teams", "/orgs/acme/teams")).status).toBe(403)
    const of = yield* checked("GET /repos/{owner}/{repo}/teams", "/repos/acme/secret/teams", { token: "mia" })
    expect([dig(of.json, 0, "slug"), dig(of.json, 0, "permission")]).toEqual(["core-team", "push"])
  })
})
