/** Turns the issues, comments and milestones of a seed into state. */
import type { CommentSeed, EventSeed, IssueSeed, MilestoneSeed } from "../../../../ForgeIssueSeed.ts"
import type { Permission } from "../../../../ForgeState.ts"
import { setLinks } from "../issueLinks.ts"
import { fieldNamed, organizationOf, typeNamed } from "../issues.ts"
import {
  type Comment,
  ensureLabel,
  ensureUser,
  fullName,
  type Issue,
  type Milestone,
  nextId,
  nextNumber,
  type Repository,
  unused,
  type World
} from "../model.ts"
import type { IssueEvent, PullRequest } from "../records.ts"
import { contentFor, type FieldValue, withValues } from "../issueFields.ts"
import { permissionOf } from "../roles.ts"
import { loginFor } from "./accounts.ts"
import { dayOf, millisOf } from "./moments.ts"
import { plantReactions } from "./reactions.ts"

const plantEvents = (
  world: World,
  seeds: ReadonlyArray<EventSeed> = [],
  usual: number,
  now: number
): ReadonlyArray<IssueEvent> =>
  seeds.map(({ actor, assignee, created_at, id, ...seed }) => ({
    ...seed,
    ...(assignee === undefined ? {} : { assignee: ensureUser(world, assignee).login }),
    id: nextId(world, "event", id),
    actor: actor === null ? null : ensureUser(world, actor).login,
    created_at: created_at === undefined ? usual : millisOf(created_at, now)
  }))

export const plantMilestone = (world: World, repository: Repository, seed: MilestoneSeed, now: number): Milestone => {
  const state = seed.state ?? "open"
  const created_at = millisOf(seed.created_at ?? { ago: 0 }, now)
  const milestone: Milestone = {
    id: nextId(world, "milestone", seed.id),
    number: nextNumber(world, repository, "milestones", seed.number),
    title: seed.title,
    description: seed.description ?? null,
    state,
    creator: loginFor(world, seed.creator, repository.owner),
    due_on: seed.due_on === undefined ? null : dayOf(millisOf(seed.due_on, now)),
    created_at,
    updated_at: seed.updated_at === undefined ? created_at : millisOf(seed.updated_at, now),
    closed_at: state === "open" ? null : seed.closed_at === undefined ? created_at : millisOf(seed.closed_at, now)
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
    const comment: CommentSeed = typeof given === "string" ? { body: given } : given
    const created_at = comment.created_at === undefined ? createdAt : millisOf(comment.created_at, now)
    return {
      id: nextId(world, "comment", comment.id),
      user: loginFor(world, comment.user, repository.owner),
      body: comment.body,
      reactions: plantReactions(world, repository, comment.reactions, created_at, now),
      minimized: comment.minimized ?? null,
      created_at,
      updated_at: comment.updated_at === undefined ? created_at : millisOf(comment.updated_at, now)
    }
  })

/** Returns the login of somebody with a role in the repository. Others get one, unless the seed is complete. */
export const participant = (
  world: World,
  repository: Repository,
  given: string,
  least: Permission,
  complete = false
): string => {
  const { login } = ensureUser(world, given)
  if (!complete && permissionOf(world, repository, login) === undefined) {
    repository.collaborators.set(login.toLowerCase(), least)
  }
  return login
}

const undefinedIn = (repository: Repository, what: string): Error =>
  new Error(`The seed of ${fullName(repository)} gives an issue ${what}, which ${repository.owner} does not define`)

const typeNumber = (world: World, repository: Repository, name: string | undefined): number | null => {
  if (name === undefined) return null
  const type = typeNamed(organizationOf(world, repository), name)
  if (type === undefined) throw undefinedIn(repository, `the type ${name}`)
  return type.id
}

const valuesOf = (
  world: World,
  repository: Repository,
  given: IssueSeed["issue_field_values"] = {}
): ReadonlyArray<FieldValue> =>
  withValues(
    [],
    Object.entries(given).map(([name, content]) => {
      const field = fieldNamed(organizationOf(world, repository), name)
      if (field === undefined) throw undefinedIn(repository, `the field ${name}`)
      const value = contentFor(field, content)
      if (value !== undefined) return { field: field.id, value }
      const what = `the value ${JSON.stringify(content)}, which it does not take`
      throw new Error(`The seed of ${fullName(repository)} gives the field ${name} ${what}`)
    })
  )

const reasonOf = ({ state_reason }: IssueSeed, isDone: boolean): Issue["state_reason"] =>
  state_reason === undefined && isDone ? "completed" : (state_reason ?? null)

export const plantIssue = (
  world: World,
  repository: Repository,
  seed: IssueSeed,
  usual: number,
  now: number,
  options: {
    readonly complete?: boolean | undefined
    readonly pullOf?: (number: number) => PullRequest | null
  } = {}
): Issue => {
  const created_at = seed.created_at === undefined ? usual : millisOf(seed.created_at, now)
  const comments = plantComments(world, repository, seed, created_at, now)
  const number = nextNumber(world, repository, "issues", seed.number)
  if (repository.issues.has(number)) throw new Error(`The seed has issue ${number} of ${fullName(repository)} twice`)
  const pull = options.pullOf?.(number) ?? null
  const merged_at = pull?.merged_at ?? null
  if (pull !== null && (seed.type !== undefined || seed.issue_field_values !== undefined)) {
    throw new Error(`The seed of ${fullName(repository)} gives the pull request ${number} a type or fields of issues`)
  }
  const state = seed.state ?? (seed.closed_at !== undefined || merged_at !== null ? "closed" : "open")
  const given = seed.closed_at === undefined ? merged_at : millisOf(seed.closed_at, now)
  const closed_at = state === "closed" ? (given ?? created_at) : null
  const latest = Math.max(created_at, closed_at ?? created_at, ...comments.map((comment) => comment.updated_at))
  const issue: Issue = {
    id: nextId(world, "issue", seed.id),
    number,
    title: seed.title,
    body: seed.body ?? null,
    user: loginFor(world, seed.user, repository.owner),
    state,
    state_reason: reasonOf(seed, state === "closed" && pull === null),
    labels: [...new Set((seed.labels ?? []).map((name) => ensureLabel(world, repository, name).id))],
    assignees: (seed.assignees ?? []).map((login) => participant(world, repository, login, "triage", options.complete)),
    milestone: seed.milestone === undefined ? null : milestoneNumber(world, repository, seed.milestone, now),
    type: typeNumber(world, repository, seed.type),
    field_values: valuesOf(world, repository, seed.issue_field_values),
    duplicate_of: seed.state_reason === "duplicate" ? (seed.duplicate_issue_id ?? null) : null,
    locked: seed.locked !== undefined && seed.locked !== false,
    lock_reason: typeof seed.locked === "string" ? seed.locked : null,
    comments,
    reactions: plantReactions(world, repository, seed.reactions, created_at, now),
    events: plantEvents(world, seed.events, created_at, now),
    pull_request: pull,
    created_at,
    updated_at: seed.updated_at === undefined ? latest : millisOf(seed.updated_at, now),
    closed_at,
    closed_by: state === "closed" ? loginFor(world, seed.closed_by, repository.owner) : null
  }
  for (const { id } of comments) {
    repository.commentIssue.set(unused(repository.commentIssue, "comment", id), number)
  }
  repository.issues.set(number, issue)
  world.issuePlaces.set(issue.id, [repository.id, number])
  setLinks(world.subIssues, issue.id, seed.sub_issues ?? [])
  setLinks(world.blockers, issue.id, seed.blocked_by ?? [])
  const branches = (seed.linked_branches ?? []).map((each) => ({
    id: nextId(world, "linked branch", each.id),
    repository: each.repository ?? repository.id,
    name: each.name
  }))
  if (branches.length > 0) world.linkedBranches.set(issue.id, branches)
  return issue
}
