/** How the operations of `BranchRestrictions` are called in tests, and what the service responds. */
import type * as BranchRestrictions from "../../../src/forge/BranchRestrictions.ts"
import { app, restrictions, team } from "../support/git.ts"
import { repo } from "../support/records.ts"
import { user } from "../support/repositories.ts"
import type { Rows } from "./row.ts"

const at = { ...repo, branch: "next/1.x" }
const octokit = { with: { owner: "tools", repo: "kit" } } as const
const withFields = (fields: object) => ({ with: { ...octokit.with, ...fields } })

const added = { is: true, because: "who can push already still can" } as const
const removed = { is: true, because: "who cannot push still cannot" } as const

const teams = {
  whole: { ...at, teams: ["core"] },
  smallest: { ...at, teams: ["core"] },
  response: [team],
  value: [{ slug: "core" }],
  octokit: withFields({ teams: ["core"] }),
  refuses: [["teams[0]", { teams: [""] }]]
} as const

const users = {
  whole: { ...at, users: ["octo"] },
  response: [user],
  value: [{ login: "octo" }],
  octokit: withFields({ users: ["rev"] }),
  refuses: [["users[0]", { users: [""] }]]
} as const

const apps = {
  whole: { ...at, apps: ["builder"] },
  response: [app],
  value: [{ slug: "builder" }],
  octokit: withFields({ apps: ["github-actions"] }),
  refuses: [["apps[0]", { apps: [""] }]]
} as const

export const rows: Rows<typeof BranchRestrictions> = {
  get: {
    whole: at,
    response: restrictions,
    value: { users: [], teams: [{ slug: "core" }], apps: [{ slug: "builder" }] },
    octokit
  },
  delete: { whole: at, octokit },
  getTeams: { whole: at, response: [team], value: [{ slug: "core" }], octokit },
  addTeams: { ...teams, repeatable: added },
  setTeams: teams,
  removeTeams: { ...teams, repeatable: removed },
  getUsers: { whole: at, response: [user], value: [{ login: "octo" }], octokit },
  addUsers: { ...users, repeatable: added },
  setUsers: users,
  removeUsers: { ...users, repeatable: removed },
  getApps: { whole: at, response: [app], value: [{ slug: "builder" }], octokit },
  addApps: { ...apps, repeatable: added },
  setApps: apps,
  removeApps: { ...apps, repeatable: removed }
}
