/** Repositories: how they are made, renamed and deleted, and the networks of forks that they form. */
import type { Objects } from "../../git/objects.ts"
import { newIssues, redefine } from "./issues.ts"
import {
  changeRepository,
  fullName,
  nextId,
  type Repository,
  repositoryNamed,
  same,
  unused,
  type World
} from "./model.ts"
import { defaultSettings, everyMerge } from "./records.ts"
import { newVault } from "./automation.ts"

const own = ({ owned }: World, { id, owner }: Repository): void => {
  const ids = owned.get(owner.toLowerCase()) ?? new Set()
  owned.set(owner.toLowerCase(), ids.add(id))
}

const enter = (world: World, repository: Repository): Repository => {
  world.repositories.set(repository.id, repository)
  world.names.set(fullName(repository).toLowerCase(), repository.id)
  world.formerNames.delete(fullName(repository).toLowerCase())
  own(world, repository)
  return repository
}

/** What a new repository has; its id is assigned when it is added. */
export const blankRepository = (objects: Objects, owner: string, name: string, now: number): Repository => ({
  id: 0,
  owner,
  name,
  private: false,
  has_issues: true,
  description: null,
  homepage: null,
  topics: [],
  archived: false,
  stars: 0,
  parent: null,
  template: null,
  forks: new Set(),
  default_branch: "main",
  merges: everyMerge,
  settings: defaultSettings,
  created_at: now,
  updated_at: now,
  pushed_at: now,
  collaborators: new Map(),
  invitations: new Map(),
  deployKeys: new Map(),
  refs: new Map(),
  annotated: new Map(),
  renamedBranches: new Map(),
  protection: new Map(),
  rulesets: new Map(),
  ruleSuites: [],
  pushes: [],
  statuses: new Map(),
  checks: new Map(),
  checkCommit: new Map(),
  commitComments: new Map(),
  suites: new Map(),
  autoTriggers: new Map(),
  releases: new Map(),
  workflows: new Map(),
  runs: new Map(),
  deployments: new Map(),
  hooks: new Map(),
  stargazers: new Map(),
  subscriptions: new Map(),
  environments: new Map(),
  caches: new Map(),
  vault: newVault(),
  labels: new Map(),
  milestones: new Map(),
  issues: newIssues(objects),
  deletedIssues: new Set(),
  movedIssues: new Map(),
  commentIssue: new Map()
})

/** Adds a repository, with what is not given by default. A fork starts with the refs of its parent. */
export const addRepository = (
  world: World,
  given: Partial<Repository> & Pick<Repository, "owner" | "name">,
  now: number
): Repository => {
  const parent = world.repositories.get(given.parent ?? 0)
  const id = unused(world.repositories, "repository", nextId(world, "repository", given.id))
  parent?.forks.add(id)
  return enter(world, {
    ...blankRepository(world.objects, given.owner, given.name, now),
    refs: new Map(parent?.refs),
    annotated: new Map(parent?.annotated),
    ...given,
    id
  })
}

/** Renames a repository or gives it another owner. Its former name redirects to it. */
export const moveRepository = (world: World, before: Repository, owner: string, name: string): Repository => {
  world.names.delete(fullName(before).toLowerCase())
  world.formerNames.set(fullName(before).toLowerCase(), before.id)
  world.owned.get(before.owner.toLowerCase())?.delete(before.id)
  if (!same(before.owner, owner)) redefine(world, before, owner)
  return enter(world, changeRepository(world, before, { owner, name }))
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
