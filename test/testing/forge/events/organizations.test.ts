/** What the simulator delivers of organizations, their members and their teams. */
import { assert, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { send } from "../support.ts"
import { decoded, exampleOf, missing } from "./payloads.ts"

const hook = (at: string) => ({ url: `https://bot.example/${at}`, events: ["*"], secret: "rain" })

const seed: ForgeSimulator.Seed = {
  users: ["bob", "carl", "dora", "eve"],
  organizations: [
    {
      login: "acme",
      members: { ada: { role: "admin" }, bob: {}, carl: {} },
      invitations: { dora: { inviter: "ada", teams: { core: "member" } } },
      teams: [
        { name: "Core", id: 5, members: ["bob"], repositories: { web: "write" } },
        { name: "Idle", id: 6 }
      ],
      hooks: [hook("organization")]
    }
  ],
  repositories: [
    { owner: "acme", name: "web", hooks: [hook("web")] },
    { owner: "acme", name: "api", hooks: [hook("api")] }
  ],
  apps: [
    {
      slug: "bot",
      public_key: "none",
      installations: [{ account: "acme", id: 70, repositories: [] }],
      hook: { ...hook("app"), events: ["membership"] }
    }
  ],
  tokens: { ada: "ada", carl: "carl", dora: "dora" }
}

type Told = readonly [event: string, fields: object, path?: string]
type Row = readonly [operation: string, request: string, body: object | undefined, told: ReadonlyArray<Told>]

const teams = "/orgs/acme/teams"

/** An event of members, which the app asks for, too. */
const toBoth = (event: string, fields: object): ReadonlyArray<Told> => [
  [event, fields],
  [event, { ...fields, installation: { id: 70 } }, "app"]
]

const rows: ReadonlyArray<Row> = [
  [
    "Organizations.setMembership of somebody else",
    "PUT /orgs/acme/memberships/eve",
    { role: "admin" },
    [
      [
        "organization.member_invited",
        { user: { login: "eve" }, invitation: { login: "eve", role: "admin", inviter: { login: "ada" } } }
      ]
    ]
  ],
  ["Organizations.setMembership of who is invited", "PUT /orgs/acme/memberships/dora", { role: "admin" }, []],
  ["Organizations.setMembership of a member", "PUT /orgs/acme/memberships/bob", { role: "admin" }, []],
  [
    "Organizations.acceptMembership",
    "PATCH /user/memberships/orgs/acme",
    { state: "active" },
    [
      ["organization.member_added", { membership: { state: "active", role: "member", user: { login: "dora" } } }],
      ...toBoth("membership.added", { scope: "team", member: { login: "dora" }, team: { slug: "core" } })
    ]
  ],
  [
    "Organizations.removeMember",
    "DELETE /orgs/acme/members/bob",
    undefined,
    [
      ...toBoth("membership.removed", { scope: "team", member: { login: "bob" }, team: { slug: "core" } }),
      ["organization.member_removed", { membership: { user: { login: "bob" } } }]
    ]
  ],
  [
    "Teams.setMembership",
    `PUT ${teams}/core/memberships/carl`,
    { role: "member" },
    toBoth("membership.added", { scope: "team", member: { login: "carl" }, team: { id: 5 } })
  ],
  ["Teams.setMembership in another role", `PUT ${teams}/core/memberships/bob`, { role: "maintainer" }, []],
  [
    "Teams.removeMembership",
    `DELETE ${teams}/core/memberships/bob`,
    undefined,
    toBoth("membership.removed", { scope: "team", member: { login: "bob" }, team: { id: 5 } })
  ],
  [
    "Teams.create",
    teams.replace("/orgs", "POST /orgs"),
    { name: "New", repo_names: ["acme/api"] },
    [
      ["team.created", { team: { slug: "new", permission: "pull" } }],
      ...toBoth("membership.added", { member: { login: "ada" }, team: { slug: "new" } }),
      ["team.added_to_repository", { team: { slug: "new" }, repository: { name: "api" } }],
      ["team_add", { team: { slug: "new" }, repository: { name: "api" } }, "api"],
      ["team_add", { team: { slug: "new" }, repository: { name: "api" } }]
    ]
  ],
  [
    "Teams.update",
    `PATCH ${teams}/core`,
    { name: "Center", description: "It holds" },
    [["team.edited", { team: { slug: "center" }, changes: { name: { from: "Core" }, description: { from: null } } }]]
  ],
  ["Teams.update of nothing", `PATCH ${teams}/core`, { name: "Core" }, []],
  ["Teams.delete", `DELETE ${teams}/core`, undefined, [["team.deleted", { team: { name: "Core", id: 5 } }]]],
  [
    "Teams.addRepository",
    `PUT ${teams}/idle/repos/acme/web`,
    { permission: "pull" },
    [
      [
        "team.added_to_repository",
        { team: { id: 6 }, repository: { name: "web", permissions: { pull: true, push: false, admin: false } } }
      ],
      ["team_add", { team: { id: 6 }, repository: { name: "web" } }, "web"],
      ["team_add", { team: { id: 6 }, repository: { name: "web" } }]
    ]
  ],
  [
    "Teams.addRepository in another role",
    `PUT ${teams}/core/repos/acme/web`,
    { permission: "admin" },
    [
      [
        "team.edited",
        {
          repository: { name: "web" },
          changes: { repository: { permissions: { from: { admin: false, push: true, pull: true } } } }
        }
      ]
    ]
  ],
  [
    "Teams.removeRepository",
    `DELETE ${teams}/core/repos/acme/web`,
    undefined,
    [
      [
        "team.removed_from_repository",
        { team: { id: 5 }, repository: { name: "web", permissions: { pull: false, push: false, admin: false } } }
      ]
    ]
  ]
]

describe("an operation and its events", () => {
  it.effect.each(rows)("%s", ([operation, request, body, told]) =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const token = operation === "Organizations.acceptMembership" ? "dora" : "ada"
      const { status } = yield* send(request, { token, ...(body === undefined ? {} : { body }) })
      assert.isBelow(status, 300)
      const sent = yield* simulator.deliveries
      assert.deepStrictEqual(
        sent.map(({ event, url }) => [event, url]),
        told.map(([event, , at = "organization"]) => [event, `https://bot.example/${at}`])
      )
      for (const [at, { body: payload, event }] of sent.entries()) {
        const wire = JSON.parse(JSON.stringify(payload)) as object
        const [name = "", action] = (event ?? "").split(".")
        expect(wire).toMatchObject({ organization: { login: "acme" }, sender: { login: token }, ...told[at]?.[1] })
        assert.notStrictEqual(decoded(name, wire).payload, wire)
        assert.deepStrictEqual(missing(wire, exampleOf(name, action)), [], event ?? "")
      }
    }).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seed)))
  )
})
