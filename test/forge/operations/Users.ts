/** How the operations of `Users` are called in tests, and what the service responds. */
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
    value: { ...readUser, name: "Octo Cat", followers: 20 }
  },
  me: {
    whole: {},
    response: privateUser,
    value: { ...readUser, total_private_repos: 100, plan: { name: "pro" } }
  }
}
