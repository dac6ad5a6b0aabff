/** Adds, moves and removes repositories, under their names and owners. */
import { changeRepository, fullName, type Repository, type World } from "./model.ts"

const own = ({ owned }: World, { id, owner }: Repository): void => {
  const ids = owned.get(owner.toLowerCase()) ?? new Set()
  owned.set(owner.toLowerCase(), ids.add(id))
}

export const addRepository = (world: World, repository: Repository): void => {
  world.repositories.set(repository.id, repository)
  world.names.set(fullName(repository).toLowerCase(), repository.id)
  world.formerNames.delete(fullName(repository).toLowerCase())
  own(world, repository)
}

/** Renames a repository or gives it another owner. Its former name redirects to it. */
export const moveRepository = (world: World, before: Repository, owner: string, name: string): Repository => {
  world.names.delete(fullName(before).toLowerCase())
  world.formerNames.set(fullName(before).toLowerCase(), before.id)
  world.owned.get(before.owner.toLowerCase())?.delete(before.id)
  const repository = changeRepository(world, before, { owner, name })
  addRepository(world, repository)
  return repository
}

/** Removes a repository. Its forks remain, and so do the pull requests from its branches. */
export const removeRepository = (world: World, repository: Repository): void => {
  world.repositories.delete(repository.id)
  world.names.delete(fullName(repository).toLowerCase())
  world.owned.get(repository.owner.toLowerCase())?.delete(repository.id)
  for (const [name, id] of world.formerNames) {
    if (id === repository.id) world.formerNames.delete(name)
  }
  world.repositories.get(repository.parent ?? 0)?.forks.delete(repository.id)
  for (const fork of repository.forks) {
    const found = world.repositories.get(fork)
    if (found !== undefined) changeRepository(world, found, { parent: null })
  }
}

/** Lists the repositories of an owner. */
export const repositoriesOf = (world: World, owner: string): ReadonlyArray<Repository> =>
  [...(world.owned.get(owner.toLowerCase()) ?? [])].flatMap((id) => world.repositories.get(id) ?? [])

/** Counts the repositories of an owner by visibility. */
export const repositoryCounts = (
  world: World,
  owner: string
): { readonly public: number; readonly private: number } => {
  const all = repositoriesOf(world, owner)
  const hidden = all.filter((repository) => repository.private).length
  return { public: all.length - hidden, private: hidden }
}
