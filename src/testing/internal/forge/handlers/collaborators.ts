/** Handlers of the `Collaborators` and `Invitations` operations. */
import * as Result from "effect/Result"
import type { Permission } from "../../../ForgeState.ts"
import { json, noContent } from "../../exchange.ts"
import { mustBeAdmin, pathNumber, readable, requireViewer, signedIn, writable } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, invalid, missing, notFound, refusal } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { nextId, type Repository, same, userOf } from "../state/model.ts"
import type { Invitation } from "../state/records.ts"
import { includes, permissionOf } from "../state/roles.ts"
import { hasRole, invitationOf, invitationsFor, isExpired, peopleOf, removeCollaborator } from "../state/sharing.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/sharing.ts"

/** The roles by the names that permissions had before, and by their own. */
const roles: Readonly<Record<string, Permission>> = {
  pull: "read",
  push: "write",
  read: "read",
  triage: "triage",
  write: "write",
  maintain: "maintain",
  admin: "admin"
}

/** Returns the path's repository, or 403 for those who may not push to it. */
const pushable = (call: Call, what: string): OrRefusal<Repository> =>
  Result.flatMap(readable(call), (repository) =>
    may(call, repository, "write")
      ? Result.succeed(repository)
      : Result.fail(forbidden(call, `Must have push access to view ${what}.`))
  )

const list: Handler = handler(function* (call) {
  const repository = yield* pushable(call, "repository collaborators")
  const affiliation = yield* Input.choice(call, "affiliation", ["all", "direct", "outside"], "Collaborator")
  const least =
    roles[yield* Input.choice(call, "permission", ["pull", "triage", "push", "maintain", "admin"], "Collaborator")]
  const { world } = call
  const members = world.organizations.get(repository.owner.toLowerCase())?.members
  const found = peopleOf(world, repository).filter((login) => {
    const role = permissionOf(world, repository, login)
    const isDirect = repository.collaborators.has(login) || same(login, repository.owner)
    const isMeant = affiliation === "all" || (isDirect && (affiliation === "direct" || members?.has(login) !== true))
    return isMeant && role !== undefined && least !== undefined && includes(role, least)
  })
  return pageOf(call, `${stablePath(repository)}/collaborators`, found, (login) =>
    Wire.collaborator(call, repository, login)
  )
})

const isCollaborator: Handler = handler(function* (call) {
  const repository = yield* pushable(call, "repository collaborators")
  return hasRole(call.world, repository, call.params["username"] ?? "") ? noContent : notFound(call)
})

const getPermission: Handler = handler(function* (call) {
  const repository = yield* pushable(call, "collaborator permission")
  const name = call.params["username"] ?? ""
  const user = userOf(call.world, name)
  if (user === undefined) return yield* Result.fail(missing(call, `${name} is not a user`))
  return json(200, Wire.permission(call, repository, user.login))
})

/** Reads the role that somebody gets. In repositories of users there is only one. */
const wantedRole = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<Permission> =>
  Result.flatMap(Input.text(call, fields, "permission"), (name) => {
    const role = roles[name ?? "push"]
    if (role === undefined) {
      const fault = { resource: "Collaborator", field: "permission", code: "invalid", value: name ?? "" } as const
      return Result.fail(invalid(call, fault))
    }
    return Result.succeed(call.world.organizations.has(repository.owner.toLowerCase()) ? role : "write")
  })

const add: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call, "admin")
  const user = userOf(call.world, call.params["username"] ?? "")
  if (user === undefined) return yield* Result.fail(notFound(call))
  const fields = yield* Input.fieldsOf(call)
  const permission = yield* wantedRole(call, repository, fields)
  if (same(user.login, repository.owner)) {
    const message = "Repository owner cannot be a collaborator"
    const errors = [{ resource: "Repository", code: "custom", field: "collaborator", message }]
    return yield* Result.fail(refusal(422, "Validation Failed", call.documentation, { errors }))
  }
  const login = user.login.toLowerCase()
  const members = call.world.organizations.get(repository.owner.toLowerCase())?.members
  if (repository.collaborators.has(login) || members?.has(login) === true) {
    repository.collaborators.set(login, permission)
    return noContent
  }
  const known = invitationOf(repository, login)
  const usable = known === undefined || isExpired(known, call.now) ? undefined : known
  if (known !== undefined && usable === undefined) repository.invitations.delete(known.id)
  const invitation: Invitation = {
    ...(usable ?? {
      id: nextId(call.world, "invitation"),
      invitee: user.login,
      inviter: viewer,
      created_at: call.now
    }),
    permission
  }
  repository.invitations.set(invitation.id, invitation)
  return json(201, Wire.invitation(call, repository, invitation, call.now))
})

const remove: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const login = call.params["username"] ?? ""
  const isOwn = same(login, viewer) && repository.collaborators.has(login.toLowerCase())
  if (!isOwn && !may(call, repository, "admin")) return yield* Result.fail(mustBeAdmin(call))
  removeCollaborator(call.world, repository, login, viewer, call.now)
  return noContent
})

const listInvitations: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin", "archived")
  return pageOf(call, `${stablePath(repository)}/invitations`, [...repository.invitations.values()], (each) =>
    Wire.invitation(call, repository, each, call.now)
  )
})

/** Returns the path's invitation to the path's repository. */
const invitationIn = (call: Call): OrRefusal<readonly [repository: Repository, invitation: Invitation]> =>
  Result.flatMap(writable(call, "admin"), ([repository]) => {
    const found = repository.invitations.get(pathNumber(call, "invitation_id") ?? 0)
    return found === undefined ? Result.fail(notFound(call)) : Result.succeed([repository, found] as const)
  })

const permissions = ["read", "triage", "write", "maintain", "admin"] as const

const updateInvitation: Handler = handler(function* (call) {
  const [repository, before] = yield* invitationIn(call)
  const fields = yield* Input.fieldsOf(call)
  const permission = yield* Input.oneOf(call, fields, "permissions", permissions, "RepositoryInvitation")
  const after = { ...before, permission: permission ?? before.permission }
  repository.invitations.set(after.id, after)
  return json(200, Wire.invitation(call, repository, after, call.now))
})

const deleteInvitation: Handler = handler(function* (call) {
  const [repository, invitation] = yield* invitationIn(call)
  repository.invitations.delete(invitation.id)
  return noContent
})

const listForMe: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  return pageOf(call, "/user/repository_invitations", invitationsFor(call.world, viewer), ([repository, each]) =>
    Wire.invitation(call, repository, each, call.now)
  )
})

/** Returns the path's invitation of the viewer. */
const ownInvitation = (call: Call) =>
  Result.gen(function* () {
    const viewer = yield* requireViewer(call)
    const id = pathNumber(call, "invitation_id")
    const found = invitationsFor(call.world, viewer).find(([, invitation]) => invitation.id === id)
    return found ?? (yield* Result.fail(notFound(call)))
  })

const accept: Handler = handler(function* (call) {
  const [repository, invitation] = yield* ownInvitation(call)
  if (isExpired(invitation, call.now)) return yield* Result.fail(notFound(call))
  repository.invitations.delete(invitation.id)
  repository.collaborators.set(invitation.invitee.toLowerCase(), invitation.permission)
  return noContent
})

const decline: Handler = handler(function* (call) {
  const [repository, invitation] = yield* ownInvitation(call)
  repository.invitations.delete(invitation.id)
  return noContent
})

const repo = "/repos/{owner}/{repo}"
const user = `${repo}/collaborators/{username}`
const invitation = `${repo}/invitations/{invitation_id}`
const own = "/user/repository_invitations"

const endpoint = endpointsOf("collaborators/collaborators")
const invite = endpointsOf("collaborators/invitations")

const administers = { permission: "administration", level: "read" } as const
/** Whoever is invited has no access yet. */
const invited = { permission: "metadata", level: "read" } as const

export const routes: ReadonlyArray<Route> = [
  endpoint("Collaborators.list", `GET ${repo}/collaborators`, "list-repository-collaborators", list),
  endpoint(
    "Collaborators.isCollaborator",
    `GET ${user}`,
    "check-if-a-user-is-a-repository-collaborator",
    isCollaborator
  ),
  endpoint("Collaborators.add", `PUT ${user}`, "add-a-repository-collaborator", add),
  endpoint("Collaborators.remove", `DELETE ${user}`, "remove-a-repository-collaborator", remove),
  endpoint(
    "Collaborators.getPermission",
    `GET ${user}/permission`,
    "get-repository-permissions-for-a-user",
    getPermission
  ),
  invite(
    "Invitations.list",
    `GET ${repo}/invitations`,
    "list-repository-invitations",
    listInvitations,
    "core",
    administers
  ),
  invite("Invitations.update", `PATCH ${invitation}`, "update-a-repository-invitation", updateInvitation),
  invite("Invitations.delete", `DELETE ${invitation}`, "delete-a-repository-invitation", deleteInvitation),
  invite(
    "Invitations.listForMe",
    `GET ${own}`,
    "list-repository-invitations-for-the-authenticated-user",
    listForMe,
    "core",
    invited
  ),
  invite(
    "Invitations.accept",
    `PATCH ${own}/{invitation_id}`,
    "accept-a-repository-invitation",
    accept,
    "core",
    invited
  ),
  invite(
    "Invitations.decline",
    `DELETE ${own}/{invitation_id}`,
    "decline-a-repository-invitation",
    decline,
    "core",
    invited
  )
]
