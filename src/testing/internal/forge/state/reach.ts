/**
 * What a repository has by its sha alone. All repositories share one store of objects, but each one answers only for
 * what its network (itself, its forks and their origin) has, or has had: what no ref leads to any more is still found.
 */
import type { Objects, Sha } from "../../git/objects.ts"
import type { Reach, Repository, World } from "./model.ts"
import { areRelated, sourceOf } from "./repositories.ts"

const reachOf = (world: World, repository: Repository): Reach => {
  const network = sourceOf(world, repository).id
  const known = world.reach.get(network)
  if (known !== undefined) return known
  const made: Reach = { commits: new Set(), byPrefix: new Map(), objects: new Set(), pending: [], loose: new Set() }
  world.reach.set(network, made)
  return made
}

/** How many digits of a sha are enough to name a commit. */
const fewestDigits = 7

const addCommit = ({ byPrefix, commits }: Reach, sha: Sha): void => {
  const prefix = sha.slice(0, fewestDigits)
  commits.add(sha)
  byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), sha])
}

const learn = ({ commits }: Objects, reach: Reach, from: Sha): void => {
  const pending = [from]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = commits.get(sha)
    if (commit === undefined || reach.commits.has(sha)) continue
    addCommit(reach, sha)
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
  learn(world.objects, reachOf(world, repository), sha)

/** Remembers a blob, a tag, or a tree with all that it leads to. */
export const keepObject = (world: World, repository: Repository, sha: Sha): void => {
  const { loose, pending } = reachOf(world, repository)
  pending.push(sha)
  loose.add(sha)
}

/** The trees, blobs and tags of the repository's network that were made by themselves. */
export const looseObjects = (world: World, repository: Repository): ReadonlySet<Sha> => reachOf(world, repository).loose

/** The commits that are known in the repository's network, with those of its own refs. */
const ownCommits = (world: World, repository: Repository): ReadonlySet<Sha> => {
  const reach = reachOf(world, repository)
  for (const sha of repository.refs.values()) learn(world.objects, reach, sha)
  return reach.commits
}

/** The commits that are known in the repository's network, with those of all refs there. */
export const networkCommits = (world: World, repository: Repository): ReadonlySet<Sha> => {
  for (const each of world.repositories.values()) {
    if (areRelated(world, repository, each)) ownCommits(world, each)
  }
  return reachOf(world, repository).commits
}

export const hasCommit = (world: World, repository: Repository, sha: Sha): boolean =>
  reachOf(world, repository).commits.has(sha) ||
  ownCommits(world, repository).has(sha) ||
  networkCommits(world, repository).has(sha)

/** Whether the repository has an annotated tag. */
export const hasTag = (world: World, repository: Repository, sha: Sha): boolean =>
  world.objects.tags.has(sha) && hasObject(world, repository, sha)

/** Finds a commit by the start of its sha, of which seven digits are enough. */
export const commitStarting = (world: World, repository: Repository, start: string): Sha | undefined => {
  const { byPrefix } = reachOf(world, repository)
  const find = () => byPrefix.get(start.slice(0, fewestDigits))?.find((sha) => sha.startsWith(start))
  for (const learnMore of [ownCommits, networkCommits]) {
    const found = find()
    if (found !== undefined) return found
    learnMore(world, repository)
  }
  return find()
}

/** Whether the repository has a tree, a blob or a tag. */
export const hasObject = (world: World, repository: Repository, sha: Sha): boolean => {
  const reach = reachOf(world, repository)
  if (reach.objects.has(sha)) return true
  networkCommits(world, repository)
  walkTrees(world.objects, reach)
  return reach.objects.has(sha)
}
