/** How the operations of `Organizations` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Organizations from "../../../src/forge/Organizations.ts"
import { organization, user } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

export const rows: Rows<typeof Organizations> = {
  get: {
    whole: { org: "acme" },
    response: organization,
    value: {
      login: "acme",
      id: 99,
      is_verified: true,
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
    },
    reads: [
      [{ ...organization, blog: "" }, { blog: null }],
      [{ ...organization, blog: null }, { blog: null }],
      [{ ...organization, blog: " " }, { blog: " " }]
    ]
  },
  listMembers: {
    whole: { org: "acme", filter: "2fa_insecure", role: "admin", ...third },
    response: [user],
    value: [{ login: "octo", id: 1 }]
  }
}
