/**
 * What a repository has by its sha alone. All repositories share one store of objects, but each one answers only for
 * what its network (itself, its forks and their origin) has, or has had: what no ref leads to any more is still found.
 */
import type { Objects, Sha } from "../../../git/objects.ts"
import type { Reach, Repository, World } from "../model.ts"

/** The repository that all forks in a network come from. */
export const networkOf = (world: World, repository: Repository): number => {
  const parent = repository.parent === null ? undefined : world.repositories.get(repository.parent)
  return parent === undefined ? repository.id : networkOf(world, parent)
}

const reachOf = (world: World, network: number): Reach => {
  const known = world.reach.get(network)
  if (known !== undefined) return known
  const made: Reach = { commits: new Set(), objects: new Set(), pending: [], loose: new Set() }
  world.reach.set(network, made)
  return made
}

const learn = ({ commits }: Objects, reach: Reach, from: Sha): void => {
  const pending = [from]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = commits.get(sha)
    if (commit === undefined || reach.commits.has(sha)) continue
    reach.commits.add(sha)
    reach.pending.push(commit.tree)
    pending.push(...commit.parents)
  }
}

const walkTrees = ({ trees }: Objects, { objects, pending }: Reach): void => {
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (objects.has(sha)) continue
    objects.add(sha)
    for (const entry of trees.get(sha) ?? []) {
      if (entry.mode === "40000") pending.push(entry.sha)
      else if (entry.mode !== "160000") objects.add(entry.sha)
    }
  }
}

/** Remembers a commit with all that it leads to. */
export const keepCommit = (world: World, repository: Repository, sha: Sha): void =>
  learn(world.objects, reachOf(world, networkOf(world, repository)), sha)

/** Remembers a blob, or a tree with all that it leads to. */
export const keepObject = (world: World, repository: Repository, sha: Sha): void => {
  const { loose, pending } = reachOf(world, networkOf(world, repository))
  pending.push(sha)
  loose.add(sha)
}

/** The trees and blobs of the repository's network that were made by themselves. */
export const looseObjects = (world: World, repository: Repository): ReadonlySet<Sha> =>
  reachOf(world, networkOf(world, repository)).loose

/** The commits that are known in the repository's network, with those of its own refs. */
export const ownCommits = (world: World, repository: Repository): ReadonlySet<Sha> => {
  const reach = reachOf(world, networkOf(world, repository))
  for (const sha of repository.refs.values()) learn(world.objects, reach, sha)
  return reach.commits
}

/** The commits that are known in the repository's network, with those of all refs there. */
export const networkCommits = (world: World, repository: Repository): ReadonlySet<Sha> => {
  const network = networkOf(world, repository)
  for (const each of world.repositories.values()) {
    if (networkOf(world, each) === network) ownCommits(world, each)
  }
  return reachOf(world, network).commits
}

export const hasCommit = (world: World, repository: Repository, sha: Sha): boolean =>
  reachOf(world, networkOf(world, repository)).commits.has(sha) ||
  ownCommits(world, repository).has(sha) ||
  networkCommits(world, repository).has(sha)

/** Whether the repository has a tree or a blob. */
export const hasObject = (world: World, repository: Repository, sha: Sha): boolean => {
  const reach = reachOf(world, networkOf(world, repository))
  if (reach.objects.has(sha)) return true
  networkCommits(world, repository)
  walkTrees(world.objects, reach)
  return reach.objects.has(sha)
}
