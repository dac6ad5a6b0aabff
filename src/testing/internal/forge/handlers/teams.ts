/** Teams of organizations: themselves, their members, and the repositories that they are given to. */
import * as Result from "effect/Result"
import type { Permission } from "../../../ForgeState.ts"
import { json, noContent } from "../../exchange.ts"
import { mustBeAdmin, readable } from "../access/lookups.ts"
import { may, membershipOf, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, invalid, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Organization, Team, User } from "../state/accounts.ts"
import { nextId, type Repository, repositoryNamed, userOf } from "../state/model.ts"
import { putTeam, slugOf, withMember, withoutMember } from "../state/teams.ts"
import * as Wire from "../wire/accounts.ts"
import { repository as writeRepository } from "../wire/repository.ts"
import { userNamed } from "./followers.ts"
import { invite, manages, readsMembers, writesMembers } from "./members.ts"
import { signedInUser } from "./profile.ts"

interface Found {
  readonly profile: User
  readonly organization: Organization
  readonly team: Team
}

/** Whether the sender sees a team: its own members and the owners see a secret one. */
export const seesTeam = (call: Call, { login }: User, team: Team): boolean =>
  membershipOf(call, login) !== undefined &&
  (team.privacy === "closed" || manages(call, login) || team.members.has(call.viewer?.toLowerCase() ?? ""))

/** Returns the path's team, or 404 for those who do not see it. */
const teamOf = (call: Call): OrRefusal<Found> =>
  Result.flatMap(organizationOf(call), ([profile, organization]) => {
    const team = organization.teams.get(call.params["team_slug"] ?? "")
    return team === undefined || !seesTeam(call, profile, team)
      ? Result.fail(notFound(call))
      : Result.succeed({ profile, organization, team })
  })

/** Returns the path's team, or 403 for those who do not maintain it. */
const maintained = (call: Call): OrRefusal<Found> =>
  Result.flatMap(teamOf(call), (found) =>
    manages(call, found.profile.login) || found.team.maintainers.has(call.viewer?.toLowerCase() ?? "")
      ? Result.succeed(found)
      : Result.fail(forbidden(call, "Must be an owner or a maintainer of the team."))
  )

const written = (call: Call, { organization, profile, team }: Found, status = 200) =>
  json(status, Wire.fullTeam(call, profile, organization, team))

const get: Handler = (call) => Result.map(teamOf(call), (found) => written(call, found))

const listMine: Handler = handler(function* (call) {
  const user = yield* signedInUser(call)
  const found = [...call.world.organizations].flatMap(([name, organization]) => {
    const profile = userOf(call.world, name)
    return profile === undefined
      ? []
      : [...organization.teams.values()].flatMap((team) =>
          team.members.has(user.login.toLowerCase()) ? [{ profile, organization, team }] : []
        )
  })
  return pageOf(call, "/user/teams", found, ({ organization, profile, team }) =>
    Wire.fullTeam(call, profile, organization, team)
  )
})

const named = { resource: "Team", maximum: 255 }
const privacies = ["closed", "secret"] as const

/** What a body says of a team. Teams within teams are not simulated. */
const given = (call: Call, organization: Organization, fields: Input.Fields, own?: Team) =>
  Result.gen(function* () {
    const name = (yield* Input.boundedText(call, fields, "name", named)) ?? own?.name ?? ""
    const description = yield* Input.boundedText(call, fields, "description", { ...named, blank: true })
    const privacy = yield* Input.oneOf(call, fields, "privacy", privacies, "Team")
    const parents = [fields["parent_team_id"], fields["parent_team_slug"]]
    if (parents.some((parent) => parent !== undefined && parent !== null)) {
      return yield* Result.fail(unprocessable(call, "The simulator has no teams within teams."))
    }
    const slug = slugOf(name)
    const other = organization.teams.get(slug)
    if (other !== undefined && other.id !== own?.id) {
      const message = "Name must be unique for this org"
      return yield* Result.fail(invalid(call, { resource: "Team", field: "name", code: "custom", message }))
    }
    return { name, slug, description: description ?? own?.description ?? null, privacy: privacy ?? own?.privacy }
  })

/** Any member creates teams, and maintains them then. */
const create: Handler = handler(function* (call) {
  const [profile, organization] = yield* organizationOf(call)
  if (membershipOf(call, profile.login) === undefined) {
    return yield* Result.fail(forbidden(call, "Must be a member of the organization to create a team."))
  }
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "name")
  const { privacy = "secret", ...about } = yield* given(call, organization, fields)
  const maintainers = (yield* Input.names(call, fields, "maintainers", "login")) ?? []
  const names = (yield* Input.names(call, fields, "repo_names", "full_name")) ?? []
  const permission = (yield* Input.oneOf(call, fields, "permission", ["pull", "push"], "Team")) ?? "pull"
  const outside = maintainers.find((login) => !organization.members.has(login.toLowerCase()))
  if (outside !== undefined) {
    return yield* Result.fail(
      invalid(call, { resource: "Team", field: "maintainers", code: "invalid", value: outside })
    )
  }
  const repositories: Array<Repository> = []
  for (const name of names) {
    const repository = repositoryNamed(call.world, name)
    if (repository === undefined || !may(call, repository, "admin")) {
      return yield* Result.fail(invalid(call, { resource: "Team", field: "repo_names", code: "invalid", value: name }))
    }
    repositories.push(repository)
  }
  const creator = call.viewer !== null && organization.members.has(call.viewer.toLowerCase()) ? [call.viewer] : []
  const members = new Set([...creator, ...maintainers].map((login) => login.toLowerCase()))
  const team: Team = {
    ...about,
    id: nextId(call.world, "team"),
    privacy,
    members,
    maintainers: members,
    repositories: new Map(repositories.map(({ id }) => [id, roles[permission]])),
    created_at: call.now,
    updated_at: call.now
  }
  putTeam(call.world, profile.login, organization, undefined, team)
  return written(call, { profile, organization, team }, 201)
})

const update: Handler = handler(function* (call) {
  const { organization, profile, team } = yield* maintained(call)
  const { privacy = team.privacy, ...about } = yield* given(call, organization, yield* Input.fieldsOf(call), team)
  const changed: Team = { ...team, ...about, privacy, updated_at: call.now }
  putTeam(call.world, profile.login, organization, team, changed)
  return written(
    call,
    { profile, organization, team: changed },
    Input.hasEffect(team, { ...about, privacy }) ? 201 : 200
  )
})

const remove: Handler = handler(function* (call) {
  const { organization, profile, team } = yield* maintained(call)
  putTeam(call.world, profile.login, organization, team, undefined)
  return noContent
})

/** The role of somebody in a team, as a member or as who is invited; undefined for none. Owners maintain their teams. */
const roleIn = ({ organization, team }: Found, login: string) => {
  const key = login.toLowerCase()
  if (!team.members.has(key)) {
    const role = organization.invitations.get(key)?.teams[team.slug]
    return role === undefined ? undefined : { role, state: "pending" as const }
  }
  const maintains = team.maintainers.has(key) || organization.members.get(key)?.role === "admin"
  return { role: maintains ? ("maintainer" as const) : ("member" as const), state: "active" as const }
}

const membership = (call: Call, found: Found, { login }: User): OrRefusal<object> => {
  const role = roleIn(found, login)
  const { profile, team } = found
  return role === undefined
    ? Result.fail(notFound(call))
    : Result.succeed({
        url: `${call.urls.api}/organizations/${profile.id}/team/${team.id}/memberships/${login}`,
        ...role
      })
}

const getMembership: Handler = handler(function* (call) {
  return json(200, yield* membership(call, yield* teamOf(call), yield* userNamed(call)))
})

/** Who is not a member of the organization is invited to both. */
const setMembership: Handler = handler(function* (call) {
  const { organization, profile, team } = yield* maintained(call)
  const user = yield* userNamed(call)
  const fields = yield* Input.fieldsOf(call)
  const role = (yield* Input.oneOf(call, fields, "role", ["member", "maintainer"], "TeamMember")) ?? "member"
  if (user.type !== "User") {
    return yield* Result.fail(unprocessable(call, "Cannot add an organization as a member."))
  }
  const key = user.login.toLowerCase()
  if (organization.members.has(key)) organization.teams.set(team.slug, withMember(team, key, role, call.now))
  else if (!manages(call, profile.login)) {
    return yield* Result.fail(forbidden(call, "You must be an admin to invite somebody to an organization."))
  } else invite(call, organization, user.login, { teams: { [team.slug]: role } })
  const changed = organization.teams.get(team.slug) ?? team
  return json(200, yield* membership(call, { organization, profile, team: changed }, user))
})

/** A member may leave a team. */
const removeMembership: Handler = handler(function* (call) {
  const user = yield* userNamed(call)
  const isOwn = call.viewer?.toLowerCase() === user.login.toLowerCase()
  const found = yield* isOwn ? teamOf(call) : maintained(call)
  yield* membership(call, found, user)
  const { organization, team } = found
  const key = user.login.toLowerCase()
  organization.teams.set(team.slug, withoutMember(team, key, call.now))
  const invitation = organization.invitations.get(key)
  if (invitation !== undefined) {
    const { [team.slug]: _, ...teams } = invitation.teams
    organization.invitations.set(key, { ...invitation, teams })
  }
  return noContent
})

const listInvitations: Handler = handler(function* (call) {
  const { organization, profile, team } = yield* teamOf(call)
  const found = [...organization.invitations].filter(([, { teams }]) => teams[team.slug] !== undefined)
  return pageOf(call, `/organizations/${profile.id}/team/${team.id}/invitations`, found, ([login, invitation]) =>
    Wire.organizationInvitation(call, profile, login, invitation)
  )
})

/** The roles by the names that teams give to them. */
const roles = { pull: "read", triage: "triage", push: "write", maintain: "maintain", admin: "admin" } as const
const roleNames = ["pull", "triage", "push", "maintain", "admin"] as const
const levels: ReadonlyArray<Permission> = roleNames.map((name) => roles[name])

/** A repository of a team, with what the team may do in it. */
const writeShared = (call: Call, repository: Repository, permission: Permission) => ({
  ...writeRepository(call, repository, call.viewer),
  permissions: Object.fromEntries(
    roleNames.map((name) => [name, levels.indexOf(permission) >= levels.indexOf(roles[name])])
  ),
  role_name: permission
})

const listRepositories: Handler = handler(function* (call) {
  const { profile, team } = yield* teamOf(call)
  const found = [...team.repositories].flatMap(([id, permission]) => {
    const repository = call.world.repositories.get(id)
    return repository === undefined || !call.sees(repository) ? [] : [{ repository, permission }]
  })
  const target = `/organizations/${profile.id}/team/${team.id}/repos`
  return pageOf(call, target, found, ({ permission, repository }) => writeShared(call, repository, permission))
})

/** 204, or the repository for those who ask for it by the media type `application/vnd.github.v3.repository+json`. */
const checkRepository: Handler = handler(function* (call) {
  const { team } = yield* teamOf(call)
  const repository = yield* readable(call)
  const permission = team.repositories.get(repository.id)
  if (permission === undefined) return yield* Result.fail(notFound(call))
  const asksForIt = call.request.headers["accept"]?.includes("repository+json") === true
  return asksForIt ? json(200, writeShared(call, repository, permission)) : noContent
})

/** Returns the path's team and repository, which the sender must administer. */
const shared = (call: Call) =>
  Result.gen(function* () {
    const found = yield* teamOf(call)
    const repository = yield* readable(call)
    return may(call, repository, "admin") || manages(call, found.profile.login)
      ? { ...found, repository }
      : yield* Result.fail(mustBeAdmin(call))
  })

const giveRepository: Handler = handler(function* (call) {
  const { organization, profile, repository, team } = yield* shared(call)
  const fields = yield* Input.fieldsOf(call)
  const name = (yield* Input.oneOf(call, fields, "permission", roleNames, "Team")) ?? "push"
  if (repository.owner.toLowerCase() !== profile.login.toLowerCase()) {
    return yield* Result.fail(unprocessable(call, "The repository is not one of the organization."))
  }
  const repositories = new Map([...team.repositories, [repository.id, roles[name]] as const])
  organization.teams.set(team.slug, { ...team, repositories, updated_at: call.now })
  return noContent
})

const takeRepository: Handler = handler(function* (call) {
  const { organization, repository, team } = yield* shared(call)
  const repositories = new Map([...team.repositories].filter(([id]) => id !== repository.id))
  organization.teams.set(team.slug, { ...team, repositories, updated_at: call.now })
  return noContent
})

const all = "/orgs/{org}/teams"
const one = `${all}/{team_slug}`
const member = `${one}/memberships/{username}`
const repository = `${one}/repos/{owner}/{repo}`

const endpoint = endpointsOf("teams/teams")
const members = endpointsOf("teams/members")

const [reads, writes] = [readsMembers, writesMembers]

export const routes: ReadonlyArray<Route> = [
  endpoint("Teams.listForMe", "GET /user/teams", "list-teams-for-the-authenticated-user", listMine),
  endpoint("Teams.create", `POST ${all}`, "create-a-team", create, "core", writes),
  endpoint("Teams.get", `GET ${one}`, "get-a-team-by-name", get, "core", reads),
  endpoint("Teams.update", `PATCH ${one}`, "update-a-team", update, "core", writes),
  endpoint("Teams.delete", `DELETE ${one}`, "delete-a-team", remove, "core", writes),
  members("Teams.getMembership", `GET ${member}`, "get-team-membership-for-a-user", getMembership, "core", reads),
  members(
    "Teams.setMembership",
    `PUT ${member}`,
    "add-or-update-team-membership-for-a-user",
    setMembership,
    "core",
    writes
  ),
  members(
    "Teams.removeMembership",
    `DELETE ${member}`,
    "remove-team-membership-for-a-user",
    removeMembership,
    "core",
    writes
  ),
  members(
    "Teams.listInvitations",
    `GET ${one}/invitations`,
    "list-pending-team-invitations",
    listInvitations,
    "core",
    reads
  ),
  endpoint("Teams.listRepositories", `GET ${one}/repos`, "list-team-repositories", listRepositories, "core", reads),
  endpoint(
    "Teams.checkRepository",
    `GET ${repository}`,
    "check-team-permissions-for-a-repository",
    checkRepository,
    "core",
    reads
  ),
  endpoint(
    "Teams.addRepo",
    `PUT ${repository}`,
    "add-or-update-team-repository-permissions",
    giveRepository,
    "core",
    writes
  ),
  endpoint(
    "Teams.removeRepo",
    `DELETE ${repository}`,
    "remove-a-repository-from-a-team",
    takeRepository,
    "core",
    writes
  )
]
