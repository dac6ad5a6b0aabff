/** Finds pull requests by their branches and commits. */
import type { Sha } from "../../../git/objects.ts"
import type { Issue, Repository, World } from "../model.ts"
import type { PullHead, PullRequest } from "../pulls.ts"

/** An issue that is a pull request. */
export type Pull = Issue & { readonly pull_request: PullRequest }

export const isPull = (issue: Issue): issue is Pull => issue.pull_request !== null

type Place = readonly [repository: number, number: number]

const addPlace = (index: Map<string, ReadonlyArray<Place>>, key: string, place: Place): void => {
  const known = index.get(key) ?? []
  if (!known.some(([id, number]) => id === place[0] && number === place[1])) index.set(key, [...known, place])
}

export const addCommit = (world: World, repository: Repository, number: number, sha: Sha): void =>
  addPlace(world.pullsByCommit, sha, [repository.id, number])

/** Makes a new pull request known. */
export const register = (world: World, repository: Repository, number: number, head: PullHead): void => {
  addPlace(world.pullsByHead, `${head.repository}:${head.ref}`, [repository.id, number])
  addCommit(world, repository, number, head.sha)
}

const pullsAt = (
  world: World,
  places: ReadonlyArray<Place> | undefined
): ReadonlyArray<readonly [target: Repository, pull: Pull]> =>
  (places ?? []).flatMap(([id, number]) => {
    const target = world.repositories.get(id)
    const issue = target?.issues.get(number)
    return target === undefined || issue === undefined || !isPull(issue) ? [] : [[target, issue] as const]
  })

/** Lists the pull requests from a branch, with the repositories that they are in. */
export const pullsFrom = (world: World, repository: Repository, branch: string) =>
  pullsAt(world, world.pullsByHead.get(`${repository.id}:${branch}`))

/** Lists the pull requests whose head is or was a commit. */
export const pullsOf = (world: World, sha: Sha) => pullsAt(world, world.pullsByCommit.get(sha))

/** Lists the open pull requests into a branch. */
export const openPullsInto = (repository: Repository, branch: string): ReadonlyArray<Pull> =>
  repository.issues.group("base", branch, "created").open.filter(isPull)

/** The commit that a pull request would be merged into, or was when it was closed. */
export const baseSha = (repository: Repository, { pull_request: { base }, state }: Pull): Sha =>
  (state === "open" ? repository.refs.get(`refs/heads/${base.ref}`) : undefined) ?? base.sha
