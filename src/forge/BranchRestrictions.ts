/**
 * Who can push to a protected branch, of those with write access: users, teams and Apps. Only repositories of organizations
 * have such a rule. `BranchProtection.update` makes it, and has the other rules of a branch.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Removed } from "./internal/fields.ts"
import { App } from "./schema/App.ts"
import { PushPolicy } from "./schema/BranchRules.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"
import { Team } from "./schema/Team.ts"

const BranchPath = inRepo({
  /** Name of the branch, without `refs/heads/`. */
  branch: Schema.NonEmptyString
})

const Names = Schema.Array(Schema.NonEmptyString)

const TeamSlugs = {
  /** The slugs of the teams. */
  teams: Names
}

const Logins = {
  /** The logins of the users. */
  users: Names
}

const AppSlugs = {
  /** The slugs of the Apps, which must have write access to the contents. */
  apps: Names
}

/**
 * The input and the result of adding, replacing and removing some of a kind: the result is everyone who can push
 * afterwards.
 */
const changing = <Fields extends Schema.Struct.Fields, Item extends Schema.Top>(body: Fields, item: Item) =>
  ({
    path: BranchPath,
    body,
    success: Schema.Array(item),
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }) as const

const changingTeams = changing(TeamSlugs, Team)
const changingUsers = changing(Logins, SimpleUser)
const changingApps = changing(AppSlugs, App)

/**
 * Gets who can push to the branch.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions · needs admin access
 */
export const get = Forge.operation(
  "BranchRestrictions.get",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions",
  {
    path: BranchPath,
    success: PushPolicy,
    errors: [NotFound]
  }
)

/**
 * Lets everyone with write access push to the branch.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions · needs admin access
 */
const delete_ = Forge.operation(
  "BranchRestrictions.delete",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions",
  {
    path: BranchPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

export { delete_ as delete }

/**
 * Gets the teams that can push to the branch.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams · needs admin access
 */
export const getTeams = Forge.operation(
  "BranchRestrictions.getTeams",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
  {
    path: BranchPath,
    success: Schema.Array(Team),
    errors: [NotFound]
  }
)

/**
 * Lets further teams push to the branch. Returns all teams that can.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams · needs admin access
 */
export const addTeams = Forge.operation(
  "BranchRestrictions.addTeams",
  "POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
  changingTeams
)

/**
 * Replaces the teams that can push to the branch. Returns them.
 *
 * PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams · needs admin access
 */
export const setTeams = Forge.operation(
  "BranchRestrictions.setTeams",
  "PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
  changingTeams
)

/**
 * No longer lets some teams push to the branch. Returns the teams that still can.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams · needs admin access
 */
export const removeTeams = Forge.operation(
  "BranchRestrictions.removeTeams",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
  changingTeams
)

/**
 * Gets the users that can push to the branch.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users · needs admin access
 */
export const getUsers = Forge.operation(
  "BranchRestrictions.getUsers",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
  {
    path: BranchPath,
    success: Schema.Array(SimpleUser),
    errors: [NotFound]
  }
)

/**
 * Lets further users push to the branch. Returns all users that can.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users · needs admin access
 */
export const addUsers = Forge.operation(
  "BranchRestrictions.addUsers",
  "POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
  changingUsers
)

/**
 * Replaces the users that can push to the branch. Returns them.
 *
 * PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users · needs admin access
 */
export const setUsers = Forge.operation(
  "BranchRestrictions.setUsers",
  "PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
  changingUsers
)

/**
 * No longer lets some users push to the branch. Returns the users that still can.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users · needs admin access
 */
export const removeUsers = Forge.operation(
  "BranchRestrictions.removeUsers",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
  changingUsers
)

/**
 * Gets the Apps that can push to the branch.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps · needs admin access
 */
export const getApps = Forge.operation(
  "BranchRestrictions.getApps",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
  {
    path: BranchPath,
    success: Schema.Array(App),
    errors: [NotFound]
  }
)

/**
 * Lets further Apps push to the branch. Returns all Apps that can.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps · needs admin access
 */
export const addApps = Forge.operation(
  "BranchRestrictions.addApps",
  "POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
  changingApps
)

/**
 * Replaces the Apps that can push to the branch. Returns them.
 *
 * PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps · needs admin access
 */
export const setApps = Forge.operation(
  "BranchRestrictions.setApps",
  "PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
  changingApps
)

/**
 * No longer lets some Apps push to the branch. Returns the Apps that still can.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps · needs admin access
 */
export const removeApps = Forge.operation(
  "BranchRestrictions.removeApps",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
  changingApps
)
