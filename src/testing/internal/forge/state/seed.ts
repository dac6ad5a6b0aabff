/** Turns a seed into state. */
import * as Duration from "effect/Duration"
import type { ContentSeed, IssueSeed, MilestoneSeed, Moment, RepositorySeed } from "../../../ForgeSeed.ts"
import type { Permission } from "../../../ForgeState.ts"
import {
  type Comment,
  ensureLabel,
  ensureUser,
  fullName,
  type Issue,
  type Milestone,
  nextId,
  nextNumber,
  permissionOf,
  type Repository,
  repositoryNamed,
  type World
} from "./model.ts"

const millisOf = (moment: Moment, now: number): number => {
  const millis =
    typeof moment === "object" && "ago" in moment ? now - Duration.toMillis(moment.ago) : new Date(moment).getTime()
  if (Number.isNaN(millis)) throw new Error(`The seed has an invalid date: ${JSON.stringify(moment)}`)
  return Math.floor(millis / 1000) * 1000
}

const plantMilestone = (world: World, repository: Repository, seed: MilestoneSeed, now: number): Milestone => {
  const state = seed.state ?? "open"
  const created_at = millisOf(seed.created_at ?? { ago: 0 }, now)
  const milestone: Milestone = {
    id: nextId(world, "milestone"),
    number: nextNumber(world, repository, "milestones", seed.number),
    title: seed.title,
    description: seed.description ?? null,
    state,
    creator: ensureUser(world, seed.creator ?? repository.owner).login,
    due_on: seed.due_on === undefined ? null : millisOf(seed.due_on, now),
    created_at,
    updated_at: created_at,
    closed_at: state === "closed" ? created_at : null
  }
  repository.milestones.set(milestone.number, milestone)
  return milestone
}

const milestoneNumber = (world: World, repository: Repository, wanted: number | string, now: number): number => {
  for (const milestone of repository.milestones.values()) {
    if (milestone.title === wanted || milestone.number === wanted) return milestone.number
  }
  const seed = typeof wanted === "number" ? { title: `Milestone ${wanted}`, number: wanted } : { title: wanted }
  return plantMilestone(world, repository, seed, now).number
}

const plantComments = (world: World, repository: Repository, seed: IssueSeed, createdAt: number, now: number) =>
  (seed.comments ?? []).map((given): Comment => {
    const comment = typeof given === "string" ? { body: given } : given
    const created_at = comment.created_at === undefined ? createdAt : millisOf(comment.created_at, now)
    return {
      id: nextId(world, "comment"),
      user: ensureUser(world, comment.user ?? repository.owner).login,
      body: comment.body,
      created_at,
      updated_at: created_at
    }
  })

const plantAssignee = (world: World, repository: Repository, given: string): string => {
  const { login } = ensureUser(world, given)
  const { collaborators } = repository
  if (permissionOf(repository, login) === undefined) collaborators.set(login.toLowerCase(), "triage")
  return login
}

const plantIssue = (world: World, repository: Repository, seed: IssueSeed, usual: number, now: number): void => {
  const created_at = seed.created_at === undefined ? usual : millisOf(seed.created_at, now)
  const comments = plantComments(world, repository, seed, created_at, now)
  const pull = seed.pull_request === true ? {} : seed.pull_request
  const merged_at = pull?.merged_at === undefined ? null : millisOf(pull.merged_at, now)
  const state = seed.state ?? (seed.closed_at !== undefined || merged_at !== null ? "closed" : "open")
  const given = seed.closed_at === undefined ? merged_at : millisOf(seed.closed_at, now)
  const closed_at = state === "closed" ? (given ?? created_at) : null
  const latest = Math.max(created_at, closed_at ?? created_at, ...comments.map((comment) => comment.updated_at))
  const number = nextNumber(world, repository, "issues", seed.number)
  if (repository.issues.has(number)) throw new Error(`The seed has issue ${number} of ${fullName(repository)} twice`)
  const issue: Issue = {
    id: nextId(world, "issue"),
    number,
    title: seed.title,
    body: seed.body ?? null,
    user: seed.user === null ? null : ensureUser(world, seed.user ?? repository.owner).login,
    state,
    state_reason: seed.state_reason ?? (state === "closed" && pull === undefined ? "completed" : null),
    labels: [...new Set((seed.labels ?? []).map((name) => ensureLabel(world, repository, name).id))],
    assignees: (seed.assignees ?? []).map((login) => plantAssignee(world, repository, login)),
    milestone: seed.milestone === undefined ? null : milestoneNumber(world, repository, seed.milestone, now),
    locked: seed.locked !== undefined && seed.locked !== false,
    lock_reason: typeof seed.locked === "string" ? seed.locked : null,
    comments,
    pull_request: pull === undefined ? null : { draft: pull.draft ?? false, merged_at },
    created_at,
    updated_at: seed.updated_at === undefined ? latest : millisOf(seed.updated_at, now),
    closed_at,
    closed_by: state === "closed" ? repository.owner : null
  }
  for (const comment of comments) repository.commentIssue.set(comment.id, number)
  repository.issues.set(number, issue)
}

const permissions = (given: RepositorySeed["collaborators"]): ReadonlyArray<readonly [string, Permission]> =>
  Array.isArray(given)
    ? given.map((login: string) => [login, "write"] as const)
    : Object.entries((given ?? {}) as Readonly<Record<string, Permission>>)

const makeRepository = (world: World, seed: RepositorySeed): Repository => {
  const repository: Repository = {
    id: nextId(world, "repository"),
    owner: ensureUser(world, seed.owner).login,
    name: seed.name,
    private: seed.private ?? false,
    has_issues: seed.has_issues ?? true,
    collaborators: new Map(),
    labels: new Map(),
    milestones: new Map(),
    issues: new Map(),
    deletedIssues: new Set(),
    commentIssue: new Map()
  }
  world.repositories.set(repository.id, repository)
  world.names.set(fullName(repository).toLowerCase(), repository.id)
  return repository
}

const plantRepository = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed)) ?? makeRepository(world, seed)
  for (const [login, permission] of permissions(seed.collaborators)) {
    repository.collaborators.set(ensureUser(world, login).login.toLowerCase(), permission)
  }
  for (const name of seed.formerly ?? []) world.formerNames.set(name.toLowerCase(), repository.id)
  for (const label of seed.labels ?? []) {
    const { name, ...rest } = typeof label === "string" ? { name: label } : label
    ensureLabel(world, repository, name, rest)
  }
  for (const milestone of seed.milestones ?? []) {
    plantMilestone(world, repository, typeof milestone === "string" ? { title: milestone } : milestone, now)
  }
  const issues = seed.issues ?? []
  const minute = 60_000
  const latest = millisOf({ ago: 0 }, now)
  for (const [index, issue] of issues.entries()) {
    plantIssue(world, repository, issue, latest - (issues.length - 1 - index) * minute, now)
  }
}

/** Adds a seed to the state. */
export const plant = (world: World, seed: ContentSeed, now: number): void => {
  for (const user of seed.users ?? []) {
    const { login, ...rest } = typeof user === "string" ? { login: user } : user
    ensureUser(world, login, rest)
  }
  for (const [token, login] of Object.entries(seed.tokens ?? {})) {
    world.tokens.set(token, ensureUser(world, login).login)
  }
  for (const repository of seed.repositories ?? []) plantRepository(world, repository, now)
}

/** The token of a simulator whose seed has no `tokens`. */
export const token = "simulator-token"

export const tokensOf = (seed: ContentSeed): Readonly<Record<string, string>> =>
  seed.tokens ?? { [token]: seed.repositories?.[0]?.owner ?? "octocat" }
