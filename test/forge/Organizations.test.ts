import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Organizations from "../../src/forge/Organizations.ts"
import { Organization } from "../../src/forge/schema/Organization.ts"
import { SimpleUser } from "../../src/forge/schema/SimpleUser.ts"
import { all, proves, refuses, untyped } from "./support/proof.ts"
import { organization, user } from "./support/repositories.ts"
import { answer, asking } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Organization)

describe("Organizations.get", () => {
  it.effect("returns an organization", () =>
    proves(Organizations.get({ org: "acme" }), {
      sends: asking("/orgs/acme"),
      answer: answer(200, organization),
      gives: read(organization)
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(organization), {
      login: "acme",
      id: 99,
      html_url: "https://github.com/acme",
      name: "Acme",
      description: "We make everything",
      location: "Everywhere",
      blog: "https://acme.example",
      public_repos: 2,
      followers: 20,
      created_at: DateTime.makeUnsafe("2008-01-14T04:33:35Z"),
      archived_at: null,
      owned_private_repos: 100,
      plan: { name: "Medium", seats: 5 },
      default_repository_permission: "read",
      members_can_create_repositories: true,
      members_can_create_private_repositories: null
    })
  })

  const least = { login: "acme", id: 99, html_url: "h", created_at: "2008-01-14T04:33:35Z" }

  it("needs no more than what every server sends", () => {
    assert.containSubset(read(least), {
      name: null,
      description: null,
      location: null,
      blog: null,
      public_repos: 0,
      followers: 0,
      updated_at: null,
      plan: null
    })
  })

  it.each([
    ["", null],
    [null, null],
    [undefined, null],
    [" ", " "]
  ])("reads the web site %j as %j", (wire, blog) => {
    assert.strictEqual(read({ ...least, blog: wire }).blog, blog)
  })

  it.effect.each([[""], [undefined], ["."]])("refuses the name %j", ([org]) =>
    refuses("org", Organizations.get(untyped({ org })))
  )
})

describe("Organizations.listMembers", () => {
  it.effect.each([
    ["all", "admin"],
    ["2fa_disabled", "member"],
    ["2fa_insecure", "all"]
  ] as const)("sends every filter: %s, %s", ([filter, role]) =>
    proves(all(Organizations.listMembers({ org: "acme", filter, role, per_page: 1 })), {
      sends: asking("/orgs/acme/members", { filter, role, per_page: "1" }),
      answer: answer(200, [user]),
      gives: [Schema.decodeUnknownSync(SimpleUser)(user)]
    })
  )

  it.effect("needs only the organization", () =>
    proves(all(Organizations.listMembers({ org: "acme" })), {
      sends: asking("/orgs/acme/members", { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each([
    ["org", { org: "" }],
    ["filter", { filter: "2fa" }],
    ["role", { role: "owner" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, all(Organizations.listMembers(untyped({ org: "acme", ...wrong }))))
  )
})
