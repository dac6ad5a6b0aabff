/** The network of a repository: its forks, and what it was forked from. */
import { type Repository, repositoryNamed, same, type World } from "../model.ts"

const rootOf = (world: World, repository: Repository): number => {
  const parent = repository.parent === null ? undefined : world.repositories.get(repository.parent)
  return parent === undefined ? repository.id : rootOf(world, parent)
}

/** Finds the repository of an owner in the network of a repository. `name` decides between several of them. */
export const inNetwork = (
  world: World,
  repository: Repository,
  owner: string,
  name?: string
): Repository | undefined => {
  const root = rootOf(world, repository)
  const isIn = (found: Repository | undefined) => found !== undefined && rootOf(world, found) === root
  if (same(owner, repository.owner) && (name === undefined || same(name, repository.name))) return repository
  const likely = repositoryNamed(world, `${owner}/${name ?? repository.name}`)
  if (isIn(likely) || name !== undefined) return isIn(likely) ? likely : undefined
  return [...world.repositories.values()].find((candidate) => same(candidate.owner, owner) && isIn(candidate))
}
