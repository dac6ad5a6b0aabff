/** What the sender of a request may see and do in a repository: as much as its role and its token allow. */
import type { Permission } from "../../../ForgeState.ts"
import type { Call } from "../http/call.ts"
import type { Installation, Token } from "../state/accounts.ts"
import { type Repository, same, type World } from "../state/model.ts"
import { includes, permissionOf } from "../state/roles.ts"
import { seesPrivate } from "./scopes.ts"

/** What a decision about access depends on: every `Call` has it. */
export type Viewing = Pick<Call, "world" | "viewer" | "token" | "access">

export const installationOf = (world: World, id: number | null): Installation | undefined => {
  if (id === null) return undefined
  for (const app of world.apps.values()) {
    const found = app.installations.get(id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a token reaches a repository: tokens of installations and fine-grained ones can be limited to some. */
export const reaches = (world: World, token: Token, repository: Repository): boolean => {
  if (token.repositories !== null && !token.repositories.has(repository.id)) return false
  if (token.installation === null) return true
  // A token of an installation on selected repositories names them itself.
  const installation = installationOf(world, token.installation)
  return installation !== undefined && same(installation.account, repository.owner)
}

/** Installations have no role. What they may do depends on the endpoint's permission, which is checked before. */
const installationRole = (token: Token): Permission =>
  token.permissions?.["administration"] === "write"
    ? "admin"
    : Object.values(token.permissions ?? {}).includes("write")
      ? "write"
      : "read"

/** Returns the sender's role in a repository; undefined if it has none, as most readers of public ones. */
export const roleOf = ({ token, viewer, world }: Viewing, repository: Repository): Permission | undefined => {
  if (token !== null && !reaches(world, token, repository)) return undefined
  return token !== null && token.installation !== null
    ? installationRole(token)
    : permissionOf(world, repository, viewer)
}

export const may = (viewing: Viewing, repository: Repository, least: Permission): boolean => {
  const role = roleOf(viewing, repository)
  return role !== undefined && includes(role, least)
}

export const isVisible = (viewing: Viewing, repository: Repository): boolean =>
  !repository.private || (seesPrivate(viewing.token, viewing.access) && may(viewing, repository, "read"))
