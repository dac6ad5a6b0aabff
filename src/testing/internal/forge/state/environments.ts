/** Environments: what deployments to them wait for, and which branches may deploy. */
import { type Environment, newVault } from "./automation.ts"
import type { Team, User } from "./accounts.ts"
import { nextId, type Repository, userOf, type World } from "./model.ts"

/** Changes an environment, and creates it if necessary. */
export const setEnvironment = (
  world: World,
  repository: Repository,
  name: string,
  given: Partial<Environment>,
  now: number
): Environment => {
  const known = repository.environments.get(name.toLowerCase())
  const environment: Environment = {
    wait_timer: 0,
    prevent_self_review: false,
    reviewers: [],
    branches: null,
    policies: [],
    rules: new Map(),
    vault: newVault(),
    created_at: now,
    name,
    ...known,
    updated_at: now,
    ...given,
    id: known?.id ?? nextId(world, "environment", given.id)
  }
  repository.environments.set(name.toLowerCase(), environment)
  return environment
}

export const environmentNumbered = (repository: Repository, id: number): Environment | undefined =>
  [...repository.environments.values()].find((environment) => environment.id === id)

/** Whether a run waits for an environment: until somebody has approved, and its timer has run out since `started_at`. */
export const waits = (
  { reviewers, rules, wait_timer }: Environment,
  { isApproved, now, started_at }: { readonly isApproved: boolean; readonly now: number; readonly started_at: number }
): boolean => (!isApproved && (reviewers.length > 0 || rules.size > 0)) || now < started_at + wait_timer * 60_000

/** A `*` matches all but slashes, and `**` matches those, too. */
const matches = (pattern: string, name: string): boolean => {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*"
    return part === "*" ? "[^/]*" : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join("")}$`).test(name)
}

/** Whether a branch or a tag may deploy. */
export const mayDeploy = (
  repository: Repository,
  { branches, policies }: Environment,
  name: string | null
): boolean => {
  if (branches === null) return true
  if (name === null) return false
  if (branches === "protected") return repository.protection.has(name)
  const type = repository.refs.has(`refs/heads/${name}`) ? "branch" : "tag"
  return policies.some((policy) => policy.type === type && matches(policy.name, name))
}

/** A team of the organization that owns a repository. */
export const teamOf = (
  world: World,
  { owner }: Repository,
  id: number
): { readonly owner: User; readonly team: Team } | undefined => {
  const profile = userOf(world, owner)
  const teams = world.organizations.get(owner.toLowerCase())?.teams.values() ?? []
  const team = [...teams].find((each) => each.id === id)
  return profile === undefined || team === undefined ? undefined : { owner: profile, team }
}

/** Whether a login is one of the reviewers, or in a team of them. */
export const isReviewer = (
  world: World,
  repository: Repository,
  { reviewers }: Environment,
  login: string | null
): boolean => {
  const viewer = login === null ? undefined : userOf(world, login)
  return (
    viewer !== undefined &&
    reviewers.some(({ id, type }) =>
      type === "User"
        ? id === viewer.id
        : teamOf(world, repository, id)?.team.members.has(viewer.login.toLowerCase()) === true
    )
  )
}
