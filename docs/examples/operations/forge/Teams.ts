import { Teams } from "forgecast/forge"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Lets the members of a team write to a repository. */
export const addRepo = Teams.addRepo({ ...repo, org: "acme", team_slug: "developers", permission: "push" })

/** Lists the teams of an organization that the token may see. */
export const list = Teams.list({ org: "acme" }).pipe(
  Stream.map(({ description, slug }) => ({ slug, description })),
  Stream.runCollect
)

/** Lists the members of a team. */
export const listMembers = Teams.listMembers({ org: "acme", team_slug: "developers" }).pipe(
  Stream.map(({ login }) => login),
  Stream.runCollect
)

/** Removes a team's access to a repository. */
export const removeRepo = Teams.removeRepo({ ...repo, org: "acme", team_slug: "developers" })
