/** How the operations of `Collaborators` are called in tests, and what the service responds. */
import type * as Collaborators from "../../../src/forge/Collaborators.ts"
import { repo } from "../support/records.ts"
import { collaborator, invitation, permission } from "../support/sharing.ts"
import { type Rows, third } from "./row.ts"

const them = { ...repo, username: "octo" }

export const rows: Rows<typeof Collaborators> = {
  list: {
    whole: { ...repo, affiliation: "outside", permission: "maintain", ...third },
    response: [collaborator],
    value: [{ login: "octo", role_name: "write", permissions: { push: true, maintain: false } }]
  },
  isCollaborator: {
    whole: them,
    octokit: { with: { username: "octo" } }
  },
  getPermission: {
    whole: them,
    response: permission,
    value: { permission: "write", role_name: "maintain", user: { login: "octo" } },
    octokit: { with: { username: "octo" } },
    reads: [[{ ...permission, user: null }, { user: null }]]
  },
  add: {
    whole: { ...them, permission: "maintain" },
    response: invitation,
    value: { id: 1, permissions: "write", expired: false, repository: { full_name: "acme/web" } },
    octokit: { as: "acme", with: { permission: "push" } },
    // Nobody had to be invited.
    reads: [[undefined, null]],
    refuses: [["permission", { permission: "" }]]
  },
  remove: {
    whole: them,
    octokit: { as: "acme", with: { username: "gone" } }
  }
}
