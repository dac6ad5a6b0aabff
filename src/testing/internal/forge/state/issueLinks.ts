/** Which issues are parts of others, and which block others. Links lead to other repositories, too. */
import type { Issue, Repository, World } from "./model.ts"

/** An issue with its repository. */
export interface Placed {
  readonly repository: Repository
  readonly issue: Issue
}

/** Links from issues to others, by their ids. */
export type Links = World["subIssues"]

/** The issue or the pull request whose issue has an id; undefined if it was deleted. */
export const conversationWith = (world: World, id: number): Placed | undefined => {
  const [at = 0, number = 0] = world.issuePlaces.get(id) ?? []
  const repository = world.repositories.get(at)
  const issue = repository?.issues.get(number)
  return repository === undefined || issue === undefined ? undefined : { repository, issue }
}

/** The issue with an id; undefined if it was deleted. */
export const placed = (world: World, id: number): Placed | undefined => {
  const found = conversationWith(world, id)
  return found?.issue.pull_request === null ? found : undefined
}

/** The issues that an issue links to. */
export const linksOf = (world: World, links: Links, id: number): ReadonlyArray<Placed> =>
  (links.get(id) ?? []).flatMap((each) => placed(world, each) ?? [])

/** The issues that link to an issue. */
export const linksTo = (world: World, links: Links, id: number): ReadonlyArray<Placed> =>
  links.size === 0 ? [] : [...links].flatMap(([from, ids]) => (ids.includes(id) ? (placed(world, from) ?? []) : []))

/** The issue that has an issue as its part. */
export const parentOf = (world: World, id: number): Placed | undefined => linksTo(world, world.subIssues, id)[0]

/** Whether an issue leads to another one, directly or by others. */
export const leadsTo = (links: Links, from: number, to: number, seen = new Set<number>()): boolean => {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (links.get(from) ?? []).some((each) => leadsTo(links, each, to, seen))
}

/** Replaces the links of an issue. */
export const setLinks = (links: Links, id: number, to: ReadonlyArray<number>): void => {
  if (to.length === 0) links.delete(id)
  else links.set(id, to)
}

/** How many parents an issue has above it, itself included. */
export const depthOf = (world: World, id: number): number => {
  const parent = parentOf(world, id)
  return parent === undefined ? 1 : 1 + depthOf(world, parent.issue.id)
}

/** How many levels there are below an issue, its own included. */
export const heightOf = (links: Links, id: number): number =>
  1 + Math.max(0, ...(links.get(id) ?? []).map((each) => heightOf(links, each)))
