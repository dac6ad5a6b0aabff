/** Collaborators, invitations and deploy keys, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { minimalRepository, user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com"

export const collaborator: Schemas["collaborator"] = {
  ...user,
  permissions: { pull: true, triage: true, push: true, maintain: false, admin: false },
  role_name: "write"
}

export const permission: Schemas["repository-collaborator-permission"] = {
  permission: "write",
  role_name: "maintain",
  user: { ...collaborator, role_name: "maintain" }
}

export const invitation: Schemas["repository-invitation"] = {
  id: 1,
  node_id: "RI_1",
  repository: minimalRepository,
  invitee: user,
  inviter: { ...user, login: "acme", id: 99 },
  permissions: "write",
  created_at: "2026-06-13T14:52:50Z",
  expired: false,
  url: `${api}/user/repository_invitations/1`,
  html_url: "https://github.com/acme/web/invitations"
}

export const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

export const deployKey: Schemas["deploy-key"] = {
  id: 1,
  key: publicKey,
  url: `${api}/repos/acme/web/keys/1`,
  title: "builder",
  verified: true,
  created_at: "2026-12-10T15:53:42Z",
  read_only: true,
  added_by: "octo",
  last_used: "2027-01-10T15:53:42Z",
  enabled: true
}
