/** How the operations of `Users` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Users from "../../../src/forge/Users.ts"
import { privateUser } from "../support/refs.ts"
import { user, userProfile } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const readUser = { login: "octo", id: 1 }

export const rows: Rows<typeof Users> = {
  list: {
    whole: { since: 46, ...third },
    response: [user],
    value: [{ login: "octo" }],
    octokit: { with: { per_page: 2 } }
  },
  get: {
    whole: { username: "octo" },
    response: userProfile,
    value: {
      ...readUser,
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
    },
    takes: [[{ username: "dependabot[bot]" }]]
  },
  me: {
    whole: {},
    response: privateUser,
    value: {
      ...readUser,
      email: "octo@example.com",
      notification_email: null,
      private_gists: 81,
      total_private_repos: 100,
      owned_private_repos: 90,
      disk_usage: 10_000,
      collaborators: 8,
      two_factor_authentication: true,
      plan: { name: "pro", space: 400, private_repos: 20, collaborators: 0 }
    },
    // The public profile, which a token without the scope gets.
    reads: [
      [userProfile, { name: "Octo Cat", email: null, private_gists: null, two_factor_authentication: null, plan: null }]
    ]
  }
}
