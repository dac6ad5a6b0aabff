import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { AuthenticatedUser } from "../../src/forge/schema/AuthenticatedUser.ts"
import { User } from "../../src/forge/schema/User.ts"
import * as Users from "../../src/forge/Users.ts"
import { proves, refuses, untyped } from "./support/proof.ts"
import { privateUser } from "./support/refs.ts"
import { userProfile } from "./support/repositories.ts"
import { answer, asking } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(User)

describe("Users.get", () => {
  it.effect("returns a profile", () =>
    proves(Users.get({ username: "octo" }), {
      sends: asking("/users/octo"),
      answer: answer(200, userProfile),
      gives: read(userProfile)
    })
  )

  it.effect("returns a bot by its login", () =>
    proves(Users.get({ username: "dependabot[bot]" }), {
      sends: asking("/users/dependabot%5Bbot%5D"),
      answer: answer(200, { ...userProfile, login: "dependabot[bot]", type: "Bot" }),
      gives: read({ ...userProfile, login: "dependabot[bot]", type: "Bot" })
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(userProfile), {
      login: "octo",
      type: "User",
      name: "Octo Cat",
      company: "@acme",
      blog: null,
      location: "San Francisco",
      email: null,
      hireable: null,
      bio: "There once was…",
      twitter_username: "octo",
      public_repos: 2,
      public_gists: 1,
      followers: 20,
      following: 0,
      created_at: DateTime.makeUnsafe("2008-01-14T04:33:35Z"),
      updated_at: DateTime.makeUnsafe("2026-01-14T04:33:35Z"),
      suspended_at: null
    })
  })

  it.effect.each([[""], [undefined], [".."]])("refuses the name %j", ([username]) =>
    refuses("username", Users.get(untyped({ username })))
  )
})

describe("Users.me", () => {
  const readMe = Schema.decodeUnknownSync(AuthenticatedUser)

  it.effect("returns the private profile", () =>
    proves(Users.me({}), {
      sends: asking("/user"),
      answer: answer(200, privateUser),
      gives: readMe(privateUser)
    })
  )

  it("reads the private fields", () => {
    assert.containSubset(readMe(privateUser), {
      login: "octo",
      email: "octo@example.com",
      notification_email: null,
      private_gists: 81,
      total_private_repos: 100,
      owned_private_repos: 90,
      disk_usage: 10_000,
      collaborators: 8,
      two_factor_authentication: true,
      plan: { name: "pro", space: 400, private_repos: 20, collaborators: 0 }
    })
  })

  it("reads the public profile that a token without the scope gets", () => {
    assert.containSubset(readMe(userProfile), {
      name: "Octo Cat",
      email: null,
      private_gists: null,
      two_factor_authentication: null,
      plan: null
    })
  })
})
