import { Teams } from "forgecast/forge"
import * as Stream from "effect/Stream"

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
