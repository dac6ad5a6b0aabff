/** Writes the whole state as a seed that makes the same state again. */
import type { ContentSeed, RepositorySeed } from "../../../../ForgeSeed.ts"
import type { Sha } from "../../../git/objects.ts"
import { isoDate } from "../../../exchange.ts"
import { fullName, type Repository, type World } from "../model.ts"
import { isPull } from "../pull/register.ts"
import { appSeed, organizationSeed, tokenSeed, userSeed } from "./accounts.ts"
import { issueSeed, milestoneSeed } from "./conversations.ts"
import { present, some } from "./fields.ts"
import { gitSeed } from "./git.ts"
import { pullSeed } from "./pulls.ts"
import { checkSeed, releaseSeed, statusSeed } from "./releases.ts"
import { deploymentSeed, runSeed, workflowSeed } from "./workflows.ts"

/** The names that redirect to each repository. */
const formerNames = (world: World): ReadonlyMap<number, ReadonlyArray<string>> => {
  const names = new Map<number, Array<string>>()
  for (const [name, id] of [...world.formerNames].sort(([a], [b]) => (a < b ? -1 : 1)))
    names.set(id, [...(names.get(id) ?? []), name])
  return names
}

const contentOf = (world: World, repository: Repository) => {
  const all = [...repository.issues.values()]
  return present({
    labels: some([...repository.labels.values()].map((label) => ({ name: label.name, ...present(label) }))),
    milestones: some([...repository.milestones.values()].map(milestoneSeed)),
    issues: some(all.filter((issue) => !isPull(issue)).map((issue) => issueSeed(world, repository, issue))),
    deleted_issues: some([...repository.deletedIssues]),
    pulls: some(all.filter(isPull).map((pull) => pullSeed(world, repository, pull))),
    releases: some([...repository.releases.values()].map(releaseSeed)),
    statuses: some([...repository.statuses].flatMap(([sha, list]) => list.map((status) => statusSeed(sha, status)))),
    checks: some([...repository.checks.values()].flat().map(checkSeed)),
    workflows: some([...repository.workflows.values()].map(workflowSeed)),
    runs: some([...repository.runs.values()].map((run) => runSeed(repository, run))),
    deployments: some([...repository.deployments.values()].map(deploymentSeed))
  })
}

const repositorySeed = (
  world: World,
  repository: Repository,
  formerly: ReadonlyArray<string>,
  seen: Set<Sha>
): RepositorySeed => {
  const parent = world.repositories.get(repository.parent ?? 0)
  return {
    owner: repository.owner,
    name: repository.name,
    id: repository.id,
    complete: true,
    ...present({ fork_of: parent === undefined ? null : fullName(parent), formerly: some(formerly) }),
    private: repository.private,
    description: repository.description,
    ...present({ homepage: repository.homepage, topics: some(repository.topics) }),
    archived: repository.archived,
    stars: repository.stars,
    has_issues: repository.has_issues,
    default_branch: repository.default_branch,
    created_at: isoDate(repository.created_at),
    updated_at: isoDate(repository.updated_at),
    pushed_at: isoDate(repository.pushed_at),
    merges: repository.merges,
    settings: repository.settings,
    collaborators: Object.fromEntries(repository.collaborators),
    protection: Object.fromEntries(repository.protection),
    git: gitSeed(world, repository, seen),
    ...contentOf(world, repository)
  }
}

/** Planted in an empty world, the seed makes the same state: ids, dates and numbers to come included. */
export const seedOf = (world: World): ContentSeed => {
  const formerly = formerNames(world)
  const seen = new Set<Sha>()
  return {
    users: [...world.users.values()].map(userSeed),
    organizations: [...world.organizations].map(([login, each]) => organizationSeed(world, login, each)),
    apps: [...world.apps.values()].map((app) => appSeed(world, app)),
    tokens: Object.fromEntries([...world.tokens].map(([text, token]) => [text, tokenSeed(world, token)])),
    repositories: [...world.repositories.values()].map((repository) =>
      repositorySeed(world, repository, formerly.get(repository.id) ?? [], seen)
    ),
    counters: Object.fromEntries([...world.ids].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
