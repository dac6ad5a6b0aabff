/** Memberships in organizations, and the invitations to become a member. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { pathNumber } from "../access/lookups.ts"
import { installationOf, membershipOf, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, invalid, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Organization, OrganizationInvitation, User } from "../state/accounts.ts"
import { nextId, same, userNumbered, userOf } from "../state/model.ts"
import { isLastOwner, join, leave } from "../state/teams.ts"
import * as Wire from "../wire/accounts.ts"
import { userNamed } from "./followers.ts"
import { signedInUser } from "./profile.ts"

type Found = readonly [profile: User, organization: Organization]

/** Whether the sender manages an organization: as its owner, or as an app that may write its members. */
export const manages = (call: Call, login: string): boolean => {
  const installation = installationOf(call.world, call.token?.installation ?? null)
  return installation === undefined
    ? membershipOf(call, login)?.role === "admin"
    : same(installation.account, login) && call.token?.permissions?.["members"] === "write"
}

/** Returns the path's organization, or 403 unless the sender manages it. */
const managed = (call: Call): OrRefusal<Found> =>
  Result.flatMap(organizationOf(call), (found) =>
    manages(call, found[0].login)
      ? Result.succeed(found)
      : Result.fail(forbidden(call, "You must be an admin to manage the members of an organization."))
  )

/** The answer for a membership, active or pending; undefined without. */
const answerFor = (call: Call, [profile, organization]: Found, { login }: User): Response | undefined => {
  const key = login.toLowerCase()
  const active = organization.members.get(key)
  const role = active?.role ?? organization.invitations.get(key)?.role
  const state = active === undefined ? "pending" : "active"
  return role === undefined ? undefined : json(200, Wire.membership(call, profile, login, state, role))
}

const get: Handler = handler(function* (call) {
  const found = yield* organizationOf(call)
  const { login } = found[0]
  if (membershipOf(call, login) === undefined) {
    const message = `You must be a member of ${login} to see membership information for ${call.params["username"] ?? ""}.`
    return yield* Result.fail(forbidden(call, message))
  }
  return answerFor(call, found, yield* userNamed(call)) ?? (yield* Result.fail(notFound(call)))
})

/** Invites a user, who may be invited already. */
export const invite = (
  call: Call,
  { invitations }: Organization,
  login: string,
  change: Partial<Pick<OrganizationInvitation, "role" | "teams">>
): OrganizationInvitation => {
  const key = login.toLowerCase()
  const before = invitations.get(key)
  const made: OrganizationInvitation = {
    id: before?.id ?? nextId(call.world, "organization invitation"),
    role: change.role ?? before?.role ?? "member",
    inviter: before?.inviter ?? call.viewer,
    teams: { ...before?.teams, ...change.teams },
    created_at: before?.created_at ?? call.now
  }
  invitations.set(key, made)
  return made
}

const lastOwner = (call: Call): Response => forbidden(call, "You can't remove the last owner of an organization.")

/** Who is not a member yet is invited. */
const set: Handler = handler(function* (call) {
  const found = yield* managed(call)
  const [, organization] = found
  const user = yield* userNamed(call)
  const fields = yield* Input.fieldsOf(call)
  const role = (yield* Input.oneOf(call, fields, "role", ["admin", "member"], "OrganizationMember")) ?? "member"
  if (user.type !== "User") {
    return yield* Result.fail(invalid(call, { resource: "OrganizationMember", field: "user", code: "invalid" }))
  }
  const key = user.login.toLowerCase()
  const member = organization.members.get(key)
  if (member === undefined) invite(call, organization, user.login, { role })
  else if (role === "member" && isLastOwner(organization, key)) return yield* Result.fail(lastOwner(call))
  else organization.members.set(key, { ...member, role })
  return answerFor(call, found, user) ?? (yield* Result.fail(notFound(call)))
})

/** A member may leave. Others are removed by who manages the organization, and so is an invitation. */
const remove = (alsoInvited: boolean): Handler =>
  handler(function* (call) {
    const [profile, organization] = yield* organizationOf(call)
    const user = yield* userNamed(call)
    const isOwn = call.viewer !== null && same(call.viewer, user.login)
    if (!isOwn && !manages(call, profile.login)) {
      return yield* Result.fail(forbidden(call, "You must be an admin to remove members from an organization."))
    }
    const key = user.login.toLowerCase()
    const isThere = organization.members.has(key) || (alsoInvited && organization.invitations.has(key))
    if (!isThere) return yield* Result.fail(notFound(call))
    if (isLastOwner(organization, key)) return yield* Result.fail(lastOwner(call))
    leave(organization, key, call.now)
    return noContent
  })

/** Only the member decides who sees it. */
const publicize = (isPublic: boolean): Handler =>
  handler(function* (call) {
    const [, { members }] = yield* organizationOf(call)
    const { login } = yield* userNamed(call)
    const member = members.get(login.toLowerCase())
    if (member === undefined) return yield* Result.fail(notFound(call))
    if (call.viewer === null || !same(call.viewer, login)) {
      return yield* Result.fail(forbidden(call, "You can only change the visibility of your own membership."))
    }
    members.set(login.toLowerCase(), { ...member, public: isPublic })
    return noContent
  })

const ownFound = (call: Call): OrRefusal<readonly [user: User, found: Found, answer: Response]> =>
  Result.gen(function* () {
    const user = yield* signedInUser(call)
    const found = yield* organizationOf(call)
    const answer = answerFor(call, found, user)
    return answer === undefined ? yield* Result.fail(notFound(call)) : ([user, found, answer] as const)
  })

const listMine: Handler = handler(function* (call) {
  const user = yield* signedInUser(call)
  const wanted = yield* Input.choice(call, "state", ["all", "active", "pending"], "OrganizationMember")
  const key = user.login.toLowerCase()
  const found = [...call.world.organizations].flatMap(([name, { invitations, members }]) => {
    const profile = userOf(call.world, name)
    const role = members.get(key)?.role ?? invitations.get(key)?.role
    const state = members.has(key) ? ("active" as const) : ("pending" as const)
    return profile === undefined || role === undefined || (wanted !== "all" && wanted !== state)
      ? []
      : [{ profile, role, state }]
  })
  return pageOf(call, "/user/memberships/orgs", found, ({ profile, role, state }) =>
    Wire.membership(call, profile, user.login, state, role)
  )
})

const getMine: Handler = (call) => Result.map(ownFound(call), ([, , answer]) => answer)

const accept: Handler = handler(function* (call) {
  const [user, found] = yield* ownFound(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "state")
  const state = yield* Input.oneOf(call, fields, "state", ["active"], "OrganizationMember")
  if (state !== "active") {
    return yield* Result.fail(invalid(call, { resource: "OrganizationMember", field: "state", code: "invalid" }))
  }
  join(found[1], user.login, call.now)
  return answerFor(call, found, user) ?? (yield* Result.fail(notFound(call)))
})

const listInvitations: Handler = handler(function* (call) {
  const [profile, { invitations }] = yield* managed(call)
  return pageOf(call, `/orgs/${profile.login}/invitations`, [...invitations], ([login, invitation]) =>
    Wire.organizationInvitation(call, profile, login, invitation)
  )
})

const roles = ["direct_member", "admin"] as const

/** The service also invites by address: nobody reads mail here. */
const createInvitation: Handler = handler(function* (call) {
  const [profile, organization] = yield* managed(call)
  const fields = yield* Input.fieldsOf(call)
  const id = yield* Input.integer(call, fields, "invitee_id")
  const email = yield* Input.text(call, fields, "email")
  const role = (yield* Input.oneOf(call, fields, "role", roles, "OrganizationInvitation")) ?? "direct_member"
  const login = typeof email === "string" ? call.world.emails.get(email.toLowerCase()) : undefined
  const user = id === undefined ? userOf(call.world, login ?? "") : userNumbered(call.world, id)
  const given: unknown = fields["team_ids"] ?? []
  const ids: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const teams = [...organization.teams.values()].filter((team) => ids.includes(team.id))
  const refuse = (field: string, message: string) =>
    Result.fail(invalid(call, { resource: "OrganizationInvitation", field, code: "unprocessable", message }))
  if (user === undefined || user.type !== "User") return yield* refuse("data", "The invitee is not known")
  if (teams.length < ids.length) return yield* refuse("team_ids", "A team is not one of the organization")
  if (organization.members.has(user.login.toLowerCase())) {
    return yield* refuse("data", "Invitee is already a part of this organization")
  }
  const made = invite(call, organization, user.login, {
    role: role === "admin" ? "admin" : "member",
    teams: Object.fromEntries(teams.map(({ slug }) => [slug, "member" as const]))
  })
  return json(201, Wire.organizationInvitation(call, profile, user.login, made))
})

const cancelInvitation: Handler = handler(function* (call) {
  const [, { invitations }] = yield* managed(call)
  const id = pathNumber(call, "invitation_id")
  const found = [...invitations].find(([, invitation]) => invitation.id === id)
  if (found === undefined) return yield* Result.fail(notFound(call))
  invitations.delete(found[0])
  return noContent
})

const org = "/orgs/{org}"
const one = `${org}/memberships/{username}`
const own = "/user/memberships/orgs"

const endpoint = endpointsOf("orgs/members")

export const readsMembers: Access = { permission: "members", level: "read" }
export const writesMembers: Access = { permission: "members", level: "write" }

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Organizations.getMembership",
    `GET ${one}`,
    "get-organization-membership-for-a-user",
    get,
    "core",
    readsMembers
  ),
  endpoint(
    "Organizations.setMembership",
    `PUT ${one}`,
    "set-organization-membership-for-a-user",
    set,
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.removeMembership",
    `DELETE ${one}`,
    "remove-organization-membership-for-a-user",
    remove(true),
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.removeMember",
    `DELETE ${org}/members/{username}`,
    "remove-an-organization-member",
    remove(false),
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.publicizeMembership",
    `PUT ${org}/public_members/{username}`,
    "set-public-organization-membership-for-the-authenticated-user",
    publicize(true),
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.concealMembership",
    `DELETE ${org}/public_members/{username}`,
    "remove-public-organization-membership-for-the-authenticated-user",
    publicize(false),
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.listMyMemberships",
    `GET ${own}`,
    "list-organization-memberships-for-the-authenticated-user",
    listMine
  ),
  endpoint(
    "Organizations.getMyMembership",
    `GET ${own}/{org}`,
    "get-an-organization-membership-for-the-authenticated-user",
    getMine
  ),
  endpoint(
    "Organizations.acceptMembership",
    `PATCH ${own}/{org}`,
    "update-an-organization-membership-for-the-authenticated-user",
    accept,
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.listInvitations",
    `GET ${org}/invitations`,
    "list-pending-organization-invitations",
    listInvitations,
    "core",
    readsMembers
  ),
  endpoint(
    "Organizations.createInvitation",
    `POST ${org}/invitations`,
    "create-an-organization-invitation",
    createInvitation,
    "core",
    writesMembers
  ),
  endpoint(
    "Organizations.cancelInvitation",
    `DELETE ${org}/invitations/{invitation_id}`,
    "cancel-an-organization-invitation",
    cancelInvitation,
    "core",
    writesMembers
  )
]
