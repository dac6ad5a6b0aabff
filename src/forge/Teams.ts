/** Teams of organizations, their members, and the repositories that they have access to. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, inRepo, Name, Removed } from "./internal/fields.ts"
import { Team } from "./schema/Team.ts"
import { TeamMember } from "./schema/TeamMember.ts"

const OrgPath = {
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString
}

const TeamRepoPath = inRepo({
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString,
  /** The `slug` of the team. */
  team_slug: Schema.NonEmptyString
})

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
 * Lists the members of a team, including those of its child teams.
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

/**
 * Gives a team access to a repository, or changes what it may do there. The repository must belong to the organization, or
 * be a fork of one that does. `Repositories.listTeams` returns the teams of a repository.
 *
 * PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} · needs admin access to the repository
 */
export const addRepo = Forge.operation("Teams.addRepo", "PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}", {
  path: TeamRepoPath,
  body: {
    /**
     * What its members may do: `pull`, `triage`, `push`, `maintain`, `admin`, or a role that the organization has defined.
     * Default: push.
     */
    permission: Name
  },
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Removes a team's access to a repository. The repository stays.
 *
 * DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} · needs admin access to the repository, or to be an owner of
 * the organization or a maintainer of the team
 */
export const removeRepo = Forge.operation(
  "Teams.removeRepo",
  "DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}",
  {
    path: TeamRepoPath,
    errors: [NotFound],
    foundBy: Removed
  }
)
