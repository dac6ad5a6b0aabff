/** Teams of organizations, and their members. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both } from "./internal/fields.ts"
import { Team } from "./schema/Team.ts"
import { TeamMember } from "./schema/TeamMember.ts"

const OrgPath = {
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString
}

/**
 * Lists the teams of an organization that you can see. Only members of the organization see any.
 *
 * GET /orgs/{org}/teams
 */
export const list = Forge.listing("Teams.list", "GET /orgs/{org}/teams", {
  path: OrgPath,
  query: {
    /** Only the teams of the organization itself, or of its enterprise. Default: all. */
    team_type: Schema.optional(Schema.Literals(["all", "enterprise", "organization"]))
  },
  item: Team,
  errors: [NotFound]
})

/**
 * Lists the members of a team, those of its child teams included.
 *
 * GET /orgs/{org}/teams/{team_slug}/members
 */
export const listMembers = Forge.listing("Teams.listMembers", "GET /orgs/{org}/teams/{team_slug}/members", {
  path: both(OrgPath, {
    /** The `slug` of the team. */
    team_slug: Schema.NonEmptyString
  }),
  query: {
    /** Only the members with this role. Default: all. */
    role: Schema.optional(Schema.Literals(["all", "maintainer", "member"]))
  },
  item: TeamMember,
  errors: [NotFound]
})
