/** Collaborators, invitations and deploy keys, as the service writes them. */
import type { Permission } from "../../../ForgeState.ts"
import { isoDate } from "../../exchange.ts"
import type { Repository } from "../state/model.ts"
import type { DeployKey, Invitation } from "../state/records.ts"
import { includes, permissionOf } from "../state/roles.ts"
import { isExpired } from "../state/sharing.ts"
import { type Context, pageUrl, repositoryUrl, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"
import { repository as repositoryOf } from "./repository.ts"

/** What a role allows: nothing without one. */
const permissions = (role: Permission | undefined) => {
  const may = (least: Permission) => role !== undefined && includes(role, least)
  return {
    admin: may("admin"),
    maintain: may("maintain"),
    push: may("write"),
    triage: may("triage"),
    pull: may("read")
  }
}

/** The role of a user, as far as everyone has one in a public repository. */
const roleIn = (context: Context, repository: Repository, login: string): Permission | undefined =>
  permissionOf(context.world, repository, login) ?? (repository.private ? undefined : "read")

export const collaborator = (context: Context, repository: Repository, login: string) => {
  const role = roleIn(context, repository, login)
  return { ...user(context, login), permissions: permissions(role), role_name: role ?? "none" }
}

/** The names that roles had before there were `triage` and `maintain`. */
const older = { read: "read", triage: "read", write: "write", maintain: "write", admin: "admin" } as const

export const permission = (context: Context, repository: Repository, login: string) => {
  const role = roleIn(context, repository, login)
  return {
    permission: role === undefined ? "none" : older[role],
    user: collaborator(context, repository, login),
    role_name: role ?? "none"
  }
}

export const invitation = (context: Context, repository: Repository, self: Invitation, now: number) => ({
  id: self.id,
  node_id: nodeId("RI", self.id),
  repository: repositoryOf(context, repository),
  invitee: user(context, self.invitee),
  inviter: user(context, self.inviter),
  permissions: self.permission,
  created_at: isoDate(self.created_at),
  expired: isExpired(self, now),
  url: `${context.urls.api}/user/repository_invitations/${self.id}`,
  html_url: `${pageUrl(context, repository)}/invitations`
})

export const deployKey = (context: Context, repository: Repository, self: DeployKey) => ({
  id: self.id,
  key: self.key,
  url: `${repositoryUrl(context, repository)}/keys/${self.id}`,
  title: self.title,
  verified: true,
  created_at: isoDate(self.created_at),
  read_only: self.read_only,
  added_by: self.added_by,
  last_used: null,
  enabled: true
})
