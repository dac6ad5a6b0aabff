/** Writes users, organizations, apps and tokens as a seed. */
import type { IssueFieldSeed, IssueTypeSeed } from "../../../../ForgeIssueSeed.ts"
import type { AppSeed, OrganizationSeed, TeamSeed, TokenSeed, UserSeed } from "../../../../ForgeSeed.ts"
import { isoDate } from "../../../exchange.ts"
import type { App, Installation, Organization, Team, Token, User } from "../accounts.ts"
import type { IssueField, IssueType } from "../issues/attributes.ts"
import { fullName, userOf, type World } from "../model.ts"
import { moment, present, some } from "./fields.ts"

/** The names of repositories. Those that were deleted are left out. */
const namesOf = (world: World, ids: Iterable<number>): ReadonlyArray<string> =>
  [...ids].flatMap((id) => {
    const repository = world.repositories.get(id)
    return repository === undefined ? [] : [fullName(repository)]
  })

export const userSeed = ({ created_at, login, ...user }: User): UserSeed => ({
  login,
  created_at: isoDate(created_at),
  ...present(user)
})

const teamSeed = (world: World, team: Team): TeamSeed => ({
  name: team.name,
  id: team.id,
  slug: team.slug,
  ...present({ description: team.description, members: some([...team.members]) }),
  repositories: Object.fromEntries(
    [...team.repositories].flatMap(([id, permission]) => namesOf(world, [id]).map((name) => [name, permission]))
  )
})

export const organizationSeed = (world: World, login: string, organization: Organization): OrganizationSeed => ({
  login: userOf(world, login)?.login ?? login,
  base_permission: organization.base_permission,
  members: Object.fromEntries(organization.members),
  // None at all are not the usual ones.
  issue_types: [...organization.issue_types.values()].map(typeSeed),
  ...present({
    issue_fields: some([...organization.issue_fields.values()].map(fieldSeed)),
    teams: some([...organization.teams.values()].map((team) => teamSeed(world, team)))
  })
})

const typeSeed = ({ color, description, id, is_enabled, name }: IssueType): IssueTypeSeed => ({
  name,
  id,
  ...present({ description, color }),
  is_enabled
})

const fieldSeed = ({ data_type, description, id, name, options }: IssueField): IssueFieldSeed => ({
  name,
  id,
  data_type,
  ...present({ description, options: some(options) })
})

const installationSeed = (world: World, { account, id, permissions, repositories, suspended_at }: Installation) => ({
  account,
  id,
  permissions,
  ...present({
    repositories: repositories === null ? null : namesOf(world, repositories),
    suspended: suspended_at === null ? null : true
  })
})

export const appSeed = (world: World, { installations, ...app }: App): AppSeed => ({
  ...app,
  ...present({ installations: some([...installations.values()].map((each) => installationSeed(world, each))) })
})

export const tokenSeed = (world: World, token: Token): TokenSeed => ({
  login: token.login,
  ...present({
    scopes: token.scopes,
    permissions: token.permissions,
    repositories: token.repositories === null ? null : namesOf(world, token.repositories),
    installation: token.installation,
    expires_at: moment(token.expires_at)
  })
})
