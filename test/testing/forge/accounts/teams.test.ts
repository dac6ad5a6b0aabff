/** Members and teams of organizations, as they come and go, held against the service's description. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { checked } from "../repositories/support.ts"
import { dig, type Options, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layerHttpClient({
  organizations: [
    {
      login: "acme",
      members: { olga: "admin", mia: "member", tom: "member" },
      invitations: { ivy: { inviter: "olga", teams: { core: "maintainer" } } },
      teams: [
        { name: "Core", members: ["mia"], maintainers: ["tom"], repositories: { web: "write" } },
        { name: "Hush", privacy: "secret", members: ["tom"] }
      ],
      base_permission: "none"
    }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      private: true,
      files: { a: "1" },
      pulls: [{ title: "One", head: "b", files: { b: "2" }, requested_teams: ["core"] }],
      protection: { main: { restrictions: { teams: ["core"] } } }
    },
    { owner: "acme", name: "docs", private: true },
    { owner: "olga", name: "own" }
  ],
  apps: [{ slug: "helper", id: 7, public_key: "", installations: [{ id: 70, account: "acme" }] }],
  tokens: {
    [ForgeSimulator.token]: "olga",
    mia: "mia",
    tom: "tom",
    ivy: "ivy",
    ada: "ada",
    narrow: { login: "olga", scopes: ["repo", "read:org"] },
    bot: { login: "helper[bot]", installation: 70, permissions: { members: "write" } },
    reader: { login: "helper[bot]", installation: 70, permissions: { members: "read" } }
  }
})

const test = testOn(layer)

const variables: Readonly<Record<string, string>> = { org: "acme", team_slug: "core", owner: "acme", repo: "web" }

/** Asks with values for the variables of a route. */
const ask = (route: string, values: Readonly<Record<string, string>> = {}, options: Options = {}) => {
  const path = route.slice(route.indexOf(" ") + 1)
  return checked(
    route,
    path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? variables[name] ?? ""),
    options
  )
}

const statusOf = (route: string, username: string, options: Options = {}, values = {}) =>
  Effect.map(ask(route, { username, ...values }, options), ({ status }) => status)

const membership = "/orgs/{org}/memberships/{username}"
const mine = "/user/memberships/orgs/{org}"
const team = "/orgs/{org}/teams/{team_slug}"
const inTeam = `${team}/memberships/{username}`

describe("memberships in an organization", () => {
  test("are told to its members", function* () {
    const { json } = yield* ask(`GET ${membership}`, { username: "MIA" }, { token: "tom" })
    expect(json).toMatchObject({ state: "active", role: "member", user: { login: "mia" } })
    expect(dig((yield* ask(`GET ${membership}`, { username: "ivy" })).json, "state")).toBe("pending")
    expect(yield* statusOf(`GET ${membership}`, "ada")).toBe(404)
    expect(yield* statusOf(`GET ${membership}`, "mia", { token: "ada" })).toBe(403)
  })

  test("begin with an invitation, which the user accepts", function* () {
    const invited = yield* ask(`PUT ${membership}`, { username: "ada" }, { body: { role: "admin" } })
    expect(invited.json).toMatchObject({ state: "pending", role: "admin" })
    const pending = yield* ask("GET /user/memberships/orgs", {}, { token: "ada" })
    expect(dig(pending.json, "*", "state")).toEqual(["pending"])
    const active = yield* checked("GET /user/memberships/orgs", "/user/memberships/orgs?state=active", { token: "ada" })
    expect(active.json).toEqual([])
    expect(yield* statusOf(`GET ${mine}`, "", { token: "ada" })).toBe(200)
    expect(yield* statusOf(`PATCH ${mine}`, "", { token: "ada", body: { state: "pending" } })).toBe(422)
    const accepted = yield* ask(`PATCH ${mine}`, {}, { token: "ada", body: { state: "active" } })
    expect(accepted.json).toMatchObject({ state: "active", role: "admin" })
    expect(yield* statusOf("GET /orgs/{org}/members/{username}", "ada")).toBe(204)
    expect(yield* statusOf(`GET ${mine}`, "", { token: "ivy" })).toBe(200)
    expect(yield* statusOf(`GET ${mine}`, "", { token: null })).toBe(401)
  })

  test("are changed by owners, and by apps that may", function* () {
    const set = (token: string, role: string, username = "mia") =>
      statusOf(`PUT ${membership}`, username, { token, body: { role } })
    expect([yield* set("tom", "admin"), yield* set("reader", "admin"), yield* set("narrow", "admin")]).toEqual([
      403, 403, 404
    ])
    expect([yield* set(ForgeSimulator.token, "owner"), yield* set("bot", "admin")]).toEqual([422, 200])
    expect(dig((yield* ask(`GET ${membership}`, { username: "mia" })).json, "role")).toBe("admin")
    expect([yield* set("mia", "member", "mia"), yield* set("bot", "member", "olga")]).toEqual([200, 403])
    expect([yield* set("bot", "member", "acme"), yield* set("bot", "member", "nobody")]).toEqual([422, 404])
  })

  test("end when the member leaves, or is removed, with all of its teams", function* () {
    const remove = (username: string, token: string, route = membership) =>
      statusOf(`DELETE ${route}`, username, { token })
    expect([yield* remove("mia", "tom"), yield* remove("olga", "mia"), yield* remove("olga", "bot")]).toEqual([
      403, 403, 403
    ])
    expect([yield* remove("mia", "mia"), yield* remove("tom", "bot", "/orgs/{org}/members/{username}")]).toEqual([
      204, 204
    ])
    expect((yield* ask(`GET ${team}/members`)).json).toEqual([])
    expect([yield* remove("ivy", "bot", "/orgs/{org}/members/{username}"), yield* remove("ivy", "bot")]).toEqual([
      404, 204
    ])
    expect(yield* statusOf(`GET ${membership}`, "ivy")).toBe(404)
  })

  test("are made public by the member alone", function* () {
    const route = "/orgs/{org}/public_members/{username}"
    const set = (method: string, token: string) => statusOf(`${method} ${route}`, "mia", { token })
    expect([yield* set("PUT", "tom"), yield* set("GET", "tom")]).toEqual([403, 404])
    expect([yield* set("PUT", "mia"), yield* set("GET", "tom")]).toEqual([204, 204])
    expect([yield* set("DELETE", "mia"), yield* set("GET", "tom")]).toEqual([204, 404])
  })
})

describe("invitations to an organization", () => {
  const invitations = "/orgs/{org}/invitations"

  test("are listed, sent and cancelled by its owners", function* () {
    const listed = Effect.map(ask(`GET ${invitations}`), ({ json }) => dig(json, "*", "login"))
    expect(yield* listed).toEqual(["ivy"])
    expect(dig((yield* ask(`GET ${team}/invitations`)).json, "*", "login")).toEqual(["ivy"])
    const id = dig((yield* send("GET /users/ada")).json, "id")
    const core = dig((yield* ask(`GET ${team}`)).json, "id")
    const sent = yield* ask(`POST ${invitations}`, {}, { body: { invitee_id: id, team_ids: [core] } })
    expect([sent.status, dig(sent.json, "team_count"), dig(sent.json, "role")]).toEqual([201, 1, "direct_member"])
    expect(yield* listed).toEqual(["ivy", "ada"])
    const invitation_id = String(dig(sent.json, "id"))
    const cancel = ask(`DELETE ${invitations}/{invitation_id}`, { invitation_id })
    expect([(yield* cancel).status, (yield* cancel).status]).toEqual([204, 404])
    expect((yield* ask(`GET ${invitations}`, {}, { token: "tom" })).status).toBe(403)
    for (const body of [{ invitee_id: 1 }, {}, { invitee_id: id, team_ids: [1] }]) {
      expect((yield* ask(`POST ${invitations}`, {}, { body })).status).toBe(422)
    }
    const member = dig((yield* send("GET /users/mia")).json, "id")
    expect((yield* ask(`POST ${invitations}`, {}, { body: { invitee_id: member } })).status).toBe(422)
  })

  test("bring their teams", function* () {
    expect((yield* ask(`GET ${inTeam}`, { username: "ivy" })).json).toMatchObject({
      role: "maintainer",
      state: "pending"
    })
    yield* ask(`PATCH ${mine}`, {}, { token: "ivy", body: { state: "active" } })
    expect((yield* ask(`GET ${inTeam}`, { username: "ivy" })).json).toMatchObject({
      role: "maintainer",
      state: "active"
    })
  })
})

describe("a team", () => {
  test("is created by any member, who maintains it", function* () {
    const body = { name: "New Team", description: "Builds", maintainers: ["tom"], permission: "push" }
    const made = yield* ask("POST /orgs/{org}/teams", {}, { token: "mia", body })
    expect(made.json).toMatchObject({ slug: "new-team", privacy: "secret", members_count: 2, repos_count: 0 })
    const members = yield* ask(`GET ${team}/members`, { team_slug: "new-team" })
    expect(dig(members.json, "*", "role")).toEqual(["maintainer", "maintainer"])
    const create = (more: object, token = ForgeSimulator.token) =>
      Effect.map(ask("POST /orgs/{org}/teams", {}, { token, body: more }), ({ status }) => status)
    expect([yield* create(body), yield* create({ name: "core" }), yield* create({})]).toEqual([422, 422, 422])
    expect([yield* create({ name: "A", maintainers: ["ada"] }), yield* create({ name: "A" }, "ada")]).toEqual([
      422, 403
    ])
    expect(yield* create({ name: "A", repo_names: ["acme/none"] })).toBe(422)
    expect(yield* create({ name: "A", repo_names: ["acme/docs"], privacy: "closed" })).toBe(201)
    expect(yield* create({ name: "B", parent_team_id: 1 })).toBe(422)
  })

  test("is changed by its maintainers and by owners, and its new name is known everywhere", function* () {
    const update = (token: string, body: object, team_slug = "core") =>
      ask(`PATCH ${team}`, { team_slug }, { token, body })
    expect((yield* update("mia", { name: "Kernel" })).status).toBe(403)
    expect((yield* update("tom", { description: "All" })).json).toMatchObject({ slug: "core", description: "All" })
    expect((yield* update("tom", { description: "All" })).status).toBe(200)
    expect((yield* update("tom", { name: "hush" })).status).toBe(422)
    expect((yield* update("tom", { name: "Kernel" })).json).toMatchObject({ slug: "kernel", description: "All" })
    expect((yield* ask(`GET ${team}`)).status).toBe(404)
    const reviewers = send("GET /repos/acme/web/pulls/1/requested_reviewers")
    const allowed = send("GET /repos/acme/web/branches/main/protection/restrictions/teams")
    expect(dig((yield* reviewers).json, "teams", "*", "slug")).toEqual(["kernel"])
    expect(dig((yield* allowed).json, "*", "slug")).toEqual(["kernel"])
    expect((yield* ask(`DELETE ${team}`, { team_slug: "kernel" }, { token: "mia" })).status).toBe(403)
    expect((yield* ask(`DELETE ${team}`, { team_slug: "kernel" }, { token: "tom" })).status).toBe(204)
    expect([dig((yield* reviewers).json, "teams"), (yield* allowed).json]).toEqual([[], []])
  })

  test("that is secret is seen by its members and by owners", function* () {
    const seen = (token: string) =>
      Effect.map(ask(`GET ${team}`, { team_slug: "hush" }, { token }), ({ status }) => status)
    expect(yield* Effect.forEach(["tom", ForgeSimulator.token, "mia", "ada"], seen)).toEqual([200, 200, 404, 404])
    const listed = (token: string) =>
      Effect.map(ask("GET /orgs/{org}/teams", {}, { token }), ({ json }) => dig(json, "*", "slug"))
    expect([yield* listed("tom"), yield* listed("mia")]).toEqual([["core", "hush"], ["core"]])
    expect(dig((yield* ask("GET /user/teams", {}, { token: "tom" })).json, "*", "slug")).toEqual(["core", "hush"])
  })

  test("gets and loses members", function* () {
    const set = (username: string, token: string, role?: string) =>
      ask(`PUT ${inTeam}`, { username }, { token, ...(role === undefined ? {} : { body: { role } }) })
    expect((yield* set("olga", "tom")).json).toMatchObject({ role: "maintainer", state: "active" })
    expect((yield* set("mia", "tom", "maintainer")).json).toMatchObject({ role: "maintainer" })
    expect((yield* set("mia", "tom", "member")).json).toMatchObject({ role: "member" })
    expect((yield* set("ada", "tom")).status).toBe(403)
    expect((yield* set("ada", ForgeSimulator.token)).json).toMatchObject({ role: "member", state: "pending" })
    expect([(yield* set("acme", "tom")).status, (yield* set("tom", "mia")).status]).toEqual([422, 403])
    const remove = (username: string, token: string) => statusOf(`DELETE ${inTeam}`, username, { token })
    expect([yield* remove("tom", "mia"), yield* remove("mia", "mia"), yield* remove("mia", "tom")]).toEqual([
      403, 204, 404
    ])
    expect(yield* remove("ada", "tom")).toBe(204)
    expect(yield* statusOf(`GET ${inTeam}`, "ada")).toBe(404)
  })

  test("gets and loses repositories, and with them what its members may do", function* () {
    const one = `${team}/repos/{owner}/{repo}`
    const docs = { repo: "docs" }
    const sees = Effect.map(send("GET /repos/acme/docs", { token: "mia" }), ({ status }) => status)
    expect([yield* sees, (yield* ask(`GET ${one}`, docs)).status]).toEqual([404, 404])
    expect((yield* ask(`PUT ${one}`, docs, { body: { permission: "own" } })).status).toBe(422)
    expect((yield* ask(`PUT ${one}`, { owner: "olga", repo: "own" })).status).toBe(422)
    expect((yield* ask(`PUT ${one}`, docs, { body: { permission: "triage" } })).status).toBe(204)
    expect([yield* sees, (yield* ask(`GET ${one}`, docs)).status]).toEqual([200, 204])
    const headers = { accept: "application/vnd.github.v3.repository+json" }
    const { json } = yield* ask(`GET ${one}`, docs, { headers })
    expect([dig(json, "role_name"), dig(json, "permissions", "triage"), dig(json, "permissions", "push")]).toEqual([
      "triage",
      true,
      false
    ])
    expect(dig((yield* ask(`GET ${team}/repos`, {}, { token: "mia" })).json, "*", "name")).toEqual(["web", "docs"])
    expect((yield* ask(`DELETE ${one}`, docs, { token: "mia" })).status).toBe(403)
    expect([(yield* ask(`DELETE ${one}`, docs)).status, yield* sees]).toEqual([204, 404])
  })
})
