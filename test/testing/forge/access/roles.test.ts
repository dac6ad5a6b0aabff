import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const repository = (name: string): ForgeSimulator.RepositorySeed => ({
  owner: "acme",
  name,
  private: true,
  collaborators: { guest: "read", helper: "maintain" },
  issues: [{ title: "One", user: "member" }]
})

const people = ["boss", "member", "writer", "guest", "helper", "stranger"]

const seedWith = (base_permission?: ForgeSimulator.OrganizationSeed["base_permission"]): ForgeSimulator.Seed => ({
  organizations: [
    {
      login: "acme",
      members: { boss: "admin", member: "member", writer: "member", guest: "member" },
      ...(base_permission === undefined ? {} : { base_permission }),
      teams: [
        { name: "Core Team", members: ["writer"], repositories: { web: "write" } },
        { name: "Readers", members: ["writer"], repositories: { web: "read" } }
      ]
    }
  ],
  repositories: [repository("web"), repository("lab")],
  tokens: Object.fromEntries(people.map((login) => [login, login]))
})

const layerWith = (base?: ForgeSimulator.OrganizationSeed["base_permission"]) =>
  ForgeSimulator.layerHttpClient(seedWith(base))

/** What each person may do: see the repository, close an issue (triage), lock it (write). */
const rights = (name: string) =>
  Effect.forEach(people, (token) =>
    Effect.gen(function* () {
      const { status } = yield* send(`GET /repos/acme/${name}/issues`, { token })
      const assigned = yield* send(`POST /repos/acme/${name}/issues/1/assignees`, { token, body: { assignees: [] } })
      const locked = yield* send(`PUT /repos/acme/${name}/issues/1/lock`, { token })
      return [token, status, assigned.status, locked.status]
    })
  )

describe("a member of an organization", () => {
  testOn(layerWith())("may do what owners, teams, collaborators or all members may, whichever is most", function* () {
    expect(yield* rights("web")).toEqual([
      ["boss", 200, 201, 204],
      ["member", 200, 403, 403],
      ["writer", 200, 201, 204],
      ["guest", 200, 403, 403],
      ["helper", 200, 201, 204],
      ["stranger", 404, 404, 404]
    ])
    expect((yield* rights("lab")).find(([login]) => login === "writer")).toEqual(["writer", 200, 403, 403])
  })

  it.effect("has the base permission, which may be none or more", () =>
    Effect.gen(function* () {
      const statuses = Effect.map(rights("lab"), (all) => all.find(([login]) => login === "member")?.slice(1))
      expect(yield* Effect.provide(statuses, layerWith("none"))).toEqual([404, 404, 404])
      expect(yield* Effect.provide(statuses, layerWith("triage"))).toEqual([200, 201, 403])
      expect(yield* Effect.provide(statuses, layerWith("write"))).toEqual([200, 201, 204])
    })
  )

  it.effect("sees other members, if the token may", () =>
    Effect.gen(function* () {
      const counts = yield* Effect.forEach(["member", "org", "repo", "members", "issues"], (token) =>
        Effect.map(send("GET /orgs/acme/members", { token }), ({ json }) => dig(json, "length"))
      )
      expect(counts).toEqual([4, 4, 0, 4, 0])
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({
          ...seedWith(),
          tokens: {
            member: "member",
            org: { login: "member", scopes: ["read:org"] },
            repo: { login: "member", scopes: ["repo"] },
            members: { login: "member", permissions: { members: "read" } },
            issues: { login: "member", permissions: { issues: "write" } }
          }
        })
      )
    )
  )

  testOn(layerWith())("can be assigned, and is told apart from collaborators", function* () {
    const path = "/repos/acme/web/issues"
    const assigned = yield* send(`POST ${path}/1/assignees`, {
      token: "boss",
      body: { assignees: ["member", "helper", "stranger"] }
    })
    expect(dig(assigned.json, "assignees", "*", "login")).toEqual(["member", "helper"])
    const opened = yield* Effect.forEach(["member", "helper"], (token) =>
      send(`POST ${path}`, { token, body: { title: "New" } })
    )
    expect(opened.map(({ json }) => dig(json, "author_association"))).toEqual(["MEMBER", "COLLABORATOR"])
  })
})
