/** Who watches a repository. */
import { type Repository, userOf, type World } from "../model.ts"
import { includes, permissionOf } from "../roles.ts"

/** Lists the logins of the users who may write to a repository: the service subscribes them. Nobody else watches here. */
export const subscribersOf = (world: World, repository: Repository): ReadonlyArray<string> => {
  const organization = world.organizations.get(repository.owner.toLowerCase())
  const logins = [
    repository.owner.toLowerCase(),
    ...repository.collaborators.keys(),
    ...(organization?.members.keys() ?? [])
  ]
  return [...new Set(logins)]
    .filter((login) => {
      const permission = permissionOf(world, repository, login)
      return permission !== undefined && includes(permission, "write") && userOf(world, login)?.type !== "Organization"
    })
    .toSorted()
}
