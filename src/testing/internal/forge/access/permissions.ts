/** What a login may see and do in a repository. */
import type { Permission } from "../../../ForgeState.ts"
import { permissionOf, type Repository } from "../state/model.ts"

const order: ReadonlyArray<Permission> = ["read", "triage", "write", "maintain", "admin"]

export const may = (repository: Repository, login: string | null, least: Permission): boolean => {
  const permission = permissionOf(repository, login)
  return permission !== undefined && order.indexOf(permission) >= order.indexOf(least)
}

export const isVisible = (repository: Repository, login: string | null): boolean =>
  !repository.private || may(repository, login, "read")
