/** How the operations of `Teams` are called in tests, and what the service responds. */
import type * as Teams from "../../../src/forge/Teams.ts"
import { member, team } from "../support/conversations.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

export const rows: Rows<typeof Teams> = {
  list: {
    whole: { org: "acme", team_type: "organization", ...third },
    response: [team],
    value: [{ slug: "front-end", parent: null }]
  },
  listMembers: {
    whole: { org: "acme", team_slug: "front-end", role: "maintainer", ...third },
    response: [member],
    value: [{ login: "octo", role: "maintainer", inherited: false }],
    octokit: { with: { role: "member" } }
  },
  addRepo: {
    whole: { ...repo, org: "acme", team_slug: "front-end", permission: "maintain" },
    errors: { ValidationFailed: "the repository is not of the organization, or there is no such permission" },
    octokit: { with: { owner: "tools", repo: "kit", permission: "maintain" } }
  },
  removeRepo: {
    whole: { ...repo, org: "acme", team_slug: "front-end" },
    octokit: { with: { owner: "tools", repo: "kit" } }
  }
}
