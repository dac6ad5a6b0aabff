/** The network of a repository: its forks, and what it was forked from. */
import { type Repository, repositoryNamed, same, type World } from "./model.ts"
import { repositoriesOf } from "./repositories.ts"

/** The repository that all forks in a network come from. */
export const sourceOf = (world: World, repository: Repository): Repository => {
  const parent = repository.parent === null ? undefined : world.repositories.get(repository.parent)
  return parent === undefined ? repository : sourceOf(world, parent)
}

/** Whether two repositories have a common source. */
export const areRelated = (world: World, a: Repository, b: Repository): boolean =>
  sourceOf(world, a).id === sourceOf(world, b).id

/** Finds the repository of an owner in the network of a repository. `name` decides between several of them. */
export const inNetwork = (
  world: World,
  repository: Repository,
  owner: string,
  name?: string
): Repository | undefined => {
  if (same(owner, repository.owner) && (name === undefined || same(name, repository.name))) return repository
  const likely = repositoryNamed(world, `${owner}/${name ?? repository.name}`)
  if (likely !== undefined && areRelated(world, repository, likely)) return likely
  if (name !== undefined) return undefined
  return repositoriesOf(world, owner).find((candidate) => areRelated(world, repository, candidate))
}
