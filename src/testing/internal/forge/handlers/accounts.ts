/** Users, and organizations with their teams and members. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { response, httpDate, json, noContent } from "../../exchange.ts"
import { pathNumber, readable, requireViewer } from "../access/lookups.ts"
import { membershipOf, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { listings, pageOf } from "../http/paging.ts"
import { forbidden, invalid, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Membership, Organization, User } from "../state/accounts.ts"
import { userNumbered, userOf } from "../state/model.ts"
import * as Wire from "../wire/accounts.ts"
import { stablePath, user } from "../wire/common.ts"
import { issueField, issueType } from "../wire/issues.ts"
import { userNamed } from "./followers.ts"
import { seesTeam } from "./teams.ts"

const get: Handler = handler(function* (call) {
  const [profile, organization] = yield* organizationOf(call)
  const isMember = membershipOf(call, profile.login) !== undefined
  const wire = Wire.fullOrganization(call, profile, organization, isMember)
  return json(200, wire, { "last-modified": httpDate(profile.created_at) })
})

/** The organizations that the viewer is a member of. */
const listMine: Handler = handler(function* (call) {
  yield* requireViewer(call)
  const found = [...call.world.organizations.keys()].flatMap((login) =>
    membershipOf(call, login) === undefined ? [] : (userOf(call.world, login) ?? [])
  )
  return pageOf(call, "/user/orgs", found, (profile) => Wire.organization(call, profile))
})

/** Lists logins of members who pass a test, in the order of their ids. */
const logins = (
  call: Call,
  { members }: Organization,
  test: (membership: Membership) => boolean
): ReadonlyArray<string> =>
  [...members]
    .flatMap(([login, membership]) => (test(membership) ? (userOf(call.world, login) ?? []) : []))
    .sort((a, b) => a.id - b.id)
    .map(({ login }) => login)

const pageOfMembers = (call: Call, target: string, found: ReadonlyArray<string>): Response =>
  pageOf(call, target, found, (login) => user(call, login))

const listMembers: Handler = handler(function* (call) {
  const [profile, organization] = yield* organizationOf(call)
  const filter = yield* Input.choice(call, "filter", ["all", "2fa_disabled", "2fa_insecure"], "OrganizationMember")
  const role = yield* Input.choice(call, "role", ["all", "admin", "member"], "OrganizationMember")
  const own = membershipOf(call, profile.login)
  if (filter !== "all" && own?.role !== "admin") {
    const message = "Only owners can use this filter."
    return yield* Result.fail(
      invalid(call, { resource: "OrganizationMember", code: "custom", field: "filter", message })
    )
  }
  // Everybody has two factors here.
  const found = logins(
    call,
    organization,
    (member) => filter === "all" && (role === "all" || member.role === role) && (own !== undefined || member.public)
  )
  return pageOfMembers(call, `/orgs/${profile.login}/members`, found)
})

const listPublicMembers: Handler = handler(function* (call) {
  const [profile, organization] = yield* organizationOf(call)
  const found = logins(call, organization, (member) => member.public)
  return pageOfMembers(call, `/orgs/${profile.login}/public_members`, found)
})

/** 204 for a member. Those outside are sent on to the public members. */
const checkMember: Handler = handler(function* (call) {
  const [profile, { members }] = yield* organizationOf(call)
  const login = call.params["username"] ?? ""
  if (membershipOf(call, profile.login) === undefined) {
    return response(302, "", { location: `${call.urls.api}/orgs/${profile.login}/public_members/${login}` })
  }
  return members.has(login.toLowerCase()) ? noContent : yield* Result.fail(notFound(call))
})

const checkPublicMember: Handler = handler(function* (call) {
  const [, { members }] = yield* organizationOf(call)
  const member = members.get(call.params["username"]?.toLowerCase() ?? "")
  return member?.public === true ? noContent : yield* Result.fail(notFound(call))
})

const listTeams: Handler = handler(function* (call) {
  const [profile, { teams }] = yield* organizationOf(call)
  if (membershipOf(call, profile.login) === undefined) {
    return yield* Result.fail(forbidden(call, "Must be a member of the organization to list its teams."))
  }
  const type = yield* Input.choice(call, "team_type", ["all", "enterprise", "organization"], "Team")
  const found = type === "enterprise" ? [] : [...teams.values()].filter((team) => seesTeam(call, profile, team))
  return pageOf(call, `/orgs/${profile.login}/teams`, found, (team) => Wire.team(call, profile, team))
})

/** Only members of the organization see its teams. Its owners maintain every team that they are in. */
const listTeamMembers: Handler = handler(function* (call) {
  const [profile, organization] = yield* organizationOf(call)
  const team = organization.teams.get(call.params["team_slug"] ?? "")
  if (team === undefined || !seesTeam(call, profile, team)) return yield* Result.fail(notFound(call))
  const role = yield* Input.choice(call, "role", ["all", "maintainer", "member"], "TeamMember")
  const members = [...team.members].flatMap((login) => {
    const isOwner = organization.members.get(login.toLowerCase())?.role === "admin"
    return [{ login, role: isOwner || team.maintainers.has(login) ? "maintainer" : "member" }]
  })
  const found = members.filter((member) => role === "all" || member.role === role)
  return pageOf(call, `/orgs/${profile.login}/teams/${team.slug}/members`, found, (member) => ({
    ...user(call, member.login),
    role: member.role,
    inherited: false
  }))
})

/** Only members see what an organization defines for its issues. */
const definitionsOf = (call: Call) =>
  Result.flatMap(organizationOf(call), (found) =>
    membershipOf(call, found[0].login) === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
  )

const listIssueTypes: Handler = handler(function* (call) {
  const [{ login }, { issue_types }] = yield* definitionsOf(call)
  return json(
    200,
    [...issue_types.values()].map((type) => issueType(call, login, type))
  )
})

const listIssueFields: Handler = handler(function* (call) {
  const [{ login }, { issue_fields }] = yield* definitionsOf(call)
  return json(
    200,
    [...issue_fields.values()].map((field) => issueField(call, login, field))
  )
})

/** The teams that a repository is given to. */
const listRepositoryTeams: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const profile = userOf(call.world, repository.owner)
  if (profile === undefined) return yield* Result.fail(notFound(call))
  const organization = call.world.organizations.get(repository.owner.toLowerCase())
  const found = [...(organization?.teams.values() ?? [])].flatMap((team) => {
    const permission = team.repositories.get(repository.id)
    return permission === undefined ? [] : [{ team, permission }]
  })
  const target = `${stablePath(repository)}/teams`
  return pageOf(call, target, found, ({ permission, team }) => Wire.team(call, profile, team, permission))
})

/** Lists accounts by their ids. A page begins after an id, and links to the next one by its last id. */
const byId =
  (path: string, isListed: (user: User) => boolean, toWire: (call: Call, user: User) => unknown): Handler =>
  (call) => {
    const since = Number(call.query.get("since") ?? 0)
    const { most, usual } = listings
    const wanted = Number(call.query.get("per_page") ?? usual)
    const perPage = Number.isInteger(wanted) && wanted >= 1 ? Math.min(most, wanted) : usual
    const all = [...call.world.users.values()]
      .filter((each) => isListed(each) && !(each.id <= since))
      .sort((a, b) => a.id - b.id)
    const items = all.slice(0, perPage)
    const last = items.at(-1)
    const query = new URLSearchParams(call.query)
    query.set("since", String(last?.id ?? since))
    const root = `${call.urls.api}${path}`
    const next = all.length > perPage ? `<${root}?${query}>; rel="next", ` : ""
    return Result.succeed(
      json(
        200,
        items.map((each) => toWire(call, each)),
        { link: `${next}<${root}{?since}>; rel="first"` }
      )
    )
  }

const listUsers = byId(
  "/users",
  () => true,
  (call, { login }) => user(call, login)
)

const listOrganizations = byId(
  "/organizations",
  ({ type }) => type === "Organization",
  (call, profile) => Wire.organization(call, profile)
)

/** Organizations have such a profile, too. */
const getUser: Handler = handler(function* (call) {
  const found = userOf(call.world, call.params["username"] ?? "")
  if (found === undefined) return yield* Result.fail(notFound(call))
  return json(200, Wire.publicUser(call, found), { "last-modified": httpDate(found.created_at) })
})

const getUserById: Handler = handler(function* (call) {
  const found = userNumbered(call.world, pathNumber(call, "account_id") ?? 0)
  if (found === undefined) return yield* Result.fail(notFound(call))
  return json(200, Wire.publicUser(call, found), { "last-modified": httpDate(found.created_at) })
})

/** The organizations of a user, as far as the user is a public member. */
const listForUser: Handler = handler(function* (call) {
  const { id, login } = yield* userNamed(call)
  const found = [...call.world.organizations].flatMap(([name, { members }]) =>
    members.get(login.toLowerCase())?.public === true ? (userOf(call.world, name) ?? []) : []
  )
  return pageOf(call, `/user/${id}/orgs`, found, (profile) => Wire.organization(call, profile))
})

const org = "/orgs/{org}"

const endpoint = endpointsOf("orgs/members")

export const routes: ReadonlyArray<Route> = [
  endpoint("Users.list", "GET /users", "users/users#list-users", listUsers),
  endpoint("Users.get", "GET /users/{username}", "users/users#get-a-user", getUser),
  endpoint("Users.getById", "GET /user/{account_id#}", "users/users#get-a-user-using-their-id", getUserById),
  endpoint("Organizations.list", "GET /organizations", "orgs/orgs#list-organizations", listOrganizations),
  endpoint(
    "Organizations.listForUser",
    "GET /users/{username}/orgs",
    "orgs/orgs#list-organizations-for-a-user",
    listForUser
  ),
  endpoint("Organizations.get", `GET ${org}`, "orgs/orgs#get-an-organization", get),
  endpoint(
    "Organizations.listMine",
    "GET /user/orgs",
    "orgs/orgs#list-organizations-for-the-authenticated-user",
    listMine
  ),
  endpoint("Organizations.listMembers", `GET ${org}/members`, "list-organization-members", listMembers),
  endpoint(
    "Organizations.checkMember",
    `GET ${org}/members/{username}`,
    "check-organization-membership-for-a-user",
    checkMember
  ),
  endpoint(
    "Organizations.listPublicMembers",
    `GET ${org}/public_members`,
    "list-public-organization-members",
    listPublicMembers
  ),
  endpoint(
    "Organizations.checkPublicMember",
    `GET ${org}/public_members/{username}`,
    "check-public-organization-membership-for-a-user",
    checkPublicMember
  ),
  endpoint("Teams.list", `GET ${org}/teams`, "teams/teams#list-teams", listTeams),
  endpoint(
    "Teams.listMembers",
    `GET ${org}/teams/{team_slug}/members`,
    "teams/members#list-team-members",
    listTeamMembers
  ),
  endpoint(
    "Organizations.listIssueTypes",
    `GET ${org}/issue-types`,
    "orgs/issue-types#list-issue-types-for-an-organization",
    listIssueTypes
  ),
  endpoint(
    "Organizations.listIssueFields",
    `GET ${org}/issue-fields`,
    "orgs/issue-fields#list-issue-fields-for-an-organization",
    listIssueFields
  ),
  endpoint(
    "Repositories.listTeams",
    "GET /repos/{owner}/{repo}/teams",
    "repos/repos#list-repository-teams",
    listRepositoryTeams
  )
]
