/** Turns a seed into state. */
import type { ContentSeed, RepositorySeed } from "../../../../ForgeSeed.ts"
import type { Permission } from "../../../../ForgeState.ts"
import type { Sha } from "../../../git/objects.ts"
import {
  changeRepository,
  ensureLabel,
  ensureUser,
  freeNumber,
  fullName,
  nextNumber,
  type Repository,
  repositoryNamed,
  type World
} from "../model.ts"
import { defaultSettings, everyMerge } from "../records.ts"
import { actions } from "../checks.ts"
import { protectionOf } from "../protection.ts"
import { plantPushes } from "../pushes.ts"
import { addRepository } from "../repositories.ts"
import { plantRulesets, plantSuites } from "../rulesets.ts"
import { plantSharing } from "../sharing.ts"
import { ensureOrganization, plantAccess, plantFollows, plantOrganization, plantUser } from "./accounts.ts"
import { plantCommitComments } from "./commitComments.ts"
import { plantGit } from "./git.ts"
import { plantGist } from "./gists.ts"
import { hookOf } from "./hooks.ts"
import { plantIssue, plantMilestone } from "./issues.ts"
import { millisOf, usualTime } from "./moments.ts"
import { plantNotification } from "./notifications.ts"
import { plainPull, plantPull, plantRecordedPull } from "./pulls.ts"
import { plantChecks, plantReleases } from "./releases.ts"
import { plantSettings, plantVault } from "./settings.ts"
import { plantWorkflows } from "./workflows.ts"

type Collaborators = NonNullable<RepositorySeed["collaborators"]>

const isList = (given: Collaborators): given is Extract<Collaborators, ReadonlyArray<string>> => Array.isArray(given)

const permissions = (given: Collaborators = {}): ReadonlyArray<readonly [login: string, Permission]> =>
  isList(given) ? given.map((login) => [login, "write"] as const) : Object.entries(given)

/** The repository that another one comes from, which the seed must have. */
const originOf = (world: World, name: string, does: "forks" | "copies"): Repository => {
  const origin = repositoryNamed(world, name)
  if (origin === undefined) throw new Error(`The seed ${does} ${name}, which it does not have before that`)
  return origin
}

const makeRepository = (world: World, seed: RepositorySeed, now: number): Repository => {
  const parent = seed.fork_of === undefined ? undefined : originOf(world, seed.fork_of, "forks")
  const created_at = millisOf(seed.created_at ?? { ago: 0 }, now)
  const made = {
    ...(seed.id === undefined ? {} : { id: seed.id }),
    owner: ensureUser(world, seed.owner).login,
    name: seed.name,
    private: seed.private ?? parent?.private ?? false,
    has_issues: seed.has_issues ?? true,
    description: seed.description === undefined ? (parent?.description ?? null) : seed.description,
    homepage: seed.homepage ?? null,
    topics: seed.topics ?? [],
    archived: seed.archived ?? false,
    stars: seed.stars ?? Object.keys(seed.stargazers ?? {}).length,
    parent: parent?.id ?? null,
    template: seed.made_from === undefined ? null : originOf(world, seed.made_from, "copies").id,
    default_branch: seed.default_branch ?? parent?.default_branch ?? "main",
    merges: { ...everyMerge, ...seed.merges },
    settings: { ...defaultSettings, ...seed.settings },
    // Git objects and refs replace those of the parent.
    ...(seed.git === undefined ? {} : { refs: new Map<string, Sha>(), annotated: new Map<string, Sha>() })
  }
  return addRepository(world, made, created_at)
}

const plantRepository = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed)) ?? makeRepository(world, seed, now)
  for (const [login, permission] of permissions(seed.collaborators)) {
    repository.collaborators.set(ensureUser(world, login).login.toLowerCase(), permission)
  }
  plantSharing(world, repository, seed, now)
  plantRulesets(world, repository.rulesets, seed.rulesets, now)
  plantSuites(world, repository, seed.rule_suites, now)
  plantPushes(world, repository, seed.pushes, now)
  for (const [from, to] of Object.entries(seed.renamed_branches ?? {})) repository.renamedBranches.set(from, to)
  for (const name of seed.formerly ?? []) world.formerNames.set(name.toLowerCase(), repository.id)
  for (const label of seed.labels ?? []) {
    const { name, ...rest } = typeof label === "string" ? { name: label } : label
    ensureLabel(world, repository, name, rest)
  }
  for (const milestone of seed.milestones ?? []) {
    plantMilestone(world, repository, typeof milestone === "string" ? { title: milestone } : milestone, now)
  }
  plantGit(world, repository, seed, now)
  for (const number of seed.deleted_issues ?? []) {
    repository.deletedIssues.add(nextNumber(world, repository, "issues", number))
  }
  for (const [number, id] of Object.entries(seed.moved_issues ?? {})) {
    repository.movedIssues.set(nextNumber(world, repository, "issues", Number(number)), id)
  }
  for (const [branch, rules] of Object.entries(seed.protection ?? {})) {
    repository.protection.set(branch, protectionOf(rules))
    if (rules.restrictions?.apps?.includes(actions.slug) === true) ensureOrganization(world, actions.owner)
  }
  for (const [login, at] of Object.entries(seed.stargazers ?? {})) {
    repository.stargazers.set(ensureUser(world, login).login.toLowerCase(), millisOf(at, now))
  }
  for (const [login, given] of Object.entries(seed.subscriptions ?? {})) {
    const own = given === null ? null : { ...given, created_at: millisOf(given.created_at ?? { ago: 0 }, now) }
    repository.subscriptions.set(
      ensureUser(world, login).login.toLowerCase(),
      own && { ...own, subscribed: own.subscribed ?? true, ignored: own.ignored ?? false }
    )
  }
  for (const given of seed.hooks ?? []) {
    const hook = hookOf(world, { type: "repository", id: repository.id }, given, now)
    repository.hooks.set(hook.id, hook)
  }
}

/** Makes the issues and pull requests, which share their numbers. The heads of pull requests can be in any repository. */
const plantConversations = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed))
  if (repository === undefined) return
  const { issues = [], pulls = [] } = seed
  const taken = new Set(pulls.flatMap(({ number }) => number ?? []))
  for (const [index, given] of issues.entries()) {
    const issue = taken.size === 0 ? given : { number: freeNumber(world, repository, taken), ...given }
    const pull = issue.pull_request
    plantIssue(world, repository, issue, usualTime(now, index, issues.length), now, {
      complete: seed.complete,
      pullOf: (number) => (pull === undefined ? null : plainPull(world, repository, pull, number, now))
    })
  }
  for (const [index, given] of pulls.entries()) {
    const pull = { number: freeNumber(world, repository, taken), ...given }
    const usual = usualTime(now, index, pulls.length)
    if (pull.head_sha === undefined) plantPull(world, repository, pull, usual, now, seed.complete)
    else plantRecordedPull(world, repository, pull, pull.head_sha, usual, now, seed.complete)
  }
  plantReleases(world, repository, seed.releases ?? [], now, seed.complete)
}

/** Sets the dates that planting a repository's content has changed. */
const plantDates = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed))
  if (repository === undefined) return
  changeRepository(world, repository, {
    ...(seed.updated_at === undefined ? {} : { updated_at: millisOf(seed.updated_at, now) }),
    ...(seed.pushed_at === undefined ? {} : { pushed_at: millisOf(seed.pushed_at, now) })
  })
}

/** Adds a seed to the state. */
export const plant = (world: World, seed: ContentSeed, at: number): void => {
  const now = millisOf({ ago: 0 }, at)
  const threads = new Map(world.threads)
  const nextThread = world.ids.get("thread")
  for (const user of seed.users ?? []) plantUser(world, user, now)
  for (const organization of seed.organizations ?? []) plantOrganization(world, organization, now)
  for (const user of seed.users ?? []) {
    if (typeof user !== "string" && user.type === "Organization") ensureOrganization(world, user.login)
  }
  for (const repository of seed.repositories ?? []) plantRepository(world, repository, now)
  for (const repository of seed.repositories ?? []) plantConversations(world, repository, now)
  for (const repository of seed.repositories ?? []) plantChecks(world, repository, now)
  for (const repository of seed.repositories ?? []) plantCommitComments(world, repository, now)
  for (const repository of seed.repositories ?? []) plantSettings(world, repository, now)
  for (const repository of seed.repositories ?? []) plantWorkflows(world, repository, now)
  for (const given of seed.organizations ?? []) {
    if (typeof given !== "string") plantVault(world, ensureOrganization(world, given.login).vault, given, now)
  }
  for (const repository of seed.repositories ?? []) plantDates(world, repository, now)
  // What a seed says has happened before: merging its pull requests notifies nobody.
  world.threads.clear()
  for (const [key, thread] of threads) world.threads.set(key, thread)
  if (nextThread === undefined) world.ids.delete("thread")
  else world.ids.set("thread", nextThread)
  for (const notification of seed.notifications ?? []) plantNotification(world, notification, now)
  for (const gist of seed.gists ?? []) plantGist(world, gist, now)
  plantAccess(world, seed, now)
  for (const user of seed.users ?? []) plantFollows(world, user)
  for (const [kind, next] of Object.entries(seed.counters ?? {})) {
    world.ids.set(kind, Math.max(world.ids.get(kind) ?? 0, next))
  }
}

/** The token of a simulator in process whose seed has no `tokens`. */
export const token = "simulator-token"

type Tokens = NonNullable<ContentSeed["tokens"]>

/** The tokens of a seed: one, if it does not say which. */
export const tokensOf = (seed: ContentSeed, usual = token): Tokens =>
  seed.tokens ?? { [usual]: seed.repositories?.[0]?.owner ?? "octocat" }

/** Whether a seed leaves open whose its one token is. */
export const isOpen = (seed: ContentSeed): boolean => seed.tokens === undefined && !seed.repositories?.length

/** Whose a token is that was left open, if a later seed says it: that of its first token, or of its first repository. */
export const holderOf = (seed: ContentSeed): Tokens[string] | undefined =>
  Object.values(seed.tokens ?? {})[0] ?? seed.repositories?.[0]?.owner
